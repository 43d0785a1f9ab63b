"""The command `hint`: the best move by what a player sees, its reason and its odds, as at the table."""

from __future__ import annotations

import argparse
import json
from random import Random
from typing import TYPE_CHECKING, Any

from game.cli.command import FINE, WRONG_INPUT, CommandError, add_command, counted, on_one_line
from game.cli.solve import add_what, game_of
from game.play.unseen import turned_up
from game.solver.answer import SolverError
from game.solver.solve import advise, hint_words

if TYPE_CHECKING:
    from game.cli.command import Commands
    from game.solver.advice import Advice


def add_parser(commands: Commands) -> None:
    """The command `hint`."""
    parser = add_command(commands, "hint", "print the best move by what is seen, why, and its odds", _hint)
    add_what(parser, "is looked at")
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def _hint(chosen: argparse.Namespace) -> int:
    game, tags = game_of(chosen)
    if cards := turned_up(game.deal, tags, game.position):
        count = counted(len(cards), "card")
        raise CommandError(f"{chosen.what}: name {count} that turned up first", WRONG_INPUT)
    if game.is_solved:
        raise CommandError(f"{chosen.what}: the game is solved: the cards go home", WRONG_INPUT)
    variant, position = game.variant, game.position
    seed = game.elapsed_ms + len(game.entries)  # as at the table: the same game gets the same hint
    advice: list[Advice] = []
    try:
        for better in advise(variant, position, Random(seed)):
            advice = better
    except SolverError as wrong:
        raise CommandError(f"{chosen.what}: {wrong}", WRONG_INPUT) from wrong
    words = hint_words(variant).sentence(position, advice) if advice else "No useful move in sight."
    if chosen.json:
        print(json.dumps(_told(words, advice, variant)))
    else:
        print(on_one_line(words))
    return FINE if advice else WRONG_INPUT


def _told(words: str, advice: list[Advice], variant: Any) -> dict[str, object]:
    if not advice:
        return {"move": None, "words": words, "then": [], "odds": None, "wins": 0, "samples": 0}
    best = advice[0]
    answer = {"move": variant.move_to_text(best.move), "words": words}
    then = [variant.move_to_text(move) for move in best.then]
    return {**answer, "then": then, "odds": best.told_odds, "wins": best.wins, "samples": best.samples}
