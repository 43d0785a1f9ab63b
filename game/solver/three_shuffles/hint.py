"""Hints at Three Shuffles and a Draw: the best play there is, deal by deal.

Within a deal everything lies open, and a shuffle depends only on how many cards of each suit it
gathers. So a deal before the last is best brought to that one of all its ends from which most games
are won (`chances`). That is often not the one with most cards home: where the number of cards left is
divided by three, every fan has three, and a win is less likely than with one or two cards more,
which lie in a fan of their own. The third deal is searched exactly, with its draw. No play wins more:
47.3 ± 0.5 % of games, where most cards home in each deal wins 45.5 % (docs/DECISIONS.md).

Knows positions and what one deal allows; must not look at the deal number, nor at a shuffle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import cast

from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import FOUNDATIONS, ThreeShuffles
from game.rules.variant import Variant
from game.solver.advice import Advice
from game.solver.answer import Budget
from game.solver.kernels.compiled import IS_COMPILED
from game.solver.three_shuffles.chances import chance
from game.solver.three_shuffles.encoding import (
    CARDS_HOME_COUNT,
    Meter,
    best_line,
    cards_home,
    check,
    code_of,
    ends,
    played,
    playing,
)

NODES = 2_000_000 if IS_COMPILED else 20_000
"""For the choice of a move: a few first deals in a thousand need more."""
OUT_OF = 100
"""Shuffles, of which it is told how many are won."""


def advise(variant: Variant, position: Position, _: Random) -> Iterator[list[Advice]]:
    """One move, for no other can be better; nothing where no card comes home any more in the third deal.

    Before the third deal it leads towards the end from which most games are won, or is the shuffle.

    Raises:
        SolverError: there are no cards, one is there twice, or they lie as they never could; or the
            table of chances is missing or damaged.
    """
    check(variant, position)
    if variant.outcome(position) is not None:
        return
    rules = cast("ThreeShuffles", variant)
    find = _before_a_shuffle if rules.shuffles_left(position) else _in_the_third_deal
    advice = find(rules, position)
    if advice is not None:
        yield [advice]


def _in_the_third_deal(rules: ThreeShuffles, position: Position) -> Advice | None:
    """The first move of the line that brings most cards home; None where no more can come."""
    line = best_line(position, CARDS_HOME_COUNT, rules.has_draw(position), Meter(Budget(nodes=NODES)))
    if line.value == rules.home(position):
        return None
    move = next(playing(rules, position, line.steps))[0]
    return Advice(move, int(line.value == sum(map(len, position.piles))), 1, line.value)


def ways_to_end(rules: ThreeShuffles, position: Position) -> tuple[dict[int, tuple[int, ...]], bool]:
    """Where a deal can come to its shuffle when no move is left, with the steps; and whether that is all."""
    found, is_complete = ends(position, False, Meter(Budget(nodes=NODES)))
    if not is_complete:  # then at least the one with most cards home
        line = best_line(position, CARDS_HOME_COUNT, False, Meter(Budget(nodes=NODES)))
        found = {code_of(played(rules, position, line.steps)[1]): line.steps} | found
    return found, is_complete


def best_end(position: Position, codes: Iterable[int]) -> int:
    """The end from which most games are won."""
    return max(codes, key=_Chances(position).worth)


def _before_a_shuffle(rules: ThreeShuffles, position: Position) -> Advice:
    """The move towards the best end of this deal, and how many of 100 shuffles there are won."""
    found, _ = ways_to_end(rules, position)
    if rules.early:
        move, code = _best_on_the_way(rules, position, found.values())
    else:
        code = best_end(position, found)
        move = next(playing(rules, position, found[code]), (STOCK, position))[0]
    share = _Chances(position).of(code)
    wins = OUT_OF if share == 1 else min(round(share * OUT_OF), OUT_OF - 1)
    return Advice(move, wins, OUT_OF, cards_home(code))


def _best_on_the_way(
    rules: ThreeShuffles, position: Position, lines: Iterable[tuple[int, ...]]
) -> tuple[Move, int]:
    """The first move to the best table on the way to any end, where it may be shuffled at any time."""
    firsts = {code_of(position): STOCK}
    for steps in lines:
        first = None
        for move, after in playing(rules, position, steps):
            first = first or move
            firsts.setdefault(code_of(after), first)
    code = best_end(position, firsts)
    return firsts[code], code


class _Chances:
    """What the ends of a deal are worth."""

    def __init__(self, position: Position) -> None:
        cards = {each.identity % 52 for pile in position.piles for each in pile}
        self._shuffle = position.tally[0] + 1
        self._of_suit = [sum(card // 13 == suit for card in cards) for suit in FOUNDATIONS]
        self._is_lost = any(card % 13 > 0 and card - 1 not in cards for card in cards)
        """Whether a card is missing beneath another, which then never comes home."""

    def of(self, code: int) -> float:
        """The share of shuffles after which the game is won."""
        if self._is_lost:
            return 0
        # Cards missing above all others make no difference: the highest that is there is a king.
        return chance(self._shuffle, [self._of_suit[suit] - (code >> 4 * suit & 15) for suit in FOUNDATIONS])

    def worth(self, code: int) -> tuple[float, int]:
        """What ends are compared by."""
        return self.of(code), cards_home(code)
