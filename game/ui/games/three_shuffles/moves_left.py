"""The moves that keep a shuffle waiting, marked when one is asked for too early.

Knows marks and paths on the table; must not know when they are to be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.message import msg_n
from game.rules.position import Move
from game.rules.three_shuffles import ThreeShuffles
from game.ui.cards.hint import Hint
from game.ui.drawing.canvas import Picture
from game.ui.table.cursor import Spot
from game.ui.table.gestures import At
from game.ui.table.keyboard import ARROWS
from game.ui.table.part import Part
from game.ui.table.table import Table


class MovesLeft(Part):
    """Marks every card that can move, and draws the path of the one pointed at, until a press."""

    def __init__(self, table: Table, rules: ThreeShuffles) -> None:
        self._table, self._rules = table, rules
        self._moves: Sequence[Move] = ()
        self._at: At | None = None  # where the pointer is
        self._path = Hint(table.stage.pictures, table.marks)
        self.cursor: Callable[[], Spot | None] = lambda: None
        """Where the cursor of the keyboard stands."""

    @property
    def count(self) -> int:
        """How many are shown."""
        return len(self._moves)

    def show(self) -> None:
        """Shows them, if it is they that the shuffle waits for."""
        table = self._table
        moves = self._rules.moves_left(table.game.position)
        if not moves or not self._rules.shuffles_left(table.game.position):
            return
        sentence = msg_n(
            "A move is left, as marked: the shuffle waits until there is none.",
            "{count} moves are left, as marked: the shuffle waits until there is none.",
            len(moves),
        )
        table.say(sentence)
        self._moves = moves
        table.is_stale = True

    def take(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._at = event.pos
            self._table.is_stale = self._table.is_stale or bool(self._moves)
        elif event.type == pygame.WINDOWLEAVE:
            self._at = None
        is_key = event.type == pygame.KEYDOWN and event.key not in (*ARROWS, pygame.K_TAB)
        if self._moves and (is_key or event.type == pygame.MOUSEBUTTONDOWN):
            self.before_layout()
            self._table.is_stale = True
        return False

    def before_layout(self) -> None:
        self._moves = ()

    @property
    def pointed_at(self) -> list[Move]:
        """The moves of the card on which the pointer or the cursor is."""
        spot = self.cursor()
        if spot is not None:
            return [move for move in self._moves if move.source == spot.pile]
        at, top_box = self._at, self._table.spread.top_box
        return [move for move in self._moves if at is not None and top_box(move.source).contains(at)]

    def under_hand(self) -> Sequence[Picture]:
        table = self._table
        top_box = table.spread.top_box
        sources = dict.fromkeys(move.source for move in self._moves)
        shown = [table.marks.target(top_box(pile), is_best=False) for pile in sources]
        for move in self.pointed_at:
            self._path.show(top_box(move.source), top_box(move.target), grows=False)
            shown += self._path.pictures()
        return shown
