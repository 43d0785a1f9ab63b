"""Typed messages between players and the table server, version 1: their fields, and the bounds of each.

See docs/API.md. Moments are whole milliseconds since 1970 in UTC by the server's
clock, times are play time in ms; cards, actions and games are written as in a record.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from game.codec import ArrayLimit, IntRange, MessageError, TextLimit, decoded, encoded, parsed

API = "/api/1"
"""Path prefix of every address of this version."""
MAX_CLIENT_BYTES = 2048
"""Maximum size of a message to the server."""
MAX_SEATS = 10_000
MAX_ENTRIES = 12_000
"""Maximum entries of an online game: twenty a second for ten minutes."""
UNSEEN = "??"
"""A card not seen yet, in `Position.seen`."""

Moment = Annotated[int, IntRange(0, 10**14)]
Ms = Annotated[int, IntRange(0, 10**9)]
Count = Annotated[int, IntRange(0, 10**9)]
RoundNumber = Annotated[int, IntRange(1, 10)]
BESIDE = 0
"""Number of a seat's practice, in the place of a round's."""
TableNumber = Annotated[int, IntRange(BESIDE, 10)]
Number = Annotated[int, IntRange(1, MAX_ENTRIES)]
Id = Annotated[str, TextLimit(32, r"[0-9a-f]{32}")]
Hex = Annotated[str, TextLimit(64, r"[0-9a-f]{64}")]
Key = Annotated[str, TextLimit(64, r"[0-9a-f]{64}")]
"""256 random bits that a player's program has created and keeps."""
Typed = Annotated[str, TextLimit(40)]
"""A requested name."""
Name = Annotated[str, TextLimit(40, r"[^\x00-\x1f\x7f-\x9f]*")]
"""A name for display, without control characters."""
Kind = Annotated[str, TextLimit(24, r"person|robot [a-z]{1,16}")]
GameText = Annotated[str, TextLimit(60, r"rush draw=[13] limit=([6-9][0-9]|[1-5][0-9]{2}|600)")]
ActionText = Annotated[str, TextLimit(12, r"[a-z0-9>:]+")]
EntryText = Annotated[str, TextLimit(24, r"[0-9]{1,9} [a-z0-9>:]+")]
CardText = Annotated[str, TextLimit(2, r"[A23456789TJQK][CDHS]")]
DeckText = Annotated[str, TextLimit(155, r"[A23456789TJQK][CDHS]( [A23456789TJQK][CDHS]){51}")]
SeenText = Annotated[str, TextLimit(155, r"([A23456789TJQK][CDHS]|\?\?)( ([A23456789TJQK][CDHS]|\?\?)){51}")]
Outcome = Literal["won", "ended", "timeout", "lost", "over"]
"""Outcome of a game; the last two only in practice of games that can be lost, or that count what is left."""
State = Literal["waiting", "open", "closing", "closed", "cancelled"]
"""`waiting` for its opening; `open` to be begun; `closing`: who plays plays on, nobody begins; `closed`; or
`cancelled`: it counts nothing."""
Seats = Literal["admit", "link", "open"]
"""Who comes in: whom the host lets in, who has the secret link, or everybody. Once a
round has opened, the first always holds."""
Start = Literal["common", "own"]
"""When a clock starts: all at one moment after the opening, or each with its player."""
SeatNumber = Annotated[int, IntRange(1, 2**53)]
"""Number of a seat among all of a server."""
Code = Annotated[str, TextLimit(24, r"[a-z_]+")]
"""Reason of a rejection: a word of docs/API.md, put into a sentence when shown."""
MAX_PART = 120
Parts = Annotated[tuple[Annotated[str, TextLimit(MAX_PART)], ...], ArrayLimit(4)]
"""Values named in a rejection, such as a name that is taken."""
Said = Annotated[str, TextLimit(400)]
"""A sentence in the viewer's language."""
PileText = Annotated[str, TextLimit(5, r"[a-z0-9]{2,5}")]
PracticeText = Annotated[str, TextLimit(60, r"[a-z0-9-]{1,20}( [a-z]{1,10}=[a-z0-9]{1,10}){0,5}")]
"""A practice game with its options, such as `spider suits=1`."""
DealNumber = Annotated[int, IntRange(0, 10**9)]
MAX_PRACTICE_ENTRIES = 900
MAX_BYTES_PRACTICE = 24 << 10
"""Maximum size of a message with practice entries."""
MAX_NAMED = 60
"""Maximum number of names listed of those who have a seat."""


