"""Solver of Three Shuffles and a Draw over all ends of each deal, when the shuffles are known.

The next deal follows from the deal number and from what is home at the shuffle. So a search
over all ends of each deal, and of the third deal with its draw, is a search of all games: few
deals have more than a dozen ends. With all ends seen and no win among them, none is left.
"""

from __future__ import annotations

from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import ThreeShuffles
from game.rules.variant import Outcome, Variant
from game.solver.answer import Budget, SearchResult, Verdict
from game.solver.three_shuffles.encoding import (
    CARDS_HOME_COUNT,
    Line,
    Meter,
    best_line,
    check,
    ends,
    played,
    shuffled_from,
)


def solve(variant: Variant, position: Position, budget: Budget) -> SearchResult:
    """Looks for a win with the shuffles that follow from the deal number, or for most cards home.

    In the third deal both are exact unless the budget ends first. UNSOLVABLE is said only when
    all lines are covered; `moves` then bring as many cards home as any.

    Raises:
        SolverError: there are no cards, one is there twice, or they lie as they never could.
    """
    check(variant, position)
    assert isinstance(variant, ThreeShuffles)
    if variant.outcome(position) is Outcome.WON:
        return SearchResult(Verdict.SOLVED, variant.home(position), (), 0)
    search = _Search(variant, position, Meter(budget))
    search.look(position, ())
    verdict = Verdict.UNSOLVABLE if search.is_complete else Verdict.GAVE_UP
    moves, after = search.moves()
    if variant.outcome(after) is Outcome.WON:
        verdict = Verdict.SOLVED
    return SearchResult(verdict, variant.home(after), tuple(moves), search.meter.nodes)


def can_still_be_won(variant: ThreeShuffles, position: Position, budget: Budget) -> bool | None:
    """Whether a player who cannot know the shuffles may still win; None when that is not known.

    In the third deal the answer is exact. Before it, a shuffle may bring any order, and with no
    card above a lower one all go home: so the answer is yes, unless a card is missing beneath one.

    Raises:
        SolverError: there are no cards, one is there twice, or they lie as they never could.
    """
    check(variant, position)
    if variant.outcome(position) is Outcome.WON:
        return True
    there = {each.identity for pile in position.piles for each in pile}
    if any(each % 13 > 0 and each - 1 not in there for each in there):
        return False
    if variant.shuffles_left(position):
        return True
    verdict = solve(variant, position, budget).verdict
    return None if verdict is Verdict.GAVE_UP else verdict is Verdict.SOLVED


class _Search:
    """The best of all games from a position, deal by deal."""

    def __init__(self, variant: ThreeShuffles, start: Position, meter: Meter) -> None:
        self.variant, self.start, self.meter = variant, start, meter
        self.is_complete = True
        self.is_won = False
        self.best = -1
        self.path: tuple[tuple[int, ...], ...] = ()
        """The steps to each shuffle on the way to the best."""
        self.line = Line(-1, (), False)
        """The best line in the deal after them."""
        self._seen: set[tuple[int, ...]] = set()

    def look(self, position: Position, path: tuple[tuple[int, ...], ...]) -> None:
        """Looks at all games from a deal that `path` leads to."""
        shuffles = self.variant.shuffles_left(position)
        line = best_line(position, CARDS_HOME_COUNT, self.variant.has_draw(position), self.meter)
        if line.value > self.best:
            self.best, self.path, self.line = line.value, path, line
            self.is_won = line.value == sum(map(len, position.piles))
        self.meter.budget.note(self.best, self.meter.nodes)
        self.is_complete &= line.is_proven
        if self.is_won or not shuffles:
            return
        found, is_complete = ends(position, self.variant.early, self.meter)
        self.is_complete &= is_complete
        for code, steps in found.items():
            if self.is_won:
                return
            if (shuffles, code) in self._seen:
                continue
            if self.meter.is_spent:
                self.is_complete = False
                return
            self._seen.add((shuffles, code))
            self.look(shuffled_from(self.variant, position, code), (*path, steps))

    def moves(self) -> tuple[list[Move], Position]:
        """The moves of the best game, and where they lead."""
        moves, position = [], self.start
        for steps in self.path:
            some, position = played(self.variant, position, steps, not self.variant.early)
            moves += [*some, STOCK]
            position = self.variant.apply(position, STOCK)
        some, position = played(self.variant, position, self.line.steps)
        return moves + some, position
