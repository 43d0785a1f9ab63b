"""Tournaments in the database: made by a host, and what everybody may know of them.

Each function runs within the caller's transaction.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from sqlalchemy import Row, and_, func, insert, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from game.online.bodies import NewTournament
from game.online.messages import Announcement, RoundInfo, State, TournamentInfo
from game.play.played import STRENGTHS
from game.rules.options import game_text
from game.server.budgets import RequestRejected
from game.server.presence import away_since
from game.server.schema import decks, games, hosts, rounds, seats, tournaments
from game.server.seats import add_seat, key_hash, read_tournament
from game.tournament.player import PERSON, ROBOT_NAMES, Player, name_refusal, tidied
from game.tournament.tournament import GAME, MAX_NAME_LETTERS, MAX_ROUNDS

MAX_SHOWN = 100


# Hosts ----------------------------------------------------------------------------------------------


async def is_host(connection: AsyncConnection, key: str) -> bool:
    """Whether a key is a host's."""
    return await connection.scalar(select(hosts.c.made).where(hosts.c.key_hash == key_hash(key))) is not None


async def add_host(connection: AsyncConnection, key: str, now: int) -> None:
    """Makes a key a host's, if it is not so already."""
    if not await is_host(connection, key):
        await connection.execute(insert(hosts).values(key_hash=key_hash(key), made=now))


async def make_tournament(connection: AsyncConnection, wanted: NewTournament, now: int) -> str:
    """Creates a tournament with its rounds and robots; returns its id.

    Raises:
        RequestRejected: its name is not allowed, or a robot's strength is unknown.
    """
    name = tidied(wanted.name)
    refusal = name_refusal(name, MAX_NAME_LETTERS)
    if refusal is not None:
        raise RequestRejected("name_refused", refusal)
    for strength in wanted.robots:
        if strength not in STRENGTHS:
            raise RequestRejected("bad_message", f"no robot is called {strength}")
    made = secrets.token_hex(16)
    lasts = wanted.every if wanted.lasts is None else wanted.lasts  # until the next one opens
    await connection.execute(
        insert(tournaments).values(
            id=made,
            name=name,
            draw=wanted.draw,
            seconds=wanted.seconds,
            rounds=wanted.rounds,
            lasts=lasts,
            robots_rank=wanted.robots_rank,
            made=now,
            seats=wanted.seats,
            start=wanted.start,
            secret=secrets.token_hex(16),
        )
    )
    await connection.execute(insert(rounds), [*_planned(made, wanted, lasts)])
    for robot, strength in zip(ROBOT_NAMES, wanted.robots, strict=False):
        await add_seat(connection, made, Player(robot, f"robot {strength}"), None, now)
    return made


def _planned(tournament: str, wanted: NewTournament, lasts: int | None) -> Iterable[dict[str, Any]]:
    for number in range(1, wanted.rounds + 1):
        opens = wanted.opens
        if opens is not None and number > 1:
            opens = None if wanted.every is None else opens + (number - 1) * wanted.every * 1000
        closes = None if opens is None or lasts is None else opens + lasts * 1000
        yield {"tournament": tournament, "number": number, "opens": opens, "closes": closes}


# Afterwards -----------------------------------------------------------------------------------------


async def add_round(connection: AsyncConnection, tournament: str) -> None:
    """Adds a waiting round after the last.

    Raises:
        RequestRejected: there is no such tournament, it has all rounds it may have, or another evening has
            followed.
    """
    row, info = await read_tournament(connection, tournament, True), await told(connection, tournament)
    if row.rounds >= MAX_ROUNDS:
        raise RequestRejected("no_more_rounds")
    if info.next is not None:
        raise RequestRejected("no_change", info.next)
    counted = update(tournaments).where(tournaments.c.id == tournament).values(rounds=row.rounds + 1)
    await connection.execute(counted)
    await connection.execute(insert(rounds).values(tournament=tournament, number=row.rounds + 1))


async def make_next(connection: AsyncConnection, tournament: str, now: int) -> str:
    """Creates the evening that follows: the same rules, link and seats, no points; returns its id.

    Raises:
        RequestRejected: there is no such tournament, it is being played, or another evening has followed.
    """
    row, info = await read_tournament(connection, tournament, True), await told(connection, tournament)
    if info.next is not None:
        raise RequestRejected("no_change", info.next)
    playing = select(games.c.id).where(games.c.tournament == tournament, games.c.outcome.is_(None)).limit(1)
    is_played = await connection.scalar(playing) is not None
    if is_played or any(listed.state == "open" for listed in info.rounds):
        raise RequestRejected("still_played")
    series, made = row.series or row.id, secrets.token_hex(16)
    of_series = or_(tournaments.c.series == series, tournaments.c.id == series)
    before = (await connection.scalars(select(tournaments.c.name).where(of_series).order_by("made"))).all()
    count = f" {len(before) + 1}"
    await connection.execute(update(tournaments).where(tournaments.c.id == row.id).values(series=series))
    values = {
        **row._mapping,  # the secret, too: its link leads here
        "id": made,
        "series": series,
        "name": before[0][: MAX_NAME_LETTERS - len(count)] + count,
        "made": max(now, row.made + 1),
        "announced": None,
        "announced_at": None,
    }
    await connection.execute(insert(tournaments).values(values))
    numbers = range(1, row.rounds + 1)
    await connection.execute(insert(rounds), [{"tournament": made, "number": number} for number in numbers])
    kept = [column for column in seats.c if column.name not in ("id", "tournament", "joined")]
    stays = or_(seats.c.key_hash.is_not(None), and_(seats.c.kind != PERSON, seats.c.removed.is_(None)))
    seated = select(literal(made), literal(now), *kept).where(seats.c.tournament == row.id, stays)
    names = ["tournament", "joined", *(column.name for column in kept)]
    await connection.execute(insert(seats).from_select(names, seated.order_by(seats.c.id)))
    return made


