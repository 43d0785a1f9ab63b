"""The deal of the day for this player: how today stands, and what the end of its game means.

Every day has one start. Knows dates, the statistics' days and the unfinished games; must not
know how a deal of the day is chosen, nor in which words a day is told. The first game of a
day counts for the streak; whatever is played of its deal later is practice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from game.play.played import DAILY
from game.rules.rush import Rush
from game.session.dealer import Dealer
from game.session.ending import DayEnding
from game.storage.library import Library
from game.tournament.daily import daily_deal, streak

if TYPE_CHECKING:
    from game.storage.statistics_rows import DayPlayed

RULES = Rush(draw=3, limit=300)


class DailyStanding(NamedTuple):
    """How the deal of a day stands for this player."""

    day: date
    unfinished: Path | None  # the journal to go on with
    played: DayPlayed | None  # the game that was finished or given up
    streak: int  # days in a row, up to this one or the one before
    best: int | None  # of all days

    @property
    def is_begun(self) -> bool:
        """Whether the one start of the day is used."""
        return self.unfinished is not None or self.played is not None

    @property
    def total(self) -> int | None:
        """What the day's game came to; None while it is not finished, or when it does not count."""
        return None if self.played is None else self.played.total


def daily_standing(library: Library, found: Sequence[DayPlayed], today: date) -> DailyStanding:
    """How today's deal stands; `found` are the days of the statistics."""
    name = today.isoformat()
    unfinished = next(
        (
            path
            for path, record in library.headers()
            if record.about.get(DAILY) == name and "replayed" not in record.about
        ),
        None,
    )
    return DailyStanding(
        today,
        unfinished,
        next((each for each in found if each.day == name), None),
        streak(_finished(found), today),
        max((each.total for each in found if each.total is not None), default=None),
    )


def daily_about(standing: DailyStanding) -> dict[str, str]:
    """What the record of a new game of a day's deal tells: a second start is practice."""
    about = {DAILY: standing.day.isoformat()}
    return {**about, "replayed": "yes"} if standing.is_begun else about


def daily_number(dealer: Dealer, day: date) -> int:
    """The number of a day's deal, the same on every machine."""
    return daily_deal(day, RULES.draw, lambda index, hard: dealer.number_for(RULES, index, hard))


def day_ending(found: Sequence[DayPlayed], about: Mapping[str, str], file: str) -> DayEnding | None:
    """What a game that is over means for its day; None for a game of no day.

    `file` is the name under which it is counted, "" if it is not.
    """
    day = _date(about.get(DAILY, ""))
    if day is None:
        return None
    counts = any(each.file == file and each.total is not None for each in found)
    return DayEnding(day, streak(_finished(found), day) if counts else None)


def _finished(found: Iterable[DayPlayed]) -> list[date]:
    days = [_date(each.day) for each in found if each.total is not None]
    return [day for day in days if day is not None]


def _date(text: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(text)
    return None
