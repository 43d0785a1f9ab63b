"""Results of a closed round from the database: what each game came to, the best first.

Knows rows of games, seats and entries; must not know who asks. Nothing is told of a round that is not closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from game.server.games import expect_closed
from game.server.schema import entries, games, seats, tournaments
from game.tournament.player import PERSON
from game.tournament.rounds import Remark
from game.tournament.standings import Tally, round_ranking


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
    remarks: Sequence[Remark] = ()
    """What is told beside it."""


class Results(NamedTuple):
    """Some lines of a round's results, and how many there are in all."""

    lines: tuple[Result, ...]
    total: int


class Line(NamedTuple):
    """Where a game stands among those of its round."""

    rank: int | None
    game: int


async def order(connection: AsyncConnection, tournament: str, number: int) -> Sequence[Line]:
    """The games of a closed round, the best first; robots that have no place among the people come last.

    Raises:
        Refuse: there is no such round, or it is not closed.
    """
    await expect_closed(connection, tournament, number)
    of = await connection.execute(select(tournaments.c.robots_rank).where(tournaments.c.id == tournament))
    robots_rank = bool(of.scalar_one())
    wanted = (
        select(games.c.id, games.c.score + games.c.bonus, games.c.elapsed, games.c.home, seats.c.kind)
        .join(seats, seats.c.id == games.c.seat)
        .where(games.c.tournament == tournament, games.c.round == number)
        .order_by(games.c.id)
    )
    rows = (await connection.execute(wanted)).all()

    def ranked() -> list[Line]:
        played = {game: Tally(total, elapsed, home) for game, total, elapsed, home, _ in rows}
        apart = () if robots_rank else {row.id for row in rows if row.kind != PERSON}
        return [Line(each.rank, each.who) for each in round_ranking(played, apart)]

    return await asyncio.to_thread(ranked)  # of many it takes longer than anybody's action may wait


async def results(connection: AsyncConnection, lines: Sequence[Line]) -> list[Result]:
    """What these games came to, in this order."""
    ids = [each.game for each in lines]
    wanted = select(games, seats.c.name, seats.c.kind).join(seats, seats.c.id == games.c.seat)
    rows = {row.id: row for row in await connection.execute(wanted.where(games.c.id.in_(ids)))}
    long = select(entries.c.game, func.max(entries.c.number).label("most")).group_by(entries.c.game)
    counted = await connection.execute(long.where(entries.c.game.in_(ids)))
    actions = {row.game: row.most for row in counted}
    return [
        Result(
            row.id,
            rank,
            row.name,
            row.kind,
            row.outcome,
            row.score,
            row.bonus,
            row.home,
            row.elapsed,
            actions.get(row.id, 0),
        )
        for rank, row in ((each.rank, rows[each.game]) for each in lines if each.game in rows)
    ]
