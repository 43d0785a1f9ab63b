"""Days and goals: the last weeks, the small goals of today, and a dozen lasting ones of each game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta

import pygame

from game.message import joined, msg, msg_n, msg_p, verbatim
from game.play.played import StatsCategory
from game.play.summary import Totals
from game.rules import VARIANTS
from game.session.daily import Goal, finished_days, lasting_goals, streak
from game.storage.files import StorageError
from game.ui.drawing.canvas import draw_day
from game.ui.drawing.pictures import Pictures
from game.ui.forms.form_panel import Row
from game.ui.forms.text_view import TextPart
from game.ui.forms.widgets import Button, Widget
from game.ui.pages.text_page import TextPage
from game.ui.screen import Context

WEEKS = 5


class Calendar(Widget):
    """The last weeks, Monday first: the days on which a deal of the day was finished are filled."""

    lines = WEEKS
    takes_enter = False

    def __init__(self, today: date, done: Sequence[date]) -> None:
        self._today, self._done = today, frozenset(done)

    def width(self, pictures: Pictures) -> int:
        return pictures.px(7 * 48)

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        step = min(self.box.height / WEEKS, self.box.width / 7)
        first = self._today - timedelta(days=self._today.weekday() + 7 * (WEEKS - 1))
        left = self.box.x + (self.box.width - 7 * step * 1.4) / 2
        for number in range(7 * WEEKS):
            week, weekday = divmod(number, 7)
            day = first + timedelta(days=number)
            if day <= self._today:
                corner = left + weekday * step * 1.4, self.box.y + week * step
                draw_day(
                    surface, pictures, corner, step * 0.44, day.day, day in self._done, day == self._today
                )


def goals_page(context: Context) -> TextPage:
    """All there is to reach."""
    days, todays = context.sessions.days_and_goals()
    done = finished_days(days)
    count = streak(done, context.today)
    told = [msg_n("{count} day in a row", "{count} days in a row", count)] if count else []
    parts = [TextPart(msg("Today"), [*told, *map(goal_line, todays)])]
    totals = _totals(context)
    for name, variant in VARIANTS.items():
        parts.append(TextPart(variant.title, [*map(goal_line, lasting_goals(totals.get(name, ())))]))
    page = TextPage(context, msg("Days and goals"), parts)
    calendar = Calendar(context.today, done)
    page.panel.rows = [Row("", "", calendar, is_below=True), *page.panel.rows]
    page.panel.buttons = [Button(msg_p("a button", "Back"), "back", page.close, is_strong=True)]
    return page


def goal_line(goal: Goal) -> str:
    """A goal as a line: `✓ Win 10 games`, `Win 50 games: 12 of 50`."""
    if goal.is_reached:
        return joined(" ", [verbatim("✓"), goal.words])
    # Translators: what is to be reached, and how far it is: “Win 10 games: 3 of 10”.
    return msg("{goal}: {count} of {all}", goal=goal.words, count=goal.have, all=goal.wanted)


def _totals(context: Context) -> dict[str, list[Totals]]:
    """What the games that count add up to, by game."""
    found: dict[str, list[Totals]] = {}
    with suppress(StorageError):
        statistics = context.library.statistics
        for group in statistics.groups():
            if group.kind is StatsCategory.COUNTED:
                found.setdefault(group.variant, []).append(statistics.totals(group))
    return found
