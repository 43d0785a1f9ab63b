"""Solver of Rush as thoughtful Klondike: all cards known, passes and time unlimited.

Encodes positions for the kernels, and rebuilds moves from the cards that leave their places: the search says
only which card goes home or is placed; the table says on which card, whether its run first hops to its mate,
and how often the stock is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from game.cards import Card, NotationError
from game.rules.position import STOCK, Move, Pile, Position, alternates, face_down_count, is_run
from game.rules.rush import COLUMNS, FOUNDATIONS, STOCK_PILE, WASTE, Rush, follows_leftmost_rule
from game.solver.answer import TOO_MANY_HIDDEN, Budget, SearchResult, SolverError, Verdict
from game.solver.kernels.compiled import Numbers, kernel, numbers, row
from game.solver.klondike.moves import PATH, SPENT, Buffers, new_room
from game.solver.klondike.search import (
    LOST,
    MAX_ACTIONS,
    PLACES,
    WON,
    decide,
    decide_by_the_tip,
    trace,
)
from game.solver.klondike.state import PROVING, TIP, DealTable, fill, new_table

NUMBER_OF_SUIT = (0, 2, 3, 1)
"""By our suits ♣ ♦ ♥ ♠: theirs, where colour mates are neighbours."""
FOUNDATION_OF_SUIT = (0, 3, 1, 2)
NUMBERS = tuple(4 * rank + suit for suit in NUMBER_OF_SUIT for rank in range(13))
"""The kernels' number of each card, by its identity."""


def number_of(card: Card) -> int:
    """A card as a kernel's number."""
    return NUMBERS[card.identity % 52]


def piles_of_position(variant: Rush, position: Position) -> list[int]:
    """Any position of a game of Rush as the list that `state.fill` reads.

    Raises:
        SolverError: cards are missing, double or arranged impossibly.
    """
    try:
        variant.check_start(position)
    except NotationError as fault:
        raise SolverError(f"This cannot be solved: {fault}.") from None
    home = [len(position.piles[FOUNDATIONS[FOUNDATION_OF_SUIT[suit]]]) for suit in range(4)]
    waste, stock = position.piles[WASTE], position.piles[STOCK_PILE]
    piles = [*home, len(waste), len(waste) + len(stock)]
    piles += [number_of(card) for card in (*waste, *stock[::-1])]
    for column in COLUMNS:
        cards = position.piles[column]
        hidden = [number_of(card) for card in cards if not card.face_up]
        runs = list(_runs(cards[len(hidden) :]))
        piles.append(len(hidden) + len(runs))
        for card in hidden:
            piles += (card, 0)
        for run in runs:
            piles += (number_of(run[0]), sum([1 << number_of(card) for card in run[1:]]))
    return piles


def _runs(cards: Pile) -> Iterator[Pile]:
    """Face-up cards of a column in maximal runs, deepest first; only custom positions have several."""
    start = 0
    for end in range(1, len(cards) + 1):
        if end == len(cards) or not alternates(cards[end], cards[end - 1]):
            yield cards[start:end]
            start = end


HOMEWARD = (*COLUMNS, WASTE)
"""The piles whose top cards are sent home in the end, in this order."""


class SolvedError(Exception):
    """From here on the rules allow only moves home."""


class LineBuilder:
    """Builds a line of moves: given which card goes where, it finds the gestures."""

    def __init__(self, variant: Rush, position: Position) -> None:
        self.moves: list[Move] = []
        self._draw = variant.draw
        self._piles = [[number_of(card) for card in pile] for pile in position.piles]
        self._pile_of = {card: pile for pile, cards in enumerate(self._piles) for card in cards}
        columns = enumerate(position.piles[COLUMNS.start :], COLUMNS.start)
        self._hiding = {pile: hidden for pile, cards in columns if (hidden := face_down_count((cards,)))}

    @property
    def is_solved(self) -> bool:
        """Whether only moves home are left by the rules (see `Rush.is_auto_finishing`)."""
        return not (self._hiding or self._piles[STOCK_PILE] or len(self._piles[WASTE]) > 1)

    def go_home(self, card: int) -> None:
        """Sends a card home, a run on it first hopping to its mate; raises SolvedError once solved."""
        pile = self._turn_to(card)
        cards = self._piles[pile]
        if cards[-1] != card:
            self._move(pile, self._bare(card ^ 1, card ^ 1), len(cards) - 1 - cards.index(card))
        self._move(pile, FOUNDATIONS[FOUNDATION_OF_SUIT[card & 3]], 1)

    def place(self, card: int) -> None:
        """Moves a card and its run to a place that takes it; raises SolvedError if the game is solved."""
        rank, suit = card >> 2, card & 3
        parent = 4 * (rank + 1) + (suit & 2 ^ 2)
        pile = self._turn_to(card)
        cards = self._piles[pile]
        self._move(pile, self._bare(parent, parent + 1), len(cards) - cards.index(card))

    def finish(self) -> bool:
        """Sends everything home once nothing is face down: the lowest card left is always bare.

        Returns False if stuck: only in custom positions, where face-up cards can be in any order.
        """
        piles = self._piles
        wanted = {4 * len(piles[FOUNDATIONS[FOUNDATION_OF_SUIT[suit]]]) + suit for suit in range(4)}
        while min(wanted) < 52:
            pile = next((home for home in HOMEWARD if piles[home] and piles[home][-1] in wanted), None)
            if pile is not None:
                card = piles[pile][-1]
                wanted ^= {card, card + 4}
                self._move(pile, FOUNDATIONS[FOUNDATION_OF_SUIT[card & 3]], 1)
            elif self.is_solved:
                return False
            else:
                self._turn()
        return True

    def _turn_to(self, card: int) -> int:
        """Returns the pile of `card`, turned to the waste's top if it is in the stock."""
        if self.is_solved:
            raise SolvedError
        pile = self._pile_of[card]
        if pile > WASTE:
            return pile
        waste = self._piles[WASTE]
        while not waste or waste[-1] != card:
            self._turn()
        return WASTE

    def _bare(self, one: int, other: int) -> int:
        """The column that ends with one of two cards; for kings, the first empty one."""
        for pile in COLUMNS:
            cards = self._piles[pile]
            if cards[-1] in (one, other) if cards else one >= 52:
                return pile
        raise AssertionError("the kernel builds on a card that is not bare")

    def _turn(self) -> None:
        """Turns the stock, or puts the waste back."""
        hand, waste = self._piles[STOCK_PILE], self._piles[WASTE]
        if hand:
            turned = hand[: -self._draw - 1 : -1]
            waste += turned
            del hand[-len(turned) :]
        else:
            hand += reversed(waste)
            waste.clear()
        self.moves.append(STOCK)

    def _move(self, source: int, target: int, count: int) -> None:
        cards = self._piles[source]
        if count == 1:
            card = cards.pop()
            self._pile_of[card] = target
            self._piles[target].append(card)
        else:
            moving = cards[-count:]
            del cards[-count:]
            self._pile_of.update(dict.fromkeys(moving, target))
            self._piles[target] += moving
        if len(cards) == self._hiding.get(source):
            self._hiding[source] -= 1
            if not self._hiding[source]:
                del self._hiding[source]
        self.moves.append(Move(source, target, count))


