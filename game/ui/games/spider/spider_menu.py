"""The menu of Spider and all it leads to: other deals, files, score, problems, the result.

Knows panels and scenes; must not know the layout of the table or the pointer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pygame

from game.play.problems import Problem
from game.rules.spider import COLUMNS, PLACES, Spider
from game.rules.variant import Outcome
from game.session.session import Session
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.theme import QUIET
from game.ui.forms.menu import Entry, Menu
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button
from game.ui.games.spider.panels import advice_after_winning, score_lines
from game.ui.games.spider.problems import problem_of
from game.ui.scene import Stage
from game.ui.table.ending_words import best_lines
from game.ui.table.practice import PracticeTable


class SpiderMenu(PracticeTable):
    """What a game of Spider offers besides moving cards."""

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        self.problem: Problem | None = problem_of(stage.pictures.assets.folder, session.game.deal)
        self._question_is_due = is_fresh and self.problem is not None
        super().__init__(stage, session, is_fresh)

    @property
    def _rules(self) -> Spider:
        return cast(Spider, self.variant)

    @property
    def deal_name(self) -> str:
        return super().deal_name if self.problem is None else self.problem.title

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        if self._question_is_due:
            self._question_is_due = False
            self.show_question()

    # The menu ------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Everything there is, with its keys."""
        entries = [
            self._entry("New game", "new", "N", self.ask_new_game),
            self._entry("Start over", "restart", "B", self.ask_same_deal),
            self._entry("One move back", "undo", "U", self.undo, self.game.undo_refusal),
            self._entry("One move forward", "redo", "R", self.redo, self.game.redo_refusal),
            self._entry("Save to file", "save", "Ctrl+S", self.save_to_file),
            self._entry("Resume from file", "open", "Ctrl+O", self.resume_from_file),
            self._entry("Score", "trophy", "S", self.show_score),
            self._entry("Help", "hint", "H", self.home_key, self.hint_refusal),
            self._entry("Problems", "deal", "L", self.open_problems),
            self._entry("Winning line", "eye", "", self.line_search.ask, self.pause_refusal),
            self._entry("Rules", "help", "F1", self.open_rules),
            self._entry("Statistics", "statistics", "", self.open_statistics),
            self._entry("Settings", "settings", "", self.open_settings),
            self._entry("Home", "home", "", self.stage.routes.home),
        ]
        if self.problem is not None:
            entries.append(self._entry("The question", "help", "Q", self.show_question))
        self.drop_picked()
        self.spread.finish()
        self.show_panel(
            Menu("Spider", [], entries, close=lambda: self.show_panel(None), other_key=self._key_in_menu)
        )

    def resume_pause(self) -> None:
        self.show_panel(None)  # there is no pause here but the menu

    def _entry(
        self,
        word: str,
        icon: str,
        key: str,
        do: Callable[[], None],
        refusal: Callable[[], str | None] = lambda: None,
    ) -> Entry:
        def press() -> None:
            self.show_panel(None)
            why_not = refusal()
            if why_not is None:
                do()
            else:
                self.refuse(why_not)

        return Entry(word, icon, press, refusal, key=key)

    def _key_in_menu(self, key: int, modifiers: int) -> None:
        if key == pygame.K_m:
            self.show_panel(None)
        elif key == pygame.K_F1:
            self.show_panel(None)
            self.open_rules()
        elif pygame.K_SPACE < key < pygame.K_DELETE:
            self.show_panel(None)
            self.keyboard.key(key, modifiers)

    def escape(self) -> None:
        self.open_menu()

    def other_key(self, key: int, modifiers: int) -> None:
        does: dict[int, Callable[[], None]] = {
            pygame.K_n: self.ask_new_game,
            pygame.K_b: self.ask_same_deal,
            pygame.K_s: self.show_score,
            pygame.K_l: self.open_problems,
            pygame.K_m: self.open_menu,
            pygame.K_c: self.remove_suit,
            pygame.K_q: self.show_question,
        }
        if key in does and not modifiers & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            does[key]()

    def remove_suit(self) -> None:
        """Removes the first complete suit there is."""
        moves = self._rules.complete_suits(self.game.position)
        if moves:
            self.move(moves[0])
        else:
            self.refuse("No column ends in a complete suit.")

    def refuse(self, sentence: str) -> None:
        """Says why something cannot be, where no card is to blame."""
        self.drop_picked()
        self.say(sentence)
        self.sound("refuse")

    # Other deals ---------------------------------------------------------------------------------

    def open_problems(self) -> None:
        """The list of worked positions."""
        self.stage.routes.problems()

    def show_question(self) -> None:
        """What the problem asks."""
        if self.problem is None:
            return
        buttons = [Button("Play", "play", lambda: self.show_panel(None), is_strong=True)]
        lines = [Line(self.problem.question)]
        self.show_panel(Panel(self.problem.title, lines, buttons))

    # Score and result ----------------------------------------------------------------------------

    def show_score(self) -> None:
        """The parts of the score."""
        lines = score_lines(self._rules, self.game.position)
        best = self.best_so_far()
        if best is not None:
            lines.append(Line("Best so far", str(best)))
        buttons = [Button("Play on", "play", lambda: self.show_panel(None), is_strong=True)]
        self.show_panel(Panel("Score", lines, buttons))

    def celebrated(self) -> list[int]:
        if self.game.outcome is not Outcome.WON:
            return []
        return [pile for pile in (*PLACES, *COLUMNS) if self.game.position.piles[pile]]

    def result_panel(self) -> Panel:
        lines = score_lines(self._rules, self.game.position)
        lines += best_lines(self.session.look_at_ending(), "Best so far")
        lines.append(Line(advice_after_winning(self._rules, self.game.position), "", QUIET))
        buttons = [
            Button("New game", "new", self.play_new_game, is_strong=True),
            Button("Play on", "play", lambda: self.show_panel(None)),
            Button("Start over", "restart", self.play_same_deal),
            Button("Watch", "eye", self.watch),
            Button("Home", "home", self.stage.routes.home),
        ]
        return Panel("All eight suits are complete!", lines, buttons, escape=1)
