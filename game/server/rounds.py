"""Rounds in the database: given decks, opened, closed, and finished once all their games are over.

Each function runs within the caller's transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, and_, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from game.server.budgets import RequestRejected
from game.server.schema import decks, games, rounds, seats, tournaments
from game.server.seats import read_tournament
from game.server.tournaments import round_row, rounds_with_decks, state_of

LAYING = 20261123
"""Advisory lock for assigning decks."""
COUNTDOWN_MS = 10_000
"""Countdown from the opening until all clocks start, if they start together."""
SETTLE_MS = 2000
"""Time for which a closing round still accepts actions under way."""
MISSED_MS = 5000
"""A round due this long before the server started has missed its time."""
SOON_MS = 3_600_000
"""Rounds promised for the next hour get their decks first, and as many more are kept ready."""
MIN_RESERVE = 3
"""Number of decks of each draw that are kept for rounds within the next hour."""
NOTICE_MS = 20_000
"""Notice before a postponed round: players reconnect within some seconds."""


async def open_round(connection: AsyncConnection, tournament: str, number: int, now: int) -> None:
    """Opens a waiting round that has a deck; raises RequestRejected if there is none."""
    await _open(connection, await expect_openable(connection, tournament, number), now)


async def expect_openable(connection: AsyncConnection, tournament: str, number: int) -> Row[Any]:
    """Returns the row of a waiting round that has a deck; raises RequestRejected if there is none."""
    row = await round_row(connection, tournament, number)
    if state_of(row) != "waiting":
        raise RequestRejected("no_change", state_of(row))
    if row.commitment is None:
        raise RequestRejected("no_deck")
    return row


async def open_rounds(connection: AsyncConnection, tournament: str) -> Sequence[int]:
    """Numbers of the rounds that can be started."""
    is_open = rounds.c.opened.is_not(None), rounds.c.closing.is_(None)
    found = select(rounds.c.number).where(rounds.c.tournament == tournament, *is_open)
    return (await connection.scalars(found.order_by(rounds.c.number))).all()


async def _open(connection: AsyncConnection, row: Row[Any], now: int) -> None:
    starts, closes = _times(await read_tournament(connection, row.tournament), now)
    opening = _this(row).where(rounds.c.opened.is_(None), rounds.c.cancelled.is_(None))
    await connection.execute(opening.values(opened=now, starts=starts, closes=closes))
    is_its_tournament = tournaments.c.id == row.tournament
    await connection.execute(
        update(tournaments).where(is_its_tournament).values(announced=None, announced_at=None)
    )
    # From now on everybody knocks: from where the others came is not needed any more.
    await connection.execute(update(seats).where(seats.c.tournament == row.tournament).values(address=None))


def _times(tournament: Row[Any], opened: int) -> tuple[int | None, int | None]:
    """When a round's clocks start, and until when it can be started; None if open."""
    closes = [] if tournament.lasts is None else [opened + tournament.lasts * 1000]
    starts = opened + COUNTDOWN_MS if tournament.start == "common" else None
    if starts is not None:
        closes.append(starts + tournament.seconds * 1000)
    return starts, min(closes, default=None)


def _this(row: Row[Any]) -> Any:
    return update(rounds).where(rounds.c.tournament == row.tournament, rounds.c.number == row.number)


async def close_round(
    connection: AsyncConnection, tournament: str, number: int, now: int, held_ms: int = 0
) -> None:
    """Closes an open round to new starts; its deck stays secret for `held_ms`, so that this can be undone.

    Raises:
        RequestRejected: there is none, it has not opened, or it is closing or closed.
    """
    row = await round_row(connection, tournament, number)
    if row.opened is None:
        raise RequestRejected("not_open")
    if row.closing is not None:
        raise RequestRejected("no_change", state_of(row))
    held = now + held_ms if held_ms else None
    await connection.execute(_this(row).where(rounds.c.closing.is_(None)).values(closing=now, held=held))


async def reopen_round(connection: AsyncConnection, tournament: str, number: int, now: int) -> None:
    """Undoes a close; if the planned time is over too, the round stays open as long as at first.

    Raises:
        RequestRejected: there is none, it is not closing, its common clock ran out, or its proof is out.
    """
    row = await round_row(connection, tournament, number)
    if state_of(row) == "closed":
        raise RequestRejected("proof_is_out")
    if state_of(row) != "closing":
        raise RequestRejected("no_change", state_of(row))
    closes = row.closes
    if closes is not None and closes <= now:
        if row.starts is not None:  # the clock of all has run out
            raise RequestRejected("time_is_up")
        _, closes = _times(await read_tournament(connection, row.tournament), now)
    reopened = _this(row).where(rounds.c.closed.is_(None)).values(closing=None, closes=closes, held=None)
    if not (await connection.execute(reopened)).rowcount:
        raise RequestRejected("proof_is_out")


