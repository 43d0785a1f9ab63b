"""The server's clock: moments that go on evenly whatever is done to the clock on the wall.

Knows both clocks of the machine; must not know what is timed. Several workers agree as well as the clocks of
their machines did when they were started.
"""

from __future__ import annotations

import time
from collections.abc import Callable

Now = Callable[[], int]
"""The present moment in ms since 1970."""


def server_clock(
    wall_ns: Callable[[], int] = time.time_ns, steady_ns: Callable[[], int] = time.monotonic_ns
) -> Now:
    """The clock on the wall as it stood now, moved on by the steady clock.

    >>> times = iter([5_000_000_000, 7_000_000_000])
    >>> server_clock(lambda: 1_000_000_000_000_000_000, lambda: next(times))()
    1000000002000
    """
    offset_ns = wall_ns() - steady_ns()
    return lambda: (offset_ns + steady_ns()) // 1_000_000
