"""The deal of the day: the same for everyone who has the same date, and how long one has kept at it.

Knows dates and deal numbers; must not know what day it is or where results are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta

from game.deals import splitmix64
from game.message import Day, Message, joined, msg, msg_n
from game.play.difficulty import Difficulty
from game.play.phrases import minutes

WEEKDAYS = (
    *(msg("Monday"), msg("Tuesday"), msg("Wednesday"), msg("Thursday")),
    *(msg("Friday"), msg("Saturday"), msg("Sunday")),
)

OF_WEEKDAY = (
    *(Difficulty.EASY, Difficulty.EASY),
    *(Difficulty.FAIR, Difficulty.FAIR, Difficulty.FAIR),
    *(Difficulty.HARD, Difficulty.HARD),
)
"""How hard the deal of a day is, Monday first."""


def daily_difficulty(day: date) -> Difficulty:
    """How hard the deal of a day is: easy on Monday and Tuesday, hard on Saturday and Sunday.

    >>> daily_difficulty(date(2026, 11, 21)).value
    'hard'
    """
    return OF_WEEKDAY[day.weekday()]


def daily_deal(day: date, draw: int, offered: Callable[[int, Difficulty], int]) -> int:
    """The deal number of a day and a draw.

    `offered` gives the deals of a difficulty, by any index from 0 to 2^64 − 1, for ever the same.
    """
    return offered(next(splitmix64(day.toordinal() * 4 + draw)), daily_difficulty(day))


def day_name(day: date) -> Message:
    """A date as one says it.

    >>> day_name(date(2026, 11, 21))
    '21 November'
    """
    return Message("{day}", {"day": Day(day.year, day.month, day.day, is_in_full=True)})


def day_name_short(day: date) -> Message:
    """A date in few letters.

    >>> day_name_short(date(2026, 11, 21))
    '21 Nov'
    """
    return Message("{day}", {"day": Day(day.year, day.month, day.day)})


def result_line(day: date, total: int, left_ms: int, in_a_row: int | None) -> Message:
    """A day's result in a line for others; `in_a_row` days of its streak, None when it was begun late.

    >>> result_line(date(2026, 11, 22), 1342, 221_000, 12)
    'Patience Arcade daily 22 Nov · 1342 · 3:41 left · ★ 12 days'
    >>> result_line(date(2026, 11, 20), 640, 0, None)
    'Patience Arcade daily 20 Nov (late) · 640 · 0:00 left'
    """
    day_told = day_name_short(day)
    is_late = in_a_row is None
    parts: list[str] = [
        msg("Patience Arcade daily {day} (late)", day=day_told)
        if is_late
        else msg("Patience Arcade daily {day}", day=day_told),
        str(total),
        # Translators: {time} is the time left, such as 3:41.
        msg("{time} left", time=minutes(left_ms // 1000)),
    ]
    if in_a_row is not None:
        parts.append(msg_n("★ {count} day", "★ {count} days", in_a_row))
    return joined(" · ", parts)


def streak(days: Iterable[date], today: date) -> int:
    """How many days in a row were played up to today, or up to yesterday while today is still to come."""
    played = set(days)
    day = today if today in played else today - timedelta(days=1)
    count = 0
    while day in played:
        count += 1
        day -= timedelta(days=1)
    return count
