"""Rounds in the database: given decks, opened, closed, and finished when nobody plays them any more.

Knows rows and what is due at a moment; must not know who asks, nor how a game is judged. Each function works
within a transaction that is handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, and_, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from game.server.refusing import Refuse
from game.server.schema import decks, games, rounds, seats, tournaments
from game.server.tournaments import round_row, rounds_with_decks

LAYING = 20261123
"""The advisory lock of who lays decks ready."""
COUNTDOWN_MS = 10_000
"""So long after the opening all clocks start, where they start together."""
SETTLE_MS = 2000
"""So long a closing round stays open to what was on its way."""


async def open_round(connection: AsyncConnection, tournament: str, number: int, now: int) -> None:
    """Opens a round that waits, if a deck is laid ready.

    Raises:
        Refuse: there is none, it is not waiting, or has no deck.
    """
    row = await round_row(connection, tournament, number)
    if row.opened is not None:
        return
    if row.commitment is None:
        raise Refuse("no_deck")
    await _open(connection, row, now)


async def _open(connection: AsyncConnection, row: Row[Any], now: int) -> None:
    of = select(tournaments).where(tournaments.c.id == row.tournament)
    starts, closes = _times((await connection.execute(of)).one(), now)
    opening = _this(row).where(rounds.c.opened.is_(None))
    await connection.execute(opening.values(opened=now, starts=starts, closes=closes))


def _times(of: Row[Any], opened: int) -> tuple[int | None, int | None]:
    """When all clocks of a round start, and until when it may be begun; None where nothing tells so."""
    closes = [] if of.lasts is None else [opened + of.lasts * 1000]
    starts = opened + COUNTDOWN_MS if of.start == "common" else None
    if starts is not None:
        closes.append(starts + of.seconds * 1000)
    return starts, min(closes, default=None)


def _this(row: Row[Any]) -> Any:
    return update(rounds).where(rounds.c.tournament == row.tournament, rounds.c.number == row.number)


async def close_round(connection: AsyncConnection, tournament: str, number: int, now: int) -> None:
    """Lets nobody begin an open round any more.

    Raises:
        Refuse: there is none, or it has not opened.
    """
    row = await round_row(connection, tournament, number)
    if row.opened is None:
        raise Refuse("not_open")
    await connection.execute(_this(row).where(rounds.c.closing.is_(None)).values(closing=now))


_HAS_DECK = exists().where(decks.c.tournament == rounds.c.tournament, decks.c.round == rounds.c.number)


async def is_deck_missing(connection: AsyncConnection) -> bool:
    """Whether a round has no deck."""
    return (await connection.execute(select(rounds.c.number).where(~_HAS_DECK).limit(1))).first() is not None


async def lay_ready(connection: AsyncConnection) -> set[str]:
    """Gives proven decks to rounds that have none, the oldest tournament first; returns those it served."""
    if connection.dialect.name == "postgresql":  # of several workers one after the other
        await connection.execute(select(func.pg_advisory_xact_lock(LAYING)))
    waiting = await connection.execute(
        select(rounds.c.tournament, rounds.c.number, tournaments.c.draw)
        .join(tournaments)
        .where(~_HAS_DECK)
        .order_by(tournaments.c.made, rounds.c.tournament, rounds.c.number)
    )
    served: set[str] = set()
    lacking: set[int] = set()  # kinds of decks of which none is left: nobody asks again for each round
    for row in waiting.all():
        if row.draw in lacking:
            continue
        spare = (
            select(decks.c.commitment)
            .where(decks.c.tournament.is_(None), decks.c.draw == row.draw)
            .order_by(decks.c.proven, decks.c.commitment)
            .limit(1)
        )
        found = (await connection.execute(spare)).first()
        if found is not None:
            await connection.execute(
                update(decks)
                .where(decks.c.commitment == found.commitment, decks.c.tournament.is_(None))
                .values(tournament=row.tournament, round=row.number)
            )
            served.add(row.tournament)
        else:
            lacking.add(row.draw)
    return served


async def rounds_due(connection: AsyncConnection, now: int) -> list[tuple[str, int]]:
    """The rounds whose time has come to open, to close or to be finished, by tournament and number."""
    rows = (await connection.execute(rounds_with_decks().where(rounds.c.closed.is_(None)))).all()
    return [(row.tournament, row.number) for row in rows if await _step(connection, row, now) is not None]


async def go_on(connection: AsyncConnection, tournament: str, number: int, now: int) -> None:
    """Opens, closes or finishes a round if its time has come."""
    row = await round_row(connection, tournament, number)
    match await _step(connection, row, now):
        case "opened":
            await _open(connection, row, now)
        case "closing":
            await connection.execute(_this(row).where(rounds.c.closing.is_(None)).values(closing=now))
        case "closed":
            await connection.execute(_this(row).where(rounds.c.closed.is_(None)).values(closed=now))


async def _step(connection: AsyncConnection, row: Row[Any], now: int) -> str | None:
    """What is due of a round, or None."""
    if row.closed is not None:
        return None
    if row.opened is None:
        is_due = row.opens is not None and row.opens <= now and row.commitment is not None
        return "opened" if is_due else None
    if row.closing is None:
        return "closing" if row.closes is not None and row.closes <= now else None
    is_due = row.closing + SETTLE_MS <= now and not await _is_played(connection, row, now)
    return "closed" if is_due else None


async def _is_played(connection: AsyncConnection, row: Row[Any], now: int) -> bool:
    """Whether anybody still plays a round, a robot included whose game is watched at its pace."""
    running = or_(games.c.outcome.is_(None), games.c.started + games.c.away + games.c.elapsed > now)
    found = await connection.execute(
        select(games.c.id)
        .where(games.c.tournament == row.tournament, games.c.round == row.number, running)
        .limit(1)
    )
    if found.first() is not None:
        return True
    robots = select(seats.c.id).where(seats.c.tournament == row.tournament, seats.c.kind != "person")
    played = exists().where(games.c.seat == seats.c.id, games.c.round == row.number)
    return (await connection.execute(robots.where(~played).limit(1))).first() is not None


async def spare_decks(connection: AsyncConnection) -> dict[int, int]:
    """By draw, how many proven decks lie ready and belong to no round."""
    found = await connection.execute(
        select(decks.c.draw, func.count()).where(decks.c.tournament.is_(None)).group_by(decks.c.draw)
    )
    return {row[0]: row[1] for row in found}


async def add_deck(
    connection: AsyncConnection, draw: int, salt: str, deck: str, commitment: str, now: int
) -> None:
    """Keeps a proven deck."""
    await connection.execute(
        insert(decks).values(commitment=commitment, draw=draw, salt=salt, deck=deck, proven=now)
    )


async def robots_due(connection: AsyncConnection) -> Sequence[Any]:
    """Seats of robots with the rounds that have opened and that they have not played."""
    played = exists().where(games.c.seat == seats.c.id, games.c.round == rounds.c.number)
    laid = and_(decks.c.tournament == rounds.c.tournament, decks.c.round == rounds.c.number)
    found = await connection.execute(
        select(
            seats.c.id.label("seat"),
            seats.c.name,
            seats.c.kind,
            rounds.c.tournament,
            rounds.c.number,
            rounds.c.opened,
            rounds.c.starts,
            decks.c.deck,
            tournaments.c.draw,
            tournaments.c.seconds,
        )
        .select_from(seats)
        .join(rounds, rounds.c.tournament == seats.c.tournament)
        .join(decks, laid)
        .join(tournaments, tournaments.c.id == rounds.c.tournament)
        .where(seats.c.kind != "person", rounds.c.opened.is_not(None), rounds.c.closed.is_(None), ~played)
    )
    return found.all()
