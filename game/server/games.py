"""Games in the database: started once by each seat, rebuilt from their entries, and as records.

Each function but `load` runs within the caller's transaction.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, and_, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from game.online.bodies import ClosedRound, PlayedRound
from game.online.messages import RoundEnding
from game.play.game import Entry, Game
from game.play.proof import deal_of
from game.play.record import action_from_text, action_to_text, header_text
from game.rounds.referee import StoredGame, ending_of, stored
from game.rules.options import game_text
from game.server.budgets import RequestRejected
from game.server.database import Database
from game.server.presence import absences_between, away_since
from game.server.schema import decks, entries, games, insert_new, rounds, seats, tournaments
from game.server.seats import SeatRow, expect_admitted, read_tournament
from game.server.tournaments import round_row
from game.tournament.tournament import GAME, moment_to_text

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MAX_INLINE_ENTRIES = 300
"""Games longer than this are rebuilt in a thread."""


class GameRow(NamedTuple):
    """A started game."""

    id: int
    seat: int
    tournament: str
    round: int
    started: int
    ends: int


_COLUMNS = (games.c.id, games.c.seat, games.c.tournament, games.c.round, games.c.started, games.c.ends)


# What is asked of everybody who comes is put together once: that takes as long as asking it.
_game_of = select(*_COLUMNS).where(games.c.seat == bindparam("of"), games.c.round == bindparam("number"))
_running_round = select(games.c.round).where(
    games.c.seat == bindparam("of"), games.c.outcome.is_(None), games.c.ends > bindparam("now")
)
_dealt = (
    select(games.c.started, games.c.away, decks.c.deck, tournaments.c.draw, tournaments.c.seconds)
    .join(decks, and_(decks.c.tournament == games.c.tournament, decks.c.round == games.c.round))
    .join(tournaments, tournaments.c.id == games.c.tournament)
    .where(games.c.id == bindparam("of"))
)
_played_in = (
    select(entries.c.at, entries.c.action).where(entries.c.game == bindparam("of")).order_by(entries.c.number)
)


async def game_of(connection: AsyncConnection, seat: int, round_number: int) -> GameRow | None:
    """Returns the game of a seat in a round, or None."""
    found = await connection.execute(_game_of, {"of": seat, "number": round_number})
    row = found.first()
    return None if row is None else GameRow(*row)


async def running_round(connection: AsyncConnection, seat: int, now: int) -> int | None:
    """Returns the round that a seat is playing, or None."""
    found = await connection.execute(_running_round, {"of": seat, "now": now})
    row = found.first()
    return None if row is None else int(row.round)


async def begin(connection: AsyncConnection, seat: SeatRow, round_number: int, now: int) -> GameRow:
    """Starts a round for a seat, once.

    Raises:
        RequestRejected: the round is not open, was started or has no deck; or the seat plays or knocks.
    """
    # The round's row is held, so that it cannot begin to close until this is committed.
    seconds = await connection.scalar(
        select(tournaments.c.seconds)
        .join(rounds, rounds.c.tournament == tournaments.c.id)
        .where(rounds.c.tournament == seat.tournament, rounds.c.number == round_number)
        .with_for_update(read=True, of=rounds)
    )
    await expect_admitted(connection, seat)
    row = await round_row(connection, seat.tournament, round_number)
    asked = await connection.execute(select(*_COLUMNS, games.c.outcome).where(games.c.seat == seat.id))
    played = asked.all()
    for game in played:
        if game.round == round_number:
            return GameRow(*game[:-1])
    if row.opened is None or row.closing is not None:
        raise RequestRejected("not_open")
    if row.commitment is None:
        raise RequestRejected("no_deck")
    for game in played:
        if game.outcome is None and game.ends > now:
            raise RequestRejected("playing_another", str(game.round))
    assert seconds is not None, "the round is there"
    times = await _times_now(connection, row, seconds, now)
    values = {"seat": seat.id, "tournament": seat.tournament, "round": round_number, **times}
    number = await connection.scalar(insert_new(connection, games).values(**values).returning(games.c.id))
    if number is None:  # at another worker, in this moment
        there = await game_of(connection, seat.id, round_number)
        assert there is not None, "else it would be new"
        return there
    return GameRow(number, seat.id, seat.tournament, round_number, times["started"], times["ends"])


async def _times_now(connection: AsyncConnection, row: Row[Any], seconds: int, now: int) -> dict[str, int]:
    """Start and end of a game started now; with a common clock, the common ones.

    Raises:
        RequestRejected: they have not started, or their time is over.
    """
    times = await times_of(connection, now if row.starts is None else row.starts, seconds)
    starts = times["started"] + times["away"]
    if now < starts:
        raise RequestRejected("not_started", str(starts))
    if now >= times["ends"]:
        raise RequestRejected("not_open")
    return {**times, "begun": now - starts}


async def times_of(connection: AsyncConnection, started: int, seconds: int) -> dict[str, int]:
    """Start and end of a game whose clock started at a moment, and the server's downtime since."""
    away = await away_since(connection, started)
    return {"started": started, "away": away, "ends": started + away + seconds * 1000}


