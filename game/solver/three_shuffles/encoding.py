"""Encoding of Three Shuffles and a Draw for the kernels: fans in, lines of moves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.cards import Card
from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import FANS, FOUNDATIONS, SHUFFLES
from game.rules.variant import Variant
from game.solver.answer import Budget, SolverError, check_cards
from game.solver.kernels.compiled import Numbers, numbers
from game.solver.three_shuffles.search import (
    BELOW,
    BOTTOM,
    CARDS_HOME,
    CODE_BITS,
    CODES,
    DEAL,
    DEALT,
    DRAW,
    HOME,
    IS_COMPLETE,
    IS_FULL,
    KEY,
    LENGTH,
    LINE,
    NODES,
    PLACED,
    REPORT,
    ROW,
    SEND,
    START,
    TOPS,
    UNIT,
    WORK,
    list_ends,
    search,
    search_with_draw,
)

TABLES = (1 << 14, 1 << 18, 1 << 22)
"""Positions that a table holds: 128 KB for nearly every deal, at most 32 MB."""
MAX_ENDS = 2048
"""Of one deal; where the shuffle waits they are seldom more than ten, else some hundreds."""


class DealLine(NamedTuple):
    """Result of a search of one deal: the cards home, by steps in the kernels' numbers."""

    home: int
    steps: tuple[int, ...]
    is_proven: bool


class Meter:
    """Remaining budget over several searches."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.nodes = 0

    @property
    def left(self) -> int:
        """Positions that may still be searched."""
        return self.budget.nodes - self.nodes

    @property
    def is_spent(self) -> bool:
        """Whether the budget is spent."""
        return self.budget.is_spent or self.left <= 0


def check(variant: Variant, position: Position) -> None:
    """Raises SolverError unless a position has cards, none double, and is possible."""
    check_cards(variant, position)
    shuffles, draws, _ = position.counters
    if not (0 <= shuffles <= SHUFFLES and 0 <= draws <= (shuffles == SHUFFLES)):
        raise SolverError("There are two shuffles in a game, and one draw after them.")


def laid_out(position: Position) -> Numbers:
    """The fans and foundations of a position as a kernel's deal."""
    deal, unit = numbers(DEAL), 1
    for card in range(52):
        deal[BELOW + card] = -1
    for fan in position.piles[FANS.start :]:
        cards = [card.identity % 52 for card in fan]
        left = _left_of(cards)
        for height, card in enumerate(cards):
            deal[DEALT] |= 1 << card
            deal[UNIT + card] = unit
            if height:
                deal[BELOW + card] = cards[height - 1]
            if height >= left:
                deal[START + PLACED] |= 1 << card
        if cards:
            deal[BOTTOM] |= 1 << cards[0]
            deal[START + TOPS] |= 1 << cards[left - 1]
        deal[START + KEY] += left * unit
        unit *= len(cards) + 1
    for suit in FOUNDATIONS:
        deal[START + HOME] |= ((1 << len(position.piles[suit])) - 1) << 13 * suit
    return deal


def _left_of(cards: list[int]) -> int:
    """Number of cards of a fan that are not on its top on the card they fit on."""
    left = len(cards)
    while left > 1 and cards[left - 2] == cards[left - 1] + 1 and cards[left - 1] % 13 < 12:
        left -= 1
    return left


def best_line(position: Position, has_draw: bool, meter: Meter) -> DealLine:
    """The line within this deal that brings most cards home."""
    deal, best = laid_out(position), DealLine(-1, (), False)
    for size in TABLES:
        work, line, report, stop = numbers(WORK), numbers(LINE), numbers(REPORT), meter.budget.stop
        seen = numbers(size)
        if has_draw:
            later = numbers(size)
            search_with_draw(deal, seen, later, work, line, meter.left, stop, report)
        else:
            search(deal, seen, 1, work, line, meter.left, stop, report)
        meter.nodes += int(report[NODES])
        if int(report[CARDS_HOME]) > best.home or report[IS_COMPLETE]:
            steps = tuple(int(line[index]) for index in range(report[LENGTH]))
            best = DealLine(int(report[CARDS_HOME]), steps, bool(report[IS_COMPLETE]))
        if not report[IS_FULL]:
            break
    return best


