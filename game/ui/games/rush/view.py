"""What a table of Solitaire Rush looks like: its piles, clock and score, and its rules page.

Knows Rush and geometry; must not know input, nor whether a game is practice or a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.cards import SUITS
from game.play.game import Game
from game.play.phrases import minutes
from game.rules.position import Move, Position
from game.rules.rush import COLUMNS, FOUNDATIONS, HAND, Rush
from game.storage.profile import Settings
from game.ui.drawing.layout import Box, Slot, card_size, columns_across
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, RGB, TEXT, WARNING
from game.ui.table.bars import Bars, Field
from game.ui.table.page import EVERYWHERE, Page
from game.ui.table.view import Layout, Readings, Space, View

WARNING_S = 30
ROWS = 3.9
"""Card heights that the cards' room is divided into."""


def rush_card_size(pictures: Pictures, size: tuple[int, int]) -> tuple[int, int]:
    """How large the cards of a table of Rush are in a window of `size`, so that they can be drawn ahead."""
    room = Bars("", "", (), ()).lay_out(pictures, size)
    return card_size(_inner(pictures, room), 7, ROWS)


def _inner(pictures: Pictures, room: Box) -> Box:
    px = pictures.px
    return Box(room.x + px(8), room.y + px(14), room.width - px(16), room.height - px(22))


class RushView(View[Rush]):
    """A table of Rush."""

    tagline: ClassVar = "Klondike against a five-minute clock."
    tile_options: ClassVar = (("Draw 3", "draw=3"), ("Draw 1", "draw=1"))
    page: ClassVar = Page(
        "Bring all 52 cards home before the clock runs out, for as many points as you can.",
        (
            "Columns are built down in alternating colours; any face-up run moves as one. Only a king, with "
            "all that lies on it, goes to an empty column. Foundations are built up in suit, ace first.",
            "Tap the hand to turn three cards (or one, as you chose); tap it empty to put the waste back. "
            "Draw 3: the third return and every later one costs 20 points. Draw 1: every return costs 100.",
            "Home: ace 50, two 45, and so on by fives to nine 10; ten and court cards 5, once for each card. "
            "A card turned up in a column: 10. A waste card played: 10. A card taken back from home: −10. "
            "The score never falls below 0.",
            "Time bonus: unused seconds × cards home ÷ 52. None when the time is up.",
            "A move that showed you a new card cannot be taken back. The clock is never set back.",
            "Of two runs on as many face-down cards that could go to the same place, move the one further "
            "left. Every deal offered can be won so, and the deals are chosen so that it is right.",
            "When nothing is hidden and at most one card is left in the waste, the clock stands and the "
            "cards play themselves out.",
        ),
        (
            ("Drag, or click and click", "moves a card or a run"),
            ("Double-click, right-click, H", "sends a card home"),
            ("Click the hand, D", "turns cards, or returns the waste"),
            ("I", "gives a hint; again, its odds"),
            ("E", "ends the game"),
            ("Esc, P", "menu; hides the cards and stops the clock"),
            *EVERYWHERE,
        ),
    )

    def __init__(self, variant: Rush, always_tells_time: bool = False) -> None:
        """`always_tells_time` shows the clock whatever the settings of practice are."""
        super().__init__(variant)
        self._always_tells_time = always_tells_time

    # Bars ----------------------------------------------------------------------------------------

    def fields(self) -> Sequence[Field]:
        return [Field("", minutes(self.variant.limit)), Field("Score", "0000")]

    def options_words(self) -> str:
        return f"draw {self.variant.draw}"

    def readings(self, game: Game, elapsed_ms: int, settings: Settings) -> Readings:
        position, left_s = game.position, (self.variant.limit_ms - elapsed_ms) // 1000
        is_over = game.is_over
        tells_time = self._always_tells_time or settings.practice_clock or is_over
        clock = minutes(left_s) if tells_time else ""
        cost = self.variant.next_return_loss(position)
        facts = [
            ("Pass", str(position.tally[1] + 1)),
            ("Next return", f"−{cost}" if cost else "free"),
            ("Hand", str(len(position.piles[HAND]))),
            ("Home", f"{self.variant.home(position)}/52"),
        ]
        colour = self._clock_colour(left_s, is_over or game.is_frozen)
        return Readings([(clock, colour), (str(game.score), TEXT)], facts)

    @staticmethod
    def _clock_colour(left_s: int, stands: bool) -> RGB:
        if stands:
            return GOLD
        return WARNING if left_s < WARNING_S else TEXT

    # Layout --------------------------------------------------------------------------------------

    def lay_out(self, space: Space, position: Position) -> Layout:
        px = space.pictures.px
        inner = _inner(space.pictures, space.room)
        width, height = card_size(inner, 7, ROWS)
        xs = columns_across(inner, 7, width)
        if space.settings.left_handed:
            xs = xs[::-1]
        column_y = inner.y + height + px(20)
        room_px = inner.y + inner.height - column_y
        slots = (
            Slot(xs[0], inner.y),
            Slot(xs[1], inner.y, "right", shown=min(3, self.variant.draw)),
            *(Slot(x, inner.y) for x in xs[3:]),
            *(Slot(x, column_y, "down", room_px) for x in xs),
        )
        return Layout((width, height), slots)

    def empty_symbol(self, position: Position, pile: int, is_dealing: bool) -> tuple[str, str]:
        if pile == HAND:
            return "icon", "restart"
        if pile in FOUNDATIONS:
            return "icon", f"suit_{SUITS[pile - FOUNDATIONS.start]}"
        return ("text", "K") if pile in COLUMNS else ("", "")

    # Words ---------------------------------------------------------------------------------------

    def gain_words(self, position: Position, move: Move) -> str:
        if move.source in COLUMNS and move.count == len(position.piles[move.source]):
            return "empties a column"
        return super().gain_words(position, move)

    def standstill(self, position: Position) -> str | None:
        return self.variant.standstill(position)
