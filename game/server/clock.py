"""The server's clock: it never goes back, and stops while the server is not running (see `presence`)."""

from __future__ import annotations

import sys
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

    def __init__(self, start: int, steady: Now) -> None:
        self._steady, self._offset = steady, start - steady()
        self._until: int | None = None

    def __call__(self) -> int:
        """The present moment."""
        return self.unheld if self._until is None else min(self.unheld, self._until)

    @property
    def unheld(self) -> int:
        """The moment it would be without the limit."""
        return self._steady() + self._offset

    @property
    def is_standing(self) -> bool:
        """Whether the clock has reached its limit."""
        return self._until is not None and self.unheld > self._until

    def skip(self, ms: int) -> None:
        """Skips time in which the machine slept."""
        self._offset += ms

    def run_until(self, moment: int) -> None:
        """Stops at a moment, until a later one is given."""
        self._until = moment
