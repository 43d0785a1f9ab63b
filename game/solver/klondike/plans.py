"""Macro moves of Klondike, found breadth first: the choices up to the next face-down card turned up.

Weighing a card of the hand against one that turns another up is unfair: after the first the second
is still to come, so that it seems to keep every chance while nothing is ever looked at. So plans are
weighed, each to the first card it turns up, and none with a card more than it needs: what leaves
its place is decided as late as it can be. Knows choices and states; must not know which
cards are unseen, nor how plans are ranked.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from game.solver.klondike.choices import Choice, Choices
from game.solver.klondike.moves import GOES_HOME, HOW, NO_CARD, expand, settle, unsettled
from game.solver.klondike.search import is_won
from game.solver.klondike.state import BOTTOMS, look

MOST_LOOKED_AT = 400


class Plan(NamedTuple):
    """Choices up to the first that turns a card up."""

    first: Choice
    state: int
    """The state at its end, before anything more goes home; the same however unseen cards lie."""
    steps: int


def plans_of(choices: Choices) -> list[Plan]:
    """The plans that turn each card up in the fewest steps; those that turn none only for want of others."""
    found: dict[int, Plan] = {}
    fewest: dict[int, int] = {}
    idle: list[Plan] = []
    met: set[int] = set()
    turning = {
        choice.state: _key(choice.card, choice.goes_home, choice.king)
        for choice in choices.found
        if choice.turns
    }
    waiting = deque(singles(choices))
    while waiting and len(met) < MOST_LOOKED_AT:
        plan = waiting.popleft()
        if plan.state in turning:
            if fewest.setdefault(turning[plan.state], plan.steps) == plan.steps:
                found.setdefault(plan.state, plan)
            continue
        normal, turns = _settled(choices, plan.state)
        if normal in met:
            continue
        met.add(normal)
        if turns or is_won(choices.table, normal):
            found.setdefault(plan.state, plan)
            continue
        following = _following(choices, normal)
        if not following:
            idle.append(plan)
        for state, key in following:
            if key:
                turning[state] = key
            waiting.append(Plan(plan.first, state, plan.steps + 1))
    return list(found.values()) or idle or singles(choices)


def singles(choices: Choices) -> list[Plan]:
    """Each choice as a plan of its own."""
    return [Plan(choice, choice.state, 1) for choice in choices.found]


def _key(card: int, goes_home: bool, king: int) -> int:
    return 1 << 20 | card << 9 | goes_home << 8 | king


def _settled(choices: Choices, state: int) -> tuple[int, bool]:
    """The state with everything home that no unseen card is needed for, and whether that turns one up."""
    view = look(choices.table, state)
    normal = int(settle(choices.table, state, view.tops, view.originals | view.hand, 0))
    gone = int(view.tops) & ~int(look(choices.table, normal).tops)
    return normal, bool(gone & ~int(choices.table[BOTTOMS]))


def _following(choices: Choices, normal: int) -> list[tuple[int, int]]:
    """The states that follow a normal form, each with the card that is moved off one face down, or 0."""
    table, room = choices.table, choices.room
    view = look(table, normal)
    turnable = int(view.originals) & ~int(table[BOTTOMS])
    found: dict[int, int] = {}
    for index in range(int(expand(table, view, room, False))):
        # Not the normal form: a card may go home in it that lies there only as the cards are laid here.
        how, state = int(room[HOW + index]), int(unsettled(table, room, view, index))
        card, king = how >> 8 & 255, how & 255
        leaving = 1 << card | (1 << king if king != NO_CARD else 0)
        found.setdefault(state, _key(card, bool(how & GOES_HOME), king) if leaving & turnable else 0)
    return list(found.items())
