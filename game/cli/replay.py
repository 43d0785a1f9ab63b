"""The command `replay`: plays records back by the rules and prints what they prove."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.cli.command import FINE, WRONG_INPUT, add_command, complain, on_one_line, read_record_file
from game.play.game import Game
from game.play.proof import proof
from game.play.record import RecordError

if TYPE_CHECKING:
    from game.cli.command import Commands


def add_to(commands: Commands) -> None:
    """The command `replay`."""
    parser = add_command(commands, "replay", "play records back and print what they prove", _replay)
    parser.add_argument("files", nargs="+", metavar="FILE", help="records")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, one line a file")


def _replay(chosen: argparse.Namespace) -> int:
    code = FINE
    for file in chosen.files:
        try:
            game = read_record_file(Path(file)).replay()
            answer = {"file": file, "legal": True, **proof(game)}
        except RecordError as wrong:
            code = WRONG_INPUT
            answer = {"file": file, "legal": False, "line": wrong.line, "error": wrong.reason}
        if chosen.json:
            print(json.dumps(answer))
        elif answer["legal"]:
            print(_in_words(game, answer))
        else:
            where = "" if answer["line"] is None else f"line {answer['line']}: "
            complain(f"{file}: {where}{answer['error']}")
    return code


def _in_words(game: Game, answer: dict[str, Any]) -> str:
    options = " ".join(f"{name}={value}" for name, value in answer["options"].items())
    deal = "given piles" if answer["deal"] is None else f"deal {answer['deal']}"
    parts = [f"{answer['variant']} {options}".rstrip(), deal, answer["outcome"]]
    if answer["score"] is not None:
        parts.append(f"score {answer['score']} + {answer['time_bonus']} = {answer['total']}")
    else:
        parts.append(game.result_words)
    parts.append(f"{answer['home']} cards home")
    parts.append(f"{answer['entries']} entries in {answer['elapsed_ms'] / 1000:.1f} s")
    return on_one_line(f"{answer['file']}: " + ", ".join(parts))
