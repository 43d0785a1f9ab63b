"""The table server without the web: what hosts, players and spectators may ask, and the news they are told.

Knows database, live games, connections and the clock; must not know HTTP nor WebSockets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from game.online.fields import encoded
from game.online.messages import (
    AllStandings,
    Changed,
    ClosedRound,
    NewTournament,
    Place,
    PlayedRound,
    Standings,
    Tournaments,
    TournamentTold,
    Welcome,
    frame,
)
from game.server import games, tournaments
from game.server.clock import Now
from game.server.database import Database, DatabaseError, in_the_log
from game.server.helper import Helper
from game.server.hub import Connection, Hub
from game.server.keeper import RESERVE, Keeper
from game.server.limits import Guard, Limits
from game.server.live import LiveGames
from game.server.news import EVERYTHING, News
from game.server.refusing import Refuse
from game.server.results import Results, results
from game.server.standing import Table, table
from game.server.trouble import Trouble
from game.server.writer import Writer

STANDINGS_EVERY_MS = 2000
FRESH_MS = 1000
"""So old standings may be that are shown again."""
FIRST_PLACES = 20
NO_OWN = '"own":null}'
"""How `Standings` end for whom nothing is to be added."""


@dataclass
class _Standing:
    table: Table
    at: int
    text: str = ""
    """Its places as JSON, when they were asked for."""


@dataclass
class _Told:
    told: TournamentTold
    at: int


class Service:
    """A table server's worker."""

    def __init__(self, database: Database, helper: Helper, now: Now, limits: Limits) -> None:
        self.database, self.helper, self.now = database, helper, now
        self.guard = Guard(limits, now)
        self.hub = Hub()
        self.news = News(database)
        self.writer = Writer(database, self.news)
        self.live = LiveGames(database, self.writer, now)
        self.trouble = Trouble(now)
        self.keeper = Keeper(database, self.writer, self.live, self.hub, helper, now, self.trouble)
        self._standings: dict[str, _Standing] = {}
        self._recent: dict[str, _Told] = {}
        self._counting: dict[str, asyncio.Lock] = {}
        self._changed: set[str] = set()
        self._missed: set[str] = set()  # whose players were not told how the rounds stand
        self._telling: asyncio.Task[None] | None = None
        self._told: set[asyncio.Task[None]] = set()
        self.news.hear(self._heard)

    async def start(self, keeps: bool = True) -> None:
        """Begins to hear news and, with `keeps`, to do what is due."""
        await self.news.start()
        if keeps:
            self.keeper.start()
            self._telling = asyncio.create_task(self._tell_standings())

    async def close(self) -> None:
        """Ends what is going on, writes what was asked for, and leaves the database."""
        self.hub.stop()
        if self._telling is not None:
            self._telling.cancel()
        await self.keeper.close()
        await self.helper.close()
        await self.writer.close()
        await self.news.close()
        await self.database.close()

    # What everybody may ask -----------------------------------------------------------------------

    async def tournaments(self) -> Tournaments:
        """The newest tournaments."""
        async with self.database.read() as connection:
            return Tournaments(self.now(), await tournaments.newest(connection))

    async def tournament(self, tournament: str) -> TournamentTold:
        """One of them.

        Raises:
            Refuse: there is none with this id.
        """
        async with self.database.read() as connection:
            return await tournaments.told(connection, tournament)

    async def standings(self, tournament: str) -> AllStandings:
        """The whole table, at most a second old.

        Raises:
            Refuse: there is no such tournament.
        """
        told = await self.tournament(tournament)
        found = await self._table(tournament)
        return AllStandings(self.now(), told, found.places)

    async def standings_text(self, tournament: str) -> str:
        """The same as JSON. A long table is written once, however many ask.

        Raises:
            Refuse: there is no such tournament.
        """
        told = await self.tournament(tournament)
        found = await self._standing(tournament)
        if not found.text:
            found.text = await asyncio.to_thread(encoded, found.table.places)
        return f'{{"now":{self.now()},"tournament":{encoded(told)},"places":{found.text}}}'

    async def expect_closed(self, tournament: str, number: int) -> None:
        """Makes sure that a round is closed.

        Raises:
            Refuse: it is not, or there is none.
        """
        async with self.database.read() as connection:
            await games.expect_closed(connection, tournament, number)

    async def closed_round(self, tournament: str, number: int) -> ClosedRound:
        """All that proves a closed round.

        Raises:
            Refuse: it is not closed, or there is none.
        """
        async with self.database.read() as connection:
            return await games.closed_round(connection, tournament, number)

    async def results(self, tournament: str, number: int, first: int, most: int) -> Results:
        """Lines of a closed round's results from `first` on, counted from 0.

        Raises:
            Refuse: it is not closed, or there is none.
        """
        async with self.database.read() as connection:
            return await results(connection, tournament, number, first, most)

    async def played_round(self, tournament: str, number: int, game: int) -> PlayedRound:
        """One game of a closed round.

        Raises:
            Refuse: the round is not closed, or has no such game.
        """
        async with self.database.read() as connection:
            return await games.played_round(connection, tournament, number, game)

    # What a host may do ---------------------------------------------------------------------------

    async def expect_host(self, key: str) -> None:
        """Makes sure that a key is a host's.

        Raises:
            Refuse: it is not.
        """
        async with self.database.read() as connection:
            if not await tournaments.is_host(connection, key):
                raise Refuse("unknown_key")

    async def add_host(self, key: str) -> None:
        """Makes a key a host's."""
        await self.writer.do(lambda connection: tournaments.add_host(connection, key, self.now()))

    async def draws_without_deck(self) -> set[int]:
        """The draws of which no proven deck lies ready, for as long as there is a database."""
        with suppress(DatabaseError):
            async with self.database.read() as connection:
                return RESERVE.keys() - (await tournaments.spare_decks(connection)).keys()
        return set()

    async def make(self, wanted: NewTournament) -> TournamentTold:
        """A new tournament; decks that lie ready are given to its rounds at once.

        Raises:
            Refuse: it cannot be.
        """
        made = await self.writer.do(
            lambda connection: tournaments.make_tournament(connection, wanted, self.now())
        )
        await self.writer.do(tournaments.lay_ready, is_apart=True)
        return await self.tournament(made)

    async def open_round(self, tournament: str, number: int) -> TournamentTold:
        """Opens a round.

        Raises:
            Refuse: it cannot be opened.
        """
        await self.writer.do(
            lambda connection: tournaments.open_round(connection, tournament, number, self.now()),
            [f"rounds {tournament}"],
            is_apart=True,
        )
        return await self.tournament(tournament)

    async def close_round(self, tournament: str, number: int) -> TournamentTold:
        """Lets nobody begin a round any more.

        Raises:
            Refuse: it is not open.
        """
        await self.writer.do(
            lambda connection: tournaments.close_round(connection, tournament, number, self.now()),
            [f"rounds {tournament}"],
            is_apart=True,
        )
        return await self.tournament(tournament)

    # What a player may do -------------------------------------------------------------------------

    async def join(self, tournament: str, name: str, key: str) -> TournamentTold:
        """Takes a seat.

        Raises:
            Refuse: it cannot be taken.
        """
        await self.writer.do(
            lambda connection: tournaments.join(connection, tournament, name, key, self.now()),
            [f"standings {tournament}"],
        )
        return await self.tournament(tournament)

    async def sit(self, tournament: str, key: str, connection: Connection) -> Welcome:
        """Has a connection take the seat of a key, from whichever had it.

        Raises:
            Refuse: no seat has this key.
        """
        async with self.database.read() as reading:
            seat = await tournaments.seat_of(reading, tournament, key)
            if seat is None:
                raise Refuse("unknown_key")
            told = await self._recently_told(reading, tournament)
            running = await games.running_round(reading, seat.id, self.now())
        topic = self.hub.sit(seat, connection)
        if self.database.is_shared:
            await self.writer.tell([topic])
        return Welcome(self.now(), seat.name, told, running)

    async def _recently_told(self, reading: AsyncConnection, tournament: str) -> TournamentTold:
        """A tournament for who comes: when a worker has died, everybody does at once."""
        kept = self._recent.get(tournament)
        if kept is None or kept.at + FRESH_MS < self.now():
            kept = self._recent[tournament] = _Told(await tournaments.told(reading, tournament), self.now())
        return kept.told

    # News -----------------------------------------------------------------------------------------

    def _heard(self, topic: str) -> None:
        kind, _, rest = topic.partition(" ")
        match kind:
            case "standings":
                self._changed.add(rest)
            case "rounds":
                self._changed.add(rest)
                self._recent.pop(rest, None)
                self._beside(self._tell_rounds(rest))
            case "seat":
                seat, _, connection = rest.partition(" ")
                self.hub.taken(int(seat), connection)
            case _ if kind == EVERYTHING:
                for tournament in self.hub.tournaments:
                    self._heard(f"rounds {tournament}")

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._told.add(task)
        task.add_done_callback(self._told.discard)

    async def _tell_rounds(self, tournament: str) -> None:
        if not self.hub.of(tournament):
            return
        try:
            self.hub.tell_all(tournament, Changed(await self.tournament(tournament)))
        except DatabaseError as error:
            self.trouble.tell(in_the_log(error))
            self._missed.add(tournament)

    async def _tell_standings(self) -> None:
        while True:
            await asyncio.sleep(STANDINGS_EVERY_MS / 1000)
            await self.tell_news()

    async def tell_news(self) -> None:
        """Tells how the tournaments stand of which anything has changed; what fails is told the next time."""
        changed, self._changed = self._changed, set()
        missed, self._missed = self._missed, set()
        for tournament in missed:
            await self._tell_rounds(tournament)
        for tournament in changed:
            try:
                if self.hub.of(tournament):
                    await self.tell_standings(tournament)
            except DatabaseError as error:
                self.trouble.tell(in_the_log(error))
                self._changed.add(tournament)

    async def tell_standings(self, tournament: str) -> None:
        """Tells the players of a tournament who are connected here how it stands."""
        found = await self._table(tournament)
        first = found.places[:FIRST_PLACES]
        shared = frame(Standings(first, None)).removesuffix(NO_OWN)
        await self.hub.tell_each(
            (connection, shared + _own(found.of_seat.get(seat), first))
            for seat, connection in self.hub.of(tournament)
        )

    async def _table(self, tournament: str) -> Table:
        return (await self._standing(tournament)).table

    async def _standing(self, tournament: str) -> _Standing:
        async with self._counting.setdefault(tournament, asyncio.Lock()):
            kept = self._standings.get(tournament)
            if kept is None or kept.at + FRESH_MS < self.now():
                async with self.database.read() as connection:
                    kept = _Standing(await table(connection, tournament, self.now()), self.now())
                self._standings[tournament] = kept
            return kept


def _own(place: Place | None, first: tuple[Place, ...]) -> str:
    """The end of `Standings`: one's own place, unless it is among the first."""
    if place is None or place in first:
        return NO_OWN
    return f'"own":{encoded(place)}}}'
