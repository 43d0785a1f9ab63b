"""Navigation: the screen that each name of `navigation` leads to; screens do not import each other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from game.storage.files import path_exists
from game.storage.paths import HOSTED
from game.ui.navigation import Navigation
from game.ui.screen import Context, Screen

if TYPE_CHECKING:
    from game.play.game import Game
    from game.play.record import Record
    from game.play.replay import Replay
    from game.rounds.local import LocalTournament
    from game.rounds.port import Referee, Turn
    from game.rules.variant import Variant
    from game.session.session import Session
    from game.storage.online_seats import BegunRound

TOURNAMENT_FILES = (".results", ".tournament")
"""Suffixes of the files by which earlier versions shared tournaments."""


class ScreenNavigation(Navigation):
    """The ways between the screens of one window."""

    def __init__(
        self,
        context: Callable[[], Context],
        leave_all: Callable[[], None],
        lay_over: Callable[[Screen], None],
        top: Callable[[], Screen],
    ) -> None:
        """`lay_over` lays a screen over the present one, which `top` tells; `leave_all` leaves them."""
        self._context, self._leave_all, self._lay_over, self._top = context, leave_all, lay_over, top

    def _go_to(self, screen: Screen) -> None:
        """Leaves all screens for this one."""
        self._leave_all()
        self._lay_over(screen)

    # Games -----------------------------------------------------------------------------------------

    def home(self, sentence: str = "") -> None:
        from game.ui.home.home import HomeScreen

        self._leave_all()  # what is left is put away before home looks for it
        self._lay_over(HomeScreen(self._context()))
        if sentence:
            self._top().say(sentence)
        self._tell_of_crash()

    def _tell_of_crash(self) -> None:
        """Tells the player about an unreported crash, once."""
        context = self._context()
        if not context.library.has_crashed:
            return
        from game.storage.crash import take_unreported_crash
        from game.ui.pages.text_page import crash_page

        crash = take_unreported_crash(context.library.machine)
        if crash is not None:
            self._lay_over(crash_page(context, crash))

    def table(self, session: Session, is_fresh: bool = False) -> None:
        from game.ui.games.tables import table_of

        self._go_to(table_of(self._context(), session, is_fresh))

    def take_code(self, text: str) -> bool:
        from game.cards import NotationError

        try:
            session = self._context().sessions.shared(text)
        except NotationError:
            return False
        self.table(session, is_fresh=True)
        return True

    def take_cards(self, text: str) -> bool:
        from game.ui.files.cards import CardsScreen, choice_of

        if choice_of(text) is None:
            return False
        if isinstance(top := self._top(), CardsScreen):
            top.take(text)
        else:
            self.cards(text)
        return True

    def cards(self, text: str = "") -> None:
        from game.ui.files.cards import CardsScreen

        self._lay_over(CardsScreen(self._context(), text))

    def new_game(self, variant: Variant) -> None:
        from game.ui.home.new_game import NewGameScreen

        self._lay_over(NewGameScreen(self._context(), variant))

    def players(self) -> None:
        """Who plays at this machine, over the present screen."""
        from game.ui.home.new_game import PlayersScreen

        self._lay_over(PlayersScreen(self._context()))

    def goals(self) -> None:
        from game.ui.pages.goals import GoalsPage

        self._lay_over(GoalsPage(self._context()))

    def past_days(self) -> None:
        from game.ui.home.new_game import PastDaysScreen

        self._lay_over(PastDaysScreen(self._context()))

    def demonstration(self, game: Game, elapsed_ms: int) -> None:
        from game.ui.games.tables import demonstration_of

        context = self._context()
        self._lay_over(demonstration_of(context, context.sessions.unsaved(game, elapsed_ms)))

    def has_tutorial(self, game: str) -> bool:
        from game.ui.games.tables import game_tables

        return game_tables(game).tutorial is not None

    def tutorial(self, variant: Variant) -> None:
        from game.ui.games.tables import game_tables

        tutorial = game_tables(variant.name).tutorial
        assert tutorial is not None, "nobody asks for what `has_tutorial` denies"
        self._lay_over(tutorial(self._context(), variant))

    def problems(self) -> None:
        from game.ui.games.spider.problems import ProblemsScreen

        self._lay_over(ProblemsScreen(self._context()))

    # Pages -----------------------------------------------------------------------------------------

    def settings(self) -> None:
        from game.ui.pages.settings import SettingsScreen

        self._lay_over(SettingsScreen(self._context()))

    def help(self) -> None:
        from game.ui.pages.text_page import help_page

        self._lay_over(help_page(self._context()))

    def about(self) -> None:
        from game.ui.pages.text_page import about_page

        self._lay_over(about_page(self._context()))

    def rules(self, variant: Variant, table: Collection[str]) -> None:
        from game.ui.pages.rules import rules_of

        self._lay_over(rules_of(self._context(), variant, table))

    def statistics(self, game: str | None = None, options: str | None = None) -> None:
        from game.ui.statistics.screen import StatisticsScreen

        self._lay_over(StatisticsScreen(self._context(), game, options))

    # Files and replays -----------------------------------------------------------------------------

    def save(self, game: Game, tags: Mapping[str, str], elapsed_ms: int | None = None) -> None:
        from game.ui.files.files import SaveScreen

        self._lay_over(SaveScreen(self._context(), game, tags, elapsed_ms))

    def open_file(self, game: str = "") -> None:
        from game.ui.files.files import ResumeScreen

        self._lay_over(ResumeScreen(self._context(), game))

    def take_file(self, path: Path) -> None:
        from game.storage.saved import SUFFIX
        from game.ui.files.files import ResumeScreen
        from game.ui.tournament.words import NO_TOURNAMENT_FILES

        if path.name.endswith(TOURNAMENT_FILES):
            self._top().say(NO_TOURNAMENT_FILES)
            return
        if not path.name.endswith(SUFFIX) and self._takes_cards_of(path):
            return
        if not isinstance(self._top(), ResumeScreen):
            self._lay_over(ResumeScreen(self._context()))
        form = self._top()
        assert isinstance(form, ResumeScreen)
        form.take(path)

    def _takes_cards_of(self, path: Path) -> bool:
        """Takes the cards in a file; returns whether it has any."""
        from game.play.lines import FileError
        from game.play.typed_deal import LIMIT_BYTES, text_of
        from game.storage.files import StorageError, read_limited

        try:
            return self.take_cards(text_of(read_limited(path, LIMIT_BYTES)))
        except (FileError, StorageError):
            return False  # the form for games says why

    def games_played(self) -> None:
        from game.ui.files.games import GamesScreen

        self._lay_over(GamesScreen(self._context()))

    def replay(self, replay: Replay) -> None:
        from game.ui.replay.playback import ReplayScreen

        self._lay_over(ReplayScreen(self._context(), replay))

    def side_by_side(self, replays: tuple[Replay, Replay], names: tuple[str, str]) -> None:
        from game.ui.replay.playback import side_by_side

        self._lay_over(side_by_side(self._context(), replays, names))

    def winning_line(self, record: Record, first: int, heading: str) -> None:
        from game.ui.replay.playback import WinningLine

        self._lay_over(WinningLine(self._context(), record, first, heading))

    # Tournaments -----------------------------------------------------------------------------------

    def tournaments(self) -> None:
        from game.ui.tournament.tournaments import TournamentsScreen

        self._lay_over(TournamentsScreen(self._context()))

    def three_rounds(self) -> None:
        from game.storage.files import StorageError
        from game.tournament.tournament import TournamentError
        from game.ui.tournament.new import begin_quick, why_not

        try:
            begin_quick(self._context())
        except (StorageError, TournamentError) as error:
            self._top().say(why_not(error))

    def last_tournament(self) -> None:
        from game.ui.tournament.tournaments import last_local_tournament

        local = last_local_tournament(self._context())
        self.local_tournament(local, local.state.complete_rounds)

    def local_tournament(self, local: LocalTournament, shown: int | None = None, sentence: str = "") -> None:
        self.tournament(self._at_this_machine(local), shown, sentence)

    def _at_this_machine(self, local: LocalTournament) -> Referee:
        from game.rounds.local_referee import LocalReferee

        context = self._context()
        return LocalReferee(local, context.solver)

    def tournament(self, referee: Referee, shown: int | None = None, sentence: str = "") -> None:
        from game.ui.tournament.page import TournamentScreen

        left = self._context().left_seat
        if left is not None and left.referee is referee:
            self._context().left_seat = None
        screen = TournamentScreen(self._context(), referee, shown)
        screen.sentence = sentence or screen.sentence
        self._go_to(screen)

    def first_round(self, local: LocalTournament) -> None:
        referee = self._at_this_machine(local)
        self.ready(referee, referee.due()[0])

    def ready(self, referee: Referee, turn: Turn) -> None:
        from game.ui.tournament.round import ReadyScreen

        self._go_to(ReadyScreen(self._context(), referee, turn))

    def come_back(self, referee: Referee, turn: Turn) -> None:
        from game.ui.tournament.round import ReadyScreen

        self.ready(referee, turn)
        screen = self._top()
        assert isinstance(screen, ReadyScreen)
        screen.begin_at_once()

    def round(self, referee: Referee) -> None:
        from game.ui.tournament.round import round_table

        self._go_to(round_table(self._context(), referee))

    # Rounds over a network -------------------------------------------------------------------------

    def host(self) -> None:
        from game.rounds.hosted import lacks_packages
        from game.ui.tournament.host import HostScreen, missing_page
        from game.ui.tournament.hosted import hosted_here

        context = self._context()
        if lacks_packages():
            self._lay_over(missing_page(context))
        elif (page := hosted_here(context)) is not None:
            self._go_to(page)
        else:
            self._lay_over(HostScreen(context))

    def hosted(self) -> None:
        from game.ui.tournament.hosted import hosted_here

        page = hosted_here(self._context())
        assert page is not None, "it was begun"
        self._go_to(page)
        page.open_host_page()

    def leave_evening(self) -> bool:
        """Asks what becomes of a tournament that is held here; returns whether the program may end."""
        if not path_exists(self._context().library.machine / HOSTED):
            return True
        from game.rounds.hosted import is_running
        from game.ui.tournament.hosted import HostedScreen, hosted_here

        top = self._top()
        page = top if isinstance(top, HostedScreen) else hosted_here(self._context())
        if page is None or not page.is_running(is_running):
            return True
        if page is not top:
            self._go_to(page)
        return page.may_end()

    def online_connect(self, link: str = "") -> None:
        from game.rounds.asking import connecting_refusal
        from game.ui.tournament.connect import OnlineScreen

        if connecting_refusal() is None:
            self._lay_over(OnlineScreen(self._context(), link))
        else:
            from game.ui.tournament.host import missing_page

            self._lay_over(missing_page(self._context(), is_online=True))

    def online_return(self, begun: BegunRound) -> None:
        from game.ui.tournament.connect import OnlineReturnScreen

        self._lay_over(OnlineReturnScreen(self._context(), begun))
