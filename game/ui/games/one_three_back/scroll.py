"""Scrolling view of a grid of stacks: rows in view, their motion, the bar with its map, and edge marks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import cast

import pygame

from game.message import msg, msg_p
from game.play.game import Action
from game.rules.one_three_back import DECK, STACKS
from game.rules.position import Move, Position, Travel
from game.ui.cards.sprite import ease_out
from game.ui.drawing.canvas import Picture, fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.scroll import KEYS, Scroll
from game.ui.drawing.theme import GOLD, INK, RGB, TEXT
from game.ui.games.one_three_back.view import (
    ACROSS,
    COUNT_GAP_PX,
    ROWS,
    Grid,
    OneThreeBackView,
    count_px,
    count_texts,
)
from game.ui.table.part import Part
from game.ui.table.seen_and_heard import Places
from game.ui.table.table import Table

SCROLL_S = 0.26
"""Duration of a glide."""


class RowScroll(Scroll):
    """A view on rows, which glides.

    >>> scroll = RowScroll(view=3)
    >>> scroll.set_rows(5)
    >>> scroll.show(4, 1)
    True
    >>> scroll.jump_to(scroll.target)
    True
    >>> scroll.at
    2
    """

    def __init__(self, view: int, slow_down: Callable[[], float] = lambda: 1.0) -> None:
        """`slow_down` gives the factor of durations, 0 for none."""
        super().__init__()
        self.view = self.whole = view
        self.notch, self._slow_down = 1, slow_down
        self._from = self._to = 0.0
        self._duration_s = self._passed_s = SCROLL_S

    @property
    def is_moving(self) -> bool:
        """Whether it glides."""
        return self._passed_s < self._duration_s

    @property
    def target(self) -> float:
        return self._to if self.is_moving else self.at

    def set_rows(self, rows: int) -> None:
        """Sets the number of rows; the view stays until it glides or jumps."""
        self.whole = max(rows, self.view)

    def go_to(self, at: float) -> bool:
        at, slow_down = min(max(0.0, at), float(self.furthest)), self._slow_down()
        if at == self.target and self.is_moving:
            return False
        if at == self.at or not slow_down:
            return self.jump_to(at)
        self._from, self._to = self.at, at
        self._duration_s, self._passed_s = SCROLL_S * slow_down, 0.0
        return True

    def jump_to(self, at: float) -> bool:
        before, self.at = self.at, min(max(0.0, at), float(self.furthest))
        self._passed_s = self._duration_s
        return self.at != before

    def key(self, key: int) -> bool:
        return self.by(KEYS[key][1] * self.view)

    def advance(self, step_s: float) -> None:
        """Advances a glide."""
        if self.is_moving:
            self._passed_s += step_s
            share = min(1.0, self._passed_s / self._duration_s)
            self.at = self._from + (self._to - self._from) * ease_out(share)


MIN_THUMB_PX = 36
TRACK = (0, 0, 0, 70)
THUMB = (255, 255, 255, 34)
THUMB_HOT = (255, 255, 255, 62)
DOT: RGB = (0xA9, 0xC0, 0xB4)


class ScrollBar:
    """Draws a scroll's rows, and the stacks in them."""

    def __init__(self, scroll: RowScroll, pictures: Pictures) -> None:
        self._scroll, self._pictures = scroll, pictures
        self.stacks = 0
        self.lit: Collection[int] = ()  # the stacks that are marked, from 0
        self.is_hot = False

    def move(self, at: tuple[float, float]) -> bool:
        """Moves what is held, or lights up; returns whether anything of it has changed."""
        if self._scroll.drag(at[1]):
            return True
        was_hot = self.is_hot
        self.is_hot = self._scroll.furthest > 0 and self._scroll.thumb.contains(at)
        return was_hot != self.is_hot

    # Drawing -------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Draws all of it; nothing until there is something to scroll."""
        if not self._scroll.furthest:
            return
        track = self._scroll.track
        surface.blit(self._ground(track, TRACK, 0), track[:2])
        is_lit = self.is_hot or self._scroll.is_grabbed
        thumb = Box(*map(round, self._scroll.thumb))
        fill, line = (THUMB_HOT, 210) if is_lit else (THUMB, 130)
        surface.blit(self._ground(thumb, fill, line), thumb[:2])
        for stack in range(self.stacks):
            colour = GOLD if stack in self.lit else DOT
            pygame.draw.rect(surface, colour, pygame.Rect(self._dot(stack)), border_radius=2)

    def _ground(self, box: Box, fill: tuple[int, ...], line: int) -> pygame.Surface:
        def make() -> pygame.Surface:
            ground = pygame.Surface((box.width, box.height), pygame.SRCALPHA)
            inside, radius = box._replace(x=0, y=0), self._pictures.px(8)
            fill_rounded(ground, inside, fill, radius)
            if line:
                outline(ground, inside, (*TEXT, line), radius, self._pictures.px(1.5))
            return ground

        return self._pictures.made(("scroll bar", box.width, box.height, fill, line), make)

    def _dot(self, stack: int) -> Box:
        (row, column), track = divmod(stack, ACROSS), self._scroll.track
        row_px = track.height / self._scroll.whole
        width = track.width / (ACROSS + 2)
        height = min(width * 1.4, row_px * 0.7)
        gap = width / 2
        x = track.centre.x + (column - 1) * (width + gap) - width / 2
        return Box(round(x), round(track.y + (row + 0.5) * row_px - height / 2), round(width), round(height))


