"""Any table of Solitaire Rush: its layout, its clock and score, its gestures.

Knows Rush and the table; must not know whether a game is practice or a round of a tournament.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pygame

from game.cards import SUITS, Card
from game.play.game import Act
from game.play.phrases import minutes
from game.rules.rush import COLUMNS, FOUNDATIONS, HAND, WASTE, Rush
from game.rules.variant import Outcome
from game.ui.drawing.layout import Box, Point, Slot, card_size, columns_across
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, TEXT, WARNING
from game.ui.forms.panel import Line
from game.ui.forms.widgets import Button
from game.ui.table.bars import Bars, Field
from game.ui.table.table import TableScene

WARNING_S = 30
TICK_S = 10
ROWS = 3.9
"""Card heights that the cards' room is divided into."""


def rush_card_size(pictures: Pictures, size: tuple[int, int]) -> tuple[int, int]:
    """How large the cards of a table of Rush are in a window of `size`, so that they can be drawn ahead."""
    room = Bars("", "", (), ()).lay_out(pictures, size)
    return card_size(_inner(pictures, room), 7, ROWS)


def _inner(pictures: Pictures, room: Box) -> Box:
    px = pictures.px
    return Box(room.x + px(8), room.y + px(14), room.width - px(16), room.height - px(22))


ENDINGS = {
    Outcome.WON: "All 52 cards are home!",
    Outcome.TIMEOUT: "The time is up",
    Outcome.ENDED: "Game ended",
}


class RushTable(TableScene):
    """A game of Rush at the table."""

    @property
    def rush(self) -> Rush:
        """The game with its options."""
        return cast(Rush, self.variant)

    # What a table gives --------------------------------------------------------------------------

    @property
    def shows_clock(self) -> bool:
        """Whether the time left is to be seen."""
        return True

    def ask_end(self) -> None:
        """Ends the game, with or without a question."""
        raise NotImplementedError

    def standstill(self) -> str | None:
        return self.rush.standstill(self.game.position)

    # The end -------------------------------------------------------------------------------------

    def end(self) -> None:
        """Ends the game now."""
        self.show_panel(None)
        self.act(Act.END)

    def score_lines(self) -> list[Line]:
        """How the total comes about, for a result."""
        game, home = self.game, self.variant.home(self.game.position)
        unused_s = max(0, self.rush.limit_ms - game.elapsed_ms) // 1000
        return [
            Line("Score", str(game.score)),
            Line(f"Time bonus: {unused_s} s × {home} cards ÷ 52", str(game.time_bonus)),
            Line("Total", str(game.total), GOLD, is_bold=True),
            Line("Cards home", f"{home} of 52"),
        ]

    # Bars ----------------------------------------------------------------------------------------

    def rush_bars(self, title: str, subtitle: str, buttons: Sequence[Button]) -> Bars:
        """The bars with clock and score."""
        self._clock = Field("", minutes(self.rush.limit))
        self._score = Field("Score", "0000")
        self._last_tick_s = TICK_S + 1
        return Bars(title, subtitle, [self._clock, self._score], buttons)

    def fill_bars(self) -> None:
        left_s = (self.rush.limit_ms - self.session.elapsed_ms) // 1000
        shown = self.shows_clock or self.game.is_over
        self._clock.text = minutes(left_s) if shown else ""
        self._clock.colour = self._clock_colour(left_s)
        if self.session.is_running and left_s < TICK_S and left_s != self._last_tick_s:
            self._last_tick_s = left_s
            self.sound("tick")
        self._score.text = str(self.game.score)
        self.bars.facts = self._facts()

    def _clock_colour(self, left_s: int) -> tuple[int, int, int]:
        if self.game.is_frozen or self.game.is_over:
            return GOLD
        return WARNING if left_s < WARNING_S else TEXT

    def _facts(self) -> list[tuple[str, str]]:
        position = self.game.position
        cost = self.rush.next_return_loss(position)
        returns = position.tally[1]
        return [
            ("Pass", str(returns + 1)),
            ("Next return", f"−{cost}" if cost else "free"),
            ("Hand", str(len(position.piles[HAND]))),
            ("Home", f"{self.variant.home(position)}/52"),
        ]

    # Layout --------------------------------------------------------------------------------------

    def lay_out(self, room: Box) -> tuple[tuple[int, int], Sequence[Slot]]:
        px = self.stage.pictures.px
        inner = _inner(self.stage.pictures, room)
        width, height = card_size(inner, 7, ROWS)
        xs = columns_across(inner, 7, width)
        if self.stage.settings.left_handed:
            xs = xs[::-1]
        column_y = inner.y + height + px(20)
        room_px = inner.y + inner.height - column_y
        return (width, height), (
            Slot(xs[0], inner.y),
            Slot(xs[1], inner.y, "right", shown=min(3, self.rush.draw)),
            *(Slot(x, inner.y) for x in xs[3:]),
            *(Slot(x, column_y, "down", room_px) for x in xs),
        )

    def empty_symbol(self, pile: int) -> tuple[str, str]:
        if pile == HAND:
            return "icon", "restart"
        if pile in FOUNDATIONS:
            return "icon", f"suit_{SUITS[pile - FOUNDATIONS.start]}"
        return ("text", "K") if pile in COLUMNS else ("", "")

    def stock_point(self) -> Point:
        return Point(self.slots[HAND].x, self.slots[HAND].y)

    def deal_order(self) -> list[Card]:
        columns = [self.game.position.piles[column] for column in COLUMNS]
        return [column[row] for row in range(7) for column in columns if row < len(column)]

    # Gestures ------------------------------------------------------------------------------------

    def zones(self, pile: int) -> list[Box]:
        boxes = super().zones(pile)
        if pile not in COLUMNS:
            return boxes
        # A card let go where it would come to lie, below the last one, is meant for the column.
        box = boxes[0]
        return [box._replace(height=box.height * 1.3)]

    def other_key(self, key: int, modifiers: int) -> None:
        if key == pygame.K_e:
            refusal = self.game.end_refusal()
            if refusal is None:
                self.ask_end()
            else:
                self.say(refusal)
        elif key == pygame.K_w:
            self.click(WASTE, len(self.game.position.piles[WASTE]) - 1)
