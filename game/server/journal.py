"""The server's log of what goes on: rounds that open and close, seats that are taken, refusals, a line each.

Knows moments of rows and counts; must not know who plays: no name of a player stands in a log.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from typing import Any

from sqlalchemy import Column, Select, select

from game.server.clock import Now
from game.server.database import Database, DatabaseError
from game.server.figures import Figures
from game.server.schema import rounds, seats, tournaments

LOOK_S = 5.0
REFUSALS_EVERY_MS = 60_000
LATE_MS = 30_000
"""So long after its moment a row may be committed."""
WORDS = {"opened": "is open", "closing": "is closing", "closed": "is closed"}
log = logging.getLogger("patience.server")


class Journal:
    """What was told."""

    def __init__(self, database: Database, figures: Figures, now: Now) -> None:
        self._database, self._figures, self._now = database, figures, now
        self._start = self._counted_at = now()
        self._told: dict[tuple[str, str, int], int] = {}
        self._counted: Counter[str] = Counter(figures.refusals)

    async def keep(self) -> None:
        """Looks every five seconds, for ever."""
        while True:
            await asyncio.sleep(LOOK_S)
            with suppress(DatabaseError):  # others tell so
                await self.look()

    async def look(self) -> None:
        """Tells what is new.

        Raises:
            DatabaseError: the database cannot be read.
        """
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
    """The rounds of which something was at a moment or later."""
    return (
        select(rounds.c.number, tournaments.c.name, tournaments.c.id, moment.label("at"))
        .join(tournaments, tournaments.c.id == rounds.c.tournament)
        .where(moment >= since)
        .order_by(moment)
    )


def _seats_since(since: int) -> Select[Any]:
    """The seats of people that were taken at a moment or later."""
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
