"""Bodies of requests to the table server over HTTP, and of its answers.

Knows their fields (docs/FORMATS.md, "The table server"); must not know at which address they are asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from game.online.fields import ArrayLimit, IntRange, TextLimit, decoded, parsed
from game.online.messages import (
    MAX_CLIENT_BYTES,
    MAX_SEATS,
    Absence,
    Code,
    Count,
    DeckText,
    GameText,
    Hex,
    Id,
    Kind,
    Line,
    Moment,
    Ms,
    Name,
    Parts,
    PlaceInfo,
    RoundNumber,
    SeatNumber,
    Seats,
    Start,
    TournamentInfo,
    Typed,
)

MAX_ABSENCES = 10_000
MAX_BYTES_PROOF = 256 << 20
"""Of a closed round with all its records."""


@dataclass(frozen=True)
class NewTournament:
    """What the host asks for; `seconds` is the limit of a round."""

    name: Typed
    draw: Literal[1, 3]
    seconds: Annotated[int, IntRange(60, 600)]
    rounds: RoundNumber
    opens: Moment | None
    """When the first round opens by itself; None where the host opens each."""
    every: Annotated[int, IntRange(60, 604_800)] | None
    """Seconds from the opening of a round to that of the next, None where the host opens each."""
    lasts: Annotated[int, IntRange(10, 604_800)] | None
    """Seconds in which a round may be begun, None where the host closes each."""
    robots: Annotated[tuple[Annotated[str, TextLimit(16, r"[a-z]{1,16}")], ...], ArrayLimit(7)]
    """Their strengths."""
    robots_rank: bool
    seats: Seats = "open"
    start: Start = "own"


@dataclass(frozen=True)
class ServerTold:
    """What a server tells its host of itself."""

    address: Annotated[str, TextLimit(300, r"https?://[!-~]+")] | None
    """At which players reach it; None where only its own machine does, or nobody has told it."""


@dataclass(frozen=True)
class Join:
    """Who takes a seat; the key goes with the request."""

    name: Typed
    secret: Annotated[str, TextLimit(32, r"([0-9a-f]{32})?")] = ""
    """Of the link, where that lets people in."""


@dataclass(frozen=True)
class SeatTold:
    """A seat as its host may know it."""

    seat: SeatNumber
    player: Name
    kind: Kind
    joined: Moment
    """When it was taken, or asked for."""
    is_admitted: bool
    beside: Count
    """How many others knock from the same address."""
    is_removed: bool = False
    """Whether the host has put it out."""
    rounds: Annotated[tuple[Literal["playing", "over"] | None, ...], ArrayLimit(10)] = ()
    """How its game of each round stands; None of a round that was not begun there."""
    is_connected: bool = False
    """Whether its player is there now, as far as the worker that is asked knows."""


@dataclass(frozen=True)
class AllSeats:
    """The seats of a tournament as its host may know them."""

    now: Moment
    secret: Id | None
    """Of the link, where that lets people in."""
    seats: Annotated[tuple[SeatTold, ...], ArrayLimit(2 * MAX_SEATS)]
    """Those who knock first, and of those whoever has no others beside them."""


@dataclass(frozen=True)
class Chosen:
    """The seats that a host lets in, or sends away."""

    seats: Annotated[tuple[SeatNumber, ...], ArrayLimit(100)]


@dataclass(frozen=True)
class Rename:
    """The name that a host gives to a seat."""

    name: Typed


@dataclass(frozen=True)
class Announce:
    """What a host tells everybody; empty takes back what was said."""

    line: Line


@dataclass(frozen=True)
class Extend:
    """How much longer an open round may be begun."""

    seconds: Annotated[int, IntRange(60, 604_800)]


@dataclass(frozen=True)
class RejectionBody:
    """The body of an answer that is no."""

    code: Code
    parts: Parts


@dataclass(frozen=True)
class Tournaments:
    """Those that there are, the newest first."""

    now: Moment
    tournaments: Annotated[tuple[TournamentInfo, ...], ArrayLimit(100)]


@dataclass(frozen=True)
class AllStandings:
    """The table of a tournament, the first place first."""

    now: Moment
    tournament: TournamentInfo
    places: Annotated[tuple[PlaceInfo, ...], ArrayLimit(MAX_SEATS)]


@dataclass(frozen=True)
class PlayedRound:
    """Somebody's round: the record as it is, with the server's times."""

    player: Name
    kind: Kind
    record: Annotated[str, TextLimit(1 << 20)]
    begun: Ms = 0
    """At which play time its player began, where all clocks started together."""


@dataclass(frozen=True)
class ClosedRound:
    """All that proves a closed round."""

    patience_round: Literal[1, 2]
    """The version of this form; the first has nothing of what stands behind `played`."""
    tournament: Id
    name: Name
    round: RoundNumber
    game: GameText
    opened: Moment
    closed: Moment
    commitment: Hex
    salt: Hex
    deck: DeckText
    played: Annotated[tuple[PlayedRound, ...], ArrayLimit(MAX_SEATS)]
    seats: Seats | None = None
    start: Start = "own"
    starts: Moment | None = None
    """When all clocks started, where they did together."""
    away: Annotated[tuple[Absence, ...], ArrayLimit(MAX_ABSENCES)] = ()
    """When the server was away while the round was open."""
    robots_rank: bool = True
    """Whether robots have places among the people."""

    @property
    def is_of_its_version(self) -> bool:
        """Whether it tells what its version tells, and no more."""
        told = (self.seats, self.start, self.starts, self.away, self.robots_rank)
        if self.patience_round == 1:
            return told == (None, "own", None, (), True) and not any(each.begun for each in self.played)
        return self.seats is not None and (self.start == "common") == (self.starts is not None)


def read_body(kind: type[Any], data: str | bytes, most_bytes: int = MAX_CLIENT_BYTES) -> Any:
    """The body of a request or an answer, of the type that is expected.

    Raises:
        MessageError: it is none.
    """
    return decoded(kind, parsed(data, most_bytes))
