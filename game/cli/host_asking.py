"""What the commands of a host have in common: the host's key, questions to a server, and what it refuses.

Knows the server's addresses and the file with the host's key; must not know how a server keeps anything.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from game.cli.command import WRONG_COMMAND, WRONG_INPUT, CommandError, on_one_line, typed_program

if TYPE_CHECKING:
    from game.online.bodies import RejectionBody
    from game.rounds.asking import OnlineAddress

T = TypeVar("T")
HERE = "http://127.0.0.1:8852"


def ask(
    chosen: argparse.Namespace, server: str, path: str, kind: type[T], body: Any = None, method: str = ""
) -> T:
    """What a server answers to its host.

    Raises:
        CommandError: it says no, cannot be reached, or there is no key.
    """
    from game.online.client import ServerRefused, ask_http
    from game.online.fields import MessageError
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
            return f"the server refuses: {' '.join(refusal.parts)}"
        case "no_change":
            return f"nothing has changed: that is {' '.join(refusal.parts)} already"
        case "time_is_up":
            return "the clock of all has run out in that round: it cannot be opened again"
        case "not_admitted":
            return "that seat only knocks: admit lets it in, refuse sends it away"
    return str(refusal_words(refusal))


def _key(chosen: argparse.Namespace) -> str:
    from game.server.host_words import HOST_KEY
    from game.server.seats import is_key
    from game.storage.files import StorageError, read_limited
    from game.storage.paths import data_folder

    path = data_folder() / "server" / HOST_KEY if chosen.key_file is None else Path(chosen.key_file)
    try:
        key = read_limited(path, 1000).decode("ascii", errors="replace").strip()
    except StorageError as wrong:
        hint = "" if chosen.key_file else "; a server writes it at its first start, --key-file names another"
        raise CommandError(
            f"the host's key cannot be read from {path}: {wrong}{hint}", WRONG_INPUT
        ) from wrong
    if not is_key(key):
        raise CommandError(f"{path} holds no key of a host", WRONG_INPUT)
    return key


def read_link(text: str) -> OnlineAddress:
    """The address of a server, perhaps with a tournament in it.

    Raises:
        CommandError: it is none.
    """
    from game.rounds.asking import AddressError, read_address

    try:
        return read_address(text)
    except AddressError as wrong:
        raise CommandError(str(wrong), WRONG_COMMAND) from None


def tournament_of(chosen: argparse.Namespace) -> tuple[str, str]:
    """The server of a link, and the path of its tournament there.

    Raises:
        CommandError: there is none in it.
    """
    address = read_link(chosen.link)
    if address.tournament is None:
        raise CommandError("a link has the tournament in it, as its page has in the browser", WRONG_COMMAND)
    return address.server, f"/tournaments/{address.tournament}"


def again(chosen: argparse.Namespace, *words: str) -> str:
    """A further command of the host as it is typed, with the same key."""
    from game.server.host_words import typed

    file = () if chosen.key_file is None else ("--key-file", chosen.key_file)
    return f"{typed_program()} host {typed([*words, *file])}"


def say(line: str) -> None:
    """Prints a line, whatever a server has put into it."""
    print(on_one_line(line))


def make_sure(chosen: argparse.Namespace, question: str) -> None:
    """Has the host confirm what loses something, at the terminal or by --yes.

    Raises:
        CommandError: the answer is no, or nobody can be asked.
    """
    if chosen.yes:
        return
    if not sys.stdin.isatty():
        raise CommandError(f"{question}: with --yes it is done; nothing has changed", WRONG_INPUT)
    print(on_one_line(f"{question}. Go on? [y/N] "), end="", flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise CommandError("nothing has changed", WRONG_INPUT)


def local(moment: int) -> str:
    """A moment of a server as clocks here show it."""
    return f"{datetime.fromtimestamp(moment / 1000):%Y-%m-%d %H:%M}"


def counted(count: int, thing: str) -> str:
    """So many things, in words.

    >>> counted(1, "player"), counted(3, "player")
    ('1 player', '3 players')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


def enumerated(names: Sequence[str], most: int = 12) -> str:
    """Names in a sentence; of many only the first.

    >>> enumerated(["Anna", "Ben", "Carl"]), enumerated(["Anna", "Ben", "Carl"], 1)
    ('Anna, Ben and Carl', 'Anna and 2 more')
    """
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
