"""Actions of a host, and the news of them for this worker's players; callers ask for confirmation first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import Row, delete, exists, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from game.codec import encoded
from game.online.bodies import RejectionBody, read_body
from game.server.budgets import RequestRejected
from game.server.clock import Now
from game.server.connections import ConnectionRegistry
from game.server.database import DatabaseError, in_the_log
from game.server.games import GameRow, game_of, running_games
from game.server.live import ActiveGames
from game.server.log import ThrottledLog
from game.server.rounds import SETTLE_MS, cancel_round, close_round, expect_openable, open_round, open_rounds
from game.server.schema import decks, entries, games, rounds, seats, tournaments
from game.server.seats import digest_of, name_alike, read_tournament
from game.server.tournaments import announce
from game.server.writer import Writer
from game.tournament.player import PlayerError, new_player, skeletons, tidied


async def seat_row(connection: AsyncConnection, tournament: str, seat: int) -> Row[Any]:
    """Returns a seat; raises RequestRejected if there is none with this number."""
    await read_tournament(connection, tournament)
    wanted = select(seats).where(seats.c.tournament == tournament, seats.c.id == seat)
    row = (await connection.execute(wanted)).first()
    if row is None:
        raise RequestRejected("no_such_seat")
    return row


async def rename_seat(connection: AsyncConnection, row: Row[Any], name: str) -> None:
    """Renames a seat, here and in everything sent from now on."""
    try:
        name = new_player(name).name
    except PlayerError as wrong:
        raise RequestRejected("name_refused", wrong.reason) from None
    if row.name == name:
        raise RequestRejected("no_change", name)
    taken = await name_alike(connection, row.tournament, name, row.id)
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
    tournament = await read_tournament(connection, row.tournament)
    banned = digest_of(tournament, address) if address else row.knocks or row.address or ""
    out = {"removed": row.removed or now, "knocks": None, "address": None, "banned": banned}
    await connection.execute(update(seats).where(seats.c.id == row.id).values(**out))


async def erase_seat(connection: AsyncConnection, row: Row[Any]) -> None:
    """Erases a seat's owner: its name becomes a number, its key belongs to nobody."""
    if row.knocks is not None:
        raise RequestRejected("not_admitted")
    if row.key_hash is None:
        raise RequestRejected("no_change", row.name)
    name = f"player {row.id}"
    while await name_alike(connection, row.tournament, name, row.id) is not None:
        name = f"{name}0"
    await _put_name(connection, row, name)
    gone = {"key_hash": None, "address": None, "banned": None}
    await connection.execute(update(seats).where(seats.c.id == row.id).values(**gone))


async def _put_name(connection: AsyncConnection, row: Row[Any], name: str) -> None:
    look, drawn = skeletons(name)
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
        exists().where(rounds.c.tournament == tournaments.c.id, or_(*(ends >= before for ends in of_round))),
        exists().where(seats.c.tournament == tournaments.c.id, seats.c.joined >= before),
        exists().where(games.c.tournament == tournaments.c.id, games.c.started >= before),
    )
    wanted = select(tournaments.c.id).where(tournaments.c.deleted.is_(None), tournaments.c.made < before)
    return (await connection.scalars(wanted.where(*(~condition for condition in later)))).all()


async def deleted(connection: AsyncConnection, now: int) -> Sequence[str]:
    """Deleted tournaments whose rows may be removed."""
    wanted = select(tournaments.c.id).where(tournaments.c.deleted <= now - SETTLE_MS)
    return (await connection.scalars(wanted)).all()


async def purge(connection: AsyncConnection, tournament: str) -> None:
    """Removes the rows of a tournament."""
    of_games = select(games.c.id).where(games.c.tournament == tournament)
    await connection.execute(delete(entries).where(entries.c.game.in_(of_games)))
    for table in (games, seats, decks, rounds):
        await connection.execute(delete(table).where(table.c.tournament == tournament))
    await connection.execute(delete(tournaments).where(tournaments.c.id == tournament))


DAY_MS = 86_400_000
SEAT_TOPICS = ("names", "rounds", "seats")
TAKE_BACK_MS = 60_000
"""Time a deck stays secret after its host closed the round: whoever comes late may still be let in."""