@dataclass(frozen=True)
class RoundEnding:
    """Result of a finished round."""

    outcome: Outcome
    score: Count
    bonus: Count
    home: Annotated[int, IntRange(0, 104)]
    elapsed: Ms


@dataclass(frozen=True)
class RevealedCard:
    """A card that was turned up: its place in dealing order, from 0, and its face."""

    place: Annotated[int, IntRange(0, 51)]
    card: CardText


@dataclass(frozen=True)
class Counted:
    """A counted thing with its name in the viewer's language."""

    name: Annotated[str, TextLimit(60)]
    value: Annotated[str, TextLimit(20)]


@dataclass(frozen=True)
class Points:
    """Points that an action earned or cost, and where they are shown."""

    place: PileText
    points: Annotated[int, IntRange(-10000, 10000)]


@dataclass(frozen=True)
class Sitting:
    """Somebody who has a seat."""

    player: Name
    kind: Kind


@dataclass(frozen=True)
class RoundInfo:
    """Public information about a round; salt and deck only once it is closed."""

    number: RoundNumber
    state: State
    opens: Moment | None
    """When it opens automatically, or has opened."""
    closes: Moment | None
    """When it closes, or has closed, to new starts."""
    commitment: Hex | None
    """SHA-256 of salt and deck; None while there is no deck."""
    salt: Hex | None
    deck: DeckText | None
    starts: Moment | None = None
    """When all clocks of an open round start, or have started; None if each starts on its own."""
    put_off: Moment | None = None
    """First planned opening, if it passed while the server was down."""


Line = Annotated[str, TextLimit(120, r"[^\x00-\x1f\x7f-\x9f]*")]
"""A host's message to everybody."""


@dataclass(frozen=True)
class Announcement:
    """A host's message to everybody, and its time."""

    at: Moment
    line: Line


@dataclass(frozen=True)
class TournamentInfo:
    """Public information about a tournament."""

    id: Id
    name: Name
    game: GameText
    made: Moment
    players: Count
    robots_rank: bool
    """Whether robots are ranked among people."""
    rounds: Annotated[tuple[RoundInfo, ...], ArrayLimit(10)]
    seats: Seats = "open"
    start: Start = "own"
    waiting: Count = 0
    """Number of players knocking."""
    announced: Announcement | None = None
    """The host's last message, until the next round opens or another replaces it."""
    series: Id | None = None
    """First evening of the series to which this one belongs, with the same people."""
    next: Id | None = None
    """Evening that follows this one."""

    def __post_init__(self) -> None:
        """Raises MessageError unless the rounds are numbered from 1 on."""
        for added in ("series", "next"):  # older programs refuse a field that they do not know
            if getattr(self, added) is None:
                self.__dict__.pop(added, None)
        if any(info.number != number for number, info in enumerate(self.rounds, 1)):
            raise MessageError("the rounds are not numbered from 1 on")

    @property
    def first_evening(self) -> str:
        """Id of the first evening of its series, by which the short code is made."""
        return self.series or self.id


@dataclass(frozen=True)
class Absence:
    """A downtime of the server, which does not count as play time."""

    began: Moment
    ended: Moment


@dataclass(frozen=True)
class RoundScore:
    """Public score of a round: while it is played, score and cards home so far."""

    is_over: bool
    total: Count
    home: Annotated[int, IntRange(0, 52)]
    elapsed: Ms


@dataclass(frozen=True)
class PlaceInfo:
    """A row of the standings."""

    rank: Annotated[int, IntRange(1, MAX_SEATS)] | None
    """None for a robot that is not ranked among people."""
    player: Name
    kind: Kind
    total: Count
    """Total of the finished rounds."""
    elapsed: Annotated[int, IntRange(0, 10**10)]
    home: Count
    rounds: Annotated[tuple[RoundScore | None, ...], ArrayLimit(10)]


SUBPROTOCOL = "patience.1"
"""Subprotocol of the WebSocket (RFC 6455, 1.9); newer versions have another."""
PLAY = f"{API}/play"
"""Path of the WebSocket."""
MAX_SERVER_BYTES = 1 << 20
"""Maximum size of a message from the server to a player."""

