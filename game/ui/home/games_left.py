"""The games left unfinished: counted by their headers, and the last one read in slices."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from game.message import msg
from game.play.game import Game
from game.play.played import DAILY
from game.play.slices import SLICE_NS, SlicedTask
from game.storage.journal import Header, header_of
from game.storage.library import Library, UnfinishedGame
from game.ui.files.games import deal_facts, play_facts
from game.ui.screen import Context

Stamp = tuple[str, int, int]
"""Identity of a game's file: path, time in ns, and size."""


class ResumableGame:
    """A game that can be continued, as far as known."""

    def __init__(self, context: Context, path: Path, header: Header) -> None:
        self.path, self.tags = path, header.tags
        self.stamp = _stamp(path)
        self._context, self._dealt = context, Game(header.deal)
        self._work: SlicedTask[UnfinishedGame | None] = SlicedTask(context.library.reading(path))

    def run_slice(self) -> bool:
        """Reads on as long as a frame allows; returns whether all is read."""
        return self._work.run_slice(self._context.now_ns)

    @property
    def is_read(self) -> bool:
        """Whether it is known what can be continued."""
        return self._work.is_done

    @property
    def unfinished(self) -> UnfinishedGame | None:
        """The game; None when there is none, or it is not read yet."""
        return self._work.result

    @property
    def is_resumable(self) -> bool:
        """Whether there is something to continue, as far as known."""
        return not self.is_read or self.unfinished is not None

    @property
    def game(self) -> Game:
        """The game where it was left, or its deal until it is read."""
        if self.unfinished is None:
            return self._dealt
        return self.unfinished.game or self._dealt

    @property
    def facts(self) -> list[str]:
        """Known facts and the progress of reading: options, time used, result so far."""
        _, *options = deal_facts(self._dealt)
        if self.unfinished is not None:
            return [*options, *play_facts(self.game, self.unfinished.elapsed_ms)]
        return [*options, msg("loading, {percent}", percent=self._work.percent)]


class GamesLeft:
    """Games that home offers to continue: the last played, and the number of each kind."""

    def __init__(self, context: Context) -> None:
        self._context, self._today = context, context.sessions.today.isoformat()
        self._waiting = list(_with_headers(context.library))
        self._last: ResumableGame | None = None
        self._take_next()
        until_ns = context.now_ns() + SLICE_NS
        while not self.is_read and context.now_ns() < until_ns:
            self.run_slice()

    @property
    def last(self) -> ResumableGame | None:
        """The game played last, if any is known."""
        return self._last if self._last is not None and self._last.is_resumable else None

    def is_today(self, left: ResumableGame) -> bool:
        """Whether a game is of today's deal."""
        return left.tags.get(DAILY, "")[:10] == self._today

    def count(self, name: str) -> int:
        """Number of unfinished games of the game called `name`."""
        last = self.last
        older = sum(header.deal.variant.name == name for _, header in self._waiting)
        return older + (last is not None and last.game.variant.name == name)

    @property
    def is_read(self) -> bool:
        """Whether it is known what can be continued."""
        return self._last is None or self._last.is_read

    def run_slice(self) -> ResumableGame | None:
        """Reads on as long as a frame allows; returns the game in which, None when all is read."""
        left = self._last
        if left is None or left.is_read:
            return None
        if left.run_slice() and not left.is_resumable:
            self._take_next()
        return left

    def _take_next(self) -> None:
        self._last = ResumableGame(self._context, *self._waiting.pop(0)) if self._waiting else None


def _with_headers(library: Library) -> Iterator[tuple[Path, Header]]:
    """The games in which something was done; the others are removed."""
    for path in library.unfinished_files():
        header = header_of(path)
        if header is None or library.drops_unplayed(path, header):
            continue
        if header.is_begun or DAILY not in header.tags:  # a day has its own place
            yield path, header


def _stamp(path: Path) -> Stamp:
    try:
        state = path.stat()
    except OSError:  # another window has put it away
        return path.name, 0, 0
    return path.name, state.st_mtime_ns, state.st_size
