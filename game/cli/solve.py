"""The command `solve`: its words; what it does stands in `solving`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.command import add_command, add_game_options, add_leftmost
from game.cli.limit import add_limit
from game.rules import VARIANTS

if TYPE_CHECKING:
    from game.cli.command import Commands


def add_to(commands: Commands) -> None:
    """The command `solve`."""
    parser = add_command(commands, "solve", "look for moves that win, all cards known", _solve)
    what = f"{' or '.join(VARIANTS)}, or a record, of which the last position is solved"
    parser.add_argument("what", metavar="VARIANT|FILE", help=what)
    add_game_options(parser)
    add_leftmost(parser)
    add_limit(parser, "the search")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    parser.add_argument("--record", type=Path, metavar="OUT", help="write the solution as a record")


def _solve(chosen: argparse.Namespace) -> int:
    from game.cli.solving import solve_chosen

    return solve_chosen(chosen)