async def extend_round(
    connection: AsyncConnection, tournament: str, number: int, now: int, seconds: int
) -> None:
    """Extends an open round; with a common clock, not beyond its end.

    Raises:
        RequestRejected: there is none, it is not open, has no planned end, or ends with all clocks.
    """
    row = await round_row(connection, tournament, number)
    if state_of(row) != "open":
        raise RequestRejected("not_open")
    if row.closes is None:
        raise RequestRejected("no_change", state_of(row))
    closes = max(now, row.closes) + seconds * 1000
    if row.starts is not None:
        of = await read_tournament(connection, row.tournament)
        closes = min(closes, row.starts + of.seconds * 1000)
    if closes <= row.closes:
        raise RequestRejected("common_clock")
    longer = _this(row).where(rounds.c.closing.is_(None)).values(closes=closes)
    if not (await connection.execute(longer)).rowcount:
        raise RequestRejected("not_open")


async def cancel_round(connection: AsyncConnection, tournament: str, number: int, now: int) -> None:
    """Cancels a round: it does not count and cannot be started.

    Raises:
        RequestRejected: there is none, it is cancelled already, or its proof is published.
    """
    row = await round_row(connection, tournament, number)
    if row.cancelled is not None:
        raise RequestRejected("no_change", state_of(row))
    if row.closed is not None:
        raise RequestRejected("proof_is_out")
    closing = now if row.opened is not None and row.closing is None else row.closing
    cancelled = _this(row).where(rounds.c.closed.is_(None)).values(cancelled=now, closing=closing, held=None)
    if not (await connection.execute(cancelled)).rowcount:
        raise RequestRejected("proof_is_out")


_HAS_DECK = exists().where(decks.c.tournament == rounds.c.tournament, decks.c.round == rounds.c.number)


class PromisedRound(NamedTuple):
    """A round that has not opened, and when its deck is needed."""

    needed: int
    tournament: str
    number: int
    draw: int
    has_deck: bool

    def is_soon(self, now: int) -> bool:
        """Whether its deck is needed within the next hour."""
        return self.needed <= now + SOON_MS


async def promised_rounds(connection: AsyncConnection, now: int) -> list[PromisedRound]:
    """Rounds that have not opened, in the order in which their decks are needed.

    Those without a planned time may follow each other from now on.
    """
    found = await connection.execute(
        select(
            *(rounds.c.tournament, rounds.c.number, rounds.c.opens, tournaments.c.draw),
            *(tournaments.c.seconds, tournaments.c.made, _HAS_DECK.label("has_deck")),
        )
        .join(tournaments)
        .where(tournaments.c.deleted.is_(None), rounds.c.opened.is_(None), rounds.c.cancelled.is_(None))
        .order_by(tournaments.c.made, rounds.c.tournament, rounds.c.number)
    )
    before: Counter[str] = Counter()
    waiting = []
    for row in found:
        needed = now + before[row.tournament] * row.seconds * 1000 if row.opens is None else row.opens
        before[row.tournament] += 1
        waiting.append(PromisedRound(needed, row.tournament, row.number, row.draw, row.has_deck))
    return sorted(waiting, key=lambda waits: waits.needed)


async def decks_and_rounds(
    connection: AsyncConnection, now: int
) -> tuple[dict[int, int], list[PromisedRound]]:
    """Decks to spare by draw, and the rounds that have not opened."""
    return await spare_decks(connection), await promised_rounds(connection, now)


def layable(spare: Mapping[int, int], waiting: Sequence[PromisedRound], now: int) -> list[PromisedRound]:
    """Rounds without a deck for which there is one, in the order of need.

    Rounds after the next hour leave some to those before.
    """
    left, found = {**spare}, []
    for waits in waiting:
        if not waits.has_deck and left.get(waits.draw, 0) > (0 if waits.is_soon(now) else MIN_RESERVE):
            left[waits.draw] -= 1
            found.append(waits)
    return found


async def lay_ready(connection: AsyncConnection, now: int) -> set[str]:
    """Gives proven decks to the rounds that are `layable`; returns their tournaments."""
    if connection.dialect.name == "postgresql":  # of several workers one after the other
        await connection.execute(select(func.pg_advisory_xact_lock(LAYING)))
    rows = layable(*await decks_and_rounds(connection, now), now)
    for row in rows:
        spare = (
            select(decks.c.commitment)
            .where(decks.c.tournament.is_(None), decks.c.draw == row.draw)
            .order_by(decks.c.proven, decks.c.commitment)
            .limit(1)
        )
        found = (await connection.execute(spare)).scalar_one()
        laid = update(decks).where(decks.c.commitment == found, decks.c.tournament.is_(None))
        await connection.execute(laid.values(tournament=row.tournament, round=row.number))
    return {row.tournament for row in rows}


async def rounds_due(connection: AsyncConnection, now: int) -> list[tuple[str, int]]:
    """Rounds that are due to open, close or finish, by tournament and number."""
    rows = (await connection.execute(rounds_with_decks().where(rounds.c.closed.is_(None)))).all()
    return [(row.tournament, row.number) for row in rows if await _step(connection, row, now) is not None]


