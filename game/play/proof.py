"""What a played game proves: the plain answer of `replay`, as other programs read it.

Knows games and their notation; must not know files or how the answer is printed.
"""

from __future__ import annotations

from typing import Any

from game.play.game import Game
from game.rules.options import options_of
from game.rules.position import Position, pile_to_text
from game.rules.variant import Variant
from game.rules.words import STACKS_LEFT


def piles_by_name(variant: Variant, position: Position) -> dict[str, str]:
    """Every pile's cards, bottom first; an empty pile is the empty text."""
    named = zip(variant.piles, position.piles, strict=True)
    return {place.name: pile_to_text(pile) for place, pile in named}


def proof(game: Game) -> dict[str, Any]:
    """Score, outcome and piles of a game, with the fields and types of the record's contract."""
    variant, position = game.variant, game.position
    return {
        "variant": variant.name,
        "options": options_of(variant),
        "deal": game.deal.number,
        "entries": len(game.entries),
        "score": game.score,
        "time_bonus": game.time_bonus,
        "total": game.total,
        "elapsed_ms": game.elapsed_ms,
        "outcome": game.outcome.value,
        "home": variant.home(position),
        "stacks": variant.result(position) if variant.unit is STACKS_LEFT else None,
        "piles": piles_by_name(variant, position),
    }
