"""Tournaments in the database: made by a host, joined by players, and what everybody may know of them.

Knows rows and what follows from one another; must not know sockets, nor when a round goes on. Each function
works within a transaction that is handed in.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Row, and_, bindparam, func, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from game.online.bodies import NewTournament
from game.online.parts import MOST_SEATS, RoundTold, State, TournamentTold
from game.robots.cast import NAMES, STRENGTHS
from game.server.keys import key_hash
from game.server.refusing import Refuse
from game.server.schema import decks, hosts, rounds, seats, tournaments
from game.tournament.names import looks, name_refusal
from game.tournament.player import Player, PlayerError
from game.tournament.tournament import GAME, MOST_NAME_LETTERS

MOST_SHOWN = 100


class SeatRow(NamedTuple):
    """A seat."""

    id: int
    tournament: str
    name: str
    kind: str


def game_text(draw: int, seconds: int) -> str:
    """The game of a tournament, as messages have it."""
    return f"{GAME.name} draw={draw} limit={seconds}"


# Hosts ----------------------------------------------------------------------------------------------


async def is_host(connection: AsyncConnection, key: str) -> bool:
    """Whether a key is a host's."""
    found = await connection.execute(select(hosts.c.made).where(hosts.c.key_hash == key_hash(key)))
    return found.first() is not None


async def add_host(connection: AsyncConnection, key: str, now: int) -> None:
    """Makes a key a host's, if it is not so already."""
    if not await is_host(connection, key):
        await connection.execute(insert(hosts).values(key_hash=key_hash(key), made=now))


async def make_tournament(connection: AsyncConnection, wanted: NewTournament, now: int) -> str:
    """A new tournament with its rounds and robots; returns its id.

    Raises:
        Refuse: its name is none, or a robot has a strength that there is not.
    """
    refusal = name_refusal(wanted.name, MOST_NAME_LETTERS)
    if refusal is not None:
        raise Refuse("name_refused", refusal)
    for strength in wanted.robots:
        if strength not in STRENGTHS:
            raise Refuse("bad_message", f"no robot is called {strength}")
    made = secrets.token_hex(16)
    await connection.execute(
        insert(tournaments).values(
            id=made,
            name=wanted.name,
            draw=wanted.draw,
            seconds=wanted.seconds,
            rounds=wanted.rounds,
            lasts=wanted.lasts,
            robots_rank=wanted.robots_rank,
            made=now,
        )
    )
    await connection.execute(insert(rounds), [*_planned(made, wanted)])
    for name, strength in zip(NAMES, wanted.robots, strict=False):
        await _add_seat(connection, made, Player(name, f"robot {strength}"), None, now)
    return made


def _planned(tournament: str, wanted: NewTournament) -> Iterable[dict[str, Any]]:
    for number in range(1, wanted.rounds + 1):
        opens = wanted.opens
        if opens is not None and number > 1:
            opens = None if wanted.every is None else opens + (number - 1) * wanted.every * 1000
        closes = None if opens is None or wanted.lasts is None else opens + wanted.lasts * 1000
        yield {"tournament": tournament, "number": number, "opens": opens, "closes": closes}


# Seats ----------------------------------------------------------------------------------------------


async def join(connection: AsyncConnection, tournament: str, name: str, key: str, now: int) -> SeatRow:
    """The seat of a key, taken now unless it was before.

    Raises:
        Refuse: there is no such tournament, the name cannot be or is taken, or there is no seat left.
    """
    found = await seat_of(connection, tournament, key)
    if found is None:
        await _expect_tournament(connection, tournament)
    else:
        if found.name != name:
            raise Refuse("joined_already", found.name)
        return found
    try:
        player = Player(name)
    except PlayerError as wrong:
        raise Refuse("name_refused", str(wrong)) from None
    count = select(func.count()).select_from(seats).where(seats.c.tournament == tournament)
    if (await connection.execute(count)).scalar_one() >= MOST_SEATS:
        raise Refuse("full")
    return await _add_seat(connection, tournament, player, key_hash(key), now)


