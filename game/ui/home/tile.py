"""One game on the home screen: its name, a line, the best result, a small table, and buttons.

Knows how a registered game is shown; must not know its rules or what else is on the screen.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.play.deal import deal_number
from game.rules import find_variant
from game.rules.options import OptionError
from game.rules.variant import Variant
from game.ui.drawing.layout import Box
from game.ui.drawing.shapes import fill_rounded, outline
from game.ui.drawing.theme import GOLD, OUTLINE, QUIET, TEXT
from game.ui.drawing.words import shortened
from game.ui.forms.widgets import Button
from game.ui.games.small_table import SHOWN_DEAL, drawn_table
from game.ui.games.tables import view_class
from game.ui.scene import Stage

GROUND = (0, 0, 0, 84)
PAD_PX = 18
BUTTON_PX = 38
LEAST_CARD_PX = 9
"""With smaller cards a table would be no more than specks."""


class Tile:
    """A game that can be begun."""

    def __init__(
        self,
        stage: Stage,
        name: str,
        play: Callable[[Tile], None],
        ask_deal: Callable[[Tile], None],
        choose: Callable[[Tile, str], None],
        best_of: Callable[[Variant], int | None],
    ) -> None:
        """`best_of` tells the best result of a game with its options, as far as it is known."""
        self._best_of = best_of
        self._stage = stage
        self.name = name
        self._view = view_class(name)
        known = [text for _, text in self._view.tile_options]
        kept = stage.profile.options.get(name, "")
        self.options = kept if kept in known else (known or [""])[0]
        self.play = Button("Play", "play", lambda: play(self), is_strong=True, about=self.variant.title)
        self.ask_deal = Button("Deal…", "deal", lambda: ask_deal(self), about=self.variant.title)
        self.choices = [
            Button(
                word,
                None,
                lambda text=text: choose(self, text),  # type: ignore[misc]
                is_chosen=lambda text=text: self.options == text,  # type: ignore[misc]
                about=self.variant.title,
            )
            for word, text in self._view.tile_options
        ]
        self.box = Box(0, 0, 0, 0)
        self.words = Box(0, 0, 0, 0)  # name, line and result
        self.table = Box(0, 0, 0, 0)  # the small table
        self.shows_table = True
        self._fits = True

    @property
    def variant(self) -> Variant:
        """The game with the options that are chosen."""
        try:
            return find_variant(self.name, self.options.split())
        except OptionError:
            return find_variant(self.name)

    @property
    def buttons(self) -> list[Button]:
        """Its buttons in the order of the Tab key."""
        return [self.play, self.ask_deal, *self.choices]

    # Layout --------------------------------------------------------------------------------------

    def place(self, box: Box, beside: bool) -> None:
        """Gives it a box; the buttons stand `beside` the small table or below it."""
        pictures, px = self._stage.pictures, self._stage.pictures.px
        self.box = self.play.area = box
        pad = px(PAD_PX)
        inner = Box(box.x + pad, box.y + pad, box.width - 2 * pad, box.height - 2 * pad)
        heading = pictures.font("large", True).get_height() + pictures.font("small").get_height()
        self.words = inner._replace(height=heading)
        self.ask_deal.shows_word = True
        name = pictures.text_width(self.variant.title, "large", bold=True)
        self._fits = max(name, self._row_width(self.choices)) <= inner.width
        top = inner.y + heading + px(6)
        if beside:
            width = self._place_beside(inner) + px(20)
            self.table = Box(inner.x + width, top, inner.width - width, inner.y + inner.height - top)
        else:
            bottom = self._place_below(inner)
            self.table = Box(inner.x, top, inner.width, bottom - px(8) - top)

    @property
    def card_px(self) -> float:
        """About how wide a card of the small table is, for most games; less than 0 when words do not fit."""
        if not self._fits:
            return -1.0
        return min(self.table.width / 8.3, self.table.height / 4.2)

    def _place_beside(self, inner: Box) -> float:
        height, gap = self._stage.pictures.px(BUTTON_PX), self._stage.pictures.px(8)
        y, width = inner.y + inner.height - height, 0.0
        for row in ([self.play, self.ask_deal], self.choices):
            if row:
                width = max(width, self._place_row(row, inner.x, y, height))
                y -= height + gap
        return width

    def _place_below(self, inner: Box) -> float:
        height, gap = self._stage.pictures.px(BUTTON_PX), self._stage.pictures.px(6)
        right = [self.ask_deal, self.play]
        y = inner.y + inner.height - height
        for shows_word in (True, False):
            self.ask_deal.shows_word = shows_word
            left_width, right_width = self._row_width(self.choices), self._row_width(right)
            if left_width + 2 * gap + right_width <= inner.width:
                break
        self._place_row(right, inner.x + inner.width - right_width, y, height)
        if left_width + gap + right_width > inner.width:
            y -= height + gap
        self._place_row(self.choices, inner.x, y, height)
        return y

    def _row_width(self, buttons: list[Button]) -> float:
        pictures = self._stage.pictures
        return sum(button.width(pictures) for button in buttons) + pictures.px(6) * (len(buttons) - 1)

    def _place_row(self, buttons: list[Button], x: float, y: float, height: int) -> float:
        left = x
        for button in buttons:
            button.box = Box(round(x), round(y), button.width(self._stage.pictures), height)
            x += button.box.width + self._stage.pictures.px(6)
        return x - left

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, felt: pygame.Surface) -> None:
        """Draws it on the felt, except for its buttons."""
        settings = self._stage.settings
        looks = (settings.table, self._stage.pictures.choice, self._stage.pictures.unit, settings.left_handed)
        layout = (felt.get_size(), self.box, self.table, self.shows_table)
        key = ("tile", self.name, self.options, layout, looks)
        picture = self._stage.pictures.small_tables.get(key, lambda: self._picture(felt))
        surface.blit(picture, self.box[:2])
        self._draw_words(surface, self.words)

    def _picture(self, felt: pygame.Surface) -> pygame.Surface:
        """All that stays the same from visit to visit."""
        px = self._stage.pictures.px
        surface = felt.subsurface(pygame.Rect(self.box).clip(felt.get_rect())).convert()
        inside = Box(0, 0, self.box.width, self.box.height)
        fill_rounded(surface, inside, GROUND, px(14))
        outline(surface, inside, OUTLINE, px(14), px(1))
        if self.shows_table:
            deal = deal_number(self.variant, SHOWN_DEAL)
            table = drawn_table(self._stage, deal, (int(self.table.width), int(self.table.height)))
            surface.blit(table, (self.table.x - self.box.x, self.table.y - self.box.y))
        return surface

    def _draw_words(self, surface: pygame.Surface, room: Box) -> None:
        pictures, variant = self._stage.pictures, self.variant
        best = self._best_of(variant)
        if best is None:
            result = pictures.text("No result yet", "small", QUIET)
        else:
            result = pictures.text(f"Best: {variant.unit.counted(best)}", "body", GOLD, True)
        name = pictures.text(variant.title, "large", TEXT, True)
        surface.blit(name, (room.x, room.y))
        gap = pictures.px(16)
        line = room.y + name.get_height()
        is_above = name.get_width() + gap + result.get_width() <= room.width
        y = line - pictures.px(3) - result.get_height() if is_above else line
        surface.blit(result, (room.x + room.width - result.get_width(), y))
        line_room = room.width if is_above else room.width - gap - result.get_width()
        tagline = shortened(self._view.tagline, pictures, line_room, "small")
        surface.blit(pictures.text(tagline, "small", QUIET), (room.x, line))
