"""Results of a closed round from the database: what each game came to, the best first.

Knows rows of games, seats and entries; must not know who asks. Nothing is told of a round that is not closed.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from game.server.games import expect_closed
from game.server.schema import entries, games, seats, tournaments


class Result(NamedTuple):
    """What somebody's game came to."""

    game: int
    """Its number among all games of the server."""
    rank: int | None
    """None for a robot that has no place among the people."""
    player: str
    kind: str
    outcome: str
    score: int
    bonus: int
    home: int
    elapsed: int
    """Play time in ms."""
    actions: int
    """How many entries the record has."""


class Results(NamedTuple):
    """Some lines of a round's results, and how many there are in all."""

    lines: tuple[Result, ...]
    total: int


async def results(
    connection: AsyncConnection, tournament: str, number: int, first: int, most: int
) -> Results:
    """At most `most` lines of a closed round from line `first` on, counted from 0.

    Robots that have no place among the people come after them.

    Raises:
        Refuse: there is no such round, or it is not closed.
    """
    await expect_closed(connection, tournament, number)
    of = await connection.execute(select(tournaments.c.robots_rank).where(tournaments.c.id == tournament))
    robots_rank = bool(of.scalar_one())
    apart = case((seats.c.kind == "person", 0), else_=0 if robots_rank else 1)
    best = (games.c.score + games.c.bonus).desc(), games.c.elapsed, games.c.home.desc()
    of_round = games.c.tournament == tournament, games.c.round == number
    total = (await connection.execute(select(func.count()).select_from(games).where(*of_round))).scalar_one()
    rank = func.rank().over(partition_by=apart, order_by=best).label("rank")
    wanted = (
        select(games, seats.c.name, seats.c.kind, rank, apart.label("apart"))
        .join(seats, seats.c.id == games.c.seat)
        .where(*of_round)
        .order_by(apart, *best, games.c.id)
        .offset(first)
        .limit(most)
    )
    rows = (await connection.execute(wanted)).all()
    long = select(entries.c.game, func.max(entries.c.number).label("most")).group_by(entries.c.game)
    counted = await connection.execute(long.where(entries.c.game.in_([row.id for row in rows])))
    actions = {row.game: row.most for row in counted}
    lines = [
        Result(
            row.id,
            None if row.apart else row.rank,
            row.name,
            row.kind,
            row.outcome,
            row.score,
            row.bonus,
            row.home,
            row.elapsed,
            actions.get(row.id, 0),
        )
        for row in rows
    ]
    return Results(tuple(lines), total)
