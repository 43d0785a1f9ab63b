"""The server's clock: moments that never go back, and that stand while the server is not there.

Knows the clocks of the machine; must not know what is timed, nor the database. At which moment it begins, and
how far it may go on, it is told (see `presence`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

Now = Callable[[], int]
"""The present moment in ms since 1970."""
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Clocks(NamedTuple):
    """The clocks of a machine, in ms."""

    wall: Now
    """What people set; it may jump."""
    steady: Now
    """Goes on evenly from any moment; it may stand while the machine sleeps."""
    since_boot: Now | None
    """Goes on evenly whatever happens, from when the machine was started; None where there is none."""
    boot: str
    """A name of this start of the machine; empty where it has none."""


def own_clocks() -> Clocks:
    """The clocks of this machine."""
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
    """The moments of a server.

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
        """The moment that it would be if it had never to stand."""
        return self._steady() + self._offset

    @property
    def is_standing(self) -> bool:
        """Whether it may not go on."""
        return self._until is not None and self.unheld > self._until

    def skip(self, ms: int) -> None:
        """Passes over time in which the machine slept."""
        self._offset += ms

    def run_until(self, moment: int) -> None:
        """Has it stand from a moment on, until it is told a later one."""
        self._until = moment
