"""The deal of the day at the table: begun, counted once, and told in a line.

Knows the profile, the date and the table; must not know how a deal of the day is chosen. The
first try that is finished counts for the streak; whatever is played of it later is practice.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from functools import partial

from game.play.deal import deal_number
from game.play.game import Game
from game.rules.rush import Rush
from game.tournament.daily import counts_for, daily_deal, day_name, streak
from game.ui.scene import Stage
from game.ui.table import TableScene
from game.ui.tables import start

RULES = Rush(draw=3, limit=300)
KEY = "daily"


def daily_title(stage: Stage) -> str:
    """What it is called today: `Daily deal — 21 November`."""
    return f"Daily deal — {day_name(stage.today)}"


def daily_facts(stage: Stage) -> str:
    """How it stands: `today 640  ·  streak 3  ·  best 812`."""
    daily, today = stage.profile.daily, stage.today
    parts = []
    if today.isoformat() in daily:
        parts.append(f"today {daily[today.isoformat()]}")
    length = streak(_days(daily), today)
    if length:
        parts.append(f"streak {length}")
    if daily:
        parts.append(f"best {max(daily.values())}")
    return "  ·  ".join(parts) or "The same for everyone, once a day"


def has_played_today(stage: Stage) -> bool:
    """Whether today's deal has counted already."""
    return stage.today.isoformat() in stage.profile.daily


def daily_game(stage: Stage) -> TableScene:
    """Today's deal on the table."""
    about = {KEY: stage.today.isoformat()}
    if has_played_today(stage):
        about["replayed"] = "yes"
    deal = deal_number(RULES, daily_number(stage, stage.today))
    return start(stage, Game(deal), about, is_fresh=True)


def daily_number(stage: Stage, day: date) -> int:
    """The number of a day's deal."""
    return daily_deal(day, RULES.draw, partial(stage.dealer.number_for, RULES))


def note_daily(stage: Stage, game: Game, about: Mapping[str, str]) -> str | None:
    """Counts a finished game if it is the first of the day's deal; returns a line for its result, or None.

    Raises:
        StorageError: the profile cannot be written.
    """
    if KEY not in about:
        return None
    day = _day(about[KEY])
    if day is None or not _is_daily(stage, game, day):
        return None
    name, daily = day_name(day), stage.profile.daily
    if day.isoformat() in daily or "replayed" in about or not counts_for(day, stage.today):
        return f"Daily deal of {name}, for practice"
    daily[day.isoformat()] = game.total or 0
    stage.profile.save()
    length = streak(_days(daily), stage.today)
    return f"Daily deal of {name}: " + ("the streak begins" if length == 1 else f"a streak of {length} days")


def _is_daily(stage: Stage, game: Game, day: date) -> bool:
    number = daily_number(stage, day)
    return game.variant == RULES and game.deal.deck is not None and game.deal.number == number


def _days(daily: Mapping[str, int]) -> list[date]:
    return [day for day in map(_day, daily) if day is not None]


def _day(text: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(text)
    return None
