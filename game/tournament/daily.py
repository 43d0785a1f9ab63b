"""The deal of the day: the same for everyone who has the same date, and how long one has kept at it.

Knows dates and deal numbers; must not know what day it is or where results are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta

from game.deals import splitmix64

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def daily_deal(day: date, draw: int, certified: Callable[[int], int]) -> int:
    """The deal number of a day and a draw.

    `certified` gives the deals that can be won, by any index from 0 to 2^64 − 1, for ever the same.
    """
    return certified(next(splitmix64(day.toordinal() * 4 + draw)))


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
