"""Scrolling view of a grid of stacks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import pygame

from game.message import msg, msg_p
from game.play.game import Action
from game.rules.one_three_back import DECK, STACKS
from game.rules.position import Move, Position, Travel
from game.ui.drawing.layout import Box
from game.ui.games.one_three_back.scroll import ACROSS, ROWS, EdgeMarks, Grid, Scroll, ScrollBar
from game.ui.games.one_three_back.view import COUNT_GAP_PX, OneThreeBackView, count_px, count_texts
from game.ui.table.part import Part
from game.ui.table.seen_and_heard import Places
from game.ui.table.table import Table

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

    def __init__(self, table: Table, view: OneThreeBackView) -> None:
        self._table, self._view, table.area.places = table, view, self
        self.scroll = Scroll(ROWS)
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
        self.bar.track = self.grid.track
        self.scroll.view_rows = self._view.view_rows(table.area.space)
        self.scroll.set_rows(self._view.rows(table.game.position))
        self.scroll.jump_to(self.scroll.furthest if self._opens_at_end else round(self.scroll.target))
        self._place()

    def on_layout(self) -> None:
        self._write_sizes()

    def _place(self) -> None:
        """Brings the slots to where the scroll is now."""
        self._table.area.slots = self._view.slots(self.grid, self.scroll.rows, self.scroll.offset)
        # Of the rows beyond both edges the shadows are seen.
        first, last = int(self.scroll.offset) - 1, int(self.scroll.offset) + self.scroll.view_rows + 2
        piles = range(max(0, first) * ACROSS + 1, min(last, self.scroll.rows) * ACROSS + 1)
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
            self.scroll.show((pile - 1) // ACROSS, self._table.speed)
            self._follow()

    def bring_into_view(self, *piles: int) -> None:
        for pile in piles:
            self.scroll.show((pile - 1) // ACROSS, 0.0)
        self._follow()

    def glide_to(self, offset: float) -> None:
        """Sets out for an offset, in rows."""
        self.scroll.glide_to(offset, self._table.speed)
        self._follow()

    def key(self, key: int) -> None:
        """Takes a key that may scroll."""
        scroll = self.scroll
        ways = {
            pygame.K_PAGEUP: scroll.target - scroll.view_rows,
            pygame.K_PAGEDOWN: scroll.target + scroll.view_rows,
            pygame.K_HOME: 0.0,
            pygame.K_END: float(scroll.furthest),
        }
        if key in ways:
            self.glide_to(ways[key])

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
            table.canvas.damage(self.bar.track)  # the thumb may move by less than the cards

    def _damage_grid(self) -> None:
        """Marks the grid and its bar to be repainted."""
        self._table.canvas.damage(self.grid.view.grown(self._table.context.pictures.margin))
        self._table.canvas.damage(self.bar.track)

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
        if up > 0 and moved < -zone / 3 and self.scroll.offset > 0:
            return -EDGE_ROWS_S * min(1.0, up / zone)
        bottom = view.y + view.height
        down = max(held.y + held.height - bottom - hangs_out, y - bottom + zone)
        if down > 0 and moved > zone / 3 and self.scroll.offset < self.scroll.furthest:
            return EDGE_ROWS_S * min(1.0, down / zone)
        return 0.0

    @property
    def is_animating(self) -> bool:
        return self.scroll.is_moving or self._edge_pull() != 0

    def update(self, step_s: float) -> None:
        pull = self._edge_pull()
        if pull:
            self._was_pulled = True
            self.scroll.jump_to(self.scroll.offset + pull * step_s)
        elif self.scroll.is_moving:
            self.scroll.step(step_s)
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
        first = max(action.source, round(self.scroll.offset) * ACROSS + 1)
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
                self._table.canvas.damage(self.bar.track)
                self._follow()
            return self.bar.is_grabbed
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            if self.bar.release(self._table.speed):
                self._table.canvas.damage(self.bar.track)
                self._follow()
                return True
            self._come_to_rest()
        return False

    def _press(self, at: tuple[float, float]) -> bool:
        self._at, self._pressed_y = at, at[1]
        if self._table.asked.is_autoplaying():
            return False
        if self.bar.press(at, self._table.speed):
            self._table.pointed()
            self._table.canvas.damage(self.bar.track)
            self._follow()
            return True
        pile = self.edges.arrow_at(at)
        if pile is not None:
            self.show_stack(pile)
            return True
        # What is pressed must not slip away under the pointer.
        self._bound_for = self.scroll.target if self.scroll.is_moving else None
        self.scroll.stop()
        return False

    def _come_to_rest(self) -> None:
        """Ends a drag at a whole row, or continues to the target of a press."""
        bound_for, self._bound_for = self._bound_for, None
        if self._was_pulled:
            self._was_pulled = False
            bound_for = round(self.scroll.offset)
        if bound_for is not None and not self.scroll.is_moving:
            self.glide_to(bound_for)

    def _wheel(self, notches: float) -> None:
        if notches == int(notches):
            self.glide_to(round(self.scroll.target) - notches)
        else:  # a touchpad's own motion is smooth
            self.scroll.jump_to(self.scroll.offset - notches)
            self._follow()

    # Drawing ---------------------------------------------------------------------------------------

    def status_facts(self) -> Sequence[tuple[str, str]]:
        scroll, first = self.scroll, round(self.scroll.offset)
        shown = str(scroll.rows)
        if scroll.furthest:
            last = first + scroll.view_rows
            # Translators: the rows that are in view, of all.
            shown = msg("{first}–{last} of {all}", first=first + 1, last=last, all=scroll.rows)
        return [(msg_p("a count", "Rows"), shown)]

    def light(self, stacks: Collection[int]) -> None:
        """Marks stacks on the bar, counted from 0."""
        if stacks != self.bar.lit:
            self.bar.lit = stacks
            self._table.canvas.damage(self.bar.track)

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        if area.colliderect(self.bar.track):
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
