"""The player's games on disk: unfinished ones to continue, and the archive of games played.

<data folder>/current/   journals of unfinished games
<data folder>/games/     records of finished and abandoned games
<data folder>/trash/     what the player has deleted (see storage.trash)
<data folder>/damaged/   files that could not be read whole, as they were found
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from game.message import Message, msg
from game.play.game import MAX_MS, Entry, Game, Playable
from game.play.played import DAILY
from game.play.record import (
    LIMIT_BYTES,
    Record,
    RecordError,
    entry_text,
    header_text,
    read_record_while_good,
    reading,
    record_text,
)
from game.play.slices import READING_SHARE, Slices, between, run_to_end
from game.storage.files import (
    CRASH_NOTE,
    FAULTS,
    StorageError,
    free_name,
    names_in,
    path_exists,
    read_limited,
    refusal_to_write,
    removing_orphans,
    replace_file,
    set_aside,
    size_of,
)
from game.storage.journal import Header, InUseError, Journal, header_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from game.play.deal import Deal
    from game.storage.statistics import Statistics
    from game.storage.statistics_rows import DayCheck

_CLOCK = re.compile(rb"^# clock 0*([0-9]+)\r?$", re.MULTILINE)
_MAX_DIGITS = len(str(MAX_MS))


def play_time_ms(game: Game, data: bytes) -> int:
    """Play time when the game's file was last written, which may be after its last action."""
    times = (time for time in _CLOCK.findall(data) if len(time) <= _MAX_DIGITS)
    return max([game.elapsed_ms, *map(int, times)])


def clock_error(data: bytes) -> RecordError | None:
    """Returns what is wrong with a play time written between actions, or None."""
    for match in _CLOCK.finditer(data):
        if len(match[1]) > _MAX_DIGITS:
            line = data.count(b"\n", 0, match.start()) + 1
            return RecordError(line, msg("the play time has more than {count} digits", count=_MAX_DIGITS))
    return None


class UnfinishedGame:
    """A game to resume: the good part of its record, and the play time used."""

    def __init__(
        self,
        path: Path,
        record: Record,
        elapsed_ms: int,
        damage: RecordError | None,
        data: bytes,
        game: Game | None = None,  # played back, until it is gone on with
    ) -> None:
        self.path, self.record, self.elapsed_ms, self.damage = path, record, elapsed_ms, damage
        self.data, self.game = data, game


def stays_unplayed(deal: Deal, tags: Mapping[str, str]) -> bool:
    """Whether a game in which nothing was done is kept: the one start of a day, or cards that were typed."""
    return DAILY in tags or (deal.number is None and "problem" not in tags)


def _records_in(folder: Path) -> list[Path]:
    return [folder / name for name in names_in(folder) if name.endswith(".patience")]


