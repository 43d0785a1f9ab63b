"""The command that opens the window straight at a table.

Loads pygame only when it runs.
"""

from __future__ import annotations

import argparse
import gc
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
from game.cli.narrating import add_narrate, outside_of
from game.play.record import RecordError
from game.rules import VARIANTS

if TYPE_CHECKING:
    from game.cli.command import Commands


def add_to(commands: Commands) -> None:
    """The command `play`."""
    parser = add_command(commands, "play", "open the window straight at a table", _play)
    parser.add_argument("variant", nargs="?", default=None, metavar="VARIANT", help=games())
    add_game_options(parser)
    # What stands before the command is not undone by its absence behind it.
    add_narrate(parser, default=argparse.SUPPRESS)
    parser.set_defaults(opens_window=True)
    parser.add_argument("--file", type=Path, metavar="F", help="a record to go on with")


def _play(chosen: argparse.Namespace) -> int:
    if chosen.file is not None:
        return _play_file(chosen)
    variant = chosen_variant(chosen, chosen.variant or next(iter(VARIANTS)))
    number = None if chosen.deal is None else deal_number_of(chosen.deal)
    gc.disable()  # until the first frame (see `open_window`)
    from game.ui.opening import at_table, open_window

    return open_window(at_table(variant, number), outside_of(chosen))


def _play_file(chosen: argparse.Namespace) -> int:
    if chosen.variant is not None or chosen.deal is not None or game_options(chosen):
        raise CommandError("--file says itself which game and deal it is", WRONG_COMMAND)
    from game.storage.files import StorageError
    from game.storage.saved import read_saved

    try:
        saved = read_saved(chosen.file)
    except (RecordError, StorageError) as wrong:
        raise CommandError(f"{chosen.file}: {wrong}", WRONG_INPUT) from wrong
    from game.ui.opening import at_game, open_window

    return open_window(at_game(saved), outside_of(chosen))
