"""Hint: a move, the moves to follow, and its results over samples of the unseen cards.

A game's adviser (see `solvers`) uses nothing that the player has not seen: each random layout of the unseen
cards is a sample.
"""

from __future__ import annotations

import math
from collections.abc import Container, Sequence
from typing import NamedTuple, TypeAlias

from game.rules.position import Move, Position
from game.rules.variant import Variant

Faces: TypeAlias = tuple[tuple[int, ...], ...]
"""Visible faces of a table (see `Position.faces`)."""


ENOUGH_FOR_ODDS = 20
"""Minimum number of samples for odds."""


class Advice(NamedTuple):
    """An advised move and its results."""

    move: Move
    wins: int
    """In how many samples a win was found after it; in 1-3 Back, one stack."""
    samples: int
    """Number of layouts of the unseen cards tried, or of games out of which the wins are told; 1 when the
    player sees every card, 0 where nothing is known of its odds."""
    mean: float
    """The mean result of the samples: cards home (Three Shuffles: of this deal); in 1-3 Back stacks left."""
    then: tuple[Move, ...] = ()
    """Moves to follow it, for which no hint need be asked, because nothing that is seen on the way
    would change them."""
    odds: float | None = None
    """The share of games that are won from here by whoever plays on as advised, where it is not that of the
    samples; where the player sees every card 1 if a win was found, and 0 if none was."""
    because: str = ""
    """A word of the game's adviser for what decided between it and the next best; nothing where that is not
    known."""

    @property
    def told_odds(self) -> float | None:
        """The share of games won from here, or None while too little is known."""
        if self.odds is not None or self.samples < ENOUGH_FOR_ODDS:
            return self.odds
        return self.wins / self.samples


def with_hysteresis(advice: Sequence[Advice], shown: Move) -> list[Advice]:
    """The same advice, but the move that is shown stays first unless another wins clearly more often.

    With every sample the lead changes between moves that are equally good. Clear means beyond the standard
    deviation of the difference of two shares of independent samples; here they are the same, so it is less.
    """
    best = advice[0]
    kept = next((advised for advised in advice if advised.move == shown), None)
    if kept is None or kept is best or best.samples <= 1 or kept.samples != best.samples:
        return [*advice]
    share = (best.wins + kept.wins) / (2 * best.samples)
    if best.wins - kept.wins > math.sqrt(2 * best.samples * share * (1 - share)):
        return [*advice]
    return [kept, *(advised for advised in advice if advised is not kept)]


def leading(
    variant: Variant, position: Position, advice: Sequence[Advice], *met: Container[Faces]
) -> list[Advice]:
    """Returns the plans that lead to tables not in the first of `met`; if there are none, not in the next.

    Two hints must not undo each other.
    """
    for been in met:
        found = [
            advised for advised in advice if leads_on(variant, position, (advised.move, *advised.then), been)
        ]
        if found:
            return found
    return []


def leads_on(variant: Variant, position: Position, plan: Sequence[Move], been: Container[Faces]) -> bool:
    """Whether legal moves lead to a table not met before.

    A player who begins only such plans, and follows each while it brings something new, comes to an end. A
    first move alone says too little: turning a known stock leads to tables already met, and to its cards.
    """
    for move in plan:
        position = variant.after_move(position, move)
        if position.faces() not in been:
            return True
    return False