async def _add_seat(
    connection: AsyncConnection, tournament: str, player: Player, hashed: str | None, now: int
) -> SeatRow:
    look, drawn = looks(player.name)
    alike = select(seats.c.name).where(
        seats.c.tournament == tournament, or_(seats.c.look == look, seats.c.drawn == drawn)
    )
    taken = (await connection.execute(alike)).first()
    if taken is not None:
        raise Refuse("name_taken", taken.name)
    row = {"tournament": tournament, "key_hash": hashed, "name": player.name, "kind": player.kind}
    try:
        made = await connection.execute(
            insert(seats).values(**row, look=look, drawn=drawn, joined=now).returning(seats.c.id)
        )
    except IntegrityError:  # at another worker, in this moment
        raise Refuse("name_taken", player.name) from None
    return SeatRow(made.scalar_one(), tournament, player.name, player.kind)


_seat_of = select(seats.c.id, seats.c.tournament, seats.c.name, seats.c.kind).where(
    seats.c.tournament == bindparam("of"), seats.c.key_hash == bindparam("hashed")
)


async def seat_of(connection: AsyncConnection, tournament: str, key: str) -> SeatRow | None:
    """The seat of a key in a tournament, or None."""
    found = await connection.execute(_seat_of, {"of": tournament, "hashed": key_hash(key)})
    row = found.first()
    return None if row is None else SeatRow(*row)


# What everybody may know ----------------------------------------------------------------------------


async def told(connection: AsyncConnection, tournament: str) -> TournamentTold:
    """A tournament as everybody may know it.

    Raises:
        Refuse: there is none with this id.
    """
    found = await _told(connection, select(tournaments).where(tournaments.c.id == tournament))
    if not found:
        raise Refuse("no_such_tournament")
    return found[0]


async def newest(connection: AsyncConnection) -> tuple[TournamentTold, ...]:
    """The newest tournaments, the newest first."""
    wanted = select(tournaments).order_by(tournaments.c.made.desc(), tournaments.c.id).limit(MOST_SHOWN)
    return tuple(await _told(connection, wanted))


async def _told(connection: AsyncConnection, wanted: Any) -> list[TournamentTold]:
    rows = (await connection.execute(wanted)).all()
    ids = [row.id for row in rows]
    counted = await connection.execute(
        select(seats.c.tournament, func.count())
        .where(seats.c.tournament.in_(ids))
        .group_by(seats.c.tournament)
    )
    players: dict[str, int] = {row[0]: row[1] for row in counted}
    of: dict[str, list[RoundTold]] = {each: [] for each in ids}
    for row in await connection.execute(rounds_with_decks().where(rounds.c.tournament.in_(ids))):
        of[row.tournament].append(round_told(row))
    return [
        TournamentTold(
            row.id,
            row.name,
            game_text(row.draw, row.seconds),
            row.made,
            players.get(row.id, 0),
            row.robots_rank,
            tuple(of[row.id]),
        )
        for row in rows
    ]


def rounds_with_decks() -> Any:
    """The question for rounds with their decks, by tournament and number; no row is shown as it is."""
    laid = and_(decks.c.tournament == rounds.c.tournament, decks.c.round == rounds.c.number)
    return (
        select(rounds, decks.c.commitment, decks.c.salt, decks.c.deck)
        .outerjoin(decks, laid)
        .order_by(rounds.c.tournament, rounds.c.number)
    )


def round_told(row: Row[Any]) -> RoundTold:
    """A round as everybody may know it: salt and deck only when it is closed."""
    is_closed = row.closed is not None
    return RoundTold(
        row.number,
        state_of(row),
        row.opened if row.opened is not None else row.opens,
        row.closing if row.closing is not None else row.closes,
        row.commitment,
        row.salt if is_closed else None,
        row.deck if is_closed else None,
    )


def state_of(row: Row[Any]) -> State:
    """How a round stands."""
    if row.closed is not None:
        return "closed"
    if row.closing is not None:
        return "closing"
    return "waiting" if row.opened is None else "open"


async def _expect_tournament(connection: AsyncConnection, tournament: str) -> None:
    found = await connection.execute(select(tournaments.c.id).where(tournaments.c.id == tournament))
    if found.first() is None:
        raise Refuse("no_such_tournament")


async def round_row(connection: AsyncConnection, tournament: str, number: int) -> Row[Any]:
    """A round with its deck; never to be shown as it is.

    Raises:
        Refuse: there is none.
    """
    wanted = rounds_with_decks().where(rounds.c.tournament == tournament, rounds.c.number == number)
    row = (await connection.execute(wanted)).first()
    if row is None:
        await _expect_tournament(connection, tournament)
        raise Refuse("no_such_round")
    return row