class Library:
    """All games below one data folder."""

    def __init__(
        self,
        folder: Path,
        machine: Path | None = None,
        is_of_day: DayCheck = lambda _deal, _tags: True,
    ) -> None:
        """`machine` is the data folder, if the player has their own below it."""
        self._is_of_day = is_of_day
        self.folder, self.machine = folder, machine or folder
        self._current = folder / "current"
        self._games = folder / "games"
        self._damaged = folder / "damaged"
        self._opened: list[Journal] = []
        self._preparing: Iterator[bool] | None = None

    @cached_property
    def statistics(self) -> Statistics:
        """Statistics of all archived games; loaded when first needed, closed by `close`."""
        from game.storage.statistics import Statistics

        return Statistics(self.folder, self._is_of_day)

    @property
    def has_statistics_open(self) -> bool:
        """Whether the statistics are loaded, so that queries cost nothing more."""
        return "statistics" in self.__dict__

    def prepare(self) -> bool:
        """Does a little work ahead of need while nothing moves; False when none is left.

        Removes drafts of killed programs, opens the statistics so that no game waits at its end, and counts
        archived games not yet counted.
        """
        if self._preparing is None:
            self._preparing = self._prepared()
        return next(self._preparing, False)

    def _prepared(self) -> Iterator[bool]:
        """Yields True after each piece of the work."""
        tournaments = (Path(folder) for folder, _, _ in os.walk(self.folder / "tournaments"))
        for folder in (self.folder, self._current, self._games, self._damaged, *tournaments):
            for _ in removing_orphans(folder):
                yield True
            yield True
        for path in self.left_files():  # what was finished before a crash is put away, and counted
            for _ in self.reading(path):
                yield True
        for _ in self.statistics.prepare():
            yield True

    def close(self) -> None:
        """Closes everything but the journals."""
        if self.has_statistics_open:
            self.statistics.close()

    @property
    def refusal(self) -> Message | None:
        """Returns why no game can be saved, in words, or None."""
        folders = (self._current, self._games)
        return next((why for why in map(refusal_to_write, folders) if why is not None), None)

    @property
    def archive_folder(self) -> Path:
        """Folder of finished and abandoned games."""
        return self._games

    def has_archived(self, variant: str) -> bool:
        """Whether a game of a variant seems to be archived, by the files' names alone."""
        return any(name.startswith(variant) for name in names_in(self._games))

    def unfinished(self) -> list[UnfinishedGame]:
        """The games that can be resumed, last played first; unreadable ones are set aside."""
        found = [self.read_unfinished(path) for path in self.unfinished_files()]
        return [header for header in found if header is not None]

    def unfinished_files(self) -> list[Path]:
        """Files that may hold games to resume, unread, last played first."""
        files = []
        for path in _records_in(self._current):
            with contextlib.suppress(OSError):  # another window has put it away
                files.append((path.stat().st_mtime_ns, path))
        return [path for _, path in sorted(files, reverse=True)]

    def headers(self) -> list[tuple[Path, Header]]:
        """Headers of the unfinished games by name, without reading entries."""
        found = [(path, header_of(path)) for path in sorted(_records_in(self._current))]
        return [(path, header) for path, header in found if header is not None]

    def is_unfinished(self, deal: Deal) -> bool:
        """Whether a deal is among the unfinished games, by its cards."""
        return any(header.deal.is_same_cards(deal) for _, header in self.headers())

    def was_begun_here(self, game: Game, tags: Mapping[str, str]) -> bool:
        """Whether a game is the beginning of an unfinished one, or of one that was counted.

        Raises:
            StorageError: it is of no unfinished one, and the statistics cannot be read.
        """
        wanted, header = tuple(game.entries), header_text(game.deal, tags)
        paths = [path for path, kept in self.headers() if header_text(kept.deal, kept.tags) == header]
        for path in paths:
            with contextlib.suppress(StorageError, RecordError):
                record, _ = read_record_while_good(read_limited(path, LIMIT_BYTES))
                if record.entries[: len(wanted)] == wanted:
                    return True
        return self.statistics.was_begun_here(game, tags)

    def read_unfinished(self, path: Path) -> UnfinishedGame | None:
        """Reads one unfinished game; None if it is over, unreadable or gone."""
        return run_to_end(self.reading(path))

    def left_files(self) -> list[Path]:
        """Unfinished games, unread, except the one on this window's table."""
        on_table = {journal.path for journal in self._opened if journal.is_open}
        return [path for path in self.unfinished_files() if path not in on_table]

    @property
    def has_crashed(self) -> bool:
        """Whether there is an unreported crash; as fast as two disk look-ups."""
        return path_exists(self.machine / CRASH_NOTE) or size_of(self.machine / FAULTS) > 0

    @property
    def on_table(self) -> Path | None:
        """File of the game on this window's table."""
        return next((journal.path for journal in reversed(self._opened) if journal.is_open), None)

    def reading(self, path: Path) -> Slices[UnfinishedGame | None]:
        """Reads an unfinished game; None if there is none; an invalid file is set aside."""
        try:
            data = read_limited(path, LIMIT_BYTES)
            record, damage = yield from between(0.0, READING_SHARE, reading(data))
        except StorageError:
            return None
        except RecordError:
            self._set_aside(path)
            return None
        game = Game(record.deal)
        refused = yield from between(READING_SHARE, 1.0, record.replaying(game))
        damage = refused or damage or clock_error(data)
        record = Record.of(game, record.tags)
        if game.is_over and damage is None:
            self._put_away(path, game, record.tags)
            return None
        return UnfinishedGame(path, record, play_time_ms(game, data), damage, data, game)

    def _put_away(self, path: Path, game: Game, tags: Mapping[str, str]) -> None:
        """Archives and counts a game that ended just before the program was cut off."""
        with contextlib.suppress(StorageError):  # another window shows its result, or nothing can be written
            self.statistics.count(self.keep(Journal(path)), game, tags)

    def _set_aside(self, path: Path) -> None:
        with contextlib.suppress(StorageError):  # it stays where it is, and is not offered
            Journal(path).close()  # another window may be about to begin it
            set_aside(path, self._damaged / path.name)

    def resume(self, unfinished: UnfinishedGame) -> tuple[Game, Journal | None, Message | None]:
        """Reopens an unfinished game: the game, its journal, and a sentence about any problem.

        A damaged file is set aside and its good part continues. If nothing can be written there is no
        journal.

        Raises:
            StorageError: another window plays it.
        """
        unfinished = self._as_it_is_now(unfinished)
        game = unfinished.game or unfinished.record.replay_while_legal()[0]
        try:
            if unfinished.damage is not None:
                self._set_damaged_aside(unfinished, record_text(game, unfinished.record.tags))
            journal = Journal(unfinished.path)
            if unfinished.damage is None:
                journal.cut_torn_line()
        except InUseError:
            raise
        except StorageError as error:
            unfinished.game = None
            return game, None, msg("From here on this game is not saved: {reason}.", reason=str(error))
        unfinished.game = None  # from here on it is played
        self._note_opened(journal)
        if unfinished.damage is None:
            return game, journal, None
        sentence = msg(
            "The saved game was damaged ({reason}); it continues from what could be read.",
            reason=str(unfinished.damage),
        )
        return game, journal, sentence

    def _as_it_is_now(self, unfinished: UnfinishedGame) -> UnfinishedGame:
        """Returns the game, read again if another window has changed it since."""
        if unfinished.path.parent != self._current:
            return unfinished
        if read_limited(unfinished.path, LIMIT_BYTES) == unfinished.data:
            return unfinished
        now = self.read_unfinished(unfinished.path)
        if now is None:
            raise StorageError(msg("it was ended in another window"))
        return now

    def _set_damaged_aside(self, unfinished: UnfinishedGame, good_text: str) -> None:
        Journal(unfinished.path).close()  # another window may have it
        replace_file(free_name(self._damaged / unfinished.path.name), unfinished.data)
        replace_file(unfinished.path, good_text.encode())

    def begin(self, game: Game, tags: dict[str, str], name: str) -> Journal:
        """Starts a game's journal `name`.patience with its actions so far; raises StorageError."""
        text = record_text(game, tags)
        path = free_name(self._current / f"{name}.patience", self._games)
        journal = Journal(path, text.encode())
        self._note_opened(journal)
        return journal

    def rewrite(self, path: Path, game: Game, tags: Mapping[str, str], elapsed_ms: int) -> None:
        """Writes an unfinished game anew, in one step, into its closed journal; raises StorageError."""
        replace_file(path, record_text(game, tags).encode() + self.clock_line(elapsed_ms))

    def _note_opened(self, journal: Journal) -> None:
        """Remembers which journals this window writes."""
        self._opened = [*(opened for opened in self._opened if opened.is_open), journal]

    def keep(self, journal: Journal) -> str:
        """Archives a finished or abandoned game; returns the name of its file there.

        Raises:
            StorageError: it stays among the unfinished.
        """
        path = free_name(self._games / journal.path.name)
        journal.move_to(path)
        return path.name

    def keep_copy(self, name: str, data: bytes) -> None:
        """Archives a copy of a finished game as `name`.patience, unless it is there; raises StorageError."""
        path = self._games / f"{name}.patience"
        if not path_exists(path):
            replace_file(path, data)

    def drops_unplayed(self, path: Path, header: Header) -> bool:
        """Removes an unfinished game if nothing was done in it; returns whether it is none to continue."""
        if header.is_begun or stays_unplayed(header.deal, header.tags):
            return False
        with contextlib.suppress(StorageError):  # another window may have dealt it just now
            Journal(path).discard()
        return True

    @staticmethod
    def line(game: Playable, entry: Entry) -> bytes:
        """Formats an action for a journal."""
        return entry_text(game.variant, entry).encode()

    @staticmethod
    def clock_line(elapsed_ms: int) -> bytes:
        """Formats the play time between two actions, as a comment of the record."""
        return f"# clock {elapsed_ms}\n".encode()
