"""Shared parts of commands: parser, games' options, deals and records as arguments."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from game.cards import NUMBERS
from game.cli.streams import FINE as FINE
from game.cli.streams import WRONG_COMMAND as WRONG_COMMAND
from game.cli.streams import WRONG_INPUT as WRONG_INPUT
from game.cli.streams import CommandError as CommandError
from game.cli.streams import complain as complain
from game.cli.streams import failing as failing
from game.cli.streams import on_one_line as on_one_line
from game.play.record import LIMIT_BYTES, Record, RecordError, read_record
from game.rules import VARIANTS, find_variant
from game.rules.options import OptionError, OptionSpec
from game.rules.variant import Variant
from game.storage.files import StorageError, place_for, read_limited

if TYPE_CHECKING:
    from game.play.deal import Deal

    Commands = argparse._SubParsersAction["Parser"]

PROJECT = Path(__file__).parents[2]
"""Folder of `main.py`, in a copy of the project."""
NAME = "patience-arcade"
"""Name of the installed program."""


class Help(argparse.HelpFormatter):
    """Help as wide as the terminal, without importing `shutil` and its archivers."""

    def __init__(self, prog: str) -> None:
        """`prog` is the program's name."""
        columns = os.environ.get("COLUMNS", "")
        if columns.isdecimal() and int(columns):
            width = int(columns)
        else:
            try:
                width = os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]
            except (AttributeError, ValueError, OSError):  # closed, detached, or no terminal
                width = 0
        super().__init__(prog, width=(width or 80) - 2)


class Parser(argparse.ArgumentParser):
    """Parser without abbreviations, which raises errors as `CommandError`."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**{"formatter_class": Help, **how, "allow_abbrev": False})
        self._switches: set[str] = set()

    def add_switch(self, word: str, **how: Any) -> None:
        """Adds an option that takes yes or no, and means yes without either."""
        self.add_argument(word, nargs="?", const="yes", **how)
        self._switches.add(word)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        words = list(sys.argv[1:] if args is None else args)
        # argparse would take whatever follows a switch for its value, the name of a game too.
        end = words.index("--") if "--" in words else len(words)  # what follows is no option
        said = [
            f"{word}=yes" if word in self._switches and following not in ("yes", "no") else word
            for word, following in zip_longest(words[:end], words[1:end])
        ]
        return super().parse_known_args([*said, *words[end:]], namespace)

    def error(self, message: str) -> NoReturn:
        raise CommandError(message, WRONG_COMMAND)

    def print_help(self, file: Any = None) -> None:
        # argparse itself ends well when its help cannot be written.
        (file or sys.stdout).write(self.format_help())
        sys.stdout.flush()


def add_command(commands: Commands, name: str, does: str, run: Callable[[argparse.Namespace], int]) -> Parser:
    """Adds a command called `name`; `does` is its help line, `run` returns the exit code."""
    parser = commands.add_parser(name, help=does)
    parser.set_defaults(run=run, opens_window=False)
    return parser


def called() -> str:
    """Name of this program in its help."""
    return NAME if os.path.basename(sys.argv[0]).startswith(NAME) else "main.py"


def typed_program(python: str = sys.executable, folder: Path = PROJECT) -> str:
    """Command that runs this program: its name, or its copy's Python and `main.py`."""
    from game.server.pages.host_texts import typed

    return NAME if called() == NAME else typed([near(python), near(str(folder / "main.py"))])


def near(path: str) -> str:
    """A path for the shell: relative if below the present folder, else absolute."""
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path


