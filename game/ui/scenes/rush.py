"""Solitaire Rush at the table: its layout, its clock and score, its end.

Knows Rush and the table; the rules themselves stand in `game.rules.rush`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

import pygame

from game.cards import SUITS, Card
from game.play.game import Act
from game.rules.rush import COLUMNS, FOUNDATIONS, HAND, WASTE, Rush
from game.rules.variant import Outcome
from game.ui.bars import Bars, Field
from game.ui.layout import Box, Point, Slot, card_size, columns_across
from game.ui.page import EVERYWHERE, Page
from game.ui.panel import Line, Panel
from game.ui.scenes.practice import PracticeTable
from game.ui.theme import GOLD, QUIET, TEXT, WARNING
from game.ui.widgets import Button

WARNING_S = 30
TICK_S = 10
ROWS = 3.9
"""Card heights that the cards' room is divided into."""


class RushScene(PracticeTable):
    """A practice game of Rush."""

    tagline: ClassVar[str] = "Klondike against a five-minute clock."
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
            "When nothing is hidden and at most one card is left in the waste, the clock stands and the "
            "cards play themselves out.",
        ),
        (
            ("Drag, or click and click", "moves a card or a run"),
            ("Double-click, right-click, H", "sends a card home"),
            ("Click the hand, D", "turns cards, or returns the waste"),
            ("I", "gives a hint; again, its odds"),
            ("E", "ends the game"),
            ("P, Esc", "pause"),
            *EVERYWHERE,
        ),
    )

    @property
    def rush(self) -> Rush:
        """The game with its options."""
        return cast(Rush, self.variant)

    @property
    def title(self) -> str:
        return f"Solitaire Rush {self.deal_name} — draw {self.rush.draw}"

    # Bars ----------------------------------------------------------------------------------------

    def make_bars(self) -> Bars:
        self._clock = Field("", f"{self.rush.limit // 60}:00")
        self._score = Field("Score", "0000")
        self._last_tick_s = TICK_S + 1
        self._best_before: int | None = None
        buttons = [
            Button("Undo", "undo", self.undo, self.game.undo_refusal),
            Button("Hint", "hint", self.ask_hint),
            Button("End", "end", self.ask_end, self.game.end_refusal),
            Button("Pause", "pause", self.pause, self.pause_refusal),
        ]
        subtitle = f"{self.deal_name} · draw {self.rush.draw}"
        return Bars("Solitaire Rush", subtitle, [self._clock, self._score], buttons)

    def fill_bars(self) -> None:
        left_s = (self.rush.limit_ms - self.sitting.elapsed_ms) // 1000
        shown = self.stage.settings.practice_clock or self.game.is_over
        self._clock.text = f"{left_s // 60}:{left_s % 60:02d}" if shown else ""
        self._clock.colour = self._clock_colour(left_s)
        if self.sitting.is_running and left_s < TICK_S and left_s != self._last_tick_s:
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
        cost = self.rush.next_return_cost(position)
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
        inner = Box(room.x + px(8), room.y + px(14), room.width - px(16), room.height - px(22))
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

    # The end -------------------------------------------------------------------------------------

    def ask_end(self) -> None:
        """Ends the game, after a question if anything useful seems left."""
        if not self.rush.seems_useful(self.game.position):
            self.end()
            return
        bonus = self.rush.time_bonus(self.game.position, self.sitting.elapsed_ms)
        lines = [
            Line("There are still cards to be played."),
            Line(f"Ending now adds a time bonus of about {bonus}."),
        ]
        buttons = [
            Button("Play on", "play", lambda: self.show_panel(None), is_strong=True),
            Button("End the game", "end", self.end),
        ]
        self.show_panel(Panel("End this game?", lines, buttons))

    def end(self) -> None:
        """Ends the game now."""
        self.show_panel(None)
        self.act(Act.END)

    def game_is_over(self) -> None:
        self._best_before = self.note_result(self.game.total or 0)

    def result_panel(self) -> Panel:
        game, total = self.game, self.game.total or 0
        home = self.variant.home(game.position)
        unused_s = max(0, self.rush.limit_ms - game.elapsed_ms) // 1000
        titles = {
            Outcome.WON: "All 52 cards are home!",
            Outcome.TIMEOUT: "The time is up",
            Outcome.ENDED: "Game ended",
        }
        best = self._best_before
        is_best = best is None or total > best
        lines = [
            Line("Score", str(game.score)),
            Line(f"Time bonus: {unused_s} s × {home} cards ÷ 52", str(game.time_bonus)),
            Line("Total", str(total), GOLD, is_bold=True),
            Line("Cards home", f"{home} of 52"),
            Line("Best so far", str(total if is_best else best)),
        ]
        if is_best and total:
            lines.append(Line("A new best!" if best is not None else "Your first result here.", "", GOLD))
        else:
            limit = f"{self.rush.limit // 60}:{self.rush.limit % 60:02d}"
            lines.append(Line(f"Draw {self.rush.draw}, within {limit}", "", QUIET))
        return Panel(titles[game.outcome], lines, self.after_buttons(), escape=2)


SCENE = RushScene
