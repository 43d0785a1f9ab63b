"""How tournaments are told in words: conditions, times, who won.

Knows tournaments and their standings; must not know screens.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.play.phrases import many
from game.tournament.standings import Standing
from game.tournament.tournament import Tournament


def minutes(seconds: int) -> str:
    """A time of whole seconds: `5:00`."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def time_used(elapsed_ms: int) -> str:
    """A time used, to the tenth of a second, cut off: `4:12.3`."""
    return f"{elapsed_ms // 60_000}:{elapsed_ms // 1000 % 60:02d}.{elapsed_ms // 100 % 10}"


def conditions(tournament: Tournament) -> str:
    """What is played: `Solitaire Rush  ·  draw 3  ·  5:00  ·  3 rounds`."""
    game = tournament.game
    parts = [game.title, f"draw {game.draw}", minutes(game.limit), many(tournament.rounds, "round")]
    return "  ·  ".join(parts)


def listed(names: Sequence[str]) -> str:
    """Names as one says them: `Anna, Ben and Clara`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def winners(found: Sequence[Standing]) -> str:
    """Who stands first, as a sentence without its full stop."""
    first = [each.player.label for each in found if each.rank == 1]
    if not first:
        return "Nobody plays"
    return f"{first[0]} wins" if len(first) == 1 else f"{listed(first)} share the first place"
