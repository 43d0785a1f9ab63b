"""Start and end of a game: dealing, a solved game's last moves, and springing cards before the result."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.cards.sprite import Cascade
from game.ui.drawing.canvas import Picture
from game.ui.drawing.theme import DEAL_GAP_S, PLAY_OUT_S
from game.ui.table.bars import Weight
from game.ui.table.part import Part
from game.ui.table.result import ResultPanel
from game.ui.table.table import Table


class DealAnimation(Part):
    """Deals the cards of a new game."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._is_due = self._deals = table.is_dealing = True
        table.hurries.append(self._hurry)

    def on_layout(self) -> None:
        table = self._table
        if self._is_due:
            self._is_due = False
            order = table.view.deal_order(table.game.deal, table.game.position)
            table.cards.gather_at(table.view.stock_point(table.area.slots), tuple(order))
            delays = {card.identity: index * DEAL_GAP_S for index, card in enumerate(order)}
            table.cards.arrange(table.game.position, table.area.slots, delays)
            if table.cards.is_flying:
                table.sounds.play("shuffle")
        elif self._deals:
            table.cards.arrange(table.game.position, table.area.slots, at_once=True)

    def update(self, step_s: float) -> None:
        if not self._table.cards.is_flying:
            self._end()

    def _hurry(self) -> bool:
        self._end()
        return False

    def on_panel(self, hid: bool) -> None:
        if self._table.hides_cards:
            self._end()

    def _end(self) -> None:
        if self._deals and not self._is_due:  # who deals again later ends that
            self._deals = False
            self._table.cards.finish()
            self._table.end_dealing()


class Finale(Part):
    """Animation at the end of a game."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._gap_s, self._shortest_s = PLAY_OUT_S
        self._wait_s = self._gap_s
        self._trails: pygame.Surface | None = None  # the picture of a cascade that has ended
        self._is_result_due = table.game.is_over
        table.asked.is_autoplaying = self._is_autoplaying
        table.hurries.append(self._hurry)

    @property
    def is_animating(self) -> bool:
        return self._is_autoplaying() or self._counting is not None

    @property
    def _counting(self) -> ResultPanel | None:
        """The result whose total is being counted up."""
        panel = self._table.panel
        return panel if isinstance(panel, ResultPanel) and panel.is_counting else None

    def _is_autoplaying(self) -> bool:
        waits = self._is_result_due or self._table.cascade is not None
        return waits or self._table.session.next_play_out() is not None

    def on_end(self) -> None:
        self._is_result_due = True  # it is shown as soon as the last card lies

    def _hurry(self) -> bool:
        if self._table.cascade is not None:
            self._end_cascade()
            return True
        if self._table.session.next_play_out() is None:
            return False
        self._gap_s = self._wait_s = self._shortest_s = 0.0
        return True

    def on_layout(self) -> None:
        self._trails = None
        if self._table.cascade is not None:  # trails of cards cannot be drawn again
            self._end_cascade()
            self._trails = None

    def update(self, step_s: float) -> None:
        if self._table.is_dealing:
            return
        if (counting := self._counting) is not None:
            if counting.count_up(step_s):
                self._table.sounds.play("place")
            self._table.refresh_panel()
        self._play_out(step_s)
        if self._table.cascade is not None:
            self._table.cascade.update(step_s)
            if not self._table.cascade.is_moving:
                self._end_cascade()
        waits = self._table.asked.holds_result()
        if self._is_result_due and not waits and not self._table.cards.is_flying:
            self._is_result_due = False
            self._finished()

    def _play_out(self, step_s: float) -> None:
        move = self._table.session.next_play_out()
        if move is None:
            return
        self._wait_s -= step_s / self._table.speed if self._table.speed else self._gap_s + step_s
        if self._wait_s <= 0:
            self._gap_s = max(self._shortest_s, self._gap_s * 0.9)
            self._wait_s = self._gap_s
            self._table.act(move)

    def _finished(self) -> None:
        table = self._table
        piles = table.view.celebrated(table.game)
        if piles:
            table.sounds.play("win")
        if not piles or not table.speed:
            self._show_result()
            return
        homes = [(table.game.position.piles[pile], table.cards.top_box(pile)) for pile in piles]
        tallest = max(len(cards) for cards, _ in homes)
        launched = [
            (cards[height], box)
            for height in range(tallest - 1, -1, -1)
            for cards, box in homes
            if height < len(cards)
        ]
        view = table.view
        table.cascade = Cascade(
            table.context.pictures,
            table.canvas,
            launched,
            table.speed,
            view.win_manner,
            view.is_perfect(table.game),
        )

    def _end_cascade(self) -> None:
        """The result comes, and the trails stay beneath it."""
        table = self._table
        table.cascade = None
        self._trails = table.canvas.surface.subsurface(pygame.Rect(table.area.room)).copy()
        table.canvas.damage()
        self._show_result()

    def draw_above(self) -> Sequence[Picture]:
        room = self._table.area.room
        return [] if self._trails is None else [(self._trails, (round(room.x), round(room.y)))]

    def on_panel(self, hid: bool) -> None:
        if self._table.panel is None:
            self._trails = None  # the cards lie at the table again

    def _show_result(self) -> None:
        table = self._table
        table.asked.deafen()
        table.status.say_unasked("", Weight.STANDSTILL)  # of what was said last, nothing holds any more
        table.show_panel(table.mode.result_panel())
        ending = table.session.look_at_ending()
        if ending.is_best and ending.best_before is not None and not table.view.celebrated(table.game):
            table.sounds.play("win")