NOT_SAID = ',"said":""}'
PRACTISING = '{"kind":"practise"'
"""Beginning of the one message that may be long."""


# To the server ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ClientMessage:
    """A message to the server."""

    kind: ClassVar[str]


@dataclass(frozen=True)
class Hello(ClientMessage):
    """First message of a connection: its seat. An earlier connection of the same seat is closed."""

    kind: ClassVar = "hello"
    tournament: Id
    key: Key


@dataclass(frozen=True)
class BeginRound(ClientMessage):
    """Starts or resumes a round; answered by `RoundState` or `Rejected`."""

    kind: ClassVar = "begin"
    round: RoundNumber


@dataclass(frozen=True)
class DoAction(ClientMessage):
    """An action; `number` counts the game's entries from 1 on. Answered by `ActionDone` or `Rejected`."""

    kind: ClassVar = "do"
    round: TableNumber
    number: Number
    action: ActionText


@dataclass(frozen=True)
class Ping(ClientMessage):
    """Answered at once; `sent` is returned unchanged."""

    kind: ClassVar = "ping"
    sent: Annotated[int, IntRange(0, 2**53)]


@dataclass(frozen=True)
class Look(ClientMessage):
    """Requests a `RoundTable` after each message about a round; answered by one, once it is started."""

    kind: ClassVar = "look"
    round: TableNumber
    language: Annotated[str, TextLimit(8, r"[a-z]{2}")]
    """Language of sentences; English if the server does not have it."""


@dataclass(frozen=True)
class Why(ClientMessage):
    """Asks why the top `count` cards of a pile cannot be moved, or not there; answered by `Because`."""

    kind: ClassVar = "why"
    round: TableNumber
    pile: PileText
    count: Annotated[int, IntRange(1, 52)]
    place: PileText | None


@dataclass(frozen=True)
class Practise(ClientMessage):
    """A game kept only by its page, as round 1, or as 0 at a seat; answered by `Practice`."""

    kind: ClassVar = "practise"
    game: PracticeText
    deal: DealNumber | None
    """None for a new one."""
    entries: Annotated[tuple[EntryText, ...], ArrayLimit(MAX_PRACTICE_ENTRIES)]
    """Entries so far."""
    language: Annotated[str, TextLimit(8, r"[a-z]{2}")]
    day: Annotated[str, TextLimit(10, r"(today|[0-9]{4}-[0-9]{2}-[0-9]{2})?")] = ""
    """Day of the deal, `today` by UTC; then options and number are the day's."""
    elapsed: Ms = 0
    """Play time so far; the clock goes on from there."""


@dataclass(frozen=True)
class SetClock(ClientMessage):
    """Has the clock of a practice game go on from a play time, after a pause."""

    kind: ClassVar = "clock"
    elapsed: Ms


@dataclass(frozen=True)
class RecordRequest(ClientMessage):
    """Requests the record of a practice game as a file; answered by `RecordText`."""

    kind: ClassVar = "record"


@dataclass(frozen=True)
class HintWanted(ClientMessage):
    """Asks for a hint in a practice game; answered by `Hint`, in three seconds at most."""

    kind: ClassVar = "hint"


# From the server ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ServerMessage:
    """A message from the server."""

    kind: ClassVar[str]


@dataclass(frozen=True)
class Welcome(ServerMessage):
    """Answer to `Hello`, sent again once the host has admitted the seat."""

    kind: ClassVar = "welcome"
    now: Moment
    player: Name
    tournament: TournamentInfo
    running: RoundNumber | None
    """The round that this seat is playing."""
    is_admitted: bool = True
    """Whether the seat may play; otherwise it is knocking."""


@dataclass(frozen=True)
class RoundState(ServerMessage):
    """A round as its player sees it: the cards seen, and all actions."""

    kind: ClassVar = "position"
    round: RoundNumber
    game: GameText
    started: Moment
    now: Moment
    seen: SeenText
    entries: Annotated[tuple[EntryText, ...], ArrayLimit(MAX_ENTRIES)]
    ending: RoundEnding | None


