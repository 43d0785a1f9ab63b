"""The commands `deal` and `replay`: a dealt position printed; records replayed by the rules, with proof."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from game.cli.command import (
    FINE,
    WRONG_INPUT,
    CommandError,
    add_command,
    add_game_options,
    chosen_variant,
    complain,
    deal_number_of,
    games,
    on_one_line,
    read_record_file,
)
from game.play.deal import deal_number
from game.play.game import Game
from game.play.proof import piles_by_name, proof
from game.play.record import RecordError
from game.rules.options import options_of, options_to_text
from game.rules.position import pile_to_text
from game.rules.rush import Rush
from game.storage.paths import assets_folder

if TYPE_CHECKING:
    from game.cli.command import Commands
    from game.rules.variant import Variant


def add_deal(commands: Commands) -> None:
    """The command `deal`."""
    parser = add_command(commands, "deal", "print a dealt position", _deal)
    parser.add_argument("variant", metavar="VARIANT", help=games())
    add_game_options(parser)
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def _deal(chosen: argparse.Namespace) -> int:
    variant = chosen_variant(chosen, chosen.variant)
    number = _offered_number(variant) if chosen.deal is None else deal_number_of(chosen.deal)
    deal = deal_number(variant, number)
    piles = piles_by_name(variant, deal.position)
    if chosen.json:
        deck = pile_to_text(tuple(card.up for card in deal.deck or ()))
        answer = {"variant": variant.name, "options": options_of(variant), "deal": number}
        print(json.dumps({**answer, "deck": deck, "piles": piles}))
        return FINE
    print(f"{variant.title} {options_to_text(variant)}".rstrip() + f", deal {number}")
    for name, cards in piles.items():
        print(f"{name:>5}  {cards}".rstrip())
    return FINE


def _offered_number(variant: Variant) -> int:
    """The number of a deal that the game would offer: any, or a certified one if only those are dealt.

    Raises:
        CommandError: the catalogue cannot be read.
    """
    any_number = int.from_bytes(os.urandom(8))
    if not variant.deals_can_be_won:
        return any_number
    from game.solver.catalogue import CatalogueError, read_catalogue

    draw = cast(Rush, variant).draw
    try:
        catalogue = read_catalogue(assets_folder() / "deals")
    except CatalogueError as wrong:
        raise CommandError(f"no certified deal can be taken: {wrong}", WRONG_INPUT) from wrong
    return catalogue.number_at(draw, any_number % catalogue.count(draw))


def add_replay(commands: Commands) -> None:
    """The command `replay`."""
    parser = add_command(commands, "replay", "play records back and print what they prove", _replay)
    parser.add_argument("files", nargs="+", metavar="FILE", help="records")
    parser.add_argument("--json", action="store_true", help="one JSON object per line, one line per file")


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
