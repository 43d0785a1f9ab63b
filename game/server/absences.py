"""Rows of absences: when workers were last there, times in which none was, and what these have moved.

Knows games, rounds and beats as rows; must not know clocks. Play time is the time since the start without
that in which no worker was there. Each function works within a transaction that is handed in.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import and_, case, func, insert, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from game.online.parts import Absence
from game.server.schema import absences, entries, games, rounds, seats, workers

_IS_OF_ROBOT = games.c.seat.in_(select(seats.c.id).where(seats.c.kind != "person"))
_last_entry = select(func.max(entries.c.at)).where(entries.c.game == games.c.id).scalar_subquery()


class Beat(NamedTuple):
    """When a worker was last there."""

    worker: str
    seen: int
    boot: str
    since_boot: int


async def beats_of(connection: AsyncConnection) -> list[Beat]:
    """When each worker was last there."""
    found = await connection.execute(
        select(workers.c.id, workers.c.seen, workers.c.boot, workers.c.since_boot)
    )
    return [Beat(*row) for row in found]


async def latest_moment(connection: AsyncConnection) -> int:
    """The latest moment of which the database tells that it was, 0 in an empty one."""
    of_open = (
        select(func.max(games.c.started + games.c.away + func.coalesce(games.c.elapsed, _last_entry)))
        .join(rounds, and_(rounds.c.tournament == games.c.tournament, rounds.c.number == games.c.round))
        .where(rounds.c.opened.is_not(None), rounds.c.closed.is_(None), ~_IS_OF_ROBOT)
    )
    wanted = [
        select(func.max(workers.c.seen)),
        select(func.max(absences.c.ended)),
        *(select(func.max(rounds.c[name])) for name in ("opened", "closing", "closed")),
        of_open,
    ]
    found = [(await connection.execute(each)).scalar_one() for each in wanted]
    return max((int(each) for each in found if each is not None), default=0)


async def away_since(connection: AsyncConnection, moment: int) -> int:
    """For how long the server was away since a moment, in ms."""
    of_it = absences.c.ended - case((absences.c.began > moment, absences.c.began), else_=moment)
    found = await connection.execute(select(func.sum(of_it)).where(absences.c.ended > moment))
    return int(found.scalar_one() or 0)


async def absences_between(connection: AsyncConnection, first: int, last: int) -> tuple[Absence, ...]:
    """The times between two moments in which the server was away."""
    found = await connection.execute(
        select(absences.c.began, absences.c.ended)
        .where(absences.c.ended > first, absences.c.began < last)
        .order_by(absences.c.began)
    )
    return tuple([Absence(max(first, row.began), min(last, row.ended)) for row in found])


async def give_back(connection: AsyncConnection, began: int, ended: int) -> None:
    """Moves the ends of all that was going on between two moments in which nobody was there."""
    gap = ended - began
    await connection.execute(insert(absences).values(began=began, ended=ended))
    # A game whose start lies in the absence loses only what is after it.
    lost = case((games.c.started > began, literal(ended) - games.c.started), else_=gap)
    is_played = and_(games.c.outcome.is_(None), games.c.ends > began)
    is_shown = and_(_IS_OF_ROBOT, games.c.started + games.c.away + games.c.elapsed > began)  # at its pace
    await connection.execute(
        update(games)
        .where(games.c.started < ended, or_(is_played, is_shown))
        .values(away=games.c.away + lost, ends=games.c.ends + lost)
    )
    await connection.execute(
        update(rounds)
        .where(rounds.c.opened.is_not(None), rounds.c.closing.is_(None), rounds.c.closes > began)
        .values(closes=rounds.c.closes + gap)
    )


async def is_any_open(connection: AsyncConnection) -> bool:
    """Whether a round is open, or still played."""
    wanted = select(rounds.c.number).where(rounds.c.opened.is_not(None), rounds.c.closed.is_(None)).limit(1)
    return (await connection.execute(wanted)).first() is not None


async def write_beat(connection: AsyncConnection, beat: Beat) -> None:
    """Writes that a worker is there."""
    values = {"seen": beat.seen, "boot": beat.boot, "since_boot": beat.since_boot}
    done = await connection.execute(update(workers).where(workers.c.id == beat.worker).values(**values))
    if not done.rowcount:
        await connection.execute(insert(workers).values(id=beat.worker, **values))
