"""A game in play: the game, its time and its record, kept in step."""

from __future__ import annotations

from collections.abc import Mapping

from game.play.game import Act, Action, Entry, Playable
from game.rules.position import Move
from game.session.ending import Ending
from game.session.play_time import Timekeeper
from game.session.recorder import CLOCK_LINE_MS, Recorder


class Session:
    """One game being played by one person at this table."""

    def __init__(self, game: Playable, time: Timekeeper, recorder: Recorder) -> None:
        self.game, self._time, self.recorder = game, time, recorder
        self.ending: Ending | None = None
        """What the game came to when it was last over; None before its first end at this table."""

    @property
    def about(self) -> Mapping[str, str]:
        """What the record tells about the game."""
        return self.recorder.about

    @property
    def trouble(self) -> str | None:
        """What went wrong, as a sentence for the player, to be shown once; then it is set to None."""
        return self.recorder.trouble

    @trouble.setter
    def trouble(self, sentence: str | None) -> None:
        self.recorder.trouble = sentence

    @property
    def elapsed_ms(self) -> int:
        """Play time used, never beyond the limit."""
        return self._time.elapsed_ms

    @property
    def is_running(self) -> bool:
        """Whether play time passes."""
        return self._time.is_running

    def start(self) -> None:
        """Lets play time pass, unless the game is decided."""
        self._time.start()

    def pause(self) -> None:
        """Stops play time where it can be stopped, and writes it down."""
        self._time.pause()
        self.write_clock(at_least_ms=1)

    def write_clock(self, at_least_ms: int = CLOCK_LINE_MS) -> None:
        """Writes the play time when it has gone on by `at_least_ms` since it was last written."""
        self.recorder.note_time(self.elapsed_ms, at_least_ms)

    def act(self, action: Action) -> None:
        """Does one action now, and records it; with the action that ends the game, its `ending`.

        Raises:
            IllegalMove: the rules refuse it; nothing has changed.
        """
        at_ms = self.game.elapsed_ms if self.game.is_frozen else self.elapsed_ms
        self.game.play(action, at_ms)
        self.recorder.record(Entry(at_ms, action))
        self._time.settle()
        if self.game.is_over:
            self.ending = self.recorder.finish()

    def end_if_time_is_up(self) -> bool:
        """Ends the game at its limit when that is reached; returns whether it did."""
        is_up = self._time.is_up
        if is_up:
            self.act(Act.END)
        return is_up

    def next_play_out(self) -> Move | None:
        """In a solved game the lowest card that can go home now, or None."""
        return self.game.next_play_out()

    def look_at_ending(self) -> Ending:
        """What the game came to; of one that was over when it was opened nothing is written."""
        if self.ending is None:
            self.ending = self.recorder.compare()
        return self.ending

    def leave(self) -> None:
        """Closes the record: an unfinished game can be continued, a finished one is archived."""
        self.pause()
        self.recorder.leave()

    def give_up(self) -> None:
        """Leaves the game for another: it is archived among the played ones if anything was played."""
        self.pause()
        self.recorder.give_up()
