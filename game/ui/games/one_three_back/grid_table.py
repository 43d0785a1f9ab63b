"""A table whose stacks lie in a grid that scrolls: what moves the view, and what is meant by input.

Knows the scroll, the pointer and the keys; must not know what is said in words or how a
game ends.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.game import Action
from game.rules.one_three_back import DECK, STACKS
from game.rules.position import Move, Position, Travel
from game.session.session import Session
from game.ui.drawing.layout import Box
from game.ui.games.one_three_back.grid import ACROSS
from game.ui.games.one_three_back.grid_keys import GridKeys
from game.ui.games.one_three_back.grid_look import GridLook
from game.ui.scene import Stage

WAVE_S = 0.022
"""After a merge each later stack sets out this much after the one before it."""
WAVE_LONGEST_S = 0.25
EDGE_PX = 34
"""So near to the edge of the view a held stack scrolls it."""
HANGS_OUT = 0.15
"""So much of its height a held stack hangs out of the view before it scrolls it."""
EDGE_ROWS_S = 5.0


class GridTable(GridLook):
    """The moving view on a grid of stacks."""

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        super().__init__(stage, session, is_fresh)
        self.keyboard: GridKeys = GridKeys(self)
        self._at: tuple[float, float] = (0, 0)
        self._pressed_y = 0.0
        self._bound_for: float | None = None
        self._was_pulled = False

    # Scrolling -------------------------------------------------------------------------------------

    def show_stack(self, pile: int) -> None:
        """Brings a stack into view."""
        if pile != DECK:
            self.scroll.show((pile - 1) // ACROSS, self.speed)
            self._follow_scroll()

    def show_at_once(self, *piles: int) -> None:
        """Brings stacks into view without gliding there, the last one for certain."""
        for pile in piles:
            self.scroll.show((pile - 1) // ACROSS, 0.0)
        self._follow_scroll()

    def _follow_scroll(self) -> None:
        """Brings everything on the grid to where the scroll is now."""
        self.is_stale = True
        slots = self.grid_slots()
        dy = slots[1].y - self.slots[1].y
        if dy:
            self.slots = slots
            self.spread.shift(STACKS, dy, slots)
            self.damage_grid()
            self.refresh_bars()
        else:
            self.canvas.damage(self.bar.track)  # the thumb may move by less than the cards

    def _edge_pull(self) -> float:
        """How fast a stack held at an edge of the view scrolls it, in rows per second; up is negative."""
        held = self.spread.held_box()
        if held is None or not self.pointer.is_dragging:
            return 0.0
        view, zone, y = self.grid.view, self.stage.pictures.px(EDGE_PX), self._at[1]
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
    def is_moving(self) -> bool:
        if self.hides_cards:
            return False
        return super().is_moving or self.scroll.is_moving or self._edge_pull() != 0

    def update(self, step_s: float) -> None:
        super().update(step_s)
        pull = self._edge_pull()
        if pull:
            self._was_pulled = True
            self.scroll.jump_to(self.scroll.offset + pull * step_s)
        elif self.scroll.is_moving:
            self.scroll.step(step_s)
        else:
            return
        self._follow_scroll()

    # What an action does to the view -----------------------------------------------------------------

    def _show(self, before: Position, action: Action) -> None:
        self.scroll.set_rows(self.rows)
        self.slots = self.grid_slots()
        self.write_sizes()
        super()._show(before, action)
        self.damage_grid()
        self.canvas.damage(self.count_box())
        piles = zip(STACKS, before.piles[1:], self.game.position.piles[1:], strict=True)
        self.show_stack(next((pile for pile, old, new in piles if old != new), DECK))

    def delays_s(self, action: Action, found: Sequence[Travel]) -> dict[int, float]:
        if not isinstance(action, Move) or action.source < 0:
            return {}
        # Only the stacks that will be in view are watched; those further down go along.
        first = max(action.source, round(self.scroll.offset) * ACROSS + 1)
        return {
            travel.card.identity: min(WAVE_LONGEST_S, max(0, travel.target - first) * WAVE_S)
            for travel in found
            if travel.target != action.target
        }

    # Input -----------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        if self.panel is not None:
            super().handle(event)
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(getattr(event, "precise_y", event.y))
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.is_stale = True
            self.keyboard.key(pygame.K_d, event.mod)  # Enter deals; Space picks up and drops
        elif not self._scrolls(event):
            super().handle(event)
            if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
                self._come_to_rest()

    def _scrolls(self, event: pygame.event.Event) -> bool:
        """Takes an event that is meant for the scroll bar or an arrow at the edge."""
        if event.type == pygame.MOUSEMOTION:
            self._at = event.pos
            if not self.pointer.is_dragging and self.bar.move(event.pos):
                self.canvas.damage(self.bar.track)
                self._follow_scroll()
            return self.bar.is_grabbed
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            if self.bar.release(self.speed):
                self.canvas.damage(self.bar.track)
                self._follow_scroll()
                return True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        return False

    def _press(self, at: tuple[float, float]) -> bool:
        self._at, self._pressed_y = at, at[1]
        if self.finale.is_moving:
            return False
        if self.bar.press(at, self.speed):
            self.keyboard.hide()
            self.canvas.damage(self.bar.track)
            self._follow_scroll()
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
        """After a press the view goes on to where it was bound for; after a drag, to a whole row."""
        bound_for, self._bound_for = self._bound_for, None
        if self._was_pulled:
            self._was_pulled = False
            bound_for = round(self.scroll.offset)
        if bound_for is not None and not self.scroll.is_moving:
            self.scroll.glide_to(bound_for, self.speed)
            self._follow_scroll()

    def _wheel(self, notches: float) -> None:
        if not self.pointer.is_dragging:
            self.pointer.cancel()
        if notches == int(notches):
            self.scroll.glide_to(round(self.scroll.target) - notches, self.speed)
        else:  # a touchpad's own motion is smooth
            self.scroll.jump_to(self.scroll.offset - notches)
        self._follow_scroll()

    def other_key(self, key: int, modifiers: int) -> None:
        page = self.scroll.view_rows
        ways = {
            pygame.K_PAGEUP: self.scroll.target - page,
            pygame.K_PAGEDOWN: self.scroll.target + page,
            pygame.K_HOME: 0.0,
            pygame.K_END: float(self.scroll.furthest),
        }
        if key in ways:
            self.scroll.glide_to(ways[key], self.speed)
            self._follow_scroll()

    def place_at(self, at: tuple[float, float]) -> tuple[int, int] | None:
        if not self.grid.view.contains(at):
            return super().place_at(at) if self.spread.top_box(DECK).contains(at) else None
        place = super().place_at(at)
        # A stack is taken as a whole wherever it is pressed.
        return place if place is None or place[1] < 0 else (place[0], 0)

    def zones(self, pile: int) -> list[Box]:
        return [zone.within(self.grid.view) for zone in super().zones(pile)]
