"""Bodies of HTTP requests to the table server, and of its answers (docs/API.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from game.codec import ArrayLimit, IntRange, TextLimit, decoded, parsed
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
    Key,
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
"""Maximum size of a closed round with all its records."""


@dataclass(frozen=True)
class NewTournament:
    """A host's request for a tournament; `seconds` is the limit of a round."""

    name: Typed
    draw: Literal[1, 3]
    seconds: Annotated[int, IntRange(60, 600)]
    rounds: RoundNumber
    opens: Moment | None
    """When the first round opens automatically; None if the host opens each."""
    every: Annotated[int, IntRange(60, 604_800)] | None
    """Seconds between openings; None if the host opens each."""
    lasts: Annotated[int, IntRange(10, 604_800)] | None
    """Seconds for which a round is open to new starts; None if the host closes each."""
    robots: Annotated[tuple[Annotated[str, TextLimit(16, r"[a-z]{1,16}")], ...], ArrayLimit(7)]
    """Strengths of robots."""
    robots_rank: bool
    seats: Seats = "open"
    start: Start = "own"


@dataclass(frozen=True)
class ServerTold:
    """A server's information for its host."""

    address: Annotated[str, TextLimit(300, r"https?://[!-~]+")] | None
    """Address for players; None if only its own machine reaches it, or it is unknown."""


@dataclass(frozen=True)
class HostTicket:
    """One-time ticket a host's browser exchanges for the key: command lines, where it stands, can be read."""

    ticket: Id


@dataclass(frozen=True)
class HostKey:
    """A host's key."""

    key: Key


@dataclass(frozen=True)
class Join:
    """Request for a seat; the key goes with the request."""

    name: Typed
    secret: Annotated[str, TextLimit(32, r"([0-9a-f]{32})?")] = ""
    """Secret of the link, if that is required."""


@dataclass(frozen=True)
class SeatTold:
    """A seat as its host sees it."""

    seat: SeatNumber
    player: Name
    kind: Kind
    joined: Moment
    """When it was taken or requested."""
    is_admitted: bool
    beside: Count
    """Number of others knocking from the same address."""
    is_removed: bool = False
    """Whether the host has removed it."""
    rounds: Annotated[tuple[Literal["playing", "over"] | None, ...], ArrayLimit(10)] = ()
    """State of its game of each round; None if it was not started."""
    is_connected: bool = False
    """Whether its player is connected, as far as this worker knows."""


@dataclass(frozen=True)
class AllSeats:
    """Seats of a tournament as its host sees them."""

    now: Moment
    secret: Id | None
    """Secret of the link, if that is required."""
    seats: Annotated[tuple[SeatTold, ...], ArrayLimit(2 * MAX_SEATS)]
    """Knocking players first, and of those the ones without others from their address."""


@dataclass(frozen=True)
class Chosen:
    """Seats that a host admits or sends away."""

    seats: Annotated[tuple[SeatNumber, ...], ArrayLimit(100)]


@dataclass(frozen=True)
class Rename:
    """A host's new name for a seat."""

    name: Typed


@dataclass(frozen=True)
class Announce:
    """A host's message to everybody; empty to withdraw it."""

    line: Line


@dataclass(frozen=True)
class Extend:
    """Extra time for which an open round stays open to new starts, in seconds."""

    seconds: Annotated[int, IntRange(60, 604_800)]


@dataclass(frozen=True)
class RejectionBody:
    """Body of a rejection."""

    code: Code
    parts: Parts


@dataclass(frozen=True)
class Tournaments:
    """Existing tournaments, newest first."""

    now: Moment
    tournaments: Annotated[tuple[TournamentInfo, ...], ArrayLimit(100)]


@dataclass(frozen=True)
class AllStandings:
    """Standings of a tournament, first place first."""

    now: Moment
    tournament: TournamentInfo
    places: Annotated[tuple[PlaceInfo, ...], ArrayLimit(MAX_SEATS)]


@dataclass(frozen=True)
class PlayedRound:
    """A player's round: the record as it is, with the server's times."""

    player: Name
    kind: Kind
    record: Annotated[str, TextLimit(1 << 20)]
    begun: Ms = 0
    """Play time at which its player started, if all clocks started together."""


@dataclass(frozen=True)
class Highlights:
    """Highlights of a closed round, of its people alone; empty names where nobody has done it."""

    ace_player: Name
    ace_at: Ms
    """Play time of the first ace that came home."""
    streak_player: Name
    streak: Count
    """Length of the longest streak of moves that earned points."""


@dataclass(frozen=True)
class ClosedRound:
    """Everything that proves a closed round."""

    patience_round: Literal[1, 2]
    """Version of this format; version 1 has nothing after `played`."""
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
    """When all clocks started, if together."""
    away: Annotated[tuple[Absence, ...], ArrayLimit(MAX_ABSENCES)] = ()
    """Downtimes of the server while the round was open."""
    robots_rank: bool = True
    """Whether robots are ranked among people."""

    @property
    def is_of_its_version(self) -> bool:
        """Whether it has exactly the fields of its version."""
        newer = (self.seats, self.start, self.starts, self.away, self.robots_rank)
        if self.patience_round == 1:
            return newer == (None, "own", None, (), True) and not any(game.begun for game in self.played)
        return self.seats is not None and (self.start == "common") == (self.starts is not None)


def read_body(kind: type[Any], data: str | bytes, max_bytes: int = MAX_CLIENT_BYTES) -> Any:
    """Parses the body of a request or an answer, of the expected type; raises MessageError if invalid."""
    return decoded(kind, parsed(data, max_bytes))
