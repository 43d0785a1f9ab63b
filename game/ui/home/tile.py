"""Tile of one game on the home screen: a small table, its name, results, buttons, and its options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

import pygame

from game.message import joined, msg, msg_n, msg_p, verbatim
from game.play.deal import deal_number
from game.rules import find_variant
from game.rules.options import OptionError
from game.rules.variant import Variant
from game.ui.drawing.canvas import fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET, TEXT
from game.ui.drawing.words import BETWEEN_FACTS, text_within, wrapped
from game.ui.forms.controls import ANY, DIFFICULTIES
from game.ui.forms.widgets import BETWEEN_PX, Button, flow
from game.ui.games.tables import SHOWN_DEAL, drawn_table, view_class
from game.ui.screen import Context
from game.ui.table.first_steps import LEARNS

GROUND = (0, 0, 0, 84)
PAD_PX = 14
MIN_TABLE_PX = 84
BUTTON_PX = 38


class Reached(NamedTuple):
    """A player's results in a game with its options."""

    best: int | None = None
    won: int = 0


class TilesHome(Protocol):
    """What a tile has done by the screen it is on."""

    def play(self, tile: Tile, more: str = "") -> None:
        """Begins a game with the chosen options and `more`."""

    def turn(self, tile: Tile) -> None:
        """Flips between options and small table."""

    def choose(self, tile: Tile, options: str | None, difficulty: str = "") -> None:
        """Keeps the options that were chosen, or how hard new deals shall be."""

    def reached(self, variant: Variant) -> Reached | None:
        """Results reached, as far as known."""


