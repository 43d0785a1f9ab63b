"""Changes by a host: a seat renamed, removed, banned or erased, a tournament deleted.

A change of a seat raises RequestRejected if it is not allowed, or nothing would change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, delete, exists, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from game.server.access import RequestRejected
from game.server.rounds import SETTLE_MS
from game.server.schema import decks, entries, games, rounds, seats, tournaments
from game.server.seats import digest_of
from game.server.tournaments import expect_tournament
from game.tournament.player import looks, name_refusal


async def seat_row(connection: AsyncConnection, tournament: str, seat: int) -> Row[Any]:
    """Returns a seat; raises RequestRejected if there is none with this number."""
    await expect_tournament(connection, tournament)
    wanted = select(seats).where(seats.c.tournament == tournament, seats.c.id == seat)
    row = (await connection.execute(wanted)).first()
    if row is None:
        raise RequestRejected("no_such_seat")
    return row


async def rename_seat(connection: AsyncConnection, row: Row[Any], name: str) -> None:
    """Renames a seat, here and in everything sent from now on."""
    if row.name == name:
        raise RequestRejected("no_change", name)
    refusal = name_refusal(name)
    if refusal is not None:
        raise RequestRejected("name_refused", refusal)
    taken = await _alike(connection, row, name)
    if taken is not None:
        raise RequestRejected("name_taken", taken)
    await _put_name(connection, row, name)


async def remove_seat(connection: AsyncConnection, row: Row[Any], now: int) -> None:
    """Removes a seat: its key can no longer be used there."""
    if row.knocks is not None:
        raise RequestRejected("not_admitted")
    if row.removed is not None:
        raise RequestRejected("no_change", row.name)
    await connection.execute(update(seats).where(seats.c.id == row.id).values(removed=now))


async def ban_seat(connection: AsyncConnection, row: Row[Any], address: str, now: int) -> None:
    """Removes a seat, and admits nobody else from its player's `address`, if known (else empty)."""
    if row.banned is not None:
        raise RequestRejected("no_change", row.name)
    of = (await connection.execute(select(tournaments).where(tournaments.c.id == row.tournament))).one()
    banned = digest_of(of, address) if address else row.knocks or row.address or ""
    out = {"removed": row.removed or now, "knocks": None, "address": None, "banned": banned}
    await connection.execute(update(seats).where(seats.c.id == row.id).values(**out))


async def erase_seat(connection: AsyncConnection, row: Row[Any]) -> None:
    """Erases a seat's owner: its name becomes a number, its key belongs to nobody."""
    if row.knocks is not None:
        raise RequestRejected("not_admitted")
    if row.key_hash is None:
        raise RequestRejected("no_change", row.name)
    name = f"player {row.id}"
    while await _alike(connection, row, name) is not None:
        name = f"{name}0"
    await _put_name(connection, row, name)
    gone = {"key_hash": None, "address": None, "banned": None}
    await connection.execute(update(seats).where(seats.c.id == row.id).values(**gone))


async def _alike(connection: AsyncConnection, of: Row[Any], name: str) -> str | None:
    """Returns another name in the tournament that looks like this one."""
    look, drawn = looks(name)
    others = seats.c.tournament == of.tournament, seats.c.id != of.id
    alike = select(seats.c.name).where(*others, or_(seats.c.look == look, seats.c.drawn == drawn))
    found: str | None = (await connection.execute(alike)).scalar()
    return found


async def _put_name(connection: AsyncConnection, row: Row[Any], name: str) -> None:
    look, drawn = looks(name)
    named = update(seats).where(seats.c.id == row.id).values(name=name, look=look, drawn=drawn)
    try:
        await connection.execute(named)
    except IntegrityError:  # at another worker, in this moment
        raise RequestRejected("name_taken", name) from None


async def delete_tournament(connection: AsyncConnection, tournament: str, now: int) -> None:
    """Deletes a tournament: its keys stop working. Raises RequestRejected if there is no such tournament."""
    there = tournaments.c.id == tournament, tournaments.c.deleted.is_(None)
    if not (await connection.execute(update(tournaments).where(*there).values(deleted=now))).rowcount:
        raise RequestRejected("no_such_tournament")
    await connection.execute(update(seats).where(seats.c.tournament == tournament).values(key_hash=None))


async def outdated(connection: AsyncConnection, before: int) -> Sequence[str]:
    """Tournaments without past events or plans since a moment."""
    of_round = rounds.c.opens, rounds.c.opened, rounds.c.closing, rounds.c.closed
    later = (
        exists().where(rounds.c.tournament == tournaments.c.id, or_(*(each >= before for each in of_round))),
        exists().where(seats.c.tournament == tournaments.c.id, seats.c.joined >= before),
        exists().where(games.c.tournament == tournaments.c.id, games.c.started >= before),
    )
    wanted = select(tournaments.c.id).where(tournaments.c.deleted.is_(None), tournaments.c.made < before)
    return (await connection.execute(wanted.where(*(~condition for condition in later)))).scalars().all()


async def deleted(connection: AsyncConnection, now: int) -> Sequence[str]:
    """Deleted tournaments whose rows may be removed."""
    wanted = select(tournaments.c.id).where(tournaments.c.deleted <= now - SETTLE_MS)
    return (await connection.execute(wanted)).scalars().all()


async def purge(connection: AsyncConnection, tournament: str) -> None:
    """Removes the rows of a tournament."""
    of_games = select(games.c.id).where(games.c.tournament == tournament)
    await connection.execute(delete(entries).where(entries.c.game.in_(of_games)))
    for table in (games, seats, decks, rounds):
        await connection.execute(delete(table).where(table.c.tournament == tournament))
    await connection.execute(delete(tournaments).where(tournaments.c.id == tournament))
