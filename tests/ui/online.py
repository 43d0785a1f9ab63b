"""A tournament over a network at a table of the tests: a server that says what a test wants."""

from __future__ import annotations

from collections.abc import Callable

from game.online.bodies import AllStandings
from game.online.messages import (
    ActionDone,
    BeginRound,
    ClientMessage,
    DoAction,
    PlaceInfo,
    RevealedCard,
    RoundInfo,
    RoundScore,
    RoundState,
    Start,
    TournamentInfo,
    Welcome,
)
from game.rounds.asking import TakenSeat
from game.rounds.line import Connected, News
from game.rounds.remote import RemoteReferee
from tests.ui.driver import Table

START = 1_795_413_600_000
ID = "5a" * 16
DECK = (
    "KH 3S 2D 9C TC 6D 9D 5C 7S JH 8D AD 4C QD KC 7H 2S 5D 8S QC 6H 3H AS TD JC 4S 9S KS 2H 7D 5H TH QH AC "
    "8C 6S 3D JD 4H KD 2C 9H TS 7C AH 5S QS 3C 8H 6C JS 4D"
)
FACE_UP = (0, 7, 13, 18, 22, 25, 27)
"""The places of the cards that lie face up when they are dealt."""


def told(*states: str, starts: int | None = None) -> TournamentInfo:
    """A tournament whose rounds have these states; all clocks of those that are open start at `starts`."""
    rounds = tuple(
        RoundInfo(
            number,
            state,  # type: ignore[arg-type]
            START,
            None,
            f"{number}" * 64,
            None,
            None,
            None if state == "waiting" else starts,
        )
        for number, state in enumerate(states, 1)
    )
    start: Start = "own" if starts is None else "common"
    return TournamentInfo(ID, "Sunday evening", "rush draw=3 limit=300", START, 3, False, rounds, start=start)


def places(*rounds: RoundScore | None) -> tuple[PlaceInfo, ...]:
    """Anna with these rounds, Ben and a robot with some others."""
    other = (RoundScore(True, 410, 21, 181_000), RoundScore(False, 60, 1, 20_000), None)[: len(rounds)]
    over = [score for score in rounds if score is not None and score.is_over]
    total, home = sum(score.total for score in over), sum(score.home for score in over)
    return (
        PlaceInfo(1, "Ben", "person", 410, 181_000, 21, other),
        PlaceInfo(2, "Anna", "person", total, sum(score.elapsed for score in over), home, rounds),
        PlaceInfo(None, "Ruby", "robot regular", 395, 240_000, 20, other),
    )


class Script:
    """A line whose other end is the test."""

    def __init__(self) -> None:
        self.sent: list[ClientMessage] = []
        self._news: list[News] = []
        self.now_ms: float = START
        self.delay_ms: int | None = 20
        self.is_closed = False

    def poll(self) -> list[News]:
        found, self._news = self._news, []
        return found

    def send(self, connection: int, message: ClientMessage) -> None:
        self.sent.append(message)

    def close(self) -> None:
        self.is_closed = True

    @property
    def server_now_ms(self) -> float | None:
        return self.now_ms

    def tell(self, *news: News) -> None:
        """The server says so."""
        self._news += news

    def position(self, *entries: str, seen: tuple[int, ...] = FACE_UP) -> RoundState:
        """How the round stands."""
        words = DECK.split()
        shown = " ".join(words[at] if at in seen else "??" for at in range(52))
        return RoundState(1, "rush draw=3 limit=300", START, round(self.now_ms), shown, entries, None)

    @property
    def deck(self) -> list[str]:
        """The cards in dealing order."""
        return DECK.split()

    def done(self, *places: int, at: int = 700) -> ActionDone:
        """The answer to what was asked last, with the cards at these places of the deck."""
        asked = next(message for message in reversed(self.sent) if isinstance(message, DoAction))
        return self.done_of(asked.number, *places, at=at)

    def done_of(self, number: int, *places: int, at: int = 700) -> ActionDone:
        """The answer to an action."""
        return ActionDone(
            1, number, at, tuple(RevealedCard(place, self.deck[place]) for place in places), (), None
        )


def online_seat(table: Table, *states: str, rounds: tuple[RoundScore | None, ...] = (None, None)) -> Script:
    """Sits down at a tournament over a network; returns the other end of the line."""
    line, tournament = Script(), told(*states)
    standings = AllStandings(START, tournament, places(*rounds))
    context = table.context
    seat = RemoteReferee(
        TakenSeat("http://127.0.0.1:8852", "", tournament, "Anna"),
        line,  # type: ignore[arg-type]  # it has what a seat needs
        context.library,
        context.now_ns,
        context.utc_now,
        lambda: standings,
    )
    seat.table = standings.places
    line.tell(Connected(1, Welcome(START, "Anna", tournament, None)))
    context.navigation.tournament(seat)
    table.frame()
    return line


def online_round(
    table: Table, begun: Callable[[Script], RoundState] = lambda line: line.position(), elapsed_ms: int = 0
) -> Script:
    """Sits down to the first round, as the server says that it stands."""
    line = online_seat(table, "open", "waiting")
    table.frame()
    table.key("enter")  # play
    table.key("enter")  # ready
    table.skip(3.1)
    assert isinstance(line.sent[-1], BeginRound), line.sent
    line.now_ms += elapsed_ms
    line.tell(begun(line))
    table.skip(0.2)
    return line


def hear(table: Table, line: Script, *news: News, seconds: float = 0.3) -> Table:
    """Has the server say something, and the window hear it."""
    line.tell(*news)
    return table.skip(seconds)
