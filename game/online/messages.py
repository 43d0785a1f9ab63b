"""Typed messages of a connection to the table server, version 1: what a player says and is answered.

Knows their fields (docs/FORMATS.md, "The table server"); must not know who sends them nor how they travel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from game.online.fields import MessageError, Row, Whole, decoded, encoded, parsed
from game.online.parts import (
    API,
    MOST_BYTES_ASKED,
    MOST_ENTRIES,
    ActionText,
    Code,
    Ending,
    EntryText,
    GameText,
    Id,
    Key,
    Moment,
    Ms,
    Name,
    Number,
    Parts,
    Place,
    RoundNumber,
    SeenText,
    Shown,
    TournamentTold,
)

VERSION = 1
SUBPROTOCOL = "patience.1"
"""Of the WebSocket (RFC 6455, 1.9); a newer version has another."""
PLAY = f"{API}/play"
"""The path of the WebSocket."""
MOST_BYTES_TOLD = 1 << 20
"""Of a message from the server to a player."""


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
    """The answer to `Hello`, and told again when the host has let the seat in."""

    kind: ClassVar = "welcome"
    now: Moment
    player: Name
    tournament: TournamentTold
    running: RoundNumber | None
    """The round that this seat is playing."""
    is_admitted: bool = True
    """Whether the seat may play; else it knocks, and waits for the host."""


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
