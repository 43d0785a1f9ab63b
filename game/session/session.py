"""A game in play: the game, its clock, its journal, its statistics and its end, kept in step.

Knows play and storage; must not know pygame or how anything looks. Every action is
written before the next is accepted, and the action that ends the game writes what it came
to. When the disk fails the game goes on and says so; what could not be written is written as soon as
the disk takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from game.message import msg
from game.play.clock import Clock
from game.play.game import Act, Action, Entry, Game
from game.play.played import DAILY, Kind, kind_told
from game.play.result import Result, ends_of, present_result
from game.rules.position import Move
from game.session.daily import day_ending
from game.session.ending import DayEnding, Ending, compared
from game.storage.files import StorageError
from game.storage.journal import Journal
from game.storage.library import Library

CLOCK_LINE_MS = 1000
"""How often the play time is written between two actions."""


class Session:
    """One game being played by one person at this table."""

    def __init__(
        self,
        game: Game,
        journal: Journal | None,
        library: Library,
        now_ns: Callable[[], int],
        elapsed_ms: int,
    ) -> None:
        """`elapsed_ms` is the play time used so far; `journal` is None for a game that is not saved."""
        self.game = game
        self._limit_ms = game.variant.limit_ms
        self.about: Mapping[str, str] = {}  # what the record tells about the game
        self.trouble: str | None = None  # a sentence for the player, to be shown once
        self.ending: Ending | None = None
        """What the game came to when it was last over; None before its first end at this table."""
        self._entries_before = len(game.entries)
        self._par: int | None = None
        self._ends = ends_of(game)  # what it came to each time that it was over
        self._counted: tuple[str, int] | None = None  # under which name, with how many entries
        self._kind: Kind | None = None  # as the statistics have judged it
        self.journal = journal
        """Where it is written down; None when it is not saved or has been put away."""
        self._unwritten: list[bytes] = []  # lines of actions that the disk has not taken yet
        self._fails = False  # whether nothing could be written when that was tried last
        self._library = library
        self._clock_line_ms = elapsed_ms
        self._clock = Clock(now_ns, elapsed_ms)
        self._stop_clock_if_decided()

    @property
    def elapsed_ms(self) -> int:
        """Play time used, never beyond the limit."""
        elapsed_ms = max(self._clock.elapsed_ms, self.game.elapsed_ms)
        return elapsed_ms if self._limit_ms is None else min(elapsed_ms, self._limit_ms)

    @property
    def is_played(self) -> bool:
        """Whether anything was done at this table; a finished game may also only be looked at."""
        return len(self.game.entries) > self._entries_before

    @property
    def is_saved(self) -> bool:
        """Whether what is done is written down; not while the disk fails."""
        return self.journal is not None and not self._fails

    @property
    def unwritten(self) -> int:
        """How many actions the disk has not taken yet."""
        return len(self._unwritten)

    @property
    def is_running(self) -> bool:
        """Whether play time passes."""
        return self._clock.is_running

    def start(self) -> None:
        """Lets play time pass, unless the game is decided."""
        self._clock.start()

    def pause(self) -> None:
        """Stops play time and writes it down."""
        self._clock.pause()
        self.write_clock(at_least_ms=1)

    def act(self, action: Action) -> None:
        """Does one action now, and writes it; with the action that ends the game, its `ending`.

        Raises:
            IllegalMove: the rules refuse it; nothing has changed.
        """
        at_ms = self.game.elapsed_ms if self.game.is_frozen else self.elapsed_ms
        self.game.play(action, at_ms)
        if self.journal is not None:
            self._unwritten.append(self._library.line(self.game, Entry(at_ms, action)))
            self._write_down(self.journal)
        self._stop_clock_if_decided()
        if self.game.is_over:
            self._ends.append(present_result(self.game))
            self.ending = self._written_ending()

    def end_if_time_is_up(self) -> bool:
        """Ends the game at its limit when that is reached; returns whether it did."""
        limit_ms = self._limit_ms
        if limit_ms is None or self.elapsed_ms < limit_ms or self.game.is_over or self.game.is_frozen:
            return False
        self.act(Act.END)
        return True

    def next_play_out(self) -> Move | None:
        """In a solved game the lowest card that can go home now, or None."""
        return self.game.next_play_out()

    def write_clock(self, at_least_ms: int = CLOCK_LINE_MS) -> None:
        """Writes the play time when it has gone on by `at_least_ms` since it was last written."""
        elapsed_ms = self.elapsed_ms
        if elapsed_ms - self._clock_line_ms >= at_least_ms and not self.game.is_over:
            self._clock_line_ms = elapsed_ms
            if self.journal is not None:
                self._write_down(self.journal, note=self._library.clock_line(elapsed_ms))

    def _written_ending(self) -> Ending:
        """Writes down what the game came to at this moment."""
        if self.journal is not None and self.is_saved:
            self._count(self.journal.path.name)
        return self._compared(present_result(self.game))

    def is_kept_as(self, file: str) -> None:
        """The game is looked at that lies among the played ones as `file`, and was counted as such."""
        self._counted = file, len(self.game.entries)
        with suppress(StorageError):
            self._kind = self._library.statistics.kind_of(file)

    def look_at_ending(self) -> Ending:
        """What the game came to; of one that was over when it was opened nothing is written."""
        if self.ending is None:
            self.ending = self._compared(present_result(self.game))
        return self.ending

    def _compared(self, result: Result) -> Ending:
        kind = self._kind or kind_told(self.game, self.about)
        file, best_before = "" if self._counted is None else self._counted[0], None
        with suppress(StorageError):
            best_before = self._library.statistics.best(self.game.variant, before=file)
        is_kept = self.is_saved or not self.is_played
        ending = compared(result, kind, best_before, self.game.variant, is_kept)
        return ending._replace(day=self._day_ending(file, result))

    def _day_ending(self, file: str, result: Result) -> DayEnding | None:
        if DAILY not in self.about:
            return None
        with suppress(StorageError):
            statistics = self._library.statistics
            days, late = statistics.days(), statistics.days(late=True)
            return day_ending(days, late, self.about, file, result)
        return None

    def leave(self) -> None:
        """Closes the journal: an unfinished game can be gone on with, a finished one is kept."""
        self.pause()
        if self.journal is not None:
            journal = self._let_go(self.journal)
            if self.game.is_over and not self._fails:
                self._put_away(journal)
            else:
                journal.close()

    def give_up(self) -> None:
        """Leaves the game for another: it is kept among the played ones if anything was played."""
        self.pause()
        if self.journal is not None:
            journal = self._let_go(self.journal)
            if self._fails:
                journal.close()  # as far as it is written it can be gone on with
            else:
                self._put_away(journal)

    def _let_go(self, journal: Journal) -> Journal:
        """Writes what is not written yet, if that can be; nothing more is written from here on."""
        if self._unwritten:
            self._write_down(journal)
        self.journal = None
        return journal

    def _put_away(self, journal: Journal) -> None:
        is_only_looked_at = self.game.is_over and not self.is_played  # its file is where it was opened from
        if not self.game.entries and DAILY in self.about and not self.game.is_over:
            journal.close()  # its cards were seen: it stays the one start of its day
            return
        if is_only_looked_at or not self.game.entries:
            self._library.discard_unplayed(journal)
            return
        try:
            self._count(self._library.keep(journal))
        except StorageError as error:
            self.trouble = msg(
                "The finished game stays among the unfinished ones: {reason}.", reason=str(error)
            )

    def _count(self, file: str) -> None:
        """Has the game counted under the name of its record, unless it is so already."""
        if self._counted == (file, len(self.game.entries)):
            return
        try:
            self._kind = self._library.statistics.count(file, self.game, self.about, self._ends, self._par)
            self._counted = file, len(self.game.entries)
        except StorageError as error:
            self.trouble = msg(
                "The statistics could not be written now: {reason}. The game will be counted later.",
                reason=str(error),
            )

    def note_par(self, fewest: int) -> None:
        """Keeps the fewest stacks that can be reached in this deal, for the statistics."""
        self._par = fewest
        if self._counted is not None:
            with suppress(StorageError):  # it is only told beside the result
                self._library.statistics.keep_par(self._counted[0], fewest)

    def _write_down(self, journal: Journal, note: bytes = b"") -> None:
        """Writes the actions that are not written yet, in one piece, and a note of the play time."""
        try:
            if self._unwritten or self._fails:
                journal.append(b"".join(self._unwritten) + note, waits=self._fails)
            else:
                journal.note(note)
        except StorageError as error:
            if not self._fails:
                self.trouble = msg("From here on this game is not saved: {reason}.", reason=str(error))
            self._fails = True
            return
        if self._fails:
            self.trouble = msg("This game is saved again.")
        self._unwritten, self._fails = [], False

    def _stop_clock_if_decided(self) -> None:
        if self.game.is_over or self.game.is_frozen:
            self._clock.freeze(self.game.elapsed_ms)
        else:
            self._clock.release()
