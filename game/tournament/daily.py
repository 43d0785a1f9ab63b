"""The deal of the day: the same for everyone who has the same date, and how long one has kept at it.

Knows dates and deal numbers; must not know what day it is or where results are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta

from game.deals import splitmix64
from game.play.difficulty import Difficulty

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
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


def day_name(day: date) -> str:
    """A date as one says it.

    >>> day_name(date(2026, 11, 21))
    '21 November'
    """
    return f"{day.day} {MONTHS[day.month - 1]}"


def streak(days: Iterable[date], today: date) -> int:
    """How many days in a row were played up to today, or up to yesterday while today is still to come."""
    played = set(days)
    day = today if today in played else today - timedelta(days=1)
    count = 0
    while day in played:
        count += 1
        day -= timedelta(days=1)
    return count
