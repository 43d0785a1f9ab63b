"""The table server without the web: requests of hosts, players and spectators, and the news for them."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from game.browser.practice import Practices
from game.browser.table import Languages
from game.codec import encoded
from game.online.bodies import (
    AllSeats,
    AllStandings,
    Chosen,
    ClosedRound,
    Highlights,
    Join,
    NewTournament,
    PlayedRound,
    Tournaments,
)
from game.online.messages import MAX_NAMED, Joined, Sitting, TournamentInfo, Welcome
from game.play.played import STRENGTHS
from game.play.record import read_record
from game.server import games, rounds, seats, tournaments
from game.server.budgets import Limits, RateLimiter, RequestRejected
from game.server.clock import Now
from game.server.connections import Connection, ConnectionRegistry, Notifier
from game.server.database import EVERYTHING, Database, DatabaseError, PubSub
from game.server.hosting import Hosting
from game.server.live import ActiveGames
from game.server.log import Figures, ThrottledLog
from game.server.presence import AWAY
from game.server.scheduler import RESERVE, Scheduler
from game.server.seats import SeatRow
from game.server.standing import (
    Evening,
    Results,
    StandingLine,
    StandingRows,
    TtlCache,
    order,
    pack_round,
    results,
    results_csv,
    table,
)
from game.server.workers import BackgroundWorker
from game.server.writer import Writer
from game.tournament.player import PERSON
from game.tournament.tournament import MAX_ROUNDS, Remark, Scored, moments_of, remarks_of, scores_of

TTL_MS = 1000
"""Maximum age of cached standings."""
KEPT = 500
"""Number of tournaments with cached standings."""
KEPT_ORDERS = 20
"""Number of rounds with cached rankings; a large one takes a megabyte."""


@dataclass
class _Standing:
    table: StandingRows
    text: str = ""
    """Its rows as JSON, once requested."""


class Service:
    """A table server's worker."""

    def __init__(
        self,
        database: Database,
        worker: BackgroundWorker,
        now: Now,
        limits: Limits,
        steady: Now | None = None,
        keep_days: int | None = None,
    ) -> None:
        """`steady` never stops, as `now` does while the database is away.

        A tournament without news for `keep_days` is deleted; never if None.
        """
        self.database, self.worker, self.now = database, worker, now
        steady = steady or now
        self.rate_limiter = RateLimiter(limits, steady)
        self.figures = Figures()
        self.is_away: Callable[[], bool] = lambda: False
        """Whether the clock stands, for want of the database."""
        self.connections = ConnectionRegistry()
        self.pubsub = PubSub(database)
        self.writer = Writer(database, self.pubsub)
        self.live = ActiveGames(self.writer, now)
        self.throttled_log = ThrottledLog(steady)
        self.hosting = Hosting(self.writer, self.live, self.connections, self.throttled_log, now)
        self.scheduler = Scheduler(
            self.writer, self.live, self.connections, worker, now, self.throttled_log, self.hosting, keep_days
        )
        self._standings: TtlCache[_Standing] = TtlCache(KEPT, TTL_MS, steady)
        self._orders: TtlCache[Sequence[StandingLine]] = TtlCache(
            KEPT_ORDERS, None, steady
        )  # of rounds that are closed
        self._remarks: TtlCache[Mapping[int, Sequence[Remark]]] = TtlCache(KEPT, None, now)
        self._highlights: TtlCache[Highlights] = TtlCache(KEPT, None, now)
        self._curves: TtlCache[dict[int, list[Scored]]] = TtlCache(KEPT_ORDERS, None, now)
        self._recent: TtlCache[TournamentInfo] = TtlCache(KEPT, TTL_MS, steady)
        self._openings_heard = 0
        self.languages = Languages()
        self.replaying = asyncio.Lock()
        """Strangers' replays come one at a time; nobody else waits for them."""
        self.practices = Practices(now)
        self.announcements = Notifier(
            self.connections, self.throttled_log, self.tournament, self._table, self._at_the_door, self.joined
        )
        self.with_names: list[TtlCache[Any]] = [self._standings, self._highlights]
        """Caches of which nothing is kept when a name was changed or a tournament deleted."""
        for heard in (self.hosting.heard, self._forget, self.announcements.heard):
            self.pubsub.hear(heard)

    async def start(self, keeps: bool = True) -> None:
        """Starts receiving news and, with `keeps`, running scheduled jobs."""
        await self.pubsub.start()
        if keeps:
            self.scheduler.start()
            self.announcements.start()

    async def close(self) -> None:
        """Ends running work, writes pending requests, and closes the database."""
        self.connections.stop()
        self.announcements.close()
        await self.scheduler.close()
        await self.worker.close()
        await self.writer.close()
        await self.pubsub.close()
        await self.database.close()

    # What everybody may ask -----------------------------------------------------------------------

    async def tournaments(self) -> Tournaments:
        """The newest tournaments."""
        return Tournaments(self.now(), await self.database.ask(tournaments.newest))

    async def tournament(self, tournament: str) -> TournamentInfo:
        """Returns one tournament; raises RequestRejected if there is none with this id."""
        return await self.database.ask(tournaments.told, tournament)

    async def standings(self, tournament: str) -> AllStandings:
        """Returns the whole standings, at most a second old; raises RequestRejected if there are none."""
        info = await self.tournament(tournament)
        found = await self._table(tournament)
        return AllStandings(self.now(), info, found.places)

    async def standings_text(self, tournament: str) -> str:
        """Returns the standings as JSON; a long table is encoded once for all requests.

        Raises:
            RequestRejected: there is no such tournament.
        """
        info = await self.tournament(tournament)
        found = await self._standing(tournament)
        if not found.text:
            found.text = await asyncio.to_thread(encoded, found.table.places)
        return f'{{"now":{self.now()},"tournament":{encoded(info)},"places":{found.text}}}'

    async def expect_closed(self, tournament: str, number: int) -> None:
        """Raises RequestRejected unless a round is closed."""
        await self.database.ask(games.expect_closed, tournament, number)

    async def closed_round(self, tournament: str, number: int) -> ClosedRound:
        """Returns everything that proves a closed round; raises RequestRejected if there is none."""
        return await self.database.ask(games.closed_round, tournament, number)

    async def results(self, tournament: str, number: int, first: int, limit: int) -> Results:
        """Returns rows of a closed round's results from `first`, counted from 0.

        Raises:
            RequestRejected: there is no such round, or it is not closed.
        """
        found = await self._orders.get((tournament, number), lambda: order(self.database, tournament, number))
        lines = await self.database.ask(results, found[first : first + limit])
        begun = {line.game: line.begun for line in lines}
        remarks = await self._remarks.get(
            (tournament, number, *begun), lambda: self._look(tournament, number, begun)
        )
        return Results(tuple([line._replace(remarks=remarks[line.game]) for line in lines]), len(found))

    async def _look(
        self, tournament: str, number: int, begun: Mapping[int, int]
    ) -> Mapping[int, Sequence[Remark]]:
        """Remarks on some games of a closed round, each started at this play time."""
        records = await self.database.ask(games.records_of, tournament, number, begun.keys())
        return await asyncio.to_thread(
            lambda: {game: remarks_of(read_record(data), begun[game]) for game, data in records.items()}
        )

    async def curves(self, tournament: str, number: int, wanted: Sequence[int]) -> dict[int, list[Scored]]:
        """Scores over time of some games of a closed round; raises RequestRejected if there is none."""

        async def made() -> dict[int, list[Scored]]:
            records = await self.database.ask(games.records_of, tournament, number, wanted)
            # One after the other, so that nobody's action waits for many of them.
            return {game: await asyncio.to_thread(scores_of, data) for game, data in records.items()}

        return await self._curves.get((tournament, number, *wanted), made)

    async def highlights(self, tournament: str, number: int) -> Highlights:
        """Returns what a closed round is remembered for; raises RequestRejected if there is none."""

        async def made() -> Highlights:
            found = await order(self.database, tournament, number)
            lines = await self.database.ask(results, found[:MAX_NAMED])
            people = {line.game: line.player for line in lines if line.kind == PERSON}
            records = await self.database.ask(games.records_of, tournament, number, people.keys())
            aces: list[tuple[int, str]] = []
            streaks: list[tuple[int, str]] = []
            for game, data in records.items():  # one after the other, so that nobody's action waits for many
                ace, streak = await asyncio.to_thread(moments_of, data)
                aces += [] if ace is None else [(ace, people[game])]
                streaks += [(streak, people[game])] if streak else []
            ace_at, ace_player = min(aces, default=(0, ""))
            streak, streak_player = max(streaks, key=lambda pair: pair[0], default=(0, ""))
            return Highlights(ace_player, ace_at, streak_player, streak)

        return await self._highlights.get((tournament, number), made)

    async def played_round(self, tournament: str, number: int, game: int) -> PlayedRound:
        """Returns one game of a closed round.

        Raises:
            RequestRejected: the round is not closed, or has no such game.
        """
        return await self.database.ask(games.played_round, tournament, number, game)

    async def records(self, tournament: str) -> bytes:
        """Returns an archive: the results so far, and every closed round's proof with all its records.

        Raises:
            RequestRejected: there is no such tournament.
        """
        told = await self.standings(tournament)
        files = [("results.csv", results_csv(told)), ("results.json", encoded(told))]
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as packing:
            for name, text in files:
                packing.writestr(name, text)
            for info in told.tournament.rounds:
                if info.state == "closed":
                    proof = await self.closed_round(tournament, info.number)
                    await asyncio.to_thread(pack_round, packing, proof)
        return packed.getvalue()

    # What a host may do ---------------------------------------------------------------------------

    async def expect_host(self, key: str) -> None:
        """Raises RequestRejected unless a key is a host's."""
        if not await self.database.ask(tournaments.is_host, key):
            raise RequestRejected("unknown_key")

    async def add_host(self, key: str) -> None:
        """Registers a host's key."""
        await self.writer.do(lambda connection: tournaments.add_host(connection, key, self.now()))
        self.rate_limiter.keys.add(key)

    async def draws_without_deck(self) -> set[int]:
        """Draws without a spare proven deck; none once the database is closed."""
        with suppress(DatabaseError):
            return RESERVE.keys() - (await self.database.ask(rounds.spare_decks)).keys()
        return set()

    async def make(self, wanted: NewTournament) -> TournamentInfo:
        """Creates a tournament; spare decks are given to its rounds at once.

        Raises:
            RequestRejected: its settings are not allowed.
        """
        strong = [
            robot for robot in wanted.robots if robot in STRENGTHS and robot not in self.worker.strengths
        ]
        if strong:
            raise RequestRejected(
                "bad_message", f"robots called {strong[0]} need numba, which is not installed there"
            )
        made = await self.writer.do(
            lambda connection: tournaments.make_tournament(connection, wanted, self.now())
        )
        await self.writer.do(lambda connection: rounds.lay_ready(connection, self.now()), is_apart=True)
        return await self.tournament(made)

    async def add_round(self, tournament: str) -> TournamentInfo:
        """Adds a round to a tournament; raises RequestRejected as `tournaments.add_round` does."""
        return await self._made(lambda connection: tournaments.add_round(connection, tournament), tournament)

    async def make_next(self, tournament: str) -> TournamentInfo:
        """Creates the evening that follows a tournament, and has its players come along.

        Raises:
            RequestRejected: as `tournaments.make_next` does.
        """
        return await self._made(
            lambda connection: tournaments.make_next(connection, tournament, self.now()), tournament
        )

    async def _made(
        self, make: Callable[[AsyncConnection], Awaitable[str | None]], tournament: str
    ) -> TournamentInfo:
        """Makes rounds in a transaction, gives them decks, and returns the tournament that has them."""
        made = await self.writer.do(make, is_apart=True) or tournament
        laying = partial(rounds.lay_ready, now=self.now())
        await self.writer.do(laying, [f"rounds {tournament}", f"standings {tournament}"], is_apart=True)
        return await self.tournament(made)

    async def evenings(self, tournament: str) -> list[Evening]:
        """Returns all evenings of a series, the first one first; of one that is alone itself."""
        found = await self.database.ask(tournaments.evenings, tournament)
        return [
            Evening(await self.standings(tournament), await self.database.ask(seats.owners, tournament))
            for tournament in found
        ]

    async def open_round(self, tournament: str, number: int, beside: bool = False) -> None:
        """Opens a round as `Hosting.open_round`; without a deck the refusal says in how many seconds.

        Raises:
            RequestRejected: it cannot be opened.
        """
        try:
            await self.hosting.open_round(tournament, number, beside)
        except RequestRejected as no:
            if no.code != "no_deck":
                raise
            raise RequestRejected(no.code, str(await self.scheduler.deck_in_s(tournament, number))) from None

    async def all_seats(self, tournament: str) -> AllSeats:
        """Returns the seats of a tournament, knocking ones included.

        Raises:
            RequestRejected: there is no such tournament.
        """
        found = await self.database.ask(seats.all_seats, tournament, self.now())
        here = dict(self.connections.of(tournament))
        kept = tuple(
            [replace(seat, is_connected=True) if seat.seat in here else seat for seat in found.seats]
        )
        return replace(found, seats=kept)

    async def admit(self, tournament: str, chosen: Chosen) -> AllSeats:
        """Admits knocking seats; raises RequestRejected if there is no such tournament, or no seat left."""
        await self.writer.do(
            lambda connection: seats.admit(connection, tournament, chosen.seats),
            [f"standings {tournament}", f"seats {tournament}", f"door {tournament}"],
        )
        return await self.all_seats(tournament)

    async def send_away(self, tournament: str, chosen: Chosen) -> AllSeats:
        """Removes knocking seats; raises RequestRejected if there is no such tournament."""
        await self.writer.do(
            lambda connection: seats.send_away(connection, tournament, chosen.seats), [f"door {tournament}"]
        )
        return await self.all_seats(tournament)

    # What a player may do -------------------------------------------------------------------------

    async def join(
        self, tournament: str, name: str, key: str, secret: str = "", address: str = ""
    ) -> TournamentInfo:
        """Takes a seat, or knocks for one; `secret` is the link's; raises RequestRejected if refused."""
        wanted, unasked = Join(name, secret), self.rate_limiter.limits.seats_unasked(address)
        await self.writer.do(
            lambda connection: seats.join(connection, tournament, wanted, key, address, unasked, self.now()),
            [f"standings {tournament}", f"seats {tournament}"],
        )
        return await self.tournament(tournament)

    async def attach(self, tournament: str, key: str, connection: Connection) -> Welcome:
        """Gives a connection the seat of a key, replacing any other; raises RequestRejected if unknown."""
        heard = self._openings_heard
        seat, info, running = await self._seat(tournament, key)
        while heard != self._openings_heard:  # of what was opened meanwhile nobody would tell who comes
            heard = self._openings_heard
            seat, info, running = await self._seat(tournament, key)
        if connection.is_ended:  # it has given way meanwhile: who sits there stays
            raise RequestRejected("too_many")
        topic = self.connections.attach(seat, connection)
        if self.database.is_shared:
            await self.writer.tell([topic])
        return Welcome(self.now(), seat.name, info, running, seat.is_admitted)

    async def joined(self, tournament: str) -> Joined:
        """Returns who has a seat, for spectators; raises RequestRejected if the tournament is gone."""
        places = (await self._table(tournament)).places
        return Joined(len(places), tuple([Sitting(row.player, row.kind) for row in places[:MAX_NAMED]]))

    async def _seat(self, tournament: str, key: str) -> tuple[SeatRow, TournamentInfo, int | None]:
        """Returns the seat of a key, its tournament, and the round it is playing."""
        try:  # kept, for when a worker has died everybody comes at once
            info = await self._recent.get(tournament, lambda: self.tournament(tournament))
        except RequestRejected:
            raise RequestRejected("unknown_key") from None
        async with self.database.read() as reading:
            seat = await seats.seat_of(reading, tournament, key)
            if seat is None:
                raise RequestRejected("unknown_key")
            return seat, info, await games.running_round(reading, seat.id, self.now())

    async def _at_the_door(self, connection: Connection) -> Welcome | None:
        """Message to a seat once it is admitted; None before; raises RequestRejected if turned away."""
        waiting = connection.seat
        assert waiting is not None, "it has said hello"
        try:
            await self.database.ask(seats.expect_admitted, waiting)
        except RequestRejected as no:
            if no.code == "not_admitted":
                return None
            raise
        connection.seat = waiting._replace(is_admitted=True)
        return Welcome(self.now(), waiting.name, await self.tournament(waiting.tournament), None)

    def _forget(self, topic: str) -> None:
        """Drops cached rounds that have changed."""
        kind, _, tournament = topic.partition(" ")
        if kind == AWAY:  # everybody is to be told anew how their clock stands
            self.live.forget_all()
            self._recent.forget_all()
            self.connections.have_all_come_back()
        if kind == "seats":
            self._recent.forget(tournament)
            self._standings.forget(tournament)
        if kind in ("names", EVERYTHING):
            for cache in self.with_names:
                cache.forget_all()
        if kind in ("rounds", "door", EVERYTHING):
            self._openings_heard += 1
        if kind in ("rounds", EVERYTHING):
            self._recent.forget(tournament)
            for number in range(1, MAX_ROUNDS + 1):
                self._orders.forget((tournament, number))
            if kind == EVERYTHING:
                self._recent.forget_all()
                self._orders.forget_all()

    async def _table(self, tournament: str) -> StandingRows:
        return (await self._standing(tournament)).table

    async def _standing(self, tournament: str) -> _Standing:
        async def count() -> _Standing:
            return _Standing(await table(self.database, tournament, self.now()))

        return await self._standings.get(tournament, count)
