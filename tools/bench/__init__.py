"""Benchmarks of the program on this machine: the words of the command `bench`; see `command`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.command import WRONG_COMMAND, CommandError, add_command

if TYPE_CHECKING:
    from game.cli.command import Commands


def add_parser(commands: Commands) -> None:
    """The command `bench`."""
    parser = add_command(commands, "bench", "measure this machine", _bench)
    parts = "launch, memory, idle, frames, pointer, home, spider, replay, statistics, soak or solver; or all"
    parser.add_argument("part", nargs="?", default=None, metavar="PART", help=parts)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="as one JSON object")
    with_whom = "measure this copy of the project and that in DIR in turn, and compare them"
    shown.add_argument("--beside", type=Path, metavar="DIR", help=with_whom)
    parser.add_argument(
        "--rounds", type=int, default=5, metavar="N", help="times that each of the two is measured (5)"
    )


def _bench(chosen: argparse.Namespace) -> int:
    try:
        from tools.bench.command import BenchError, bench
    except ModuleNotFoundError as missing:
        if missing.name != "psutil":
            raise
        raise CommandError("bench needs the package psutil: pip install psutil", WRONG_COMMAND) from None
    try:
        return bench(chosen.part, chosen.json, chosen.beside, max(1, chosen.rounds))
    except BenchError as wrong:
        raise CommandError(str(wrong), WRONG_COMMAND) from wrong
