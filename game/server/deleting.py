"""Deletion of tournaments: at once nobody sees one any more; its rows go when nothing more comes to them.

Knows rows; must not know who asks. Each function works within a transaction that is handed in.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from game.server.refusing import Refuse
from game.server.rounds import SETTLE_MS
from game.server.schema import decks, entries, games, rounds, seats, tournaments


async def delete_tournament(connection: AsyncConnection, tournament: str, now: int) -> None:
    """Has a tournament be nobody's any more: its keys take no seat, and nobody is told of it.

    Raises:
        Refuse: there is no such tournament.
    """
    there = tournaments.c.id == tournament, tournaments.c.deleted.is_(None)
    if not (await connection.execute(update(tournaments).where(*there).values(deleted=now))).rowcount:
        raise Refuse("no_such_tournament")
    await connection.execute(update(seats).where(seats.c.tournament == tournament).values(key_hash=None))


async def outdated(connection: AsyncConnection, before: int) -> Sequence[str]:
    """The tournaments in which nothing has happened, and nothing is planned, since a moment."""
    of_round = rounds.c.opens, rounds.c.opened, rounds.c.closing, rounds.c.closed
    later = (
        exists().where(rounds.c.tournament == tournaments.c.id, or_(*(each >= before for each in of_round))),
        exists().where(seats.c.tournament == tournaments.c.id, seats.c.joined >= before),
        exists().where(games.c.tournament == tournaments.c.id, games.c.started >= before),
    )
    wanted = select(tournaments.c.id).where(tournaments.c.deleted.is_(None), tournaments.c.made < before)
    return (await connection.execute(wanted.where(*(~each for each in later)))).scalars().all()


async def deleted(connection: AsyncConnection, now: int) -> Sequence[str]:
    """The deleted tournaments whose rows may go."""
    wanted = select(tournaments.c.id).where(tournaments.c.deleted <= now - SETTLE_MS)
    return (await connection.execute(wanted)).scalars().all()


async def purge(connection: AsyncConnection, tournament: str) -> None:
    """Removes the rows of a tournament."""
    of_games = select(games.c.id).where(games.c.tournament == tournament)
    await connection.execute(delete(entries).where(entries.c.game.in_(of_games)))
    for table in (games, seats, decks, rounds):
        await connection.execute(delete(table).where(table.c.tournament == tournament))
    await connection.execute(delete(tournaments).where(tournaments.c.id == tournament))