async def last_entry(connection: AsyncConnection, game: int) -> int:
    """Number of a game's last entry, 0 before the first."""
    return await connection.scalar(select(func.max(entries.c.number)).where(entries.c.game == game)) or 0


async def load(database: Database, game: int) -> StoredGame:
    """Rebuilds a game from its entries; no reader of the database is held meanwhile."""
    async with database.read() as connection:
        row = (await connection.execute(_dealt, {"of": game})).one()
        kept = (await connection.execute(_played_in, {"of": game})).all()
    variant = GAME(draw=row.draw, limit=row.seconds)
    played = [Entry(entry.at, action_from_text(variant, entry.action)) for entry in kept]
    deal = deal_of(variant, row.deck)
    if len(played) > MAX_INLINE_ENTRIES:  # it takes longer than anybody's action may wait
        return await asyncio.to_thread(stored, deal, row.started + row.away, played)
    return stored(deal, row.started + row.away, played)


def entry_rows(game: int, first: int, before: Game, new: Sequence[Entry]) -> list[dict[str, Any]]:
    """Converts new entries of a game to rows; `before` is the game without them."""
    played, found = before.copy(), []
    for number, entry in enumerate(new, first):
        played.play(entry.action, entry.at_ms)
        found.append(entry_row(game, number, entry, played))
    return found


def entry_row(game: int, number: int, entry: Entry, after: Game) -> dict[str, Any]:
    """Converts one new entry to a row; the game is the one after it."""
    return {
        "game": game,
        "number": number,
        "at": entry.at_ms,
        "action": action_to_text(after.variant, entry.action),
        "score": after.score or 0,
        "home": after.variant.home(after.position),
    }


def result_row(game: Game) -> dict[str, Any] | None:
    """Returns the result columns of a finished game; None while it is running."""
    ending: RoundEnding | None = ending_of(game)
    if ending is None:
        return None
    return {
        "outcome": ending.outcome,
        "score": ending.score,
        "bonus": ending.bonus,
        "home": ending.home,
        "elapsed": ending.elapsed,
    }


async def abandoned(connection: AsyncConnection, now: int) -> list[GameRow]:
    """Games whose time is up and that are not over."""
    found = await connection.execute(
        select(*_COLUMNS)
        .where(games.c.outcome.is_(None), games.c.ends <= now)
        .order_by(games.c.ends)
        .limit(200)
    )
    return [GameRow(*row) for row in found]


async def running_games(connection: AsyncConnection, *which: Any) -> tuple[GameRow, ...]:
    """Games of some seats or rounds that are not over."""
    wanted = (
        select(*_COLUMNS).join(seats, seats.c.id == games.c.seat).where(games.c.outcome.is_(None), *which)
    )
    return tuple(GameRow(*row) for row in await connection.execute(wanted.order_by(games.c.id)))


