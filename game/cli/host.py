"""The command `host`: makes a tournament at a table server, opens its rounds and closes them.

Knows the server's addresses and the file with the host's key; must not know how a server keeps anything.
"""

from __future__ import annotations

import argparse
import shlex
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.cli.command import (
    FINE,
    WRONG_COMMAND,
    WRONG_INPUT,
    CommandError,
    called,
    on_one_line,
    whole_in,
)

if TYPE_CHECKING:
    from game.cli.command import Commands, Parser
    from game.online.bodies import Refusal
    from game.online.parts import RoundTold, TournamentTold
    from game.session.online_address import OnlineAddress

HERE = "http://127.0.0.1:8852"
MOST_MINUTES = 10_080
"""A week."""
FURTHEST = timedelta(days=3660)
"""No round is opened later than that, ten years from now."""


def add_to(commands: Commands) -> None:
    """The command `host` with what it does."""
    parser = commands.add_parser(
        "host", help="make a tournament at a table server, open and close its rounds"
    )
    parser.set_defaults(opens_window=False)
    does = parser.add_subparsers(metavar="new | open | close", required=True)
    new: Parser = does.add_parser("new", help="a new tournament; prints its link")
    new.set_defaults(run=_new)
    new.add_argument("name", metavar="NAME", help="what it is called")
    new.add_argument("--rounds", metavar="N", default="3", help="rounds, 1 to 10 (3)")
    new.add_argument(
        "--draw", metavar="1|3", choices=("1", "3"), default="3", help="cards turned at a time (3)"
    )
    new.add_argument("--time", metavar="SECONDS", default="300", help="play time of a round, 60 to 600 (300)")
    new.add_argument(
        "--opens", metavar="WHEN", help="when round 1 opens by itself, as 2026-11-29T20:00 of here"
    )
    new.add_argument("--every", metavar="MINUTES", help="from the opening of a round to that of the next")
    new.add_argument("--lasts", metavar="MINUTES", help="so long a round may be begun")
    new.add_argument(
        "--robots", metavar="WORDS", default="", help="their strengths, such as beginner,regular"
    )
    new.add_argument("--robots-rank", action="store_true", help="robots have places among people")
    new.add_argument("--server", metavar="ADDRESS", default=HERE, help=f"where it is made ({HERE})")
    for name, run, what in (("open", _open, "waits"), ("close", _close, "is open")):
        change: Parser = does.add_parser(name, help=f"{name}s a round of a tournament")
        change.set_defaults(run=run)
        change.add_argument("link", metavar="LINK", help="the address of its page")
        change.add_argument("--round", metavar="N", help=f"which (the first that {what})")
    for each in does.choices.values():
        each.add_argument(
            "--key-file", metavar="FILE", help="with the host's key (that of a server on this machine)"
        )


def _new(chosen: argparse.Namespace) -> int:
    from game.online.bodies import NewTournament

    if not chosen.name.isprintable():
        raise CommandError("a name is a text without control characters", WRONG_COMMAND)
    wanted = NewTournament(
        chosen.name,
        int(chosen.draw),  # type: ignore[arg-type]  # one of its choices
        whole_in(chosen.time, "--time", 60, 600),
        whole_in(chosen.rounds, "--rounds", 1, 10),
        _moment(chosen.opens),
        _minutes(chosen.every, "--every"),
        _minutes(chosen.lasts, "--lasts"),
        _strengths(chosen.robots),
        chosen.robots_rank,
    )
    if wanted.every is not None and wanted.opens is None:
        raise CommandError("--every goes with --opens", WRONG_COMMAND)
    server = _address(chosen.server).server
    made = _ask(chosen, server, "/tournaments", wanted)
    link = f"{server}/tournaments/{made.id}"
    print(f"The page of the tournament, and the link to join it: {link}")
    if wanted.opens is None:
        file = "" if chosen.key_file is None else f" --key-file {shlex.quote(chosen.key_file)}"
        print(on_one_line(f"Each round is opened by: {called()} host open {link}{file}"))
    if any(each.commitment is None for each in made.rounds):
        print("Not every round has its deck yet: the server looks for them, some seconds for each.")
    return FINE


