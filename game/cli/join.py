"""The command `join`: the window at a table server's address or link, as Tournaments → Online opens it."""

from __future__ import annotations

import argparse
import gc
from typing import TYPE_CHECKING

from game.cli.command import WRONG_COMMAND, CommandError, add_command
from game.cli.window import add_narrate, outside_of
from game.rounds.asking import AddressError, read_address

if TYPE_CHECKING:
    from game.cli.command import Commands
    from game.ui.app import App


def add_to(commands: Commands) -> None:
    """The command `join`."""
    parser = add_command(commands, "join", "take part in rounds over a network, in the window", _join)
    # What stands before the command is not undone by its absence behind it.
    add_narrate(parser, default=argparse.SUPPRESS)
    parser.set_defaults(opens_window=True)
    parser.add_argument("link", metavar="LINK", help="the address of a server, or the link of a tournament")


def _join(chosen: argparse.Namespace) -> int:
    link: str = chosen.link
    try:
        read_address(link)
    except AddressError as wrong:
        raise CommandError(str(wrong).rstrip("."), WRONG_COMMAND) from None
    gc.disable()  # until the first frame (see `open_window`)
    from game.ui.opening import open_window

    def first(app: App) -> None:
        app.go_home()
        app.context.navigation.online_connect(link)

    return open_window(first, outside_of(chosen))
