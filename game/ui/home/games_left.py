"""The games left unfinished, the last of each kind of game: told by their headers, then read in slices.

Knows the library and how far the reading is; must not know where a game is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from game.message import msg
from game.play.game import Game
from game.play.played import DAILY
from game.play.slices import SLICE_NS, Work
from game.storage.journal import Header, header_of
from game.storage.library import Unfinished
from game.ui.files.found_games import deal_facts, play_facts
from game.ui.screen import Context

TODAY = ""
"""In the place of a game's name: a game of today's deal, which is offered in a place of its own."""
Stamp = tuple[str, int, int]
"""What changes when a game is played on: its file, when that was written in ns, and its bytes."""


class GameLeft:
    """A game that can be gone on with, as far as that is known."""

    def __init__(self, context: Context, path: Path, header: Header) -> None:
        self.path, self.about = path, header.about
        self.stamp = _stamp(path)
        self._stage, self._dealt = context, Game(header.deal)
        self._work: Work[Unfinished | None] = Work(context.library.reading(path))

    def go_on(self) -> bool:
        """Reads on as long as a frame allows; returns whether all is read."""
        return self._work.go_on(self._stage.now_ns)

    @property
    def is_read(self) -> bool:
        """Whether it is known what there is to go on with."""
        return self._work.is_done

    @property
    def unfinished(self) -> Unfinished | None:
        """The game; None when there is none, or it is not read yet."""
        return self._work.result

    @property
    def is_there(self) -> bool:
        """Whether there is something to go on with, as far as that is known."""
        return not self.is_read or self.unfinished is not None

    @property
    def game(self) -> Game:
        """The game where it was left; as it was dealt, until it is read."""
        if self.unfinished is None:
            return self._dealt
        return self.unfinished.game or self._dealt

    @property
    def facts(self) -> list[str]:
        """What is known of it, how far the reading is too: deal, options, time used, result so far."""
        if self.unfinished is not None:
            return [*deal_facts(self.game), *play_facts(self.game, self.unfinished.elapsed_ms)]
        return [*deal_facts(self._dealt), msg("being read, {percent}", percent=self._work.percent)]


class GamesLeft:
    """What the home screen offers to go on with: of each game, and of today's deal, what was played last."""

    def __init__(self, context: Context) -> None:
        self._stage, today = context, context.today.isoformat()
        waiting: dict[str, list[tuple[Path, Header]]] = {}
        for path, header in _with_headers(context.library.unfinished_files()):
            is_today = header.about.get(DAILY) == today
            waiting.setdefault(TODAY if is_today else header.deal.variant.name, []).append((path, header))
        self._next = {name: iter(found) for name, found in waiting.items()}
        self._of: dict[str, GameLeft] = {}
        for name in waiting:
            self._take_next(name)
        until_ns = context.now_ns() + SLICE_NS
        while not self.is_read and context.now_ns() < until_ns:
            self.go_on()

    def of(self, name: str) -> GameLeft | None:
        """The one of the game called `name`, or of `TODAY`, if there is one as far as that is known."""
        left = self._of.get(name)
        return left if left is not None and left.is_there else None

    @property
    def last(self) -> GameLeft | None:
        """The one that was played last of all."""
        found = [left for left in self._of.values() if left.is_there]
        return max(found, key=lambda left: left.stamp[1], default=None)

    @property
    def is_read(self) -> bool:
        """Whether it is known what there is to go on with."""
        return all(left.is_read for left in self._of.values())

    def go_on(self) -> GameLeft | None:
        """Reads on in one of them as long as a frame allows; returns which, None when all are read."""
        for name, left in self._of.items():
            if not left.is_read:
                if left.go_on() and not left.is_there:
                    self._take_next(name)
                return left
        return None

    def _take_next(self, name: str) -> None:
        for path, header in self._next[name]:
            self._of[name] = GameLeft(self._stage, path, header)
            return


def _with_headers(paths: Iterable[Path]) -> Iterator[tuple[Path, Header]]:
    for path in paths:
        header = header_of(path)
        if header is not None:
            yield path, header


def _stamp(path: Path) -> Stamp:
    try:
        state = path.stat()
    except OSError:  # another window has put it away
        return path.name, 0, 0
    return path.name, state.st_mtime_ns, state.st_size
