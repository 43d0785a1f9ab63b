"""Strengths of robots, and the names under which they play.

Loads no robots, because the window asks here.
"""

from __future__ import annotations

from game.message import msg_p
from game.play.played import STRENGTHS as STRENGTHS
from game.tournament.player import Player

MIXED = msg_p("how robots play", "mixed")
NAMES = ("Cog", "Bolt", "Pip", "Dynamo", "Ratchet", "Piston", "Widget")
_STRENGTHS = ("regular", "expert", "beginner", "master", "regular", "expert", "beginner")


def robots_at_table(count: int, strength: str = MIXED) -> tuple[Player, ...]:
    """Returns up to seven robots, of one strength or mixed.

    >>> [player.label for player in robots_at_table(2)]
    ['Cog (robot)', 'Bolt (robot)']
    """
    strengths = _STRENGTHS if strength == MIXED else (strength,) * len(NAMES)
    pairs = zip(NAMES, strengths, strict=True)
    return tuple(Player(name, f"robot {each}") for name, each in pairs)[:count]
