"""How tournaments are told in words: conditions, times, who won.

Knows tournaments and their standings; must not know screens.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.message import msg, msg_n
from game.play.phrases import listed, minutes
from game.rules.rush import Rush
from game.tournament.standings import Standing
from game.tournament.tournament import Tournament


def conditions(tournament: Tournament) -> list[str]:
    """What is played: `Solitaire Rush`, `draw 3`, `5:00`, `3 rounds`."""
    return conditions_of(tournament.game, tournament.rounds)


def conditions_of(game: Rush, count: int) -> list[str]:
    """The same of so many rounds by some rules."""
    rounds = msg_n("{count} round", "{count} rounds", count)
    # Translators: a rule: so many cards are turned at once.
    return [game.title, msg("draw {count}", count=game.draw), minutes(game.limit), rounds]


def players_counted(count: int) -> str:
    """How many play: `3 players`."""
    return msg_n("{count} player", "{count} players", count)


def winners(found: Sequence[Standing]) -> str:
    """Who stands first, as a sentence without its full stop."""
    first = [each.player.label for each in found if each.rank == 1]
    if not first:
        return msg("Nobody plays")
    if len(first) == 1:
        return msg("{player} wins", player=first[0])
    return msg("{players} share the first place", players=listed(first))
