"""Typed messages of a connection to the table server, version 1: what a player says and is answered.

Knows their fields (docs/FORMATS.md, "The table server"); must not know who sends them nor how they travel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from game.online.fields import ArrayLimit, IntRange, MessageError, TextLimit, decoded, encoded, parsed
from game.online.parts import (
    API,
    MAX_BYTES_PRACTICE,
    MAX_CLIENT_BYTES,
    MAX_ENTRIES,
    MAX_NAMED,
    MAX_PRACTICE_ENTRIES,
    ActionText,
    Code,
    Count,
    Counted,
    DealNumber,
    EntryText,
    GameText,
    Id,
    Key,
    Moment,
    Ms,
    Name,
    Number,
    Parts,
    PileText,
    PlaceInfo,
    Points,
    PracticeText,
    RevealedCard,
    RoundNumber,
    RoundResult,
    Said,
    SeenText,
    Sitting,
    TournamentInfo,
)

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
