"""The whole game by keyboard: a cursor on the table, and a key for each thing a player does.

Knows keys and the table's gestures; must not know rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.rules.position import STOCK
from game.rules.variant import PileKind
from game.ui.drawing.layout import Box
from game.ui.table.cursor import Spot, next_spot

if TYPE_CHECKING:
    from game.ui.table.table import TableScene

ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
PICK_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class KeyboardHand:
    """Plays a table by keys."""

    def __init__(self, table: TableScene) -> None:
        self._table = table
        self._spot: Spot | None = None
        self._last_spot: Spot | None = None

    def hide(self) -> None:
        """The pointer is used: the cursor goes, and comes back where it was."""
        if self._spot is not None:
            self._last_spot, self._spot = self._spot, None

    def ring(self) -> Box | None:
        """The box the cursor stands on, or None while it is hidden."""
        return None if self._spot is None else self._table.spread.place_of(*self._spot)

    def stay_on_table(self) -> None:
        """After a change of the position: the cursor stays on its pile, on a card that can be chosen."""
        if self._spot is not None:
            pile, index = self._spot
            heights = [spot.index for spot, _ in self._spots() if spot.pile == pile]
            self._spot = Spot(pile, min(heights, key=lambda height: abs(height - index)))

    def key(self, key: int, modifiers: int) -> None:
        """Takes a key."""
        table = self._table
        if table.hurry():
            return
        table.spread.finish()
        if key in ARROWS:
            self._arrow(ARROWS[key])
        elif key == pygame.K_TAB:
            self._next_playable(-1 if modifiers & pygame.KMOD_SHIFT else 1)
        elif key in PICK_KEYS:
            self._pick_or_drop()
        elif key == pygame.K_ESCAPE:
            if table.picked is not None:
                table.drop_picked()
            else:
                table.escape()
        elif key == pygame.K_d:
            table.move(STOCK)
        elif key == pygame.K_h:
            table.home_key()
        elif key == pygame.K_y and modifiers & pygame.KMOD_CTRL:
            table.redo()
        elif key in (pygame.K_u, pygame.K_BACKSPACE) or (key == pygame.K_z and modifiers & pygame.KMOD_CTRL):
            if modifiers & pygame.KMOD_SHIFT:
                table.redo()
            else:
                table.undo()
        elif key == pygame.K_r:
            table.redo()
        elif key == pygame.K_p:
            table.pause()
        else:
            table.other_key(key, modifiers)

    def _spots(self) -> list[tuple[Spot, Box]]:
        table = self._table
        spots = []
        for pile in range(len(table.game.position.piles)):
            for index in table.cursor_heights(pile):
                spots.append((Spot(pile, index), table.spread.visible_box(pile, index)))
        return spots

    def _arrow(self, direction: tuple[int, int]) -> None:
        table = self._table
        if self._spot is None:
            self._spot = self._last_spot or Spot(table.piles_of(PileKind.COLUMN)[0], 0)
            self._spot = Spot(self._spot.pile, len(table.game.position.piles[self._spot.pile]) - 1)
            self._spot = Spot(self._spot.pile, max(0, self._spot.index))
            return
        height = table.cursor_step(*self._spot, direction)
        if height is not None:
            self._spot = Spot(self._spot.pile, height)
            return
        spots = self._spots()
        found = next_spot(spots, self._spot, direction)
        if found is not None and direction[0]:
            # Sideways one goes from last card to last card.
            found = Spot(found.pile, max(spot.index for spot, _ in spots if spot.pile == found.pile))
        self._spot = found or self._spot

    def _next_playable(self, step: int) -> None:
        table = self._table
        if table.picked is not None:
            places = [self._top(pile) for pile in table.picked.targets]
        else:
            moves = table.variant.legal_moves(table.game.position)
            stock = table.piles_of(PileKind.STOCK)
            found = {
                self._top(stock[0])
                if move == STOCK and stock
                else Spot(move.source, len(table.game.position.piles[move.source]) - move.count)
                for move in moves
                if move != STOCK or stock
            }
            places = sorted(found)
        if not places:
            table.say("No card can be played.")
            return
        if self._spot in places:
            self._spot = places[(places.index(self._spot) + step) % len(places)]
        else:
            self._spot = places[0 if step > 0 else -1]

    def _top(self, pile: int) -> Spot:
        return Spot(pile, max(0, len(self._table.game.position.piles[pile]) - 1))

    def _pick_or_drop(self) -> None:
        table = self._table
        if self._spot is None:
            self._arrow((1, 0))
            return
        pile, index = self._spot
        cards = table.game.position.piles[pile]
        if table.picked is not None:
            source = table.picked.pile
            if table.drop_on(pile) or pile == source:
                self._spot = self._top(pile)
        elif table.kind(pile) is PileKind.STOCK:
            table.move(STOCK)
        elif cards:
            table.pick(pile, len(cards) - index, is_held=False)

    def home(self) -> None:
        """Sends home what is picked up or lies under the cursor, or whatever can go."""
        table = self._table
        if table.picked is not None:
            picked = table.picked
            table.send_home(picked.pile, len(table.game.position.piles[picked.pile]) - picked.count)
        elif self._spot is not None:
            table.send_home(*self._spot)
        else:
            homes = (table.variant.send_home(table.game.position, p) for p in range(len(table.slots)))
            move = next((move for move in homes if move is not None), None)
            if move is None:
                table.say("No card can go home now.")
            else:
                table.move(move)
