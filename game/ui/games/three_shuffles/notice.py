"""The notice on the table of Three Shuffles: which deal it is, and what is left to a player.

Knows words and where they stand; the rules say what is true.
"""

from __future__ import annotations

import pygame

from game.message import msg, msg_n
from game.rules.position import Position
from game.rules.three_shuffles import FANS, Standing, ThreeShuffles
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.shapes import fill_rounded, outline
from game.ui.drawing.theme import GOLD, QUIET, RGB, TEXT
from game.ui.drawing.words import small_enough, wrapped

GROUND = (0, 0, 0, 44)
GOLDEN = (*GOLD, 30)
HAS_DRAW = msg("You have a draw: click any buried card, or drag it up.")
STUCK = msg("No move left — but you have a draw: click any buried card, or drag it up.")


class Notice:
    """Draws the notice into its box."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures

    def paint(self, surface: pygame.Surface, box: Box, rules: ThreeShuffles, position: Position) -> None:
        """Draws it for a position, as large as fits; what does not fit at all is left out."""
        lines, is_offer = notice(rules, position)

        def fits() -> bool:
            return self._height(lines, self._room(box), "small") <= box.height - 2 * self._pictures.px(6)

        with small_enough(self._pictures, fits):
            while lines and not fits():
                lines.pop()
            self._draw(surface, box, lines, is_offer)

    def _draw(self, surface: pygame.Surface, box: Box, lines: list[tuple[str, RGB]], is_offer: bool) -> None:
        pictures, px = self._pictures, self._pictures.px
        fill_rounded(surface, box, GOLDEN if is_offer else GROUND, px(10))
        if is_offer:
            outline(surface, box, (*GOLD, 255), px(10), px(2))
        room = self._room(box)
        size = "body" if self._height(lines, room, "body") <= box.height - 2 * px(6) else "small"
        y = box.centre.y - self._height(lines, room, size) / 2
        for number, (words, colour) in enumerate(lines):
            for line in wrapped(words, pictures, room, size):
                text = pictures.text(line, size, colour, colour == GOLD or not number)
                surface.blit(text, (round(box.x + px(14)), round(y)))
                y += text.get_height()

    def _room(self, box: Box) -> float:
        return box.width - 2 * self._pictures.px(14)

    def _height(self, lines: list[tuple[str, RGB]], room: float, size: str) -> int:
        count = sum(len(wrapped(words, self._pictures, room, size)) for words, _ in lines)
        return count * self._pictures.font(size).get_height()


def notice(rules: ThreeShuffles, position: Position) -> tuple[list[tuple[str, RGB]], bool]:
    """What is to be read, line by line with its colour, and whether something is offered."""
    left, standing = rules.shuffles_left(position), rules.standing(position)
    if standing is Standing.WON:
        return [(msg("All cards are home."), GOLD)], False
    if standing is Standing.LOST:
        return [(msg("No move left, the draw is spent: lost."), TEXT)], False
    if standing is Standing.SHUFFLE_LEFT:
        return [(msg("No move left — shuffle ({count} left).", count=left), GOLD)], True
    if rules.has_draw(position):
        if not any(len(position.piles[fan]) > 1 for fan in FANS):
            return [(msg("The draw is left, and nothing is buried."), TEXT)], False
        return [(STUCK if standing is Standing.DRAW_LEFT else HAS_DRAW, GOLD)], True
    if left:
        return [
            (msg_n("{count} shuffle left", "{count} shuffles left", left), TEXT),
            (msg("The draw comes with the third deal"), QUIET),
        ], False
    return [(msg("No shuffle left"), TEXT), (msg("The draw is spent"), QUIET)], False