@dataclass(frozen=True)
class ActionDone(ServerMessage):
    """An action counts and is on disk: its time, and the cards it turned up."""

    kind: ClassVar = "done"
    round: TableNumber
    number: Number
    at: Ms
    shown: Annotated[tuple[RevealedCard, ...], ArrayLimit(52)]
    more: Annotated[tuple[EntryText, ...], ArrayLimit(60)]
    """Entries the server added after it: the play-out of a solved game."""
    ending: RoundEnding | None


@dataclass(frozen=True)
class Rejected(ServerMessage):
    """A request did not happen and has changed nothing."""

    kind: ClassVar = "refused"
    round: TableNumber
    number: Number | None
    """Number of the action, or None."""
    code: Code
    parts: Parts
    expected: Number | None
    """Number that the next action must have, or None."""
    said: Said = ""
    """The rules' own sentence, for viewers; omitted if there is none."""


@dataclass(frozen=True)
class RoundEnded(ServerMessage):
    """The server ended the round, because its time is up."""

    kind: ClassVar = "ended"
    round: TableNumber
    more: Annotated[tuple[EntryText, ...], ArrayLimit(60)]
    ending: RoundEnding


@dataclass(frozen=True)
class TournamentChanged(ServerMessage):
    """A round has opened, is closing or has closed, or there is a commitment."""

    kind: ClassVar = "changed"
    tournament: TournamentInfo


@dataclass(frozen=True)
class Standings(ServerMessage):
    """First rows and the player's own; all of them are at `/standings`."""

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
    """Last message of a connection, with the reason."""

    kind: ClassVar = "goodbye"
    code: Code
    parts: Parts


@dataclass(frozen=True)
class RoundTable(ServerMessage):
    """A round as its player sees it, with all legal moves, for pages that know no rules."""

    kind: ClassVar = "table"
    round: TableNumber
    number: Number | None
    """Number that the next action must have; None once the round is over."""
    at: Ms
    """Play time of the last action."""
    piles: Annotated[
        tuple[Annotated[str, TextLimit(220, r"[a-z0-9]{2,5} ([0-9]+|([A2-9TJQK][CDHS]|\?\?)*)")], ...],
        ArrayLimit(60),
    ]
    """Each pile by name with its cards, bottom first: `??` face down; of the stock only the number."""
    counts: Annotated[tuple[Counted, ...], ArrayLimit(8)]
    """Figures of the bars."""
    moves: Annotated[tuple[ActionText, ...], ArrayLimit(400)]
    """Every legal move."""
    home: Annotated[tuple[ActionText, ...], ArrayLimit(60)]
    """Moves made by a double tap."""
    undo: bool
    end: bool
    score: Count
    cards_home: Annotated[int, IntRange(0, 104)]
    points: Annotated[tuple[Points, ...], ArrayLimit(4)]
    """Points that the last action earned or cost."""
    said: Said
    """Description of it, or why nothing has changed."""
    ending: RoundEnding | None
    sources: Annotated[tuple[Counted, ...], ArrayLimit(8)] = ()
    """Points of a finished round by source."""
    is_best: bool = False
    """Whether it has ended as well as any game can, so that nobody is asked to beat it."""


Hundredths = Annotated[int, IntRange(0, 10_000)]
"""A length in hundredths of a card with its gap."""
Laid = Annotated[tuple[Hundredths, ...], ArrayLimit(4)]
"""Column, row, how cards lie (0 on each other, 1 down, 2 to the right, 3 to the left), and their breadth."""


@dataclass(frozen=True)
class PilePlace:
    """A pile of a board: its name, and where it lies on each shape of screen."""

    name: PileText
    label: Annotated[str, TextLimit(60)]
    pile: Annotated[str, TextLimit(10, r"stock|waste|foundation|column")]
    sign: Annotated[str, TextLimit(2)]
    """Sign shown on its empty place."""
    is_whole: bool
    """Whether it always moves whole."""
    fanned: Annotated[int, IntRange(0, 3)]
    """Number of cards on top that lie beside each other; 0 for all."""
    tall: Laid
    wide: Laid
    low: Laid


@dataclass(frozen=True)
class Shape:
    """Cards that fit across a board and down."""

    across: Hundredths
    down: Hundredths


