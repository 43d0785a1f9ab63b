"""Two-ply nested determinization of Klondike: after a plan the next choice is made by what is seen then.

A search that knows all cards wins samples in which a player would have to know what lies face down: it
chooses another way in each of them (strategy fusion: Frank and Basin, Artificial Intelligence 100, 1998).
Here samples that look the same after a plan are put together, and of the choices that follow only one
counts for all of them. Knows choices and searches; must not know which cards are unseen, nor how
plans are ranked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from game.solver.kernels.compiled import Numbers, kernel, numbers, row
from game.solver.klondike.choices import Choices
from game.solver.klondike.moves import DEEPEST, HOW, STATES, Room, expand, settle
from game.solver.klondike.search import WON, decide, is_won
from game.solver.klondike.state import Table, fill, look

MOST_NEXT = 128
"""Choices looked at after a plan; more are seldom there."""
SEEN, WINNERS, FIRST = 0, 1, 2
"""What `follow` tells: the columns' tops, how many choices win, and then these."""
ANYTHING = -1
"""In place of a choice, where the game is won already."""


def shares_seeing_what_turns_up(
    choices: Choices, states: Sequence[int], ways: Iterable[list[int]], nodes: int, stop: Numbers
) -> list[float]:
    """By state: the share of samples won by who makes the next choice by what is seen then, 0 to 1.

    `states` follow the root, `ways` are at least one piles as of `Choices.weigh`. Every search looks at no
    more than `nodes` positions.
    """
    fared: list[dict[int, Counter[int]]] = [defaultdict(Counter) for _ in states]
    path, told, after = numbers(DEEPEST + 2), numbers(FIRST + MOST_NEXT), numbers(MOST_NEXT)
    samples = 0
    for piles in ways:
        samples += 1
        fill(choices.table, choices.variant.draw, row(piles))
        for by_look, state in zip(fared, states, strict=True):
            follow(choices.table, choices.room, state, nodes, stop, path, after, told)
            # A set: emptying a column for a king at home is told as the same move as carrying its card.
            by_look[int(told[SEEN])].update({int(told[FIRST + index]) for index in range(told[WINNERS])})
    return [sum(max(wins.values(), default=0) for wins in each.values()) / samples for each in fared]


@kernel
def follow(
    table: Table,
    room: Room,
    state: int,
    nodes: int,
    stop: Numbers,
    path: Numbers,
    after: Numbers,
    told: Numbers,
) -> None:
    """Tells what is seen after a plan, and which of the choices that follow win in this sample."""
    view = look(table, state)
    normal = settle(table, state, view.tops, view.originals, view.hand)
    view = look(table, normal)
    told[SEEN], told[WINNERS] = view.tops, 0
    if is_won(table, normal):
        told[WINNERS], told[FIRST] = 1, ANYTHING
        return
    if decide(table, room, normal, nodes, stop, path) != WON:
        return
    won, found = path[1], 0
    for index in range(expand(table, view, room, False)):
        known = found == MOST_NEXT
        for other in range(found):
            known = known or after[other] == room[STATES + index]
        if not known:
            after[found], told[FIRST + found] = room[STATES + index], room[HOW + index]
            found += 1
    winners = 0
    for index in range(found):
        if after[index] == won or decide(table, room, after[index], nodes, stop, path) == WON:
            told[FIRST + winners] = told[FIRST + index]
            winners += 1
    told[WINNERS] = winners
