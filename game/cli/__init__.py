"""The command line: reads the words, calls what they name, turns errors into one sentence.

Knows every layer. Each command is a module with `add_to`, which imports what is slow only
when the command runs, so that `deal` and `replay` never load pygame and `play` shows cards
before anything slow is read.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

from game.cli import bench, certify, deal, replay, robots, solve, statistics, window
from game.cli.command import FINE, WRONG_COMMAND, WRONG_INPUT, CommandError, Parser, complain
from game.cli.narrating import add_narrate
from game.cli.streams import drop_unwritten, open_closed_streams, show_strange_names
from game.storage.files import reason

CANNOT_WRITE = {errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EBADF, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""What a stream refuses with; an error of a file has the file's name."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit code."""
    open_closed_streams()
    show_strange_names()
    try:
        return _run(arguments)
    finally:
        drop_unwritten()


def _run(arguments: Sequence[str] | None) -> int:
    try:
        chosen = _parser().parse_args(arguments)
        if chosen.narrate and not window.opens(chosen):
            raise CommandError("--narrate belongs to the commands that open the window", WRONG_COMMAND)
        code: int = chosen.run(chosen)
        sys.stdout.flush()
        return code
    except CommandError as wrong:
        complain(str(wrong))
        return wrong.exit_code
    except BrokenPipeError:
        return FINE  # the reader of our output has enough
    except OSError as error:
        complain(_sentence(error))
        return WRONG_INPUT
    except KeyboardInterrupt:
        return 130


def _sentence(error: OSError) -> str:
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {reason(error)}"
    if error.errno in CANNOT_WRITE:
        return f"the output cannot be written: {reason(error)}"
    return reason(error)


def _parser() -> Parser:
    parser = Parser(prog="main.py", description="Patience Arcade: solitaire games on one table.")
    parser.set_defaults(run=window.home)
    add_narrate(parser)
    commands = parser.add_subparsers(metavar="COMMAND")
    for command in (window, deal, replay, solve, certify, robots, statistics, bench):
        command.add_to(commands)
    return parser
