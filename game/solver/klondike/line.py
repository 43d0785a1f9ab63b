"""Solution reconstruction of Klondike: from the cards that leave their places to the moves of a game.

A search says only which card goes home and which is placed; the table says on which card it lies,
whether its run first hops to its mate, and how often the stock is turned for it. Knows the rules'
piles and gestures, not whether they allow them: whoever wants a proof plays the moves (see
`game.solver.solve`). Must not search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.rules.building import face_down_count
from game.rules.position import STOCK, Move, Position
from game.rules.rush import COLUMNS, FOUNDATIONS, HAND, WASTE, Rush
from game.solver.klondike.encoding import FOUNDATION_OF_SUIT, number_of
from game.solver.klondike.trace import PLACES

HOMEWARD = (*COLUMNS, WASTE)
"""The piles whose top cards are sent home in the end, in this order."""


class SolvedError(Exception):
    """From here on the rules allow only moves home."""


class LineBuilder:
    """Builds a line of moves: it is told which card goes where, and finds the gestures."""

    def __init__(self, variant: Rush, position: Position) -> None:
        self.moves: list[Move] = []
        self._draw = variant.draw
        self._piles = [[number_of(each) for each in pile] for pile in position.piles]
        self._pile_of = {card: pile for pile, cards in enumerate(self._piles) for card in cards}
        columns = enumerate(position.piles[COLUMNS.start :], COLUMNS.start)
        self._hiding = {pile: hidden for pile, cards in columns if (hidden := face_down_count((cards,)))}

    @property
    def is_solved(self) -> bool:
        """Whether only moves home are left by the rules (see `Rush.plays_itself_out`)."""
        return not (self._hiding or self._piles[HAND] or len(self._piles[WASTE]) > 1)

    def go_home(self, card: int) -> None:
        """Sends a card home, its run first hopping to the card's mate where one lies on it.

        Raises:
            SolvedError: the game is solved.
        """
        pile = self._turn_to(card)
        cards = self._piles[pile]
        if cards[-1] != card:
            self._move(pile, self._bare(card ^ 1, card ^ 1), len(cards) - 1 - cards.index(card))
        self._move(pile, FOUNDATIONS[FOUNDATION_OF_SUIT[card & 3]], 1)

    def place(self, card: int) -> None:
        """Lays a card, with all that is on it, on a card that takes it or a king on a space.

        Raises:
            SolvedError: the game is solved.
        """
        rank, suit = card >> 2, card & 3
        parent = 4 * (rank + 1) + (suit & 2 ^ 2)
        pile = self._turn_to(card)
        cards = self._piles[pile]
        self._move(pile, self._bare(parent, parent + 1), len(cards) - cards.index(card))

    def finish(self) -> bool:
        """Sends everything home once nothing lies face down: the lowest card left is always bare.

        Only given piles, where face-up cards can lie in any order, may be stuck: False.
        """
        piles = self._piles
        wanted = {4 * len(piles[FOUNDATIONS[FOUNDATION_OF_SUIT[suit]]]) + suit for suit in range(4)}
        while min(wanted) < 52:
            pile = next((each for each in HOMEWARD if piles[each] and piles[each][-1] in wanted), None)
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
        """The pile that `card` lies in; from the stock it is first turned to the waste's top."""
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
        """The column that ends with one of two cards; beyond the kings, the first that is empty."""
        for pile in COLUMNS:
            cards = self._piles[pile]
            if cards[-1] in (one, other) if cards else one >= 52:
                return pile
        raise AssertionError("the kernel builds on a card that is not bare")

    def _turn(self) -> None:
        """Turns the hand, or puts the waste back."""
        hand, waste = self._piles[HAND], self._piles[WASTE]
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
    """The moves from `position` to all cards home, by the cards that `trace` tells.

    Once the game is solved by its rules, only moves home follow. None where that stops a way that
    would win: the rules call given piles solved that are not, when face-up cards lie in them in no order.
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