def moves_along(variant: Rush, position: Position, actions: Iterable[int]) -> Sequence[Move] | None:
    """Returns the moves from `position` to all cards home, from the cards of `search`.

    Once the rules call the game solved, only moves home follow. None if that blocks a winning line: in custom
    positions whose face-up cards are in no order, the rules call some solved that are not.
    """
    builder = LineBuilder(variant, position)
    try:
        for action in actions:
            if action >= PLACES:
                builder.place(action - PLACES)
            else:
                builder.go_home(action)
    except SolvedError:
        pass
    return builder.moves if builder.finish() else None


PILES = 6 + 24 + 7 + 2 * 28
"""Length of the numbers that describe a deal to `state.fill`."""


@kernel
def lay_out(decks: Numbers, start: int, piles: Numbers) -> None:
    """The piles of the pack that begins at `start`, dealt as Klondike, for `state.fill`."""
    for i in range(5):
        piles[i] = 0
    piles[5] = 24
    for i in range(24):
        piles[6 + i] = decks[start + 28 + i]
    at = 30
    for column in range(7):
        piles[at] = column + 1
        for depth in range(column + 1):
            # Rows before it hold 7, 6, … cards, and the row itself begins with column `depth`.
            card = start + 7 * depth - depth * (depth - 1) // 2 + column - depth
            piles[at + 1 + 2 * depth], piles[at + 2 + 2 * depth] = decks[card], 0
        at += 2 * column + 3


Decide = Callable[[DealTable, Buffers, int, int, Numbers], int]


def solve(variant: Rush, position: Position, budget: Budget) -> SearchResult:
    """Looks for moves that send all cards home, from any position of a game.

    Raises:
        SolverError: cards are missing, double or arranged impossibly.
    """
    return _solve(variant, position, budget, decide)


def solve_by_the_tip(variant: Rush, position: Position, budget: Budget) -> SearchResult:
    """Solves by lines whose every move follows the leftmost rule (see `game.rules.rush`).

    Raises:
        SolverError: as for `solve`; or face-up cards in a column are no run.
    """
    for pile in COLUMNS:
        if not is_run(tuple(card for card in position.piles[pile] if card.face_up), alternates):
            raise SolverError("This cannot be solved by the tip: face-up cards lie there that are no run.")
    answer = _solve(variant, position, budget, decide_by_the_tip)
    for move in answer.moves:
        assert follows_leftmost_rule(variant, position, move), "a line against the tip"
        position = variant.apply(position, move)
    return answer


def _solve(variant: Rush, position: Position, budget: Budget, decide: Decide) -> SearchResult:
    table, room = new_table(), new_room()
    start = int(fill(table, variant.draw, row(piles_of_position(variant, position))))
    if start < 0:
        raise SolverError(TOO_MANY_HIDDEN)
    verdict = decide(table, room, start, budget.nodes, budget.stop)
    nodes = int(room[SPENT])
    if verdict != WON:
        answer = Verdict.UNSOLVABLE if verdict == LOST else Verdict.GAVE_UP
        return SearchResult(answer, variant.home(position), (), nodes)
    actions = numbers(MAX_ACTIONS)
    outcome = int(trace(table, room, start, room[PATH:SPENT], actions, table[TIP] != PROVING))
    moves = moves_along(variant, position, map(int, actions[:outcome]))
    if moves is None:
        return SearchResult(Verdict.GAVE_UP, variant.home(position), (), nodes)
    return SearchResult(Verdict.SOLVED, 52, tuple(moves), nodes)
