"""A deal of one's own: a field for its cards, and the table that grows as they are typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pygame

from game.message import msg, msg_p
from game.play.deal import Deal
from game.play.game import Game
from game.play.typed_deal import LIMIT_BYTES, TypedDeal, read_deal
from game.rules import VARIANTS, find_variant
from game.rules.variant import Variant
from game.storage.files import printable
from game.storage.saved import SavedGame
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK, TEXT, WARNING
from game.ui.forms.controls import RadioGroup
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.text_field import TextEdit, TextField
from game.ui.forms.widgets import NOWHERE, At, Button, Widget
from game.ui.games.tables import drawn_position, view_class
from game.ui.screen import Context
from game.ui.spoken import WidgetDescription

MAX_LETTERS = 4000
FEWEST_CARDS = 5
"""A text with fewer cards is not taken for cards."""
ASPECT = 1.6
"""Width of the small table by its height."""


class Choice(NamedTuple):
    """A game, and what a text says of a deal of it."""

    variant: Variant
    read: TypedDeal

    @classmethod
    def typed(cls, variant: Variant, text: str) -> Choice:
        """What a text says that is still being typed."""
        return cls(variant, read_deal(variant, text, is_typed=True))


def variants(name: str) -> list[Variant]:
    """Returns a game with each of its options that a tile offers, the usual first."""
    offered = [find_variant(name, text.split()) for _, text in view_class(name).tile_options]
    return sorted(offered, key=lambda variant: variant != VARIANTS[name]()) or [VARIANTS[name]()]


def choice_of(text: str) -> Choice | None:
    """Returns the game that a text seems to have the cards of, or None if it has none or is too long."""
    if len(text) > LIMIT_BYTES:
        return None
    found = [Choice.typed(variant, text) for name in VARIANTS for variant in variants(name)]
    best = max(found, key=_likelihood)
    return best if best.read.told >= FEWEST_CARDS else None


def _likelihood(choice: Choice) -> tuple[bool, float]:
    """Sorts games by how much of their pack is told before a fault."""
    return choice.read.deal is not None, choice.read.told / len(choice.variant.pack())


class LinesEdit(TextEdit):
    """Text in which lines may end, as in a board of another program."""

    def kept(self, text: str) -> str:
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
        return "".join(letter for letter in text if letter == "\n" or letter.isprintable())


class CardsField(TextField):
    """A text field of several lines."""

    lines = 4
    takes_arrows = True

    def __init__(self, text: str, changed: Callable[[], None]) -> None:
        super().__init__("", changed, MAX_LETTERS)
        self.set_text(text)
        self._first_line = 0

    def set_text(self, text: str) -> None:
        self.edit = LinesEdit("", MAX_LETTERS)
        self.edit.insert(text)

    def width(self, pictures: Pictures) -> int:
        return pictures.px(500)

    def place(self, pictures: Pictures, box: Box) -> None:
        super().place(pictures, box)
        self._font = pictures.font("small")

    def _spans(self) -> Iterator[tuple[int, int]]:
        """Yields where each line begins and ends, broken between cards."""
        assert self._font is not None
        room, start, text = self.box.width - 2 * self._pad_px, 0, self.text
        while True:
            stop = text.find("\n", start)
            end = stop = len(text) if stop < 0 else stop
            while end > start and self._font.size(text[start:end])[0] > room:
                space = text.rfind(" ", start + 1, end - 1)
                end = space + 1 if space > start else end - 1
            yield start, end
            if end == stop == len(text):
                return
            start = end + (end == stop)

    def _line_of(self, place: int) -> int:
        return max(number for number, (start, _) in enumerate(self._spans()) if start <= place)

    def _place_at(self, at: At) -> int:
        assert self._font is not None
        spans = [*self._spans()]
        number = self._first_line + int((at[1] - self._top) // self._font.get_height())
        start, end = spans[max(0, min(number, len(spans) - 1))]
        x = at[0] - self.box.x - self._pad_px
        width = self._font.size
        return min(range(start, end + 1), key=lambda place: abs(width(self.text[start:place])[0] - x))

    @property
    def _top(self) -> float:
        return self.box.y + self._pad_px / 2

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            spans, line = [*self._spans()], self._line_of(self.edit.caret)
            other = line + (1 if event.key == pygame.K_DOWN else -1)
            if not 0 <= other < len(spans):
                return False
            place = min(spans[other][0] + self.edit.caret - spans[line][0], spans[other][1])
            self.edit.select(self.edit.anchor if event.mod & pygame.KMOD_SHIFT else place, place)
            return True
        return super().key(event)

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        px, font = pictures.px, pictures.font("small")
        self._draw_ground(surface, pictures)
        spans, high = [*self._spans()], font.get_height()
        room, caret = max(1, int((self.box.height - self._pad_px) // high)), self._line_of(self.edit.caret)
        self._first_line = max(0, min(max(self._first_line, caret - room + 1), caret, len(spans) - 1))
        first, last = self.edit.selection
        for row, (start, end) in enumerate(spans[self._first_line : self._first_line + room]):
            x, y = round(self.box.x) + self._pad_px, round(self._top) + row * high
            text = self.text[start:end]
            surface.blit(font.render(printable(text, len(text)), True, TEXT), (x, y))
            left, right = max(first, start), min(last, end)
            if self._has_keyboard and left < right:
                at = x + font.size(self.text[start:left])[0]
                marked = font.render(printable(self.text[left:right], right - left), True, INK)
                surface.fill(GOLD, (at, y, marked.get_width(), high))
                surface.blit(marked, (at, y))
            if self._has_keyboard and row + self._first_line == caret:
                surface.fill(GOLD, (x + font.size(self.text[start : self.edit.caret])[0], y, px(1.5), high))


class GrowingTable(Widget):
    """The table as far as its cards are typed."""

    takes_enter = False

    def __init__(self, context: Context, choice: Callable[[], Choice]) -> None:
        self._context, self._choice = context, choice
        self._picture: tuple[Choice, tuple[int, int], pygame.Surface] | None = None

    @property
    def spoken(self) -> WidgetDescription:
        return WidgetDescription("", msg("{count} cards so far", count=self._choice().read.told))

    def width(self, pictures: Pictures) -> int:
        return pictures.px(300)

    def max_height(self, pictures: Pictures, width_px: float) -> float:
        return width_px / ASPECT

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        if self.box == NOWHERE or self.box.height < 1:
            return
        height = int(self.box.height)
        size = min(int(self.box.width), int(height * ASPECT)), height
        choice = self._choice()
        if self._picture is None or self._picture[:2] != (choice, size):
            game = Game(Deal(choice.variant, None, None, choice.read.position))
            self._picture = choice, size, drawn_position(self._context, game, size)
        x = round(self.box.x + (self.box.width - size[0]) / 2)
        surface.blit(self._picture[2], (x, round(self.box.y)))


class CardsScreen(FormScreen):
    """Asks for the cards of a deal, in any format, and begins a game with them."""

    def __init__(self, context: Context, text: str = "") -> None:
        """`text` was pasted, dropped or typed elsewhere."""
        super().__init__(context, msg("Your own cards"))
        self.choice = choice_of(text) or Choice.typed(VARIANTS["rush"](), text)
        self.field = CardsField(text, self._typed)
        self._table = GrowingTable(context, lambda: self.choice)
        play = msg_p("a button", "Play")
        self.panel.buttons = [
            Button(play, "play", self.enter, is_strong=True),
            Button(msg_p("a button", "Clear"), "restart", self._clear),
            Button(msg_p("a button", "Cancel"), "close", self.close),
        ]
        self._put_rows()
        self.focus.begin_with(self.field)
        self.panel.sentence = self._sentence()
        self.panel.sentence_colour = WARNING if text and self.choice.read.fault else TEXT

    def _put_rows(self) -> None:
        name = self.choice.variant.name
        games = [(variant.short_title or variant.title, key) for key, variant in VARIANTS.items()]
        game = RadioGroup(games, lambda: self.choice.variant.name, self._choose_game)
        options = view_class(name).tile_options
        rules = RadioGroup(options, self._chosen, self._choose) if options else None
        self.panel.rows = [
            FormRow("", "", game),
            *([FormRow(msg_p("a field", "Rules"), "", rules)] if rules else []),
            FormRow(
                msg_p("a field", "Cards"),
                msg("in dealing order, or as piles: t1: ?? KS"),
                self.field,
                is_below=True,
            ),
            FormRow("", "", self._table, is_below=True, grows=True),
        ]

    def take(self, text: str) -> None:
        """Another text was dropped on the window."""
        self.field.set_text(text)
        if (choice := choice_of(text)) is not None:
            self._use(choice.variant)
        self._typed()

    def _choose_game(self, name: str) -> None:
        fitting = (
            variant for variant in variants(name) if read_deal(variant, self.field.text).deal is not None
        )
        self._use(next(fitting, variants(name)[0]))

    def _chosen(self) -> str:
        variant = self.choice.variant
        options = (text for _, text in view_class(variant.name).tile_options)
        return next((text for text in options if find_variant(variant.name, text.split()) == variant), "")

    def _choose(self, options: str) -> None:
        self._use(find_variant(self.choice.variant.name, options.split()))

    def _use(self, variant: Variant) -> None:
        self.choice = Choice.typed(variant, self.field.text)
        at = self._focused
        self._put_rows()
        self.lay_out()
        if at not in self.panel.widgets:
            self.focus.go_to(self.field)
        self._tell()

    def _typed(self) -> None:
        self.choice = Choice.typed(self.choice.variant, self.field.text)
        self._tell()

    def _tell(self) -> None:
        self.panel.sentence_colour = WARNING if self.choice.read.fault else TEXT
        self.say(self._sentence())
        self.redraw()

    def _sentence(self) -> str:
        read = self.choice.read
        if read.told == 0 and not self.field.text.strip():
            return msg("Type the cards, paste them, or drop a file here.")
        if read.fault is not None:
            return msg("{reason}.", reason=read.fault).capitalised()
        return msg("All cards are there.")

    def _clear(self) -> None:
        self.field.set_text("")
        self.go_to(self.field)
        self._typed()

    def enter(self) -> None:
        read = read_deal(self.choice.variant, self.field.text)
        if read.deal is None:
            self.refuse(msg("{reason}.", reason=read.fault).capitalised())
            return
        saved = SavedGame(Game(read.deal), read.tags, 0)
        self.context.navigation.table(self.context.sessions.open_file(saved))
