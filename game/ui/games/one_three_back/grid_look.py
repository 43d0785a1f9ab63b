"""How a grid of stacks looks: what of it is in view, the deck beside it, sizes, marks, the bar.

Knows places and drawing; must not know what input means or why the view moves. Stacks are
piles from 1 on; the deck, pile 0, stands beside the grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pygame

from game.rules.one_three_back import DECK, STACKS, OneThreeBack
from game.rules.position import Move
from game.session.session import Session
from game.ui.drawing.canvas import Canvas, Picture
from game.ui.drawing.layout import Box, Point, Slot
from game.ui.drawing.theme import QUIET, TEXT
from game.ui.games.one_three_back.edge_marks import EdgeMarks
from game.ui.games.one_three_back.grid import ACROSS, ROWS, Grid, lay_out_grid, rows_that_fit
from game.ui.games.one_three_back.scroll import Scroll
from game.ui.games.one_three_back.scroll_bar import BAR_PX, ScrollBar
from game.ui.scene import Stage
from game.ui.table.practice import PracticeTable

LEAST_CARD_PX = 100
"""More rows than three are shown only while cards stay as wide as that."""
SEEN_SHARE = 0.5
"""A stack is in view when so much of its height is."""


class GridLook(PracticeTable):
    """A view on a grid of stacks."""

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        super().__init__(stage, session, is_fresh)
        self.scroll = Scroll(ROWS)
        self.bar = ScrollBar(self.scroll, stage.pictures)
        self.edges = EdgeMarks(stage.pictures)
        self.grid: Grid
        self._lit: frozenset[int] = frozenset()

    # The game --------------------------------------------------------------------------------------

    @property
    def stacks(self) -> int:
        """How many stacks lie on the grid."""
        return cast(OneThreeBack, self.variant).stacks(self.game.position)

    @property
    def cards_left(self) -> int:
        """How many cards the deck still has."""
        return len(self.game.position.piles[DECK])

    @property
    def merges(self) -> list[Move]:
        """All merges that are possible now."""
        return cast(OneThreeBack, self.variant).merges(self.game.position)

    @property
    def shows_moves(self) -> bool:
        """Whether every stack that can be merged is marked."""
        return self.stage.settings.possible_moves

    # Layout ----------------------------------------------------------------------------------------

    def lay_out(self, room: Box) -> tuple[tuple[int, int], Sequence[Slot]]:
        pictures, settings = self.stage.pictures, self.stage.settings
        bar_px = pictures.px(BAR_PX)
        least_px = LEAST_CARD_PX * pictures.unit
        rows = rows_that_fit(room, bar_px, least_px) if settings.more_rows else ROWS
        self.grid = lay_out_grid(room, rows, bar_px, settings.left_handed)
        self.view = Box(room.x, self.grid.view.y, room.width, self.grid.view.height)
        self.bar.track = self.grid.track
        self.scroll.view_rows = rows
        self.scroll.set_rows(self.rows)
        self.scroll.jump_to(round(self.scroll.target))
        return (self.grid.card_width, self.grid.card_height), self.grid_slots()

    @property
    def rows(self) -> int:
        """How many rows the stacks fill."""
        return -(-self.stacks // ACROSS)

    def grid_slots(self) -> list[Slot]:
        """Where the deck and all stacks stand now."""
        # What lies beyond the last row is never seen: it must not make the table look taller.
        last = self.scroll.rows * ACROSS - 1
        places = [self.grid.place(min(pile - 1, last), self.scroll.offset) for pile in STACKS]
        return [Slot(*self.grid.deck), *(Slot(*place) for place in places)]

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.write_sizes()

    def stock_point(self) -> Point:
        return self.grid.deck

    def empty_symbol(self, pile: int) -> tuple[str, str]:
        return ("icon", "check") if pile == DECK else ("", "")

    @property
    def rows_in_view(self) -> str:
        """Which rows are in view, in words."""
        first = round(self.scroll.offset)
        if not self.scroll.furthest:
            return f"{self.scroll.rows}"
        return f"{first + 1}–{first + self.scroll.view_rows} of {self.scroll.rows}"

    def write_sizes(self) -> None:
        """Says on every stack how many cards it has."""
        piles = self.game.position.piles
        self.spread.set_badges(
            {piles[pile][-1].identity: self.edges.badge(len(piles[pile])) for pile in STACKS if piles[pile]}
        )

    # Drawing ---------------------------------------------------------------------------------------

    def paint_cards(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        # Of the rows beyond both edges the shadows are seen.
        first, last = int(self.scroll.offset) - 1, int(self.scroll.offset) + self.scroll.view_rows + 2
        piles = range(max(0, first) * ACROSS + 1, min(last, self.scroll.rows) * ACROSS + 1)
        for pile in (DECK, *(pile for pile in piles if pile in STACKS)):
            if not self.spread.badges_of(pile):  # else a card lies there that hides it
                self._paint_slot(surface, area, pile)
            self.spread.paint_pile(surface, area, pile)
        if area.colliderect(self.count_box()):
            self._paint_count(surface)
        if area.colliderect(self.bar.track):
            self.bar.stacks, self.bar.lit = self.stacks, self._lit
            self.bar.paint(surface)

    def count_box(self) -> Box:
        """Where the number of cards left in the deck stands."""
        pictures, deck = self.stage.pictures, self.grid.deck
        height = pictures.font("large", True).get_height() + pictures.font("small").get_height()
        return Box(deck.x, deck.y + self.grid.card_height + pictures.px(8), self.grid.card_width, height)

    def _paint_count(self, surface: pygame.Surface) -> None:
        pictures, box = self.stage.pictures, self.count_box()
        number = pictures.text(str(self.cards_left), "large", TEXT, True)
        words = pictures.text("card left" if self.cards_left == 1 else "cards left", "small", QUIET)
        for text, y in ((number, box.y), (words, box.y + number.get_height())):
            surface.blit(text, (round(box.centre.x - text.get_width() / 2), round(y)))

    def damage_grid(self) -> None:
        """Has the grid and its bar painted anew."""
        self.canvas.damage(self.grid.view.grown(self.stage.pictures.margin))
        self.canvas.damage(self.bar.track)

    def draw(self, alpha: float) -> None:
        lit: set[int] = set()
        if self.picked is not None:
            lit = {pile - 1 for pile in self.picked.targets}
        elif self.shows_moves:
            lit = {move.source - 1 for move in self.merges}
        if lit != self._lit:
            self._lit = frozenset(lit)
            self.canvas.damage(self.bar.track)
        super().draw(alpha)

    def marked(self) -> list[Picture]:
        picked = self.picked
        if picked is not None:
            piles = {picked.pile, *picked.targets}
            marks = super().marked()
        else:
            piles = {move.source for move in self.merges} if self.shows_moves else set()
            marks = [self.marks.target(self.spread.top_box(pile), False) for pile in sorted(piles)]
        return [*marks, *(badge for pile in sorted(piles) for badge in self.spread.badges_of(pile))]

    def ringed(self) -> list[Picture]:
        arrows = [
            (pile, self.spread.top_box(pile), self.game.position.piles[pile][-1].sign)
            for pile in self.hidden_targets
        ]
        return [*self._in_view(super().ringed()), *self.edges.arrows(arrows, self.grid.view)]

    @property
    def hidden_targets(self) -> list[int]:
        """Where the picked stack may go, as far as it is out of view."""
        targets = [] if self.picked is None else self.picked.targets
        boxes = [(pile, self.spread.top_box(pile)) for pile in targets]
        return [pile for pile, box in boxes if box.within(self.grid.view).height < SEEN_SHARE * box.height]
