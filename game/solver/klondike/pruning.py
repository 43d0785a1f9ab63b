"""Exact pruning of Klondike: dead ends by relaxed reachability, and moves that need not be tried.

Knows states; must not know how a search goes about them. Everything here is exact: only what
cannot win, or wins as well later, is left out.
"""

from __future__ import annotations

from game.solver.kernels.compiled import inlined, kernel, lowest, popcount
from game.solver.klondike.card_sets import (
    KINGS,
    MATES,
    PACK,
    cards_home,
    children_of,
    mates_too,
    open_pairs,
    parents_of,
    unbroken,
)
from game.solver.klondike.state import BELOW, BOTTOMS, COLUMNS, DRAW, LIFT, Table, View


@kernel
def is_dead(table: Table, view: View) -> bool:
    """Whether some hidden card can never be uncovered.

    Grows what may ever happen, card by card, until nothing is added: which cards are uncovered,
    which may lie on the tableau (`up`), which may go home. A card may be built where a parent may be
    up, or both of them if the card's mate lies on one and can never go home; it may go home when all
    lower cards of its suit may, and it is bare, or its run may hop to its mate or go home.
    """
    bottoms, tops = table[BOTTOMS], view.tops
    loose = view.hand | cards_home(view.state)
    placed = PACK & ~(loose | view.originals)
    up = placed | tops
    has_space = popcount(tops) + popcount(placed & KINGS) < COLUMNS
    covered = up & ~open_pairs(up, placed)
    single = covered & ~_mates(up)
    can_go = 0
    while tops & ~bottoms > 0:
        # A covered card is released when its only mate comes up, or a card on the pair goes home.
        released = parents_of(mates_too(placed & can_go)) | single & _mates(up)
        may_go = unbroken((loose | up) & ~(covered & ~released))
        both = up & _mates(up)
        places = children_of(mates_too(up)) & ~_mates(placed & ~may_go) | children_of(both)
        may_have_space = has_space or may_go & KINGS & (placed | bottoms) > 0
        if may_have_space:
            places |= KINGS
        leaving = tops & (places | may_go | KINGS & bottoms)
        now_up = up | loose & places
        tops ^= leaving
        may_have_space = may_have_space or leaving & bottoms & ~KINGS > 0
        while leaving > 0:
            card = lowest(leaving)
            leaving &= leaving - 1
            tops |= table[BELOW + card]
            now_up |= table[BELOW + card] | table[LIFT + card]
        if now_up == up and may_go == can_go and may_have_space == has_space:
            return True
        up, can_go, has_space = now_up, may_go, may_have_space
    return False


@inlined
def _mates(cards: int) -> int:
    """The colour mates of these cards."""
    return (cards & MATES) << 1 | (cards >> 1) & MATES


@kernel
def wanted(table: Table, view: View, placed: int, bare: int) -> int:
    """The cards at home, and at draw 1 in the hand, that are worth laying on the tableau.

    A card is laid there only for what follows at once: something is built on it, or its mate's run
    hops to it, or a lower card of its suit is brought back. At draw 3 any card of the hand may be
    laid away, because that moves those after it.
    """
    home = cards_home(view.state)
    is_single = table[DRAW] == 1
    children, source = (view.tops, home | view.hand) if is_single else (view.tops | view.turned, home)
    up = placed | view.tops
    # Mates of covered cards that might go home.
    more = mates_too(up & ~bare & unbroken(home | up | view.hand))
    found = 0
    while True:
        more = (more | parents_of(mates_too(children))) & source
        above = more & home
        above |= above << 4 & home
        above |= above << 8 & home
        above |= above << 16 & home
        above |= above << 32 & home
        children = (more | above) & ~found
        if children == 0:
            return found
        found |= children
        more = 0


@kernel
def useful_at_home(hand: int, homeward: int, followers: int) -> int:
    """Of the cards going home those not from the hand, and those that let one of `followers` go.

    For draw 1: a card of the hand can always be had, so it goes only when another follows at once.
    """
    useful = homeward & ~hand
    ready = homeward & hand
    while ready > 0:
        bit = ready & -ready
        ready ^= bit
        following = bit << 4
        while following & hand > 0:
            following <<= 4
        if following & followers > 0:
            useful |= bit
    return useful
