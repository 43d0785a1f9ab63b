"""The deal of the day for this player: how today stands, and what the end of its game means.

Every day has one start. Knows dates, the statistics' days and the unfinished games; must not
know how a deal of the day is chosen, nor in which words a day is told. The first game of a
day counts for the streak; whatever is played of its deal later is practice. A day that was missed can be
played late, which counts for no streak.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from game.play.played import DAILY, LATE
from game.play.result import Result
from game.rules.rush import Rush
from game.session.dealer import Dealer
from game.session.ending import DayEnding
from game.storage.headers import Header
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

    is_late: bool = False  # `unfinished` or `played` was begun after its day

    @property
    def is_begun(self) -> bool:
        """Whether the one start of the day is used."""
        return self.unfinished is not None or self.played is not None

    @property
    def total(self) -> int | None:
        """What the day's game came to; None while it is not finished, or when it does not count."""
        return None if self.played is None else self.played.total


def daily_standing(
    headers: Iterable[tuple[Path, Header]],
    found: Sequence[DayPlayed],
    day: date,
    late: Sequence[DayPlayed] = (),
) -> DailyStanding:
    """How a day's deal stands.

    `headers` are those of the unfinished games, `found` the days of the statistics, `late` those begun late.
    """
    name = day.isoformat()
    unfinished = next(
        (
            (path, record.about)
            for path, record in headers
            if record.about.get(DAILY) == name and "replayed" not in record.about
        ),
        None,
    )
    on_time = next((each for each in found if each.day == name), None)
    played = on_time or next((each for each in late if each.day == name), None)
    return DailyStanding(
        day,
        None if unfinished is None else unfinished[0],
        played,
        streak(_finished(found), day),
        max((each.total for each in found if each.total is not None), default=None),
        on_time is None and played is not None if unfinished is None else is_late(unfinished[1]),
    )


def daily_about(standing: DailyStanding, today: date, is_known: bool = False) -> dict[str, str]:
    """What the record of a new game of a day's deal tells: a second start is practice, a later day late.

    `is_known` when the deal was played as another.
    """
    about = {DAILY: standing.day.isoformat()}
    if standing.day < today:
        about[LATE] = "yes"
    return {**about, "replayed": "yes"} if standing.is_begun or is_known else about


def day_of(about: Mapping[str, str]) -> date | None:
    """The day whose deal a record says that it is; None of any other deal."""
    return _date(about.get(DAILY, ""))


def is_late(about: Mapping[str, str]) -> bool:
    """Whether a record says that the deal of a day was begun after that day."""
    return about.get(LATE) == "yes"


def daily_number(dealer: Dealer, day: date) -> int:
    """The number of a day's deal, the same on every machine."""
    return daily_deal(day, RULES.draw, lambda index, hard: dealer.number_for(RULES, index, hard, day))


def day_ending(
    found: Sequence[DayPlayed], late: Sequence[DayPlayed], about: Mapping[str, str], file: str, result: Result
) -> DayEnding | None:
    """What a game that is over means for its day; None for a game of no day.

    `found` are the days of the statistics, `late` those that were begun late; `file` is the name under which
    the game is counted, "" if it is not.
    """
    day = day_of(about)
    if day is None:
        return None
    left_ms = max(0, RULES.limit_ms - result.elapsed_ms)
    for days, was_late in ((found, False), (late, True)):
        if any(each.file == file and each.total is not None for each in days):
            in_a_row = None if was_late else streak(_finished(found), day)
            return DayEnding(day, in_a_row, result.value, left_ms, was_late)
    return DayEnding(day, None)


def _finished(found: Iterable[DayPlayed]) -> list[date]:
    days = [_date(each.day) for each in found if each.total is not None]
    return [day for day in days if day is not None]


def _date(text: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(text)
    return None
