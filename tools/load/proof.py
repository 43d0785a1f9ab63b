"""Contents of a database after a load, beside what was acknowledged: nothing is missing, nothing twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import select

from game.server.database import open_database
from game.server.schema import entries, games, seats


async def entries_of(address: str, tournament: str) -> dict[str, list[tuple[int, str]]]:
    """By player, the numbers of all entries of a tournament with what they say, in order."""
    database = await open_database(address)
    try:
        async with database.read() as connection:
            found = await connection.execute(
                select(seats.c.name, entries.c.number, entries.c.at, entries.c.action)
                .join(games, games.c.id == entries.c.game)
                .join(seats, seats.c.id == games.c.seat)
                .where(games.c.tournament == tournament)
                .order_by(seats.c.id, entries.c.number)
            )
            kept: dict[str, list[tuple[int, str]]] = defaultdict(list)
            for row in found:
                kept[row.name].append((row.number, f"{row.at} {row.action}"))
            return kept
    finally:
        await database.close()


def faults(
    kept: Mapping[str, Sequence[tuple[int, str]]], acknowledged: Mapping[str, Sequence[str]]
) -> list[str]:
    """Where what is kept is not what was acknowledged, as sentences; nobody awaits an answer any more.

    >>> faults({"Anna": [(1, "210 stock")]}, {"Anna": ["210 stock"]})
    []
    >>> faults({"Anna": [(1, "210 stock")]}, {"Anna": ["210 stock", "900 stock"]})
    ['Anna: 2 actions were acknowledged, 1 are kept']
    """
    found = []
    for player, known in acknowledged.items():
        there = kept.get(player, ())
        if len(there) != len(known):
            found.append(f"{player}: {len(known)} actions were acknowledged, {len(there)} are kept")
        elif [*there] != [*enumerate(known, 1)]:
            found.append(f"{player}: other actions are kept than were acknowledged")
    return found
