"""Days and goals: the last weeks, the small goals of today, and a dozen lasting ones of each game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta

import pygame

from game.message import joined, labelled, msg, msg_n, msg_p, verbatim
from game.rules import VARIANTS
from game.session.daily import WEEKDAYS, Goal, day_name, finished_days, lasting_goals, streak
from game.storage.files import StorageError
from game.ui.drawing.canvas import draw_day, fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import BUTTON, GOLD, QUIET, TEXT
from game.ui.forms.controls import RadioGroup
from game.ui.forms.file_list import PARAGRAPH_PX, TextPart, TextView
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.widgets import Button, Widget
from game.ui.screen import Context
from game.ui.spoken import Role, WidgetDescription

WEEKS = 5
BAR_PX = 6
"""Height of a goal's bar."""


class Calendar(Widget):
    """The last weeks, Monday first: the days on which a deal of the day was finished are filled.

    The left and the right arrow go from day to day, and each is told in words.
    """

    lines = WEEKS + 1
    takes_enter = False

    def __init__(self, today: date, done: Sequence[date]) -> None:
        self._today, self._done = today, frozenset(done)
        self._told: date | None = None  # the day that is told; all of them before an arrow is pressed

    @property
    def spoken(self) -> WidgetDescription:
        count, day = sum(self._first <= day for day in self._done), self._told
        if day is None:
            words = msg("Daily deals finished in the last {weeks} weeks: {count}", weeks=WEEKS, count=count)
            return WidgetDescription("", words)
        name = msg("{weekday}, {day}", weekday=WEEKDAYS[day.weekday()], day=day_name(day))
        is_done = day in self._done
        state = msg_p("a game", "finished") if is_done else msg_p("a day", "not finished")
        return WidgetDescription("", labelled(name, state))

    def key(self, event: pygame.event.Event) -> bool:
        if event.key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return False
        step = timedelta(days=1 if event.key == pygame.K_RIGHT else -1)
        self._told = self._today if self._told is None else self._told + step
        self._told = max(self._first, min(self._today, self._told))
        return True

    @property
    def words(self) -> str:
        """The first day and the last: `19 October – 21 November`."""
        return joined(" – ", [day_name(self._first), day_name(self._today)])

    @property
    def _first(self) -> date:
        return self._today - timedelta(days=self._today.weekday() + 7 * (WEEKS - 1))

    def width(self, pictures: Pictures) -> int:
        return pictures.px(7 * 48)

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        step = min(self.box.height / self.lines, self.box.width / 7)
        left = self.box.x + (self.box.width - 7 * step * 1.4) / 2
        for weekday, name in enumerate(WEEKDAYS):
            words = pictures.text(verbatim(pictures.language.translate(name)[:2].capitalize()), "body", QUIET)
            middle = left + weekday * step * 1.4 + step * 0.44
            surface.blit(words, (round(middle - words.get_width() / 2), round(self.box.y)))
        for number in range(7 * WEEKS):
            week, weekday = divmod(number, 7)
            day = self._first + timedelta(days=number)
            if day <= self._today:
                corner = left + weekday * step * 1.4, self.box.y + (week + 1) * step
                side = step * 0.44
                draw_day(surface, pictures, corner, side, day.day, day in self._done, day == self._today)
                if day == self._told:
                    ring = Box(*corner, 2 * side, 2 * side).grown(pictures.px(3))
                    outline(surface, ring, (*TEXT, 255), round(ring.width / 2), pictures.px(2))


class GoalView(TextView):
    """Goals as lines, and below each a bar that fills."""

    paragraph_px = 2 * BAR_PX + PARAGRAPH_PX

    def __init__(self, part: TextPart, goals: Sequence[Goal]) -> None:
        """`goals` are the last paragraphs of the part."""
        super().__init__([part])
        self._goals = goals

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        super().draw(surface, pictures)
        wide, high = self.box.width - pictures.px(4 * BAR_PX), pictures.px(BAR_PX)
        for end, goal in zip(self.ends[-len(self._goals) :], self._goals, strict=True):
            y = end + pictures.px(2)
            if 0 <= y <= self.box.height - high:
                bar = Box(self.box.x, self.box.y + y, wide, high)
                fill_rounded(surface, bar, BUTTON, high // 2)
                done = wide * min(1.0, goal.have / goal.wanted)
                if done >= high:
                    fill_rounded(surface, bar._replace(width=done), GOLD, high // 2)


class GoalsPage(FormScreen):
    """All there is to reach: a page for today with the calendar, and one for each game."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg("Days and goals"))
        days, self._todays = context.sessions.days_and_goals()
        self._done = finished_days(days)
        self._shown = ""
        pages = [(variant.short_title or variant.title, name) for name, variant in VARIANTS.items()]
        # Translators: A button: the goals of this day.
        self._pages = RadioGroup(
            [(msg_p("goals of a day", "Today"), ""), *pages], lambda: self._shown, self._show, role=Role.TAB
        )
        self._fill()
        self.panel.buttons = [Button(msg_p("a button", "Back"), "back", self.close, is_strong=True)]

    def enter(self) -> None:
        self.close()

    def _show(self, page: str) -> None:
        self._shown = page
        self._fill()
        self.lay_out()

    def _fill(self) -> None:
        goals, lines, today = self._todays, [], self.context.sessions.today
        calendar = Calendar(today, self._done)
        shown = [] if self._shown else [FormRow(calendar.words, "", calendar, is_below=True)]
        if self._shown:
            goals = _lasting(self.context, self._shown)
        elif count := streak(self._done, today):
            lines = [msg_n("{count} day in a row", "{count} days in a row", count)]
        heading = VARIANTS[self._shown].title if self._shown else msg_p("goals of a day", "Today")
        text = GoalView(TextPart(heading, [*lines, *map(goal_line, goals)]), goals)
        pages = FormRow("", "", self._pages)
        self.panel.rows = [pages, *shown, FormRow("", "", text, is_below=True, grows=True)]


def goal_line(goal: Goal) -> str:
    """A goal as a line: `✓ Win 10 games`, `Win 50 games: 12 of 50`."""
    return joined(" ", [verbatim("✓"), goal.words]) if goal.is_reached else goal.progress


def _lasting(context: Context, variant: str) -> list[Goal]:
    """Lasting goals of a game; as for a new player if the statistics cannot be read."""
    feats = 0, 0, 0
    with suppress(StorageError):
        feats = context.library.statistics.feats(variant)
    return lasting_goals(*feats)
