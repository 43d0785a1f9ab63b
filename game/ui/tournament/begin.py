"""Beginning a tournament: fresh deals, a quick one against robots, the same players once more.

Knows tournaments, players and who played last; must not know forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from game.message import msg
from game.play.deal import deal_number
from game.play.difficulty import Difficulty
from game.robots.cast import robots_at_table
from game.session.local_tournament import LocalTournament, new_local_tournament
from game.storage.files import StorageError
from game.tournament.daily import day_name
from game.tournament.player import Player, players_from_text
from game.tournament.tournament import (
    GAME,
    MOST_NAME_LETTERS,
    Tournament,
    TournamentError,
    new_tournament,
)
from game.ui.games.small_table import SHOWN_DEAL
from game.ui.scene import Stage

REMEMBERED = "tournament players"
"""Under which name the profile keeps who played last."""
SOMEBODY = msg("Player 1")
TRIES = 20
QUICK_ROUNDS = QUICK_ROBOTS = 3


def fresh_tournament(
    stage: Stage, name: str, game: GAME, rounds: int, difficulty: Difficulty | None = None
) -> Tournament:
    """A tournament of deals that nobody has played or seen on this machine, as far as is known.

    Raises:
        TournamentError: it cannot be, or there are not so many different deals.
    """

    def unseen() -> int:
        number = stage.dealer.number(game, difficulty)
        with suppress(StorageError):  # nobody can tell
            for _ in range(TRIES):
                is_shown = number == SHOWN_DEAL  # on the home screen, with all its cards in one of the games
                if not is_shown and not stage.library.statistics.was_played(deal_number(game, number)):
                    break
                number = stage.dealer.number(game, difficulty)
        return number

    return new_tournament(name, game, rounds, unseen)


def begin(stage: Stage, tournament: Tournament, players: Sequence[Player]) -> LocalTournament:
    """Puts a tournament into the store, with those who play here.

    Raises:
        StorageError: it cannot be written, or is there already.
    """
    return new_local_tournament(stage.tournament_store, stage.library, stage.utc_now, tournament, players)


def go_to_first_round(stage: Stage, local: LocalTournament) -> None:
    """Asks who is first whether they are ready."""
    seat, number = local.state.due()[0]
    trouble, stage.dealer.trouble = stage.dealer.trouble or "", None
    stage.routes.ready(local, seat, number, trouble)


def begin_quick(stage: Stage) -> None:
    """Three rounds against three robots, now: by whoever played here last.

    Raises:
        StorageError: it cannot be written.
        TournamentError: there are not so many deals.
    """
    say = stage.pictures.language.say
    persons = players_from_text(stage.profile.options.get(REMEMBERED, say(SOMEBODY)))[:1]
    players = (*(persons or players_from_text(say(SOMEBODY))), *robots_at_table(QUICK_ROBOTS))
    # Translators: the name of a tournament, with its day: at most 40 letters.
    name = say(msg("Three rounds of {day}", day=day_name(stage.today)))[:MOST_NAME_LETTERS]
    go_to_first_round(stage, begin(stage, fresh_tournament(stage, name, GAME(), QUICK_ROUNDS), players))


def begin_again(stage: Stage, local: LocalTournament) -> None:
    """The same rules, rounds and players as in a tournament that is over, with fresh deals.

    Raises:
        StorageError: it cannot be written.
        TournamentError: there are not so many deals.
    """
    before = local.tournament
    players = [seat.player for seat in local.state.seats if seat.is_here]
    fresh = fresh_tournament(stage, next_name(before.name), before.game, before.rounds)
    go_to_first_round(stage, begin(stage, fresh, players))


def why_not(error: StorageError | TournamentError) -> str:
    """Why a tournament was not begun, as a sentence; a `TournamentError` is one already."""
    return (
        msg("The tournament cannot be begun: {reason}.", reason=str(error))
        if isinstance(error, StorageError)
        else str(error)
    )


def next_name(name: str) -> str:
    """What the next tournament in a row is called.

    >>> next_name("Sunday evening"), next_name("Sunday evening 9")
    ('Sunday evening 2', 'Sunday evening 10')
    """
    words, _, number = name.rpartition(" ")
    is_counted = bool(words) and number.isascii() and number.isdigit() and len(number) < 4
    last = f" {int(number) + 1}" if is_counted else " 2"
    return (words if is_counted else name)[: MOST_NAME_LETTERS - len(last)] + last
