"""Spider played for oneself: its menu and all it leads to, its keys, its score, problems and result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from game.message import Message, msg, msg_n, msg_p
from game.play.game import ControlAction, Game
from game.rules.position import STOCK
from game.rules.spider import Spider
from game.storage.files import StorageError
from game.ui.drawing.theme import QUIET
from game.ui.forms.panel import MenuItem, Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.games.spider.hand import (
    RemovedSuits,
    SpiderHand,
    advice_after_winning,
    is_removed_automatically,
    score_lines,
)
from game.ui.games.spider.hints import ANSWERED, ProblemWatch, SpiderHints, problem_of, shipped_problems
from game.ui.games.spider.view import SpiderView
from game.ui.table.assembly import GameTables, SettingRow
from game.ui.table.part import Part
from game.ui.table.practice import PracticeMode
from game.ui.table.result import best_lines
from game.ui.table.table import Table
from game.ui.table.tutorial import Tutorial

if TYPE_CHECKING:
    from game.play.summary import Totals
    from game.ui.drawing.charts import Chart


class SpiderPractice(PracticeMode):
    """Practice mode of Spider."""

    has_redo = True
    hints_class = SpiderHints

    def __init__(self, table: Table, hand: SpiderHand, is_fresh: bool) -> None:
        super().__init__(table, hand, is_fresh)
        self._rules = hand.rules
        self.problem = problem_of(self.context.pictures.assets.folder, table.game.deal)

    def own_parts(self) -> Sequence[Part]:
        if self.problem is None:
            return ()
        asks = [ProblemQuestion(self)] if self._is_fresh else []
        return [*asks, ProblemWatch(self.table, self.problem, self.problem_solved)]

    @property
    def game_title(self) -> str:
        deals = self._rules.deals_left(self.table.game.position)
        # Translators: so many rows can still be dealt.
        return msg_n("Spider — {count} deal left", "Spider — {count} deals left", deals)

    def pause_refusal(self) -> Message | None:
        return None  # a game that is won can be played on

    # The menu ------------------------------------------------------------------------------------

    def own_entries(self) -> Sequence[MenuItem]:
        question = [self.entry(msg("The question"), "help", "Q", self.show_question)]
        # Translators: To a problem.
        answer = [self.entry(msg_p("a menu", "Answer"), "robot", "", self.show_answer)]
        problems = partial(self.context.navigation.go, "problems")
        return [
            self.entry(msg_p("a menu", "Score"), "statistics", "S", self.show_score),
            MenuItem(msg_p("a menu", "Problems"), "open", problems, shortcut="L"),
            # Translators: What the problem asks.
            *(question if self.problem is not None else []),
            *(answer if self.problem is not None and self.problem.answer is not None else []),
        ]

    def learn_entries(self) -> Sequence[MenuItem]:
        return super().learn_entries() if self.problem is None else []

    def undo_entries(self) -> Sequence[MenuItem]:
        return [
            *super().undo_entries(),
            self.entry(msg("Deal a row"), "deal", "D", self.deal_row),
            self.entry(msg("Remove a suit"), "trophy", "C", self.remove_suit),
        ]

    def home_key(self) -> bool:
        self.hints.ask()
        return True

    def deal_row(self) -> None:
        """Deals a row, where that is allowed."""
        self.hand.move(STOCK)

    def remove_suit(self) -> None:
        """Removes the first complete suit there is."""
        moves = self._rules.complete_suits(self.table.game.position)
        if moves:
            self.hand.move(moves[0])
        else:
            self.table.refuse(msg("No column ends in a complete suit."))

    # What is told in panels ----------------------------------------------------------------------

    def show_question(self) -> None:
        """Shows the problem's question."""
        if self.problem is not None:
            self._show(self.problem.title, msg_p("a button", "Play"), [PanelLine(self.problem.question)])

    def show_answer(self) -> None:
        """Tells the idea of the answer, and why another way fails; from there its moves are shown."""
        problem = self.problem
        if problem is None or problem.answer is None:
            return
        if not self.game.was_shown:
            self.table.act(ControlAction.SHOWN)
        lines = [PanelLine(problem.answer.idea), PanelLine(problem.answer.tempting)]
        buttons = [
            Button(msg("Show me"), "robot", self._play_answer, is_strong=True),
            Button(msg("Keep playing"), "play", self.table.close_panel),
        ]
        self.table.show_panel(Panel(msg_p("a menu", "Answer"), lines, buttons, escape=1))

    def _play_answer(self) -> None:
        self.table.close_panel()
        self.context.navigation.go("demonstration", Game(self.table.game.deal), 0)

    def problem_solved(self) -> None:
        """Says that the question is answered, and counts it unless the answer was shown."""
        from game.ui.games.spider.problems import solved_words  # with the list of problems, after a win

        problem, profile = self.problem, self.context.profile
        assert problem is not None
        if self.game.was_shown:
            how = msg("The answer was shown before, so it does not count.")
        else:
            profile.note_solved(problem.name)
            with suppress(StorageError):  # it is written with the next change of the profile
                profile.save()
            how = solved_words(profile, shipped_problems(self.context.pictures.assets.folder))
        if not self.table.game.is_over:  # else the result says enough
            self._show(ANSWERED, msg("Keep playing"), [PanelLine(problem.title), PanelLine(how)])

    def show_score(self) -> None:
        """The parts of the score."""
        lines = score_lines(self._rules, self.table.game.position)
        best = self.best_so_far()
        if best is not None:
            lines.append(PanelLine(msg("Best so far"), str(best)))
        self._show(msg_p("a figure", "Score"), msg("Keep playing"), lines)

    def _show(self, title: str, word: str, lines: Sequence[PanelLine]) -> None:
        button = Button(word, "play", self.table.close_panel, is_strong=True)
        self.table.show_panel(Panel(title, lines, [button]))

    def result_panel(self) -> Panel:
        position = self.table.game.position
        lines = [*score_lines(self._rules, position), *best_lines(self.table)]
        if not is_removed_automatically(self.table.session.tags):  # else no suit is meant to stay
            lines.append(PanelLine(advice_after_winning(self._rules, position), "", QUIET))
        play_on = Button(msg("Keep playing"), "play", self.table.close_panel)
        return self.result(msg("All eight suits are complete!"), lines, more=[play_on])