class Hosting:
    """The host's part of a worker."""

    def __init__(
        self,
        writer: Writer,
        live: ActiveGames,
        connections: ConnectionRegistry,
        throttled_log: ThrottledLog,
        now: Now,
    ) -> None:
        self._database, self._writer = writer.database, writer
        self._live, self._connections = live, connections
        self._throttled_log, self._now = throttled_log, now
        self._beside: set[asyncio.Task[None]] = set()

    # Rounds -------------------------------------------------------------------------------------------

    async def open_round(self, tournament: str, number: int, beside: bool = False) -> None:
        """Opens a round; rounds open before it can no longer be started, unless it opens beside them.

        Raises:
            RequestRejected: it cannot be opened.
        """
        async with self._database.read() as connection:
            await expect_openable(connection, tournament, number)
            before = await open_rounds(connection, tournament)
        for earlier in () if beside else before:  # each by itself: a transaction holds the row of one round
            with suppress(RequestRejected):
                await self.close_round(tournament, earlier, TAKE_BACK_MS)
        await self.change_round(open_round, tournament, number)

    async def close_round(self, tournament: str, number: int, held_ms: int = 0) -> None:
        """Closes a round to new starts; for `held_ms` at least this can be undone.

        Raises:
            RequestRejected: it is not open.
        """
        await self.change_round(partial(close_round, held_ms=held_ms), tournament, number)

    async def change_round(
        self,
        change: Callable[[AsyncConnection, str, int, int], Awaitable[None]],
        tournament: str,
        number: int,
        *topics: str,
    ) -> None:
        """Changes a round; `change` gets its tournament and number, and the time. Raises as `change` does."""
        await self._writer.do(
            lambda connection: change(connection, tournament, number, self._now()),
            [f"rounds {tournament}", *topics],
            is_apart=True,
        )

    async def cancel_round(self, tournament: str, number: int) -> None:
        """Cancels a round, so that it does not count, and ends its running games.

        Raises:
            RequestRejected: its proof is published, or it is cancelled already.
        """
        await self.change_round(cancel_round, tournament, number, f"cancelled {tournament} {number}")
        of_round = games.c.tournament == tournament, games.c.round == number
        await self._end(await self._database.ask(running_games, *of_round))

    # Seats --------------------------------------------------------------------------------------------

    async def change_seat(
        self,
        change: Callable[[AsyncConnection, Row[Any]], Awaitable[None]],
        tournament: str,
        seat: int,
        gone: RejectionBody,
    ) -> None:
        """Changes a seat, closes its connection with a reason, and has all told who sits there now.

        The game being played there ends, unless the seat was only `renamed`. Raises as `change` does.
        """

        async def changing(connection: AsyncConnection) -> tuple[GameRow, ...]:
            await change(connection, await seat_row(connection, tournament, seat))
            return await running_games(connection, seats.c.id == seat)

        topics = [f"gone {seat} {encoded(gone)}", *(f"{kind} {tournament}" for kind in SEAT_TOPICS)]
        running = await self._writer.do(changing, topics)
        await self._end(() if gone.code == "renamed" else running)

    async def rename_seat(self, tournament: str, seat: int, name: str) -> None:
        """Renames a seat; raises RequestRejected if there is no such seat, or nobody can be called so."""
        renaming = partial(rename_seat, name=name)
        await self.change_seat(renaming, tournament, seat, RejectionBody("renamed", (tidied(name),)))

    async def remove_seat(self, tournament: str, seat: int) -> None:
        """Removes a seat; raises RequestRejected if there is no such seat, or it was removed already."""
        removing = partial(remove_seat, now=self._now())
        await self.change_seat(removing, tournament, seat, RejectionBody("removed", ()))

    async def ban_seat(self, tournament: str, seat: int) -> None:
        """Removes a seat and bars its address; raises RequestRejected if there is none, or it is barred."""
        here = self._connections.of_seat(seat)
        banning = partial(ban_seat, address="" if here is None else here.address, now=self._now())
        await self.change_seat(banning, tournament, seat, RejectionBody("removed", ()))

    async def erase_seat(self, tournament: str, seat: int) -> None:
        """Erases a seat's name and key; raises RequestRejected if there is none, or it was erased already."""
        await self.change_seat(erase_seat, tournament, seat, RejectionBody("erased", ()))

    # Tournaments --------------------------------------------------------------------------------------

    async def announce(self, tournament: str, text: str) -> None:
        """Sends a message to everybody; an empty one withdraws the last.

        Raises:
            RequestRejected: there is no such tournament, or nothing to withdraw.
        """
        await self._writer.do(
            lambda connection: announce(connection, tournament, text, self._now()), [f"rounds {tournament}"]
        )

    async def delete(self, tournament: str) -> None:
        """Deletes a tournament with everything played in it; raises RequestRejected if there is none."""
        await self._writer.do(
            lambda connection: delete_tournament(connection, tournament, self._now()),
            [f"deleted {tournament}", f"names {tournament}"],
            is_apart=True,
        )

    async def delete_older(self, days: int) -> int:
        """Deletes tournaments in which nothing has happened for a number of days; returns how many."""
        found = await self._database.ask(outdated, self._now() - days * DAY_MS)
        for tournament in found:
            with suppress(RequestRejected):  # another worker has done it
                await self.delete(tournament)
        return len(found)

    async def purge(self) -> None:
        """Removes the remains of deleted tournaments."""
        for tournament in await self._database.ask(deleted, self._now()):
            await self._writer.do(partial(purge, tournament=tournament), is_apart=True)

    # News ---------------------------------------------------------------------------------------------

    def heard(self, topic: str) -> None:
        """Handles a topic from this worker or another."""
        kind, _, rest = topic.partition(" ")
        match kind:
            case "gone":
                seat, _, why = rest.partition(" ")
                refusal = read_body(RejectionBody, why)
                self._connections.leave(self._connections.of_seat(int(seat)), refusal.code, *refusal.parts)
            case "deleted":
                for _, connection in self._connections.of(rest):
                    self._connections.leave(connection, "deleted")
            case "cancelled":
                tournament, _, number = rest.partition(" ")
                task = asyncio.create_task(self._tell_cancelled(tournament, int(number)))
                self._beside.add(task)
                task.add_done_callback(self._beside.discard)

    async def _tell_cancelled(self, tournament: str, number: int) -> None:
        """Ends a cancelled round for the players connected here, and tells them."""
        for seat, connection in self._connections.of(tournament):
            if number not in connection.rounds:
                continue
            connection.rounds.discard(number)
            try:
                row = await self._database.ask(game_of, seat, number)
                if row is not None:
                    self._live.tell(connection, await self._live.end(row))
            except DatabaseError as error:
                self._throttled_log.tell(in_the_log(error))

    async def _end(self, running: Sequence[GameRow]) -> None:
        for row in running:
            await self._live.end(row)
