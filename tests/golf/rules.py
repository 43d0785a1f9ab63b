"""Golf: seven open columns are played off on one foundation, up or down by one whatever the suit.

Knows the rules of the common solitaire; must not know how it is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.message import Message, msg, msg_n
from game.rules.options import Landmark, Unit, yes_or_no
from game.rules.position import STOCK, Move, Pile, Position
from game.rules.variant import Outcome, Variant, pile_specs

STOCK_PILE, FOUNDATION = 0, 1
COLUMNS = range(2, 9)
COLUMN_CARDS = 5

CLEARED = Landmark(msg("a column is cleared"))
LEFT = msg_n("{count} card left", "{count} cards left", 0)


class Golf(Variant):
    """Fewest cards left in the columns wins; with `around` kings and aces meet.

    The foundation is what golfers call the waste: cards of the columns go there, and those of the stock.

    >>> game = Golf()
    >>> table = game.position_from_text("pile f1 6C\\npile t1 9H 7D\\npile t2 5S")
    >>> [game.move_to_text(move) for move in game.legal_moves(table)]
    ['t1>f1', 't2>f1']
    """

    name: ClassVar = "golf"
    title: ClassVar = "Golf"
    piles: ClassVar = pile_specs(stock=True, foundations=1, columns=7)
    unit: ClassVar = Unit(msg("cards left"), msg("cards left"), LEFT, LEFT, msg("Fewest cards left"))
    is_lower_better: ClassVar = True
    counts_when_left: ClassVar = False
    stock_words: ClassVar = msg("Turn a card")
    figure_columns: ClassVar = {"stock": "stock_left"}

    around: bool = yes_or_no(default=False, about="kings and aces meet")

    def deal(self, deck: Pile, number: int = 0) -> Position:
        dealt = COLUMN_CARDS * len(COLUMNS)
        columns = (tuple(card.up for card in deck[column : dealt : len(COLUMNS)]) for column in range(7))
        stock = tuple(card.down for card in reversed(deck[dealt + 1 :]))
        return Position((stock, (deck[dealt].up,), *columns))

    def lift_refusal(self, position: Position, pile: int, count: int) -> Message | None:
        if pile == STOCK_PILE:
            return msg("Click the stock to turn its next card.")
        if pile == FOUNDATION:
            return msg("Cards on the foundation stay there.")
        return msg("Only the last card of a column is available.") if count > 1 else None

    def drop_refusal(self, position: Position, move: Move) -> Message | None:
        card = position.piles[move.source][-1]
        if move.target != FOUNDATION:
            return msg("Cards only go to the foundation.")
        onto = position.piles[FOUNDATION][-1]
        apart = abs(card.rank - onto.rank)
        if apart == 1 or (self.around and apart == 12):
            return None
        return msg("{card} is neither one higher nor one lower than {onto}.", card=card, onto=onto)

    def stock_refusal(self, position: Position) -> Message | None:
        return None if position.piles[STOCK_PILE] else msg("The stock is empty.")

    def after_move(self, position: Position, move: Move) -> Position:
        if move != STOCK:
            return Position(self.moved(position, move))
        stock, foundation, *columns = position.piles
        return Position((stock[:-1], (*foundation, stock[-1].up), *columns))

    def undo_refusal(self, before: Position, move: Move) -> Message | None:
        return msg("That turned a card you had not seen.") if move == STOCK else None

    def start_refusal(self, position: Position) -> Message | None:
        stock, *others = position.piles
        if any(card.face_up for card in stock) or not all(card.face_up for pile in others for card in pile):
            return msg("only the cards of the stock lie face down")
        return None if position.piles[FOUNDATION] else msg("the foundation holds one card at least")

    def score(self, position: Position) -> None:
        return None

    def result(self, position: Position) -> int:
        return sum(map(len, position.piles[COLUMNS.start :]))

    def outcome(self, position: Position) -> Outcome | None:
        if not self.result(position):
            return Outcome.WON
        return None if self.legal_moves(position) else Outcome.LOST

    def landmark(self, before: Position, move: Move) -> Landmark | None:
        return CLEARED if move != STOCK and len(before.piles[move.source]) == 1 else None

    def figures(self, line: Sequence[Position], moves: Sequence[Move]) -> dict[str, int]:
        """The cards that were not turned."""
        return {"stock": len(line[-1].piles[STOCK_PILE])}
