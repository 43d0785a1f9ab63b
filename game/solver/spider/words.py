"""Says a hint of Spider in words: the move, what its plan is for, and what decided for it."""

from __future__ import annotations

from collections.abc import Sequence

from game.message import Message, joined, msg, msg_n
from game.play.move_words import MARKED
from game.play.phrases import listed
from game.rules.position import STOCK, Move, Position, face_down_count, follows_in_suit
from game.rules.spider import COLUMNS, PLACES, ROW, Spider
from game.rules.variant import Outcome
from game.solver.answer import Advice
from game.solver.hint_words import THIS_WINS, HintWords

ONLY_A_DEAL = msg("All you can do is deal a row.")
DEAL_NEXT = msg("Deal a row: there seems to be no way to turn a card over first.")
DEAL_BEFORE = msg("Deal a row: that promises more than turning a card over first.")
# Translators: {move} is a sentence such as “Move 8♠ from column 3 into the empty column 7”.
FILL_FIRST = msg("{move}: fill the empty columns before you deal a row.")
# Translators: what a move does, as in “Move 8♠ from column 3 …: that empties a column”.
REMOVES = msg("removes a suit")
BUILDS = msg("builds in suit")
LENGTHENS = msg("lengthens a run")
EMPTIES = msg("empties a column")
TURNS_UP = msg("turns a card over")
BRINGS_ORDER = msg("puts cards in order")
WINS = msg("wins the game")
REMOVE_SUIT = (
    msg("Remove the clubs from column {number}"),
    msg("Remove the diamonds from column {number}"),
    msg("Remove the hearts from column {number}"),
    msg("Remove the spades from column {number}"),
)
AHEAD = {
    "spaces": msg("more empty columns"),
    "places": msg("more of the hidden cards would fit"),
    "near": msg("more face-down cards are within reach"),
    "runs": msg("the cards lie in fewer runs"),
    "suits": msg("a suit is closer to complete"),
}
"""Advantages of a plan's end over the next best, by the words of `game.solver.spider.hint`."""


def reason(variant: Spider, position: Position, advice: Sequence[Advice], is_heard: bool = True) -> Message:
    """The best of some advice as a sentence, and why it is given; `is_heard` names the columns."""
    brings, ahead = _brings(variant, position, advice, is_heard), AHEAD.get(advice[0].because)
    if ahead is None:
        return brings
    # Translators: {reason} is a sentence such as “Move 8♠ …: that empties a column.”, {ahead} what decided.
    return msg("{reason} Better than the next best plan: {ahead}.", reason=brings, ahead=ahead)


def _brings(variant: Spider, position: Position, advice: Sequence[Advice], is_heard: bool) -> Message:
    """Gain of the best advice, without comparison."""
    plan = (advice[0].move, *advice[0].then)
    if plan[0] == STOCK:
        if all(move == STOCK for move in variant.legal_moves(position)):
            return ONLY_A_DEAL
        return DEAL_NEXT if all(STOCK in (advised.move, *advised.then) for advised in advice) else DEAL_BEFORE
    first = move_words(position, plan[0], is_heard)
    if plan[-1] == STOCK and _only_fills(variant, position, plan[:-1]):
        return FILL_FIRST.with_parts(move=first)
    steps, brings = aim(variant, position, advice[0])
    if steps == 1:
        # Translators: {move} is “Move 8♠ from column 3 …”, {gains} what it does: “removes a suit”.
        return msg("{move}: that {gains}.", move=first, gains=brings)
    return msg_n(
        # Translators: as before; {gains} is what the last of these moves does.
        "{move}: the first of {count} move; the last one {gains}.",
        "{move}: the first of {count} moves; the last one {gains}.",
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


def aim(variant: Spider, position: Position, advice: Advice) -> tuple[int, Message]:
    """Number of moves of a plan, and what the last of them does."""
    *moves, last = (advice.move, *advice.then)
    if last == STOCK:
        return len(moves) + 1, ROW.done
    for move in moves:
        position = variant.after_move(position, move)
    if variant.outcome(variant.after_move(position, last)) is Outcome.WON:
        return len(moves) + 1, WINS
    return len(moves) + 1, listed(gains_of(position, last, variant.suits == 1) or [BRINGS_ORDER])


def gains_of(table: Position, move: Move, is_one_suit: bool = False) -> list[Message]:
    """Immediate gains of a move, each as a verb with its object."""
    source, target, length = move
    left, ground, first = table.piles[source][:-length], table.piles[target], table.piles[source][-length]
    gains: list[Message] = []
    if target in PLACES:
        gains.append(REMOVES)
    elif ground and ground[-1].suit == first.suit and not (left and follows_in_suit(first, left[-1])):
        gains.append(LENGTHENS if is_one_suit else BUILDS)
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


class SpiderHintWords(HintWords[Spider]):
    """Words for the hints of Spider."""

    def odds_words(self, position: Position, advice: Advice) -> Message | None:
        if advice.wins and not face_down_count(position.piles):
            return THIS_WINS
        return super().odds_words(position, advice)

    def sentence(self, position: Position, advice: Sequence[Advice]) -> Message:
        why, odds = reason(self.variant, position, advice), self.odds_words(position, advice[0])
        return why if odds is None else joined(" ", [why, odds])
