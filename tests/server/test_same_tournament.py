"""One tournament before both referees, at one machine and at a server: all figures, line by line."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from game.online.bodies import NewTournament, Tournaments
from game.online.client import ask_http
from game.play.game import ControlAction, Entry, Game
from game.play.proof import commitment
from game.play.record import action_to_text, record_text
from game.rounds.asking import PendingRequest, TakenSeat
from game.rounds.local import LocalReferee, new_tournament
from game.rounds.port import Proof
from game.rounds.remote import RemoteReferee
from game.rules.position import pile_to_text
from game.server.rounds import add_deck
from game.storage.library import Library
from game.storage.tournament_store import TournamentStore
from game.tournament.player import Player
from game.tournament.standings import StandingRow, standings
from game.tournament.tournament import RoundResult, moment_to_text, prove_round, round_tags
from tests.server.tables import START, Server, running
from tests.tournament.rounds import EVENING
from tests.ui.online import Script
from tools.asking import AskingClient

ANNA, BEN, CLARA, DORA, EVE = (Player(name) for name in ("Anna", "Ben", "Clara", "Dora", "Eve"))
HERE, ELSEWHERE = (ANNA, BEN, EVE), (CLARA, DORA)
LIMIT_MS = EVENING.game.limit_ms
SALT = "5a" * 32
Figures = tuple[int, int, int, int, str]
"""Score, bonus, cards home, time, ending."""


class Line(NamedTuple):
    """A line of the standings, whoever tells it."""

    rank: int | None
    player: str
    total: int
    elapsed_ms: int
    home: int
    totals: tuple[int | None, ...]


class Results(NamedTuple):
    """A round as it is told when it is closed."""

    ranks: list[tuple[int | None, str]]
    figures: dict[str, Figures]


def played(number: int, seed: int, count: int, gives_up: bool = True) -> list[Entry]:
    """A round of so many moves at random; who does not give up lets the time run out."""
    game, random, at_ms = Game(EVENING.deal(number)), Random(seed), 0
    for _ in range(count):
        at_ms += random.randrange(600, 3000)
        moves = game.variant.legal_moves(game.position)
        home = [move for move in moves if move.target in range(2, 6)]
        game.play(random.choice(home or moves), at_ms)
    if gives_up:
        game.play(ControlAction.END, at_ms + 900)
    return list(game.entries)


TIED = played(1, 5, 15)
SCHEDULE: list[list[tuple[Player, list[Entry]]]] = [
    [(ANNA, played(1, 1, 8, gives_up=False)), (BEN, TIED), (EVE, TIED)],
    [(CLARA, played(2, 2, 25)), (EVE, played(2, 3, 12)), (BEN, played(2, 4, 12)), (ANNA, played(2, 6, 20))],
    [(BEN, []), (CLARA, played(3, 7, 12)), (ANNA, played(3, 8, 25)), (EVE, played(3, 9, 9))],
]
"""By round who plays what, in this order. Clara skips the first, Dora all; Ben's last time runs out."""


def lines_of(rows: Sequence[StandingRow]) -> list[Line]:
    return [
        Line(
            row.rank,
            row.player.name,
            row.total,
            row.elapsed_ms,
            row.home,
            tuple(None if result is None else result.total for result in row.results),
        )
        for row in rows
    ]


def results_of(proof: Proof) -> Results:
    """A round as a referee proves it."""
    assert proof.checked.faults == ()
    figures = {game.played.player: figures_of(game.result) for game in proof.checked.proved}
    return Results([(game.rank, game.played.player) for game in proof.checked.proved], figures)


class AtOneMachine:
    """The tournament with a folder and a clock on the wall; Clara and Dora are elsewhere."""

    def __init__(self, folder: Path) -> None:
        self.now = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)
        store, library = TournamentStore(folder), Library(folder)
        folder = new_tournament(store, EVENING, [*HERE, *ELSEWHERE])
        for seat in folder.seats()[len(HERE) :]:  # as earlier versions could
            (seat.path / "player").write_bytes(seat.player() + b"elsewhere\n")
        self.referee = LocalReferee(folder, library, lambda: self.now)

    def play(self, player: Player, number: int, entries: list[Entry]) -> None:
        """Somebody's round, at this machine or elsewhere."""
        self.now += timedelta(minutes=10)
        if player in ELSEWHERE:
            game = Game(EVENING.deal(number))
            for entry in entries:
                game.play(entry.action, entry.at_ms)
            tags = {"started": moment_to_text(self.now), **round_tags(EVENING, player, number)}
            seat = next(seat for seat in self.referee.state.seats if seat.player == player)
            self.referee.add_record(seat, number, record_text(game, tags).encode())
            return
        referee, begun = self.referee, self.now
        referee.begin(next(turn for turn in referee.due() if turn.player == player.label))
        session = referee.session
        assert session is not None, referee.refused
        assert referee.round_number == number
        for entry in entries:
            self.now = begun + timedelta(milliseconds=entry.at_ms)
            session.act(entry.action)
        self.now = begun + timedelta(milliseconds=LIMIT_MS)
        session.end_if_time_is_up()
        assert session.game.is_over
        referee.leave_round()

    def standings(self) -> list[Line]:
        return lines_of(self.referee.standings(EVENING.rounds))

    def results(self, number: int) -> Results:
        """A round as its records prove it."""
        proved = {
            seat.player: prove_round(seat.records[number], EVENING, seat.player, number)
            for seat in self.referee.state.seats
            if number in seat.records
        }
        table = standings({player: [result] for player, result in proved.items()}, 1, LIMIT_MS)
        figures = {player.name: figures_of(result) for player, result in proved.items()}
        return Results([(row.rank, row.player.name) for row in table], figures)

    def proof(self, number: int) -> Results:
        found = list[Proof]()
        self.referee.prove(number, PendingRequest(pytest.fail), found.append)
        return results_of(*found)


