"""Command line: parses the words, runs the command, turns errors into one sentence.

Each command is a module with `add_parser`, loaded when it is named or all are listed, which imports slow
modules only when the command runs: `deal` and `replay` never load pygame, `play` shows cards before anything
slow is read, and without a word there is nothing to parse.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.cli.streams import (
    FINE,
    WRONG_COMMAND,
    WRONG_INPUT,
    CommandError,
    complain,
    drop_unwritten,
    open_closed_streams,
    show_strange_names,
)
from game.storage.files import reason
from game.version import VERSION

if TYPE_CHECKING:
    from argparse import Namespace

    from game.cli.command import Commands, Parser

COMMANDS = (
    "play",
    "deal",
    "replay",
    "solve",
    "hint",
    "certify",
    "robots",
    "statistics",
    "serve",
    "host",
    "join",
    "check-round",
    "bench",
)
"""Commands in the order of the help."""
WINDOWS = ("play", "join")
"""Commands that open the window, as no command does."""
OPENED_FILES = (".patience", ".results", ".tournament")
"""Suffixes of files that a desktop passes to the program on a double click."""
CANNOT_WRITE = {errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EBADF, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""`errno` values of a stream that cannot be written to; an error of a file has the file's name."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit code."""
    open_closed_streams()
    show_strange_names()
    hooks = threading.excepthook, sys.unraisablehook
    threading.excepthook = sys.unraisablehook = _telling_once()
    try:
        return _run(arguments)
    except Exception as error:
        from game.cli.streams import tell_crash

        return tell_crash(error)
    finally:
        threading.excepthook, sys.unraisablehook = hooks
        drop_unwritten()


def _telling_once() -> Callable[[threading.ExceptHookArgs | sys.UnraisableHookArgs], None]:
    """Reports the first failure in a thread; the program continues."""
    failures: list[BaseException] = []

    def tell(failed: threading.ExceptHookArgs | sys.UnraisableHookArgs) -> None:
        if failed.exc_value is None or issubclass(failed.exc_type, SystemExit) or failures:
            return
        failures.append(failed.exc_value)
        from game.cli.streams import tell_aside

        tell_aside(failed.exc_value)

    return tell


def _run(arguments: Sequence[str] | None) -> int:
    code: int
    try:
        words = sys.argv[1:] if arguments is None else arguments
        if arguments is None and (not words or words[0] in WINDOWS or words[0] not in COMMANDS):
            from game.cli.process_name import go_on_by_name

            go_on_by_name()
        if len(words) == 1 and words[0].endswith(OPENED_FILES):
            code = _file(words[0])
        elif len(words) == 1 and words[0].startswith("patience:"):
            code = _link(words[0])
        elif words:
            chosen = _parser(words).parse_args(words)
            if chosen.verbose and not chosen.version:
                raise CommandError("--verbose belongs to --version", WRONG_COMMAND)
            if chosen.version:
                print(_versions() if chosen.verbose else f"Patience Arcade {VERSION}", flush=True)
                return FINE
            if chosen.install_menu or chosen.remove_menu:
                from game.cli.menu_entry import install_menu, remove_menu

                return install_menu() if chosen.install_menu else remove_menu()
            if (chosen.narrate or chosen.speak) and not chosen.opens_window:
                option = "--narrate" if chosen.narrate else "--speak"
                raise CommandError(f"{option} belongs to the commands that open the window", WRONG_COMMAND)
            code = chosen.run(chosen)
        else:
            code = _home()
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


def _versions() -> str:
    """The versions of program and system, and whether the solver is compiled."""
    from game.solver.kernels.compiled import IS_COMPILED
    from game.storage.crash import this_program

    solver = "fast (numba is in use)" if IS_COMPILED else "slower (numba is missing or does not work here)"
    return f"{this_program()}\nSolver: {solver}"


def _sentence(error: OSError) -> str:
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {reason(error)}"
    if error.errno in CANNOT_WRITE:
        return f"the output cannot be written: {reason(error)}"
    return reason(error)


def _parser(words: Sequence[str]) -> Parser:
    """Parser of these words: only for the command that they begin with, or for all."""
    from game.cli.command import Parser, called
    from game.cli.window import add_narrate

    named = words[:1] if words[0] in COMMANDS else COMMANDS
    program = called()
    parser = Parser(prog=program, description="Patience Arcade: solitaire games on one table.")
    parser.set_defaults(run=_home, opens_window=True)
    parser.add_argument("--version", action="store_true", help="print the version of the program")
    parser.add_argument(
        "--verbose", action="store_true", help="with --version: tell, too, whether the fast solver is in use"
    )
    parser.add_argument("--install-menu", action="store_true", help="put it into the menu of a Linux desktop")
    parser.add_argument("--remove-menu", action="store_true", help="take it out of the menu again")
    add_narrate(parser)
    commands = parser.add_subparsers(metavar="COMMAND", prog=program)
    for name in named:
        try:
            _command(name)(commands)
        except CommandError:  # the help lists what is there
            if len(named) == 1:
                raise
    return parser


def _home(chosen: Namespace | None = None) -> int:
    """Opens the window at the home screen, for no command."""
    gc.disable()  # until the first frame (see `open_window`)
    from game.ui.app import App
    from game.ui.opening import open_window

    if chosen is None:
        return open_window(App.go_home)
    from game.cli.window import outside_of

    return open_window(App.go_home, outside_of(chosen))


def _file(name: str) -> int:
    """Opens the window with a file; errors are shown there, as there may be no terminal."""
    from pathlib import Path
    from urllib.parse import unquote, urlsplit

    from game.ui.opening import open_window, with_file

    if name.startswith("file://"):  # some desktops name files so
        name = unquote(urlsplit(name).path)
    return open_window(with_file(Path(name)))


def _link(link: str) -> int:
    """Opens the window at a link's deal or tournament; errors are shown there."""
    gc.disable()  # until the first frame (see `open_window`)
    from game.ui.opening import open_window, with_link

    return open_window(with_link(link))


def _command(name: str) -> Callable[[Commands], None]:
    """Returns the function that adds a command's parser."""
    match name:
        case "play":
            from game.cli.window import add_parser
        case "deal":
            from game.cli.solve import add_deal as add_parser
        case "replay":
            from game.cli.solve import add_replay as add_parser
        case "solve":
            from game.cli.solve import add_parser
        case "hint":
            from game.cli.solve import add_hint as add_parser
        case "statistics":
            from game.cli.statistics import add_parser
        case "serve":
            from game.cli.host import add_serve as add_parser
        case "host":
            from game.cli.host import add_parser
        case "join":
            from game.cli.window import add_join as add_parser
        case "check-round":
            from game.cli.check_round import add_parser
        case _:
            return partial(_add_of_laboratory, name=name)
    return add_parser


def _add_of_laboratory(commands: Commands, name: str) -> None:
    """Adds a command that only the sources have, or raises CommandError where `tools` is not installed."""
    try:
        if name == "certify":
            from tools.certify import add_parser
        elif name == "robots":
            from tools.trials import add_parser
        else:
            from tools.bench import add_parser
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] != "tools":
            raise
        where = "a copy of its sources, which has the folder tools"
        raise CommandError(
            f"{name} is no part of an installed program, but of {where}", WRONG_COMMAND
        ) from None
    add_parser(commands)
