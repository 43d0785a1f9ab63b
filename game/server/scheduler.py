"""Scheduled jobs of a server: prepares decks, opens and closes rounds, ends games, plays robots.

Every worker runs them; what two of them do at once is done once.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import Row, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from game.play.game import Entry, Game
from game.play.proof import SECRET_BYTES, commitment, deal_of
from game.server.clock import Now
from game.server.connections import ConnectionRegistry
from game.server.database import DatabaseError, in_the_log
from game.server.games import abandoned, entry_rows, result_row, times_of
from game.server.hosting import Hosting
from game.server.live import ActiveGames
from game.server.log import ThrottledLog
from game.server.rounds import (
    MIN_RESERVE,
    PromisedRound,
    add_deck,
    decks_and_rounds,
    go_on,
    hold_anew,
    lay_ready,
    layable,
    missed,
    promised_rounds,
    robots_due,
    rounds_due,
)
from game.server.schema import entries, games, insert_new
from game.server.workers import BackgroundWorker, WorkerError
from game.server.writer import Writer
from game.tournament.tournament import GAME

PERIOD_S = 0.5
SWEEP_EVERY = 10
"""Number of polls between searches for ended games of absent players."""
RESERVE = {1: 20, 3: 30}
"""Number of decks kept ready for new tournaments, by draw, while nobody plays."""
FIRST_DECK_S = {1: 1.0, 3: 2.0}
"""Seconds for a deck by draw, until some were made."""
LATEST = 0.3
"""Weight of the latest deck in how long one takes."""
ASLEEP_MS = 60_000
"""A gap this long between polls means that the machine slept."""
DELETE_EVERY = 7200
"""Number of polls, an hour, between deletions of old tournaments."""
log = logging.getLogger("patience.server")


class Scheduler:
    """Runs due jobs twice a second."""

    def __init__(
        self,
        writer: Writer,
        live: ActiveGames,
        connections: ConnectionRegistry,
        worker: BackgroundWorker,
        now: Now,
        throttled_log: ThrottledLog,
        hosting: Hosting,
        keep_days: int | None,
    ) -> None:
        self._hosting, self._keep_days = hosting, keep_days
        self._started = now()
        self._looked: int | None = None  # when it was looked last what was missed
        self._database, self._writer = writer.database, writer
        self._live, self._connections = live, connections
        self._worker, self._now, self._throttled_log = worker, now, throttled_log
        self._looks = 0
        self._deck_s = {**FIRST_DECK_S}
        self._asked: dict[int, float] = {}  # when the deck that is being made was asked for, by draw
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts polling."""
        self._running = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Cancels all jobs; the next server runs them again."""
        tasks = [*self._at_work.values(), *([self._running] if self._running else [])]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except DatabaseError as error:
                self._throttled_log.tell(in_the_log(error))
            except Exception:  # the rounds of all others go on
                log.exception("What is due could not be done")
            await asyncio.sleep(PERIOD_S)

    async def look(self) -> None:
        """Runs the jobs that are due now; raises DatabaseError if the database did not keep it."""
        await self.end_rounds_in_time()
        await self._hold_anew()
        at_work = {*self._at_work}  # what ends while the rows are read is not in them yet
        spare, waiting = await self._decks()
        await self._keep_rounds()
        if self._looks % SWEEP_EVERY == 0:
            await self.sweep()
            await self._hosting.purge()
        if self._keep_days is not None and self._looks % DELETE_EVERY == 0:
            await self._hosting.delete_older(self._keep_days)
        self._looks += 1
        self._live.tidy()
        due, now = await self._database.ask(robots_due), self._now()
        soon = [waits for waits in waiting if waits.is_soon(now)]
        if all(waits.has_deck for waits in soon) and not any("at once" in name for name in at_work):
            await self._worker.rest()
        for draw, most in RESERVE.items():
            of_draw = [waits for waits in soon if waits.draw == draw]
            wanted = min(most, max(MIN_RESERVE, len(of_draw))) if self._live.is_any_played() else most
            is_urgent = not all(waits.has_deck for waits in of_draw)
            name = f"deck {draw}{' at once' if is_urgent else ''}"
            if (is_urgent or spare.get(draw, 0) < wanted) and name not in at_work:
                self._work(name, self._add_deck(draw, is_urgent))
        for row in due:
            self._work(f"robot {row.seat} {row.number}", self._play_robot(row))

    async def _hold_anew(self) -> None:
        """Postpones rounds that were due while nothing polled."""
        now = self._now()
        if self._looked is not None and now - self._looked <= ASLEEP_MS:
            self._looked = now
            return
        since = self._started if self._looked is None else now
        for tournament in await self._database.ask(missed, since):
            moving = partial(hold_anew, tournament=tournament, since=since, now=now)
            for sentence in await self._writer.do(moving, [f"rounds {tournament}"], True):
                log.warning("%s", sentence)
        self._looked = now

    async def _decks(self) -> tuple[dict[int, int], list[PromisedRound]]:
        """Decks to spare, and the rounds that wait, each of which has its deck if there is one for it."""
        found = await self._database.ask(decks_and_rounds, self._now())
        if not layable(*found, self._now()):
            return found
        topics: list[str] = []
        await self._writer.do(lambda connection: self._lay_ready(connection, topics), topics, True)
        return await self._database.ask(decks_and_rounds, self._now())

    async def _keep_rounds(self) -> None:
        for tournament, number in await self._database.ask(rounds_due, self._now()):
            going_on = partial(go_on, tournament=tournament, number=number, now=self._now())
            await self._writer.do(going_on, [f"rounds {tournament}"], True)

    async def _lay_ready(self, connection: AsyncConnection, topics: list[str]) -> None:
        served = await lay_ready(connection, self._now())
        topics += [f"rounds {tournament}" for tournament in sorted(served)]

    async def end_rounds_in_time(self) -> None:
        """Ends timed-out games of players connected here, and tells them."""
        for row in self._live.running(self._connections.seats):
            connection = self._connections.of_seat(row.seat)
            if connection is None or row.round not in connection.rounds:
                continue
            ended = await self._live.end_if_time_is_up(row)
            connection.rounds.discard(row.round)
            if ended is not None:
                self._live.tell(connection, ended)

    async def sweep(self) -> None:
        """Ends all timed-out games, wherever their players are."""
        for row in await self._database.ask(abandoned, self._now()):
            await self._live.end_if_time_is_up(row)

    def _work(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Runs a background job, one of its kind at a time."""
        if name in self._at_work:
            work.close()
            return
        task = asyncio.create_task(self._done(work))
        self._at_work[name] = task
        task.add_done_callback(lambda _: self._at_work.pop(name, None))

    async def _done(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (WorkerError, DatabaseError) as error:
            self._throttled_log.tell(str(error) if isinstance(error, WorkerError) else in_the_log(error))
            await asyncio.sleep(PERIOD_S)

    async def deck_in_s(self, tournament: str, number: int) -> int:
        """About how many seconds it takes until a round has its deck; 1 or more."""
        waiting = await self._database.ask(promised_rounds, self._now())
        (draw,) = {waits.draw for waits in waiting if waits.tournament == tournament} or {1}
        first = [waits[1:3] for waits in waiting if waits.draw == draw and not waits.has_deck]
        count = 1 + first.index((tournament, number)) if (tournament, number) in first else 1
        running, usual = time.monotonic() - self._asked.get(draw, time.monotonic()), self._deck_s[draw]
        left = usual - running if running < usual else running  # one that is late takes as long again
        return max(1, round(left + (count - 1) * max(usual, running)))

    async def _add_deck(self, draw: int, is_urgent: bool) -> None:
        began = self._asked[draw] = time.monotonic()
        try:
            deck, salt = await self._worker.deck(draw, is_urgent), secrets.token_hex(SECRET_BYTES)
        finally:
            self._asked.pop(draw, None)
        self._deck_s[draw] += LATEST * (time.monotonic() - began - self._deck_s[draw])
        now = self._now()
        await self._writer.do(
            lambda connection: add_deck(connection, draw, salt, deck, commitment(salt, deck), now)
        )

    async def _play_robot(self, row: Row[Any]) -> None:
        strength = row.kind.removeprefix("robot ")
        seed = secrets.token_hex(16)  # a pace that others could work out would tell of the cards
        played = await self._worker.robot(row.draw, row.seconds, row.deck, strength, seed)
        await self._writer.do(
            lambda connection: keep_robot(connection, row, [*played]), [f"standings {row.tournament}"]
        )


async def keep_robot(connection: AsyncConnection, row: Row[Any], played: list[Entry]) -> None:
    """Stores a robot's game, whose clock ran from the opening or with all; it is watched at its pace."""
    variant = GAME(draw=row.draw, limit=row.seconds)
    dealt = Game(deal_of(variant, row.deck))
    game = dealt.copy()
    for entry in played:
        game.play(entry.action, entry.at_ms)
    result = result_row(game)
    assert result is not None, "a robot plays to the end"
    values = {"seat": row.seat, "tournament": row.tournament, "round": row.number}
    times = await times_of(connection, row.opened if row.starts is None else row.starts, row.seconds)
    played_here = insert_new(connection, games).values(**values, **times, **result).returning(games.c.id)
    number = await connection.scalar(played_here)
    if number is not None:  # else another worker has written the same game
        await connection.execute(insert(entries), entry_rows(number, 1, dealt, played))
