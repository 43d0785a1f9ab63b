"""The signs of a controller's buttons, drawn on labels while it is used."""

from __future__ import annotations

import pygame

from game.message import verbatim
from game.ui.drawing.canvas import outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import RGB

PRESSES, BACK = "A", "B"
OF_ICONS = {
    "undo": "L",
    "redo": "LS",
    "hint": "Y",
    "end": "RS",
    "eye": "RS",
    "shuffle": "R",
    "menu": "≡",
}
"""Of the buttons of a table's bar, by their icons; LS and RS are the sticks pressed down."""
OF_KEYS = {"U": "L", "R": "LS", "I": "Y", "Esc": BACK, "F1": "⧉"}
"""Of what a menu names keys for."""


def sign(pictures: Pictures, letter: str, size_px: int, ink: RGB) -> pygame.Surface:
    """The sign of a button, a letter in a circle, `size_px` high and wide."""

    def drawn() -> pygame.Surface:
        surface = pygame.Surface((size_px, size_px), pygame.SRCALPHA)
        box = Box(0, 0, size_px, size_px)
        outline(surface, box, (*ink, 255), size_px // 2, max(1, size_px // 14))
        words = pictures.text(verbatim(letter), "small", ink, True)
        room = size_px * (0.62 if len(letter) > 1 else 0.72)
        share = min(1.0, room / max(words.get_width(), 0.8 * words.get_height()))
        if share < 1:
            size = round(words.get_width() * share), round(words.get_height() * share)
            words = pygame.transform.smoothscale(words, size)
        surface.blit(words, words.get_rect(center=box.centre))
        return surface

    return pictures.made(("sign", letter, size_px, ink), drawn)
