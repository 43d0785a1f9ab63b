"""What messages of the table server consist of: kinds of fields, their bounds, and what several tell.

Knows docs/FORMATS.md, "The table server"; must not know which message holds what. Moments are whole
milliseconds since 1970 in UTC by the server's clock, times are play time in ms; cards, actions and games
are written as in a record.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from game.online.fields import ArrayLimit, IntRange, MessageError, TextLimit

API = "/api/1"
"""What the path of every address of this version begins with."""
MAX_CLIENT_BYTES = 2048
"""Of a message to the server."""
MAX_SEATS = 10_000
MAX_ENTRIES = 12_000
"""Of one game online: twenty a second for ten minutes."""
UNSEEN = "??"
"""A card that was not seen yet, in `Position.seen`."""

Moment = Annotated[int, IntRange(0, 10**14)]
Ms = Annotated[int, IntRange(0, 10**9)]
Count = Annotated[int, IntRange(0, 10**9)]
RoundNumber = Annotated[int, IntRange(1, 10)]
Number = Annotated[int, IntRange(1, MAX_ENTRIES)]
Id = Annotated[str, TextLimit(32, r"[0-9a-f]{32}")]
Hex = Annotated[str, TextLimit(64, r"[0-9a-f]{64}")]
Key = Annotated[str, TextLimit(64, r"[0-9a-f]{64}")]
"""256 random bits that a player's program has made and keeps."""
Typed = Annotated[str, TextLimit(40)]
"""A name as somebody wants it."""
Name = Annotated[str, TextLimit(40, r"[^\x00-\x1f\x7f-\x9f]*")]
"""A name as it is told: without control characters."""
Kind = Annotated[str, TextLimit(24, r"person|robot [a-z]{1,16}")]
GameText = Annotated[str, TextLimit(60, r"rush draw=[13] limit=([6-9][0-9]|[1-5][0-9]{2}|600)")]
ActionText = Annotated[str, TextLimit(12, r"[a-z0-9>:]+")]
EntryText = Annotated[str, TextLimit(24, r"[0-9]{1,9} [a-z0-9>:]+")]
CardText = Annotated[str, TextLimit(2, r"[A23456789TJQK][CDHS]")]
DeckText = Annotated[str, TextLimit(155, r"[A23456789TJQK][CDHS]( [A23456789TJQK][CDHS]){51}")]
SeenText = Annotated[str, TextLimit(155, r"([A23456789TJQK][CDHS]|\?\?)( ([A23456789TJQK][CDHS]|\?\?)){51}")]
Outcome = Literal["won", "ended", "timeout"]
State = Literal["waiting", "open", "closing", "closed", "cancelled"]
"""`waiting` for its opening; `open` to be begun; `closing`: who plays plays on, nobody begins; `closed`; or
`cancelled`: it counts nothing."""
Seats = Literal["admit", "link", "open"]
"""Who comes in: whom the host lets in, who has the secret link, or everybody. Once a
round has opened, the first always holds."""
Start = Literal["common", "own"]
"""When a clock starts: all at one moment after the opening, or each when its player begins."""
SeatNumber = Annotated[int, IntRange(1, 2**53)]
"""Of a seat among all of a server."""
Code = Annotated[str, TextLimit(24, r"[a-z_]+")]
"""Why something was refused: a word of docs/FORMATS.md, put into a sentence by whoever shows it."""
MAX_PART = 120
Parts = Annotated[tuple[Annotated[str, TextLimit(MAX_PART)], ...], ArrayLimit(4)]
"""What a refusal names, such as a name that is taken."""
Said = Annotated[str, TextLimit(400)]
"""A sentence in the language of who looks."""
PileText = Annotated[str, TextLimit(5, r"[a-z0-9]{2,5}")]
PracticeText = Annotated[
    str, TextLimit(60, r"rush draw=[13] limit=([6-9][0-9]|[1-5][0-9]{2}|600|86400|none)")
]
"""A game for practice: with a clock as in a round, or with a day, which is none."""
DealNumber = Annotated[int, IntRange(0, 10**9)]
MAX_PRACTICE_ENTRIES = 900
MAX_BYTES_PRACTICE = 24 << 10
"""Of the message that brings them along."""
MAX_NAMED = 60
"""Names that are told of those who have a seat."""


@dataclass(frozen=True)
class RoundResult:
    """What a finished round is worth."""

    outcome: Outcome
    score: Count
    bonus: Count
    home: Annotated[int, IntRange(0, 52)]
    elapsed: Ms


@dataclass(frozen=True)
class RevealedCard:
    """A card that was turned up: its place in dealing order, from 0 on, and what it is."""

    place: Annotated[int, IntRange(0, 51)]
    card: CardText


@dataclass(frozen=True)
class Counted:
    """Something that is counted, by its name in the language of who looks."""

    name: Annotated[str, TextLimit(60)]
    value: Annotated[str, TextLimit(20)]


@dataclass(frozen=True)
class Points:
    """What an action brought or cost, where that is shown."""

    place: PileText
    points: Annotated[int, IntRange(-10000, 10000)]


@dataclass(frozen=True)
class Sitting:
    """Somebody who has a seat."""

    player: Name
    kind: Kind


@dataclass(frozen=True)
class RoundInfo:
    """A round as everybody may know it; salt and deck only when it is closed."""

    number: RoundNumber
    state: State
    opens: Moment | None
    """When it opens by itself, or has opened."""
    closes: Moment | None
    """When nobody may begin it any more, or has been so."""
    commitment: Hex | None
    """The SHA-256 of salt and deck; None while no deck is laid ready."""
    salt: Hex | None
    deck: DeckText | None
    starts: Moment | None = None
    """When all clocks of an open round start, or have started; None where each has its own beginning."""
    put_off: Moment | None = None
    """When it was to open first, where that passed while no server was there."""


@dataclass(frozen=True)
class TournamentInfo:
    """A tournament as everybody may know it."""

    id: Id
    name: Name
    game: GameText
    made: Moment
    players: Count
    robots_rank: bool
    """Whether robots have places among the people."""
    rounds: Annotated[tuple[RoundInfo, ...], ArrayLimit(10)]
    seats: Seats = "open"
    start: Start = "own"
    waiting: Count = 0
    """How many knock, and were not let in yet."""

    def __post_init__(self) -> None:
        """Raises:
        MessageError: the rounds are not numbered from 1 on.
        """
        if any(each.number != number for number, each in enumerate(self.rounds, 1)):
            raise MessageError("the rounds are not numbered from 1 on")


@dataclass(frozen=True)
class Absence:
    """A time in which the server was away, which is in nobody's play time."""

    began: Moment
    ended: Moment


@dataclass(frozen=True)
class RoundScore:
    """What is seen of somebody's round: while it is played, score and cards home so far."""

    is_over: bool
    total: Count
    home: Annotated[int, IntRange(0, 52)]
    elapsed: Ms


@dataclass(frozen=True)
class PlaceInfo:
    """A line of the standings."""

    rank: Annotated[int, IntRange(1, MAX_SEATS)] | None
    """None for a robot that has no place among the people."""
    player: Name
    kind: Kind
    total: Count
    """Of the rounds that are over."""
    elapsed: Annotated[int, IntRange(0, 10**10)]
    home: Count
    rounds: Annotated[tuple[RoundScore | None, ...], ArrayLimit(10)]
