"""The cards on the table as they are seen: at rest, in flight, turning over, in the hand.

Knows sprites, slots and pictures; must not know rules, scores or input. The rules' true
position is given to `arrange`; the sprites follow it, and never hold it up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import pygame

from game.cards import Card
from game.rules.position import Pile, Position
from game.ui.canvas import Canvas
from game.ui.layout import Box, Point, Slot, cards_in_slot
from game.ui.motion import Flip, Glide, Spring, glide_s, tilt_for, trailing_stiffness
from game.ui.pictures import TILT_STEP, Pictures
from game.ui.theme import FLIP_S, SHAKE_PX, SHAKE_S

Picture = tuple[pygame.Surface, tuple[int, int]]


class Sprite:
    """One card as it is seen. At rest it belongs to the still layer."""

    def __init__(self, card: Card, place: Point) -> None:
        self.card = card
        self.shown = card
        self.rest = place
        self.body = Spring(*place)
        self.before = place  # where it was one step ago, for drawing between steps
        self.tilt = 0.0
        self.glide: Glide | None = None
        self.flip: Flip | None = None
        self.shake_s = 0.0
        self.held_at: int | None = None  # its place in the held run
        self.order = 0  # later flights are drawn above earlier ones
        self.raised_px = 0.0  # how far it is drawn above its place

    @property
    def is_still(self) -> bool:
        """Whether it lies at its place and does nothing."""
        return self.glide is None and self.flip is None and self.held_at is None and self.shake_s <= 0

    @property
    def waits(self) -> bool:
        """Whether it lies where it was until its flight begins."""
        return self.glide is not None and self.glide.passed_s <= self.glide.delay_s

    def settle(self) -> None:
        """Ends all motion at once, at its place and on its true side."""
        self.glide = self.flip = self.held_at = None
        self.shake_s = 0.0
        self.tilt = 0.0
        self.shown = self.card
        self.body = Spring(*self.rest)
        self.before = self.rest


class Spread:
    """All sprites of one table."""

    def __init__(self, pictures: Pictures, speed: float, may_tilt: bool) -> None:
        self.pictures = pictures
        self.speed = speed  # factor of durations; 0 is no motion
        self.may_tilt = may_tilt
        self.slots: Sequence[Slot] = ()
        self.mirrored = False
        self._sprites: dict[int, Sprite] = {}
        self._piles: list[list[Sprite]] = []
        self._places: list[list[Point]] = []
        self._moving: list[Sprite] = []
        self._order = 0
        self._pointer = Point(0, 0)
        self._grip = Point(0, 0)
        self._held_step = 0.0
        self._held_count = 1
        self.canvas: Canvas | None = None
        self._badges: Mapping[int, pygame.Surface] = {}

    # The true position -----------------------------------------------------------------------

    def arrange(
        self,
        position: Position,
        slots: Sequence[Slot],
        delays_s: Mapping[int, float] | None = None,
        at_once: bool = False,
    ) -> None:
        """Lets every card go to its place; `delays_s` by card identity, `at_once` without motion.

        Cards in the hand leave it, unless they are arranged at once: a window that changes
        its size takes nothing out of the hand.
        """
        self.slots = slots
        delays = delays_s or {}
        piles: list[list[Sprite]] = []
        places: list[list[Point]] = []
        sprites: dict[int, Sprite] = {}
        for pile, slot in zip(position.piles, slots, strict=True):
            points = self.points(pile, slot)
            row = []
            for card, place in zip(pile, points, strict=True):
                sprite = self._sprites.get(card.identity) or Sprite(card, place)
                sprites[card.identity] = sprite
                row.append(sprite)
                self._send(sprite, card, place, delays.get(card.identity, 0.0), at_once)
            piles.append(row)
            places.append(points)
        for identity, gone in self._sprites.items():
            if identity not in sprites:
                self._damage(gone)
        self._sprites, self._piles, self._places = sprites, piles, places
        self._moving = [sprite for sprite in sprites.values() if not sprite.is_still]

    def points(self, pile: Pile, slot: Slot) -> list[Point]:
        """Where the cards of a pile lie in a slot."""
        size = self.pictures.card_width, self.pictures.card_height
        return cards_in_slot(slot, [card.face_up for card in pile], *size, self.mirrored)

    def _send(self, sprite: Sprite, card: Card, place: Point, delay_s: float, at_once: bool) -> None:
        if at_once and sprite.held_at is not None:
            sprite.rest = place
            return
        turns = sprite.card is not card
        moves = sprite.rest != place or sprite.held_at is not None
        sprite.card = card
        if not turns and not moves:
            if at_once:
                sprite.settle()
            return
        if sprite.is_still:
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
        x, y = sprite.body.x, sprite.body.y
        distance = math.hypot(sprite.rest.x - x, sprite.rest.y - y)
        duration_s = glide_s(distance, self.pictures.card_width) * self.speed
        sprite.glide = Glide(x, y, sprite.rest.x, sprite.rest.y, duration_s, delay_s * self.speed)
        sprite.tilt = 0.0
        self._order += 1
        sprite.order = self._order

    def shift(self, piles: range, dy: float, slots: Sequence[Slot]) -> None:
        """Moves whole piles with all their cards, at rest or in flight: the table scrolls beneath them."""
        self.slots = slots
        for pile in piles:
            for sprite in self._piles[pile]:
                sprite.rest = Point(sprite.rest.x, sprite.rest.y + dy)
                if sprite.glide is not None:
                    sprite.glide.from_y += dy
                    sprite.glide.to_y += dy
                if sprite.held_at is None:
                    sprite.body.y += dy
                    sprite.before = Point(sprite.before.x, sprite.before.y + dy)
            self._places[pile] = [Point(place.x, place.y + dy) for place in self._places[pile]]

    def set_badges(self, badges: Mapping[int, pygame.Surface]) -> None:
        """Lays a small picture over the lower edge of some cards, by their identity."""
        for identity, sprite in self._sprites.items():
            if self._badges.get(identity) is not badges.get(identity):
                self._damage(sprite)
        self._badges = badges

    def gather_at(self, place: Point, cards: Pile) -> None:
        """Puts cards, face down, on one place, from where they will be dealt."""
        for card in cards:
            sprite = Sprite(card.down, place)
            self._sprites[card.identity] = sprite

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
        """Takes the top `count` cards of a pile into the hand, held at `grip` from their corner.

        `alone` takes only the lowest of them, from beneath the others.
        """
        run = self._piles[pile][-count:][: 1 if alone else None]
        self._held_count = len(run)
        self._held_step = run[1].rest.y - run[0].rest.y if len(run) > 1 else 0.0
        self._pointer, self._grip = Point(*pointer), Point(*grip)
        for index, sprite in enumerate(run):
            self._damage(sprite)
            sprite.glide = sprite.flip = None
            sprite.shown = sprite.card
            sprite.held_at = index if self._held_step else 0  # a squared pile moves as one
            self._order += 1
            sprite.order = self._order
            if sprite not in self._moving:
                self._moving.append(sprite)

    def scale_grip(self, factor: float) -> None:
        """The cards changed their size in the hand; they are held at the same spot of them."""
        self._grip = Point(self._grip.x * factor, self._grip.y * factor)
        self._held_step *= factor

    def follow(self, pointer: tuple[float, float]) -> None:
        """Lets the held cards follow the pointer."""
        self._pointer = Point(*pointer)

    def held_box(self) -> Box | None:
        """Where the first held card would be if it had caught up with the pointer."""
        if not any(sprite.held_at is not None for sprite in self._moving):
            return None
        x, y = self._held_target(0)
        return Box(x, y, self.pictures.card_width, self.pictures.card_height)

    def _held_target(self, index: int) -> Point:
        return Point(self._pointer.x - self._grip.x, self._pointer.y - self._grip.y + index * self._held_step)

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

    def raise_card(self, pile: int, index: int, by_px: float) -> None:
        """Draws a resting card a little above its place, still beneath those that lie on it."""
        sprite = self._piles[pile][index]
        if sprite.raised_px != by_px:
            self._damage(sprite)
            sprite.raised_px = by_px
            self._damage(sprite)

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
    def is_moving(self) -> bool:
        """Whether any card is not at rest."""
        return bool(self._moving)

    @property
    def is_flying(self) -> bool:
        """Whether a card is under way that is not in the hand."""
        return any(sprite.held_at is None for sprite in self._moving)

    def update(self, step_s: float) -> None:
        """Advances every card by a fixed step."""
        landed = False
        for sprite in self._moving:
            sprite.before = Point(sprite.body.x, sprite.body.y)
            if sprite.held_at is not None:
                self._step_held(sprite, step_s)
                continue
            if sprite.glide is not None:
                sprite.body.x, sprite.body.y, arrived = sprite.glide.step(step_s)
                if arrived:
                    sprite.glide = None
            if sprite.flip is not None:
                done = sprite.flip.step(step_s)
                if sprite.flip.is_past_half:
                    sprite.shown = sprite.card
                if done:
                    sprite.flip = None
            sprite.shake_s = max(0.0, sprite.shake_s - step_s)
            if sprite.is_still:
                sprite.settle()
                self._damage(sprite)
                landed = True
        if landed:
            self._moving = [sprite for sprite in self._moving if not sprite.is_still]

    def _step_held(self, sprite: Sprite, step_s: float) -> None:
        index = sprite.held_at or 0
        x, y = self._pointer.x - self._grip.x, self._pointer.y - self._grip.y + index * self._held_step
        sprite.body.step(x, y, step_s, trailing_stiffness(index))
        if self.may_tilt:
            # A long run is heavy: it leans less.
            lean = tilt_for(sprite.body.vx, self.pictures.card_width) / self._held_count
            sprite.tilt += (lean - sprite.tilt) * min(1.0, 16 * step_s)

    @property
    def is_settled(self) -> bool:
        """Whether the held cards have caught up with the pointer and nothing else moves."""
        return all(
            sprite.held_at is not None
            and sprite.body.is_still(*self._held_target(sprite.held_at))
            and abs(sprite.tilt) < 0.5
            for sprite in self._moving
        )

    # Drawing ---------------------------------------------------------------------------------

    def paint_pile(self, surface: pygame.Surface, area: pygame.Rect, pile: int) -> None:
        """Draws the resting cards of a pile that touch `area`, those wholly covered left out."""
        margin, width, height = self._sizes()
        resting = [sprite for sprite in self._piles[pile] if sprite.is_still]
        for index, sprite in enumerate(resting):
            above = resting[index + 1] if index + 1 < len(resting) else None
            covered = above is not None and above.rest == sprite.rest
            corner = (round(sprite.rest.x) - margin, round(sprite.rest.y - sprite.raised_px) - margin)
            if not covered and area.colliderect((*corner, width + 2 * margin, height + 2 * margin)):
                picture = self.pictures.card(sprite.shown), corner
                surface.blit(*picture, self._strip(sprite, above))
                surface.blits(self._badge(sprite, picture))

    def _strip(self, sprite: Sprite, above: Sprite | None) -> pygame.Rect | None:
        """The part of a resting card's picture that shows beneath the next one; None is all of it."""
        if above is None or above.rest.x != sprite.rest.x or above.rest.y < sprite.rest.y:
            return None
        if sprite.raised_px or above.raised_px:
            return None
        margin, width, _ = self._sizes()
        corners = round(0.045 * width) + 2  # the next card is round there
        shows = round(above.rest.y) - round(sprite.rest.y) + corners
        return pygame.Rect(0, 0, width + 2 * margin, margin + shows)

    def moving_pictures(self, alpha: float, held: bool) -> Iterator[Picture]:
        """The cards in the hand, or those in flight, lowest first."""
        chosen = [sprite for sprite in self._moving if (sprite.held_at is not None) == held]
        chosen.sort(key=lambda sprite: (not sprite.waits, sprite.order))
        waiting: Picture | None = None
        for index, sprite in enumerate(chosen):
            if index + 1 < len(chosen) and self._is_covered(sprite, chosen[index + 1]):
                continue
            picture = self._picture(sprite, alpha)
            if sprite.waits and picture == waiting:
                continue  # of the cards still to be dealt one is enough
            waiting = picture if sprite.waits else None
            if held and index + 1 < len(chosen):
                picture = self._uncovered(picture, sprite, chosen[index + 1])
            yield picture
            yield from self._badge(sprite, picture)

    @staticmethod
    def _is_covered(sprite: Sprite, above: Sprite) -> bool:
        """Whether a moving card lies wholly beneath another, with which it moves."""
        together = sprite.body == above.body and sprite.rest == above.rest and sprite.tilt == above.tilt
        return together and sprite.flip is None and above.flip is None

    def badges_of(self, pile: int) -> list[Picture]:
        """What is laid over the top card of a pile when it rests, to be drawn again above a mark."""
        tops = [sprite for sprite in self._piles[pile][-1:] if sprite.is_still]
        return [badge for sprite in tops for badge in self._badge(sprite, self._picture(sprite, 1.0))]

    def _badge(self, sprite: Sprite, picture: Picture) -> list[Picture]:
        """What is laid over a card that is drawn as `picture`."""
        badge = self._badges.get(sprite.card.identity)
        if badge is None or not sprite.shown.face_up:
            return []
        surface, (x, y) = picture
        drawn = self.pictures.card(sprite.shown)
        margin = self.pictures.margin
        taller = surface.get_height() - drawn.get_height()
        if surface.get_width() < drawn.get_width():  # the card is turning over
            return []
        bottom = y + surface.get_height() - margin - taller // 2
        left = x + (surface.get_width() - badge.get_width()) // 2
        hangs = min(round(self.pictures.card_width * 0.045), badge.get_height() // 2)
        return [(badge, (left, bottom - badge.get_height() + hangs))]

    def _uncovered(self, picture: Picture, sprite: Sprite, above: Sprite) -> Picture:
        """Of a held card that lies straight beneath the next one, only the part that shows.

        A long run is most of what a frame costs; what is left out lies under the card above.
        """
        leans = max(abs(sprite.tilt), abs(above.tilt)) >= TILT_STEP / 2
        margin, width, _ = self._sizes()
        if leans or abs(above.body.x - sprite.body.x) > 0.03 * width:
            return picture
        surface, corner = picture
        shows = round(above.body.y - sprite.body.y + 2 * margin + 0.08 * width) + 2
        height = min(max(shows, 0), surface.get_height())
        return surface.subsurface((0, 0, surface.get_width(), height)), corner

    def _seen_at(self, sprite: Sprite, alpha: float) -> tuple[float, float]:
        before, now = sprite.before, sprite.body
        return before.x + (now.x - before.x) * alpha, before.y + (now.y - before.y) * alpha

    def _picture(self, sprite: Sprite, alpha: float) -> Picture:
        margin, width, height = self._sizes()
        x, y = self._seen_at(sprite, alpha)
        if sprite.shake_s > 0:
            share = sprite.shake_s / SHAKE_S
            x += SHAKE_PX * self.pictures.unit * share * math.sin(share * 5 * math.pi)
        if sprite.held_at is not None:
            picture = self.pictures.held_card(sprite.shown, sprite.tilt)
        elif sprite.flip is not None and 0 < sprite.flip.share < 1:
            picture = self.pictures.turning_card(sprite.shown, sprite.flip.width_share)
        else:
            return self.pictures.card(sprite.shown), (round(x) - margin, round(y) - margin)
        centre_x, centre_y = x + width / 2, y + height / 2
        half_width, half_height = picture.get_width() / 2, picture.get_height() / 2
        return picture, (round(centre_x - half_width), round(centre_y - half_height))

    def _sizes(self) -> tuple[int, int, int]:
        return self.pictures.margin, self.pictures.card_width, self.pictures.card_height

    def _damage(self, sprite: Sprite) -> None:
        if self.canvas is not None:
            x, y = sprite.rest
            self.canvas.damage(self._whole_box(Point(x, y - sprite.raised_px)))

    def _whole_box(self, place: Point) -> Box:
        margin, width, height = self._sizes()
        return Box(place.x, place.y, width, height).grown(margin + 1)

    # Where things are ------------------------------------------------------------------------

    def place_of(self, pile: int, index: int) -> Box:
        """Where the card at a height of a pile lies at rest; the slot itself when there is none."""
        _, width, height = self._sizes()
        places = self._places[pile]
        if not places:
            return Box(self.slots[pile].x, self.slots[pile].y, width, height)
        place = places[min(index, len(places) - 1)]
        return Box(place.x, place.y, width, height)

    def covers_slot(self, pile: int) -> bool:
        """Whether the lowest card of a pile lies still where the empty pile would be seen."""
        slot = self.slots[pile]
        return any(sprite.is_still and sprite.rest == (slot.x, slot.y) for sprite in self._piles[pile][:1])

    def top_box(self, pile: int) -> Box:
        """Where the top card of a pile lies, or its slot."""
        return self.place_of(pile, len(self._places[pile]) - 1)

    def visible_box(self, pile: int, index: int) -> Box:
        """The part of a card that those above it leave to be seen, as far as they lie below or beside."""
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
        _, width, height = self._sizes()
        for index in range(len(self._places[pile]) - 1, -1, -1):
            place = self._places[pile][index]
            if Box(place.x, place.y, width, height).contains(point):
                return index
        return None
