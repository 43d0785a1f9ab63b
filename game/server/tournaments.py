"""Tournaments in the database: made by a host, joined by players, opened and closed round by round.

Knows rows and what follows from one another; must not know sockets, nor how a game is judged. Each function
works within a transaction that is handed in.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Row, and_, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from game.online.messages import MOST_SEATS, NewTournament, RoundTold, State, TournamentTold
from game.robots.cast import NAMES, STRENGTHS
from game.server.keys import key_hash
from game.server.refusing import Refuse
from game.server.schema import decks, games, hosts, rounds, seats, tournaments
from game.tournament.names import looks, name_refusal
from game.tournament.player import Player, PlayerError
from game.tournament.tournament import GAME, MOST_NAME_LETTERS

MOST_SHOWN = 100
LAYING = 20261123
"""The advisory lock of who lays decks ready."""
SETTLE_MS = 2000
"""So long a closing round stays open to what was on its way."""


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
    for row in await connection.execute(_rounds_with_decks().where(rounds.c.tournament.in_(ids))):
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


def _rounds_with_decks() -> Any:
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
    wanted = _rounds_with_decks().where(rounds.c.tournament == tournament, rounds.c.number == number)
    row = (await connection.execute(wanted)).first()
    if row is None:
        await _expect_tournament(connection, tournament)
        raise Refuse("no_such_round")
    return row


# Rounds ---------------------------------------------------------------------------------------------


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
    lasts = select(tournaments.c.lasts).where(tournaments.c.id == row.tournament)
    seconds = (await connection.execute(lasts)).scalar_one()
    await connection.execute(
        _this(row)
        .where(rounds.c.opened.is_(None))
        .values(opened=now, closes=None if seconds is None else now + seconds * 1000)
    )


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
    rows = (await connection.execute(_rounds_with_decks().where(rounds.c.closed.is_(None)))).all()
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
    running = or_(games.c.outcome.is_(None), games.c.started + games.c.elapsed > now)
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
