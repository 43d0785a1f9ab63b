"""The commands that open the window: at the home screen, or straight at a table.

Loads pygame only when one of them runs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.command import (
    WRONG_COMMAND,
    WRONG_INPUT,
    CommandError,
    add_command,
    add_game_options,
    chosen_variant,
    deal_number_of,
    game_options,
    games,
)
from game.cli.narrating import Terminal, add_narrate
from game.play.record import RecordError
from game.rules import VARIANTS
from game.storage.files import StorageError
from game.storage.saved import read_saved

if TYPE_CHECKING:
    from game.cli.command import Commands
    from game.ui.app import App


def add_to(commands: Commands) -> None:
    """The command `play`."""
    parser = add_command(commands, "play", "open the window straight at a table", _play)
    parser.add_argument("variant", nargs="?", default=None, metavar="VARIANT", help=games())
    add_game_options(parser)
    # What stands before the command is not undone by its absence behind it.
    add_narrate(parser, default=argparse.SUPPRESS)
    parser.add_argument("--file", type=Path, metavar="F", help="a record to go on with")


def opens(chosen: argparse.Namespace) -> bool:
    """Whether a command opens the window."""
    return chosen.run in (home, _play)


def home(chosen: argparse.Namespace) -> int:
    """The window at the home screen: what is done without a command."""
    from game.ui.app import App

    return _open(chosen, App.go_home)


def _open(chosen: argparse.Namespace, first: Callable[[App], None]) -> int:
    """The window with what `first` puts there, narrated if that was asked for."""
    from game.ui.app import open_window
    from game.ui.window.outside import Outside

    return open_window(first, Outside(narrate=Terminal() if chosen.narrate else None))


def _play(chosen: argparse.Namespace) -> int:
    if chosen.file is not None:
        return _play_file(chosen)
    variant = chosen_variant(chosen, chosen.variant or next(iter(VARIANTS)))
    number = None if chosen.deal is None else deal_number_of(chosen.deal)
    from game.ui.app import at_table

    return _open(chosen, at_table(variant, number))


def _play_file(chosen: argparse.Namespace) -> int:
    if chosen.variant is not None or chosen.deal is not None or game_options(chosen):
        raise CommandError("--file says itself which game and deal it is", WRONG_COMMAND)
    try:
        saved = read_saved(chosen.file)
    except (RecordError, StorageError) as wrong:
        raise CommandError(f"{chosen.file}: {wrong}", WRONG_INPUT) from wrong
    from game.ui.app import at_game

    return _open(chosen, at_game(saved))
