"""1-3 Back: a grid of stacks that grows card by card and shrinks by merging."""

from __future__ import annotations

from bisect import bisect_left
from operator import not_
from typing import ClassVar

from game.cards import Card
from game.message import Message, msg, msg_p
from game.rules.options import DECK_WORDS, STACK_WORDS, STACKS_LEFT, PileNames
from game.rules.position import STOCK, Move, Pile, Position
from game.rules.variant import Outcome, Variant, pile_specs

DECK = 0
STACKS = range(1, 53)
STEPS_BACK = (3, 1)


def matches(one: Card, other: Card) -> bool:
    """Whether two cards are alike in suit or in rank."""
    return one.suit == other.suit or one.rank == other.rank


class OneThreeBack(Variant):
    """Fewest stacks wins. A stack always moves whole, however high it is.

    So the count of a move is that of stacks, 1, and is never written: `t5>t2`. The deciding card is the top
    one, which `position.piles[pile][-1:]` names.

    >>> game = OneThreeBack()
    >>> table = game.position_from_text("pile t1 9C\\npile t2 4D KD\\npile t3 KH 2D\\npile t4 7S")
    >>> print(game.position_to_text(game.apply(table, game.move_from_text("t3>t2"))))
    pile t1 9C
    pile t2 4D KD KH 2D
    pile t3 7S
    """

    name: ClassVar = "one-three-back"
    title: ClassVar = msg("1-3 Back")
    piles: ClassVar = pile_specs(stock=True, columns=52)
    may_lack_cards: ClassVar = True
    # There is nothing to redo after the end: no move was ever made where none is left.
    legal_after_the_end: ClassVar = frozenset({"undo"})
    unit: ClassVar = STACKS_LEFT
    is_lower_better: ClassVar = True
    best_result: ClassVar = 1
    success: ClassVar = msg_p("number of games", "perfect")
    counts_when_left: ClassVar = False
    stock_words: ClassVar = msg("Deal a card")
    pile_names: ClassVar = PileNames(stock=DECK_WORDS, column=STACK_WORDS, is_spread=False)

    def deal(self, deck: Pile, number: int = 0) -> Position:
        return Position((tuple(card.down for card in reversed(deck)), *((),) * len(STACKS)))

    def lift_refusal(self, position: Position, pile: int, count: int) -> Message | None:
        if pile == DECK:
            return msg("Click the deck to deal its next card.")
        if count > 1:
            return msg("A stack always moves whole.")
        return None

    def drop_refusal(self, position: Position, move: Move) -> Message | None:
        source, target, _ = move
        if target == DECK:
            return msg("Nothing goes back to the deck.")
        if source == target:
            return msg("The stack is already there.")
        if target > source:
            return msg("A stack only goes onto an earlier one.")
        if source - target not in STEPS_BACK:
            return msg("A stack goes one back or three back, nowhere else.")
        card, onto = position.piles[source][-1], position.piles[target][-1]
        if not matches(card, onto):
            return msg("{card} and {onto} match neither in suit nor in rank.", card=card, onto=onto)
        return None

    def stock_refusal(self, position: Position) -> Message | None:
        return None if position.piles[DECK] else msg("The deck is empty.")

    def after_move(self, position: Position, move: Move) -> Position:
        piles = list(position.piles)
        source, target, _ = move
        if move == STOCK:
            deck = piles[DECK]
            piles[self.stacks(position) + 1] = (deck[-1].up,)
            piles[DECK] = deck[:-1]
        else:
            piles[target] += piles.pop(source)
            piles.append(())
        return Position(tuple(piles))

    def undo_refusal(self, before: Position, move: Move) -> Message | None:
        return msg("That cannot be undone: the deal showed you a new card.") if move == STOCK else None

    def start_refusal(self, position: Position) -> Message | None:
        if any(card.face_up for card in position.piles[DECK]):
            return msg("the cards of the deck must be face down")
        if not all(card.face_up for stack in STACKS for card in position.piles[stack]):
            return msg("the cards of a stack must be face up")
        is_empty = [not position.piles[stack] for stack in STACKS]
        if is_empty != sorted(is_empty):
            return msg("the stacks must follow one another from t1 on, without a gap")
        return None

    def score(self, position: Position) -> None:
        return None

    def stacks(self, position: Position) -> int:
        """Returns the number of stacks on the grid, which fill its first slots without a gap."""
        return bisect_left(position.piles, True, 1, key=not_) - 1

    def result(self, position: Position) -> int:
        return self.stacks(position)

    def is_success(self, position: Position) -> bool:
        """A perfect game: one stack is left."""
        return self.is_best(position)

    def outcome(self, position: Position) -> Outcome | None:
        return None if position.piles[DECK] or self.merges(position) else Outcome.OVER

    def merges(self, position: Position) -> list[Move]:
        """Every merge there is, sorted: what “show possible moves” marks."""
        tops = [pile[-1] for pile in position.piles[1:] if pile]
        return [
            Move(at + 1, at + 1 - back)
            for at, card in enumerate(tops)
            for back in STEPS_BACK
            if at >= back and matches(card, tops[at - back])
        ]

    def legal_moves(self, position: Position) -> list[Move]:
        return [STOCK, *self.merges(position)] if position.piles[DECK] else self.merges(position)
