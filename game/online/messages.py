"""Typed messages of the table server, version 1: what a player's program says, and what the server answers.

Knows their fields, types and bounds (docs/FORMATS.md, "The table server"); must not know who sends them
nor how they travel. Moments are whole milliseconds since 1970 in UTC by the server's clock, times are play
time in ms; cards, actions and games are written as in a record.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from game.online.fields import MessageError, Row, Text, Whole, decoded, encoded, parsed

VERSION = 1
SUBPROTOCOL = "patience.1"
"""Of the WebSocket (RFC 6455, 1.9); a newer version has another."""
API = "/api/1"
"""What the path of every address of this version begins with."""
PLAY = f"{API}/play"
"""The path of the WebSocket."""
MOST_BYTES_ASKED = 2048
"""Of a message to the server."""
MOST_BYTES_TOLD = 1 << 20
"""Of a message from the server to a player."""
MOST_BYTES_PROOF = 256 << 20
"""Of a closed round with all its records."""
MOST_SEATS = 10_000
MOST_ENTRIES = 12_000
"""Of one game online: twenty a second for ten minutes."""
UNSEEN = "??"
"""A card that was not seen yet, in `Position.seen`."""

Moment = Annotated[int, Whole(0, 10**14)]
Ms = Annotated[int, Whole(0, 10**9)]
Count = Annotated[int, Whole(0, 10**9)]
RoundNumber = Annotated[int, Whole(1, 10)]
Number = Annotated[int, Whole(1, MOST_ENTRIES)]
Id = Annotated[str, Text(32, r"[0-9a-f]{32}")]
Hex = Annotated[str, Text(64, r"[0-9a-f]{64}")]
Key = Annotated[str, Text(64, r"[0-9a-f]{64}")]
"""256 random bits that a player's program has made and keeps."""
Typed = Annotated[str, Text(40)]
"""A name as somebody wants it."""
Name = Annotated[str, Text(40, r"[^\x00-\x1f\x7f-\x9f]*")]
"""A name as it is told: without control characters."""
Kind = Annotated[str, Text(24, r"person|robot [a-z]{1,16}")]
GameText = Annotated[str, Text(60, r"rush draw=[13] limit=([6-9][0-9]|[1-5][0-9]{2}|600)")]
ActionText = Annotated[str, Text(12, r"[a-z0-9>:]+")]
EntryText = Annotated[str, Text(24, r"[0-9]{1,9} [a-z0-9>:]+")]
CardText = Annotated[str, Text(2, r"[A23456789TJQK][CDHS]")]
DeckText = Annotated[str, Text(155, r"[A23456789TJQK][CDHS]( [A23456789TJQK][CDHS]){51}")]
SeenText = Annotated[str, Text(155, r"([A23456789TJQK][CDHS]|\?\?)( ([A23456789TJQK][CDHS]|\?\?)){51}")]
Outcome = Literal["won", "ended", "timeout"]
State = Literal["waiting", "open", "closing", "closed"]
"""`waiting` for its opening; `open` to be begun; `closing`: who plays plays on, nobody begins; `closed`."""
Code = Annotated[str, Text(24, r"[a-z_]+")]
"""Why something was refused: a word of docs/FORMATS.md, put into a sentence by whoever shows it."""
LONGEST_PART = 120
Parts = Annotated[tuple[Annotated[str, Text(LONGEST_PART)], ...], Row(4)]
"""What a refusal names, such as a name that is taken."""


# Parts of messages --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ending:
    """What a finished round is worth."""

    outcome: Outcome
    score: Count
    bonus: Count
    home: Annotated[int, Whole(0, 52)]
    elapsed: Ms


@dataclass(frozen=True)
class Shown:
    """A card that was turned up: its place in dealing order, from 0 on, and what it is."""

    place: Annotated[int, Whole(0, 51)]
    card: CardText


@dataclass(frozen=True)
class RoundTold:
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


