"""One game on the home screen: its name, a line, the best result, a small table, and buttons.

A game left unfinished is shown where it stands, with what was played of it; whether there is one changes
nothing in the layout.

Knows how a registered game is shown; must not know its rules or what else is on the screen.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.message import joined, msg
from game.play.deal import deal_number
from game.rules import find_variant
from game.rules.options import OptionError
from game.rules.variant import Variant
from game.session.sessions import SealedError
from game.ui.drawing.layout import Box
from game.ui.drawing.shapes import fill_rounded, outline
from game.ui.drawing.theme import GOLD, OUTLINE, QUIET, TEXT
from game.ui.drawing.words import BETWEEN_FACTS, fitting, fitting_facts
from game.ui.forms.widgets import NOWHERE, Button
from game.ui.games.small_table import SHOWN_DEAL, drawn_position, drawn_table
from game.ui.games.tables import view_class
from game.ui.home.games_left import GameLeft
from game.ui.screen import Context

GROUND = (0, 0, 0, 84)
PAD_PX = 18
BUTTON_PX = 38
MIN_CARD_PX = 9
"""With smaller cards a table would be no more than specks."""


class Tile:
    """A game that can be begun, or gone on with."""

    def __init__(
        self,
        context: Context,
        name: str,
        go_on: Callable[[Tile], None],
        play: Callable[[Tile], None],
        ask_deal: Callable[[Tile], None],
        choose: Callable[[Tile, str], None],
        best_of: Callable[[Variant], int | None],
    ) -> None:
        """`best_of` tells the best result of a game with its options, as far as it is known."""
        self._best_of = best_of
        self._stage = context
        self.name = name
        self._view = view_class(name)
        self.left: GameLeft | None = None
        """What there is to go on with."""
        self.go_on = Button(msg("Continue"), "play", lambda: go_on(self), about=self.variant.title)
        self.play = Button(msg("Play"), "play", lambda: play(self), is_strong=True, about=self.variant.title)
        self.ask_deal = Button(msg("Deal…"), "deal", lambda: ask_deal(self), about=self.variant.title)
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
        self._lacks_px = 0.0  # room for words, where there is too little
        self._has_short_name = False  # whether there is room for its short name alone
        self._is_sealed = False  # the cards of the game that was left must not be seen now

    @property
    def options(self) -> str:
        """The options that were chosen last, here or in the settings."""
        known = [text for _, text in self._view.tile_options]
        kept = self._stage.profile.options.get(self.name, "")
        return kept if kept in known else (known or [""])[0]

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
        first = [] if self.left is None else [self.go_on]
        return [*first, self.play, self.ask_deal, *self.choices]

    def offer(self, left: GameLeft | None, is_meant: bool, is_play_meant: bool) -> None:
        """Offers a game to go on with, or none.

        `is_meant` when that is what is meant most on the screen, `is_play_meant` when a new game may be.
        """
        self.left, self._is_sealed = left, False
        self.go_on.is_strong = is_meant
        self.go_on.about = joined(BETWEEN_FACTS, [self.variant.title, *([] if left is None else left.facts)])
        self.play.word, self.play.icon = (msg("Play"), "play") if left is None else (msg("New game"), "new")
        self.play.is_strong = left is None and is_play_meant

    # Layout --------------------------------------------------------------------------------------

    def place(self, box: Box, beside: bool) -> None:
        """Gives it a box; the buttons stand `beside` the small table or below it."""
        pictures, px = self._stage.pictures, self._stage.pictures.px
        self.box = box
        pad = px(PAD_PX)
        inner = Box(box.x + pad, box.y + pad, box.width - 2 * pad, box.height - 2 * pad)
        heading = pictures.font("large", True).get_height() + pictures.font("small").get_height()
        self.words = inner._replace(height=heading)
        names = [
            pictures.text_width(name, "large", bold=True) for name in (self.variant.title, self._short_name)
        ]
        self._has_short_name = names[0] > inner.width
        self._lacks_px = max(min(names), self._row_width(self.choices)) - inner.width
        top = inner.y + heading + px(6)
        if beside:
            width, highest = self._place_beside(inner)
            self._lacks_px = max(self._lacks_px, top - highest)
            width += px(20)
            self.table = Box(inner.x + width, top, inner.width - width, inner.y + inner.height - top)
        else:
            bottom = self._place_below(inner)
            self._lacks_px = max(self._lacks_px, top - bottom)
            self.table = Box(inner.x, top, inner.width, bottom - px(8) - top)

    @property
    def card_px(self) -> float:
        """About how wide a card of the small table is, for most games."""
        return min(self.table.width / 8.3, self.table.height / 4.2)

    @property
    def fit(self) -> tuple[bool, bool, float]:
        """How well all fits: words before the whole name, and that before the size of the cards."""
        has_room = self._lacks_px <= 0
        return has_room, not self._has_short_name, self.card_px if has_room else -self._lacks_px

    @property
    def _short_name(self) -> str:
        return self.variant.short_title or self.variant.title

    def _place_beside(self, inner: Box) -> tuple[float, float]:
        """Places the buttons over each other; returns how wide and how far up they stand."""
        pictures = self._stage.pictures
        height, gap = pictures.px(BUTTON_PX), pictures.px(8)
        self.ask_deal.shows_word = self.play.shows_word = True
        first, second = self._first_width, self.ask_deal.width(pictures)
        y = inner.y + inner.height - height
        width: float = max(first, second + pictures.px(6) + self._new_width)
        self._place_first(inner.x, y, first, height)
        y -= height + gap
        self.ask_deal.box = Box(round(inner.x), round(y), second, height)
        if self.left is not None:
            self.play.box = Box(round(inner.x + second + pictures.px(6)), round(y), self._new_width, height)
        if self.choices:
            y -= height + gap
            width = max(width, self._place_row(self.choices, inner.x, y, height))
        return width, y

    def _place_below(self, inner: Box) -> float:
        """Places the buttons in a row, or in two where it is too long; returns how far up they stand."""
        pictures = self._stage.pictures
        height, gap = pictures.px(BUTTON_PX), pictures.px(6)
        left_width = self._row_width(self.choices)
        for self.ask_deal.shows_word, self.play.shows_word in ((True, True), (False, True), (False, False)):
            widths = self._new_width, self.ask_deal.width(pictures), self._first_width
            right_width = sum(widths) + 2 * gap
            if left_width + 2 * gap + right_width <= inner.width:
                break
        y = inner.y + inner.height - height
        x = inner.x + inner.width - right_width
        if self.left is not None:
            self.play.box = Box(round(x), round(y), widths[0], height)
        self.ask_deal.box = Box(round(x + widths[0] + gap), round(y), widths[1], height)
        self._place_first(x + widths[0] + widths[1] + 2 * gap, y, widths[2], height)
        if left_width + gap + right_width > inner.width:
            y -= height + gap
        self._place_row(self.choices, inner.x, y, height)
        return y

    def _place_first(self, x: float, y: float, width: float, height: float) -> None:
        """Continue stands where Play stands when there is nothing to go on with, and stands for the tile."""
        self.go_on.box = self.go_on.area = self.play.area = NOWHERE
        button = self.play if self.left is None else self.go_on
        button.shows_word = True
        button.box, button.area = Box(round(x), round(y), round(width), height), self.box

    @property
    def _first_width(self) -> int:
        """Room for Continue as for Play."""
        pictures = self._stage.pictures
        wide = [Button(word, "play", lambda: None, is_strong=True) for word in (msg("Continue"), msg("Play"))]
        return max(button.width(pictures) for button in wide)

    @property
    def _new_width(self) -> int:
        """Room for a new game beside one to go on with, which is kept when there is none."""
        return Button(msg("New game"), "new", lambda: None, shows_word=self.play.shows_word).width(
            self._stage.pictures
        )

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
        pictures = self._stage.pictures.small_tables
        if self._is_unseen:
            picture = pictures.find(self._key(felt)) or self._ground(felt)
        else:
            picture = pictures.get(self._key(felt), lambda: self._with_table(felt))
        surface.blit(picture, self.box[:2])
        self._draw_words(surface, self.words)

    @property
    def _is_unseen(self) -> bool:
        """Whether cards are to be shown that are not drawn in passing: those of a game that was left."""
        return self.left is not None and self.shows_table

    def is_picture_due(self, felt: pygame.Surface) -> bool:
        """Whether the game that was left is read, and not drawn yet."""
        left = self.left
        if left is None or left.unfinished is None or not self._is_unseen or self._is_sealed:
            return False
        return self._key(felt) not in self._stage.pictures.small_tables

    def draw_picture(self, felt: pygame.Surface) -> None:
        """Draws the game that was left, for `draw` to show; not a deal that must not be seen."""
        assert self.left is not None
        try:
            self._stage.check_seen(self.left.game.deal)
        except SealedError:
            self._is_sealed = True
            return
        self._stage.pictures.small_tables.get(self._key(felt), lambda: self._with_table(felt))

    def _key(self, felt: pygame.Surface) -> tuple[object, ...]:
        """All that the picture depends on."""
        settings, pictures = self._stage.settings, self._stage.pictures
        looks = (settings.table, pictures.choice, pictures.unit, settings.left_handed, settings.more_rows)
        layout = (felt.get_size(), self.box, self.table, self.shows_table)
        shown = self.options if self.left is None else self.left.stamp
        return "tile", self.name, shown, layout, looks

    def _ground(self, felt: pygame.Surface) -> pygame.Surface:
        px = self._stage.pictures.px
        surface = felt.subsurface(pygame.Rect(self.box).clip(felt.get_rect())).convert()
        inside = Box(0, 0, self.box.width, self.box.height)
        fill_rounded(surface, inside, GROUND, px(14))
        outline(surface, inside, OUTLINE, px(14), px(1))
        return surface

    def _with_table(self, felt: pygame.Surface) -> pygame.Surface:
        """All that stays the same from visit to visit."""
        surface = self._ground(felt)
        if self.shows_table:
            size = int(self.table.width), int(self.table.height)
            if self.left is None:
                table = drawn_table(self._stage, deal_number(self.variant, SHOWN_DEAL), size)
            else:
                table = drawn_position(self._stage, self.left.game, size)
            surface.blit(table, (self.table.x - self.box.x, self.table.y - self.box.y))
        return surface

    def _draw_words(self, surface: pygame.Surface, room: Box) -> None:
        pictures, variant = self._stage.pictures, self.variant
        best = self._best_of(variant)
        if best is None:
            result = pictures.text(msg("No result yet"), "small", QUIET)
        else:
            words = msg("Best: {result}", result=variant.unit.counted(best))
            result = pictures.text(words, "body", GOLD, True)
        called = self._short_name if self._has_short_name else variant.title
        name = pictures.text(fitting(called, pictures, room.width, "large", True), "large", TEXT, True)
        surface.blit(name, (room.x, room.y))
        gap = pictures.px(16)
        line = room.y + name.get_height()
        is_above = name.get_width() + gap + result.get_width() <= room.width
        y = line - pictures.px(3) - result.get_height() if is_above else line
        surface.blit(result, (room.x + room.width - result.get_width(), y))
        line_room = room.width if is_above else room.width - gap - result.get_width()
        if self.left is None:
            tagline = fitting_facts([self._view.tagline], pictures, line_room, "small")
            surface.blit(pictures.text(tagline, "small", QUIET), (room.x, line))
        else:
            facts = fitting_facts(self.left.facts, pictures, line_room, "small")
            surface.blit(pictures.text(facts, "small", TEXT), (room.x, line))