SINGLE = (0xE4, 0xE2, 0xDA, 255)


class EdgeMarks:
    """Makes badges and arrows, and knows where the arrows are."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._arrows: list[tuple[Box, int]] = []

    def badge(self, count: int) -> pygame.Surface:
        """Number of cards in a stack; a single card needs little ink."""
        pictures = self._pictures

        def make() -> pygame.Surface:
            text = pictures.text(str(count), "small", TEXT if count > 1 else INK, count > 1)
            height = text.get_height() + pictures.px(2)
            width = max(height, text.get_width() + pictures.px(12))
            badge = _pill((width, height), (*INK, 235) if count > 1 else SINGLE)
            badge.blit(text, text.get_rect(center=badge.get_rect().center))
            return badge

        return pictures.made(("badge", count), make)

    @property
    def boxes(self) -> list[Box]:
        """Where the arrows are that were drawn last."""
        return [box for box, _ in self._arrows]

    def arrow_at(self, at: tuple[float, float]) -> int | None:
        """The pile that an arrow at this point leads to, or None."""
        return next((pile for box, pile in self._arrows if box.contains(at)), None)

    def arrows(self, targets: Sequence[tuple[int, Box, str]], view: Box) -> list[Picture]:
        """Arrows at the upper or lower edge of the view towards places beyond it, each with its words."""
        self._arrows = []
        drawn = []
        for pile, box, words in targets:
            is_above = box.centre.y < view.centre.y
            picture = self._arrow(words, is_above)
            width, height = picture.get_size()
            inset = self._pictures.px(6)
            x = round(min(max(view.x, box.centre.x - width / 2), view.x + view.width - width))
            y = round(view.y + inset if is_above else view.y + view.height - height - inset)
            self._arrows.append((Box(x, y, width, height), pile))
            drawn.append((picture, (x, y)))
        return drawn

    def _arrow(self, words: str, is_above: bool) -> pygame.Surface:
        pictures = self._pictures

        def make() -> pygame.Surface:
            text = pictures.text(words, "small", INK, True)
            tip, pad = pictures.px(12), pictures.px(10)
            height = text.get_height() + pictures.px(8)
            arrow = _pill((text.get_width() + tip + 3 * pad, height), (*GOLD, 245))
            middle, left = height / 2, pad
            up = -1 if is_above else 1
            points = [
                (left, -up * tip * 0.4),
                (left + tip, -up * tip * 0.4),
                (left + tip / 2, up * tip * 0.45),
            ]
            pygame.draw.polygon(arrow, INK, [(x, middle + y) for x, y in points])
            arrow.blit(text, (left + tip + pad, (height - text.get_height()) // 2))
            return arrow

        return pictures.made(("edge", words, is_above), make)


def _pill(size: tuple[int, int], colour: tuple[int, ...]) -> pygame.Surface:
    width, height = size
    large = pygame.Surface((2 * width, 2 * height), pygame.SRCALPHA)
    large.fill((*colour[:3], 0))
    pygame.draw.rect(large, colour, large.get_rect(), border_radius=height)
    return pygame.transform.smoothscale(large, size)


WAVE_S = 0.022
"""After a merge each later stack sets out this much after the one before it."""
WAVE_LONGEST_S = 0.25
EDGE_PX = 34
"""Distance from the view's edge at which a held stack scrolls it."""
HANGS_OUT = 0.15
"""Share of its height by which a held stack must leave the view to scroll it."""
EDGE_ROWS_S = 5.0
SEEN_SHARE = 0.5
"""A stack is in view when so much of its height is."""


