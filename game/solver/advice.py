"""What a player is advised who does not see every card: each move, and how it fared.

A game's adviser is the module `<name>_hint` here, with one function, `advise(variant, position,
random) -> Iterator[list[Advice]]`. Each list is a better one, the best move first; it ends when
no more thought would change it. It looks at nothing that the player has not seen: unseen cards
are laid at random, again and again, and each way they may lie is a sample.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import NamedTuple

from game.rules.position import Move, Position
from game.rules.variant import Variant


class Advice(NamedTuple):
    """A move and what came of it."""

    move: Move
    wins: int
    """In how many samples a win was found after it; in 1-3 Back, one stack."""
    samples: int
    """How many ways the unseen cards may lie were tried; 1 when the player sees every card."""
    mean: float
    """The mean result over the samples: cards home, or in 1-3 Back stacks left."""


def advise(variant: Variant, position: Position, random: Random) -> Iterator[list[Advice]]:
    """Advice by what the player can see, better and better; nothing when no move helps."""
    module = import_module(f"game.solver.{variant.name.replace('-', '_')}_hint")
    advice: Iterator[list[Advice]] = module.advise(variant, position, random)
    return advice