async def go_on(connection: AsyncConnection, tournament: str, number: int, now: int) -> None:
    """Opens, closes or finishes a round if it is due."""
    row = await round_row(connection, tournament, number)
    match await _step(connection, row, now):
        case "opened":
            await _open(connection, row, now)
        case "closing":
            await connection.execute(_this(row).where(rounds.c.closing.is_(None)).values(closing=now))
        case "closed":
            is_closing = rounds.c.closing.is_not(None), rounds.c.closed.is_(None)  # it may be open again
            await connection.execute(_this(row).where(*is_closing).values(closed=now))


async def _step(connection: AsyncConnection, row: Row[Any], now: int) -> str | None:
    """Returns the due step of a round, or None."""
    if row.closed is not None:
        return None
    if row.opened is None:
        may_open = row.commitment is not None and row.cancelled is None
        return "opened" if may_open and row.opens is not None and row.opens <= now else None
    if row.closing is None:
        return "closing" if row.closes is not None and row.closes <= now else None
    is_settled = now >= (row.closing + SETTLE_MS if row.held is None else row.held)
    return "closed" if is_settled and not await _is_played(connection, row, now) else None


async def _is_played(connection: AsyncConnection, row: Row[Any], now: int) -> bool:
    """Whether a round is still being played, including a robot's game watched at its pace."""
    is_running, ends = games.c.outcome.is_(None), games.c.started + games.c.away + games.c.elapsed
    running = or_(is_running, ends > now) if row.cancelled is None else is_running
    of_round = games.c.tournament == row.tournament, games.c.round == row.number
    if await connection.scalar(select(games.c.id).where(*of_round, running).limit(1)) is not None:
        return True
    if row.cancelled is not None:
        return False
    is_robot = seats.c.kind != "person", seats.c.removed.is_(None)
    robots = select(seats.c.id).where(seats.c.tournament == row.tournament, *is_robot)
    played = exists().where(games.c.seat == seats.c.id, games.c.round == row.number)
    return await connection.scalar(robots.where(~played).limit(1)) is not None


# Times that have passed without the server ------------------------------------------------------------


async def missed(connection: AsyncConnection, since: int) -> Sequence[str]:
    """Tournaments with a round that was due before the server started at `since`."""
    waits = rounds.c.opened.is_(None), rounds.c.cancelled.is_(None), rounds.c.opens <= since - MISSED_MS
    there = select(rounds.c.tournament).join(tournaments).where(tournaments.c.deleted.is_(None))
    wanted = there.where(*waits, _HAS_DECK).distinct().order_by(rounds.c.tournament)
    return (await connection.scalars(wanted)).all()


async def hold_anew(connection: AsyncConnection, tournament: str, since: int, now: int) -> list[str]:
    """Postpones rounds that were due while the server was down, and all that follow; a sentence for each."""
    planned = rounds.c.tournament == tournament, rounds.c.cancelled.is_(None), rounds.c.opened.is_(None)
    wanted = rounds_with_decks().where(*planned, rounds.c.opens.is_not(None))
    waiting = (await connection.execute(wanted)).all()
    first = min((row.opens for row in waiting), default=since)
    if first > since - MISSED_MS:
        return []
    name = (await read_tournament(connection, tournament)).name
    later, found = now + NOTICE_MS - first, []
    for row in waiting:
        opens, closes = row.opens + later, None if row.closes is None else row.closes + later
        before = row.opens if row.put_off is None else row.put_off
        as_read = rounds.c.opens == row.opens, rounds.c.opened.is_(None)  # another worker may have done it
        moved = _this(row).where(*as_read).values(opens=opens, closes=closes, put_off=before)
        if (await connection.execute(moved)).rowcount:
            at = f"{datetime.fromtimestamp(opens / 1000):%Y-%m-%d %H:%M:%S}"
            why = "its time passed while the server was away"
            found.append(f"Round {row.number} of {name} opens {at}: {why}")
    return found


# Decks and robots -------------------------------------------------------------------------------------


async def spare_decks(connection: AsyncConnection) -> dict[int, int]:
    """Number of proven decks without a round, by draw."""
    found = await connection.execute(
        select(decks.c.draw, func.count()).where(decks.c.tournament.is_(None)).group_by(decks.c.draw)
    )
    return {row[0]: row[1] for row in found}


async def add_deck(
    connection: AsyncConnection, draw: int, salt: str, deck: str, commitment: str, now: int
) -> None:
    """Stores a proven deck."""
    await connection.execute(
        insert(decks).values(commitment=commitment, draw=draw, salt=salt, deck=deck, proven=now)
    )


async def robots_due(connection: AsyncConnection) -> Sequence[Any]:
    """Robots' seats with the opened rounds that they have not played."""
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
        .where(
            *(seats.c.kind != "person", seats.c.removed.is_(None), tournaments.c.deleted.is_(None)),
            *(rounds.c.opened.is_not(None), rounds.c.closed.is_(None), rounds.c.cancelled.is_(None)),
            ~played,
        )
    )
    return found.all()
