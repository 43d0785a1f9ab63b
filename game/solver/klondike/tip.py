"""Tie detection on Klondike's states, for the leftmost among equals (see `game.rules.leftmost`).

A tie is between tops that both cover something, of which neither has left its original place: mates,
or kings. No other card fits where they do, so every parent of theirs that lies on the tableau is
bare, and there is a tie where one lies there; for kings, where there is a space. So a tie follows
from the state and from how many cards of each suit are home, on whichever parent placed cards lie.
Moves of placed cards take part of a run, or lie on nothing face down: they follow the tip.

What any moves may do at once, the tip may forbid. A top sent home uncovers a card that may tie
with one that was free before: under the tip it is a choice. A card of the hand that goes home
where it will not be missed takes a place away, and no move: what would lie there goes home itself,
and there are only fewer ties. A king is no such card, for at home it leaves a space. A column is
emptied when no other space is left: before, that would only make kings tie.

Knows states; must not know how a search goes about them.
"""

from __future__ import annotations

from game.solver.kernels.compiled import inlined, kernel, lowest, popcount
from game.solver.klondike.card_sets import KINGS, MATES, children_of, mates_too
from game.solver.klondike.state import COLUMNS, FIRST, TOPS, Table


@inlined
def in_a_tie(equals: int, up: int, has_space: bool) -> int:
    """Those of `equals` that are in a tie now, when the cards of `up` lie face up on the tableau."""
    return equals & (children_of(mates_too(up)) | (KINGS if has_space else 0))


@kernel
def equals_further_right(table: Table, state: int, tops: int) -> int:
    """The tops that cover as many cards, one at least, as a mate of theirs further left, or another king."""
    found = 0
    if tops & tops >> 1 & MATES == 0 and popcount(tops & KINGS) < 2:
        return found
    for right in range(1, COLUMNS):
        units = (state >> table[FIRST + 7 + right]) & table[FIRST + 14 + right]
        if units > 1:
            card = table[TOPS + table[FIRST + right] + units]
            pair = card | (card & MATES) << 1 | (card >> 1) & MATES
            if card & KINGS > 0:
                pair = KINGS
            for left in range(right):
                others = (state >> table[FIRST + 7 + left]) & table[FIRST + 14 + left]
                if others == units and table[TOPS + table[FIRST + left] + others] & pair > 0:
                    found |= card
    return found


@kernel
def left_of(table: Table, state: int, right: int) -> int:
    """The top furthest left that `right` is an equal of."""
    wanted = 0
    for column in range(COLUMNS):
        units = (state >> table[FIRST + 7 + column]) & table[FIRST + 14 + column]
        if table[TOPS + table[FIRST + column] + units] == 1 << right:
            wanted = units
    for column in range(COLUMNS):
        units = (state >> table[FIRST + 7 + column]) & table[FIRST + 14 + column]
        if units == wanted:
            card = lowest(table[TOPS + table[FIRST + column] + units])
            if card ^ right == 1 or (card >= 48 and right >= 48):
                return card
    return right
