"""How tournaments are told in words: conditions, times, who won.

Knows tournaments and their standings; must not know screens.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.play.phrases import listed, many, minutes
from game.tournament.standings import Standing
from game.tournament.tournament import Tournament


def conditions(tournament: Tournament) -> str:
    """What is played: `Solitaire Rush  ·  draw 3  ·  5:00  ·  3 rounds`."""
    game = tournament.game
    parts = [game.title, f"draw {game.draw}", minutes(game.limit), many(tournament.rounds, "round")]
    return "  ·  ".join(parts)


def winners(found: Sequence[Standing]) -> str:
    """Who stands first, as a sentence without its full stop."""
    first = [each.player.label for each in found if each.rank == 1]
    if not first:
        return "Nobody plays"
    return f"{first[0]} wins" if len(first) == 1 else f"{listed(first)} share the first place"
