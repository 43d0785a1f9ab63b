"""The command `certify`: its arguments; see `command` for its actions."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.command import (
    WRONG_COMMAND,
    CommandError,
    add_command,
    add_leftmost,
    add_variant_options,
    game_options,
    games,
)
from game.cli.solve import add_limit

if TYPE_CHECKING:
    from game.cli.command import Commands


def add_parser(commands: Commands) -> None:
    """The command `certify`."""
    parser = add_command(commands, "certify", "decide many deals, or check such verdicts", _certify)
    parser.add_argument("variant", nargs="?", metavar="VARIANT", help=games())
    parser.add_argument("first", nargs="?", metavar="FIRST", help="the first deal number")
    parser.add_argument("count", nargs="?", metavar="COUNT", help="how many deals")
    add_variant_options(parser)
    add_leftmost(parser)
    add_limit(parser, "one deal")
    jobs = "number of processes (default: one per processor)"
    parser.add_argument("--jobs", metavar="N", help=jobs)
    parser.add_argument("--scheduler", metavar="ADDRESS", help="use a dask cluster instead: tcp://HOST:8786")
    out = "file for the verdicts (default: in the data folder); an existing one is continued"
    parser.add_argument("--out", type=Path, metavar="FILE", help=out)
    parser.add_argument("--retry", action="store_true", help="retry the deals that were given up")
    catalogue = "write which deals can be won, one bit each"
    parser.add_argument("--catalogue", type=Path, metavar="OUT", help=catalogue)
    parser.add_argument("--verify", type=Path, metavar="FILE", help="check a file of verdicts")
    parser.add_argument("--all", action="store_true", help="with --verify: prove every verdict again")
    second = "with --verify: confirm unwinnable deals by a second search (Rush)"
    parser.add_argument("--independent", action="store_true", help=second)
    parser.add_argument(
        "--sample", metavar="N", help="with --verify: number of random verdicts (default 100)"
    )
    parser.add_argument("--seed", metavar="S", help="with --verify: seed for choosing them")


def _certify(chosen: argparse.Namespace) -> int:
    if chosen.verify is None:
        if chosen.count is None:
            raise CommandError("certify needs VARIANT, FIRST and COUNT, or --verify FILE", WRONG_COMMAND)
        if chosen.all or chosen.independent or chosen.sample or chosen.seed:
            raise CommandError("--all, --independent, --sample and --seed belong to --verify", WRONG_COMMAND)
        from tools.certify.command import decide

        return decide(chosen)
    other = (chosen.variant, chosen.out, chosen.catalogue, chosen.retry or None, chosen.leftmost or None)
    if any(option is not None for option in other) or game_options(chosen):
        why = "--verify takes only --all, --independent, --sample, --seed, --limit and the workers besides"
        raise CommandError(why, WRONG_COMMAND)
    from tools.certify.command import verify

    return verify(chosen)
