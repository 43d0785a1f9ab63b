"""What the commands that solve have in common: how long they may take."""

from __future__ import annotations

import argparse
import math

from game.cli.command import WRONG_COMMAND, CommandError

DEFAULT_S = 60.0
MOST_S = 1_000_000.0


def add_limit(parser: argparse.ArgumentParser, what: str) -> None:
    """The solver's limit, for `what`."""
    parser.add_argument("--limit", metavar="SECONDS", help=f"for {what}, {DEFAULT_S:.0f} if not given")


def limit_s(chosen: argparse.Namespace) -> float:
    """The limit that was given, in seconds.

    Raises:
        CommandError: it is no number above 0, or one that nobody would wait for.
    """
    if chosen.limit is None:
        return DEFAULT_S
    try:
        seconds = float(chosen.limit)
    except ValueError:
        seconds = math.nan
    if not (chosen.limit.isascii() and "_" not in chosen.limit and 0 < seconds <= MOST_S):
        why = f"“{chosen.limit[:40]}” is not a limit in seconds, above 0 and at most {MOST_S:.0f}"
        raise CommandError(why, WRONG_COMMAND)
    return seconds


def need_solver(name: str) -> None:
    """Makes sure that a game has a solver.

    Raises:
        CommandError: it has none.
    """
    from game.solver.solve import has_solver

    if not has_solver(name):
        raise CommandError(f"there is no solver for {name}", WRONG_COMMAND)