@dataclass(frozen=True)
class TournamentTold:
    """A tournament as everybody may know it."""

    id: Id
    name: Name
    game: GameText
    made: Moment
    players: Count
    robots_rank: bool
    """Whether robots have places among the people."""
    rounds: Annotated[tuple[RoundTold, ...], Row(10)]

    def __post_init__(self) -> None:
        """Raises:
        MessageError: the rounds are not numbered from 1 on.
        """
        if any(each.number != number for number, each in enumerate(self.rounds, 1)):
            raise MessageError("the rounds are not numbered from 1 on")


@dataclass(frozen=True)
class RoundScore:
    """What is seen of somebody's round: while it is played, score and cards home so far."""

    is_over: bool
    total: Count
    home: Annotated[int, Whole(0, 52)]
    elapsed: Ms


@dataclass(frozen=True)
class Place:
    """A line of the standings."""

    rank: Annotated[int, Whole(1, MOST_SEATS)] | None
    """None for a robot that has no place among the people."""
    player: Name
    kind: Kind
    total: Count
    """Of the rounds that are over."""
    elapsed: Annotated[int, Whole(0, 10**10)]
    home: Count
    rounds: Annotated[tuple[RoundScore | None, ...], Row(10)]


# To the server ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A message to the server."""

    kind: ClassVar[str]


@dataclass(frozen=True)
class Hello(Asked):
    """The first of a connection: whose seat this is. A connection of the same seat before it is ended."""

    kind: ClassVar = "hello"
    tournament: Id
    key: Key


@dataclass(frozen=True)
class Begin(Asked):
    """Begin a round, or come back to it; answered by `Position` or `Refused`."""

    kind: ClassVar = "begin"
    round: RoundNumber


@dataclass(frozen=True)
class Do(Asked):
    """An action; `number` counts the entries of the game from 1 on. Answered by `Done` or `Refused`."""

    kind: ClassVar = "do"
    round: RoundNumber
    number: Number
    action: ActionText


@dataclass(frozen=True)
class Ping(Asked):
    """Answered at once; `sent` is whatever the asker wants to have back."""

    kind: ClassVar = "ping"
    sent: Annotated[int, Whole(0, 2**53)]


# From the server ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """A message from the server."""

    kind: ClassVar[str]


@dataclass(frozen=True)
class Welcome(Told):
    """The answer to `Hello`."""

    kind: ClassVar = "welcome"
    now: Moment
    player: Name
    tournament: TournamentTold
    running: RoundNumber | None
    """The round that this seat is playing."""


@dataclass(frozen=True)
class Position(Told):
    """A round as its player sees it: what was seen of the cards, and all that was done."""

    kind: ClassVar = "position"
    round: RoundNumber
    game: GameText
    started: Moment
    now: Moment
    seen: SeenText
    entries: Annotated[tuple[EntryText, ...], Row(MOST_ENTRIES)]
    ending: Ending | None


@dataclass(frozen=True)
class Done(Told):
    """An action counts and is on disk: when it was done, and the cards it turned up."""

    kind: ClassVar = "done"
    round: RoundNumber
    number: Number
    at: Ms
    shown: Annotated[tuple[Shown, ...], Row(52)]
    more: Annotated[tuple[EntryText, ...], Row(60)]
    """What the server did after it: the play-out of a solved game."""
    ending: Ending | None


@dataclass(frozen=True)
class Refused(Told):
    """What was asked did not happen; nothing has changed by it."""

    kind: ClassVar = "refused"
    round: RoundNumber
    number: Number | None
    """Of the action, None where it was no action."""
    code: Code
    parts: Parts
    expected: Number | None
    """The number that the next action has to bear, None where none is expected."""


@dataclass(frozen=True)
class Ended(Told):
    """The server ended the round, because its time is up."""

    kind: ClassVar = "ended"
    round: RoundNumber
    more: Annotated[tuple[EntryText, ...], Row(60)]
    ending: Ending


@dataclass(frozen=True)
class Changed(Told):
    """A round has opened, is closing or has closed, or a commitment is there."""

    kind: ClassVar = "changed"
    tournament: TournamentTold


@dataclass(frozen=True)
class Standings(Told):
    """The first places and one's own; all of them are at `/standings`."""

    kind: ClassVar = "standings"
    first: Annotated[tuple[Place, ...], Row(20)]
    own: Place | None


