"""Deals of Rush that keep both promises: winnable by the leftmost rule, and samples find the rule right.

The second promise is sampled: deals are tried (`ties`), and one is not offered if the leftmost choice of a
tie loses and another wins. The same games measure how hard a deal is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from game.cards import Card, shuffled, standard_pack
from game.play.deal import Difficulty, deck_text, difficulty_of
from game.play.proof import deal_of, pack_from_secret
from game.rules.rush import Rush
from game.solver.answer import Budget, Verdict
from game.solver.kernels.compiled import numbers, row
from game.solver.klondike.moves import new_room
from game.solver.klondike.rollouts import DISTRACTED
from game.solver.klondike.solve import number_of, solve_by_the_tip
from game.solver.klondike.state import new_table
from game.solver.klondike.ties import EFFORTS, FAILED_A_TRY, try_packs


class Tries(NamedTuple):
    """Settings for testing a deal.

    The number of quick games and their player; the number of winning lines examined; and the number of
    positions examined at each depth (see `ties`).
    """

    beginners: int
    regulars: int
    distracted: int
    lines: int
    width: int = 0


THOROUGH = Tries(32, 32, 64, 48, 300)
"""For the catalogue."""
SEALED = THOROUGH._replace(width=100)
"""For sealed decks, twenty a minute in plain Python."""


class Pack(NamedTuple):
    """Cards in dealing order, and the seed of the games that try them."""

    cards: Sequence[Card]
    seed: int

    @classmethod
    def numbered(cls, number: int) -> Pack:
        """The pack of a deal number."""
        return cls(shuffled(standard_pack(), number), number & 0xFFFFF)


class Tried(NamedTuple):
    """Trial result of one deal."""

    is_solved: bool
    """Whether a line by the tip was found; False too where the time was up."""
    difficulty: Difficulty | None
    """None if it is not kept: the sample found a tie at which the tip loses and another choice wins."""


def tried(draw: int, packs: Sequence[Pack], tries: Tries, budget: Budget, is_known: bool) -> list[Tried]:
    """Tries packs; if `is_known`, each is known to have a line by the leftmost rule.

    Otherwise it is searched for within the budget's nodes. The same pack and seed always give the same
    result.
    """
    found = numbers(len(packs))
    cards, seeds = (
        row([number_of(card) for pack in packs for card in pack.cards]),
        row([pack.seed for pack in packs]),
    )
    nodes = 0 if is_known else budget.nodes
    wanted = row([*tries, 0, *EFFORTS])
    try_packs(new_table(), new_room(), draw, cards, seeds, nodes, wanted, budget.stop, found)
    return [_tried(int(outcome), tries) for outcome in found]


def _tried(found: int, tries: Tries) -> Tried:
    if found < 0:
        return Tried(found == FAILED_A_TRY, None)
    return Tried(True, difficulty_of(found, tries[DISTRACTED]))


SEALED_NODES = 20_000
"""An easy proof is enough, but not too easy for a tournament; one deal in ten is not decided by so many."""


def sealed_decks(variant: Rush, secrets: Iterable[bytes], budget: Budget) -> Iterator[str]:
    """Decks from secret bits that keep both promises, in dealing order.

    They are tried nearly as the catalogue's are, and the rules play the winning line. Fewer if the budget is
    spent or the bits run out.
    """
    little = budget.within(SEALED_NODES)
    for secret in secrets:
        if budget.is_spent:
            return
        cards = pack_from_secret(secret)
        deck, pack = deck_text(cards), Pack(cards, int.from_bytes(secret[:2]))
        [verdict] = tried(variant.draw, [pack], SEALED, little, is_known=False)
        if verdict.difficulty is not None and _is_won_by_the_rules(variant, deck, little):
            yield deck


def _is_won_by_the_rules(variant: Rush, deck: str, budget: Budget) -> bool:
    answer = solve_by_the_tip(variant, deal_of(variant, deck).position, budget)
    return answer.verdict is Verdict.SOLVED