# What proves a round --------------------------------------------------------------------------------


async def closed_round(connection: AsyncConnection, tournament: str, number: int) -> ClosedRound:
    """Returns everything that proves a closed round; raises RequestRejected if there is none."""
    row, tournament_row = await _closed(connection, tournament, number)
    wanted = _games_of(tournament, number).order_by(games.c.id)
    played = [
        await _played(connection, row, tournament_row, game)
        for game in (await connection.execute(wanted)).all()
    ]
    return ClosedRound(
        2,
        tournament,
        tournament_row.name,
        number,
        game_text(GAME(draw=tournament_row.draw, limit=tournament_row.seconds)),
        row.opened,
        row.closed,
        row.commitment,
        row.salt,
        row.deck,
        tuple(played),
        tournament_row.seats,
        tournament_row.start,
        row.starts,
        await absences_between(connection, row.opened, row.closed),
        tournament_row.robots_rank,
    )


async def played_round(connection: AsyncConnection, tournament: str, number: int, game: int) -> PlayedRound:
    """Returns one game of a closed round.

    Raises:
        RequestRejected: there is no such round, it is not closed, or it has no such game.
    """
    row, tournament_row = await _closed(connection, tournament, number)
    found = (await connection.execute(_games_of(tournament, number).where(games.c.id == game))).first()
    if found is None:
        raise RequestRejected("not_begun")
    return await _played(connection, row, tournament_row, found)


async def records_of(
    connection: AsyncConnection, tournament: str, number: int, wanted: Collection[int]
) -> dict[int, bytes]:
    """Returns the records of some games of a closed round.

    Raises:
        RequestRejected: there is no such round, or it is not closed.
    """
    row, tournament_row = await _closed(connection, tournament, number)
    found = (await connection.execute(_games_of(tournament, number).where(games.c.id.in_(wanted)))).all()
    return {game.id: (await _played(connection, row, tournament_row, game)).record.encode() for game in found}


async def expect_closed(connection: AsyncConnection, tournament: str, number: int) -> Row[Any]:
    """Returns the row of a closed round; raises RequestRejected if there is none, or it is not closed."""
    row = await round_row(connection, tournament, number)
    if row.closed is None:
        raise RequestRejected("not_closed")
    return row


async def _closed(connection: AsyncConnection, tournament: str, number: int) -> tuple[Row[Any], Row[Any]]:
    """Returns the rows of a closed round and its tournament."""
    row = await expect_closed(connection, tournament, number)
    return row, await read_tournament(connection, tournament)


def _games_of(tournament: str, number: int) -> Select[Any]:
    """Returns a round's games with their players' names."""
    return (
        select(games.c.id, games.c.started, games.c.begun, seats.c.name, seats.c.kind)
        .join(seats, seats.c.id == games.c.seat)
        .where(games.c.tournament == tournament, games.c.round == number)
    )


async def _played(
    connection: AsyncConnection, row: Row[Any], tournament_row: Row[Any], game: Row[Any]
) -> PlayedRound:
    """Returns a game of a closed round with its record."""
    kept = await connection.execute(_played_in, {"of": game.id})
    tags = {"tournament": tournament_row.id, "round": str(row.number), "commitment": row.commitment}
    deal = deal_of(GAME(draw=tournament_row.draw, limit=tournament_row.seconds), row.deck)
    record = header_text(deal, {**_tags(game), **tags}) + _lines(kept)
    return PlayedRound(game.name, game.kind, record, game.begun)


def _tags(game: Any) -> dict[str, str]:
    started = moment_to_text(EPOCH + timedelta(milliseconds=game.started))
    tags = {"started": started, "player": game.name}
    if game.kind != "person":
        tags["robot"] = game.kind.removeprefix("robot ")
    return tags


def _lines(kept: Iterable[Any]) -> str:
    return "".join([f"{row.at} {row.action}\n" for row in kept])