class OverAServer:
    """The tournament with real connections, and decks that are those of the deals."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.clients: dict[Player, AskingClient] = {}
        self.id = ""

    async def sit_down(self) -> None:
        for number in range(1, EVENING.rounds + 1):
            deck = EVENING.deal(number).deck
            assert deck is not None
            text = pile_to_text(tuple(card.up for card in deck))
            async with self.server.service.database.writing.begin() as connection:
                await add_deck(connection, 3, SALT, text, commitment(SALT, text), START - 9 + number)
        self.id = await self.server.made(
            NewTournament(EVENING.name, 3, 300, EVENING.rounds, None, None, None, (), False), opened=0
        )
        for player in (*HERE, *ELSEWHERE):
            self.clients[player], _, _ = await self.server.player(self.id, player.name)

    async def play(self, player: Player, number: int, entries: list[Entry]) -> None:
        """Somebody's round, each action at its time."""
        clock, client, variant = self.server.clock, self.clients[player], EVENING.game
        begun = clock.moment
        await client.begin(number)
        for index, entry in enumerate(entries, 1):
            clock.moment = begun + entry.at_ms
            await client.do(number, index, action_to_text(variant, entry.action))
        if not entries or entries[-1].action is not ControlAction.END:
            clock.moment = begun + LIMIT_MS
            await self.server.service.scheduler.sweep()

    async def close(self, number: int) -> None:
        await self.server.service.hosting.close_round(self.id, number)
        for _ in range(2):
            self.server.clock.go_on(3000)
            await self.server.service.scheduler.look()

    async def referee(self, folder: Path) -> RemoteReferee:
        """The referee as Anna has it, who listens to nothing but what she asks for."""
        told = await asyncio.to_thread(ask_http, self.server.address, "/tournaments", Tournaments)
        seat = TakenSeat(self.server.address, "", told.tournaments[0], "Anna")
        return RemoteReferee(seat, Script(), Library(folder), lambda: 0, lambda: datetime.now(UTC))

    async def standings(self, referee: RemoteReferee) -> list[Line]:
        self.server.clock.go_on(1500)  # older ones are not shown again
        referee.table = None
        while referee.table is None:
            referee.look_at_table()  # once more where a busy machine has let the answer time out
            referee.poll()
            await asyncio.sleep(0.005)
        return lines_of(referee.standings(EVENING.rounds))

    async def results(self, number: int) -> Results:
        """A closed round as its page has it."""
        found = await self.server.service.results(self.id, number, 0, 50)
        figures = {
            line.player: (line.score, line.bonus, line.home, line.elapsed, line.outcome)
            for line in found.lines
        }
        return Results([(line.rank, line.player) for line in found.lines], figures)

    async def proof(self, referee: RemoteReferee, number: int) -> Results:
        """The same as anybody can check it."""
        asking, found = PendingRequest(pytest.fail), list[Proof]()
        referee.prove(number, asking, found.append)
        while not found:
            asking.poll()
            await asyncio.sleep(0.005)
        return results_of(*found)


def figures_of(result: RoundResult) -> Figures:
    return result.score, result.bonus, result.home, result.elapsed_ms, result.outcome.value


async def test_one_tournament_comes_to_the_same_at_one_machine_and_over_a_server(database, tmp_path):
    here = AtOneMachine(tmp_path / "machine")
    async with running(database, decks=0) as server:
        there = OverAServer(server)
        await there.sit_down()
        referee = await there.referee(tmp_path / "seat")
        for number, games in enumerate(SCHEDULE, 1):
            await server.service.hosting.open_round(there.id, number)
            for player, entries in games:
                here.play(player, number, entries)
                await there.play(player, number, entries)
                if player is not games[-1][0]:
                    assert here.standings() == await there.standings(referee), (number, player.name)
            await there.close(number)
            assert here.standings() == await there.standings(referee), f"after round {number}"
            assert here.results(number) == await there.results(number)
            assert here.results(number) == here.proof(number) == await there.proof(referee, number)

        lines = {standing.player: standing for standing in here.standings()}
        assert lines["Clara"].totals[0] is None
        assert lines["Clara"].elapsed_ms == LIMIT_MS + sum(
            entries[-1].at_ms for games in SCHEDULE for player, entries in games if player is CLARA
        )
        assert lines["Dora"] == (5, "Dora", 0, EVENING.rounds * LIMIT_MS, 0, (None, None, None))
        assert here.results(1).ranks[0][0] == here.results(1).ranks[1][0], "Ben and Eve played the same"
        for client in there.clients.values():
            await client.close()
