"""A tournament that is held at a window of the tests: a server that says what a test wants."""

from __future__ import annotations

from typing import Any

from game.online.bodies import AllSeats, AllStandings, NewTournament, SeatTold
from game.online.messages import PlaceInfo
from game.rounds.hosted import Hosted, HostedServer, Room
from tests.ui.online import ID, START, told

HOSTED = NewTournament("Sunday evening", 3, 300, 2, None, None, None, ("regular",), False, "admit", "common")


class RoomServer(HostedServer):
    """A `HostedServer` whose tournament stands still until a test moves it."""

    def __init__(self, *states: str, players: int = 2, is_for_network: bool = True) -> None:
        self.hosted: Hosted | None = Hosted(8852, is_for_network, ID)
        self.asked: list[tuple[str, Any]] = []
        self.states, self.players, self.named = states, players, "Player {}"
        self.knocking: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return "ab" * 32

    def ticket(self) -> str:
        """One that is good."""
        return "cd" * 16

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
        people = [self.named.format(number) for number in range(1, self.players + 1)]
        places = [PlaceInfo(1, name, "person", 0, 0, 0, ()) for name in people]
        seats = [
            *(
                SeatTold(at, name, "person", START, True, 0, is_connected=at == 1)
                for at, name in enumerate(people, 1)
            ),
            SeatTold(800, "Cog", "robot regular", START, True, 0),
            *(SeatTold(900 + at, name, "person", START, False, 0) for at, name in enumerate(self.knocking)),
        ]
        return Room(
            AllStandings(START, told(*self.states), tuple(places)), AllSeats(START, None, tuple(seats))
        )
