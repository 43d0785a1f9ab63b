"""Rules of a game on one page: goal, rules, controls, one picture. Scrolls if necessary."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import pygame

from game.message import labelled, msg, msg_p
from game.play.deal import deal_number
from game.rules.variant import Variant
from game.ui.drawing.canvas import draw_panel, draw_thumb, fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET, TEXT
from game.ui.drawing.words import wrapped
from game.ui.forms.file_list import SCROLLS, STEP_PX
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.widgets import NOWHERE, Button, row_of
from game.ui.games.tables import SHOWN_DEAL, small_table, view_class
from game.ui.screen import Context
from game.ui.table.view import SeenPage

WIDTH_PX = 1120


def rules_of(context: Context, variant: Variant, table: Collection[str]) -> RulesScreen:
    """The page of a table with these options (see `Page.seen`), and a table of that game as the picture."""
    view, px = view_class(variant.name), context.pictures.px

    def picture(width: int) -> pygame.Surface:
        size = (width, round(width * 0.56))
        block = pygame.Surface((width, size[1] + px(14)), pygame.SRCALPHA)
        fill_rounded(block, Box(0, 0, *size), (0, 0, 0, 50), px(10))
        block.blit(small_table(context, deal_number(variant, SHOWN_DEAL), size), (0, 0))
        return block

    told = view.words_of(variant, names_limit=True, options=" ".join(table))
    return RulesScreen(context, variant.title, view.page.seen(table), picture, told)


class RulesScreen(ButtonScreen):
    """Lays a page over the present screen; Esc, F1 or the button leads back."""

    def __init__(
        self,
        context: Context,
        heading: str,
        page: SeenPage,
        picture: Callable[[int], pygame.Surface],
        options: str = "",
    ) -> None:
        """`picture` is drawn at a width, above the controls; `options` stand below the heading."""
        super().__init__(context)
        self.help = context.back
        self.heading, self._options, self._page, self._picture = heading, options, page, picture
        self._back = Button(msg_p("a button", "Back"), "back", context.back, is_strong=True)
        self.focus.begin_with(self._back)
        self._scroll_px = 0
        self._text: pygame.Surface
        self._view = NOWHERE

    @property
    def title(self) -> str:
        return msg("{game} — rules", game=self.heading)

    @property
    def buttons(self) -> list[Button]:
        return [self._back]

    @property
    def spoken_lines(self) -> Sequence[str]:
        page = self._page
        controls = (labelled(how, what) for how, what in page.controls)
        options = [self._options] if self._options else []
        return [*options, page.goal, *page.rules, *page.strategy, *controls]

    # Layout --------------------------------------------------------------------------------------

    min_px = (0, 0)  # its text is scrolled

    def lay_out(self) -> None:
        pictures, size = self.context.pictures, self.canvas.size
        px = pictures.px
        width = min(size[0] - px(32), px(WIDTH_PX))
        self._panel = Box((size[0] - width) // 2, px(16), width, size[1] - px(32))
        y = self._panel.y + self._panel.height - px(58)
        row_of([self._back], pictures, size[0] / 2, y, pictures.button_px(42))
        pad = px(28)
        top = self._panel.y + pad + pictures.font("title", True).get_height()
        if self._options:
            top += pictures.font("body").get_height()
        self._view = Box(self._panel.x + pad, top, width - 2 * pad, self._back.box.y - px(12) - top)
        self._text = self._written(round(self._view.width))
        self._scroll(0)

    def _written(self, width: int) -> pygame.Surface:
        """Everything but the heading, as high as it needs to be."""
        pictures, gap = self.context.pictures, self.context.pictures.px(36)
        two = width > pictures.px(760)
        column = (width - gap) // 2 if two else width
        page = self._page
        parts = [
            (msg_p("part of the rules", "Goal"), [page.goal]),
            (msg_p("part of the rules", "Rules"), page.rules),
            (msg_p("part of the rules", "Strategy"), page.strategy),
        ]
        left = paragraphs(pictures, column, [part for part in parts if part[1]])
        picture, controls = self._picture(column), self._controls(column)
        right = picture.get_height() + controls.get_height()
        height = max(left.get_height(), right) if two else left.get_height() + right
        whole = pygame.Surface((width, height), pygame.SRCALPHA)
        whole.blit(left, (0, 0))
        x, y = (width - column, 0) if two else (0, left.get_height())
        whole.blit(picture, (x, y))
        whole.blit(controls, (x, y + picture.get_height()))
        return whole

    def _controls(self, width: int) -> pygame.Surface:
        pictures, px = self.context.pictures, self.context.pictures.px
        first = round(width * 0.42)
        lines: list[tuple[pygame.Surface, int, int]] = [
            (pictures.text(msg_p("part of the rules", "Controls"), "body", GOLD, True), 0, 0)
        ]
        y = pictures.font("body", True).get_height() + px(4)
        for how, what in self._page.controls:
            top = y
            for column, words, colour in ((0, how, TEXT), (first, what, QUIET)):
                row_y = top
                for line in wrapped(
                    words, pictures, (first if not column else width - first) - px(10), "small"
                ):
                    lines.append((pictures.text(line, "small", colour), column, row_y))
                    row_y += pictures.font("small").get_height() + px(2)
                y = max(y, row_y + px(3))
        return _stacked(width, y, lines)

    # Input ---------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y * self.context.pictures.px(STEP_PX))
        elif event.type == pygame.KEYDOWN and event.key in SCROLLS:
            steps, heights = SCROLLS[event.key]
            self._scroll(round(steps * self.context.pictures.px(STEP_PX) + heights * self._view.height))
        else:
            super().handle(event)

    def _scroll(self, by_px: int) -> None:
        most = max(0, self._text.get_height() - int(self._view.height))
        self._scroll_px = min(most, max(0, self._scroll_px + by_px))
        self.redraw()

    # Drawing -------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures, px = self.context.pictures, self.context.pictures.px
        draw_panel(surface, self._panel, pictures, self.context.table)
        title = pictures.text(self.heading, "title", TEXT, True)
        surface.blit(title, (self._view.x, self._panel.y + px(14)))
        if self._options:
            below = self._panel.y + px(14) + title.get_height()
            surface.blit(pictures.text(self._options, "body", QUIET), (self._view.x, below))
        part = (0, self._scroll_px, int(self._view.width), int(self._view.height))
        surface.blit(self._text, (self._view.x, self._view.y), part)
        if self.sentence:
            words = pictures.text(self.sentence, "small", GOLD)
            left, back = self._view.x, self._back.box
            y = round(back.centre.y - words.get_height() / 2)
            if left + words.get_width() > back.x - px(10):  # no room beside the button: below the heading
                y = round(self._view.y - words.get_height())
            surface.blit(words, (left, y))
        draw_thumb(surface, self._view, self._text.get_height(), self._scroll_px, px(10), px(6))


def paragraphs(pictures: Pictures, width: int, parts: Sequence[tuple[str, Sequence[str]]]) -> pygame.Surface:
    """Paragraphs under their headings, in a width."""
    px = pictures.px
    lines: list[tuple[pygame.Surface, int, int]] = []
    y = 0
    for heading, paragraphs in parts:
        lines.append((pictures.text(heading, "body", GOLD, True), 0, y))
        y += pictures.font("body", True).get_height() + px(4)
        for paragraph in paragraphs:
            for line in wrapped(paragraph, pictures, width):
                lines.append((pictures.text(line, "body", TEXT), 0, y))
                y += pictures.font("body").get_height() + px(2)
            y += px(7)
        y += px(8)
    return _stacked(width, y, lines)


def _stacked(width: int, height: int, lines: list[tuple[pygame.Surface, int, int]]) -> pygame.Surface:
    block = pygame.Surface((width, height), pygame.SRCALPHA)
    for text, x, y in lines:
        block.blit(text, (x, y))
    return block
