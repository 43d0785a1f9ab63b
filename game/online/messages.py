"""Typed messages between players and the table server, version 1: their fields, and the bounds of each.

Knows docs/FORMATS.md, "The table server"; must not know who sends them nor how they travel. Moments are
whole milliseconds since 1970 in UTC by the server's clock, times are play time in ms; cards, actions and
games are written as in a record.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from game.online.fields import ArrayLimit, IntRange, MessageError, TextLimit, decoded, encoded, parsed

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


Line = Annotated[str, TextLimit(120, r"[^\x00-\x1f\x7f-\x9f]*")]
"""What a host tells everybody."""


@dataclass(frozen=True)
class Announcement:
    """A line that the host tells everybody, and when it was said."""

    at: Moment
    line: Line


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
    announced: Announcement | None = None
    """What the host has said last; until the next round opens, or nothing is said in its place."""

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


VERSION = 1
SUBPROTOCOL = "patience.1"
"""Of the WebSocket (RFC 6455, 1.9); a newer version has another."""
PLAY = f"{API}/play"
"""The path of the WebSocket."""
MAX_SERVER_BYTES = 1 << 20
"""Of a message from the server to a player."""

NOT_SAID = ',"said":""}'
PRACTISING = '{"kind":"practise"'
"""What the one message begins with that may be long."""


# To the server ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ClientMessage:
    """A message to the server."""

    kind: ClassVar[str]


@dataclass(frozen=True)
class Hello(ClientMessage):
    """The first of a connection: whose seat this is. A connection of the same seat before it is ended."""

    kind: ClassVar = "hello"
    tournament: Id
    key: Key


@dataclass(frozen=True)
class BeginRound(ClientMessage):
    """Begin a round, or come back to it; answered by `RoundState` or `Rejected`."""

    kind: ClassVar = "begin"
    round: RoundNumber


@dataclass(frozen=True)
class DoAction(ClientMessage):
    """An action; `number` counts the game's entries from 1 on. Answered by `ActionDone` or `Rejected`."""

    kind: ClassVar = "do"
    round: RoundNumber
    number: Number
    action: ActionText


@dataclass(frozen=True)
class Ping(ClientMessage):
    """Answered at once; `sent` is whatever the asker wants to have back."""

    kind: ClassVar = "ping"
    sent: Annotated[int, IntRange(0, 2**53)]


@dataclass(frozen=True)
class Look(ClientMessage):
    """From now on what is told of a round is followed by its `Table`; answered by it, once it is begun."""

    kind: ClassVar = "look"
    round: RoundNumber
    language: Annotated[str, TextLimit(8, r"[a-z]{2}")]
    """In which sentences are told; English where the server has none of that name."""


@dataclass(frozen=True)
class Why(ClientMessage):
    """Why the top `count` cards of a pile cannot be moved, or not to that place; answered by `Because`."""

    kind: ClassVar = "why"
    round: RoundNumber
    pile: PileText
    count: Annotated[int, IntRange(1, 52)]
    place: PileText | None


@dataclass(frozen=True)
class Practise(ClientMessage):
    """The first of a connection without a seat: a game that nobody keeps but who asks, as round 1.

    Answered by `Practice`, and then by its `Table`.
    """

    kind: ClassVar = "practise"
    game: PracticeText
    deal: DealNumber | None
    """None for a new one."""
    entries: Annotated[tuple[EntryText, ...], ArrayLimit(MAX_PRACTICE_ENTRIES)]
    """What was done in it so far."""
    language: Annotated[str, TextLimit(8, r"[a-z]{2}")]
    day: Annotated[str, TextLimit(10, r"(today|[0-9]{4}-[0-9]{2}-[0-9]{2})?")] = ""
    """Whose deal it is, `today` by UTC; then game and number are the day's."""


@dataclass(frozen=True)
class Record(ClientMessage):
    """The record of a practice game as the program's file; answered by `RecordTold`."""

    kind: ClassVar = "record"


