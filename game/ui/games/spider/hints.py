"""Hints of Spider at the table: the moves of the best plan one by one, and why each is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from game.message import Message, joined, msg, msg_n
from game.play.move_words import MARKED
from game.play.phrases import listed
from game.rules.position import STOCK, Move, Position, follows_in_suit
from game.rules.spider import COLUMNS, PLACES, ROW, ROW_CARDS, STOCK_PILE, Spider
from game.rules.variant import Outcome
from game.solver.advice import Advice
from game.ui.table.hints import MORE, NOT_YET, UNKNOWN, Hints
from game.ui.table.line_search import Winnable
from game.ui.table.table import Table

WON = msg("The game is won: all eight suits are complete.")
ONLY_A_DEAL = msg("Only a deal is left.")
DEAL_NEXT = msg("Deal a row: there seems to be no way to turn a card up first.")
DEAL_BEFORE = msg("Deal a row: that promises more than turning up a card first.")
# Translators: {move} is a sentence such as “Move 8♠ from column 3 into the empty column 7”.
FILL_FIRST = msg("{move}: the empty columns have to be filled before a row is dealt.")
TOO_FEW_TO_FILL = msg("Only a deal is left, and there are too few cards to fill the empty columns first.")
NOTHING_USEFUL = msg("No useful move in sight. Moves can be undone.")
NOTHING_AT_ALL = msg("No useful move in sight.")
# Translators: what a move does, as in “Move 8♠ from column 3 …: that empties a column”.
REMOVES = msg("removes a suit")
BUILDS = msg("builds in suit")
EMPTIES = msg("empties a column")
TURNS_UP = msg("turns a card over")
BRINGS_ORDER = msg("puts cards in order")
WINS = msg("wins the game")
REMOVE_SUIT = (
    msg("Remove the clubs of column {number}"),
    msg("Remove the diamonds of column {number}"),
    msg("Remove the hearts of column {number}"),
    msg("Remove the spades of column {number}"),
)
AHEAD = {
    "spaces": msg("more empty columns"),
    "places": msg("more of the unseen cards would find a place"),
    "near": msg("more face-down cards are within reach"),
    "runs": msg("the cards lie in fewer runs"),
    "suits": msg("a suit lacks fewer cards"),
}
"""Advantages of a plan's end over the next best, by the words of `game.solver.spider.hint`."""
NO_MOVE = msg("No move is left: this game is lost, unless you undo some moves.")
NO_MOVE_AT_ALL = msg("No move is left: this game is lost.")


def reason(variant: Spider, position: Position, advice: Sequence[Advice], is_heard: bool = True) -> Message:
    """The best of some advice as a sentence, and why it is given; `is_heard` names the columns."""
    told, ahead = _brings(variant, position, advice, is_heard), AHEAD.get(advice[0].because)
    if ahead is None:
        return told
    # Translators: {reason} is a sentence such as “Move 8♠ …: that empties a column.”, {ahead} what decided.
    return msg("{reason} Ahead of the next best plan: {ahead}.", reason=told, ahead=ahead)


def _brings(variant: Spider, position: Position, advice: Sequence[Advice], is_heard: bool) -> Message:
    """Gain of the best advice, without comparison."""
    plan = (advice[0].move, *advice[0].then)
    if plan[0] == STOCK:
        if all(move == STOCK for move in variant.legal_moves(position)):
            return ONLY_A_DEAL
        return DEAL_NEXT if all(_deals(advised) for advised in advice) else DEAL_BEFORE
    first = move_words(position, plan[0], is_heard)
    if plan[-1] == STOCK and _only_fills(variant, position, plan[:-1]):
        return FILL_FIRST.with_parts(move=first)
    steps, brings = _aim(variant, position, advice[0])
    if steps == 1:
        # Translators: {move} is “Move 8♠ from column 3 …”, {gains} what it does: “removes a suit”.
        return msg("{move}: that {gains}.", move=first, gains=brings)
    return msg_n(
        # Translators: as before; {gains} is what the last of these moves does.
        "{move}: the first of {count} moves, and the last {gains}.",
        "{move}: the first of {count} moves, and the last {gains}.",
        steps,
        move=first,
        gains=brings,
    )


def _only_fills(variant: Spider, position: Position, moves: Sequence[Move]) -> bool:
    """Whether each move only puts cards into an empty column."""
    for move in moves:
        if position.piles[move.target] or gains_of(position, move):
            return False
        position = variant.after_move(position, move)
    return True


def _aim(variant: Spider, position: Position, advice: Advice) -> tuple[int, Message]:
    """Number of moves of a plan, and what the last of them does."""
    *moves, last = (advice.move, *advice.then)
    if last == STOCK:
        return len(moves) + 1, ROW.done
    for move in moves:
        position = variant.after_move(position, move)
    if variant.outcome(variant.after_move(position, last)) is Outcome.WON:
        return len(moves) + 1, WINS
    return len(moves) + 1, listed(gains_of(position, last) or [BRINGS_ORDER])


