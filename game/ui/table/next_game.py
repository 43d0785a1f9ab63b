"""Ways on from a practice game: another in its place, and the program that plays it on."""

from __future__ import annotations

from collections.abc import Callable

from game.message import msg, msg_p
from game.play.game import ControlAction, Game
from game.play.unseen import verdict_refusal
from game.ui.drawing.theme import QUIET
from game.ui.forms.panel import Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.table.table import Table

IS_LEFT = msg("It stays in the list of games played and counts as not won.")
HOME_INSTEAD = msg("Leave it with “{button}” to continue it later.", button=msg_p("a button", "Home"))
NOT_SAVED = msg("This game is not saved: what you played here will be lost.")


class NextGame:
    """Leaves a game for another, its deal again or home; asks where something of it would be lost."""

    def __init__(self, table: Table, is_begun: Callable[[], bool]) -> None:
        self._table, self._is_begun = table, is_begun

    def ask_new(self) -> None:
        """Starts another deal; asks first only if this game is not saved."""
        if self._is_begun() and not self._table.game.is_over and not self._table.session.recorder.is_saved:
            self.ask(msg("Leave this game for another?"), msg("New game"), "new", self.new)
        else:
            self.new()

    def ask_again(self) -> None:
        """Restarts the deal; asks first if that abandons a game, and goes on if nothing was played."""
        if not self._is_begun() and not self._table.game.is_over:
            self._table.close_panel()  # the cards were seen: the clock goes on
            return
        self.ask(msg("Start this deal over?"), msg("Start over"), "restart", self.again)

    def ask(self, question: str, word: str, icon: str, do: Callable[[], None]) -> None:
        """Asks before this game is left for what `do` does, if anything was played."""
        table = self._table
        if not self._is_begun() or table.game.is_over:
            do()
            return
        lines = [PanelLine(NOT_SAVED)]
        if table.session.recorder.is_saved:
            lines = [PanelLine(IS_LEFT), PanelLine(HOME_INSTEAD, "", QUIET)]
        buttons = [
            Button(msg("Keep playing"), "play", table.close_panel, is_strong=True),
            Button(word, icon, do),
        ]
        table.show_panel(Panel(question, lines, buttons, hides_cards=table.view.is_timed))

    def home(self) -> None:
        """Leaves the table; asked about while something of the game is not saved."""
        if self._table.session.recorder.unwritten:
            word = msg_p("the first screen", "Home")
            self.ask(msg("Leave the table?"), word, "home", self._table.context.navigation.home)
        else:
            self._table.context.navigation.home()

    def new(self) -> None:
        """Starts another deal with the same options; a started game is kept."""
        table, context = self._table, self._table.context
        keeps = self._is_begun() and not table.game.is_over
        if not keeps:
            table.session.abandon()
        context.navigation.table(context.next_deal(table.variant, keeps), is_fresh=True)

    def again(self) -> None:
        """Leaves this game to play its deal again from the start."""
        deal, session, context = self._table.game.deal, self._table.session, self._table.context
        session.abandon()
        context.navigation.table(context.sessions.same_deal(deal, session.tags), is_fresh=True)


class ShowMe:
    """Shows how the program would play, and the replay of how the player has played."""

    def __init__(self, table: Table, open_menu: Callable[[], None]) -> None:
        self._table, self._open_menu = table, open_menu

    @property
    def _game(self) -> Game:
        game = self._table.session.game
        assert isinstance(game, Game)  # which no other session has
        return game

    def ask(self) -> None:
        """Has the program play on; asked about, since cards may be seen that are hidden now."""
        game, table = self._game, self._table
        if game.was_shown or game.is_over:
            self.show()
            return
        lines = [
            PanelLine(msg("It plays on in a copy of this game and sees only what you see.")),
            PanelLine(
                msg(
                    "It may turn cards over that you have not seen, so this game will not be in your "
                    "statistics."
                )
            ),
        ]
        buttons = [
            Button(msg("Show me"), "robot", self.show, is_strong=True),
            Button(msg_p("a button", "Cancel"), "close", self._open_menu),
        ]
        table.show_panel(
            Panel(
                msg("How would the program play?"),
                lines,
                buttons,
                hides_cards=table.view.is_timed,
                escape=1,
                chosen=1,
            )
        )

    def show(self) -> None:
        """The program plays a copy of this game on, from its start if it is over."""
        table = self._table
        if (refusal := verdict_refusal(table.game.deal, table.session.tags, table.game.position)) is not None:
            table.refuse(refusal)
            return
        game, elapsed_ms = self._game, table.session.elapsed_ms
        if game.is_over:
            game, elapsed_ms = Game(game.deal), 0
        elif not game.was_shown:
            table.act(ControlAction.SHOWN)
            self._open_menu()
        self._table.context.navigation.go("demonstration", game, elapsed_ms)

    def watch(self) -> None:
        """Shows the replay of this game over the table."""
        from game.play.record import Record
        from game.play.replay import Replay

        self._table.context.navigation.go("replay", Replay(Record.of(self._game, self._table.session.tags)))