class GridScroll(Part, Places):
    """The view on the grid."""

    def __init__(self, table: Table) -> None:
        self._table, self._view = table, cast(OneThreeBackView, table.view)
        self.scroll = RowScroll(ROWS, lambda: table.speed)
        self.bar = ScrollBar(self.scroll, table.context.pictures)
        self.edges = EdgeMarks(table.context.pictures)
        self.grid: Grid
        self._at: tuple[float, float] = (0, 0)
        self._pressed_y = 0.0
        self._bound_for: float | None = None
        self._was_pulled = False
        # Where a game goes on, until something is scrolled.
        self._opens_at_end = table.game.position != table.game.deal.position

    @property
    def scrolls(self) -> bool:  # type: ignore[override]
        return self.scroll.furthest > 0

    # Layout ----------------------------------------------------------------------------------------

    def on_slots(self) -> None:
        table = self._table
        self.grid = self._view.grid(table.area.space)
        room, view = table.area.room, self.grid.view
        table.area.seen_box = Box(room.x, view.y, room.width, view.height)
        self.scroll.track, self.scroll.least_px = self.grid.track, table.context.pictures.px(MIN_THUMB_PX)
        self.scroll.view = self._view.view_rows(table.area.space)
        self.scroll.set_rows(self._view.rows(table.game.position))
        self.scroll.jump_to(self.scroll.furthest if self._opens_at_end else round(self.scroll.target))
        self._place()

    def on_layout(self) -> None:
        self._write_sizes()

    def _place(self) -> None:
        """Brings the slots to where the scroll is now."""
        self._table.area.slots = self._view.slots(self.grid, self.scroll.whole, self.scroll.at)
        # Of the rows beyond both edges the shadows are seen.
        first, last = int(self.scroll.at) - 1, int(self.scroll.at) + self.scroll.view + 2
        piles = range(max(0, first) * ACROSS + 1, min(last, self.scroll.whole) * ACROSS + 1)
        self._table.area.seen_piles = (DECK, *(pile for pile in piles if pile in STACKS))

    def _write_sizes(self) -> None:
        """Says on every stack how many cards it has."""
        piles = self._table.game.position.piles
        badges = {piles[p][-1].identity: self.edges.badge(len(piles[p])) for p in STACKS if len(piles[p]) > 1}
        self._table.cards.set_badges(badges)

    # Scrolling -------------------------------------------------------------------------------------

    def show_stack(self, pile: int) -> None:
        """Brings a stack into view."""
        if pile != DECK:
            self.scroll.show((pile - 1) // ACROSS, 1)
            self._follow()

    def bring_into_view(self, *piles: int) -> None:
        for pile in piles:
            self.scroll.show((pile - 1) // ACROSS, 1)
            self.scroll.jump_to(self.scroll.target)
        self._follow()

    def glide_to(self, offset: float) -> None:
        """Sets out for an offset, in rows."""
        self.scroll.go_to(offset)
        self._follow()

    def key(self, key: int) -> None:
        """Takes a key that may scroll."""
        if key in KEYS and self.scroll.key(key):
            self._follow()

    def _follow(self) -> None:
        """Brings everything on the grid to where the scroll is now."""
        self._opens_at_end = False
        table, y = self._table, self._table.area.slots[1].y
        table.is_stale = True
        self._place()
        dy = table.area.slots[1].y - y
        if dy:
            table.cards.shift(STACKS, dy, table.area.slots)
            self._damage_grid()
            table.figures.changed()
        else:
            table.canvas.damage(self.scroll.track)  # the thumb may move by less than the cards

    def _damage_grid(self) -> None:
        """Marks the grid and its bar to be repainted."""
        self._table.canvas.damage(self.grid.view.grown(self._table.context.pictures.margin))
        self._table.canvas.damage(self.scroll.track)

    def hidden(self, piles: Sequence[int]) -> list[int]:
        """Those of these piles that are out of view."""
        boxes = [(pile, self._table.cards.top_box(pile)) for pile in piles]
        return [pile for pile, box in boxes if box.within(self.grid.view).height < SEEN_SHARE * box.height]

    def _edge_pull(self) -> float:
        """Scrolling speed of a stack held at an edge, in rows per second; up is negative."""
        held = self._table.cards.held_box()
        if held is None:
            return 0.0
        view, zone, y = self.grid.view, self._table.context.pictures.px(EDGE_PX), self._at[1]
        moved, hangs_out = y - self._pressed_y, HANGS_OUT * held.height
        # Either the stack hangs out of the view or the pointer is at its edge; but what is
        # taken up there scrolls nothing before it is carried further that way.
        up = max(view.y - held.y - hangs_out, view.y + zone - y)
        if up > 0 and moved < -zone / 3 and self.scroll.at > 0:
            return -EDGE_ROWS_S * min(1.0, up / zone)
        bottom = view.y + view.height
        down = max(held.y + held.height - bottom - hangs_out, y - bottom + zone)
        if down > 0 and moved > zone / 3 and self.scroll.at < self.scroll.furthest:
            return EDGE_ROWS_S * min(1.0, down / zone)
        return 0.0

    @property
    def is_animating(self) -> bool:
        return self.scroll.is_moving or self._edge_pull() != 0

    def update(self, step_s: float) -> None:
        pull = self._edge_pull()
        if pull:
            self._was_pulled = True
            self.scroll.jump_to(self.scroll.at + pull * step_s)
        elif self.scroll.is_moving:
            self.scroll.advance(step_s)
        else:
            return
        self._follow()

    # What an action does to the view -----------------------------------------------------------------

    def before_change(self) -> None:
        self.scroll.set_rows(self._view.rows(self._table.game.position))
        self._place()
        self._write_sizes()

    def delays_s(self, action: Action, found: Sequence[Travel]) -> Mapping[int, float]:
        if not isinstance(action, Move) or action.source < 0:
            return {}
        # Only the stacks that will be in view are watched; those further down go along.
        first = max(action.source, round(self.scroll.at) * ACROSS + 1)
        return {
            travel.card.identity: min(WAVE_LONGEST_S, max(0, travel.target - first) * WAVE_S)
            for travel in found
            if travel.target != action.target
        }

    def after_change(self, before: Position) -> None:
        self._damage_grid()
        self._table.canvas.damage(self.count_box())
        piles = zip(STACKS, before.piles[1:], self._table.game.position.piles[1:], strict=True)
        self.show_stack(next((pile for pile, old, new in piles if old != new), DECK))

    # Input -----------------------------------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> bool:
        if self._table.panel is not None:
            return False
        if event.type == pygame.MOUSEWHEEL:
            self._wheel(getattr(event, "precise_y", event.y))
        elif event.type == pygame.MOUSEMOTION:
            self._at = event.pos
            is_free = self._table.cards.held_box() is None
            if is_free and self.bar.move(event.pos):
                self._table.canvas.damage(self.scroll.track)
                self._follow()
            return self.scroll.is_grabbed
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            if self.scroll.release():
                self.scroll.go_to(round(self.scroll.at))
                self._table.canvas.damage(self.scroll.track)
                self._follow()
                return True
            self._come_to_rest()
        return False

    def _press(self, at: tuple[float, float]) -> bool:
        self._at, self._pressed_y = at, at[1]
        if self._table.asked.is_autoplaying():
            return False
        if self.scroll.press(at):
            self._table.pointed()
            self._table.canvas.damage(self.scroll.track)
            self._follow()
            return True
        pile = self.edges.arrow_at(at)
        if pile is not None:
            self.show_stack(pile)
            return True
        # What is pressed must not slip away under the pointer.
        self._bound_for = self.scroll.target if self.scroll.is_moving else None
        self.scroll.jump_to(self.scroll.at)
        return False

    def _come_to_rest(self) -> None:
        """Ends a drag at a whole row, or continues to the target of a press."""
        bound_for, self._bound_for = self._bound_for, None
        if self._was_pulled:
            self._was_pulled = False
            bound_for = round(self.scroll.at)
        if bound_for is not None and not self.scroll.is_moving:
            self.glide_to(bound_for)

    def _wheel(self, notches: float) -> None:
        if notches == int(notches):
            self.glide_to(round(self.scroll.target) - notches)
        else:  # a touchpad's own motion is smooth
            self.scroll.jump_to(self.scroll.at - notches)
            self._follow()

    # Drawing ---------------------------------------------------------------------------------------

    def status_facts(self) -> Sequence[tuple[str, str]]:
        scroll, first = self.scroll, round(self.scroll.at)
        shown = str(scroll.whole)
        if scroll.furthest:
            last = first + scroll.view
            # Translators: the rows that are in view, of all.
            shown = msg("{first}–{last} of {all}", first=first + 1, last=last, all=scroll.whole)
        return [(msg_p("a count", "Rows"), shown)]

    def light(self, stacks: Collection[int]) -> None:
        """Marks stacks on the bar, counted from 0."""
        if stacks != self.bar.lit:
            self.bar.lit = stacks
            self._table.canvas.damage(self.scroll.track)

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        if area.colliderect(self.scroll.track):
            self.bar.stacks = self._view.variant.stacks(self._table.game.position)
            self.bar.paint(surface)

    def paint_beside(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        if area.colliderect(self.count_box()):
            self._paint_count(surface)

    def count_box(self) -> Box:
        """Box of the number of cards left in the deck."""
        context, grid = self._table.context, self.grid
        pictures, gap = context.pictures, context.pictures.px(COUNT_GAP_PX)
        height = pictures.font("large", True).get_height() + pictures.font("small").get_height()
        width, y = count_px(pictures), grid.deck.y + (grid.card_height - height) // 2
        x = grid.deck.x + (-gap - width if context.settings.left_handed else grid.card_width + gap)
        return Box(x, y, width, height)

    def _paint_count(self, surface: pygame.Surface) -> None:
        pictures, box = self._table.context.pictures, self.count_box()
        number, words = count_texts(pictures, len(self._table.game.position.piles[DECK]))
        for text, y in ((number, box.y), (words, box.y + number.get_height())):
            surface.blit(text, (round(box.centre.x - text.get_width() / 2), round(y)))
