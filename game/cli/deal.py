"""The command `deal`: prints a dealt position."""

from __future__ import annotations

import argparse
import json
import os
from typing import TYPE_CHECKING

from game.cli.command import FINE, add_command, add_game_options, chosen_variant, deal_number_of, games
from game.play.deal import deal_number
from game.play.proof import piles_by_name
from game.rules.options import options_of, options_to_text
from game.rules.position import pile_to_text

if TYPE_CHECKING:
    from game.cli.command import Commands


def add_to(commands: Commands) -> None:
    """The command `deal`."""
    parser = add_command(commands, "deal", "print a dealt position", _deal)
    parser.add_argument("variant", metavar="VARIANT", help=games())
    add_game_options(parser)
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def _deal(chosen: argparse.Namespace) -> int:
    variant = chosen_variant(chosen, chosen.variant)
    number = int.from_bytes(os.urandom(8)) if chosen.deal is None else deal_number_of(chosen.deal)
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
