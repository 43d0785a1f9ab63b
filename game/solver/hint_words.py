"""Says a hint in words: the move, what it gains, and its odds, with a subclass for each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from game.message import Message, NumberText, joined, msg, msg_n
from game.play.move_words import HEARD, MARKED, advised_words
from game.rules.one_three_back import DECK, OneThreeBack
from game.rules.position import STOCK, Move, Position
from game.rules.rush import COLUMNS, Rush, ties
from game.rules.three_shuffles import ThreeShuffles
from game.rules.variant import Variant
from game.solver.answer import Advice

Rules = TypeVar("Rules", bound=Variant)
NOTHING = msg("No useful move in sight.")
UNKNOWN = msg("The odds are not known.")
THIS_WINS = msg("This leads to a win.")


def in_few(share: float) -> tuple[int, int]:
    """A share that is neither none nor all in few words: so many in 10, or in 100 near the ends.

    >>> in_few(0.44), in_few(0.03), in_few(0.999)
    ((4, 10), (3, 100), (99, 100))
    """
    percent = min(max(1, round(100 * share)), 99)
    return ((percent + 5) // 10, 10) if 8 <= percent <= 92 else (percent, 100)


def left_one(is_mirrored: bool) -> Message:
    """The column with the lower number of two."""
    # Translators: a column, as in “if two columns tie, take the left one”.
    return msg("the right one") if is_mirrored else msg("the left one")


class HintWords(Generic[Rules]):
    """Words for the hints of one game."""

    def __init__(self, variant: Rules) -> None:
        self.variant = variant

    def move_words(
        self, position: Position, move: Move, is_heard: bool, is_mirrored: bool = False
    ) -> Message:
        """Describes an advised move; `is_heard` for a player who does not see it marked."""
        return advised_words(self.variant, position, move, HEARD if is_heard else MARKED)

    def odds_words(self, position: Position, advice: Advice) -> Message | None:
        """Sentence about a hint's odds, as told on request; None while too little is known."""
        if advice.told_odds is None:
            return None
        if advice.wins:
            return msg_n(
                "This wins {wins} of {count} possible order of the hidden cards.",
                "This wins {wins} of {count} possible orders of the hidden cards.",
                advice.samples,
                wins=advice.wins,
            )
        return msg_n(
            "No win was found in {count} possible order of the hidden cards; this leads furthest.",
            "No win was found in {count} possible orders of the hidden cards; this leads furthest.",
            advice.samples,
        )

    def gain_words(self, position: Position, move: Move) -> str:
        """Describes the immediate gain of a move of cards, such as `turns a card over`; empty without one."""
        if move == STOCK:
            return ""
        beneath = position.piles[move.source][: -move.count]
        # Translators: It follows a move: “7♦ onto 8♠ turns a card over”.
        return msg("turns a card over") if beneath and not beneath[-1].face_up else ""

    def sentence(self, position: Position, advice: Sequence[Advice]) -> Message:
        """Describes the best move for a player who does not see it, what it gains and its odds."""
        best = advice[0]
        words, gain = (
            self.move_words(position, best.move, is_heard=True),
            self.gain_words(position, best.move),
        )
        if gain:
            words = joined(": ", [words, gain])
        return msg("{move}. {more}", move=words, more=self.odds_words(position, best) or UNKNOWN)


class RushHintWords(HintWords[Rush]):
    """Words for the hints of Rush."""

    def move_words(
        self, position: Position, move: Move, is_heard: bool, is_mirrored: bool = False
    ) -> Message:
        words = super().move_words(position, move, is_heard, is_mirrored)
        met = ties(self.variant, position)
        if not any(move.source == tie.columns[0] and move.target in tie.targets for tie in met):
            return words
        # Translators: {move} is “8♥ from column 3 to 9♠”; {one} is “the left one” or “the right one”.
        return msg("{move} (if two columns tie, {one})", move=words, one=left_one(is_mirrored))

    def odds_words(self, position: Position, advice: Advice) -> Message | None:
        odds = advice.told_odds
        if odds == 1:
            return THIS_WINS
        if odds == 0:
            return msg("No win was found; this leads furthest.")
        if odds is None or not advice.wins:
            return super().odds_words(position, advice)
        count, games = in_few(odds)
        # Translators: of {all} such games so many are won by a player who goes on to do what the hints say.
        return msg_n(
            "Following hints wins about {count} game in {all} from here.",
            "Following hints wins about {count} games in {all} from here.",
            count,
            all=games,
        )

    def gain_words(self, position: Position, move: Move) -> str:
        if move.source in COLUMNS and move.count == len(position.piles[move.source]):
            # Translators: It follows a move: “7♦ onto 8♠ empties a column”.
            return msg("empties a column")
        return super().gain_words(position, move)


class OneThreeBackHintWords(HintWords[OneThreeBack]):
    """Words for the hints of 1-3 Back."""

    def odds_words(self, position: Position, advice: Advice) -> Message | None:
        if not position.piles[DECK]:
            return msg_n("This leaves {count} stack.", "This leaves {count} stacks.", round(advice.mean))
        if advice.told_odds is None:
            return None
        mean = NumberText(advice.mean, digits=1)
        if not advice.wins:
            return msg_n(
                "This leaves {mean} stacks on average over {count} order of the deck.",
                "This leaves {mean} stacks on average over {count} orders of the deck.",
                advice.samples,
                mean=mean,
            )
        return msg_n(
            "This leaves {mean} stacks on average over {count} order of the deck, one stack in {wins} of "
            "them.",
            "This leaves {mean} stacks on average over {count} orders of the deck, one stack in {wins} of "
            "them.",
            advice.samples,
            mean=mean,
            wins=advice.wins,
        )


class ThreeShufflesHintWords(HintWords[ThreeShuffles]):
    """Words for the hints of Three Shuffles and a Draw."""

    def odds_words(self, position: Position, advice: Advice) -> Message | None:
        if advice.wins == advice.samples:
            return THIS_WINS
        if not self.variant.shuffles_left(position):
            more = round(advice.mean) - self.variant.home(position)
            return msg_n("{count} more card can go home.", "{count} more cards can go home.", more)
        if not advice.wins:
            return msg("This hardly ever wins.")
        wins, shuffles = in_few(advice.wins / advice.samples)
        return msg_n(
            "This wins {count} in {all} of the possible shuffles.",
            "This wins {count} in {all} of the possible shuffles.",
            wins,
            all=shuffles,
        )
