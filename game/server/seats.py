"""Seats in the database: their keys, joining, and knocking until the host admits them."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Row, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from game.online.bodies import AllSeats, Join, SeatTold
from game.online.messages import MAX_SEATS
from game.server.budgets import RequestRejected, is_here
from game.server.schema import games, rounds, seats, tournaments
from game.tournament.player import Player, PlayerError, new_player, skeletons, tidied

_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)


def new_key() -> str:
    """Returns a fresh key."""
    return secrets.token_hex(32)


def is_key(text: str) -> bool:
    """Whether a text has the form of a key."""
    return _KEY.fullmatch(text) is not None


def key_hash(key: str) -> str:
    """Returns the stored digest of a key."""
    return hashlib.sha256(f"patience key {key}".encode()).hexdigest()


MAX_KNOCKS_PER_ADDRESS, MAX_KNOCKS = 20, 1000
"""Maximum number of knocking players per address, and in all, so that the host can see who they are."""


class SeatRow(NamedTuple):
    """A seat."""

    id: int
    tournament: str
    name: str
    kind: str
    is_admitted: bool = True


async def join(
    connection: AsyncConnection, tournament: str, wanted: Join, key: str, address: str, unasked: int, now: int
) -> SeatRow:
    """Returns the seat of a key, taken or knocked for if it is new.

    Unless the host admits each, up to `unasked` seats from one address are admitted at once; more of them
    knock.

    Raises:
        RequestRejected: there is no such tournament, the name is not allowed or taken, the link's secret is
            missing, no seat is left, too many wait, or the address is banned.
    """
    found = await seat_of(connection, tournament, key)
    if found is not None:
        if found.name != tidied(wanted.name):
            raise RequestRejected("joined_already", found.name)
        return found
    row = await read_tournament(connection, tournament)
    if row.seats == "link" and not hmac.compare_digest(wanted.secret, row.secret):
        raise RequestRejected("link_needed")
    try:
        player = new_player(wanted.name)
    except PlayerError as wrong:
        raise RequestRejected("name_refused", str(wrong)) from None
    digest = digest_of(row, address)
    if not is_here(address) and await _is_banned(connection, tournament, digest):
        raise RequestRejected("banned")
    is_asked = (
        row.seats == "admit"
        or await _has_opened(connection, tournament)
        or await _beside(connection, tournament, digest) >= unasked
    )
    await _expect_room(connection, tournament, digest if is_asked else None)
    door = {"knocks" if is_asked else "address": digest}
    return await add_seat(connection, tournament, player, key_hash(key), now, **door)


async def _beside(connection: AsyncConnection, tournament: str, digest: str) -> int:
    """Number of seats taken from an address."""
    count = select(func.count()).where(seats.c.tournament == tournament, seats.c.address == digest)
    return int(await connection.scalar(count) or 0)


async def read_tournament(connection: AsyncConnection, tournament: str, is_held: bool = False) -> Row[Any]:
    """The row of a tournament, which with `is_held` nobody else changes now.

    Raises:
        RequestRejected: there is none with this id.
    """
    found = select(tournaments).where(tournaments.c.id == tournament, tournaments.c.deleted.is_(None))
    row = (await connection.execute(found.with_for_update() if is_held else found)).first()
    if row is None:
        raise RequestRejected("no_such_tournament")
    return row


async def _has_opened(connection: AsyncConnection, tournament: str) -> bool:
    """Whether a round has opened; none opens before this commits."""
    held = select(rounds.c.opened).where(rounds.c.tournament == tournament).order_by(rounds.c.number)
    found = await connection.scalars(held.with_for_update(read=True))
    return any(moment is not None for moment in found)


async def _is_banned(connection: AsyncConnection, tournament: str, digest: str) -> bool:
    """Whether the host has banned an address."""
    found = select(seats.c.id).where(seats.c.tournament == tournament, seats.c.banned == digest)
    return await connection.scalar(found.limit(1)) is not None


def digest_of(tournament: Row[Any], address: str) -> str:
    """Digest that identifies an address within this tournament only."""
    return hmac.digest((tournament.secret or tournament.id).encode(), address.encode(), "sha256").hex()[:32]


async def _expect_room(connection: AsyncConnection, tournament: str, knocks: str | None) -> None:
    by_door = await connection.execute(
        select(seats.c.knocks, func.count()).where(seats.c.tournament == tournament).group_by(seats.c.knocks)
    )
    counts: dict[str | None, int] = {row[0]: row[1] for row in by_door}
    sitting = counts.pop(None, 0)
    if sitting >= MAX_SEATS:
        raise RequestRejected("full")
    if knocks is None:
        return
    if counts.get(knocks, 0) >= MAX_KNOCKS_PER_ADDRESS or sum(counts.values()) >= MAX_KNOCKS:
        raise RequestRejected("door_full")


async def add_seat(
    connection: AsyncConnection,
    tournament: str,
    player: Player,
    hashed: str | None,
    now: int,
    knocks: str | None = None,
    address: str | None = None,
) -> SeatRow:
    """Adds a seat; raises RequestRejected if the name, or one that looks like it, is taken."""
    taken = await name_alike(connection, tournament, player.name)
    if taken is not None:
        raise RequestRejected("name_taken", taken)
    look, drawn = skeletons(player.name)
    row = {"tournament": tournament, "key_hash": hashed, "name": player.name, "kind": player.kind}
    try:
        number = await connection.scalar(
            insert(seats)
            .values(**row, look=look, drawn=drawn, joined=now, knocks=knocks, address=address)
            .returning(seats.c.id)
        )
    except IntegrityError:  # at another worker, in this moment
        raise RequestRejected("name_taken", player.name) from None
    return SeatRow(number, tournament, player.name, player.kind, knocks is None)


async def name_alike(
    connection: AsyncConnection, tournament: str, name: str, of: int | None = None
) -> str | None:
    """Returns a name in a tournament that looks like this one, of a seat other than `of`; None if none is."""
    look, drawn = skeletons(name)
    alike = select(seats.c.name).where(
        seats.c.tournament == tournament, or_(seats.c.look == look, seats.c.drawn == drawn)
    )
    found: str | None = await connection.scalar(alike if of is None else alike.where(seats.c.id != of))
    return found


_seat_of = select(
    *(seats.c.id, seats.c.tournament, seats.c.name, seats.c.kind, seats.c.knocks.is_(None)), seats.c.removed
).where(seats.c.tournament == bindparam("of"), seats.c.key_hash == bindparam("hashed"))


async def seat_of(connection: AsyncConnection, tournament: str, key: str) -> SeatRow | None:
    """Returns the seat of a key in a tournament, or None; raises RequestRejected if it was removed."""
    found = await connection.execute(_seat_of, {"of": tournament, "hashed": key_hash(key)})
    row = found.first()
    if row is not None and row.removed is not None:
        raise RequestRejected("removed")
    return None if row is None else SeatRow(*row[:-1])


async def expect_admitted(connection: AsyncConnection, seat: SeatRow) -> None:
    """Raises RequestRejected unless a seat may play."""
    row = (await connection.execute(select(seats.c.knocks).where(seats.c.id == seat.id))).first()
    if row is None:
        raise RequestRejected("sent_away")
    if row.knocks is not None:
        raise RequestRejected("not_admitted")


# Whom the host lets in ------------------------------------------------------------------------------


async def all_seats(connection: AsyncConnection, tournament: str, now: int) -> AllSeats:
    """Returns the seats of a tournament for its host; raises RequestRejected if there is none."""
    tournament_row = await read_tournament(connection, tournament)
    rows = (await connection.execute(select(seats).where(seats.c.tournament == tournament))).all()
    beside = Counter(row.knocks for row in rows if row.knocks is not None)
    played = await _played(connection, tournament, now)

    def told(row: Row[Any]) -> SeatTold:
        others = 0 if row.knocks is None else beside[row.knocks] - 1
        stand = tuple([played.get((row.id, number)) for number in range(1, tournament_row.rounds + 1)])
        is_removed = row.removed is not None
        return SeatTold(row.id, row.name, row.kind, row.joined, row.knocks is None, others, is_removed, stand)

    found = sorted(map(told, rows), key=lambda seat: (seat.is_admitted, seat.beside, seat.seat))
    return AllSeats(now, tournament_row.secret if tournament_row.seats == "link" else None, tuple(found))


async def owners(connection: AsyncConnection, tournament: str) -> dict[str, str]:
    """Returns whose each name is: digests of keys, which stay the same in every evening of a series."""
    found = await connection.execute(
        select(seats.c.name, seats.c.kind, seats.c.key_hash).where(seats.c.tournament == tournament)
    )
    return {row.name: row.key_hash or f"{row.kind} {row.name}" for row in found}


async def _played(connection: AsyncConnection, tournament: str, now: int) -> dict[tuple[int, int], Any]:
    """State of a tournament's games by seat and round; a robot's is watched at its pace."""
    is_over = and_(
        games.c.outcome.is_not(None), games.c.started + games.c.away + games.c.elapsed <= now
    ).label("is_over")
    found = select(games.c.seat, games.c.round, is_over).where(games.c.tournament == tournament)
    rows = await connection.execute(found)
    return {(row.seat, row.round): "over" if row.is_over else "playing" for row in rows}


async def admit(connection: AsyncConnection, tournament: str, chosen: Sequence[int]) -> None:
    """Admits knocking seats; raises RequestRejected if there is no such tournament, or no seat is left."""
    await read_tournament(connection, tournament)
    await _expect_room(connection, tournament, None)
    await connection.execute(update(seats).where(*_knocking(tournament, chosen)).values(knocks=None))


async def send_away(connection: AsyncConnection, tournament: str, chosen: Sequence[int]) -> None:
    """Removes knocking seats; raises RequestRejected if there is no such tournament."""
    await read_tournament(connection, tournament)
    await connection.execute(delete(seats).where(*_knocking(tournament, chosen)))


def _knocking(tournament: str, chosen: Sequence[int]) -> tuple[Any, ...]:
    return seats.c.tournament == tournament, seats.c.knocks.is_not(None), seats.c.id.in_(chosen)
