"""Standings of a tournament while it is played: what is over, and score and cards home of what is not.

Knows rows and sums; must not know who asks. Nothing of a running round is told but these two figures.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from game.online.parts import Place, RoundScore
from game.server.schema import entries, games, rounds, seats, tournaments
from game.tournament.standings import Tally, ranking


class Table(NamedTuple):
    """The lines of a table, the first place first, with the seat of each."""

    places: tuple[Place, ...]
    of_seat: dict[int, Place]


async def table(connection: AsyncConnection, tournament: str, now: int) -> Table:
    """The standings of a tournament at a moment."""
    of = (await connection.execute(select(tournaments).where(tournaments.c.id == tournament))).one()
    sitting = await connection.execute(
        select(seats.c.id, seats.c.name, seats.c.kind)
        .where(seats.c.tournament == tournament, seats.c.knocks.is_(None), seats.c.removed.is_(None))
        .order_by(seats.c.id)
    )
    counts = rounds.c.opened.is_not(None), rounds.c.cancelled.is_(None)
    opened = await connection.execute(
        select(rounds.c.number, rounds.c.closed).where(rounds.c.tournament == tournament, *counts)
    )
    scores: dict[int, dict[int, RoundScore]] = defaultdict(dict)
    for seat, number, score in await _scores(connection, tournament, now):
        scores[seat][number] = score
    # In a thread: with many players it takes longer than anybody's action may wait.
    return await asyncio.to_thread(_table, sitting.all(), scores, of, opened.all())


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
        .join(rounds, and_(rounds.c.tournament == games.c.tournament, rounds.c.number == games.c.round))
        .outerjoin(entries, is_last)
        .where(games.c.tournament == tournament, rounds.c.cancelled.is_(None))
    )
    found = []
    for row in (await connection.execute(wanted)).all():
        if row.outcome is None:
            score = RoundScore(False, row.score_so_far or 0, row.home_so_far or 0, 0)
        elif row.started + row.away + row.elapsed > now:  # a robot's, which is watched at its pace
            score = RoundScore(False, *await _at(connection, row.id, now - row.started - row.away), 0)
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


def _table(
    sitting: Sequence[Any], scores: dict[int, dict[int, RoundScore]], of: Any, opened: Sequence[Any]
) -> Table:
    by_id = {row.id: row for row in sitting}
    apart = {row.id for row in sitting if row.kind != "person" and not of.robots_rank}
    played = {
        seat: {number: _tally(each) for number, each in scores[seat].items()} if seat in scores else {}
        for seat in by_id
    }
    closed = [row.number for row in opened if row.closed is not None]
    still_open = [row.number for row in opened if row.closed is None]
    found = {}
    for rank, seat, (total, elapsed, home) in ranking(played, closed, still_open, of.seconds * 1000, apart):
        row, mine = by_id[seat], scores.get(seat, {})
        in_order = tuple([mine.get(number) for number in range(1, of.rounds + 1)])
        found[seat] = Place(rank, row.name, row.kind, total, elapsed, home, in_order)
    return Table(tuple(found.values()), found)


def _tally(score: RoundScore) -> Tally:
    """What counts of a round; of one that is being played nothing yet."""
    return Tally(score.total, score.elapsed, score.home) if score.is_over else Tally()
