"""Actions of a host, and the news of them for this worker's players; callers ask for confirmation first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from game.online.bodies import RejectionBody, read_body
from game.online.fields import encoded
from game.server import changes, rounds
from game.server.access import RequestRejected
from game.server.changes import ChangedSeat, erase_seat, remove_seat, rename_seat
from game.server.clock import Now
from game.server.connections import ConnectionRegistry
from game.server.database import Database, DatabaseError, in_the_log
from game.server.games import GameRow, game_of, running_games
from game.server.live import ActiveGames
from game.server.log import ThrottledLog
from game.server.news import PubSub
from game.server.schema import games
from game.server.tournaments import announce
from game.server.writer import Writer

DAY_MS = 86_400_000
SEAT_TOPICS = ("names", "rounds", "seats")
TAKE_BACK_MS = 20_000
"""How long a deck stays secret after its host closed the round before everybody had started it."""


class Hosting:
    """The host's part of a worker."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        news: PubSub,
        live: ActiveGames,
        hub: ConnectionRegistry,
        trouble: ThrottledLog,
        now: Now,
    ) -> None:
        self._database, self._writer, self._live, self._hub = database, writer, live, hub
        self._trouble, self._now = trouble, now
        self._beside: set[asyncio.Task[None]] = set()
        news.hear(self._heard)

    # Rounds -------------------------------------------------------------------------------------------

    async def open_round(self, tournament: str, number: int, beside: bool = False) -> None:
        """Opens a round; rounds open before it can no longer be started, unless it opens beside them.

        Raises:
            RequestRejected: it cannot be opened.
        """
        async with self._database.read() as connection:
            await rounds.expect_openable(connection, tournament, number)
            before = await rounds.open_rounds(connection, tournament)
        for each in () if beside else before:  # each by itself: a transaction holds the row of one round
            with suppress(RequestRejected):
                await self.close_round(tournament, each, TAKE_BACK_MS)
        await self._change(rounds.open_round, tournament, number)

    async def close_round(self, tournament: str, number: int, held_ms: int = 0) -> None:
        """Closes a round to new starts; for `held_ms` this can be undone if a player has not started it.

        Raises:
            RequestRejected: it is not open.
        """
        await self._change(partial(rounds.close_round, held_ms=held_ms), tournament, number)

    async def reopen_round(self, tournament: str, number: int) -> None:
        """Undoes a close; raises RequestRejected if it was not closed, or its proof is published."""
        await self._change(rounds.reopen_round, tournament, number)

    async def extend_round(self, tournament: str, number: int, seconds: int) -> None:
        """Keeps a round open to new starts for longer.

        Raises:
            RequestRejected: it is not open, or has no end to extend.
        """
        await self._change(partial(rounds.extend_round, seconds=seconds), tournament, number)

    async def cancel_round(self, tournament: str, number: int) -> None:
        """Cancels a round, so that it does not count, and ends its running games.

        Raises:
            RequestRejected: its proof is published, or it is cancelled already.
        """
        await self._change(rounds.cancel_round, tournament, number, f"cancelled {tournament} {number}")
        async with self._database.read() as connection:
            of_round = games.c.tournament == tournament, games.c.round == number
            running = await running_games(connection, *of_round)
        await self._end(running)

    async def _change(
        self,
        change: Callable[[AsyncConnection, str, int, int], Awaitable[None]],
        tournament: str,
        number: int,
        *topics: str,
    ) -> None:
        await self._writer.do(
            lambda connection: change(connection, tournament, number, self._now()),
            [f"rounds {tournament}", *topics],
            is_apart=True,
        )

    # Seats --------------------------------------------------------------------------------------------

    async def rename_seat(self, tournament: str, seat: int, name: str) -> None:
        """Renames a seat; raises RequestRejected if there is no such seat, or nobody can be called so."""
        gone = RejectionBody("renamed", (name,))
        await self._seat(lambda at: rename_seat(at, tournament, seat, name), tournament, seat, gone)

    async def remove_seat(self, tournament: str, seat: int) -> None:
        """Removes a seat and ends its running game.

        Raises:
            RequestRejected: there is no such seat, or it was removed already.
        """
        gone = RejectionBody("removed", ())
        changed = await self._seat(
            lambda at: remove_seat(at, tournament, seat, self._now()), tournament, seat, gone
        )
        await self._end(changed.running)

    async def ban_seat(self, tournament: str, seat: int) -> None:
        """Removes a seat, and admits nobody else from its address.

        Raises:
            RequestRejected: there is no such seat, or it is banned already.
        """
        here, gone = self._hub.of_seat(seat), RejectionBody("removed", ())
        address = "" if here is None else here.address
        changed = await self._seat(
            lambda at: changes.ban_seat(at, tournament, seat, address, self._now()), tournament, seat, gone
        )
        await self._end(changed.running)

    async def erase_seat(self, tournament: str, seat: int) -> None:
        """Erases name and key of a seat and ends its running game.

        Raises:
            RequestRejected: there is no such seat, or it was erased already.
        """
        gone = RejectionBody("erased", ())
        changed = await self._seat(lambda at: erase_seat(at, tournament, seat), tournament, seat, gone)
        await self._end(changed.running)

    async def _seat(
        self,
        change: Callable[[AsyncConnection], Awaitable[ChangedSeat]],
        tournament: str,
        seat: int,
        gone: RejectionBody,
    ) -> ChangedSeat:
        """Changes a seat, closes its connection with a reason, and has all told who sits there now."""
        topics = [f"gone {seat} {encoded(gone)}", *(f"{kind} {tournament}" for kind in SEAT_TOPICS)]
        return await self._writer.do(change, topics)

    # Tournaments --------------------------------------------------------------------------------------

    async def announce(self, tournament: str, line: str) -> None:
        """Sends a message to everybody; an empty one withdraws the last.

        Raises:
            RequestRejected: there is no such tournament, or nothing to withdraw.
        """
        await self._writer.do(
            lambda connection: announce(connection, tournament, line, self._now()), [f"rounds {tournament}"]
        )

    async def delete(self, tournament: str) -> None:
        """Deletes a tournament with everything played in it; raises RequestRejected if there is none."""
        await self._writer.do(
            lambda connection: changes.delete_tournament(connection, tournament, self._now()),
            [f"deleted {tournament}", f"names {tournament}"],
            is_apart=True,
        )

    async def delete_older(self, days: int) -> int:
        """Deletes tournaments in which nothing has happened for a number of days; returns how many."""
        async with self._database.read() as connection:
            found = await changes.outdated(connection, self._now() - days * DAY_MS)
        for tournament in found:
            with suppress(RequestRejected):  # another worker has done it
                await self.delete(tournament)
        return len(found)

    async def purge(self) -> None:
        """Removes the remains of deleted tournaments."""
        async with self._database.read() as connection:
            found = await changes.deleted(connection, self._now())
        for tournament in found:
            await self._writer.do(partial(changes.purge, tournament=tournament), is_apart=True)

    # News ---------------------------------------------------------------------------------------------

    def _heard(self, topic: str) -> None:
        kind, _, rest = topic.partition(" ")
        match kind:
            case "gone":
                seat, _, why = rest.partition(" ")
                refusal = read_body(RejectionBody, why)
                self._hub.leave(self._hub.of_seat(int(seat)), refusal.code, *refusal.parts)
            case "deleted":
                for _, connection in self._hub.of(rest):
                    self._hub.leave(connection, "deleted")
            case "cancelled":
                tournament, _, number = rest.partition(" ")
                task = asyncio.create_task(self._tell_cancelled(tournament, int(number)))
                self._beside.add(task)
                task.add_done_callback(self._beside.discard)

    async def _tell_cancelled(self, tournament: str, number: int) -> None:
        """Ends a cancelled round for the players connected here, and tells them."""
        for seat, connection in self._hub.of(tournament):
            if number not in connection.rounds:
                continue
            connection.rounds.discard(number)
            try:
                async with self._database.read() as reading:
                    row = await game_of(reading, seat, number)
                if row is not None:
                    self._live.tell(connection, await self._live.end(row))
            except DatabaseError as error:
                self._trouble.tell(in_the_log(error))

    async def _end(self, running: Sequence[GameRow]) -> None:
        for row in running:
            await self._live.end(row)
