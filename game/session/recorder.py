"""Records a game while it is played: its journal, line by line, and its result at the end.

Every action is written before the next is accepted, and the action that ends the game writes its result. If
the disk fails, the game continues with a warning, and what is missing is written as soon as possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from game.message import Message, msg
from game.play.game import Entry, Game, Playable
from game.play.played import DAILY, GameResult, StatsCategory, ends_of, kind_told, present_result
from game.session.daily import RULES, day_of, finished_days, streak
from game.storage.files import StorageError
from game.storage.journal import Journal
from game.storage.library import Library, stays_unplayed

if TYPE_CHECKING:
    from game.storage.statistics_rows import DayPlayed


class DayEnding(NamedTuple):
    """Meaning of a finished daily game for its day."""

    day: date
    streak: int | None  # days in a row, when this is the game that counts; None when it is none that counts
    total: int | None = None  # of this game, when it counts or was begun late
    left_ms: int = 0  # on its clock
    is_late: bool = False  # it was begun after its day


class FinishedGame(NamedTuple):
    """A finished game; it is on disk before this value exists."""

    result: GameResult
    kind: StatsCategory
    best_before: int | None = None  # of the other games that count; None without any
    is_best: bool = False  # whether it counts and is better than all before it
    is_kept: bool = True  # whether its record is on disk
    day: DayEnding | None = None
    rank: tuple[int, int] | None = None
    """Its place among all results that count, and their number."""


CLOCK_LINE_MS = 1000
"""Interval at which the play time is written between two actions."""


class Recorder:
    """Records nothing: for copies of games, and for games recorded elsewhere."""

    def __init__(self, game: Playable, tags: Mapping[str, str] | None = None) -> None:
        """`tags` are the record's information about the game."""
        self.game, self.tags = game, tags or {}
        self.warning: Message | None = None
        """A sentence for the player, to be shown once."""
        self.journal: Journal | None = None
        """Where it is written down; None when it is not saved or has been put away."""

    @property
    def is_saved(self) -> bool:
        """Whether actions are written to disk."""
        return False

    @property
    def unwritten(self) -> int:
        """Number of actions not on disk yet."""
        return 0

    def record(self, *entries: Entry) -> None:
        """Records the actions just done, in one piece."""

    def note_time(self, elapsed_ms: int, at_least_ms: int = CLOCK_LINE_MS) -> None:
        """Records the play time if it has advanced by `at_least_ms` since it was last recorded."""

    def finish(self) -> FinishedGame:
        """Records the present result of the game and returns it."""
        return self.compare()

    def compare(self) -> FinishedGame:
        """Compares the game's result with earlier ones; writes nothing."""
        return FinishedGame(present_result(self.game), kind_told(self.game, self.tags))

    def note_par(self, fewest: int) -> None:
        """Stores the fewest stacks possible in this deal, if games are counted."""

    def leave(self) -> None:
        """Ends the record for now: an unfinished game can be continued."""

    def abandon(self) -> None:
        """Ends the record because the player turns to another game."""
        self.leave()


class JournalRecorder(Recorder):
    """Writes a journal; actions wait in memory while the disk refuses them."""

    game: Game

    def __init__(self, game: Game, tags: Mapping[str, str], journal: Journal | None, elapsed_ms: int) -> None:
        """`journal` is None for a game that could not be saved from the start."""
        super().__init__(game, tags)
        self.journal = journal
        self._unwritten: list[bytes] = []  # lines of actions that the disk has not taken yet
        self._has_failed = False  # whether nothing could be written when that was tried last
        self._noted_ms = elapsed_ms

    @property
    def is_saved(self) -> bool:
        return self.journal is not None and not self._has_failed

    @property
    def unwritten(self) -> int:
        return len(self._unwritten)

    def record(self, *entries: Entry) -> None:
        if self.journal is not None:
            self._unwritten += [Library.line(self.game, entry) for entry in entries]
            self._write(self.journal)

    def note_time(self, elapsed_ms: int, at_least_ms: int = CLOCK_LINE_MS) -> None:
        if elapsed_ms - self._noted_ms >= at_least_ms and not self.game.is_over:
            self._noted_ms = elapsed_ms
            if self.journal is not None:
                self._write(self.journal, note=Library.clock_line(elapsed_ms))

    def leave(self) -> None:
        journal = self._release()
        if journal is not None:
            journal.close()

    def _release(self) -> Journal | None:
        """Writes what is not written yet, if possible, and stops writing."""
        journal = self.journal
        if journal is not None and self._unwritten:
            self._write(journal)
        self.journal = None
        return journal

    def _write(self, journal: Journal, note: bytes = b"") -> None:
        """Writes the pending actions in one piece, and a note of the play time."""
        try:
            if self._unwritten or self._has_failed:
                journal.append(b"".join(self._unwritten) + note, waits=self._has_failed)
            else:
                journal.note(note)
        except StorageError as error:
            if not self._has_failed:
                self.warning = msg("From here on this game is not saved: {reason}.", reason=str(error))
            self._has_failed = True
            return
        if self._has_failed:
            self.warning = msg("This game is saved again.")
        self._unwritten, self._has_failed = [], False


