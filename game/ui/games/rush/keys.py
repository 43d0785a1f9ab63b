"""The keys that only Rush has: the end, and the card on the waste.

Knows keys and the hand; must not know whether a game is practice or a round.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.play.game import Act
from game.rules.rush import WASTE
from game.ui.table.hand import Hand
from game.ui.table.table import Table


def rush_key(table: Table, hand: Hand, key: int, ask_end: Callable[[], None]) -> None:
    """E asks for the end, W picks up the card on the waste."""
    if key == pygame.K_e:
        refusal = table.session.game.end_refusal()
        if refusal is None:
            ask_end()
        else:
            table.say(refusal)
    elif key == pygame.K_w:
        hand.click(WASTE, len(table.game.position.piles[WASTE]) - 1)


def end(table: Table) -> None:
    """Ends the game now."""
    table.close_panel()
    table.act(Act.END)
