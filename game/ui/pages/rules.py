"""Rules of a game on one page: goal, rules, controls, one picture. Scrolls if necessary."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pygame

from game.message import labelled, msg, msg_p
from game.play.deal import deal_number
from game.rules.variant import Variant
from game.ui.drawing.canvas import fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET, panel_colour
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.tree import Column, Ends, Grid, Ground, Held, Node, Scroller, Shared, Size, Text
from game.ui.forms.widgets import Button
from game.ui.games.tables import SHOWN_DEAL, small_table, view_class
from game.ui.screen import Context
from game.ui.table.view import SeenPage

WIDTH_PX, MARGIN_PX = 1120, 16
COLUMN_PX = 362
"""Least width of a column beside another one."""
VIEW_PX = 120
PICTURE_SHARE = 0.56
"""Height of the small table, in its widths."""
KEYS_SHARE = 0.42


def rules_of(context: Context, variant: Variant, table: Collection[str]) -> RulesScreen:
    """The page of a table with these options (see `Page.seen`), and a table of that game as the picture."""
    view = view_class(variant.name)
    page = view.words_of(variant, names_limit=True, options=" ".join(table))
    return RulesScreen(context, variant.title, view.page.seen(table), SmallTable(context, variant), page)


class SmallTable(Node):
    """A small table of a game on a dark ground."""

    def __init__(self, context: Context, variant: Variant) -> None:
        self._context, self._variant = context, variant

    def measure(self, pictures: Pictures, width: float) -> Size:
        return width, round(width * PICTURE_SHARE)

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        size = int(self.box.width), int(self.box.height)
        fill_rounded(surface, self.box, (0, 0, 0, 50), pictures.px(10))
        deal = deal_number(self._variant, SHOWN_DEAL)
        surface.blit(small_table(self._context, deal, size), (round(self.box.x), round(self.box.y)))


class RulesScreen(ButtonScreen):
    """Lays a page over the present screen; Esc, F1 or the button leads back."""

    def __init__(
        self, context: Context, heading: str, page: SeenPage, beside: Node, options: str = ""
    ) -> None:
        """`beside` stands above the controls; `options` below the heading."""
        super().__init__(context)
        self.help = context.back
        self.heading, self._options, self._page = heading, options, page
        self._back = Button(msg_p("a button", "Back"), "back", context.back, is_strong=True)
        self.focus.begin_with(self._back)
        self._told = Text("")
        self._text = Scroller(
            Grid([self._rules(), Column([beside, self._controls()], 14)], 36, least_px=COLUMN_PX), VIEW_PX
        )

    @property
    def title(self) -> str:
        return msg("{game} — rules", game=self.heading)

    @property
    def spoken_lines(self) -> Sequence[str]:
        page = self._page
        controls = (labelled(how, what) for how, what in page.controls)
        options = [self._options] if self._options else []
        return [*options, page.goal, *page.rules, *page.strategy, *controls]

    def tree(self) -> Node:
        self._told = Text(self.sentence, "small", GOLD)
        options = [Text(self._options, colour=QUIET)] if self._options else []
        heading = Column([Text(self.heading, "title", bold=True), *options])
        said = [self._told] if self.sentence else []
        page = Column([Ends(heading, Held(self._back, 42), may_wrap=True), *said, self._text], 10)
        return Ground(page, (28, 14), colour=panel_colour(self.context.table))

    def column(self, size: tuple[int, int]) -> Box:
        margin = self.context.pictures.px(MARGIN_PX)
        width = min(size[0] - 2 * margin, self.context.pictures.px(WIDTH_PX))
        return Box((size[0] - width) // 2, margin, width, size[1] - 2 * margin)

    def _rules(self) -> Node:
        page = self._page
        return paragraphs(
            [
                (msg_p("part of the rules", "Goal"), [page.goal]),
                (msg_p("part of the rules", "Rules"), page.rules),
                (msg_p("part of the rules", "Strategy"), page.strategy),
            ]
        )

    def _controls(self) -> Node:
        keys = [
            Shared(Text(how, "small"), Text(what, "small", QUIET), KEYS_SHARE, 0, 10)
            for how, what in self._page.controls
        ]
        return Column([Text(msg_p("part of the rules", "Controls"), colour=GOLD, bold=True), *keys], 4)

    def say(self, sentence: str) -> None:
        super().say(sentence)
        self.changed()

    @property
    def sentence_box(self) -> Box:
        return self._told.box

    def handle(self, event: pygame.event.Event) -> None:
        if self._text.take(event, self.context.pictures):
            self.redraw()
        else:
            super().handle(event)


def paragraphs(parts: Sequence[tuple[str, Sequence[str]]]) -> Node:
    """Paragraphs under their headings."""
    return Column(
        [
            Column([Text(heading, colour=GOLD, bold=True), *map(Text, texts)], 6)
            for heading, texts in parts
            if texts
        ],
        14,
    )