def grid(buttons: Sequence[Button], pictures: Pictures, x: float, y: float, room_px: float) -> float:
    """Places buttons of one width, two beside each other where they have room; returns where they end."""
    gap, height = pictures.px(BETWEEN_PX), pictures.button_px(BUTTON_PX)
    half = (room_px - gap) / 2
    columns = 2 if all(button.width(pictures) <= half for button in buttons) else 1
    width = half if columns == 2 else room_px
    for index, button in enumerate(buttons):
        row, column = divmod(index, columns)
        corner = round(x + column * (width + gap)), round(y + row * (height + gap))
        button.box = Box(*corner, int(width), height)
    return y + -(-len(buttons) // columns) * (height + gap) - gap


def draw_ground(surface: pygame.Surface, box: Box, pictures: Pictures, is_urgent: bool = False) -> None:
    """Draws the ground of something on the home screen, once for each size."""

    def drawn() -> pygame.Surface:
        ground = pygame.Surface((int(box.width), int(box.height)), pygame.SRCALPHA)
        inside = Box(0, 0, box.width, box.height)
        fill_rounded(ground, inside, GROUND, pictures.px(14))
        edge = (*GOLD, 255) if is_urgent else pictures.line
        outline(ground, inside, edge, pictures.px(14), pictures.px(1.5 if is_urgent else 1))
        return ground

    key = "ground", int(box.width), int(box.height), pictures.unit, pictures.line, is_urgent
    surface.blit(pictures.small_tables.get(key, drawn), (round(box.x), round(box.y)))


class Tile:
    """A game that can be started."""

    def __init__(self, context: Context, name: str, home: TilesHome) -> None:
        self._context, self.name, self._home = context, name, home
        self._view = view_class(name)
        title = self.variant.title
        self.play = Button(msg_p("a button", "Play"), "play", lambda: home.play(self), about=title)
        self.play.is_outlined = True
        self.options_button = Button(
            "", None, lambda: home.turn(self), is_chosen=lambda: self.is_open, about=title
        )
        self.left_button = Button("", None, lambda: context.navigation.open_file(name), about=title)
        self._has_tutorial = context.navigation.has_tutorial(name)
        self.learn = Button(msg("Learn it"), "hint", lambda: context.navigation.tutorial(name), about=title)
        word, *more = self._view.plain_option or ("",)
        plain = Button(word, None, lambda: home.play(self, " ".join(more)), about=title)
        self.plain = [plain] if word else []
        self._groups = self._option_groups()
        self.chooser = [button for group in self._groups for button in group]
        self.is_open = False
        """Whether what can be chosen is seen."""
        self.box = self.words = self.table = Box(0, 0, 0, 0)
        self.offer(0)

    def _option_groups(self) -> list[list[Button]]:
        """Buttons for the rules, for how hard the deals are, and for what else there is."""
        about, choose = self.variant.title, self._home.choose

        def choice(word: str, value: str, now: Callable[[], str], press: Callable[[], None]) -> Button:
            return Button(word, None, press, is_chosen=lambda: now() == value, about=about)

        rules = [
            choice(word, text, lambda: self.options, partial(choose, self, text))
            for word, text in self._view.tile_options
        ]
        hard = [
            choice(word, text, lambda: self.difficulty, partial(choose, self, None, text))
            for word, text in (DIFFICULTIES if self.variant.deals_can_be_won else ())
        ]
        ask, word = self._context.navigation.new_game, msg_p("a button", "Deal…")
        more = [
            Button(word, "deal", lambda: ask(self.variant), about=about),
        ]
        if self._has_tutorial:
            more.append(Button(msg_p("a button", "Tutorial"), "hint", self.learn.press, about=about))
        return [group for group in (rules, hard, more) if group]

    @property
    def is_new(self) -> bool:
        """Whether the player has never sat down to this game."""
        return self.name not in self._context.profile.first_steps

    @property
    def options(self) -> str:
        """The options that were chosen last, here or in the settings; for who is new the easiest."""
        known = [text for _, text in self._view.tile_options]
        kept = self._context.profile.options.get(self.name, "")
        return kept if kept in known else (known or [""])[-1 if self.is_new else 0]

    @property
    def difficulty(self) -> str:
        """Difficulty of a new deal."""
        chosen = self._context.profile.difficulty(self.name)
        if self.is_new and self.name not in self._context.profile.options:
            chosen = LEARNS
        return ANY if chosen is None else str(chosen.value)

    @property
    def variant(self) -> Variant:
        """The game with the options that are chosen."""
        return self.variant_with("")

    def variant_with(self, more: str) -> Variant:
        """The variant with options that are not saved."""
        limit = self._context.profile.limit(self.name)
        wanted = dict(word.split("=") for word in f"{self.options} {limit} {more}".split())
        try:
            return find_variant(self.name, [f"{name}={value}" for name, value in wanted.items()])
        except OptionError:
            return find_variant(self.name)

    @property
    def buttons(self) -> list[Button]:
        """Its buttons in the order of the Tab key."""
        more = [self.left_button] if self.left_button.word else []
        more += [self.learn] if self.is_new and self._has_tutorial else []
        chooser = self.chooser if self.is_open else []
        return [self.play, self.options_button, *self.plain, *more, *chooser]

    def offer(self, count: int) -> None:
        """Shows the chosen options, and the number of unfinished games with them."""
        words = [word for word, text in self._view.tile_options if text == self.options]
        if self.variant.deals_can_be_won and self.difficulty != ANY:
            words += [word for word, text in DIFFICULTIES if text == self.difficulty]
        options = msg_p("a button", "Options")
        named = joined(" · ", words) if words else options
        self.options_button.word = joined(" ", [named, "▲" if self.is_open else "▼"])
        self.options_button.spoken_word = joined(", ", [*words, options])
        # Translators: so many games of one kind that were not finished; a button.
        self.left_button.word = msg_n("{count} unfinished", "{count} unfinished", count) if count else ""

    # Layout --------------------------------------------------------------------------------------

    def min_height(self, width: float, rows_px: float) -> float:
        """Minimum height at a width, in pixels; this much of it is for buttons."""
        px = self._context.pictures.px
        inner = width - 2 * px(PAD_PX)
        above = self._place_chooser(0, 0, inner) if self.is_open else px(MIN_TABLE_PX)
        words_px = self._words_px + px(2 * PAD_PX + 18)
        return words_px + max(above, px(MIN_TABLE_PX + 1)) + rows_px

    def rows_px(self, width: float) -> float:
        """Height of its buttons at a width, in pixels."""
        pictures = self._context.pictures
        return flow(self._row, pictures, 0, 0, width - 2 * pictures.px(PAD_PX))

    @property
    def _row(self) -> list[Button]:
        return [button for button in self.buttons if button not in self.chooser]

    @property
    def _words_px(self) -> int:
        pictures = self._context.pictures
        return pictures.font("large", True).get_height() + 2 * pictures.font("small").get_height()

    def place(self, box: Box, rows_px: float) -> None:
        """Gives it a box; so much of it is for buttons."""
        pictures, px = self._context.pictures, self._context.pictures.px
        self.box = box
        pad = px(PAD_PX)
        inner = Box(box.x + pad, box.y + pad, box.width - 2 * pad, box.height - 2 * pad)
        y = inner.y + inner.height - rows_px
        flow(self._row, pictures, inner.x, y, inner.width)
        self.play.area = box
        self.words = inner._replace(y=y - px(10) - self._words_px, height=self._words_px)
        self.table = inner._replace(height=self.words.y - px(8) - inner.y)
        if self.is_open:
            self._place_chooser(inner.x, inner.y, inner.width)

    def _place_chooser(self, x: float, y: float, room_px: float) -> float:
        """Places each group of options in rows of its own; returns where the last row ends."""
        end = y
        for group in self._groups:
            end = flow(group, self._context.pictures, x, y, room_px)
            y = end + self._context.pictures.px(BETWEEN_PX)
        return end

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draws it on the felt, except for its buttons."""
        pictures = self._context.pictures
        draw_ground(surface, self.box, pictures)
        if not self.is_open:
            size = int(self.table.width), int(self.table.height)
            settings = self._context.settings
            looks = pictures.choice, pictures.unit, settings.left_handed, settings.more_rows
            key = "tile", self.name, self.options, size, looks, pictures.language.code
            deal = deal_number(self.variant, SHOWN_DEAL)
            picture = pictures.small_tables.get(key, lambda: drawn_table(self._context, deal, size))
            surface.blit(picture, (round(self.table.x), round(self.table.y)))
        self._draw_words(surface, self.words)

    def _draw_words(self, surface: pygame.Surface, room: Box) -> None:
        pictures, variant = self._context.pictures, self.variant
        title = variant.title
        if pictures.text_width(title, "large", bold=True) > room.width:
            title = variant.short_title or title
        name = text_within(title, pictures, room.width, "large", TEXT, bold=True)
        surface.blit(name, (room.x, room.y))
        told, colour = self.result_words, GOLD
        if not told:
            told, colour = self._view.tagline, QUIET
        y = room.y + name.get_height()
        for words in wrapped(told, pictures, room.width, "small")[:2]:
            line = pictures.text(verbatim(words), "small", colour)
            surface.blit(line, (room.x, y))
            y += line.get_height()

    @property
    def result_words(self) -> str:
        """Results reached: `Best 1,550 · 3 wins`; "" before any."""
        variant = self.variant
        reached = self._home.reached(variant)
        if reached is None or not reached.best:
            return ""
        told = [msg("Best: {result}", result=variant.unit.counted(reached.best))]
        if reached.won:
            told.append(msg_n("{count} win", "{count} wins", reached.won))
        return joined(BETWEEN_FACTS, told)
