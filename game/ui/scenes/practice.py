"""What every practice table shares: pausing, another deal, the same deal, the way home.

Knows the table and the panels; must not know any one game.
"""

from __future__ import annotations

from typing import ClassVar

import pygame

from game.play.record import Record
from game.rules.options import options_to_text
from game.session.session import Session
from game.ui.line_search import LineSearch
from game.ui.panel import Line, Panel
from game.ui.scene import Stage
from game.ui.scenes.advised import AdvisedTable
from game.ui.theme import QUIET
from game.ui.widgets import Button


class PracticeTable(AdvisedTable):
    """A game played for oneself: it can be paused, restarted and left."""

    @property
    def deal_name(self) -> str:
        """How the deal is called: `#48213`, or "given position"."""
        number = self.game.deal.number
        return "given position" if number is None else f"#{number}"

    @property
    def result_key(self) -> str:
        """Under which name results of this game and its options are compared."""
        return f"{self.variant.name} {options_to_text(self.variant)}".rstrip()

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
            Button("Same deal", "restart", self.play_same_deal),
            Button("New game", "new", self.play_new_game),
            Button(self.line_title, "eye", self.line_search.ask),
            Button("Save", "save", self.save_to_file),
            Button("Open", "open", self.resume_from_file),
            Button("Rules", "help", self.open_rules),
            Button("Statistics", "statistics", self.open_statistics),
            Button("Settings", "settings", self.open_settings),
            Button("Home", "home", self.stage.go_home),
        ]
        lines = [Line("The clock stands and the cards are hidden.", "", QUIET)]
        return Panel("Paused", lines, buttons, hides_cards=True, escape_keys=(pygame.K_ESCAPE, pygame.K_p))

    def after_buttons(self) -> list[Button]:
        """The buttons of a result: New game, Same deal, Watch, Home."""
        return [
            Button("New game", "new", self.play_new_game, is_strong=True),
            Button("Same deal", "restart", self.play_same_deal),
            Button("Watch", "eye", self.watch),
            Button("Home", "home", self.stage.go_home),
        ]

    def play_new_game(self) -> None:
        """Leaves this game for another deal with the same options."""
        from game.ui.tables import new_game

        self._leave_for_good()
        self.stage.go_to(new_game(self.stage, self.variant))

    def play_same_deal(self) -> None:
        """Leaves this game to play its deal again from the start."""
        from game.ui.tables import same_deal

        self._leave_for_good()
        self.stage.go_to(same_deal(self.stage, self.game.deal))

    def _leave_for_good(self) -> None:
        self.session.give_up()

    def watch(self) -> None:
        """Shows the replay of this game over the table."""
        from game.ui.scenes.replay import watch

        watch(self.stage, Record(self.game.deal, self.session.about, tuple(self.game.entries)))

    def open_settings(self) -> None:
        """Shows the settings over the table."""
        from game.ui.scenes.settings import SettingsScene

        self.stage.open(SettingsScene(self.stage))

    def open_statistics(self) -> None:
        """Shows what games of these options came to, over the table."""
        from game.ui.scenes.statistics import StatisticsScene

        self.stage.open(StatisticsScene(self.stage, self.variant.name, options_to_text(self.variant)))

    def open_rules(self) -> None:
        """Shows the rules page over the table."""
        from game.ui.scenes.rules_page import RulesScene

        self.stage.open(RulesScene(self.stage, self.variant.name))

    def save_to_file(self) -> None:
        """Asks where to save this game."""
        from game.ui.scenes.files import SaveScene

        self.session.pause()
        session = self.session
        self.stage.open(SaveScene(self.stage, self.game, session.about, session.elapsed_ms))

    def resume_from_file(self) -> None:
        """Asks which saved game to go on with."""
        from game.ui.scenes.files import ResumeScene

        self.stage.open(ResumeScene(self.stage))

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
