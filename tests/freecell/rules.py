"""FreeCell, one card at a time: all cards face up, four cells, and no stock."""

from __future__ import annotations

from typing import ClassVar

from game.cards import Card
from game.message import Message, msg
from game.rules.position import Move, Pile, PileKind, Position, goes_home
from game.rules.variant import Outcome, Variant, pile_specs

FOUNDATIONS, CELLS, COLUMNS = range(4), range(4, 8), range(8, 16)


class FreeCell(Variant):
    """Bring all cards home; a cell holds any one card.

    >>> game = FreeCell()
    >>> table = game.position_from_text("pile c1 9H\\npile t1 TS 8D\\npile t2 AC")
    >>> [game.move_to_text(move) for move in game.legal_moves(table)][:3]
    ['c1>c2', 'c1>c3', 'c1>c4']
    """

    name: ClassVar = "freecell"
    title: ClassVar = "FreeCell"
    piles: ClassVar = pile_specs(foundations=4, cells=4, columns=8)

    def deal(self, deck: Pile, number: int = 0) -> Position:
        columns = (tuple(card.up for card in deck[column :: len(COLUMNS)]) for column in range(len(COLUMNS)))
        return Position(((),) * 8 + tuple(columns))

    def lift_refusal(self, position: Position, pile: int, count: int) -> Message | None:
        if pile in FOUNDATIONS:
            return msg("Cards at home stay there.")
        return msg("Only the last card of a column is available.") if count > 1 else None

    def drop_refusal(self, position: Position, move: Move) -> Message | None:
        card, onto = position.piles[move.source][-1], position.piles[move.target]
        if move.source == move.target:
            return msg("It lies there.")
        if self.piles[move.target].kind is PileKind.FOUNDATION:
            fits = move.target == card.suit and goes_home(card, onto)
        elif self.piles[move.target].kind is PileKind.CELL:
            fits = not onto
        else:
            fits = not onto or _follows(card, onto[-1])
        return None if fits else msg("{card} has no place there.", card=card)

    def outcome(self, position: Position) -> Outcome | None:
        if self.home(position) == 52:
            return Outcome.WON
        return None if self.legal_moves(position) else Outcome.LOST

    def start_refusal(self, position: Position) -> Message | None:
        face_up = all(card.face_up for pile in position.piles for card in pile)
        lone = all(len(position.piles[cell]) < 2 for cell in CELLS)
        home = all(
            [card.rank for card in position.piles[suit]] == list(range(1, len(position.piles[suit]) + 1))
            and all(card.suit == suit for card in position.piles[suit])
            for suit in FOUNDATIONS
        )
        return None if face_up and lone and home else msg("a pile is impossible")


def _follows(card: Card, onto: Card) -> bool:
    """Whether a card is one lower and of the other colour."""
    return card.rank == onto.rank - 1 and card.is_red != onto.is_red