class ProblemQuestion(Part):
    """Shows a problem's question with its table."""

    def __init__(self, practice: SpiderPractice) -> None:
        self._practice = practice
        self._is_due = True

    def on_layout(self) -> None:
        if self._is_due:
            self._is_due = False
            self._practice.show_question()


def _tutorial(rules: Spider) -> Tutorial:
    from game.ui.games import tutorials  # few are asked for

    return tutorials.spider(rules)


def charts(totals: Totals) -> list[Chart]:
    """Games by completed suits."""
    from game.ui.drawing.charts import GAMES, Bars  # seen in the statistics only

    counts = totals.figures.get("suits", Counter())
    labels, heights = [str(suits) for suits in range(9)], [counts[suits] for suits in range(9)]
    return [Bars(msg("Completed suits"), msg_p("unit of a chart", "suits"), GAMES, labels, heights)]


REMOVAL = {False: SpiderView.other_rules, True: msg("Removed automatically")}
SETTINGS = (
    # Translators: suits, by the rules of 1992; as short as it can be.
    SettingRow(msg("Completed suits"), msg("1992: you remove or keep them"), "remove_suits", REMOVAL),
    SettingRow(msg("Two clicks"), msg("One picks up, one drops"), "two_clicks"),
)
SPIDER = GameTables(
    SpiderView,
    SpiderPractice,
    SpiderHand,
    places=RemovedSuits,
    tutorial=_tutorial,
    settings=SETTINGS,
    charts=charts,
)
