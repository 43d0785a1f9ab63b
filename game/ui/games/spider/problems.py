"""Spider's worked positions: the list of them, each to be chosen and played."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import Message, joined, labelled, msg, msg_p
from game.play.game import Game
from game.play.problems import Problem, ProblemError
from game.rules.spider import Spider
from game.storage.profile import Profile
from game.ui.forms.file_list import FileList, FileRow, TextPart, TextView
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.widgets import Button
from game.ui.games.spider.hints import shipped_problems
from game.ui.screen import Context
from game.ui.spoken import ScreenDescription


def solved_words(profile: Profile, problems: Sequence[Problem]) -> Message:
    """Returns the number of solved problems in words: `Problems solved: 3 of 8`."""
    solved = sum(profile.has_solved(problem.name) for problem in problems)
    return msg("Problems solved: {solved} of {count}", solved=solved, count=len(problems))


class ProblemsScreen(FormScreen):
    """A list, and beneath it the whole question of the chosen one."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg("Spider problems"))
        self._problems: list[Problem] = []
        nothing = ""
        try:
            self._problems = shipped_problems(context.pictures.assets.folder)
        except ProblemError as error:
            nothing = msg("There is nothing to choose from: {error}.", error=str(error))
        rows = [self._row(problem) for problem in self._problems]
        self._list = FileList(rows, nothing, self._show, self.enter)
        self._question = TextView((), "small")
        self._question.lines = 2
        self._named = FormRow("", "", self._question, is_below=True)
        self.panel.rows = [FormRow("", "", self._list, is_below=True, grows=True), self._named]
        self.panel.buttons = [
            Button(msg_p("a button", "Play"), "play", self.enter, is_strong=True),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]
        self.focus.begin_with(self._list)
        if self._problems:
            self._list.chosen = 0
            self._tell(0)

    def _row(self, problem: Problem) -> FileRow:
        name = joined("   ", [str(problem.number), problem.title])
        # Translators: a problem.
        solved = msg_p("a problem", "Solved") if self.context.profile.has_solved(problem.name) else ""
        deals = labelled(msg("Deals left"), Spider().deals_left(problem.deal.position))
        return FileRow(name, solved, deals)

    @property
    def spoken(self) -> ScreenDescription:
        spoken = super().spoken
        if spoken.focus is None or self._list.chosen is None or self.focus.widget is not self._list:
            return spoken
        question = self._problems[self._list.chosen].question
        return spoken._replace(focus=spoken.focus._replace(more=question))

    def _tell(self, index: int) -> None:
        problem = self._problems[index]
        self._named.label, self._question.parts = problem.title, [TextPart("", [problem.question])]

    def _show(self, index: int) -> None:
        self._tell(index)
        self.lay_out()

    def enter(self) -> None:
        """Lays the chosen problem on the table."""
        if self._list.chosen is not None:
            problem = self._problems[self._list.chosen]
            session = self.context.sessions.begin(Game(problem.deal), {"problem": problem.name})
            self.context.navigation.table(session, is_fresh=True)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_l:
            self.close()  # the key that opens it
        else:
            super().handle(event)