@dataclass(frozen=True)
class Layout(ServerMessage):
    """The board of a practice game, told once before its first table."""

    kind: ClassVar = "layout"
    game: Annotated[str, TextLimit(20, r"[a-z0-9-]+")]
    title: Annotated[str, TextLimit(60)]
    piles: Annotated[tuple[PilePlace, ...], ArrayLimit(60)]
    tall: Shape
    wide: Shape
    low: Shape
    stock: Annotated[str, TextLimit(60)]
    """The action `stock` in words."""
    is_shuffle: bool
    """Whether that shuffles, and belongs to no pile."""
    can_end: bool
    is_lower: bool
    """Whether the smaller of two results is better."""
    pack: Annotated[int, IntRange(1, 104)]
    """Number of cards."""


@dataclass(frozen=True)
class Because(ServerMessage):
    """Answer to `Why`; empty if nothing forbids the move."""

    kind: ClassVar = "because"
    round: TableNumber
    said: Said


@dataclass(frozen=True)
class Joined(ServerMessage):
    """Who has a seat, for viewers: sent at first, and on every change."""

    kind: ClassVar = "joined"
    players: Count
    names: Annotated[tuple[Sitting, ...], ArrayLimit(MAX_NAMED)]
    """The first names."""


@dataclass(frozen=True)
class Practice(ServerMessage):
    """Answer to `Practise`: the deal, and which of its entries count."""

    kind: ClassVar = "practice"
    game: PracticeText
    deal: DealNumber
    day: Annotated[str, TextLimit(10, r"([0-9]{4}-[0-9]{2}-[0-9]{2})?")]
    """Day of the deal; empty for other deals."""
    started: Moment
    now: Moment
    entries: Annotated[tuple[EntryText, ...], ArrayLimit(MAX_PRACTICE_ENTRIES)]


@dataclass(frozen=True)
class RecordText(ServerMessage):
    """The answer to `RecordRequest`."""

    kind: ClassVar = "record"
    text: Annotated[str, TextLimit(1 << 16)]


@dataclass(frozen=True)
class Hint(ServerMessage):
    """Answer to `HintWanted`: the move that is advised, or why there is none."""

    kind: ClassVar = "hint"
    number: Number | None
    """Number that the advised action would have: once there is another, the hint is old."""
    move: ActionText | None
    said: Said


CLIENT_MESSAGES: dict[str, type[ClientMessage]] = {
    message.kind: message
    for message in (
        Hello,
        BeginRound,
        DoAction,
        Ping,
        Look,
        Why,
        Practise,
        SetClock,
        RecordRequest,
        HintWanted,
    )
}
SERVER_MESSAGES: dict[str, type[ServerMessage]] = {
    message.kind: message
    for message in (
        *(Welcome, RoundState, ActionDone, Rejected, RoundEnded, TournamentChanged, Standings, Pong, Goodbye),
        *(RoundTable, Layout, Because, Joined, Practice, RecordText, Hint),
    )
}


def frame(message: ClientMessage | ServerMessage) -> str:
    """Formats a message as a WebSocket frame; its kind comes first.

    >>> frame(BeginRound(2))
    '{"kind":"begin","round":2}'
    """
    fields = encoded(message)
    if isinstance(message, Rejected) and not message.said:  # who has not asked hears nothing new
        fields = fields.removesuffix(NOT_SAID) + "}"
    return f'{{"kind":"{message.kind}"{"," if fields != "{}" else ""}{fields[1:]}'


def read_client_message(text: str | bytes) -> ClientMessage:
    """Parses a message to the server; raises MessageError if it is not one."""
    beginning = text[:30] if isinstance(text, str) else text[:30].decode(errors="replace")
    most = MAX_BYTES_PRACTICE if beginning.startswith(PRACTISING) else MAX_CLIENT_BYTES
    asked: ClientMessage = _read(CLIENT_MESSAGES, parsed(text, most))
    return asked


def read_server_message(text: str | bytes) -> ServerMessage:
    """Parses a message from the server; raises MessageError if it is not one."""
    message: ServerMessage = _read(SERVER_MESSAGES, parsed(text, MAX_SERVER_BYTES))
    return message


def _read(kinds: dict[str, Any], found: dict[str, Any]) -> Any:
    kind = found.pop("kind", None)
    if not isinstance(kind, str) or kind not in kinds:
        raise MessageError("“kind” is missing or names no message")
    return decoded(kinds[kind], found)
