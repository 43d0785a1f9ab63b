"""Changes that a host makes with the command `host`: to a tournament's rounds, its seats, and its end.

Each command says what has changed and what stays; if nothing has, it ends with 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from game.cli.command import (
    FINE,
    WRONG_COMMAND,
    WRONG_INPUT,
    CommandError,
    counted,
    failing,
    on_one_line,
    typed_program,
    whole_in,
)
from game.storage.files import replace_file

if TYPE_CHECKING:
    from game.cli.command import Commands, Parser
    from game.online.bodies import RejectionBody, SeatTold
    from game.online.messages import RoundInfo, TournamentInfo
    from game.rounds.asking import OnlineAddress

T = TypeVar("T")
HERE = "http://127.0.0.1:8852"


def ask(
    chosen: argparse.Namespace, server: str, path: str, kind: type[T], body: Any = None, method: str = ""
) -> T:
    """A server's answer to its host; raises CommandError if rejected, not reachable, or without a key."""
    from game.codec import MessageError
    from game.online.client import ServerRefused, ask_http
    from game.rounds.asking import trouble_words

    key = _key(chosen)
    try:
        return ask_http(server, path, kind, body, key, method)
    except ServerRefused as no:
        raise CommandError(refusal_sentence(no.refusal), WRONG_INPUT) from no
    except (OSError, MessageError) as error:
        raise CommandError(str(trouble_words(error)), WRONG_INPUT) from error


def refusal_sentence(refusal: RejectionBody) -> str:
    """Why a server says no to its host."""
    from game.rounds.asking import refusal_words

    match refusal.code:
        case "unknown_key":
            return "the server does not know this key as a host's"
        case "name_refused":
            return f"nothing can be called so there: {' '.join(refusal.parts)}"
        case "bad_message":
            return f"the server refused: {' '.join(refusal.parts)}"
        case "no_change":
            return f"nothing has changed: that is already {' '.join(refusal.parts) or 'so'}"
        case "time_is_up":
            return "the common clock of that round has run out: it cannot be opened again"
        case "not_admitted":
            return "that player is still waiting: let them in or decline on the host page"
    return str(refusal_words(refusal))


def _key(chosen: argparse.Namespace) -> str:
    from game.server.pages.host_texts import HOST_KEY
    from game.server.seats import is_key
    from game.storage.files import StorageError, data_folder, read_limited

    path = data_folder() / "server" / HOST_KEY if chosen.key_file is None else Path(chosen.key_file)
    try:
        key = read_limited(path, 1000).decode("ascii", errors="replace").strip()
    except StorageError as wrong:
        hint = "" if chosen.key_file else "; a server writes it at its first start, --key-file names another"
        raise CommandError(
            f"the host's key cannot be read from {path}: {wrong}{hint}", WRONG_INPUT
        ) from wrong
    if not is_key(key):
        raise CommandError(f"{path} is not a host's key", WRONG_INPUT)
    return key


def read_link(text: str) -> OnlineAddress:
    """The address of a server, perhaps with a tournament in it; raises CommandError if it is not one."""
    from game.rounds.asking import AddressError, read_address

    try:
        return read_address(text)
    except AddressError as wrong:
        raise CommandError(str(wrong), WRONG_COMMAND) from None


def tournament_of(chosen: argparse.Namespace) -> tuple[str, str]:
    """The server of a link, and the path of its tournament there; raises CommandError if it has none."""
    address = read_link(chosen.link)
    if address.tournament is None:
        raise CommandError("a link has the tournament in it, as its page has in the browser", WRONG_COMMAND)
    return address.server, f"/tournaments/{address.tournament}"


def again(chosen: argparse.Namespace, *words: str) -> str:
    """A further command of the host as it is typed, with the same key."""
    from game.server.pages.host_texts import typed

    file = () if chosen.key_file is None else ("--key-file", chosen.key_file)
    return f"{typed_program()} host {typed([*words, *file])}"


def say(line: str) -> None:
    """Prints a line, whatever a server has put into it."""
    print(on_one_line(line))


