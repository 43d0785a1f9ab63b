"""Trials of robots and hints: the words of the command `robots`, one program with four subjects.

Each subject is a module (`robots`, `hints`, `ties`, `odds`); what they have in common is in `subject`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.cli.command import FINE, add_command, add_variant_options, check_place, games

if TYPE_CHECKING:
    from game.cli.command import Commands
    from tools.trials.subject import Subject

ABOUT = (
    "Lets robots of every strength play the same deals of Rush, at their own pace and within the clock, and "
    "prints how often each wins and its mean total, with the interval that holds the true figure in 95 of "
    "100 measurements. They see what a player sees. Deals are random and such as the game offers; "
    "--any-deal takes all, and --no-clock lets the robots think of winning alone: together they "
    "compare with published figures of Klondike. With --game another game is played by the hints alone, in "
    "any deals; 1-3 Back also by a player who always merges in suit before rank, and with all cards known."
)


def add_parser(commands: Commands) -> None:
    """The command `robots`."""
    parser = add_command(commands, "robots", "let the robots play, and print how strong they are", _robots)
    parser.description = ABOUT
    parser.add_argument("--game", metavar="VARIANT", default="rush", help=f"{games()} (default: rush)")
    parser.add_argument("--games", metavar="N", default="20", help="number of games each (default 20)")
    parser.add_argument(
        "--draw", metavar="1|3", help="cards turned at a time (default: both, one after the other)"
    )
    parser.add_argument(
        "--strength", metavar="WORD", help="only this strength: beginner, regular, expert, master"
    )
    parser.add_argument("--seed", metavar="S", default="1", help="seed for deals and chance")
    parser.add_argument("--any-deal", action="store_true", help="include deals that cannot be won")
    parser.add_argument("--no-clock", action="store_true", help="no time limit, and only wins count")
    hard = "only deals of this difficulty: easy, medium or hard"
    parser.add_argument("--difficulty", metavar="WORD", help=hard)
    tip = "decide the ties met, and print how often the leftmost loses where another wins"
    parser.add_argument("--ties", action="store_true", help=tip)
    odds = "play games on as the hints advise, and print the odds shown next to the share won"
    parser.add_argument("--odds", action="store_true", help=odds)
    wide = "with --ties: examine this many positions of each depth instead of games"
    parser.add_argument("--width", metavar="N", help=wide)
    many = "maximum number of samples for a hint (default: as many as it takes)"
    parser.add_argument("--samples", metavar="N", help=many)
    add_variant_options(parser, but_not_of="rush")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    folder = "save every game as a record in this folder, which must exist"
    parser.add_argument("--record-folder", type=Path, metavar="DIR", help=folder)


def _robots(chosen: argparse.Namespace) -> int:
    if chosen.record_folder is not None:
        check_place(chosen.record_folder / "record")
    from tools.trials.subject import Bar

    subject = _subject(chosen)
    trials = Bar(subject.total).run(subject)
    if chosen.json:
        print(json.dumps(subject.as_json(trials)))
    else:
        from game.cli.statistics import Printer

        for line in subject.printed(trials):
            Printer().print(line)
    return FINE


def _subject(chosen: argparse.Namespace) -> Subject[Any]:
    if chosen.odds:
        from tools.trials.odds import Odds

        return Odds(chosen)
    if chosen.game != "rush":
        from tools.trials.hints import Hints

        return Hints(chosen)
    if chosen.ties:
        from tools.trials.ties import Ties

        return Ties(chosen)
    from tools.trials.robots import Robots

    return Robots(chosen)
