"""The commands `serve` and `host`: a table server, its packages loaded when it runs; what its hosts do."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.command import (
    FINE,
    NAME,
    PROJECT,
    WRONG_COMMAND,
    WRONG_INPUT,
    CommandError,
    add_command,
    called,
    counted,
    near,
    on_one_line,
    typed_program,
    whole_in,
)
from game.cli.host_changes import HERE, add_changes, again, ask, local, read_link, say, tournament_of

if TYPE_CHECKING:
    from game.cli.command import Commands, Parser
    from game.online.bodies import SeatTold

BATCH_SIZE = 100
"""So many seats are named in one request."""


def add_door(does: argparse._SubParsersAction[Parser]) -> None:
    """The commands, beside the others of a host."""
    parser: Parser = does.add_parser("admit", help="lets in players who wait; without a name, lists them")
    parser.set_defaults(run=_admit)
    parser.add_argument("link", metavar="LINK", help="the address of its page")
    parser.add_argument("names", metavar="NAME", nargs="*", help="names of players")
    parser.add_argument("--all", action="store_true", help="all players who wait")


def _admit(chosen: argparse.Namespace) -> int:
    from game.online.bodies import AllSeats, Chosen

    server, path = tournament_of(chosen)
    knocking = [seat for seat in ask(chosen, server, f"{path}/door", AllSeats).seats if not seat.is_admitted]
    if not chosen.names and not chosen.all:
        for seat in knocking:
            beside = f", with {counted(seat.beside, 'other')} from the same address" if seat.beside else ""
            say(f"{seat.player} wants to join{beside}.")
        print(f"{len(knocking)} waiting to be let in." if knocking else "Nobody is waiting.")
        return FINE
    meant = knocking if chosen.all else [_of_name(name, knocking) for name in chosen.names]
    if not meant:
        raise CommandError("nobody is waiting", WRONG_INPUT)
    for first in range(0, len(meant), BATCH_SIZE):
        batch = meant[first : first + BATCH_SIZE]
        after = ask(
            chosen, server, f"{path}/door/admit", AllSeats, Chosen(tuple(result.seat for result in batch))
        )
        waiting = {other.seat for other in after.seats if not other.is_admitted}
        for seat in batch:
            if seat.seat not in waiting:
                say(f"{seat.player} is let in.")
    return FINE


def _of_name(name: str, knocking: Sequence[SeatTold]) -> SeatTold:
    for seat in knocking:
        if seat.player.casefold() == name.casefold():
            return seat
    raise CommandError(f"nobody called “{name[:40]}” is waiting", WRONG_INPUT)


MAX_MINUTES = 10_080
"""A week."""
FURTHEST = timedelta(days=3660)
"""No round is opened later than that, ten years from now."""


def add_parser(commands: Commands) -> None:
    """The command `host` with what it does."""
    parser = commands.add_parser(
        "host", help="create a tournament on a table server, open and close its rounds, manage its seats"
    )
    parser.set_defaults(opens_window=False)
    does = parser.add_subparsers(metavar="COMMAND", required=True)
    new: Parser = does.add_parser("new", help="creates a tournament and prints its link")
    new.set_defaults(run=_new)
    new.add_argument("name", metavar="NAME", help="its name")
    new.add_argument("--rounds", metavar="N", default="3", help="number of rounds, 1 to 10 (default 3)")
    new.add_argument(
        "--draw", metavar="1|3", choices=("1", "3"), default="3", help="cards turned at a time (default 3)"
    )
    new.add_argument(
        "--time", metavar="SECONDS", default="300", help="play time of a round, 60 to 600 (default 300)"
    )
    new.add_argument(
        "--opens", metavar="WHEN", help="when round 1 opens automatically, in local time, as 2026-11-29T20:00"
    )
    new.add_argument("--every", metavar="MINUTES", help="time from one opening to the next")
    new.add_argument("--lasts", metavar="MINUTES", help="how long a round stays open to new starts")
    new.add_argument(
        "--robots", metavar="WORDS", default="", help="strengths of robots, such as beginner,regular"
    )
    new.add_argument("--robots-rank", action="store_true", help="rank robots among people")
    new.add_argument(
        "--seats",
        choices=("admit", "link", "open"),
        default="admit",
        help="who comes in: those you admit (admit), those with the secret link, or everybody",
    )
    new.add_argument(
        "--start",
        choices=("common", "own"),
        default="common",
        help="when clocks start: all together (common), or each with its player (own), for friendly rounds",
    )
    new.add_argument("--server", metavar="ADDRESS", default=HERE, help=f"server (default {HERE})")
    listed: Parser = does.add_parser("list", help="lists the tournaments of a server")
    listed.set_defaults(run=_list)
    listed.add_argument("--server", metavar="ADDRESS", default=HERE, help=f"server (default {HERE})")
    add_changes(does)
    add_door(does)
    for choice in does.choices.values():
        choice.add_argument(
            "--key-file",
            metavar="FILE",
            help="file with the host's key (default: that of a server on this machine)",
        )


def _new(chosen: argparse.Namespace) -> int:
    from game.online.bodies import AllSeats, NewTournament
    from game.online.messages import TournamentInfo

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
        chosen.seats,
        chosen.start,
    )
    if wanted.every is not None and wanted.opens is None:
        raise CommandError("--every goes with --opens", WRONG_COMMAND)
    server = read_link(chosen.server).server
    made = ask(chosen, server, "/tournaments", TournamentInfo, wanted)
    friends = _address_of_friends(chosen, server)
    link = f"{friends or server}/tournaments/{made.id}"
    if friends is None:
        say(f"The page of the tournament, which only this machine reaches, so nobody else can join: {link}")
    else:
        say(f"The page of the tournament, and the link to join it: {link}")
    if wanted.seats == "link":
        door = ask(chosen, server, f"/tournaments/{made.id}/door", AllSeats)
        say(f"Only this link lets players in, so give it to nobody else: {link}#{door.secret}")
    if wanted.opens is None:
        say(f"Open each round with: {again(chosen, 'open', link)}")
    if any(info.commitment is None for info in made.rounds):
        print("Not every round has its deck yet: the server is looking for them, a few seconds for each.")
    if wanted.seats == "admit":
        say(f"List the players who wait, and let them in, with: {again(chosen, 'admit', link)}")
    return FINE


def _address_of_friends(chosen: argparse.Namespace, server: str) -> str | None:
    """The address at which others reach a server, None where it is reached from this machine alone."""
    from game.online.bodies import ServerTold
    from game.rounds.asking import is_of_this_machine

    if not is_of_this_machine(server):
        return server
    return ask(chosen, server, "/server", ServerTold).address


def _list(chosen: argparse.Namespace) -> int:
    from game.online.bodies import Tournaments

    server = read_link(chosen.server).server
    found = ask(chosen, server, "/tournaments", Tournaments).tournaments
    server = (found and _address_of_friends(chosen, server)) or server
    for tournament in found:
        states = ", ".join(f"{info.number} {info.state}" for info in tournament.rounds)
        players = counted(tournament.players, "player")
        say(f"{local(tournament.made)}  {tournament.name}, {players}; rounds: {states}")
        print(f"    {server}/tournaments/{tournament.id}")
    if not found:
        print("There are no tournaments.")
    return FINE


def _minutes(text: str | None, option: str) -> int | None:
    return None if text is None else 60 * whole_in(text, option, 1, MAX_MINUTES)


def _moment(text: str | None) -> int | None:
    """A future moment in ms since 1970, local time unless it has a zone; raises CommandError if it is not."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):
        raise CommandError(f"“{text[:40]}” is not a time such as 2026-11-29T20:00", WRONG_COMMAND) from None
    if moment <= datetime.now().astimezone():
        raise CommandError(f"{moment:%Y-%m-%d %H:%M} is in the past", WRONG_COMMAND)
    if moment > datetime.now().astimezone() + FURTHEST:
        raise CommandError(f"{moment:%Y-%m-%d %H:%M} is more than ten years ahead", WRONG_COMMAND)
    return int(moment.timestamp() * 1000)


