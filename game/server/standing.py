"""Standings of a tournament while it is played: what is over, and score and cards home of what is not.

Knows rows and sums; must not know who asks. Nothing of a running round is told but these two figures.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from game.online.parts import Place, RoundScore
from game.server.schema import entries, games, seats, tournaments


class Table(NamedTuple):
    """The lines of a table, the first place first, with the seat of each."""

    places: tuple[Place, ...]
    of_seat: dict[int, Place]


async def table(connection: AsyncConnection, tournament: str, now: int) -> Table:
    """The standings of a tournament at a moment."""
    of = (await connection.execute(select(tournaments).where(tournaments.c.id == tournament))).one()
    sitting = await connection.execute(
        select(seats.c.id, seats.c.name, seats.c.kind)
        .where(seats.c.tournament == tournament)
        .order_by(seats.c.id)
    )
    scores: dict[int, dict[int, RoundScore]] = defaultdict(dict)
    for seat, number, score in await _scores(connection, tournament, now):
        scores[seat][number] = score
    # In a thread: with many players it takes longer than anybody's action may wait.
    return await asyncio.to_thread(_table, sitting.all(), scores, of)


async def _scores(
    connection: AsyncConnection, tournament: str, now: int
) -> list[tuple[int, int, RoundScore]]:
    """Of every game the seat, the round, and what is seen of it."""
    # A look at the end of each game, however many entries it has.
    of_game = entries.alias()
    last = select(func.max(of_game.c.number)).where(of_game.c.game == games.c.id).scalar_subquery()
    is_last = and_(entries.c.game == games.c.id, entries.c.number == last, games.c.outcome.is_(None))
    wanted = (
        select(games, entries.c.score.label("score_so_far"), entries.c.home.label("home_so_far"))
        .select_from(games)
        .outerjoin(entries, is_last)
        .where(games.c.tournament == tournament)
    )
    found = []
    for row in (await connection.execute(wanted)).all():
        if row.outcome is None:
            score = RoundScore(False, row.score_so_far or 0, row.home_so_far or 0, 0)
        elif row.started + row.elapsed > now:  # a robot's, which is watched at its pace
            score = RoundScore(False, *await _at(connection, row.id, now - row.started), 0)
        else:
            score = RoundScore(True, row.score + row.bonus, row.home, row.elapsed)
        found.append((row.seat, row.round, score))
    return found


async def _at(connection: AsyncConnection, game: int, at_ms: int) -> tuple[int, int]:
    """Score and cards home of a game at a time of it."""
    found = await connection.execute(
        select(entries.c.score, entries.c.home)
        .where(entries.c.game == game, entries.c.at <= at_ms)
        .order_by(entries.c.number.desc())
        .limit(1)
    )
    row = found.first()
    return (0, 0) if row is None else (row.score, row.home)


def _table(sitting: Sequence[Any], scores: dict[int, dict[int, RoundScore]], of: Any) -> Table:
    return _ranked([_line(row, scores[row.id], of) for row in sitting], of.robots_rank)


def _line(seat: Any, scores: dict[int, RoundScore], of: Any) -> tuple[int, Place]:
    """A line that has no rank yet; a round that was not played counts nothing, and its whole time as used."""
    over = [each for each in scores.values() if each.is_over]
    last = max((number for number, each in scores.items() if each.is_over), default=0)
    missed = sum(number not in scores for number in range(1, last))
    return seat.id, Place(
        None,
        seat.name,
        seat.kind,
        sum(each.total for each in over),
        sum(each.elapsed for each in over) + missed * of.seconds * 1000,
        sum(each.home for each in over),
        tuple(scores.get(number) for number in range(1, of.rounds + 1)),
    )


def _ranked(lines: list[tuple[int, Place]], robots_rank: bool) -> Table:
    """The lines in their order; whom nothing tells apart shares a rank."""
    placed = [each for each in lines if robots_rank or each[1].kind == "person"]
    others = [each for each in lines if not robots_rank and each[1].kind != "person"]
    placed.sort(key=lambda each: _order(each[1]))
    others.sort(key=lambda each: _order(each[1]))
    found: list[tuple[int, Place]] = []
    rank, before = 0, None
    for index, (seat, place) in enumerate(placed, 1):
        if _order(place) != before:
            rank, before = index, _order(place)
        found.append((seat, replace(place, rank=rank)))
    found += others
    return Table(tuple(place for _, place in found), dict(found))


def _order(place: Place) -> tuple[int, int, int]:
    return -place.total, place.elapsed, -place.home