async def evenings(connection: AsyncConnection, tournament: str) -> list[str]:
    """Ids of the evenings of a tournament's series, the first one first; of one that is alone its own."""
    own = select(tournaments.c.series).where(tournaments.c.id == tournament).scalar_subquery()
    there = tournaments.c.deleted.is_(None), or_(tournaments.c.series == own, tournaments.c.id == tournament)
    return [*await connection.scalars(select(tournaments.c.id).where(*there).order_by(tournaments.c.made))]


# What everybody may know ----------------------------------------------------------------------------


async def told(connection: AsyncConnection, tournament: str) -> TournamentInfo:
    """A tournament as everybody may know it; raises RequestRejected if there is none with this id."""
    there = tournaments.c.id == tournament, tournaments.c.deleted.is_(None)
    found = await _told(connection, select(tournaments).where(*there))
    if not found:
        raise RequestRejected("no_such_tournament")
    return found[0]


async def newest(connection: AsyncConnection) -> tuple[TournamentInfo, ...]:
    """The newest tournaments, the newest first."""
    there = select(tournaments).where(tournaments.c.deleted.is_(None))
    wanted = there.order_by(tournaments.c.made.desc(), tournaments.c.id).limit(MAX_SHOWN)
    return tuple(await _told(connection, wanted))


async def _told(connection: AsyncConnection, wanted: Any) -> list[TournamentInfo]:
    rows = (await connection.execute(wanted)).all()
    ids = [row.id for row in rows]
    counted = await connection.execute(
        select(seats.c.tournament, func.count(), func.count(seats.c.knocks))
        .where(seats.c.tournament.in_(ids), seats.c.removed.is_(None))
        .group_by(seats.c.tournament)
    )
    series = {row.series for row in rows if row.series}
    of_series = tournaments.c.series.in_(series), tournaments.c.deleted.is_(None)
    chain = select(tournaments.c.id, tournaments.c.series).where(*of_series).order_by(tournaments.c.made)
    chained = (await connection.execute(chain)).all() if series else ()
    of_one = [[row.id for row in chained if row.series == one] for one in series]
    later = dict(pair for chain_of_one in of_one for pair in pairwise(chain_of_one))
    players: dict[str, tuple[int, int]] = {row[0]: (row[1] - row[2], row[2]) for row in counted}
    rounds_of: dict[str, list[RoundInfo]] = {tournament: [] for tournament in ids}
    for row in await connection.execute(rounds_with_decks().where(rounds.c.tournament.in_(ids))):
        is_running = row.starts is not None and row.closed is None
        away = await away_since(connection, row.starts) if is_running else 0
        rounds_of[row.tournament].append(_round_told(row, away))
    return [
        TournamentInfo(
            row.id,
            row.name,
            game_text(GAME(draw=row.draw, limit=row.seconds)),
            row.made,
            players.get(row.id, (0, 0))[0],
            row.robots_rank,
            tuple(rounds_of[row.id]),
            row.seats,
            row.start,
            players.get(row.id, (0, 0))[1],
            None if row.announced_at is None else Announcement(row.announced_at, row.announced),
            row.series,
            later.get(row.id),
        )
        for row in rows
    ]


def rounds_with_decks() -> Any:
    """The question for rounds with their decks, by tournament and number; no row is shown as it is."""
    laid = and_(decks.c.tournament == rounds.c.tournament, decks.c.round == rounds.c.number)
    return (
        select(rounds, decks.c.commitment, decks.c.salt, decks.c.deck)
        .join(tournaments, tournaments.c.id == rounds.c.tournament)
        .outerjoin(decks, laid)
        .where(tournaments.c.deleted.is_(None))
        .order_by(rounds.c.tournament, rounds.c.number)
    )


def _round_told(row: Row[Any], away: int) -> RoundInfo:
    """A round as everybody may know it: salt and deck only when it is closed.

    The server was `away` for so many ms since its clocks started.
    """
    is_closed = row.closed is not None
    return RoundInfo(
        row.number,
        state_of(row),
        row.opened if row.opened is not None else row.opens,
        row.closing if row.closing is not None else row.closes,
        row.commitment,
        row.salt if is_closed else None,
        row.deck if is_closed else None,
        None if row.starts is None else row.starts + away,
        row.put_off,
    )


def state_of(row: Row[Any]) -> State:
    """Returns the state of a round."""
    if row.cancelled is not None:
        return "cancelled"
    if row.closed is not None:
        return "closed"
    if row.closing is not None:
        return "closing"
    return "waiting" if row.opened is None else "open"


async def announce(connection: AsyncConnection, tournament: str, text: str, now: int) -> None:
    """Stores a message for everybody; an empty one withdraws the last.

    Raises:
        RequestRejected: there is no such tournament, or nothing to withdraw.
    """
    before = (await told(connection, tournament)).announced
    if not text and before is None:
        raise RequestRejected("no_change")
    said = {"announced": text or None, "announced_at": now if text else None}
    await connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(**said))


async def round_row(connection: AsyncConnection, tournament: str, number: int) -> Row[Any]:
    """A round with its deck; never to be shown as it is; raises RequestRejected if there is none."""
    wanted = rounds_with_decks().where(rounds.c.tournament == tournament, rounds.c.number == number)
    row = (await connection.execute(wanted)).first()
    if row is None:
        await read_tournament(connection, tournament)
        raise RequestRejected("no_such_round")
    return row
