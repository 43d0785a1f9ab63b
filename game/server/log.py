"""Metrics of a worker, and the server's log: a line for each event, each trouble once a minute."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from sqlalchemy import Column, Select, select

from game.server.clock import Now
from game.server.database import Database, DatabaseError
from game.server.schema import rounds, seats, tournaments

BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds of the latency histogram."""


class Figures:
    """Counters since the start."""

    def __init__(self) -> None:
        self.refusals: Counter[str] = Counter()
        """By their codes."""
        self.actions = 0
        """Those that were answered, refused ones too."""
        self._within = [0] * (len(BOUNDS_S) + 1)
        self._seconds = 0.0

    def answered(self, seconds: float) -> None:
        """Counts an action answered after a time."""
        self.actions += 1
        self._seconds += seconds
        self._within[bisect_left(BOUNDS_S, seconds)] += 1

    def refused(self, code: str) -> None:
        """Counts a rejection."""
        self.refusals[code] += 1

    def latency(self) -> list[str]:
        """Latency of actions, as a histogram.

        >>> figures = Figures()
        >>> figures.answered(0.02)
        >>> figures.latency()[2:5]
        ['patience_action_seconds_bucket{le="0.005"} 0', 'patience_action_seconds_bucket{le="0.01"} 0', \
'patience_action_seconds_bucket{le="0.025"} 1']
        """
        name, total = "patience_action_seconds", 0
        lines = head(name, "histogram", "From the arrival of an action to its answer.")
        for bound, count in zip((*map(str, BOUNDS_S), "+Inf"), self._within, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self._seconds:.6f}", f"{name}_count {total}"]


def head(name: str, kind: str, what: str) -> list[str]:
    """Header of a metric (https://prometheus.io/docs/instrumenting/exposition_formats/)."""
    return [f"# HELP {name} {what}", f"# TYPE {name} {kind}"]


def figure(name: str, kind: str, what: str, value: float) -> list[str]:
    """A metric with one number."""
    return [*head(name, kind, what), f"{name} {value:g}"]


def by_label(name: str, kind: str, what: str, label: str, values: Mapping[str, int]) -> list[str]:
    """A metric with a number for each value of a label, in order.

    >>> by_label("decks", "gauge", "Ready.", "draw", {"1": 6})
    ['# HELP decks Ready.', '# TYPE decks gauge', 'decks{draw="1"} 6']
    """
    return [
        *head(name, kind, what),
        *(f'{name}{{{label}="{label_value}"}} {values[label_value]}' for label_value in sorted(values)),
    ]


POLL_S = 5.0
REFUSALS_EVERY_MS = 60_000
LATE_MS = 30_000
"""Maximum delay between a row's moment and its commit."""
WORDS = {"opened": "is open", "closing": "is closing", "closed": "is closed"}
log = logging.getLogger("patience.server")


class EventLog:
    """Logs events from the database."""

    def __init__(self, database: Database, figures: Figures, now: Now) -> None:
        self._database, self._figures, self._now = database, figures, now
        self._start = self._counted_at = now()
        self._told: dict[tuple[str, str, int], int] = {}
        self._counted: Counter[str] = Counter(figures.refusals)

    async def keep(self) -> None:
        """Logs new events every five seconds, for ever."""
        while True:
            await asyncio.sleep(POLL_S)
            with suppress(DatabaseError):  # others tell so
                await self.look()

    async def look(self) -> None:
        """Logs new events; raises DatabaseError if the database cannot be read."""
        now = self._now()
        self._count_refusals(now)
        since = max(self._start, now - LATE_MS)
        async with self._database.read() as connection:
            for event, words in WORDS.items():
                for row in await connection.execute(_rounds_since(rounds.c[event], since)):
                    self._tell(
                        (row.id, event, row.number), row.at, f"Round {row.number} of {row.name} {words}"
                    )
            for row in await connection.execute(_seats_since(since)):
                text = f"A seat is {'taken' if row.knocks is None else 'asked for'} in {row.name}"
                self._tell((row.id, text, row.seat), row.at, text)
        self._told = {key: at for key, at in self._told.items() if at >= since}

    def _tell(self, key: tuple[str, str, int], at: int, text: str) -> None:
        if self._told.get(key) != at:
            self._told[key] = at
            log.info("%s", text)

    def _count_refusals(self, now: int) -> None:
        if now - self._counted_at < REFUSALS_EVERY_MS:
            return
        new = self._figures.refusals - self._counted
        self._counted_at, self._counted = now, Counter(self._figures.refusals)
        if new:
            codes = ", ".join(f"{count} {code}" for code, count in new.most_common())
            log.info("Refused in the last minute: %d (%s)", new.total(), codes)


def _rounds_since(moment: Column[Any], since: int) -> Select[Any]:
    """Rounds with an event at a moment or later."""
    return (
        select(rounds.c.number, tournaments.c.name, tournaments.c.id, moment.label("at"))
        .join(tournaments, tournaments.c.id == rounds.c.tournament)
        .where(moment >= since)
        .order_by(moment)
    )


def _seats_since(since: int) -> Select[Any]:
    """Seats that people took at a moment or later."""
    return (
        select(
            seats.c.id.label("seat"),
            seats.c.joined.label("at"),
            seats.c.knocks,
            tournaments.c.name,
            tournaments.c.id,
        )
        .join(tournaments, tournaments.c.id == seats.c.tournament)
        .where(seats.c.joined >= since, seats.c.kind == "person")
        .order_by(seats.c.id)
    )


THROTTLE_MS = 60_000
MAX_REMEMBERED = 50


class ThrottledLog:
    """Log that does not repeat itself within a minute."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._log = logging.getLogger("patience.server")
        self._said: dict[str, int] = {}

    def tell(self, text: str) -> None:
        """Logs a problem, unless it was logged recently."""
        now = self._now()
        if now - self._said.get(text, now - THROTTLE_MS) < THROTTLE_MS:
            return
        if len(self._said) >= MAX_REMEMBERED:
            self._said.clear()
        self._said[text] = now
        self._log.warning("%s", text)
