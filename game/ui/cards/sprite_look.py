"""What is drawn of cards: pictures and where they go, badges over them, nothing of what lies covered.

Knows sprites and pictures; must not know piles, time or rules.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pygame

from game.ui.cards.sprite import Sprite
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box, Point
from game.ui.drawing.pictures import TILT_STEP, Pictures
from game.ui.drawing.theme import SHAKE_PX, SHAKE_S


class SpriteLook:
    """How the cards of one table look."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self.badges: Mapping[int, pygame.Surface] = {}
        """A small picture over the lower edge of some cards, by their identity."""

    def _sizes(self) -> tuple[int, int, int]:
        return self._pictures.margin, self._pictures.card_width, self._pictures.card_height

    def whole_box(self, place: Point) -> Box:
        """All that a card lying at a place may touch, its shadow too."""
        margin, width, height = self._sizes()
        return Box(place.x, place.y, width, height).grown(margin + 1)

    # Cards at rest ----------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, area: pygame.Rect, resting: Sequence[Sprite]) -> None:
        """Draws the resting cards of a pile that touch `area`, those wholly covered left out."""
        margin, width, height = self._sizes()
        width, height = width + 2 * margin, height + 2 * margin
        for sprite, above in zip(resting, (*resting[1:], None), strict=False):
            if above is not None and above.rest == sprite.rest:
                continue
            x, y = sprite.rest
            corner = round(x) - margin, round(y - sprite.raised_px) - margin
            if area.colliderect(*corner, width, height):
                card = self._pictures.card(sprite.shown)
                surface.blit(card, corner, self._strip(sprite, above))
                if self.badges:
                    surface.blits(self._badge(sprite, (card, corner)))

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

    # Cards on their way -----------------------------------------------------------------------

    def moving(self, sprites: Sequence[Sprite], alpha: float) -> list[Picture]:
        """Flying cards, lowest first."""
        found: list[Picture] = []
        waiting: Picture | None = None
        for sprite, above in zip(sprites, (*sprites[1:], None), strict=False):
            if above is not None and _is_covered(sprite, above):
                continue
            picture = self._picture(sprite, alpha)
            if sprite.waits and picture == waiting:
                continue  # of the cards still to be dealt one is enough
            waiting = picture if sprite.waits else None
            found += (picture, *self._badge(sprite, picture))
        return found

    def held(self, sprites: Sequence[Sprite], alpha: float) -> list[Picture]:
        """Cards in the hand, lowest first.

        A long run is most of what a frame costs: of a card that lies straight beneath the next one, only
        what shows is drawn; what is left out lies under the card above.
        """
        found: list[Picture] = []
        pictures, straight, badges = self._pictures, TILT_STEP / 2, self.badges
        card_width, card_height = pictures.card_width, pictures.card_height
        aside, corners = 0.03 * card_width, 2 * pictures.margin + 0.08 * card_width
        for sprite, above in zip(sprites, (*sprites[1:], None), strict=False):
            if above is not None and sprite.rest == above.rest and _is_covered(sprite, above):
                continue
            (x, y), body, tilt = sprite.before, sprite.body, sprite.tilt
            surface = pictures.held_card(sprite.shown, tilt)
            width, height = surface.get_size()
            x, y = x + (body.x - x) * alpha, y + (body.y - y) * alpha
            corner = round(x + (card_width - width) / 2), round(y + (card_height - height) / 2)
            if above is not None and -straight < tilt < straight and -straight < above.tilt < straight:
                over = above.body
                if -aside <= over.x - body.x <= aside:
                    shows = round(over.y - body.y + corners) + 2
                    if shows < height:
                        surface = surface.subsurface((0, 0, width, max(shows, 0)))
            found.append((surface, corner))
            if badges:
                found += self._badge(sprite, (surface, corner))
        return found

    def _picture(self, sprite: Sprite, alpha: float) -> Picture:
        margin, width, height = self._sizes()
        x, y = sprite.seen_at(alpha)
        if sprite.shake_s > 0:
            share = sprite.shake_s / SHAKE_S
            x += SHAKE_PX * self._pictures.unit * share * math.sin(share * 5 * math.pi)
        if sprite.flip is not None and 0 < sprite.flip.share < 1:
            picture = self._pictures.turning_card(sprite.shown, sprite.flip.width_share)
        else:
            return self._pictures.card(sprite.shown), (round(x) - margin, round(y) - margin)
        centre_x, centre_y = x + width / 2, y + height / 2
        half_width, half_height = picture.get_width() / 2, picture.get_height() / 2
        return picture, (round(centre_x - half_width), round(centre_y - half_height))

    # Badges -----------------------------------------------------------------------------------

    def badge(self, sprite: Sprite) -> list[Picture]:
        """What is laid over a card, to be drawn again above a mark."""
        return self._badge(sprite, self._picture(sprite, 1.0)) if self.badges else []

    def _badge(self, sprite: Sprite, picture: Picture) -> list[Picture]:
        """What is laid over a card that is drawn as `picture`."""
        badge = self.badges.get(sprite.card.identity)
        if badge is None or not sprite.shown.face_up:
            return []
        surface, (x, y) = picture
        drawn = self._pictures.card(sprite.shown)
        margin = self._pictures.margin
        taller = surface.get_height() - drawn.get_height()
        if surface.get_width() < drawn.get_width():  # the card is turning over
            return []
        bottom = y + surface.get_height() - margin - taller // 2
        left = x + (surface.get_width() - badge.get_width()) // 2
        hangs = min(round(self._pictures.card_width * 0.045), badge.get_height() // 2)
        return [(badge, (left, bottom - badge.get_height() + hangs))]


def _is_covered(sprite: Sprite, above: Sprite) -> bool:
    """Whether a moving card lies wholly beneath another, with which it moves."""
    if sprite.rest != above.rest or sprite.tilt != above.tilt or sprite.body != above.body:
        return False
    return sprite.flip is None and above.flip is None
