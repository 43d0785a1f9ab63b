"""The commands `host admit` and `host refuse`: who knocks at a tournament, let in or sent away by its host.

Knows the server's addresses; must not know how a server keeps anything.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.cli.command import FINE, WRONG_COMMAND, WRONG_INPUT, CommandError
from game.cli.host_asking import ask, say, tournament_of

if TYPE_CHECKING:
    from game.cli.command import Parser
    from game.online.bodies import SeatTold

BATCH_SIZE = 100
"""So many seats are named in one request."""


def add_to(does: argparse._SubParsersAction[Parser]) -> None:
    """The commands, beside the others of a host."""
    for name, run, what in (
        ("admit", _admit, "lets players in who knock; without a name tells who they are"),
        ("refuse", _refuse, "sends players away who knock"),
    ):
        parser: Parser = does.add_parser(name, help=what)
        parser.set_defaults(run=run)
        parser.add_argument("link", metavar="LINK", help="the address of its page")
        parser.add_argument("names", metavar="NAME", nargs="*", help="who, as they are called there")
        parser.add_argument("--all", action="store_true", help="all who knock")


def _admit(chosen: argparse.Namespace) -> int:
    knocking = _knocking(chosen)
    if not chosen.names and not chosen.all:
        for seat in knocking:
            say(f"{seat.player} knocks{_beside(seat)}.")
        wait = "waits" if len(knocking) == 1 else "wait"
        print(f"{len(knocking)} {wait} to be let in." if knocking else "Nobody knocks.")
        return FINE
    return _change(chosen, knocking, "admit", "is let in")


def _refuse(chosen: argparse.Namespace) -> int:
    if not chosen.names and not chosen.all:
        raise CommandError("say who is sent away, or --all", WRONG_COMMAND)
    return _change(chosen, _knocking(chosen), "refuse", "is sent away")


def _beside(seat: SeatTold) -> str:
    if not seat.beside:
        return ""
    return f", with {seat.beside} other{'' if seat.beside == 1 else 's'} from the same address"


def _knocking(chosen: argparse.Namespace) -> list[SeatTold]:
    from game.online.bodies import AllSeats

    server, path = tournament_of(chosen)
    return [each for each in ask(chosen, server, f"{path}/door", AllSeats).seats if not each.is_admitted]


def _change(chosen: argparse.Namespace, knocking: Sequence[SeatTold], does: str, what: str) -> int:
    from game.online.bodies import AllSeats, Chosen

    meant = [*knocking] if chosen.all else [_of_name(name, knocking) for name in chosen.names]
    if not meant:
        raise CommandError("nobody knocks", WRONG_INPUT)
    server, path = tournament_of(chosen)
    for first in range(0, len(meant), BATCH_SIZE):
        batch = meant[first : first + BATCH_SIZE]
        after = ask(
            chosen, server, f"{path}/door/{does}", AllSeats, Chosen(tuple(each.seat for each in batch))
        )
        waiting = {each.seat for each in after.seats if not each.is_admitted}
        for seat in batch:
            if seat.seat not in waiting:
                say(f"{seat.player} {what}.")
    return FINE


def _of_name(name: str, knocking: Sequence[SeatTold]) -> SeatTold:
    for seat in knocking:
        if seat.player.casefold() == name.casefold():
            return seat
    raise CommandError(f"nobody called “{name[:40]}” knocks", WRONG_INPUT)