@dataclass(frozen=True)
class Pong(Told):
    """The answer to `Ping`."""

    kind: ClassVar = "pong"
    sent: Annotated[int, Whole(0, 2**53)]
    now: Moment


@dataclass(frozen=True)
class Goodbye(Told):
    """The last of a connection, and why it is ended."""

    kind: ClassVar = "goodbye"
    code: Code
    parts: Parts


ASKED: dict[str, type[Asked]] = {each.kind: each for each in (Hello, Begin, Do, Ping)}
TOLD: dict[str, type[Told]] = {
    each.kind: each for each in (Welcome, Position, Done, Refused, Ended, Changed, Standings, Pong, Goodbye)
}


def frame(message: Asked | Told) -> str:
    """A message as the text of a WebSocket frame; its kind comes first.

    >>> frame(Begin(2))
    '{"kind":"begin","round":2}'
    """
    fields = encoded(message)
    return f'{{"kind":"{message.kind}"{"," if fields != "{}" else ""}{fields[1:]}'


def read_asked(text: str | bytes) -> Asked:
    """A message to the server.

    Raises:
        MessageError: it is none.
    """
    asked: Asked = _read(ASKED, parsed(text, MOST_BYTES_ASKED))
    return asked


def read_told(text: str | bytes) -> Told:
    """A message from the server.

    Raises:
        MessageError: it is none.
    """
    told: Told = _read(TOLD, parsed(text, MOST_BYTES_TOLD))
    return told


def _read(kinds: dict[str, Any], found: dict[str, Any]) -> Any:
    kind = found.pop("kind", None)
    if not isinstance(kind, str) or kind not in kinds:
        raise MessageError("“kind” is missing or names no message")
    return decoded(kinds[kind], found)


# Over HTTP ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewTournament:
    """What the host asks for; `seconds` is the limit of a round."""

    name: Typed
    draw: Literal[1, 3]
    seconds: Annotated[int, Whole(60, 600)]
    rounds: RoundNumber
    opens: Moment | None
    """When the first round opens by itself; None where the host opens each."""
    every: Annotated[int, Whole(60, 604_800)] | None
    """Seconds from the opening of a round to that of the next, None where the host opens each."""
    lasts: Annotated[int, Whole(10, 604_800)] | None
    """Seconds in which a round may be begun, None where the host closes each."""
    robots: Annotated[tuple[Annotated[str, Text(16, r"[a-z]{1,16}")], ...], Row(7)]
    """Their strengths."""
    robots_rank: bool


@dataclass(frozen=True)
class Join:
    """Who takes a seat; the key goes with the request."""

    name: Typed


@dataclass(frozen=True)
class Refusal:
    """The body of an answer that is no."""

    code: Code
    parts: Parts


@dataclass(frozen=True)
class Tournaments:
    """Those that there are, the newest first."""

    now: Moment
    tournaments: Annotated[tuple[TournamentTold, ...], Row(100)]


@dataclass(frozen=True)
class AllStandings:
    """The table of a tournament, the first place first."""

    now: Moment
    tournament: TournamentTold
    places: Annotated[tuple[Place, ...], Row(MOST_SEATS)]


@dataclass(frozen=True)
class PlayedRound:
    """Somebody's round: the record as it is, with the server's times."""

    player: Name
    kind: Kind
    record: Annotated[str, Text(1 << 20)]


@dataclass(frozen=True)
class ClosedRound:
    """All that proves a closed round."""

    patience_round: Literal[1]
    """The version of this form."""
    tournament: Id
    name: Name
    round: RoundNumber
    game: GameText
    opened: Moment
    closed: Moment
    commitment: Hex
    salt: Hex
    deck: DeckText
    played: Annotated[tuple[PlayedRound, ...], Row(MOST_SEATS)]


def read_body(kind: type[Any], data: str | bytes, most_bytes: int = MOST_BYTES_ASKED) -> Any:
    """The body of a request or an answer, of the type that is expected.

    Raises:
        MessageError: it is none.
    """
    return decoded(kind, parsed(data, most_bytes))
