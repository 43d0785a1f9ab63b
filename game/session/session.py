"""A session: a game, its clock and its record, kept in step; and a tutorial."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from game.message import Message, msg
from game.play.game import OVER, Action, Clock, ControlAction, Entry, Game, GameSnapshot, Playable
from game.rules.position import Move
from game.rules.variant import IllegalMove
from game.session.recorder import CLOCK_LINE_MS, FinishedGame, Recorder


class Timekeeper(ABC):
    """Play time of one game."""

    @property
    @abstractmethod
    def elapsed_ms(self) -> int:
        """Play time used, never beyond the limit; never decreases."""

    @property
    @abstractmethod
    def is_running(self) -> bool:
        """Whether play time passes."""

    @property
    def is_up(self) -> bool:
        """Whether the player has to end the game now because its limit is reached."""
        return False

    def start(self) -> None:
        """Starts play time, unless the game is decided."""
        return

    def pause(self) -> None:
        """Stops play time if it can be stopped."""
        return

    def settle(self) -> None:
        """Stops play time for good once the game is decided, and releases it if that was undone."""
        return


class RoundClock:
    """Moments in UTC that pass while the computer sleeps, and never go back however its clock is set."""

    def __init__(self, now_ns: Callable[[], int], utc_now: Callable[[], datetime]) -> None:
        self._now_ns, self._utc_now = now_ns, utc_now
        self._start_ns, self._start = now_ns(), utc_now()

    def __call__(self) -> datetime:
        """The moment now, by the faster of both clocks."""
        passed = timedelta(microseconds=(self._now_ns() - self._start_ns) // 1000)
        self._start = max(self._start, self._utc_now() - passed)
        return self._start + passed


class PlayTime(Timekeeper):
    """Play time measured by this machine."""

    def __init__(self, game: GameSnapshot, now_ns: Callable[[], int], elapsed_ms: int) -> None:
        """Starts stopped, with `elapsed_ms` already used."""
        self._game = game
        self._limit_ms = game.variant.limit_ms
        self._clock = Clock(now_ns, elapsed_ms)
        self.settle()

    @property
    def elapsed_ms(self) -> int:
        elapsed_ms = max(self._clock.elapsed_ms, self._game.elapsed_ms)
        return elapsed_ms if self._limit_ms is None else min(elapsed_ms, self._limit_ms)

    @property
    def is_running(self) -> bool:
        return self._clock.is_running

    @property
    def is_up(self) -> bool:
        limit_ms, game = self._limit_ms, self._game
        return limit_ms is not None and self.elapsed_ms >= limit_ms and not (game.is_over or game.is_solved)

    def start(self) -> None:
        self._clock.start()

    def pause(self) -> None:
        self._clock.pause()

    def settle(self) -> None:
        if self._game.is_over or self._game.is_solved:
            self._clock.freeze(self._game.elapsed_ms)
        else:
            self._clock.release()


class Session:
    """One game played by one person at this table."""

    def __init__(self, game: Playable, time: Timekeeper, recorder: Recorder) -> None:
        self.game, self._time, self.recorder = game, time, recorder
        self.ending: FinishedGame | None = None
        """Result of the game when it was last over; None before its first end at this table."""
        self.is_given_up = False
        """Whether the player has ended the game before its rules did."""

    @property
    def tags(self) -> Mapping[str, str]:
        """Information about the game in its record."""
        return self.recorder.tags

    @property
    def warning(self) -> Message | None:
        """A problem as a sentence for the player, shown once and then set to None."""
        return self.recorder.warning

    @warning.setter
    def warning(self, sentence: Message | None) -> None:
        self.recorder.warning = sentence

    @property
    def elapsed_ms(self) -> int:
        """Play time used, never beyond the limit."""
        return self._time.elapsed_ms

    @property
    def is_running(self) -> bool:
        """Whether play time passes."""
        return self._time.is_running

    def start(self) -> None:
        """Starts play time, unless the game is decided."""
        self._time.start()

    def pause(self) -> None:
        """Stops play time if it can be stopped, and writes it down."""
        self._time.pause()
        self.write_clock(at_least_ms=1)

    def write_clock(self, at_least_ms: int = CLOCK_LINE_MS) -> None:
        """Writes the play time if it has advanced by `at_least_ms` since it was last written."""
        self.recorder.note_time(self.elapsed_ms, at_least_ms)

    def act(self, action: Action) -> None:
        """Does one action now and records it; the action that ends the game sets `ending`.

        Raises:
            IllegalMove: the rules refuse it; nothing has changed.
        """
        if self.is_given_up:
            raise IllegalMove(OVER)
        at_ms = self.game.elapsed_ms if self.game.is_solved else self.elapsed_ms
        self.game.play(action, at_ms)
        self.recorder.record(Entry(at_ms, action))
        self._time.settle()
        if self.game.is_over:
            self.ending = self.recorder.finish()

    def end_if_time_is_up(self) -> bool:
        """Ends the game at its limit when that is reached; returns whether it did."""
        is_up = self._time.is_up
        if is_up:
            self.act(ControlAction.END)
        return is_up

    def next_play_out(self) -> Move | None:
        """Returns the lowest card that can go home now in a solved game, or None."""
        return self.game.next_play_out()

    def look_at_ending(self) -> FinishedGame:
        """Returns the result of the game; nothing is written for one that was over when it was opened."""
        if self.ending is None:
            self.ending = self.recorder.compare()
        return self.ending

    def give_up(self) -> None:
        """Ends the game for good as it stands: it is archived, and nothing can be done in it any more."""
        self.abandon()
        self.is_given_up, self.ending = True, self.recorder.compare()

    def leave(self) -> None:
        """Closes the record: an unfinished game can be continued, a finished one is archived."""
        self.pause()
        self.recorder.leave()

    def abandon(self) -> None:
        """Leaves the game for another: it is archived if anything was played."""
        self.pause()
        self.recorder.abandon()


ASKED_FIRST = msg("Make the move that is shown.")


class GuidedSession(Session):
    """One tutorial; after its last move the game may be played on."""

    def __init__(self, game: Game, now_ns: Callable[[], int], moves: Sequence[Move]) -> None:
        super().__init__(game, PlayTime(game, now_ns, 0), Recorder(game))
        self._moves = moves
        self.made = 0
        """Number of the moves already made."""

    @property
    def asked(self) -> Move | None:
        """The move that the tutorial asks for, or None after the last."""
        return self._moves[self.made] if self.made < len(self._moves) else None

    def act(self, action: Action) -> None:
        """Does the requested action; raises IllegalMove for any other."""
        asked = self.asked
        if asked is not None and action != asked:
            raise IllegalMove(ASKED_FIRST)
        super().act(action)
        self.made += asked is not None
