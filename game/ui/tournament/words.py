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

NO_SECRET = msg(
    "The decks lie in a file on this computer: nobody sees them by accident, but whoever wants to can read "
    "them before playing."
)
"""Said before the first round of a tournament and beside its results."""
FINGERPRINT_DIGITS = 16


def fingerprint(commitment: str | None) -> list[str]:
    """What may be known of the deck of a round before it is played; nothing where its deal has a number."""
    if commitment is None:
        return []
    # Translators: of the deck of a round: digits by which it can be told, but not known.
    return [msg("Fingerprint of the deck: {digits}", digits=commitment[:FINGERPRINT_DIGITS])]


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