# From the server ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ServerMessage:
    """A message from the server."""

    kind: ClassVar[str]


@dataclass(frozen=True)
class Welcome(ServerMessage):
    """The answer to `Hello`, and told again when the host has let the seat in."""

    kind: ClassVar = "welcome"
    now: Moment
    player: Name
    tournament: TournamentInfo
    running: RoundNumber | None
    """The round that this seat is playing."""
    is_admitted: bool = True
    """Whether the seat may play; else it knocks, and waits for the host."""


@dataclass(frozen=True)
class RoundState(ServerMessage):
    """A round as its player sees it: what was seen of the cards, and all that was done."""

    kind: ClassVar = "position"
    round: RoundNumber
    game: GameText
    started: Moment
    now: Moment
    seen: SeenText
    entries: Annotated[tuple[EntryText, ...], ArrayLimit(MAX_ENTRIES)]
    ending: RoundResult | None


@dataclass(frozen=True)
class ActionDone(ServerMessage):
    """An action counts and is on disk: when it was done, and the cards it turned up."""

    kind: ClassVar = "done"
    round: RoundNumber
    number: Number
    at: Ms
    shown: Annotated[tuple[RevealedCard, ...], ArrayLimit(52)]
    more: Annotated[tuple[EntryText, ...], ArrayLimit(60)]
    """What the server did after it: the play-out of a solved game."""
    ending: RoundResult | None


@dataclass(frozen=True)
class Rejected(ServerMessage):
    """What was asked did not happen; nothing has changed by it."""

    kind: ClassVar = "refused"
    round: RoundNumber
    number: Number | None
    """Of the action, None where it was no action."""
    code: Code
    parts: Parts
    expected: Number | None
    """The number that the next action has to bear, None where none is expected."""
    said: Said = ""
    """The rules' own sentence; for who looks, and left out where there is none."""


@dataclass(frozen=True)
class RoundEnded(ServerMessage):
    """The server ended the round, because its time is up."""

    kind: ClassVar = "ended"
    round: RoundNumber
    more: Annotated[tuple[EntryText, ...], ArrayLimit(60)]
    ending: RoundResult


@dataclass(frozen=True)
class TournamentChanged(ServerMessage):
    """A round has opened, is closing or has closed, or a commitment is there."""

    kind: ClassVar = "changed"
    tournament: TournamentInfo


@dataclass(frozen=True)
class Standings(ServerMessage):
    """The first places and one's own; all of them are at `/standings`."""

    kind: ClassVar = "standings"
    first: Annotated[tuple[PlaceInfo, ...], ArrayLimit(20)]
    own: PlaceInfo | None


@dataclass(frozen=True)
class Pong(ServerMessage):
    """The answer to `Ping`."""

    kind: ClassVar = "pong"
    sent: Annotated[int, IntRange(0, 2**53)]
    now: Moment


@dataclass(frozen=True)
class Goodbye(ServerMessage):
    """The last of a connection, and why it is ended."""

    kind: ClassVar = "goodbye"
    code: Code
    parts: Parts


@dataclass(frozen=True)
class Table(ServerMessage):
    """A round as its player sees it, and all that may be done: for pages that know no rules."""

    kind: ClassVar = "table"
    round: RoundNumber
    number: Number | None
    """That the next action has to bear; None when the round is over."""
    at: Ms
    """Play time of the last action."""
    piles: Annotated[
        tuple[Annotated[str, TextLimit(112, r"[a-z0-9]{2,5} ([0-9]+|([A2-9TJQK][CDHS]|\?\?)*)")], ...],
        ArrayLimit(60),
    ]
    """Each by its name and its cards, the lowest first: `??` face down; of the stock how many."""
    counts: Annotated[tuple[Counted, ...], ArrayLimit(8)]
    """What the bars say."""
    moves: Annotated[tuple[ActionText, ...], ArrayLimit(400)]
    """Every legal one."""
    home: Annotated[tuple[ActionText, ...], ArrayLimit(60)]
    """Those of them that a double tap does."""
    undo: bool
    end: bool
    score: Count
    cards_home: Annotated[int, IntRange(0, 104)]
    points: Annotated[tuple[Points, ...], ArrayLimit(4)]
    """What the last action brought or cost."""
    said: Said
    """What it was, or why nothing has changed."""
    ending: RoundResult | None
    sources: Annotated[tuple[Counted, ...], ArrayLimit(8)] = ()
    """Of a round that is over: the points by where they come from."""