def nothing_to_advise(position: Position, can_take_back: bool) -> Message:
    """Sentence if nothing new can be shown."""
    if position.piles[STOCK_PILE] and sum(map(len, position.piles[COLUMNS.start :])) < ROW_CARDS:
        return TOO_FEW_TO_FILL
    return NOTHING_USEFUL if can_take_back else NOTHING_AT_ALL


def _deals(advice: Advice) -> bool:
    return STOCK in (advice.move, *advice.then)


def gains_of(table: Position, move: Move) -> list[Message]:
    """Immediate gains of a move, each as a verb with its object."""
    source, target, length = move
    left, ground, first = table.piles[source][:-length], table.piles[target], table.piles[source][-length]
    gains: list[Message] = []
    if target in PLACES:
        gains.append(REMOVES)
    elif ground and ground[-1].suit == first.suit and not (left and follows_in_suit(first, left[-1])):
        gains.append(BUILDS)
    if not left:
        gains.append(EMPTIES)
    elif not left[-1].face_up:
        gains.append(TURNS_UP)
    return gains


def move_words(table: Position, move: Move, is_heard: bool) -> Message:
    """`8♠–5♠ onto 9♠`; or `Move 8♠–5♠ from column 3 onto 9♠ in column 7` where it is heard."""
    source, target, length = move
    cards, ground = table.piles[source][-length:], table.piles[target]
    number, place = source - COLUMNS.start + 1, target - COLUMNS.start + 1
    if target in PLACES:
        return REMOVE_SUIT[cards[0].suit].with_parts(number=number)
    run = cards[0].sign if length == 1 else f"{cards[0].sign}–{cards[-1].sign}"
    if not is_heard:
        return (
            MARKED.onto.with_parts(cards=run, onto=ground[-1])
            if ground
            else MARKED.to_space.with_parts(cards=run)
        )
    if not ground:
        return msg(
            "Move {cards} from column {number} into the empty column {place}",
            cards=run,
            number=number,
            place=place,
        )
    return msg(
        "Move {cards} from column {number} onto {onto} in column {place}",
        cards=run,
        number=number,
        onto=ground[-1],
        place=place,
    )


class SpiderHints(Hints):
    """Answers the player who asks for a hint."""

    def __init__(self, table: Table, winnable: Winnable, tells_all: bool = False) -> None:
        super().__init__(table, winnable, tells_all)
        self._rules = cast(Spider, table.variant)
        self._has_odds = False  # whether there are samples enough to tell odds by

    def sentence(self, tells_odds: bool, is_heard: bool = False) -> str:
        assert self.position is not None
        why = reason(self._rules, self.position, self.advice, is_heard)
        if self.tells_all:
            return why
        if tells_odds and self._has_odds:
            return super().sentence(tells_odds, is_heard)
        # Asking may help before there are odds, so that what is read does not change when there are.
        return joined(" ", [why, MORE if not tells_odds else NOT_YET if self.is_thinking else UNKNOWN])

    def move_heard(self) -> str:
        assert self.position is not None
        source, target, length = self.advice[0].move
        if self.advice[0].move == STOCK or target in PLACES:
            plain = reason(self._rules, self.position, self.advice)
            return self._rules.stock_words if self.advice[0].move == STOCK else plain
        number, place = source - COLUMNS.start + 1, target - COLUMNS.start + 1
        card = self.position.piles[source][-length]
        if self.position.piles[target]:
            # Translators: a hint, as short as can be.
            return msg("{card} from column {number} to column {place}", card=card, number=number, place=place)
        return msg(
            "{card} from column {number} to the empty column {place}", card=card, number=number, place=place
        )

    def gain_heard(self) -> str:
        assert self.position is not None
        best = self.advice[0]
        if best.move == STOCK:
            return reason(self._rules, self.position, self.advice)
        steps, brings = _aim(self._rules, self.position, best)
        if steps == 1:
            return brings
        # Translators: of a plan; {gains} is what the last of its moves does: “turns a card over”.
        return msg("move {number} {gains}", number=steps, gains=brings)

    def show_advice(self, advice: list[Advice]) -> None:
        assert self.position is not None
        if self.advice and (advice[0].move, advice[0].then) != (self.move, self.advice[0].then):
            return  # a plan that is being read stays
        had_odds = self._has_odds
        has_odds = self.table.view.odds_words(self.position, advice[0]) is not None
        if had_odds and not has_odds:
            return  # the same again, by a process that thinks faster
        self._has_odds = has_odds
        super().show_advice(advice)
        if self._tells_odds and has_odds and not had_odds:
            self.tell()

    def forget(self) -> None:
        super().forget()
        self._has_odds = False

    def nothing_words(self) -> Message:
        game = self.table.session.game
        return nothing_to_advise(game.position, game.undo_refusal() is None)
