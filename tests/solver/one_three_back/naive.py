"""1-3 Back searched without a thought: every line the rules allow, deals and merges in any order."""

from __future__ import annotations

from game.rules.one_three_back import OneThreeBack
from game.rules.position import Position

RULES = OneThreeBack()


def grid(*stacks: str, deck: str = "") -> Position:
    """A position from the stacks in order of play and the deck as it is written."""
    lines = [f"pile stock {deck}"] if deck else []
    lines += [f"pile t{n} {cards}" for n, cards in enumerate(stacks, start=1)]
    return RULES.position_from_text("\n".join(lines))


def fewest_stacks(position: Position) -> int:
    """The fewest stacks over all lines that deal the whole deck."""
    seen, waiting, best = set(), [position], 53
    while waiting:
        here = waiting.pop()
        key = (len(here.piles[0]), tuple(pile[-1] for pile in here.piles[1:] if pile))
        if key in seen:
            continue
        seen.add(key)
        if not here.piles[0]:
            best = min(best, RULES.stacks(here))
        waiting += [RULES.apply(here, move) for move in RULES.legal_moves(here)]
    return best
