"""What every practice table shares: pausing, another deal, the same deal, the way home.

Knows the table and the panels; must not know any one game.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

import pygame

from game.play.record import Record
from game.play.replay import Replay
from game.rules.options import options_to_text
from game.session.session import Session
from game.storage.files import StorageError
from game.ui.drawing.theme import QUIET
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button
from game.ui.scene import Stage
from game.ui.table.advised import AdvisedTable
from game.ui.table.line_search import LineSearch

IS_LEFT = "It is kept among the games played and counts as left."
HOME_INSTEAD = "Leave it by Home to go on with it later."
NOT_SAVED = "This game is not saved: what was played here is lost."


class PracticeTable(AdvisedTable):
    """A game played for oneself: it can be paused, restarted and left."""

    @property
    def deal_name(self) -> str:
        """How the deal is called: `#48213`, or "given position"."""
        number = self.game.deal.number
        return "given position" if number is None else f"#{number}"

    def best_so_far(self) -> int | None:
        """The best result of this game and its options, as far as it can be read."""
        with suppress(StorageError):
            return self.stage.library.statistics.best(self.variant)
        return None

    line_title: ClassVar[str] = "Winning line"

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        super().__init__(stage, session, is_fresh)
        self.line_search = LineSearch(self)

    def line_words(self, value: int, is_win: bool) -> str:
        """What a line that is shown leads to, where `value` cards are home at its end."""
        return "A winning line" if is_win else f"The best line found: {value} cards home"

    def resume_pause(self) -> None:
        """Goes back to the menu of the pause."""
        self.show_panel(self.pause_panel())

    def covered(self) -> None:
        self.line_search.cancel()
        super().covered()

    def leave(self) -> None:
        self.line_search.forget()
        super().leave()

    @property
    def wake_in_s(self) -> float | None:
        waits = [each for each in (super().wake_in_s, self.line_search.wake_in_s) if each is not None]
        return min(waits, default=None)

    def awake(self) -> None:
        super().awake()
        self.line_search.awake()

    def pause_panel(self) -> Panel:
        buttons = [
            Button("Continue", "play", lambda: self.show_panel(None), is_strong=True),
            Button("Same deal", "restart", self.ask_same_deal),
            Button("New game", "new", self.ask_new_game),
            Button(self.line_title, "eye", self.line_search.ask),
            Button("Save", "save", self.save_to_file),
            Button("Open", "open", self.resume_from_file),
            Button("Rules", "help", self.open_rules),
            Button("Statistics", "statistics", self.open_statistics),
            Button("Settings", "settings", self.open_settings),
            Button("Home", "home", self.stage.routes.home),
        ]
        lines = [Line("The clock stands and the cards are hidden.", "", QUIET)]
        return Panel("Paused", lines, buttons, hides_cards=True, escape_keys=(pygame.K_ESCAPE, pygame.K_p))

    def after_buttons(self) -> list[Button]:
        """The buttons of a result: New game, Same deal, Watch, Home."""
        return [
            Button("New game", "new", self.play_new_game, is_strong=True),
            Button("Same deal", "restart", self.play_same_deal),
            Button("Watch", "eye", self.watch),
            Button("Home", "home", self.stage.routes.home),
        ]

    # Another game in its place -----------------------------------------------------------------------

    @property
    def is_begun(self) -> bool:
        """Whether the player has done anything in this game."""
        return bool(self.game.entries)

    def ask_new_game(self) -> None:
        """Another deal; asked about when this game would be given up."""
        self._ask("Leave this game for another?", "New game", "new", self.play_new_game)

    def ask_same_deal(self) -> None:
        """The same deal from its start; asked about when this game would be given up."""
        self._ask("Start this deal over?", "Start over", "restart", self.play_same_deal)

    def _ask(self, question: str, word: str, icon: str, do: Callable[[], None]) -> None:
        if not self.is_begun or self.game.is_over:
            do()
            return
        lines = [Line(NOT_SAVED)]
        if self.session.is_saved:
            lines = [Line(IS_LEFT), Line(HOME_INSTEAD, "", QUIET)]
        buttons = [
            Button("Play on", "play", lambda: self.show_panel(None), is_strong=True),
            Button(word, icon, do),
        ]
        self.show_panel(Panel(question, lines, buttons, hides_cards=self.hides_cards))

    def play_new_game(self) -> None:
        """Leaves this game for another deal with the same options."""
        self._leave_for_good()
        self.stage.routes.table(self.stage.sessions.next_deal(self.variant), is_fresh=True)

    def play_same_deal(self) -> None:
        """Leaves this game to play its deal again from the start."""
        self.stage.check_seen(self.game.deal)  # another window may have begun a tournament meanwhile
        self._leave_for_good()
        session = self.stage.sessions.same_deal(self.game.deal, self.session.about)
        self.stage.routes.table(session, is_fresh=True)

    def _leave_for_good(self) -> None:
        self.session.give_up()

    def watch(self) -> None:
        """Shows the replay of this game over the table."""
        record = Record(self.game.deal, self.session.about, tuple(self.game.entries))
        self.stage.routes.replay(Replay(record))

    def open_settings(self) -> None:
        """Shows the settings over the table."""
        self.stage.routes.settings()

    def open_statistics(self) -> None:
        """Shows what games of these options came to, over the table."""
        self.stage.routes.statistics(self.variant.name, options_to_text(self.variant))

    def open_rules(self) -> None:
        """Shows the rules page over the table."""
        self.stage.routes.rules(self.variant.name)

    def save_to_file(self) -> None:
        """Asks where to save this game."""
        self.session.pause()
        session = self.session
        self.stage.routes.save(self.game, session.about, session.elapsed_ms)

    def resume_from_file(self) -> None:
        """Asks which saved game to go on with."""
        self.stage.routes.open_file()

    def handle(self, event: pygame.event.Event) -> None:
        command = event.type == pygame.KEYDOWN and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if command and event.key == pygame.K_s:
            self.save_to_file()
        elif command and event.key == pygame.K_o:
            self.resume_from_file()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_i and self.panel is None:
            self.ask_hint()
        else:
            super().handle(event)