def _strengths(text: str) -> tuple[str, ...]:
    from game.play.played import STRENGTHS
    from game.tournament.player import ROBOT_NAMES

    found = tuple(text.split(",")) if text else ()
    unknown = [strength for strength in found if strength not in STRENGTHS]
    if unknown:
        known = ", ".join(STRENGTHS)
        raise CommandError(f"no robot is called “{unknown[0][:20]}”; there are {known}", WRONG_COMMAND)
    if len(found) > len(ROBOT_NAMES):
        raise CommandError(f"there are at most {len(ROBOT_NAMES)} robots", WRONG_COMMAND)
    return found


PORT = 8852
MAX_PER_ADDRESS = 100_000
MAX_DAYS, MAX_OPERATOR = 36_500, 500
REQUIREMENTS = "requirements-server.txt"


def add_serve(commands: Commands) -> None:
    """The command `serve`."""
    parser = add_command(commands, "serve", "serve rounds over a network", _serve)
    parser.add_argument("--host", metavar="H", default="0.0.0.0", help="address to listen on (default: all)")
    parser.add_argument("--port", metavar="P", default=str(PORT), help=f"port to listen on (default {PORT})")
    parser.add_argument(
        "--database", metavar="URL", help="postgresql://… or sqlite:///PATH (default: its own file)"
    )
    parser.add_argument(
        "--address", metavar="URL", help="address at which players reach it, such as a proxy's"
    )
    parser.add_argument("--cert", metavar="FILE", help="TLS certificate")
    parser.add_argument("--key", metavar="FILE", help="the certificate's private key")
    parser.add_argument("--folder", metavar="DIR", help="folder for the database and the host's key")
    parser.add_argument(
        "--origin",
        metavar="URL",
        action="append",
        default=[],
        help="another site whose pages may send requests",
    )
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        help="trust a proxy on this machine for client addresses (X-Forwarded-For)",
    )
    parser.add_argument(
        "--accept-clock", action="store_true", help="serve even if this machine's clock was changed meanwhile"
    )
    parser.add_argument(
        "--operator", metavar="TEXT", default="", help="who runs it and how to reach them, shown at /about"
    )
    parser.add_argument(
        "--keep",
        metavar="DAYS",
        help="delete tournaments in which nothing has happened for this long (default: never)",
    )
    parser.add_argument(
        "--backup",
        metavar="FILE",
        help="copy the database into a new file, which only you can read, also while it serves; then end",
    )
    parser.add_argument("--while-there", help=argparse.SUPPRESS)  # the window's: see `game/rounds/hosted.py`
    parser.add_argument(
        "--per-address", metavar="N", default="64", help="connections per address (default 64)"
    )


