"""The past days' deals, to be played late or looked at again.

Knows days and how each stands; must not know how a day's deal is chosen.
"""

from __future__ import annotations

from datetime import date, timedelta

from game.message import joined, msg, msg_p
from game.play.record import RecordError
from game.session.daily import WEEKDAYS, daily_difficulty, day_name
from game.storage.files import StorageError
from game.ui.drawing.words import BETWEEN_FACTS
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.form import FormScene
from game.ui.forms.form_panel import Row
from game.ui.forms.widgets import Button
from game.ui.home.strips import daily_button, daily_state
from game.ui.scene import Stage

DAYS = 365
"""So many are offered."""


class PastDaysScene(FormScene):
    """The days before today, the latest first."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, msg("Daily deals of past days"))
        today = stage.today
        self.days = [today - timedelta(days=before) for before in range(1, DAYS + 1)]
        self._standings = stage.sessions.standings()
        self._list = FileList([_row(day, today) for day in self.days], "", self._chosen, self.enter)
        self._list.chosen = 0
        self.read_rows(self._list, self._read_row)
        self.panel.rows = [Row("", "", self._list, is_below=True, grows=True)]
        self._open = Button(msg("Play"), "play", self.enter, is_strong=True)
        self._name_button()
        self.panel.buttons = [self._open, Button(msg_p("a button", "Back"), "back", self.close)]

    def _read_row(self, index: int) -> None:
        day = self.days[index]
        standing = self._standings(day)
        facts: list[str] = [daily_difficulty(day).value, daily_state(standing)]
        if standing.is_late:
            facts.append(msg_p("a deal of the day", "late"))
        self._list.rows[index].facts = joined(BETWEEN_FACTS, facts)

    def _name_button(self) -> None:
        assert self._list.chosen is not None
        word, self._open.icon = daily_button(self._standings(self.days[self._list.chosen]))
        self._open.word = msg("Play late") if word == "Play" else word

    def _chosen(self, _: int) -> None:
        self._name_button()
        self.say("")
        self.lay_out()

    def enter(self) -> None:
        assert self._list.chosen is not None
        try:
            session = self.stage.sessions.daily_or_its_result(self.days[self._list.chosen])
        except (StorageError, RecordError) as error:
            self.refuse(msg("This day’s deal cannot be opened: {reason}.", reason=str(error)))
            return
        self.stage.routes.table(session, is_fresh=not session.game.entries)


def _row(day: date, today: date) -> FileRow:
    parts = {"weekday": WEEKDAYS[day.weekday()], "day": day_name(day)}
    if day.year == today.year:
        name = msg("{weekday}, {day}", **parts)
    else:
        name = msg("{weekday}, {day} {year}", **parts, year=day.year)
    return FileRow(name, msg("yesterday") if day == today - timedelta(days=1) else "")
