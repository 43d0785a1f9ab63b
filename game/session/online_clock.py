"""A server's clock as it is known here: told by answers, of which the quickest is nearest to the truth.

Knows arithmetic of moments; must not know who answers. One thread measures, any may ask.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

LATEST = 8
"""Of so many latest answers the quickest counts."""
GRAIN_MS = 1.0
"""What the server tells is whole milliseconds."""


class _Measure(NamedTuple):
    there_and_back_ms: float
    offset_ms: float

    def fits(self, other: _Measure) -> bool:
        """Whether both may be true of the same two clocks: each is wrong by half of its way at most."""
        wrong_ms = (self.there_and_back_ms + other.there_and_back_ms) / 2 + GRAIN_MS
        return abs(self.offset_ms - other.offset_ms) <= wrong_ms


class ServerClock:
    """What time it is at a server."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        """`now_ns` is the steady clock of this machine; it may stand while the machine sleeps."""
        self._now_ns = now_ns
        self._measures: tuple[_Measure, ...] = ()
        self._first_ms: float | None = None  # the offset before anything was measured

    def begin(self, server_ms: int) -> None:
        """There is a new connection: the server has just said so."""
        self._first_ms, self._measures = server_ms - self._now_ns() / 1e6, ()

    def measure(self, sent_ns: int, server_ms: int) -> None:
        """An answer has just come to what was asked at `sent_ns`; `server_ms` is what it tells."""
        now_ns = self._now_ns()
        new = _Measure((now_ns - sent_ns) / 1e6, server_ms - (now_ns + sent_ns) / 2e6)
        # One of the clocks has jumped where an earlier measure does not fit: this machine has slept.
        kept = self._measures if all(map(new.fits, self._measures)) else ()
        self._measures = (*kept, new)[-LATEST:]

    @property
    def now_ms(self) -> float | None:
        """The server's time in ms since 1970, None before it is known."""
        measures, first_ms = self._measures, self._first_ms
        offset_ms = min(measures).offset_ms if measures else first_ms
        return None if offset_ms is None else self._now_ns() / 1e6 + offset_ms

    @property
    def delay_ms(self) -> int | None:
        """How long there and back takes; None before there was an answer."""
        measures = self._measures
        return round(min(measures).there_and_back_ms) if measures else None
