"""A real table, dealt, as a small picture.

Knows how to ask a game's scene for its layout; must not know any game.
"""

from __future__ import annotations

from dataclasses import replace

import pygame

from game.play.deal import Deal
from game.play.game import Game
from game.ui.layout import Box
from game.ui.pictures import Pictures
from game.ui.scene import Stage
from game.ui.sitting import Sitting
from game.ui.tables import scene_class


def small_table(stage: Stage, deal: Deal, size: tuple[int, int]) -> pygame.Surface:
    """The table of a deal as its scene would lay it out in a window of `size`."""
    pictures = Pictures(stage.pictures.assets, stage.settings.four_colours)
    pictures.set_unit(size[1] / 800)
    scene = scene_class(deal.variant.name)(
        replace(stage, pictures=pictures),
        Sitting(Game(deal), None, stage.library, stage.now_ns, 0),
        is_fresh=False,
    )
    card, slots = scene.lay_out(Box(0, 0, *size))
    pictures.set_card_size(*card)
    scene.spread.arrange(deal.position, slots, at_once=True)
    surface = pygame.Surface(size, pygame.SRCALPHA)
    scene.slots = slots
    scene.paint_cards(surface, surface.get_rect())
    return surface
