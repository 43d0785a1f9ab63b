"""Deals of Rush that keep both promises: winnable by the leftmost rule, and samples find the rule right.

The second promise is sampled: deals are tried (`ties`), and one is not offered if the leftmost choice of a
tie loses and another wins. The same games measure how hard a deal is. Deals come from numbers, at random or
in order, or from secret bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

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
QUICK = Tries(8, 8, 32, 8, 100)
"""For fresh deals, hundreds a second."""


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
    is_kept: bool
    """Whether the sample found no tie at which the tip loses and another choice wins."""
    difficulty: Difficulty | None
    """None if it is not kept."""


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
        return Tried(found == FAILED_A_TRY, False, None)
    return Tried(True, True, difficulty_of(found, tries[DISTRACTED]))


NODES = 2000
"""An easy proof is enough: there are deals in plenty."""
SEALED_NODES = 20_000
"""Nor is it too easy for a tournament; one deal in ten is not decided by so many."""
BATCH_SIZE = 32
"""Number of deals decided between two checks of the budget."""

Source = TypeVar("Source")
"""Origin of a pack."""


class OfferedDeal(NamedTuple):
    """A deal that keeps its promises."""

    number: int
    difficulty: Difficulty


def keeping_both(
    variant: Rush, packs: Iterator[tuple[Source, Pack]], budget: Budget, tries: Tries, at_once: int = 1
) -> Iterator[tuple[Source, Difficulty]]:
    """Yields the packs that keep both promises, with their origin, until the budget is spent.

    For each, a line by the leftmost rule is searched for within the budget's nodes.
    """
    while not budget.is_spent and (some := list(islice(packs, at_once))):
        found = tried(variant.draw, [pack for _, pack in some], tries, budget, is_known=False)
        for (source, _), verdict in zip(some, found, strict=True):
            if verdict.difficulty is not None:
                yield source, verdict.difficulty


def offered(
    variant: Rush, numbers: Iterable[int], count: int, budget: Budget, tries: Tries = QUICK
) -> list[OfferedDeal]:
    """The first `count` of these deals that are easily won by the leftmost rule and keep the sampled promise.

    Fewer if the budget is spent or the numbers run out.
    """
    packs = ((number, Pack.numbered(number)) for number in numbers)
    found = keeping_both(variant, packs, _with_nodes(budget, NODES), tries, BATCH_SIZE)
    return [OfferedDeal(*deal) for deal in islice(found, count)]


def sealed_decks(variant: Rush, secrets: Iterable[bytes], budget: Budget) -> Iterator[str]:
    """Decks from secret bits that keep both promises, in dealing order.

    They are tried nearly as the catalogue's are, and the rules play the winning line. Fewer if the budget is
    spent or the bits run out.
    """
    little = _with_nodes(budget, SEALED_NODES)
    for deck, _ in keeping_both(variant, map(_of_secret, secrets), little, SEALED):
        if _is_won_by_the_rules(variant, deck, little):
            yield deck


def _of_secret(secret: bytes) -> tuple[str, Pack]:
    cards = pack_from_secret(secret)
    return deck_text(cards), Pack(cards, int.from_bytes(secret[:2]))


def _is_won_by_the_rules(variant: Rush, deck: str, budget: Budget) -> bool:
    answer = solve_by_the_tip(variant, deal_of(variant, deck).position, budget)
    return answer.verdict is Verdict.SOLVED


def _with_nodes(budget: Budget, nodes: int) -> Budget:
    """Budget with a number of positions for each deal, stopped together with `budget`."""
    found = Budget(nodes)
    found.stop = budget.stop
    return found
