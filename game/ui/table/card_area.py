"""Where the cards of a table lie: the place of each pile, what of it is seen, and how it is painted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pygame

from game.play.game import Action, GameSnapshot
from game.rules.position import STOCK, Move, Position, Travel
from game.ui.cards.card_layer import CardLayer
from game.ui.cards.marks import Marks
from game.ui.drawing.canvas import Picture, clipped
from game.ui.drawing.layout import Box, Slot
from game.ui.screen import Context
from game.ui.table.view import Space, View

WAITS_IN_TURN = 12
"""Maximum number of cards from the stock that set out one after the other."""


class Places:
    """What a change does to the places of piles, in a game where they depend on the position."""

    scrolls = False
    """Whether the wheel moves the view."""

    def on_slots(self) -> None:
        """The slots are known and the cards have their size; no cards are placed yet."""

    def before_change(self) -> None:
        """The position has changed; its cards have not set out yet."""

    def delays_s(self, action: Action, found: Sequence[Travel]) -> Mapping[int, float]:
        """Returns delays before cards set out, by identity."""
        return {}

    def after_change(self, before: Position) -> None:
        """The cards are on their way to where the position has them."""

    def bring_into_view(self, *piles: int) -> None:
        """Has these piles seen at once, the last one for certain."""

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draws still things among the cards within `area`."""

    def paint_beside(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draws still things beside the cards that small pictures of the table leave out."""


class CardArea:
    """The room of the cards on one table."""

    def __init__(
        self, context: Context, game: GameSnapshot, view: View[Any], cards: CardLayer, marks: Marks
    ) -> None:
        self._context, self._game, self._view, self._cards, self._marks = context, game, view, cards, marks
        self.places = Places()
        self.slots: Sequence[Slot] = ()
        self.room = Box(0, 0, 0, 0)
        self.seen_box: Box | None = None
        """Cards on the table are seen only within it; None is everywhere."""
        self.seen_piles: Sequence[int] = range(len(game.variant.piles))
        """The piles that are to be seen."""

    @property
    def space(self) -> Space:
        """Space for the layout."""
        return Space(self.room, self._context.pictures, self._context.settings)

    def lay_out(self, room: Box) -> None:
        """Gives the cards their size and every pile its slot in a room."""
        self.room = room
        card, self.slots = self._view.lay_out(self.space, self._game.position)
        self._context.pictures.set_card_size(*card)
        self.places.on_slots()

    def send(self, action: Action, found: Sequence[Travel], wait_s: float) -> None:
        """Sends the cards that an action has `found` places for on their way, after `wait_s`."""
        delays: dict[int, float] = {travel.card.identity: wait_s for travel in found} if wait_s else {}
        delays.update(self.places.delays_s(action, found))
        if action == STOCK and len(found) <= WAITS_IN_TURN:
            gap_s = self._view.stock_gap_s
            delays = {travel.card.identity: index * gap_s for index, travel in enumerate(found)}
        self._cards.arrange(self._game.position, self.slots, delays)

    def boxes_of(self, move: Move) -> list[Box]:
        """Where a move's cards lie and where they go; only the stock, where that is used."""
        if move == STOCK:
            return [self._cards.top_box(self._view.stock_pile)]
        return [self._cards.run_box(move.source, move.count), self._cards.top_box(move.target)]

    def paint(self, surface: pygame.Surface, area: pygame.Rect, is_dealing: bool) -> None:
        """Draws all that lies still within `area`, as far as it is in view."""
        clip = surface.get_clip()
        surface.set_clip(clip if self.seen_box is None else clip.clip(self.seen_box))
        self.paint_cards(surface, area, is_dealing)
        surface.set_clip(clip)
        self.places.paint_beside(surface, area)

    def paint_cards(self, surface: pygame.Surface, area: pygame.Rect, is_dealing: bool = False) -> None:
        """Draws places, resting cards and still things among them within `area`."""
        # Of a heap that is being dealt the cards lie elsewhere than their pile.
        touched = self.seen_piles if is_dealing else self._cards.piles_at(area)
        for pile in self.seen_piles:
            if pile in touched:
                if not self._cards.covers_slot(pile, self.slots[pile]):
                    self._paint_slot(surface, area, pile, is_dealing)
                self._cards.paint_pile(surface, area, pile)
        self.places.paint(surface, area)

    def _paint_slot(self, surface: pygame.Surface, area: pygame.Rect, pile: int, is_dealing: bool) -> None:
        position = self._game.position
        box = self._view.empty_box(self.space, self.slots[pile], position, pile)
        if area.colliderect(box.grown(self._context.pictures.margin)):
            self._marks.paint_empty(surface, box, self._view.empty_symbol(position, pile, is_dealing))

    def in_view(self, pictures: list[Picture]) -> list[Picture]:
        """Clips pictures to `seen_box`."""
        return pictures if self.seen_box is None else clipped(pictures, self.seen_box)
