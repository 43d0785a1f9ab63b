"""What the kill test asks of the program: how a game is begun and gone on with, and what is known of it.

The one place that knows where the program keeps best results, days and rounds.
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from game.play.game import Game
from game.rounds.local import LocalReferee, new_tournament
from game.rules.rush import Rush
from game.storage.tournament_store import TournamentStore
from game.tournament.player import Player
from game.tournament.tournament import Tournament
from game.ui.games.tables import table_of
from tests.tournament.rounds import folder_of
from tests.ui.driver import Table

ANNA, BEN = Player("Anna"), Player("Ben")
EVENING = Tournament("Sunday evening", Rush(draw=3, limit=600), (7, 48213, 99))


def begin_day(table: Table) -> None:
    """Opens today's deal, as the home screen does."""
    session = table.context.sessions.daily()
    table.app.go_to(table_of(table.context, session, is_fresh=not session.game.entries))


def is_day_a_new_start(table: Table) -> bool:
    """Whether today's deal can be begun as if nobody had seen it. The try is left on the table."""
    begin_day(table)
    return "replayed" not in table.screen.session.tags and not table.game.entries


def best(table: Table, game: Game) -> int | None:
    """The best result that is known of a game and its options."""
    return table.context.library.statistics.best(game.variant, {})


def day_total(table: Table) -> int | None:
    """What today's deal came to, as far as it is known."""
    return table.context.sessions.daily_status(table.context.library.statistics.days()).total


def lay_tournament(folder: Path) -> None:
    """Two persons at this machine take turns."""
    new_tournament(TournamentStore(folder), EVENING, [ANNA, BEN])


def local(folder: Path, table: Table, utc_now: Callable[[], datetime]) -> LocalReferee:
    """The tournament as it is on disk."""
    found = folder_of(TournamentStore(folder), EVENING)
    return LocalReferee(found, table.context.library, utc_now)


def sit_down(folder: Path, table: Table) -> None:
    """Anna begins the first round, or comes back to it while its clock runs."""
    referee = local(folder, table, table.context.round_clock)
    referee.begin(referee.running or referee.due()[0])
    assert referee.refused is None
    table.context.navigation.round(referee)
