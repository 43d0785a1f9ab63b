"""Navigation: which screen each name leads to, and the few ways that are more than to lay one over another.

Screens of different rooms do not import each other: they ask `context.navigation` by name.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.message import msg
from game.storage.files import HOSTED, path_exists
from game.ui.screen import Context, Screen

if TYPE_CHECKING:
    from game.rounds.port import Referee, Turn
    from game.session.session import Session
    from game.storage.tournament_store import TournamentFolder

SCREENS = {
    "about": ("pages.text_page", "about_page"),
    "cards": ("files.cards", "CardsScreen"),
    "demonstration": ("games.tables", "demonstration_of"),
    "games_played": ("files.games", "GamesScreen"),
    "goals": ("pages.goals", "GoalsPage"),
    "help": ("pages.text_page", "help_page"),
    "new_game": ("home.new_game", "NewGameScreen"),
    "online_connect": ("tournament.host", "connect_page"),
    "online_return": ("tournament.connect", "OnlineReturnScreen"),
    "open_file": ("files.files", "ResumeScreen"),
    "past_days": ("home.new_game", "PastDaysScreen"),
    "players": ("home.new_game", "PlayersScreen"),
    "problems": ("games.spider.problems", "ProblemsScreen"),
    "ready": ("tournament.round", "ReadyScreen"),
    "replay": ("replay.playback", "ReplayScreen"),
    "round": ("tournament.round", "round_table"),
    "rules": ("pages.text_page", "rules_of"),
    "save": ("files.files", "SaveScreen"),
    "settings": ("pages.settings", "SettingsScreen"),
    "side_by_side": ("replay.playback", "side_by_side"),
    "statistics": ("statistics.screen", "StatisticsScreen"),
    "table": ("games.tables", "table_of"),
    "tournament": ("tournament.page", "TournamentScreen"),
    "tournaments": ("tournament.new", "TournamentsScreen"),
    "tutorial": ("games.tables", "tutorial_of"),
    "winning_line": ("replay.playback", "WinningLine"),
}
"""Module in `game.ui`, and what makes the screen there from a context and what it is given."""
TOURNAMENT_FILES = (".results", ".tournament")
"""Suffixes of the files by which earlier versions shared tournaments."""


class Navigation:
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

    def go(self, name: str, *given: Any) -> None:
        """Lays the screen of a name (see `SCREENS`), made from what is given, over the present one."""
        self._lay_over(self._made(name, *given))

    def _made(self, name: str, *given: Any) -> Any:
        module, factory = SCREENS[name]
        return getattr(import_module(f"game.ui.{module}"), factory)(self._context(), *given)

    def _go_to(self, screen: Screen) -> None:
        self._leave_all()
        self._lay_over(screen)

    # Games -----------------------------------------------------------------------------------------

    def home(self, sentence: str = "") -> None:
        """Leaves everything for the home screen, which says `sentence`."""
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
        """Sits down to a game; `is_fresh` when the cards are still to be dealt."""
        self._go_to(self._made("table", session, is_fresh))

    def take_code(self, text: str) -> bool:
        """Begins the deal of a code or link that somebody has shared; returns whether there is one."""
        from game.cards import NotationError

        try:
            session = self._context().sessions.shared(text)
        except NotationError:
            return False
        self.table(session, is_fresh=True)
        return True

    def take_cards(self, text: str) -> bool:
        """Asks whether to play the cards that a text has; returns whether there are any."""
        from game.ui.files.cards import CardsScreen, choice_of

        if choice_of(text) is None:
            return False
        if isinstance(top := self._top(), CardsScreen):
            top.take(text)
        else:
            self.go("cards", text)
        return True

    def has_tutorial(self, game: str) -> bool:
        """Whether a game has a tutorial."""
        from game.ui.games.tables import game_tables

        return game_tables(game).tutorial is not None

    def take_file(self, path: Path) -> None:
        """Has a file that was dropped on the window taken by the form that such a file is for."""
        from game.storage.saved import SUFFIX
        from game.ui.files.files import ResumeScreen
        from game.ui.tournament.words import NO_TOURNAMENT_FILES

        if path.name.endswith(TOURNAMENT_FILES):
            self._top().say(NO_TOURNAMENT_FILES)
            return
        if not path.name.endswith(SUFFIX) and self._takes_cards_of(path):
            return
        if not isinstance(form := self._top(), ResumeScreen):
            form = ResumeScreen(self._context())
            self._lay_over(form)
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

    # Tournaments -----------------------------------------------------------------------------------

    def race_robots(self) -> None:
        """Begins three rounds against three robots."""
        from game.ui.tournament.new import begin_quick

        begin_quick(self._context(), self._top().say)

    def go_on_with(self, folder: TournamentFolder) -> None:
        """Goes on with a tournament at this machine: at its next round, if there is one and none runs."""
        from game.play.lines import FileError
        from game.storage.files import StorageError
        from game.ui.tournament.new import at_this_machine

        try:
            local = at_this_machine(self._context(), folder)
        except (StorageError, FileError) as error:
            self._top().say(msg("The tournament cannot be opened: {reason}.", reason=str(error)))
            return
        if local.due() and local.running is None and not local.warnings:
            self.first_round(local)
        else:
            self.tournament(local, local.state.complete_rounds)

    def tournament(self, referee: Referee, shown: int | None = None, sentence: str = "") -> None:
        """Goes to a tournament with the table after the round `shown`; it says `sentence`."""
        left = self._context().program.left_seat
        if left is not None and left.referee is referee:
            self._context().program.left_seat = None
        screen = self._made("tournament", referee, shown)
        screen.sentence = sentence or screen.sentence
        self._go_to(screen)

    def first_round(self, referee: Referee) -> None:
        """Asks who is first at this machine whether they are ready."""
        self.ready(referee, referee.due()[0])

    def ready(self, referee: Referee, turn: Turn) -> None:
        """Asks a player whether they are ready for a round."""
        self._go_to(self._made("ready", referee, turn))

    def come_back(self, referee: Referee, turn: Turn) -> None:
        """Comes back to a round whose clock is running: nothing is counted down."""
        screen = self._made("ready", referee, turn)
        self._go_to(screen)
        screen.begin_at_once()

    def round(self, referee: Referee) -> None:
        """Sits down to the round that was begun; its clock runs."""
        self._go_to(self._made("round", referee))

    # Rounds over a network -------------------------------------------------------------------------

    def host(self) -> None:
        """Holds a tournament for the room, or goes on with one; says what is missing where it cannot be."""
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
        """Goes to the page of the tournament just started here, and opens the host's page in the browser."""
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
        if page is None or not is_running(page.hosted):
            return True
        if page is not top:
            self._go_to(page)
        return page.may_end()
