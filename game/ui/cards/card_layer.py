"""Cards on the table as they are seen: their piles, places and flights.

`arrange` is given the rules' true position; the sprites follow it, and never delay it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pygame

from game.cards import Card
from game.rules.position import Pile, Position
from game.ui.cards.sprite import DraggedCards, Flip, Sprite, SpriteLook
from game.ui.drawing.canvas import Canvas, Picture
from game.ui.drawing.layout import Box, Point, Slot, cards_in_slot
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import FLIP_S, SHAKE_S

LIFT, LIFT_S = 0.16, 0.09
"""How far a card lifts under the pointer, in card heights, and how long that takes."""


class CardLayer:
    """All sprites of one table."""

    def __init__(self, pictures: Pictures, speed: float, may_tilt: bool) -> None:
        self.pictures = pictures
        self.speed = speed  # factor of durations; 0 is no motion
        self.may_tilt = may_tilt
        self.slots: Sequence[Slot] = ()
        self.mirrored = False
        self.look = SpriteLook(pictures)
        self._held = DraggedCards()
        self._held_from: int | None = None  # the pile whose cards are in the hand
        self._is_new = False  # whether all of the canvas is painted anyway
        self._arranged: tuple[Pile, ...] = ()
        self._sprites: dict[int, Sprite] = {}
        self._piles: list[list[Sprite]] = []
        self._places: list[list[Point]] = []
        self._reaches: list[pygame.Rect] = []  # all that the resting cards of a pile, or its slot, may touch
        self._moving: list[Sprite] = []
        self._order = 0
        self._lifted: tuple[int, int] | None = None  # the pile and height of a card that lifts
        self._lift_px = 0.0  # how far
        self.canvas: Canvas | None = None

    # The true position -----------------------------------------------------------------------

    def arrange(
        self,
        position: Position,
        slots: Sequence[Slot],
        delays_s: Mapping[int, float] | None = None,
        at_once: bool = False,
        keeps_held: bool = False,
    ) -> None:
        """Sends every card to its place; `delays_s` by card identity, `at_once` without motion.

        Dragged cards are released, unless they are arranged at once or are to be kept: resizing the window
        takes nothing from the pointer, nor does what others do at the table.
        """
        self.lift(None)
        delays, before = delays_s or {}, self._sprites
        self._is_new = self.canvas is not None and self.canvas.is_new
        kept = set() if at_once else self._unchanged(position, slots)
        piles: list[list[Sprite]] = []
        places: list[list[Point]] = []
        reaches: list[pygame.Rect] = []
        sprites: dict[int, Sprite] = {}
        touched = self._moving
        for number, (pile, slot) in enumerate(zip(position.piles, slots, strict=True)):
            if number in kept:
                row, points, reach = self._piles[number], self._places[number], self._reaches[number]
            else:
                points = self.points(pile, slot)
                reach = self._reach(points, slot)
                row = [
                    before.get(card.identity) or Sprite(card, at)
                    for card, at in zip(pile, points, strict=True)
                ]
                for sprite, card, place in zip(row, pile, points, strict=True):
                    self._send(sprite, card, place, delays.get(card.identity, 0.0), at_once, keeps_held)
                touched = [*touched, *row]
            sprites.update(zip([card.identity for card in pile], row, strict=True))
            piles.append(row)
            places.append(points)
            reaches.append(reach)
        for identity in before.keys() - sprites.keys():
            self._damage(before[identity])
        self.slots, self._arranged = slots, position.piles
        self._held_from = self._held_from if at_once or keeps_held else None
        self._sprites, self._piles, self._places, self._reaches = sprites, piles, places, reaches
        here = {id(sprite) for sprite in sprites.values()}
        self._moving = [
            sprite for sprite in dict.fromkeys(touched) if id(sprite) in here and not sprite.is_still
        ]

    def _unchanged(self, position: Position, slots: Sequence[Slot]) -> set[int]:
        """Piles unchanged since the last arrangement, with no card in the hand."""
        olds = zip(self._arranged, self.slots, strict=False)
        news = zip(position.piles, slots, strict=True)
        pairs = enumerate(zip(olds, news, strict=False))
        return {
            n for n, (old, new) in pairs if old[0] is new[0] and old[1] == new[1] and n != self._held_from
        }

    def points(self, pile: Pile, slot: Slot) -> list[Point]:
        """Places of a pile's cards in a slot."""
        pictures = self.pictures
        size = pictures.card_width, pictures.card_height
        return cards_in_slot(
            slot, [card.face_up for card in pile], *size, self.mirrored, pictures.deck.index_size
        )

    def _reach(self, points: Sequence[Point], slot: Slot) -> pygame.Rect:
        """Area that a pile's resting cards may touch."""
        reach = self.look.whole_box(Point(slot.x, slot.y))
        for place in (*points[:1], *points[-1:]):
            reach = reach.union(self.look.whole_box(place))
        return pygame.Rect(int(reach.x), int(reach.y), int(reach.width) + 2, int(reach.height) + 2)

    def rename(self, renamed: Mapping[int, Card]) -> None:
        """Replaces face-down cards, by identity, by what they turn out to be, in place until `arrange`."""
        if not renamed:
            return
        sprites = {}
        for identity, sprite in self._sprites.items():
            card = renamed.get(identity)
            if card is not None:
                sprite.card = card.up if sprite.card.face_up else card.down
            sprites[sprite.card.identity] = sprite
        self._sprites, self._arranged = sprites, ()

    def _send(
        self, sprite: Sprite, card: Card, place: Point, delay_s: float, at_once: bool, keeps_held: bool
    ) -> None:
        if (at_once or keeps_held) and sprite.held_at is not None:
            sprite.rest = place
            return
        turns = sprite.card is not card
        moves = sprite.rest != place or sprite.held_at is not None
        sprite.card = card
        if not turns and not moves:
            if at_once:
                sprite.settle()
            return
        if not self._is_new and sprite.is_still:
            self._damage(sprite)
        sprite.rest = place
        if at_once or not self.speed:
            sprite.settle()
            self._damage(sprite)
            return
        if moves or sprite.glide is not None:
            sprite.held_at = None
            self._launch(sprite, delay_s)
        if turns:
            sprite.flip = Flip(delay_s * self.speed, FLIP_S * self.speed)
            self._order += 1
            sprite.order = self._order

    def _launch(self, sprite: Sprite, delay_s: float) -> None:
        sprite.launch(self.pictures.card_width, self.speed, delay_s)
        self._order += 1
        sprite.order = self._order

    def shift(self, piles: range, dy: float, slots: Sequence[Slot]) -> None:
        """Moves whole piles with all their cards, at rest or in flight: the table scrolls beneath them."""
        self.slots = slots
        for pile in piles:
            for sprite in self._piles[pile]:
                sprite.shift(dy)
            self._places[pile] = [Point(place.x, place.y + dy) for place in self._places[pile]]
            self._reaches[pile] = self._reach(self._places[pile], slots[pile])

    def set_badges(self, badges: Mapping[int, pygame.Surface]) -> None:
        """Lays a small picture over the lower edge of some cards, by their identity."""
        for identity, sprite in self._sprites.items():
            if self.look.badges.get(identity) is not badges.get(identity):
                self._damage(sprite)
        self.look.badges = badges

    def gather_at(self, place: Point, cards: Pile) -> None:
        """Puts cards, face down, on one place, from where they will be dealt."""
        for card in cards:
            self._sprites[card.identity] = Sprite(card.down, place)
        self._arranged = ()

    def finish(self) -> None:
        """Ends every flight at once; cards in the hand stay there."""
        for sprite in self._moving:
            if sprite.held_at is None:
                sprite.settle()
                self._damage(sprite)
        self._moving = [sprite for sprite in self._moving if not sprite.is_still]

    # Cards in the hand -----------------------------------------------------------------------

    def hold(
        self,
        pile: int,
        count: int,
        pointer: tuple[float, float],
        grip: tuple[float, float],
        alone: bool = False,
    ) -> None:
        """Picks up a pile's top `count` cards, or `alone` their lowest, held at `grip` from their corner."""
        run = self._piles[pile][-count:][: 1 if alone else None]
        for sprite in run:
            self._damage(sprite)
            self._order += 1
            sprite.order = self._order
            if sprite not in self._moving:
                self._moving.append(sprite)
        self._held_from = pile
        self._held.take(run, pointer, grip)

    def scale_grip(self, factor: float) -> None:
        """The cards changed their size in the hand; they are held at the same spot of them."""
        self._held.scale(factor)

    def follow(self, pointer: tuple[float, float]) -> None:
        """Lets the held cards follow the pointer."""
        self._held.follow(pointer)

    def held_box(self) -> Box | None:
        """Where the first held card would be if it had caught up with the pointer."""
        if not any(sprite.held_at is not None for sprite in self._moving):
            return None
        return self._box(self._held.target(0))

    def let_go(self) -> None:
        """Lets the held cards glide back to their places."""
        for sprite in self._moving:
            if sprite.held_at is not None:
                sprite.held_at = None
                if self.speed:
                    self._launch(sprite, 0.0)
                else:
                    sprite.settle()
                    self._damage(sprite)
        self._moving = [sprite for sprite in self._moving if not sprite.is_still]

    def lift(self, card: tuple[int, int] | None, most_px: float = 0.0) -> None:
        """Has the resting card at a height of a pile lift a little, by `most_px` at most, or none.

        It lies beneath the same cards as before, and sinks once another lifts or any are arranged.
        """
        if card != self._lifted:
            if self._lifted is not None:
                self._raise(*self._lifted, 0.0)
            self._lifted, self._lift_px = card, min(LIFT * self.pictures.card_height, most_px)

    @property
    def _is_lifting(self) -> bool:
        if self._lifted is None:
            return False
        pile, index = self._lifted
        return self._piles[pile][index].raised_px < self._lift_px

    def _go_on_lifting(self, pile: int, index: int, step_s: float) -> None:
        slowness = LIFT_S * self.speed
        share = step_s / slowness if slowness else 1.0
        by_px = self._piles[pile][index].raised_px + share * self._lift_px
        self._raise(pile, index, min(self._lift_px, by_px))

    def _raise(self, pile: int, index: int, by_px: float) -> None:
        sprite = self._piles[pile][index]
        self._damage(sprite)
        sprite.raised_px = by_px
        self._damage(sprite)
        reach = self._reaches[pile]
        self._reaches[pile] = reach.union(reach.move(0, -math.ceil(by_px)))

    def shake(self, pile: int, count: int) -> None:
        """Shakes the top `count` cards of a pile: they may not do that."""
        if not self.speed:
            return
        for sprite in self._piles[pile][-count:]:
            if sprite.is_still:
                self._damage(sprite)
                self._moving.append(sprite)
            sprite.shake_s = SHAKE_S

    # Time ------------------------------------------------------------------------------------

    @property
    def is_flying(self) -> bool:
        """Whether a card is under way that is not in the hand."""
        return any(sprite.held_at is None for sprite in self._moving)

    def update(self, step_s: float) -> None:
        """Advances every card by a fixed step."""
        if self._lifted is not None and self._is_lifting:
            self._go_on_lifting(*self._lifted, step_s)
        landed, held = False, []
        for sprite in self._moving:
            body = sprite.body
            sprite.before = body.x, body.y
            if sprite.held_at is not None:
                held.append(sprite)
                continue
            sprite.step(step_s)
            if sprite.is_still:
                sprite.settle()
                self._damage(sprite)
                landed = True
        if held:
            self._held.pull(held, step_s, self.pictures.card_width, self.may_tilt)
        if landed:
            self._moving = [sprite for sprite in self._moving if not sprite.is_still]

    @property
    def is_settled(self) -> bool:
        """Whether the held cards have caught up with the pointer and nothing else moves."""
        return not self._is_lifting and all(self._held.has_caught_up(sprite) for sprite in self._moving)

    # Drawing ---------------------------------------------------------------------------------

    def piles_at(self, area: pygame.Rect) -> Sequence[int]:
        """The piles of which something, or the slot, may touch an area when it rests."""
        return area.collidelistall(self._reaches)

    def paint_pile(self, surface: pygame.Surface, area: pygame.Rect, pile: int) -> None:
        """Draws the resting cards of a pile that touch `area`, those wholly covered left out."""
        self.look.paint(surface, area, [sprite for sprite in self._piles[pile] if sprite.is_still])

    def moving_pictures(self, alpha: float, held: bool) -> list[Picture]:
        """The cards in the hand, or those in flight, lowest first."""
        if not self._moving:
            return []
        chosen = [sprite for sprite in self._moving if (sprite.held_at is not None) == held]
        if not chosen:
            return []
        chosen.sort(key=lambda sprite: (not sprite.waits, sprite.order))
        return self.look.held(chosen, alpha) if held else self.look.moving(chosen, alpha)

    def badges_of(self, pile: int) -> list[Picture]:
        """Badges on a pile's resting top card, to be drawn again above a mark."""
        tops = [sprite for sprite in self._piles[pile][-1:] if sprite.is_still]
        return [badge for sprite in tops for badge in self.look.badge(sprite)]

    def _damage(self, sprite: Sprite) -> None:
        if self.canvas is not None and not self.canvas.is_new:
            x, y = sprite.rest
            self.canvas.damage(self.look.whole_box(Point(x, y - sprite.raised_px)))

    # Where things are ------------------------------------------------------------------------

    def place_of(self, pile: int, index: int) -> Box:
        """Resting place of the card at a height of a pile, or the slot."""
        places, slot = self._places[pile], self.slots[pile]
        return self._box(places[min(index, len(places) - 1)] if places else Point(slot.x, slot.y))

    def _box(self, place: Point) -> Box:
        return Box(place.x, place.y, self.pictures.card_width, self.pictures.card_height)

    def covers_slot(self, pile: int, slot: Slot) -> bool:
        """Whether a pile's lowest card covers its place, `slot`, where it would be empty."""
        return any(sprite.is_still and sprite.rest == (slot.x, slot.y) for sprite in self._piles[pile][:1])

    def is_at_rest(self, pile: int) -> bool:
        """Whether the last card of a pile is in its place."""
        return not self._piles[pile] or self._piles[pile][-1].is_still

    def top_box(self, pile: int) -> Box:
        """Box of a pile's top card, or its slot."""
        return self.place_of(pile, len(self._places[pile]) - 1)

    def run_box(self, pile: int, count: int | None = None) -> Box:
        """Box of a pile's top `count` cards, or of all of them."""
        first = self.place_of(pile, len(self._places[pile]) - count if count else 0)
        return first.union(self.top_box(pile))

    def visible_box(self, pile: int, index: int) -> Box:
        """Part of a card not covered by those on it, as far as they are below or beside."""
        box = self.place_of(pile, index)
        if index + 1 < len(self._places[pile]):
            above = self._places[pile][index + 1]
            if above.y > box.y:
                return Box(box.x, box.y, box.width, above.y - box.y)
            if above.x > box.x:
                return Box(box.x, box.y, above.x - box.x, box.height)
        return box

    def card_at(self, pile: int, point: tuple[float, float]) -> int | None:
        """The height of the topmost card of a pile at a point, or None."""
        for index in range(len(self._places[pile]) - 1, -1, -1):
            if self._box(self._places[pile][index]).contains(point):
                return index
        return None
