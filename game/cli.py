"""The command line: reads the words, calls what they name, turns errors into one sentence.

Knows every layer; imports what a command needs only when it runs, so that `deal` and
`replay` never load pygame and `play` shows cards before anything slow is read.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from game.deals import NUMBERS
from game.play.proof import proof
from game.play.record import LIMIT_BYTES, Record, RecordError, read_record
from game.rules import VARIANTS, find_variant
from game.rules.options import OptionError, options_to_text
from game.rules.position import pile_to_text
from game.rules.variant import Variant
from game.storage.files import StorageError, read_limited

FINE, WRONG_INPUT, WRONG_COMMAND = 0, 1, 2


class CommandError(Exception):
    """The command line or the input is wrong; the text is one sentence."""

    def __init__(self, sentence: str, exit_code: int) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


class _Parser(argparse.ArgumentParser):
    def __init__(self, **how: Any) -> None:
        super().__init__(**{**how, "allow_abbrev": False})

    def error(self, message: str) -> NoReturn:
        raise CommandError(message, WRONG_COMMAND)


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
        _complain(str(wrong))
        return wrong.exit_code
    except BrokenPipeError:
        # The reader of our output went away; keep the interpreter from flushing into it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return 130


def _complain(sentence: str) -> None:
    print(f"patience: {_on_one_line(sentence).rstrip('.')}.", file=sys.stderr)


def _on_one_line(text: str) -> str:
    """The text with everything escaped in it that a file or its name may hold to upset a terminal."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="main.py", description="Patience Arcade: solitaire games on one table.")
    parser.set_defaults(run=_home)
    commands = parser.add_subparsers(metavar="COMMAND")

    play = commands.add_parser("play", help="open the window straight at a table")
    play.add_argument("variant", nargs="?", default=None, metavar="VARIANT", help=_games())
    _add_game_options(play)
    play.add_argument("--file", type=Path, metavar="F", help="a record to go on with")
    play.set_defaults(run=_play)

    deal = commands.add_parser("deal", help="print a dealt position")
    deal.add_argument("variant", metavar="VARIANT", help=_games())
    _add_game_options(deal)
    deal.add_argument("--json", action="store_true", help="as one JSON object")
    deal.set_defaults(run=_deal)

    replay = commands.add_parser("replay", help="play records back and print what they prove")
    replay.add_argument("files", nargs="+", metavar="FILE", help="records")
    replay.add_argument("--json", action="store_true", help="one JSON object a line, one line a file")
    replay.set_defaults(run=_replay)

    bench = commands.add_parser("bench", help="measure this machine")
    bench.add_argument(
        "part", nargs="?", default=None, metavar="PART", help="launch, memory, idle, frames or replay; or all"
    )
    bench.add_argument("--json", action="store_true", help="as one JSON object")
    bench.set_defaults(run=_bench)
    return parser


def _games() -> str:
    return " or ".join(VARIANTS)


def _add_game_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deal", metavar="N", help="deal number, 0 to 2^64 − 1")
    parser.add_argument("--draw", metavar="1|3", help="cards turned at a time (Rush)")
    parser.add_argument("--time", metavar="SECONDS", help="the limit (Rush)")
    parser.add_argument("--early", action="store_true", help="shuffle at any time (Three Shuffles)")


def _given_options(chosen: argparse.Namespace) -> list[str]:
    """The game options on the command line, as a record writes them."""
    given = {"draw": chosen.draw, "limit": chosen.time, "early": "yes" if chosen.early else None}
    return [f"{key}={value}" for key, value in given.items() if value is not None]


def _variant(chosen: argparse.Namespace, name: str) -> Variant:
    try:
        return find_variant(name, _given_options(chosen))
    except OptionError as wrong:
        raise CommandError(str(wrong), WRONG_COMMAND) from wrong


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < NUMBERS):
        raise CommandError(f"“{text[:40]}” is not a deal number from 0 to 2^64 − 1", WRONG_COMMAND)
    return int(text)


def _home(_: argparse.Namespace) -> int:
    from game.ui.app import open_home

    return open_home()


def _play(chosen: argparse.Namespace) -> int:
    if chosen.file is not None:
        if chosen.variant is not None or chosen.deal is not None or _given_options(chosen):
            raise CommandError("--file says itself which game and deal it is", WRONG_COMMAND)
        try:
            record = _read_record(chosen.file)
            game = record.replay()
        except RecordError as wrong:
            raise CommandError(f"{chosen.file}: {wrong}", WRONG_INPUT) from wrong
        from game.ui.app import open_game

        return open_game(game, record.about)
    variant = _variant(chosen, chosen.variant or next(iter(VARIANTS)))
    number = None if chosen.deal is None else _number(chosen.deal)
    from game.ui.app import open_table

    return open_table(variant, number)


def _deal(chosen: argparse.Namespace) -> int:
    from game.play.deal import deal_number
    from game.play.proof import piles_by_name
    from game.rules.options import options_of

    variant = _variant(chosen, chosen.variant)
    number = int.from_bytes(os.urandom(8)) if chosen.deal is None else _number(chosen.deal)
    deal = deal_number(variant, number)
    piles = piles_by_name(variant, deal.position)
    if chosen.json:
        deck = pile_to_text(tuple(each.up for each in deal.deck or ()))
        answer = {"variant": variant.name, "options": options_of(variant), "deal": number}
        print(json.dumps({**answer, "deck": deck, "piles": piles}))
        return FINE
    print(f"{variant.title} {options_to_text(variant)}".rstrip() + f", deal {number}")
    for name, cards in piles.items():
        print(f"{name:>5}  {cards}".rstrip())
    return FINE


def _replay(chosen: argparse.Namespace) -> int:
    code = FINE
    for file in chosen.files:
        try:
            answer = {"file": file, "legal": True, **proof(_read_record(Path(file)).replay())}
        except RecordError as wrong:
            code = WRONG_INPUT
            answer = {"file": file, "legal": False, "line": wrong.line, "error": wrong.reason}
        if chosen.json:
            print(json.dumps(answer))
        elif answer["legal"]:
            print(_in_words(answer))
        else:
            where = "" if answer["line"] is None else f"line {answer['line']}: "
            _complain(f"{file}: {where}{answer['error']}")
    return code


def _read_record(path: Path) -> Record:
    try:
        return read_record(read_limited(path, LIMIT_BYTES))
    except StorageError as wrong:
        raise RecordError(None, str(wrong)) from wrong


def _in_words(answer: dict[str, Any]) -> str:
    options = " ".join(f"{name}={value}" for name, value in answer["options"].items())
    deal = "given piles" if answer["deal"] is None else f"deal {answer['deal']}"
    parts = [f"{answer['variant']} {options}".rstrip(), deal, answer["outcome"]]
    if answer["score"] is not None:
        parts.append(f"score {answer['score']} + {answer['time_bonus']} = {answer['total']}")
    if answer["stacks"] is not None:
        parts.append(f"{answer['stacks']} stacks")
    parts.append(f"{answer['home']} cards home")
    parts.append(f"{answer['entries']} entries in {answer['elapsed_ms'] / 1000:.1f} s")
    return _on_one_line(f"{answer['file']}: " + ", ".join(parts))


def _bench(chosen: argparse.Namespace) -> int:
    from game.bench import BenchError, bench

    try:
        return bench(chosen.part, as_json=chosen.json)
    except BenchError as wrong:
        raise CommandError(str(wrong), WRONG_COMMAND) from wrong
