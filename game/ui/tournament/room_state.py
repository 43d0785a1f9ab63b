"""What a host sees of a tournament, without cards of a running round, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.message import Message, joined, msg, msg_n, verbatim
from game.online.bodies import SeatTold
from game.online.messages import RoundInfo, TournamentInfo
from game.play.phrases import listed
from game.rounds.hosted import Hosted, Room, short_code
from game.rounds.remote import rules_told
from game.tournament.player import Player
from game.tournament.standings import StandingRow
from game.ui.drawing.words import BETWEEN_FACTS, date_shown, shown
from game.ui.tournament.words import conditions, winners

FINGERPRINT = 12
STARTING = msg("Starting the table server…")


def listed_names(names: Sequence[str]) -> str:
    """Lists players' names, only the first of many."""
    return listed([verbatim(shown(name, 40)) for name in names[:6]])


class RoomState:
    """A host's view of a tournament, without cards of a running round, and what follows from it."""

    def __init__(self, hosted: Hosted, addresses: Sequence[str], now_ns: Callable[[], int]) -> None:
        """`addresses` are this machine's network addresses, the likely one first."""
        self.hosted, self.addresses, self._now_ns = hosted, list(addresses), now_ns
        self.room: Room | None = None
        self.heard_ns = 0
        """When the room was told of last."""

    @property
    def told(self) -> TournamentInfo | None:
        return None if self.room is None else self.room.standings.tournament

    @property
    def open(self) -> RoundInfo | None:
        """The round that is open or closing."""
        rounds = self.told.rounds if self.told is not None else ()
        return next((each for each in reversed(rounds) if each.state in ("open", "closing")), None)

    @property
    def waiting(self) -> RoundInfo | None:
        rounds = self.told.rounds if self.told is not None else ()
        return next((each for each in rounds if each.state == "waiting"), None)

    @property
    def closed(self) -> RoundInfo | None:
        """The round closed last."""
        rounds = self.told.rounds if self.told is not None else ()
        return next((each for each in reversed(rounds) if each.state == "closed"), None)

    @property
    def is_over(self) -> bool:
        told = self.told
        return told is not None and all(each.state in ("closed", "cancelled") for each in told.rounds)

    @property
    def seats(self) -> Sequence[SeatTold]:
        return [] if self.room is None else [seat for seat in self.room.seats.seats if not seat.is_removed]

    @property
    def knocking(self) -> list[SeatTold]:
        return [seat for seat in self.seats if not seat.is_admitted]

    @property
    def server_now_ms(self) -> float:
        assert self.room is not None
        return self.room.standings.now + (self._now_ns() - self.heard_ns) / 1e6

    @property
    def clock_s(self) -> float | None:
        """Seconds left in the round for all if positive, until their clocks start if negative."""
        told, opened = self.told, self.open
        if told is None or opened is None or opened.starts is None:
            return None
        until_s = (opened.starts - self.server_now_ms) / 1000
        return -until_s if until_s > 0 else max(0.0, rules_told(told).limit + until_s)

    @property
    def link(self) -> str:
        """Content of the square code."""
        secret = "" if self.room is None or self.room.seats.secret is None else self.room.seats.secret
        return f"http://{self.address}/{short_code(self.hosted.tournament)}" + (
            f"#{secret}" if secret else ""
        )

    @property
    def address(self) -> str:
        """Address for friends."""
        is_here = not self.hosted.is_for_network or not self.addresses
        host = "127.0.0.1" if is_here else self.addresses[0]
        return f"{f'[{host}]' if ':' in host else host}:{self.hosted.port}"

    def not_begun(self, number: int) -> list[str]:
        """People who would lose a round."""
        return [
            seat.player
            for seat in self.seats
            if seat.kind == "person"
            and seat.is_admitted
            and (number > len(seat.rounds) or seat.rounds[number - 1] is None)
        ]

    def loss_words(self, number: int) -> Message | None:
        """Sentence about who would lose a round if it were closed now."""
        lose = self.not_begun(number)
        if not lose:
            return None
        return msg(
            "Those who have not started round {number} lose it: {players}.",
            number=number,
            players=listed_names(lose),
        )

    @property
    def title(self) -> str:
        """Name of the tournament."""
        return verbatim(shown(self.told.name, 40)) if self.told is not None else msg("Host a tournament")

    @property
    def facts(self) -> str:
        """Round and game."""
        told = self.told
        if told is None:
            return STARTING
        of, rules, rounds = self.open or self.closed, rules_told(told), len(told.rounds)
        first = [msg("Round {number} of {rounds}", number=of.number, rounds=rounds)] if of is not None else []
        return joined(BETWEEN_FACTS, [*first, *conditions(rules, rounds)[: 3 if of is not None else 4]])

    @property
    def next_words(self) -> str:
        """What comes next."""
        if self.is_over:
            return winners(self.rows)
        opened, waiting, here = self.open, self.waiting, len(self.seats) - len(self.knocking)
        if opened is not None:
            digits = (opened.commitment or "")[:FINGERPRINT]
            grouped = " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))
            fixed = msg(
                "Deck fixed before the round: {digits}. It is shown to everybody when the round is over.",
                digits=grouped,
            )
            then = (
                msg("Then the winners.")
                if waiting is None
                else msg("Then round {number}.", number=waiting.number)
            )
            parts = [fixed, then]
            if opened.state == "open" and opened.closes is not None and opened.starts is None:
                until = date_shown(opened.closes / 1000)
                parts.insert(0, msg("It can be started until {moment}.", moment=until))
            return joined(" ", parts)
        if waiting is None:
            return ""
        at_table = msg_n("{count} at the table", "{count} at the table", here)
        lacks = waiting.commitment is None
        next_is = (
            msg("looking for a deck for round {number}", number=waiting.number)
            if lacks
            else msg("round {number} begins when the host says so", number=waiting.number)
        )
        return joined(BETWEEN_FACTS, [at_table, next_is])

    @property
    def rows(self) -> list[StandingRow]:
        places = [] if self.room is None else self.room.standings.places
        return [
            StandingRow(
                each.rank, Player(each.player, each.kind), each.total, each.elapsed, each.home, (), None
            )
            for each in places
        ]