def _open(chosen: argparse.Namespace) -> int:
    told, which = _change(chosen, "open", "waiting", "no round waits to be opened")
    print(on_one_line(f"Round {which.number} of {told.name} is open."))
    return FINE


def _close(chosen: argparse.Namespace) -> int:
    told, which = _change(chosen, "close", "open", "no round is open")
    print(on_one_line(f"Nobody begins round {which.number} of {told.name} any more."))
    print("Results, replays and the deck are published when the last game is over.")
    return FINE


def _change(chosen: argparse.Namespace, does: str, state: str, none: str) -> tuple[TournamentTold, RoundTold]:
    """The tournament after a round was opened or closed, and this round."""
    server, tournament = _address(chosen.link)
    if tournament is None:
        raise CommandError("a link has the tournament in it, as its page has in the browser", WRONG_COMMAND)
    path = f"/tournaments/{tournament}"
    if chosen.round is None:
        told = _ask(chosen, server, path)
        number = next((each.number for each in told.rounds if each.state == state), None)
        if number is None:
            raise CommandError(none, WRONG_INPUT)
    else:
        number = whole_in(chosen.round, "--round", 1, 10)
    told = _ask(chosen, server, f"{path}/rounds/{number}/{does}", method="POST")
    return told, told.rounds[number - 1]


def _ask(
    chosen: argparse.Namespace, server: str, path: str, body: Any = None, method: str = ""
) -> TournamentTold:
    """What a server answers, which is a tournament.

    Raises:
        CommandError: it says no, cannot be reached, or there is no key.
    """
    from game.online.client import ServerRefused, ask_http
    from game.online.fields import MessageError
    from game.online.parts import TournamentTold
    from game.session.online_words import trouble_words

    key = _key(chosen)
    try:
        return ask_http(server, path, TournamentTold, body, key, method)
    except ServerRefused as no:
        raise CommandError(_refusal(no.refusal), WRONG_INPUT) from no
    except (OSError, MessageError) as error:
        raise CommandError(str(trouble_words(error)), WRONG_INPUT) from error


def _refusal(refusal: Refusal) -> str:
    from game.session.online_words import refusal_words

    match refusal.code:
        case "unknown_key":
            return "the server does not know this key as a host's"
        case "name_refused":
            return f"nothing can be called so there: {' '.join(refusal.parts)}"
        case "bad_message":
            return f"the server refuses: {' '.join(refusal.parts)}"
    return str(refusal_words(refusal))


def _key(chosen: argparse.Namespace) -> str:
    from game.server.host_words import HOST_KEY
    from game.server.keys import is_key
    from game.storage.files import StorageError, read_limited
    from game.storage.places import data_folder

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


def _address(text: str) -> OnlineAddress:
    from game.session.online_address import AddressError, read_address

    try:
        return read_address(text)
    except AddressError as wrong:
        raise CommandError(str(wrong), WRONG_COMMAND) from None


def _minutes(text: str | None, option: str) -> int | None:
    return None if text is None else 60 * whole_in(text, option, 1, MOST_MINUTES)


def _moment(text: str | None) -> int | None:
    """A moment in ms since 1970; without a zone it is of here.

    Raises:
        CommandError: it is none, lies behind us, or too far ahead.
    """
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):
        raise CommandError(f"“{text[:40]}” is no moment as 2026-11-29T20:00", WRONG_COMMAND) from None
    if moment <= datetime.now().astimezone():
        raise CommandError(f"{moment:%Y-%m-%d %H:%M} is over", WRONG_COMMAND)
    if moment > datetime.now().astimezone() + FURTHEST:
        raise CommandError(f"{moment:%Y-%m-%d %H:%M} is more than ten years ahead", WRONG_COMMAND)
    return int(moment.timestamp() * 1000)


def _strengths(text: str) -> tuple[str, ...]:
    from game.robots.cast import NAMES, STRENGTHS

    found = tuple(text.split(",")) if text else ()
    unknown = [each for each in found if each not in STRENGTHS]
    if unknown:
        known = ", ".join(STRENGTHS)
        raise CommandError(f"no robot is called “{unknown[0][:20]}”; there are {known}", WRONG_COMMAND)
    if len(found) > len(NAMES):
        raise CommandError(f"there are at most {len(NAMES)} robots", WRONG_COMMAND)
    return found
