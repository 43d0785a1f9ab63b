"""Generation of deals of Rush that keep both promises: of numbers, at random or in order, and of secret bits.

Knows packs and what is promised of a deal; must not know who plays them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple, TypeVar

from game.play.commitment import deal_of, deck_text, pack_from_secret
from game.play.difficulty import Difficulty
from game.rules.rush import Rush
from game.solver.answer import Budget, Verdict
from game.solver.klondike.batch import deal_verdicts
from game.solver.klondike.promises import QUICK, SEALED, Pack, Tries, tried
from game.solver.klondike.solve import solve_by_the_tip

NODES = 2000
"""An easy proof is enough: there are deals in plenty."""
SEALED_NODES = 20_000
"""Nor is it too easy for a tournament; one deal in ten is not decided by so many."""
AT_ONCE = 32
"""So many are decided between two looks at the budget, where they are decided in no time."""

Source = TypeVar("Source")
"""What a pack follows from."""


class OfferedDeal(NamedTuple):
    """A deal that keeps what is promised of it."""

    number: int
    difficulty: Difficulty


def keeping_both(
    variant: Rush, packs: Iterator[tuple[Source, Pack]], budget: Budget, tries: Tries, at_once: int = 1
) -> Iterator[tuple[Source, Difficulty]]:
    """Those of the packs that keep both promises, with what they follow from, until the budget is spent.

    A line by the tip is looked for within the budget's nodes for each.
    """
    while not budget.is_spent and (some := list(islice(packs, at_once))):
        found = tried(variant.draw, [pack for _, pack in some], tries, budget, is_known=False)
        for (source, _), each in zip(some, found, strict=True):
            if each.difficulty is not None:
                yield source, each.difficulty


def offered(
    variant: Rush, numbers: Iterable[int], count: int, budget: Budget, tries: Tries = QUICK
) -> list[OfferedDeal]:
    """The first `count` of these deals that can easily be won by the tip and keep the sampled promise.

    Fewer when the budget is spent or there are no more numbers.
    """
    packs = ((number, Pack.numbered(number)) for number in numbers)
    found = keeping_both(variant, packs, _with_nodes(budget, NODES), tries, AT_ONCE)
    return [OfferedDeal(*each) for each in islice(found, count)]


def sealed_decks(
    variant: Rush, secrets: Iterable[bytes], budget: Budget, difficulty: Difficulty | None = None
) -> Iterator[tuple[str, Difficulty]]:
    """Those of the decks that follow from secret bits that keep both promises, in dealing order.

    Of any difficulty, or of one. They are tried out nearly as the catalogue's are, and the rules play
    the line that wins. Fewer when the budget is spent or there are no more bits.
    """
    little = _with_nodes(budget, SEALED_NODES)
    for deck, hard in keeping_both(variant, map(_of_secret, secrets), little, SEALED):
        if difficulty in (None, hard) and _is_won_by_the_rules(variant, deck, little):
            yield deck, hard


def _of_secret(secret: bytes) -> tuple[str, Pack]:
    cards = pack_from_secret(secret)
    return deck_text(cards), Pack(cards, int.from_bytes(secret[:2]))


def _is_won_by_the_rules(variant: Rush, deck: str, budget: Budget) -> bool:
    answer = solve_by_the_tip(variant, deal_of(variant, deck).position, budget)
    return answer.verdict is Verdict.SOLVED


def winnable(variant: Rush, numbers: Iterator[int], count: int, budget: Budget) -> list[int]:
    """The first `count` of these deal numbers that can easily be won, by the tip or not."""
    found: list[int] = []
    little = _with_nodes(budget, NODES)
    while len(found) < count and not budget.is_spent and (some := list(islice(numbers, AT_ONCE))):
        verdicts = deal_verdicts(variant.draw, some, little)
        found += [number for number, verdict in zip(some, verdicts, strict=True) if verdict is Verdict.SOLVED]
    return found[:count]


def _with_nodes(budget: Budget, nodes: int) -> Budget:
    """So many positions for each deal, and stopped together with `budget`."""
    found = Budget(nodes)
    found.stop = budget.stop
    return found
