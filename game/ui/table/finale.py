"""How a game goes to its end: solved, it plays itself out; won, the cards spring; then the result.

Knows the table and its session; must not know any one game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.cards.cascade import Cascade
from game.ui.drawing.theme import PLAY_OUT_S

if TYPE_CHECKING:
    from game.ui.table.table_play import TablePlay

FRESH_NS = 400_000_000
"""So long a press is not taken by a result that has just appeared."""


class Finale:
    """What happens by itself at the end of a game."""

    def __init__(self, table: TablePlay) -> None:
        self._table = table
        self._gap_s, self._shortest_s = PLAY_OUT_S
        self._wait_s = self._gap_s
        self._shown_ns: int | None = None
        self._cascade: Cascade | None = None
        self._is_result_due = table.game.is_over

    @property
    def is_moving(self) -> bool:
        """Whether anything is still to happen."""
        waits = self._is_result_due or self._cascade is not None
        return waits or self._table.session.next_play_out() is not None

    def announce(self) -> None:
        """The game is over: the result is shown as soon as the last card lies."""
        self._is_result_due = True

    def hurry(self) -> bool:
        """Speeds up what plays by itself, or skips it; returns whether there was anything."""
        if self._cascade is not None:
            self._end_cascade()
            return True
        if self._table.session.next_play_out() is None:
            return False
        self._gap_s = self._wait_s = self._shortest_s = 0.0
        return True

    def resized(self) -> None:
        """The window has another size: trails of cards cannot be drawn again."""
        if self._cascade is not None:
            self._end_cascade()

    def update(self, step_s: float) -> None:
        """Advances by a fixed step."""
        self._play_out(step_s)
        if self._cascade is not None:
            self._cascade.update(step_s)
            if not self._cascade.is_moving:
                self._end_cascade()
        if self._is_result_due and not self._table.spread.is_flying:
            self._is_result_due = False
            self._finished()

    def stamp(self) -> None:
        """Draws the cards of the cascade, where they leave their trails."""
        if self._cascade is not None:
            self._cascade.stamp()

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
        piles = table.celebrated()
        if piles:
            table.sound("win")
        if not piles or not table.speed:
            self._show_result()
            return
        homes = [(table.game.position.piles[pile], table.spread.top_box(pile)) for pile in piles]
        tallest = max(len(cards) for cards, _ in homes)
        launched = [
            (cards[height], box)
            for height in range(tallest - 1, -1, -1)
            for cards, box in homes
            if height < len(cards)
        ]
        self._cascade = Cascade(table.stage.pictures, table.canvas, launched, table.speed)

    def _end_cascade(self) -> None:
        self._cascade = None
        self._table.canvas.damage()
        self._show_result()

    def _show_result(self) -> None:
        self._shown_ns = self._table.stage.now_ns()
        self._table.show_panel(self._table.result_panel())

    @property
    def is_result_fresh(self) -> bool:
        """Whether the result came under the pointer just now, unasked."""
        return self._shown_ns is not None and self._table.stage.now_ns() - self._shown_ns < FRESH_NS
