"""What the home screen offers besides the games: the deal of the day, and tournaments.

Knows the ways to them; must not know where they stand on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from game.play.record import RecordError
from game.session.daily import RULES, DailyStanding
from game.storage.files import StorageError
from game.tournament.daily import day_name
from game.ui.drawing.words import BETWEEN_FACTS
from game.ui.forms.widgets import Button
from game.ui.home.strip import Strip
from game.ui.scene import Stage

if TYPE_CHECKING:
    from game.storage.statistics_rows import DayPlayed


def daily_strip(stage: Stage, days: Sequence[DayPlayed], say: Callable[[str], None]) -> Strip:
    """Today's deal: begun once a day, gone on with, and then its result.

    `days` as far as they were read; `say` tells what cannot be.
    """
    standing = stage.sessions.daily_standing(days)

    def open_deal() -> None:
        try:
            session = stage.sessions.daily_or_its_result()
        except (StorageError, RecordError) as error:
            say(f"The deal of the day cannot be opened: {error}.")
            return
        stage.routes.table(session, is_fresh=not session.game.entries)

    past = Button("Past days", "calendar", stage.routes.past_days)
    word, icon = daily_button(standing)
    return Strip(daily_title(standing.day), daily_facts(standing), Button(word, icon, open_deal), other=past)


def daily_button(standing: DailyStanding) -> tuple[str, str]:
    """What there is to do with a day's deal, and its icon."""
    if standing.unfinished is not None:
        return "Continue", "play"
    if standing.total is not None:
        return "Result", "trophy"
    return ("Practise" if standing.is_begun else "Play"), "play"


def daily_title(day: date) -> str:
    """What a day's deal is called: `Daily deal — 21 November`."""
    return f"Daily deal — {day_name(day)}"


def daily_facts(standing: DailyStanding) -> str:
    """Which game it is and how it stands: `Solitaire Rush  ·  finished, 640  ·  streak 3  ·  best 812`."""
    parts = [RULES.title, daily_state(standing)]
    if standing.streak:
        parts.append(f"streak {standing.streak}")
    if standing.best is not None:
        parts.append(f"best {standing.best}")
    return BETWEEN_FACTS.join(parts)


def daily_state(standing: DailyStanding) -> str:
    """How far a day's deal is: `finished, 640`."""
    if standing.unfinished is not None:
        return "begun"
    if standing.total is not None:
        return f"finished, {standing.total}"
    return "left" if standing.is_begun else "not begun"


def tournament_strip(stage: Stage, say: Callable[[str], None]) -> Strip:
    """The way to the tournaments; straight to a round whose clock runs. `say` tells what cannot be."""

    def go_to_round() -> None:
        from game.play.lines import FileError

        try:
            stage.routes.last_tournament()
        except (StorageError, FileError) as error:
            say(f"The tournament cannot be opened: {error}.")

    line, is_running = "The same deals for all, against the clock", False
    if stage.tournament_store.tournaments():
        from game.ui.home.last_tournament import (
            last_tournament,  # whoever has no tournament need not wait for it to load
        )

        line, is_running = last_tournament(stage.tournament_store, stage.utc_now())
    if is_running:
        button = Button("Go on", "play", go_to_round, is_strong=True)
    else:
        button = Button("Tournament", "trophy", stage.routes.tournaments)
    return Strip("Tournaments", line, button, is_running)
