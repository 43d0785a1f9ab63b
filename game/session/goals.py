"""Small goals of a day and lasting ones of each game, all from what was played: nothing is stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, NamedTuple

from game.message import msg, msg_n

if TYPE_CHECKING:
    from game.play.summary import Totals

PLAYED, WON, IN_A_ROW = (1, 10, 50, 250), (1, 10, 50, 250), (2, 3, 5, 10)
"""How many games of one kind lasting goals ask for: played, won, and won in a row."""


class Goal(NamedTuple):
    """Something to reach, and how far it is."""

    words: str
    have: int
    wanted: int

    @property
    def is_reached(self) -> bool:
        """Whether it is done."""
        return self.have >= self.wanted


def is_of_day(started: str, today: date) -> bool:
    """Whether a moment as a record tells it lies in a day where the player is.

    >>> is_of_day("nobody knows when", date(2026, 11, 21))
    False
    """
    try:
        return datetime.fromisoformat(started).astimezone().date() == today
    except ValueError:
        return False


def goals_of_day(played: Sequence[str], deals: int) -> list[Goal]:
    """Three that anybody can reach; `played` names the games, `deals` counts deals of the day.

    >>> [goal.is_reached for goal in goals_of_day(["rush", "spider"], 0)]
    [False, False, True]
    """
    return [
        Goal(msg("Finish a deal of the day"), deals, 1),
        Goal(_played(3), len(played), 3),
        Goal(msg("Play two different games"), len(set(played)), 2),
    ]


def lasting_goals(totals: Iterable[Totals]) -> list[Goal]:
    """A dozen of one game, from what its games with all options add up to."""
    found = list(totals)
    played, won = sum(each.played for each in found), sum(each.won for each in found)
    streak = max((each.longest_streak for each in found), default=0)
    return [
        *(Goal(_played(wanted), played, wanted) for wanted in PLAYED),
        *(Goal(msg_n("Win {count} game", "Win {count} games", wanted), won, wanted) for wanted in WON),
        *(
            Goal(msg_n("Win {count} game in a row", "Win {count} games in a row", wanted), streak, wanted)
            for wanted in IN_A_ROW
        ),
    ]


def _played(count: int) -> str:
    return msg_n("Play {count} game", "Play {count} games", count)