@dataclass(frozen=True)
class Because(ServerMessage):
    """The answer to `Why`; empty where nothing stands against it."""

    kind: ClassVar = "because"
    round: RoundNumber
    said: Said


@dataclass(frozen=True)
class Joined(ServerMessage):
    """Who has a seat, for who looks: told at first, and when somebody comes or goes."""

    kind: ClassVar = "joined"
    players: Count
    names: Annotated[tuple[Sitting, ...], ArrayLimit(MAX_NAMED)]
    """The first of them."""


@dataclass(frozen=True)
class Practice(ServerMessage):
    """The answer to `Practise`: the deal, and what counts of its entries."""

    kind: ClassVar = "practice"
    game: PracticeText
    deal: DealNumber
    day: Annotated[str, TextLimit(10, r"([0-9]{4}-[0-9]{2}-[0-9]{2})?")]
    """Whose deal it is; empty of any other."""
    started: Moment
    now: Moment
    entries: Annotated[tuple[EntryText, ...], ArrayLimit(MAX_PRACTICE_ENTRIES)]


@dataclass(frozen=True)
class RecordTold(ServerMessage):
    """The answer to `Record`."""

    kind: ClassVar = "record"
    text: Annotated[str, TextLimit(1 << 16)]


CLIENT_MESSAGES: dict[str, type[ClientMessage]] = {
    each.kind: each for each in (Hello, BeginRound, DoAction, Ping, Look, Why, Practise, Record)
}
SERVER_MESSAGES: dict[str, type[ServerMessage]] = {
    each.kind: each
    for each in (
        *(Welcome, RoundState, ActionDone, Rejected, RoundEnded, TournamentChanged, Standings, Pong, Goodbye),
        *(Table, Because, Joined, Practice, RecordTold),
    )
}


def frame(message: ClientMessage | ServerMessage) -> str:
    """A message as the text of a WebSocket frame; its kind comes first.

    >>> frame(BeginRound(2))
    '{"kind":"begin","round":2}'
    """
    fields = encoded(message)
    if isinstance(message, Rejected) and not message.said:  # who has not asked hears nothing new
        fields = fields.removesuffix(NOT_SAID) + "}"
    return f'{{"kind":"{message.kind}"{"," if fields != "{}" else ""}{fields[1:]}'


def read_client_message(text: str | bytes) -> ClientMessage:
    """A message to the server.

    Raises:
        MessageError: it is none.
    """
    is_practice = (text[:30] if isinstance(text, str) else text[:30].decode(errors="replace")).startswith(
        PRACTISING
    )
    asked: ClientMessage = _read(
        CLIENT_MESSAGES, parsed(text, MAX_BYTES_PRACTICE if is_practice else MAX_CLIENT_BYTES)
    )
    return asked


def read_server_message(text: str | bytes) -> ServerMessage:
    """A message from the server.

    Raises:
        MessageError: it is none.
    """
    told: ServerMessage = _read(SERVER_MESSAGES, parsed(text, MAX_SERVER_BYTES))
    return told


def _read(kinds: dict[str, Any], found: dict[str, Any]) -> Any:
    kind = found.pop("kind", None)
    if not isinstance(kind, str) or kind not in kinds:
        raise MessageError("“kind” is missing or names no message")
    return decoded(kinds[kind], found)
