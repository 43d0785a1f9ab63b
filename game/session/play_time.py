"""Play time of a game at this table: a clock that may be paused, or one that goes on whatever happens."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Protocol

from game.play.clock import Clock
from game.play.game import GameSnapshot


class Timekeeper(Protocol):
    """The play time of one game."""

    @property
    def elapsed_ms(self) -> int:
        """Play time used, never beyond the limit; never decreases."""

    @property
    def is_running(self) -> bool:
        """Whether play time passes."""

    @property
    def is_up(self) -> bool:
        """Whether the player is to end the game now because its limit is reached."""

    def start(self) -> None:
        """Lets play time pass, unless the game is decided."""

    def pause(self) -> None:
        """Stops play time where it can be stopped."""

    def settle(self) -> None:
        """Stops play time for good when the game is decided, and lets it go on when that was undone."""


class PlayTime:
    """Play time kept by this machine."""

    def __init__(
        self, game: GameSnapshot, now_ns: Callable[[], int], elapsed_ms: int, can_pause: bool = True
    ) -> None:
        """Standing, with `elapsed_ms` already used."""
        self._game, self._can_pause = game, can_pause
        self._limit_ms = game.variant.limit_ms
        self._clock = Clock(now_ns, elapsed_ms)
        self.settle()

    @property
    def elapsed_ms(self) -> int:
        """Play time used, never beyond the limit."""
        elapsed_ms = max(self._clock.elapsed_ms, self._game.elapsed_ms)
        return elapsed_ms if self._limit_ms is None else min(elapsed_ms, self._limit_ms)

    @property
    def is_running(self) -> bool:
        """Whether play time passes."""
        return self._clock.is_running

    @property
    def is_up(self) -> bool:
        """Whether the limit is reached in a game that is still played."""
        limit_ms, game = self._limit_ms, self._game
        return limit_ms is not None and self.elapsed_ms >= limit_ms and not (game.is_over or game.is_frozen)

    def start(self) -> None:
        """Lets play time pass, unless the game is decided."""
        self._clock.start()

    def pause(self) -> None:
        """Stops play time; that of a round goes on."""
        if self._can_pause:
            self._clock.pause()

    def settle(self) -> None:
        """Stops play time for good when the game is decided, and lets it go on when that was undone."""
        if self._game.is_over or self._game.is_frozen:
            self._clock.freeze(self._game.elapsed_ms)
        else:
            self._clock.release()


class RoundClock:
    """Nanoseconds that go on while the computer sleeps, and never go back."""

    def __init__(self, now_ns: Callable[[], int], utc_now: Callable[[], datetime]) -> None:
        self._now_ns, self._utc_now = now_ns, utc_now
        self._start_ns, self._start = now_ns(), utc_now()
        self._latest_ns = 0

    def __call__(self) -> int:
        """Nanoseconds since the beginning, by the faster of both clocks."""
        by_wall_ns = (self._utc_now() - self._start) // timedelta(microseconds=1) * 1000
        self._latest_ns = max(self._latest_ns, self._now_ns() - self._start_ns, by_wall_ns)
        return self._latest_ns