def counted(count: int, thing: str) -> str:
    """So many things, in words.

    >>> counted(1, "player"), counted(3, "player")
    ('1 player', '3 players')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


def games() -> str:
    """Names of all games, for a help text."""
    return " or ".join(VARIANTS)


def add_game_options(parser: Parser) -> None:
    """Adds the deal and the options of every game."""
    parser.add_argument("--deal", metavar="N", help="deal number, 0 to 2^64 − 1")
    add_variant_options(parser)


def add_variant_options(parser: Parser, but_not_of: str = "") -> None:
    """Adds the options of every game, or of all but one, without the deal; a bare switch means yes."""
    for name, found in _options(but_not_of).items():
        option, about = found[0][0], "; ".join(f"{spec.about} ({title})" for spec, title in found)
        values = "|".join(dict.fromkeys(spec.values for spec, _ in found))
        is_switch = option.is_boolean and not option.is_quiet
        add = parser.add_switch if is_switch else parser.add_argument
        add(f"--{option.word}", dest=_dest(name), metavar=values, help=about)


def _options(but_not_of: str = "") -> dict[str, list[tuple[OptionSpec, str]]]:
    """Every option by its name, as each game that has it declares it, with the title of that game."""
    found: dict[str, list[tuple[OptionSpec, str]]] = {}
    for variant in (variant for name, variant in VARIANTS.items() if name != but_not_of):
        for name, option in variant.declared.items():
            found.setdefault(name, []).append((option, variant.short_title or variant.title))
    return found


def _dest(name: str) -> str:
    return f"option_{name}"


def add_leftmost(parser: Parser) -> None:
    """Adds the option to search only lines that follow the leftmost rule."""
    tip = "only lines that follow the leftmost rule: of equal columns the leftmost (Rush)"
    parser.add_argument("--leftmost", action="store_true", help=tip)


def refuse_leftmost(name: str) -> None:
    """Raises CommandError if a game has no leftmost rule."""
    from game.solver.solve import WITH_LEFTMOST_RULE

    if name not in WITH_LEFTMOST_RULE:
        raise CommandError(f"--leftmost belongs to {' or '.join(WITH_LEFTMOST_RULE)}", WRONG_COMMAND)


def add_cards(parser: Parser) -> None:
    """Adds the option for a deal of one's own."""
    about = "a deal of your own: a list of cards, or piles, in any format of docs/FORMATS.md (- is the input)"
    parser.add_argument("--cards", metavar="FILE", help=about)


def typed_deal(chosen: argparse.Namespace, variant: Variant) -> tuple[Deal, dict[str, str]]:
    """Reads the deal given by `--cards`, with the tags of its record; raises CommandError."""
    from game.play.lines import FileError  # few commands have cards given
    from game.play.typed_deal import LIMIT_BYTES as CARDS_BYTES
    from game.play.typed_deal import read_deal, text_of

    if chosen.deal is not None:
        raise CommandError("--cards says itself which cards are dealt", WRONG_COMMAND)
    is_input = chosen.cards == "-"
    name = "standard input" if is_input else chosen.cards
    with failing(name, FileError, StorageError):
        limit = CARDS_BYTES + 1
        data = sys.stdin.buffer.read(limit) if is_input else read_limited(Path(chosen.cards), CARDS_BYTES)
        read = read_deal(variant, text_of(data))
    if read.deal is None:
        raise CommandError(f"{name}: {read.fault}", WRONG_INPUT)
    return read.deal, dict(read.tags)


def game_options(chosen: argparse.Namespace) -> list[str]:
    """Converts command-line options to words of a record."""
    given = {name: getattr(chosen, _dest(name), None) for name in _options()}
    return [f"{name}={value}" for name, value in given.items() if value is not None]


def chosen_variant(chosen: argparse.Namespace, name: str) -> Variant:
    """Returns the game called `name` with the command-line options; raises CommandError if unknown."""
    try:
        return find_variant(name, game_options(chosen))
    except OptionError as wrong:
        said, (option, *rest) = str(wrong), str(wrong).partition(" ")
        declared_as = _options().get(option)
        if declared_as is not None:  # as it is typed, which is not always as a record has it
            said = "".join([f"--{declared_as[0][0].word}", *rest])
        raise CommandError(said, WRONG_COMMAND) from wrong


def deal_number_of(text: str) -> int:
    """Parses a typed deal number; raises CommandError if it is not one."""
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < NUMBERS):
        raise CommandError(f"“{text[:40]}” is not a deal number from 0 to 2^64 − 1", WRONG_COMMAND)
    return int(text)


def whole_in(text: str, option: str, low: int, high: int) -> int:
    """Parses a whole number given to an option; raises CommandError if it is not one between the two."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise CommandError(f"{option} is a number from {low} to {high}, not “{text[:20]}”", WRONG_COMMAND)
    return int(text)


def check_place(path: Path) -> None:
    """Raises CommandError unless a file can be written at a path, before anything long starts."""
    with failing(f"{path} cannot be written"):
        place_for(path)


def read_record_file(path: Path) -> Record:
    """Reads the record in a file, without replaying it; raises RecordError if that fails."""
    try:
        return read_record(read_limited(path, LIMIT_BYTES))
    except StorageError as wrong:
        raise RecordError(None, str(wrong)) from wrong
