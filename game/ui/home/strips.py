"""What the home screen offers besides the games: the deal of the day, and tournaments.

Knows the ways to them; must not know where they stand on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from game.message import msg, msg_p
from game.play.record import RecordError
from game.session.daily import RULES, DailyStanding, day_name, day_name_short
from game.storage.files import StorageError, is_there
from game.storage.places import ONLINE_SEATS
from game.ui.drawing.foreign import shown
from game.ui.forms.widgets import Button
from game.ui.home.strip import Strip
from game.ui.scene import Stage

if TYPE_CHECKING:
    from game.storage.online_seats import BegunRound
    from game.storage.statistics_rows import DayPlayed

CLOCK_RUNS = msg("{tournament}: the clock of a round is running")


def daily_strip(stage: Stage, days: Sequence[DayPlayed], say: Callable[[str], None]) -> Strip:
    """Today's deal: begun once a day, gone on with, and then its result.

    `days` as far as they were read; `say` tells what cannot be.
    """
    standing = stage.sessions.daily_standing(days)

    def open_deal() -> None:
        try:
            session = stage.sessions.daily_or_its_result()
        except (StorageError, RecordError) as error:
            say(msg("The deal of the day cannot be opened: {reason}.", reason=str(error)))
            return
        stage.routes.table(session, is_fresh=not session.game.entries)

    past = Button(msg("Past days"), "calendar", stage.routes.past_days)
    word, icon = daily_button(standing)
    button = Button(word, icon, open_deal)
    strip = Strip(daily_title(standing.day), daily_facts(standing), button, other=past)
    strip.short_name = msg("Daily — {day}", day=day_name_short(standing.day))
    return strip


def daily_button(standing: DailyStanding) -> tuple[str, str]:
    """What there is to do with a day's deal, and its icon."""
    if standing.unfinished is not None:
        return msg("Continue"), "play"
    if standing.total is not None:
        return msg_p("a button", "Result"), "trophy"
    return (msg_p("a button", "Practise") if standing.is_begun else msg("Play")), "play"


def daily_title(day: date) -> str:
    """What a day's deal is called: `Daily deal — 21 November`."""
    return msg("Daily deal — {day}", day=day_name(day))


def daily_facts(standing: DailyStanding) -> list[str]:
    """Which game it is and how it stands: `Solitaire Rush`, `finished, 640`, `streak 3`, `best 812`."""
    parts = [RULES.title, daily_state(standing)]
    if standing.streak:
        parts.append(msg("streak {days}", days=standing.streak))
    if standing.best is not None:
        parts.append(msg("best {total}", total=standing.best))
    return parts


def daily_state(standing: DailyStanding) -> str:
    """How far a day's deal is: `finished, 640`."""
    if standing.unfinished is not None:
        return msg_p("a deal of the day", "begun")
    if standing.total is not None:
        return msg("finished, {total}", total=standing.total)
    if standing.is_begun:
        return msg_p("a deal of the day", "left")
    return msg_p("a deal of the day", "not begun")


def tournament_strip(stage: Stage, say: Callable[[str], None]) -> Strip:
    """The way to the tournaments; straight to a round whose clock runs. `say` tells what cannot be."""

    def go_to_round() -> None:
        from game.play.lines import FileError

        try:
            stage.routes.last_tournament()
        except (StorageError, FileError) as error:
            say(msg("The tournament cannot be opened: {reason}.", reason=str(error)))

    line: str = msg("The same deals for all, against the clock")
    is_running = False
    if (begun := _begun_online(stage)) is not None:
        line = CLOCK_RUNS.with_parts(tournament=shown(begun.name, 40))
        there = partial(stage.routes.online_return, begun)
        button = Button(msg("Go on"), "play", there, is_strong=True)
        return Strip(msg("Tournaments"), [line], button, is_urgent=True, gives_way="tournament")
    if stage.tournament_store.tournaments():
        from game.ui.home.last_tournament import (
            last_tournament,  # whoever has no tournament need not wait for it to load
        )

        line, is_running = last_tournament(stage.tournament_store, stage.utc_now())
    if is_running:
        button = Button(msg("Go on"), "play", go_to_round, is_strong=True)
    else:
        button = Button(msg("Tournament"), "trophy", stage.routes.tournaments)
    return Strip(msg("Tournaments"), [line], button, is_running, gives_way="tournament")


def _begun_online(stage: Stage) -> BegunRound | None:
    """The round over a network whose clock is running, if there is one."""
    if not is_there(stage.library.folder / ONLINE_SEATS):
        return None
    from game.storage.online_seats import OnlineSeats  # few have ever been online

    return OnlineSeats(stage.library.folder).begun(stage.utc_now())
