"""The server's clock: it never goes back, and stops while the server is not running (see `presence`)."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

Now = Callable[[], int]
"""Returns the present moment in ms since 1970."""
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Clocks(NamedTuple):
    """Clocks of a machine, in ms."""

    wall: Now
    """Wall clock; people set it, so it may jump."""
    steady: Now
    """Monotonic clock; it may stop while the machine sleeps."""
    since_boot: Now | None
    """Steady clock since the machine started, also while it sleeps; None if there is none."""
    boot: str
    """Identifies this start of the machine; empty if the system has no such name."""


def own_clocks() -> Clocks:
    """Returns this machine's clocks."""
    boot = ""
    if sys.platform == "linux":
        try:
            boot = BOOT_ID.read_text("ascii").strip()[:40]
        except (OSError, ValueError):
            boot = ""
    if not boot or sys.platform != "linux":
        return Clocks(_wall_ms, _steady_ms, None, "")
    return Clocks(_wall_ms, _steady_ms, lambda: time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000, boot)


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


def _steady_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class ServerClock:
    """Clock of a server.

    >>> shown = [5]
    >>> clock = ServerClock(1000, lambda: shown[0])
    >>> shown[0] += 20
    >>> clock()
    1020
    >>> clock.run_until(1030)
    >>> shown[0] += 20
    >>> clock(), clock.unheld
    (1030, 1040)
    """

    def __init__(self, start: int, steady: Now, late: Now = lambda: 0) -> None:
        """`late` returns how long the process has run behind its work, in ms: such time the clock has."""
        self._steady, self._offset, self.late = steady, start - steady(), late
        self._until: int | None = None  # without the time behind

    def __call__(self) -> int:
        """The present moment."""
        return self.unheld if self._until is None else min(self.unheld, self._until + self.late())

    @property
    def unheld(self) -> int:
        """The moment it would be without the limit."""
        return self._steady() + self._offset

    @property
    def is_standing(self) -> bool:
        """Whether the clock has reached its limit."""
        return self._until is not None and self.unheld > self._until + self.late()

    def skip(self, ms: int) -> None:
        """Skips time in which the machine slept."""
        self._offset += ms

    def run_until(self, moment: int) -> None:
        """Stops at a moment, until a later one is given; the time behind comes on top of it."""
        self._until = moment


PULSE_S = 0.25
LATE_MS = 5
"""A loop that answers later than this is behind its work, or its machine is; an idle one takes a tenth."""
MAX_PULSE_MS = 1500
"""A process without a pulse for this long did not run."""


class Pulse:
    """Tells a process that is behind its work from one that was stopped or waits for its database.

    A thread asks the loop every quarter of a second.

    >>> now, asked = [0], []
    >>> pulse = Pulse(lambda: now[0])
    >>> for now[0], answers in (250, True), (500, False), (750, False), (9000, True), (9250, True):
    ...     pulse.beat(asked.append)
    ...     if answers:
    ...         _ = [answer() for answer in asked]
    >>> pulse.late_ms()
    250
    """

    def __init__(self, steady: Now) -> None:
        self._steady = steady
        self._beat_at = self._answered_at = steady()
        self._late = 0

    def late_ms(self) -> int:
        """Returns the time the process has run while its loop was behind, in ms."""
        return self._late

    def beat(self, ask: Callable[[Callable[[], None]], object]) -> None:
        """Counts the time since the last beat, and asks the loop to answer."""
        now = self._steady()
        since, waited = now - self._beat_at, self._answered_at - self._beat_at
        if since <= MAX_PULSE_MS and not 0 <= waited <= LATE_MS:
            self._late += since
        self._beat_at = now
        ask(self._answer)

    def _answer(self) -> None:
        self._answered_at = self._steady()

    def keep(self, ask: Callable[[Callable[[], None]], object], is_over: threading.Event) -> None:
        """Beats, in a thread of its own, until it is over."""
        while not is_over.wait(PULSE_S):
            self.beat(ask)
