"""Beginning a tournament: fresh decks, a quick one against robots, the same players once more.

Knows tournaments, players and who played last; must not know forms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.message import msg
from game.robots.cast import robots_at_table
from game.rounds.decks import Wanted
from game.rounds.local import LocalTournament, new_local_tournament
from game.session.daily import day_name
from game.storage.files import StorageError
from game.tournament.player import Player, players_from_text
from game.tournament.tournament import (
    GAME,
    MOST_NAME_LETTERS,
    Tournament,
    TournamentError,
)
from game.ui.scene import Stage

REMEMBERED = "tournament players"
"""Under which name the profile keeps who played last."""
SOMEBODY = msg("Player 1")
QUICK_ROUNDS = QUICK_ROBOTS = 3


def with_decks(stage: Stage, wanted: Wanted, then: Callable[[Tournament], None]) -> None:
    """Goes on with a tournament of fresh decks, at once or as soon as there are so many.

    Raises:
        TournamentError: it cannot be.
        StorageError: the decks cannot be taken from where they are kept.
    """
    name, game, rounds, difficulty = wanted
    Tournament(name, game, tuple(range(rounds)))  # who typed what cannot be need not wait for decks
    stage.decks.seek(game, rounds, difficulty)
    tournament = decks_taken(stage, wanted)
    if tournament is not None:
        then(tournament)
    else:
        stage.routes.looking_for_decks(wanted, then)


def decks_taken(stage: Stage, wanted: Wanted) -> Tournament | None:
    """The tournament with decks that were laid by, or None where there are not so many.

    Raises:
        StorageError: the decks cannot be taken from where they are kept.
    """
    name, game, rounds, difficulty = wanted
    decks = stage.decks.take(game, rounds, difficulty)
    return Tournament(name, game, tuple(decks)) if decks else None


def begin(stage: Stage, tournament: Tournament, players: Sequence[Player]) -> LocalTournament:
    """Puts a tournament into the store, with those who play here.

    Raises:
        StorageError: it cannot be written, or is there already.
    """
    return new_local_tournament(stage.tournament_store, stage.library, stage.utc_now, tournament, players)


def go_to_first_round(stage: Stage, local: LocalTournament) -> None:
    """Asks who is first whether they are ready."""
    seat, number = local.state.due()[0]
    stage.routes.ready(local, seat, number)


def begin_quick(stage: Stage) -> None:
    """Three rounds against three robots, now: by whoever played here last.

    Raises:
        StorageError: it cannot be written.
        TournamentError: it cannot be.
    """
    say = stage.pictures.language.say
    persons = players_from_text(stage.profile.options.get(REMEMBERED, say(SOMEBODY)))[:1]
    players = (*(persons or players_from_text(say(SOMEBODY))), *robots_at_table(QUICK_ROBOTS))
    # Translators: the name of a tournament, with its day: at most 40 letters.
    name = say(msg("Three rounds of {day}", day=day_name(stage.today)))[:MOST_NAME_LETTERS]
    _with_players(stage, Wanted(name, GAME(), QUICK_ROUNDS), players)


def begin_again(stage: Stage, local: LocalTournament) -> None:
    """The same rules, rounds and players as in a tournament that is over, with fresh decks.

    Raises:
        StorageError: it cannot be written.
        TournamentError: it cannot be.
    """
    before = local.tournament
    players = [seat.player for seat in local.state.seats if seat.is_here]
    _with_players(stage, Wanted(next_name(before.name), before.game, before.rounds), players)


def _with_players(stage: Stage, wanted: Wanted, players: Sequence[Player]) -> None:
    with_decks(stage, wanted, lambda tournament: go_to_first_round(stage, begin(stage, tournament, players)))


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
