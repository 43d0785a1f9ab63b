"""A game played for oneself: paused, restarted and left, with hints; and the ways on from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar

import pygame

from game.message import Message, NumberText, joined, labelled, msg, msg_p
from game.play.deal import UNSEEN, verdict_refusal
from game.play.game import OVER, ControlAction, Game
from game.play.move_words import pile_name
from game.play.played import compared_by
from game.play.record import Record
from game.play.replay import Replay
from game.rules.variant import Outcome
from game.session.daily import RULES, day_name, day_of, is_late
from game.solver.solve import SOLVERS
from game.storage.files import StorageError
from game.ui.drawing.theme import GOLD, QUIET, RGB
from game.ui.forms.panel import Menu, MenuItem, Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.spoken import Role
from game.ui.table.hand import CardController
from game.ui.table.hints import Hints, LineSearch, Winnable
from game.ui.table.part import Mode, Part
from game.ui.table.playing import ask, ask_from_menu, go_through, open_rules, result_line
from game.ui.table.result import ResultPanel, best_lines, result_of
from game.ui.table.table import Table
from game.ui.table.tutorial import LEARN_IT, NewcomerQuestion

IS_LEFT = msg("It stays in the list of games played and counts as not won.")
HOME_INSTEAD = msg("Leave it with “{button}” to continue it later.", button=msg_p("a button", "Home"))
NOT_SAVED = msg("This game is not saved: what you played here will be lost.")


class NextGame:
    """Leaves a game for another, its deal again or home; asks where something of it would be lost."""

    def __init__(self, practice: PracticeMode) -> None:
        self._practice, self._table = practice, practice.table

    @property
    def _is_under_way(self) -> bool:
        """Whether anything was played of a game that is not over."""
        return self._practice.is_begun and not self._table.game.is_over

    def ask_new(self) -> None:
        """Starts another deal; asks first only if this game is not saved."""
        if self._is_under_way and not self._table.session.recorder.is_saved:
            self.ask(msg("Leave this game for another?"), msg("New game"), "new", self.new)
        else:
            self.new()

    def ask_again(self) -> None:
        """Restarts the deal; asks first if that abandons a game, and goes on if nothing was played."""
        if not self._practice.is_begun and not self._table.game.is_over:
            self._table.close_panel()  # the cards were seen: the clock goes on
            return
        self.ask(msg("Start this deal over?"), msg("Start over"), "restart", self.again)

    def ask(self, question: str, word: str, icon: str, do: Callable[[], None]) -> None:
        """Asks before this game is left for what `do` does, if anything was played."""
        table = self._table
        if not self._is_under_way:
            do()
            return
        lines = [PanelLine(NOT_SAVED)]
        if table.session.recorder.is_saved:
            lines = [PanelLine(IS_LEFT), PanelLine(HOME_INSTEAD, "", QUIET)]
        ask(table, question, lines, word, icon, do, hides_cards=table.view.is_timed)

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
        keeps = self._is_under_way
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

    def __init__(self, practice: PracticeMode) -> None:
        self._practice, self._table = practice, practice.table

    def ask(self) -> None:
        """Has the program play on; asked about, since cards may be seen that are hidden now."""
        practice, table = self._practice, self._table
        if practice.game.was_shown or practice.over_refusal() is not None:
            self.show()
            return
        sentences = (
            msg("It plays on in a copy of this game and sees only what you see."),
            msg(
                "It may turn cards over that you have not seen, so this game will not be in your statistics."
            ),
        )
        question, show = msg("How would the program play?"), msg("Show me")
        ask_from_menu(table, question, sentences, show, "robot", self.show, practice.open_menu)

    def show(self) -> None:
        """The program plays a copy of this game on, from its start if it is over."""
        table = self._table
        if (refusal := verdict_refusal(table.game.deal, table.session.tags, table.game.position)) is not None:
            table.refuse(refusal)
            return
        game, elapsed_ms = self._practice.game, table.session.elapsed_ms
        if self._practice.over_refusal() is not None:
            game, elapsed_ms = Game(game.deal), 0
        elif not game.was_shown:
            table.act(ControlAction.SHOWN)
            self._practice.open_menu()
        table.context.navigation.go("demonstration", game, elapsed_ms)

    def watch(self) -> None:
        """Shows the replay of this game over the table."""
        record = Record.of(self._practice.game, self._table.session.tags)
        self._table.context.navigation.go("replay", Replay(record))


DAILY_DEAL = msg("Daily deal")


class PracticeMode(Mode):
    """Practice mode."""

    hints_class: ClassVar[type[Hints]] = Hints
    """Hints of the game, also of a demonstration."""

    def __init__(self, table: Table, hand: CardController, is_fresh: bool) -> None:
        """`is_fresh` if the game has just started."""
        self.hand = hand
        self.table, self.context, self._is_fresh = table, table.context, is_fresh
        self._has_solver = table.variant.name in SOLVERS
        self.winnable = Winnable(table, is_fresh)
        self.hints = self.hints_class(table, self.winnable)
        self.line_search = LineSearch(table, self.open_menu)
        self.next_game, self.show_me = NextGame(self), ShowMe(self)
        """Replaces this game by another; shows how the program would play it."""

    def own_parts(self) -> Sequence[Part]:
        """Parts of this game only, drawn on top."""
        return ()

    def parts(self) -> Sequence[Part]:
        """Parts of a practice table, drawn beneath the dragged cards."""
        found: list[Part] = [self.winnable, self.line_search, self.hints] if self._has_solver else []
        if UNSEEN in self.table.session.tags:
            from game.ui.table.unseen import UnseenCards  # few deals have any

            found.append(UnseenCards(self.table))
        if self._is_fresh:
            found.append(NewcomerQuestion(self.table, lambda: self.best_so_far() is not None))
        return found

    @property
    def title(self) -> str:
        return joined(" — ", [DAILY_DEAL, self._day, self.game_title]) if self._day else self.game_title

    @property
    def game_title(self) -> str:
        """Title of the game and its deal."""
        return joined(" ", [self.table.variant.title, self.deal_name])

    @property
    def _day(self) -> str:
        """The day whose deal it is; "" of any other."""
        tags = self.table.session.tags
        day = day_of(tags)
        if day is None:
            return ""
        return msg("{day}, late", day=day_name(day)) if is_late(tags) else day_name(day)

    def name_day(self) -> None:
        """Has the table of a day's deal called so."""
        if not self._day:
            return
        bars, variant = self.table.bars, self.table.variant
        game = [] if variant.name == RULES.name else [variant.short_title or variant.title]
        bars.title, bars.subtitle = DAILY_DEAL, joined(" · ", [self._day, *game, bars.subtitle])

    @property
    def game(self) -> Game:
        """The game that is played here."""
        game = self.table.session.game
        assert isinstance(game, Game)  # which no other session has
        return game

    @property
    def deal_name(self) -> str:
        """Name of the deal."""
        return self.table.view.deal_name(self.table.game.deal, self.context.pictures.assets.folder)

    def best_so_far(self) -> int | None:
        """The best result of this game and its options, as far as it can be read."""
        with suppress(StorageError):
            return self.context.library.statistics.best(self.table.variant, self.table.session.tags)
        return None

    # Moves ----------------------------------------------------------------------------------------

    def undo(self) -> None:
        go_through(self.table, ControlAction.UNDO)

    def redo(self) -> None:
        go_through(self.table, ControlAction.REDO)

    is_practice = True
    has_redo = False
    """Whether the bar has a button for it."""

    def buttons(self) -> Sequence[Button]:
        game = self.game
        redo = Button(msg_p("a button", "Redo"), "redo", self.redo, game.redo_refusal)
        hint = Button(msg_p("a button", "Hint"), "hint", self.hints.ask, self.hints.refusal)
        return [
            Button(msg_p("a button", "Undo"), "undo", self.undo, game.undo_refusal),
            *([redo] if self.has_redo else []),
            *([hint] if self._has_solver else []),
            *self.own_buttons(),
            Button(msg_p("a button", "Menu"), "menu", self.pause, self.pause_refusal, role=Role.MENU),
        ]

    def own_buttons(self) -> Sequence[Button]:
        """Buttons of the bar for this game only."""
        return ()

    def shortcut(self, key: int, modifiers: int) -> bool:
        command = modifiers & pygame.KMOD_CTRL
        if command and key == pygame.K_s:
            self.save_to_file()
        elif command and key == pygame.K_o:
            self.context.navigation.go("open_file")
        elif key == pygame.K_i and self.table.panel is None:
            self.hints.ask()
        else:
            return False
        return True

    def other_key(self, key: int, modifiers: int) -> None:
        # What the menu has a key for is done by that key at the table, too.
        if not modifiers & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            for entry in (*self.entries(), *self.undo_entries(), *self.own_entries()):
                if entry.is_meant(key, modifiers):
                    entry.press()
                    return

    # Panels ---------------------------------------------------------------------------------------

    def over_refusal(self) -> Message | None:
        """Why nothing can be done any more, or None."""
        return OVER if self.table.game.is_over or self.table.session.is_given_up else None

    def answer_refusal(self) -> Message | None:
        """Why nothing can be answered that needs all cards, or None."""
        game, tags = self.table.session.game, self.table.session.tags
        return self.over_refusal() or verdict_refusal(game.deal, tags, game.position)

    def pause_refusal(self) -> Message | None:
        """Why the game cannot be paused now, or None."""
        return self.over_refusal()

    def pause(self) -> None:
        """Opens the menu, which stops the clock; a question that is open goes unanswered."""
        is_free = not (isinstance(self.table.panel, Menu) or self.table.session.is_given_up)
        if is_free and self.pause_refusal() is None:
            self.table.cards.finish()
            self.open_menu()

    def open_menu(self) -> None:
        """Opens the menu, or goes back to it."""
        lines = (
            [PanelLine(msg("The clock is stopped and the cards are hidden."), "", QUIET)]
            if self.table.view.is_timed
            else []
        )
        self._show_menu(
            msg_p("a button", "Menu"), [*lines, *self.menu_lines()], self.entries(), self.table.close_panel
        )

    def _show_menu(
        self, title: str, lines: Sequence[PanelLine], entries: Sequence[MenuItem], close: Callable[[], None]
    ) -> None:
        """Opens a menu, in which the keys of all that its entries open are taken, too."""
        self.table.show_panel(
            Menu(
                title,
                lines,
                entries,
                hides_cards=self.table.view.is_timed,
                close=close,
                keys=[*self.undo_entries(), *self.help_entries(), *self.file_entries(), *self.own_entries()],
            )
        )

    def menu_lines(self) -> Sequence[PanelLine]:
        """Lines of the menu."""
        return ()

    def entries(self) -> list[MenuItem]:
        """All there is to do, at the same place in every game."""
        go, variant = self.context.navigation.go, self.table.variant
        options = compared_by(variant, self.table.session.tags)
        statistics = partial(go, "statistics", variant.name, options)
        return [
            MenuItem(msg_p("a menu", "Continue"), "play", self.table.close_panel, shortcut="Esc"),
            self.entry(msg("New game"), "new", "N", self.next_game.ask_new),
            self.entry(msg("Start over"), "restart", "B", self.next_game.ask_again),
            self.entry(msg("End the game"), "end", "E", self.ask_end, self.end_refusal),
            MenuItem(msg_p("the first screen", "Home"), "home", self.next_game.home),
            MenuItem(msg_p("a menu", "Settings"), "settings", partial(go, "settings")),
            MenuItem(msg_p("a menu", "Statistics"), "statistics", statistics),
            self._submenu(msg_p("a menu", "Help"), "help", self.help_entries),
            self._submenu(msg_p("a menu", "File"), "save", self.file_entries),
        ]

    def _submenu(self, title: str, icon: str, entries: Callable[[], Sequence[MenuItem]]) -> MenuItem:
        """An entry that opens more of them, from which Esc leads back."""

        def open_it() -> None:
            back = MenuItem(msg_p("a menu", "Back"), "back", self.open_menu, shortcut="Esc")
            self._show_menu(title, [], [back, *entries()], self.open_menu)

        return MenuItem(title, icon, open_it, opens_more=True)

    def undo_entries(self) -> Sequence[MenuItem]:
        """To go back and on."""
        game = self.game
        return [
            self.entry(msg_p("a button", "Undo"), "undo", "U", self.undo, game.undo_refusal),
            self.entry(msg_p("a button", "Redo"), "redo", "R", self.redo, game.redo_refusal),
        ]

    def help_entries(self) -> Sequence[MenuItem]:
        """Help entries of the menu."""
        hint = self.entry(msg_p("a menu", "Hint"), "hint", "I", self.hints.ask, self.hints.refusal)
        line = self.entry(self.table.view.line_title, "eye", "", self.line_search.ask, self.answer_refusal)
        # Translators: The program plays on and shows how.
        demonstration = self.entry(msg("Show me"), "robot", "", self.show_me.ask, self.answer_refusal)
        return [
            MenuItem(msg_p("a menu", "Rules"), "help", partial(open_rules, self.table), shortcut="F1"),
            *([hint] if self._has_solver else []),
            *self.learn_entries(),
            *([line, demonstration] if self._has_solver else []),
            *self.own_entries(),
        ]

    def learn_entries(self) -> Sequence[MenuItem]:
        """Entries that teach this game."""
        name, navigation = self.table.variant.name, self.context.navigation
        if not navigation.has_tutorial(name):
            return []
        return [MenuItem(LEARN_IT, "text", lambda: navigation.go("tutorial", self.table.variant))]

    def file_entries(self) -> Sequence[MenuItem]:
        """Games as files."""
        opens = partial(self.context.navigation.go, "open_file")
        return [
            MenuItem(msg_p("a menu", "Save"), "save", self.save_to_file, shortcut="Ctrl+S"),
            MenuItem(msg_p("a saved game", "Open"), "open", opens, shortcut="Ctrl+O"),
        ]

    def own_entries(self) -> Sequence[MenuItem]:
        """Entries of this game only."""
        return ()

    def entry(
        self,
        word: str,
        icon: str,
        key: str,
        do: Callable[[], None],
        refusal: Callable[[], Message | None] = lambda: None,
    ) -> MenuItem:
        """Something to do at the table, by its key there or from the menu, which is closed first."""

        def press() -> None:
            table = self.table
            has_menu = table.panel is not None
            if has_menu:
                table.close_panel()
            if (why_not := refusal()) is not None:
                (table.refuse if has_menu else table.say)(why_not)
                return
            before = table.panel
            do()
            asked = table.panel
            is_new = asked is not before and not isinstance(asked, Menu | ResultPanel)
            if has_menu and is_new and asked is not None:
                asked.back = self.open_menu  # Esc leads back to where one was

        return MenuItem(word, icon, press, refusal, shortcut=key)

    # The end -----------------------------------------------------------------------------------------

    def end_refusal(self) -> Message | None:
        """Why the player cannot end the game now, or None."""
        return self.over_refusal() or (None if self.is_begun else msg("Nothing has been played yet."))

    def ask_end(self) -> None:
        """Gives the game up after a question, and shows its result."""
        self.next_game.ask(msg("End this game?"), msg("End the game"), "end", partial(give_up, self))

    def result_panel(self) -> Panel:
        game = self.table.game
        title = msg("The game is won!") if game.outcome is Outcome.WON else msg("The game is over")
        return self.result(title, [result_line(game), *best_lines(self.table)])

    def result(
        self,
        title: str,
        lines: Sequence[PanelLine],
        colour: RGB = GOLD,
        helps: str = "",
        has_undo: bool = False,
        more: Sequence[Button] = (),
    ) -> ResultPanel:
        """A result as it is shown: its sentences at once, its figures on request.

        `helps` next time. With `has_undo` the last move can be taken back where that is allowed, and where
        the result could be better. `more` are further buttons.
        """
        may_undo = has_undo and not self.game.variant.is_best(self.game.position)
        can_undo = may_undo and self.game.undo_refusal() is None

        def take_back() -> None:
            self.table.close_panel()
            self.undo()

        undo = Button(msg_p("a button", "Undo"), "undo", take_back) if can_undo else None
        new = Button(msg("New game"), "new", self.next_game.new, is_strong=True)
        # Translators: The same deal once more; its result is kept apart from the others.
        again = Button(msg("Try again (does not count)"), "restart", self.next_game.again)
        new.pressed_by, again.pressed_by = pygame.K_n, pygame.K_b
        rest = [
            # Translators: It shows the replay of the game.
            Button(msg_p("a button", "Watch"), "eye", self.show_me.watch),
            again,
            *([Button(msg("Show me"), "robot", self.show_me.show)] if self._has_solver else []),
            *([] if undo is None else [undo]),
            *more,
        ]
        return result_of(self.table, title, lines, colour, helps, new, rest, undo)

    @property
    def is_begun(self) -> bool:
        """Whether the player has done anything in this game."""
        return bool(self.game.entries)

    def can_close(self) -> bool:
        table = self.table
        is_asked = table.panel is not None and not isinstance(table.panel, Menu)
        if not table.session.recorder.unwritten or table.game.is_over or is_asked:
            return True
        self.next_game.ask(msg("Leave the table?"), msg_p("a button", "Quit"), "close", self.context.quit)
        return False

    # Other screens -----------------------------------------------------------------------------------

    def save_to_file(self) -> None:
        """Asks where to save this game."""
        session = self.table.session
        session.pause()
        self.context.navigation.go("save", self.game, session.tags, session.elapsed_ms)


def give_up(practice: PracticeMode) -> None:
    """Ends a game as it stands, and shows its result."""
    table, variant = practice.table, practice.table.variant
    kept = IS_LEFT if table.session.recorder.is_saved else NOT_SAVED
    table.session.give_up()
    lines = [result_line(table.game), PanelLine(kept, "", QUIET)]
    if variant.counts_when_left:
        lines += best_lines(table)
    else:
        stock = table.view.stock_pile
        left = NumberText(len(table.game.position.piles[stock]))
        lines.append(PanelLine(labelled(pile_name(variant, stock).capitalised(), left)))
    table.asked.deafen()
    table.show_panel(practice.result(msg("Game ended"), lines))
