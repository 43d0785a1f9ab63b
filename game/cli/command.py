"""What the commands have in common: exit codes, their one-sentence errors, the options of games.

Knows words and the registry of games; must not know any one command.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from game.deals import NUMBERS
from game.play.record import LIMIT_BYTES, Record, RecordError, read_record
from game.rules import VARIANTS, find_variant
from game.rules.options import OptionError
from game.rules.variant import Variant
from game.storage.files import StorageError, place_for, read_limited

FINE, WRONG_INPUT, WRONG_COMMAND = 0, 1, 2

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


class CommandError(Exception):
    """The command line or the input is wrong; the text is one sentence."""

    def __init__(self, sentence: str, exit_code: int) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


class Parser(argparse.ArgumentParser):
    """Takes no abbreviations, and tells what is wrong as a `CommandError`."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**{**how, "allow_abbrev": False})

    def error(self, message: str) -> NoReturn:
        raise CommandError(message, WRONG_COMMAND)

    def print_help(self, file: Any = None) -> None:
        # argparse itself ends well when its help cannot be written.
        (file or sys.stdout).write(self.format_help())
        sys.stdout.flush()


def add_command(
    commands: Commands, name: str, does: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """A new command called `name`; `does` is its line of the help, `run` returns the exit code."""
    parser = commands.add_parser(name, help=does)
    parser.set_defaults(run=run)
    return parser


def complain(sentence: str) -> None:
    """One sentence for the player on stderr, if that can be written."""
    with contextlib.suppress(OSError):
        print(f"patience: {on_one_line(sentence).rstrip('.')}.", file=sys.stderr)


def on_one_line(text: str) -> str:
    """The text with everything escaped in it that a file or its name may hold to upset a terminal."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def games() -> str:
    """The names of all games, for a help text."""
    return " or ".join(VARIANTS)


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """The deal and the options of every game."""
    parser.add_argument("--deal", metavar="N", help="deal number, 0 to 2^64 − 1")
    add_variant_options(parser)


def add_variant_options(parser: argparse.ArgumentParser) -> None:
    """The options of every game, without the deal."""
    parser.add_argument("--draw", metavar="1|3", help="cards turned at a time (Rush)")
    parser.add_argument("--time", metavar="SECONDS", help="the limit (Rush)")
    parser.add_argument("--suits", metavar="1|2|4", help="suits in the pack (Spider)")
    parser.add_argument("--early", action="store_true", help="shuffle at any time (Three Shuffles)")


def add_leftmost(parser: argparse.ArgumentParser) -> None:
    """The option to look only for lines that follow the tip."""
    tip = "only lines that follow the tip: of equal columns the leftmost (Rush)"
    parser.add_argument("--leftmost", action="store_true", help=tip)


def refuse_leftmost(name: str) -> None:
    """Makes sure that a game knows the tip.

    Raises:
        CommandError: it is not Rush.
    """
    if name != "rush":
        raise CommandError("--leftmost belongs to rush", WRONG_COMMAND)


def game_options(chosen: argparse.Namespace) -> list[str]:
    """The options given on the command line as words of a record."""
    given = {
        "draw": chosen.draw,
        "limit": chosen.time,
        "suits": chosen.suits,
        "early": "yes" if chosen.early else None,
    }
    return [f"{key}={value}" for key, value in given.items() if value is not None]


def chosen_variant(chosen: argparse.Namespace, name: str) -> Variant:
    """The game called `name` with the options given on the command line.

    Raises:
        CommandError: there is no such game or option.
    """
    try:
        return find_variant(name, game_options(chosen))
    except OptionError as wrong:
        raise CommandError(str(wrong), WRONG_COMMAND) from wrong


def deal_number_of(text: str) -> int:
    """The deal number that was typed.

    Raises:
        CommandError: it is none.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < NUMBERS):
        raise CommandError(f"“{text[:40]}” is not a deal number from 0 to 2^64 − 1", WRONG_COMMAND)
    return int(text)


def check_place(path: Path) -> None:
    """Makes sure that a file can be written at a path, before anything long is begun for it.

    Raises:
        CommandError: it cannot.
    """
    try:
        place_for(path)
    except StorageError as wrong:
        raise CommandError(f"{path} cannot be written: {wrong}", WRONG_INPUT) from wrong


def read_record_file(path: Path) -> Record:
    """The record in a file, not yet played back.

    Raises:
        RecordError: it cannot be read, or is none.
    """
    try:
        return read_record(read_limited(path, LIMIT_BYTES))
    except StorageError as wrong:
        raise RecordError(None, str(wrong)) from wrong