def ends(position: Position, is_early: bool, meter: Meter) -> tuple[dict[int, tuple[int, ...]], bool]:
    """The cards home of each suit possible at the next shuffle, most first; and whether these are all.

    Each end is a number of 4 bits a suit, clubs lowest, and comes with the steps that lead to it.
    """
    deal, found, report, count = laid_out(position), numbers(MAX_ENDS * ROW), numbers(REPORT), 0
    for size in TABLES:
        seen, known, work = numbers(size), numbers(CODES), numbers(WORK)
        stop = meter.budget.stop
        count = list_ends(deal, int(is_early), known, found, seen, work, meter.left, stop, report)
        meter.nodes += int(report[NODES])
        if not report[IS_FULL]:
            break
    rows = [index * ROW for index in range(count)]
    steps = {int(found[row]): tuple(map(int, found[row + 2 : row + 2 + found[row + 1]])) for row in rows}
    ranked = sorted(steps, key=lambda code: (-cards_home(code), code))
    return {code: steps[code] for code in ranked}, bool(report[IS_COMPLETE])


def cards_home(code: int) -> int:
    """Number of cards home at an end."""
    return sum(code >> shift & 15 for shift in range(0, CODE_BITS, 4))


def code_of(position: Position) -> int:
    """The end that a position would be if it were shuffled now."""
    return sum(len(position.piles[suit]) << 4 * suit for suit in FOUNDATIONS)


def at_end(position: Position, code: int) -> Position:
    """A position with the cards of an end home and the others in some fan, to be shuffled."""
    cards = sorted(card for pile in position.piles for card in pile)
    home: list[list[Card]] = [[], [], [], []]
    left: list[Card] = []
    for card in cards:
        goes = card.rank <= code >> 4 * card.suit & 15
        (home[card.suit] if goes else left).append(card)
    piles = (*map(tuple, home), tuple(left), *((),) * (len(FANS) - 1))
    return Position(piles, position.counters)


def shuffled_from(variant: Variant, position: Position, code: int) -> Position:
    """The next deal when the end `code` of this one is shuffled; it depends on nothing else."""
    return variant.after_move(at_end(position, code), STOCK)


def played(
    variant: Variant, position: Position, steps: Iterable[int], is_forced: bool = True
) -> tuple[list[Move], Position]:
    """Returns the moves of a line's steps, and the resulting position."""
    moves: list[Move] = []
    for move, after in playing(variant, position, steps, is_forced):
        moves.append(move)
        position = after
    return moves, position


def playing(
    variant: Variant, position: Position, steps: Iterable[int], is_forced: bool = True
) -> Iterator[tuple[Move, Position]]:
    """Yields the moves of a line's steps, each with its resulting position.

    With `is_forced`, every card that can go home goes, between the steps and at the end.
    """
    for step in (*steps, None):
        while is_forced and (home := _next_home(variant, position)):
            position = variant.apply(position, home)
            yield home, position
        if step is not None and (move := _move(position, step)):
            position = variant.apply(position, move)
            yield move, position


def _next_home(variant: Variant, position: Position) -> Move | None:
    for fan in FANS:
        move = variant.send_home(position, fan)
        if move:
            return move
    return None


def _move(position: Position, step: int) -> Move | None:
    """The move of a step, or None if its card is home already."""
    where = {
        card.identity % 52: (fan, len(position.piles[fan]) - height)
        for fan in FANS
        for height, card in enumerate(position.piles[fan])
    }
    if step >= DRAW:
        fan, depth = where[step - DRAW]
        return Move(fan, fan, depth)
    if step >= SEND:
        suit = step - SEND
        return Move(where[13 * suit + len(position.piles[suit])][0], suit)
    return Move(where[step][0], where[step + 1][0]) if step in where else None