def _serve(chosen: argparse.Namespace) -> int:
    if (chosen.cert is None) != (chosen.key is None):
        raise CommandError("--cert and --key belong together", WRONG_COMMAND)
    if chosen.folder == "" or not chosen.host:
        raise CommandError("--folder and --host cannot be empty", WRONG_COMMAND)
    port = whole_in(chosen.port, "--port", 0, 65_535)
    per_address = whole_in(chosen.per_address, "--per-address", 0, MAX_PER_ADDRESS)
    if not chosen.operator.isprintable() or len(chosen.operator) > MAX_OPERATOR:
        raise CommandError(f"--operator is a text of at most {MAX_OPERATOR} letters on a line", WRONG_COMMAND)
    try:
        from game.server.budgets import Limits
        from game.server.database import DatabaseError, back_up
        from game.server.serving import ServerConfig, ServingError, database_of, run
    except ModuleNotFoundError as missing:
        raise needs_packages(missing) from None
    from game.storage.files import data_folder

    wanted = ServerConfig(
        data_folder() / "server" if chosen.folder is None else Path(chosen.folder),
        chosen.host,
        port,
        chosen.database,
        None if chosen.cert is None else Path(chosen.cert),
        None if chosen.key is None else Path(chosen.key),
        chosen.origin,
        chosen.behind_proxy,
        Limits(per_address=per_address),
        chosen.accept_clock,
        typed_program(),
        sys.stdout.isatty(),
        _address(chosen.address),
        chosen.operator,
        None if chosen.keep is None else whole_in(chosen.keep, "--keep", 1, MAX_DAYS),
        None if chosen.while_there is None else Path(chosen.while_there),
    )
    try:
        if chosen.backup is not None:
            back_up(database_of(wanted), Path(chosen.backup))
            say(f"{chosen.backup} has everything but the host's key. Keep it secret: coming decks are in it.")
            return FINE
        run(wanted, lambda line: print(on_one_line(line), flush=True))
    except (ServingError, DatabaseError) as wrong:
        raise CommandError(str(wrong), WRONG_INPUT) from wrong
    return FINE


def _address(text: str | None) -> str | None:
    """The address for players; raises CommandError if pages would have to lie below a path of it."""
    if text is None:
        return None
    server = read_link(text).server
    if {*"/?#"} & {*text.partition("://")[2 if "://" in text else 0].rstrip("/")}:
        raise CommandError(
            f"--address has no path, because pages lie at the top of their server: {server}", WRONG_COMMAND
        )
    return server


def needs_packages(missing: ModuleNotFoundError) -> CommandError:
    """Returns the error for a package that is not installed; raises `missing` again for a module of ours."""
    name = (missing.name or "").partition(".")[0]
    if name in ("", "game"):
        raise missing
    is_installed = called() == NAME
    what = f'"{NAME}[server]"' if is_installed else f"-r {near(str(PROJECT / REQUIREMENTS))}"
    pip = "pip" if is_installed else f"{near(sys.executable)} -m pip"
    return CommandError(f"the package {name} is not installed: {pip} install {what}", WRONG_INPUT)
