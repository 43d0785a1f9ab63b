"""Results of a closed round from the database: what each game came to, the best first.

Knows rows of games, seats and entries; must not know who asks. Nothing is told of a round that is not closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from game.play.game import Act
from game.server.games import expect_closed
from game.server.schema import entries, games, seats, tournaments
from game.tournament.player import PERSON
from game.tournament.rounds import Remark, played_before
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
    began: int = 0
    """How long after the opening its player began, in ms."""
    before: int = 0
    """How many others had turned cards or moved them by then, robots not counted."""
    begun: int = 0
    """At which play time its player began."""
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
    began: int
    before: int


async def order(connection: AsyncConnection, tournament: str, number: int) -> Sequence[Line]:
    """The games of a closed round, the best first; robots that have no place among the people come last.

    Raises:
        Refuse: there is no such round, or it is not closed.
    """
    opened = (await expect_closed(connection, tournament, number)).opened
    of = await connection.execute(select(tournaments.c.robots_rank).where(tournaments.c.id == tournament))
    robots_rank = bool(of.scalar_one())
    wanted = (
        select(games, seats.c.kind, case((entries.c.action != Act.END.value, entries.c.at)).label("first"))
        .join(seats, seats.c.id == games.c.seat)
        .outerjoin(entries, and_(entries.c.game == games.c.id, entries.c.number == 1))
        .where(games.c.tournament == tournament, games.c.round == number)
        .order_by(games.c.id)
    )
    rows = (await connection.execute(wanted)).all()

    def ranked() -> list[Line]:
        played = {row.id: Tally(row.score + row.bonus, row.elapsed, row.home) for row in rows}
        apart = () if robots_rank else {row.id for row in rows if row.kind != PERSON}
        began = {row.id: row.started + row.begun for row in rows}
        acted = [row.started + row.first for row in rows if row.first is not None and row.kind == PERSON]
        before = dict(zip(began, played_before([*began.values()], acted), strict=True))
        return [
            Line(rank, game, began[game] - opened, before[game])
            for rank, game, _ in round_ranking(played, apart)
        ]

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
            line.rank,
            row.name,
            row.kind,
            row.outcome,
            row.score,
            row.bonus,
            row.home,
            row.elapsed,
            actions.get(row.id, 0),
            line.began,
            line.before,
            row.begun,
        )
        for line, row in ((each, rows[each.game]) for each in lines if each.game in rows)
    ]