def make_sure(chosen: argparse.Namespace, question: str) -> None:
    """Makes the host confirm a loss, at the terminal or by --yes; raises CommandError if the answer is no."""
    if chosen.yes:
        return
    if not sys.stdin.isatty():
        raise CommandError(f"{question}: use --yes to do it; nothing has changed", WRONG_INPUT)
    print(on_one_line(f"{question}. Continue? [y/N] "), end="", flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise CommandError("nothing has changed", WRONG_INPUT)


def local(moment: int) -> str:
    """A moment of a server as clocks here show it."""
    return f"{datetime.fromtimestamp(moment / 1000):%Y-%m-%d %H:%M}"


def enumerated(names: Sequence[str], max_shown: int = 12) -> str:
    """Names in a sentence; of many only the first.

    >>> enumerated(["Anna", "Ben", "Carl"]), enumerated(["Anna", "Ben", "Carl"], 1)
    ('Anna, Ben and Carl', 'Anna and 2 more')
    """
    if len(names) > max_shown:
        return f"{', '.join(names[:max_shown])} and {len(names) - max_shown} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


Command = Callable[[argparse.Namespace], int]
TAKE_BACK_S = 60
"""So long a close can be taken back where nobody plays the round; see `game.server.hosting`."""


def add_changes(does: Commands) -> None:
    """The commands that look at one tournament or change it."""
    _add(does, "show", _show, "shows its rounds with their times, its seats and who is playing")
    opened = _add(does, "open", _open, "opens a round, and closes the one before", "waits")
    opened.add_argument("--beside", action="store_true", help="leave the one before open")
    _add(does, "close", _close, "closes a round to new starts", "is open")
    packed = _add(does, "records", _records, "saves results and all records of closed rounds as one file")
    packed.add_argument("file", metavar="FILE", help="a new file, such as evening.zip")
    for name in ("open", "close"):
        does.choices[name].add_argument("--yes", action="store_true", help="do not ask")


def _add(does: Commands, name: str, run: Command, what: str, which: str | None = None) -> Parser:
    """A command about a tournament, and about one of its rounds unless `which` is None."""
    parser: Parser = does.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
    parser.set_defaults(run=run)
    parser.add_argument("link", metavar="LINK", help="the address of the tournament's page")
    if which is not None:
        parser.add_argument("--round", metavar="N", help=f"which round (default: the first that {which})")
    return parser


# Looking ----------------------------------------------------------------------------------------------


class _Tournament(NamedTuple):
    """A tournament as its host sees it."""

    server: str
    path: str
    told: TournamentInfo
    seats: Sequence[SeatTold]

    def round(self, number: int) -> RoundInfo:
        """One of its rounds; raises CommandError if it does not exist."""
        if number > len(self.told.rounds):
            raise CommandError("there is no such round", WRONG_INPUT)
        return self.told.rounds[number - 1]

    def playing(self, number: int) -> list[str]:
        """The people who are playing a round."""
        return [seat.player for seat in self._people if seat.rounds[number - 1] == "playing"]

    def not_begun(self, number: int) -> list[str]:
        """The people who have not begun a round."""
        return [seat.player for seat in self._people if seat.rounds[number - 1] is None]

    @property
    def _people(self) -> list[SeatTold]:
        people = [seat for seat in self.seats if seat.kind == "person" and seat.is_admitted]
        return [seat for seat in people if not seat.is_removed]


def _look(chosen: argparse.Namespace) -> _Tournament:
    from game.online.bodies import AllSeats
    from game.online.messages import TournamentInfo

    if getattr(chosen, "round", None) is not None:
        chosen.round = whole_in(chosen.round, "--round", 1, 10)
    server, path = tournament_of(chosen)
    info = ask(chosen, server, path, TournamentInfo)
    return _Tournament(server, path, info, ask(chosen, server, f"{path}/door", AllSeats).seats)


def _show(chosen: argparse.Namespace) -> int:
    found = _look(chosen)
    say(f"{found.told.name}: {found.told.game}")
    for info in found.told.rounds:
        say(f"  Round {info.number}  {info.state:9}  {_times(info)}{_who(found, info)}".rstrip())
    print(f"{counted(len(found.seats), 'seat')}{':' if found.seats else ''}")
    widest = max((len(other.player) for other in found.seats), default=0)
    for seat in found.seats:
        kind = seat.kind if seat.is_admitted else "waiting"
        about = [*([] if kind == "person" else [kind]), *(["removed"] if seat.is_removed else [])]
        of_round = (f"{number} {state}" for number, state in enumerate(seat.rounds, 1) if state)
        facts = ", ".join([*about, f"rounds: {', '.join(of_round) or 'none'}"])
        say(f"  {seat.seat:>5}  {seat.player:{widest}}  {facts}")
    return FINE


def _times(info: RoundInfo) -> str:
    opens = "" if info.opens is None else local(info.opens)
    closes = "" if info.closes is None else local(info.closes)
    match info.state:
        case "waiting":
            until = f", can be started until {closes}" if closes else ""
            if info.put_off is not None:
                until += f", postponed from {local(info.put_off)}: the server was down"
            return f"opens {opens}{until}" if opens else "opens when you say so"
        case "open":
            return f"since {opens}, {f'until {closes}' if closes else 'until you close it'}"
        case "closing":
            return f"from {opens} to {closes}; the last games are being played"
        case "closed":
            return f"from {opens} to {closes}"
    return "does not count"


def _who(found: _Tournament, info: RoundInfo) -> str:
    if info.state not in ("open", "closing"):
        return ""
    playing, not_begun = len(found.playing(info.number)), len(found.not_begun(info.number))
    return f"; {playing} playing, {not_begun} not started"


def _still(found: _Tournament, number: int) -> str:
    """Who is still playing a round, or has not begun it, as the rest of a sentence; empty for nobody."""
    playing, waiting = found.playing(number), found.not_begun(number)
    parts = []
    if playing:
        parts.append(f"{enumerated(playing)} {'is' if len(playing) == 1 else 'are'} still playing it")
    if waiting:
        parts.append(f"{enumerated(waiting)} {'has' if len(waiting) == 1 else 'have'} not started it")
    return ", and ".join(parts)


# Rounds -----------------------------------------------------------------------------------------------


def _open(chosen: argparse.Namespace) -> int:
    found = _look(chosen)
    number = _which(chosen, found, "waiting", "no round waits to be opened")
    before = [info.number for info in found.told.rounds if info.state == "open" and not chosen.beside]
    if found.round(number).state == "waiting":  # else the server says how it stands
        for earlier in before:
            if still := _still(found, earlier):
                say(f"Round {earlier} is open: {still}.")
        if any(_still(found, earlier) for earlier in before):
            make_sure(chosen, f"opening round {number} closes round {enumerated([*map(str, before)])}")
    told = _change(chosen, found, number, "open?beside=yes" if chosen.beside else "open")
    for earlier in before:
        say(f"Round {earlier} of {told.name} is closed: running games go on, nobody can start it any more.")
        _tell_way_back(found, earlier)
    say(f"Round {number} of {told.name} is open.")
    if not any(info.state == "waiting" for info in told.rounds) and told.rounds[number - 1].closes is None:
        say(f"It is the last. When all have played it, close it with: {again(chosen, 'close', chosen.link)}")
    return FINE


def _close(chosen: argparse.Namespace) -> int:
    found = _look(chosen)
    number = _which(chosen, found, "open", "no round is open")
    if found.round(number).state == "open" and found.not_begun(number):
        say(f"Round {number} is open: {_still(found, number)}.")
        make_sure(chosen, f"players who have not started round {number} would lose it")
    info = _change(chosen, found, number, "close")
    say(f"Round {number} of {info.name} can no longer be started.")
    _tell_way_back(found, number)
    print("Results, replays and the deck are published once the last game is over.")
    return FINE


def _tell_way_back(found: _Tournament, number: int) -> None:
    """Where a close loses somebody a round, how it is taken back."""
    if found.not_begun(number):
        say(
            f"Until its deck is published, in {TAKE_BACK_S} s at the earliest, it can be opened again at "
            f"{found.server}/host"
        )


def _which(chosen: argparse.Namespace, found: _Tournament, state: str, none: str) -> int:
    """The round of --round, or the first in a state; raises CommandError if there is none."""
    if chosen.round is not None:
        return found.round(chosen.round).number
    number = next((info.number for info in found.told.rounds if info.state == state), None)
    if number is None:
        raise CommandError(none, WRONG_INPUT)
    return number


def _change(chosen: argparse.Namespace, found: _Tournament, number: int, does: str) -> TournamentInfo:
    from game.online.messages import TournamentInfo

    path = f"{found.path}/rounds/{number}/{does}"
    return ask(chosen, found.server, path, TournamentInfo, method="POST")


# The whole --------------------------------------------------------------------------------------------


def _records(chosen: argparse.Namespace) -> int:
    server, path = tournament_of(chosen)
    if Path(chosen.file).exists():
        raise CommandError(f"{chosen.file} already exists", WRONG_INPUT)
    data = ask(chosen, server, f"{path}/records", bytes)
    with failing(chosen.file):
        replace_file(Path(chosen.file), data)
    say(f"{chosen.file} has the results and each closed round with all records; check-round proves it.")
    return FINE
