"""Solves and advises a game with few passes through the stock, of which the search itself knows nothing.

What cannot be won with any number of passes cannot be won with few: that verdict stands. A line that is found
counts only if it has passes enough; if not, nothing is known. Advice stands as far as the rules allow its
moves, but its odds are those of another game, so none are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from game.rules.position import Move, Position
from game.rules.rush import Rush
from game.solver.answer import Advice, Budget, SearchResult, Verdict
from game.solver.klondike.hint import advise as advise_any
from game.solver.klondike.solve import solve as solve_any
from game.solver.klondike.solve import solve_by_the_tip as solve_any_by_the_tip

Search = Callable[[Rush, Position, Budget], SearchResult]


def any_passes(variant: Rush) -> Rush:
    """Returns the same game with any number of passes."""
    return Rush(draw=variant.draw, limit=variant.limit, undo=variant.undo)


def allowed(variant: Rush, position: Position, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Returns the first of some moves, up to one that the rules refuse."""
    found = []
    for move in moves:
        if variant.refusal(position, move) is not None:
            break
        position = variant.after_move(position, move)
        found.append(move)
    return tuple(found)


def solve(variant: Rush, position: Position, budget: Budget) -> SearchResult:
    """Looks for moves that send all cards home; raises SolverError for an impossible position."""
    return _within(solve_any, variant, position, budget)


def solve_by_the_tip(variant: Rush, position: Position, budget: Budget) -> SearchResult:
    """Solves by lines that follow the leftmost rule; raises SolverError for an impossible position."""
    return _within(solve_any_by_the_tip, variant, position, budget)


def _within(
    search: Callable[[Rush, Position, Budget], SearchResult],
    variant: Rush,
    position: Position,
    budget: Budget,
) -> SearchResult:
    if not variant.passes:
        return search(variant, position, budget)
    answer = search(any_passes(variant), position, budget)
    moves = allowed(variant, position, answer.moves)
    if len(moves) == len(answer.moves):
        return answer
    verdict = answer.verdict if answer.verdict is Verdict.UNSOLVABLE else Verdict.GAVE_UP
    for move in moves:
        position = variant.after_move(position, move)
    return SearchResult(verdict, variant.home(position), moves, answer.nodes)


def advise(variant: Rush, position: Position, random: Random) -> Iterator[list[Advice]]:
    """Yields the moves worth making, best first; raises SolverError for an impossible position."""
    if not variant.passes:
        yield from advise_any(variant, position, random)
        return
    for advice in advise_any(any_passes(variant), position, random):
        kept = []
        for advised in advice:
            if plan := allowed(variant, position, (advised.move, *advised.then)):
                move, *then = plan
                kept.append(advised._replace(move=move, then=tuple(then), wins=0, samples=0, odds=None))
        if kept:
            yield kept
