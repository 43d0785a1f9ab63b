"""The command `host`: makes and lists tournaments at a table server, and lets in who knocks at one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from game.cli.command import FINE, WRONG_COMMAND, WRONG_INPUT, CommandError, counted, whole_in
from game.cli.host_changes import HERE, add_changes, again, ask, local, read_link, say, tournament_of

if TYPE_CHECKING:
    from game.cli.command import Commands, Parser
    from game.online.bodies import SeatTold

BATCH_SIZE = 100
"""So many seats are named in one request."""


def add_door(does: argparse._SubParsersAction[Parser]) -> None:
    """The commands, beside the others of a host."""
    for name, run, what in (
        ("admit", _admit, "admits players who knock; without a name, lists them"),
        ("refuse", _refuse, "sends players away who knock"),
    ):
        parser: Parser = does.add_parser(name, help=what)
        parser.set_defaults(run=run)
        parser.add_argument("link", metavar="LINK", help="the address of its page")
        parser.add_argument("names", metavar="NAME", nargs="*", help="names of players")
        parser.add_argument("--all", action="store_true", help="all players who knock")


def _admit(chosen: argparse.Namespace) -> int:
    knocking = _knocking(chosen)
    if not chosen.names and not chosen.all:
        for seat in knocking:
            say(f"{seat.player} is knocking{_beside(seat)}.")

        print(f"{len(knocking)} waiting to be let in." if knocking else "Nobody is knocking.")
        return FINE
    return _change(chosen, knocking, "admit", "is let in")


def _refuse(chosen: argparse.Namespace) -> int:
    if not chosen.names and not chosen.all:
        raise CommandError("say whom to send away, or --all", WRONG_COMMAND)
    return _change(chosen, _knocking(chosen), "refuse", "was sent away")


def _beside(seat: SeatTold) -> str:
    if not seat.beside:
        return ""
    return f", with {seat.beside} other{'' if seat.beside == 1 else 's'} from the same address"


def _knocking(chosen: argparse.Namespace) -> list[SeatTold]:
    from game.online.bodies import AllSeats

    server, path = tournament_of(chosen)
    return [seat for seat in ask(chosen, server, f"{path}/door", AllSeats).seats if not seat.is_admitted]


def _change(chosen: argparse.Namespace, knocking: Sequence[SeatTold], does: str, what: str) -> int:
    from game.online.bodies import AllSeats, Chosen

    meant = [*knocking] if chosen.all else [_of_name(name, knocking) for name in chosen.names]
    if not meant:
        raise CommandError("nobody is knocking", WRONG_INPUT)
    server, path = tournament_of(chosen)
    for first in range(0, len(meant), BATCH_SIZE):
        batch = meant[first : first + BATCH_SIZE]
        after = ask(
            chosen, server, f"{path}/door/{does}", AllSeats, Chosen(tuple(each.seat for each in batch))
        )
        waiting = {other.seat for other in after.seats if not other.is_admitted}
        for seat in batch:
            if seat.seat not in waiting:
                say(f"{seat.player} {what}.")
    return FINE


def _of_name(name: str, knocking: Sequence[SeatTold]) -> SeatTold:
    for seat in knocking:
        if seat.player.casefold() == name.casefold():
            return seat
    raise CommandError(f"nobody called “{name[:40]}” is knocking", WRONG_INPUT)


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
        say(f"List those who knock, and let them in, with: {again(chosen, 'admit', link)}")
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
    for each in found:
        states = ", ".join(f"{told.number} {told.state}" for told in each.rounds)
        say(f"{local(each.made)}  {each.name}, {counted(each.players, 'player')}; rounds: {states}")
        print(f"    {server}/tournaments/{each.id}")
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