class PracticeRecorder(JournalRecorder):
    """Records a practice game, counts it, and archives it."""

    def __init__(
        self,
        game: Game,
        tags: Mapping[str, str],
        journal: Journal | None,
        elapsed_ms: int,
        library: Library,
        counted_as: str | None = None,
    ) -> None:
        """`counted_as` is the file under which the finished game was counted that is only looked at."""
        super().__init__(game, tags, journal, elapsed_ms)
        self._library = library
        self._entries_before = len(game.entries)
        self._par: int | None = None
        self._ends = ends_of(game)  # what it came to each time that it was over
        self._counted: tuple[str, int] | None = None  # under which name, with how many entries
        self._kind: StatsCategory | None = None  # as the statistics have judged it
        if counted_as is not None:
            self._counted = counted_as, len(game.entries)
            with suppress(StorageError):
                self._kind = library.statistics.kind_of(counted_as)

    @property
    def _is_played(self) -> bool:
        """Whether anything was done at this table; a finished game may only be viewed."""
        return len(self.game.entries) > self._entries_before

    def finish(self) -> FinishedGame:
        self._ends.append(present_result(self.game))
        if self.journal is not None and self.is_saved:
            self._count(self.journal.path.name)
        return self.compare()

    def compare(self) -> FinishedGame:
        result = present_result(self.game)
        kind = self._kind or kind_told(self.game, self.tags)
        file, best_before = "" if self._counted is None else self._counted[0], None
        with suppress(StorageError):
            best_before = self._library.statistics.best(self.game.variant, self.tags, before=file)
        is_counted = self._counted == (file, len(self.game.entries))
        is_kept = self.is_saved or is_counted or not self._is_played
        value, is_best, rank = result.value, False, None
        if kind is StatsCategory.COUNTED and value is not None:
            sign = -1 if self.game.variant.is_lower_better else 1
            is_best = is_kept and (best_before is None or sign * value > sign * best_before)
            with suppress(StorageError):
                rank = self._library.statistics.rank(self.game.variant, self.tags, value)
        day = self._day_ending(file, result)
        return FinishedGame(result, kind, best_before, is_best, is_kept, day, rank)

    def _day_ending(self, file: str, result: GameResult) -> DayEnding | None:
        if DAILY not in self.tags:
            return None
        with suppress(StorageError):
            statistics = self._library.statistics
            days, late = statistics.days(), statistics.days(late=True)
            return day_ending(days, late, self.tags, file, result)
        return None

    def note_par(self, fewest: int) -> None:
        self._par = fewest
        if self._counted is not None:
            with suppress(StorageError):  # it is only told beside the result
                self._library.statistics.keep_par(self._counted[0], fewest)

    def leave(self) -> None:
        journal = self._release()
        if journal is None:
            return
        is_done = self.game.is_over or not self.game.entries
        if is_done and not self._has_failed:
            self._put_away(journal)
        else:
            journal.close()

    def abandon(self) -> None:
        journal = self._release()
        if journal is None:
            return
        if self._has_failed:
            journal.close()  # as far as it is written it can be continued
        else:
            self._put_away(journal)

    def _put_away(self, journal: Journal) -> None:
        game = self.game
        is_only_looked_at = game.is_over and not self._is_played  # its file is where it was opened from
        if not game.entries and stays_unplayed(game.deal, self.tags) and not game.is_over:
            journal.close()
            return
        if is_only_looked_at or not game.entries:
            journal.discard()
            return
        try:
            self._count(self._library.keep(journal))
        except StorageError as error:
            self.warning = msg(
                "The finished game is still listed as unfinished: {reason}.", reason=str(error)
            )

    def _count(self, file: str) -> None:
        """Counts the game under the name of its record, unless that is done."""
        game = self.game
        if self._counted == (file, len(game.entries)):
            return
        try:
            self._kind = self._library.statistics.count(file, game, self.tags, self._ends, self._par)
            self._counted = file, len(game.entries)
        except StorageError as error:
            self.warning = msg(
                "The statistics could not be written now: {reason}. The game will be counted later.",
                reason=str(error),
            )


def day_ending(
    found: Sequence[DayPlayed],
    late: Sequence[DayPlayed],
    tags: Mapping[str, str],
    file: str,
    result: GameResult,
) -> DayEnding | None:
    """Returns the meaning of a finished game for its day; None for a game of no day.

    `found` are the days of the statistics, `late` those started late; `file` is the name under which the game
    is counted, "" if it is not.
    """
    day = day_of(tags)
    if day is None:
        return None
    left_ms = max(0, RULES.limit * 1000 - result.elapsed_ms)
    for days, was_late in ((found, False), (late, True)):
        if any(played.file == file and played.total is not None for played in days):
            in_a_row = None if was_late else streak(finished_days(found), day)
            return DayEnding(day, in_a_row, result.value, left_ms, was_late)
    return DayEnding(day, None)
