"""A tournament that is held at a window of the tests: a server that says what a test wants."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.online.bodies import AllSeats, AllStandings, NewTournament, SeatTold
from game.online.messages import PlaceInfo, RoundScore
from game.rounds.hosted import Hosted, HostedServer, Room
from tests.ui.online import ID, START, told

HOSTED = NewTournament("Sunday evening", 3, 300, 2, None, None, None, ("regular",), False, "admit", "common")


class RoomServer(HostedServer):
    """A `HostedServer` whose tournament stands still until a test moves it."""

    def __init__(self, *states: str, players: int = 2) -> None:
        self.hosted: Hosted | None = Hosted(8852, True, ID)
        self.asked: list[tuple[str, Any]] = []
        self.states, self.players, self.begun = states, players, players
        self.knocking: tuple[str, ...] = ()
        self.elapsed_ms = 60_000
        self.starts: int | None = START
        """When all clocks start; None where each starts on its own."""
        self.closes: int | None = None
        self.named = "Player {}"
        self.first = 0
        """Who leads."""

    @property
    def key(self) -> str:
        return "ab" * 32

    def resume(self) -> None:
        """It runs."""

    def end(self) -> None:
        """Has ended."""
        self.hosted = None

    def ask(self, path: str, kind: type[Any], body: Any = None, method: str = "") -> Any:
        """Notes what was asked for."""
        self.asked.append((path, body))
        room = self.room()
        return room.seats if kind is AllSeats else room.standings.tournament

    def room(self) -> Room:
        """As it stands."""
        tournament = told(*self.states, starts=self.starts)
        rounds = tuple([replace(each, closes=self.closes) for each in tournament.rounds])
        tournament = replace(tournament, rounds=rounds)
        now = START + self.elapsed_ms
        places = [self._place(index) for index in range(self.players)]
        places.sort(key=lambda place: -place.total)
        ranked = tuple([replace(place, rank=rank) for rank, place in enumerate(places, 1)])
        robot = PlaceInfo(None, "Cog", "robot regular", 300, 200_000, 18, self._rounds(9))
        return Room(
            AllStandings(now, tournament, (*ranked, robot)),
            AllSeats(now, None, (*map(self._seat, range(self.players)), *self._doors())),
        )

    def _rounds(self, index: int) -> tuple[RoundScore | None, ...]:
        score = 740 - 15 * ((index - self.first) % self.players)
        found: list[RoundScore | None] = []
        for state in self.states:
            has = state == "closed" or (state in ("open", "closing") and index < self.begun)
            found.append(RoundScore(state == "closed", score, max(1, score // 35), 60_000) if has else None)
        return tuple(found)

    def _place(self, index: int) -> PlaceInfo:
        rounds = self._rounds(index)
        over = [each for each in rounds if each is not None and each.is_over]
        total, home = sum(each.total for each in over), sum(each.home for each in over)
        return PlaceInfo(1, self.named.format(index + 1), "person", total, 60_000 * len(over), home, rounds)

    def _seat(self, index: int) -> SeatTold:
        stands = {"closed": "over", "open": "playing" if index < self.begun else None}
        rounds: Any = tuple([stands.get(state) for state in self.states])
        return SeatTold(index + 1, self.named.format(index + 1), "person", START, True, 0, False, rounds)

    def _doors(self) -> list[SeatTold]:
        return [SeatTold(900 + at, name, "person", START, False, 0) for at, name in enumerate(self.knocking)]
