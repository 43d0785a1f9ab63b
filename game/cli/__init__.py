"""The command line: reads the words, calls what they name, turns errors into one sentence.

Knows every layer. Each command is a module with `add_to`, which imports what is slow only
when the command runs, so that `deal` and `replay` never load pygame and `play` shows cards
before anything slow is read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from game.cli import bench, certify, deal, replay, robots, solve, statistics, window
from game.cli.command import FINE, CommandError, Parser, complain


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A file name may hold bytes that no encoding shows.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        chosen = _parser().parse_args(arguments)
        code: int = chosen.run(chosen)
        sys.stdout.flush()
        return code
    except CommandError as wrong:
        complain(str(wrong))
        return wrong.exit_code
    except BrokenPipeError:
        # The reader of our output went away; keep the interpreter from flushing into it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return 130


def _parser() -> Parser:
    parser = Parser(prog="main.py", description="Patience Arcade: solitaire games on one table.")
    parser.set_defaults(run=window.home)
    commands = parser.add_subparsers(metavar="COMMAND")
    for command in (window, deal, replay, solve, certify, robots, statistics, bench):
        command.add_to(commands)
    return parser
