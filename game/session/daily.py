"""Which deal comes next: one that keeps its promises, or the deal of the day; its streaks and goals.

Every day has one start. The first game of a day counts for the streak; later games of its deal are
practice. A missed day can be played late, which counts for no streak. Goals, daily and lasting, are
computed from the games played: nothing is stored.

A deal of Rush can be won, by the leftmost rule too, and has the difficulty asked for: one of the catalogue
that ships.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from game.cards import splitmix64
from game.message import DateText, Message, joined, msg, msg_n, msg_p
from game.play.deal import Deal, Difficulty
from game.play.phrases import minutes
from game.play.played import DAILY, LATE
from game.rules import VARIANTS, find_variant
from game.rules.rush import Rush
from game.rules.variant import Variant
from game.storage.journal import Header

if TYPE_CHECKING:
    from game.solver.catalogue import Catalogue
    from game.storage.statistics_rows import DayPlayed


PLAYERS_NUMBERS = 10**9
"""New deals are numbered below this, so that a number can be read out and typed."""
INDEXED = 32_000
"""An index leads to a deal numbered about as low, which the catalogue told about from its first version
with difficulties on, so that a larger one changes nothing (docs/FORMATS.md, "The deal of a day")."""


class Dealer:
    """Supplies the numbers of new deals."""

    def __init__(self, random_number: Callable[[], int], catalogue: Callable[[], Catalogue]) -> None:
        """`random_number` gives 1 to 10^9; `catalogue` reads the catalogue when first needed."""
        self._random_number, self._read = random_number, catalogue
        self.warning: Message | None = None
        """Problem with the catalogue, as a sentence to be said once."""

    @cached_property
    def _catalogue(self) -> Catalogue | None:
        from game.solver.catalogue import CatalogueError

        try:
            return self._read()
        except CatalogueError as error:
            self.warning = msg("New deals are not checked to be winnable: {reason}.", reason=str(error))
            return None

    @property
    def has_catalogue(self) -> bool:
        """Whether the catalogue could be read."""
        return self._catalogue is not None

    def number(self, variant: Variant, difficulty: Difficulty | None = None) -> int:
        """Returns the number of a new deal, of any difficulty or of one."""
        if not variant.deals_can_be_won:
            return self._random_number()
        chosen, catalogue = self._random_number(), self._catalogue
        if catalogue is None:  # the program still deals; a deal that cannot be won is told as such
            return chosen
        draw = _draw(variant)
        wanted = difficulty if catalogue.count(draw, difficulty) else None  # the old files tell of none
        return catalogue.number_at(draw, chosen % catalogue.count(draw, wanted), wanted)

    def number_for(
        self, variant: Variant, index: int, difficulty: Difficulty | None = None, day: date | None = None
    ) -> int:
        """Returns the deal of an index from 0 to 2^64 − 1: offered on that day, the same on every machine.

        It is the first of the difficulty from the index on, among the first numbers.
        """
        number = index % INDEXED
        if self._catalogue is None:
            return number
        catalogue = self._catalogue if day is None else self._catalogue.on(day)
        for wanted in (difficulty, None):
            for before in (number - 1, -1):
                following = catalogue.after(_draw(variant), before, wanted)
                if following is not None and following < INDEXED:
                    return following
        return number

    def difficulty(self, variant: Variant, number: int | None) -> Difficulty | None:
        """Returns the difficulty of a deal, if known."""
        if number is None or not variant.deals_can_be_won:
            return None
        return None if self._catalogue is None else self._catalogue.difficulty(_draw(variant), number)

    def is_proven(self, variant: Variant, number: int) -> bool:
        """Whether a deal is known to be winnable without a search."""
        return self._catalogue is not None and self._catalogue.is_certified(_draw(variant), number)

    def next_after(self, variant: Variant, number: int) -> int | None:
        """Returns the next offered deal above `number`, after the last the first; None without any."""
        if self._catalogue is None:
            return None
        following = self._catalogue.after(_draw(variant), number)
        return self._catalogue.after(_draw(variant), -1) if following is None else following


def _draw(variant: Variant) -> int:
    return cast(Rush, variant).draw


WEEKDAYS = (
    *(msg_p("a day of the week", "Monday"), msg_p("a day of the week", "Tuesday")),
    *(msg_p("a day of the week", "Wednesday"), msg_p("a day of the week", "Thursday")),
    *(msg_p("a day of the week", "Friday"), msg_p("a day of the week", "Saturday")),
    msg_p("a day of the week", "Sunday"),
)

OF_WEEKDAY = (
    *(Difficulty.EASY, Difficulty.EASY),
    *(Difficulty.MEDIUM, Difficulty.MEDIUM, Difficulty.MEDIUM),
    *(Difficulty.HARD, Difficulty.HARD),
)
"""Difficulty of the deal of a day, Monday first."""


def daily_difficulty(day: date) -> Difficulty:
    """Returns the difficulty of a day's deal: easy on Monday and Tuesday, hard on Saturday and Sunday.

    >>> daily_difficulty(date(2026, 11, 21)).word
    'hard'
    """
    return OF_WEEKDAY[day.weekday()]


def daily_deal(day: date, draw: int, offered: Callable[[int, Difficulty], int]) -> int:
    """Returns the deal number of a day and a draw.

    `offered` gives the deals of a difficulty by an index from 0 to 2^64 − 1, and must never change.
    """
    return offered(next(splitmix64(day.toordinal() * 4 + draw)), daily_difficulty(day))


def day_name(day: date) -> Message:
    """Formats a date in words.

    >>> day_name(date(2026, 11, 21))
    '21 November'
    """
    return Message("{day}", {"day": DateText(day.year, day.month, day.day, is_in_full=True)})


def day_name_short(day: date) -> Message:
    """Formats a date briefly.

    >>> day_name_short(date(2026, 11, 21))
    '21 Nov'
    """
    return Message("{day}", {"day": DateText(day.year, day.month, day.day)})


def result_line(day: date, total: int, left_ms: int, in_a_row: int | None) -> Message:
    """Formats a day's result to share; `in_a_row` is its streak in days, None if it was started late.

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
    """Number of days in a row played up to today, or up to yesterday if today is still to come."""
    played = set(days)
    day = today if today in played else today - timedelta(days=1)
    count = 0
    while day in played:
        count += 1
        day -= timedelta(days=1)
    return count


RULES = Rush(draw=3, limit=300)


def games_of_day() -> list[Variant]:
    """Returns every game with the options of its deal of the day, Rush first."""
    others = (rules for rules in VARIANTS.values() if rules.name != RULES.name)
    return [RULES, *(find_variant(rules.name, rules.daily_options) for rules in others)]


def daily_rules(game: str) -> Variant:
    """Returns the rules of a game's deal of the day."""
    return next((rules for rules in games_of_day() if rules.name == game), RULES)


def day_key(day: date, game: str = RULES.name) -> str:
    """Name of a deal of the day in a record: `2026-11-21`, or `2026-11-21 spider`."""
    return day.isoformat() if game == RULES.name else f"{day.isoformat()} {game}"


def other_daily_number(day: date, game: str) -> int:
    """Returns the number of a day's deal of a game other than Rush.

    >>> other_daily_number(date(2026, 11, 21), "spider")
    956584500
    """
    place = [rules.name for rules in games_of_day()].index(game)
    return next(splitmix64(day.toordinal() * 4 + place - 1)) % PLAYERS_NUMBERS


class DailyStatus(NamedTuple):
    """State of a deal of the day for this player."""

    day: date
    unfinished: Path | None  # the journal to go on with
    played: DayPlayed | None  # the game that was finished or given up
    streak: int  # days in a row, up to this one or the one before
    best: int | None  # of all days

    is_late: bool = False  # `unfinished` or `played` was begun after its day

    @property
    def is_begun(self) -> bool:
        """Whether the one start of the day has been used."""
        return self.unfinished is not None or self.played is not None

    @property
    def total(self) -> int | None:
        """Result of the day's game; None while it is unfinished, or if it does not count."""
        return None if self.played is None else self.played.total


def daily_status(
    headers: Iterable[tuple[Path, Header]],
    found: Sequence[DayPlayed],
    day: date,
    late: Sequence[DayPlayed] = (),
    game: str = RULES.name,
) -> DailyStatus:
    """Returns the state of a day's deal.

    `headers` are those of the unfinished games, `found` the days of the statistics, `late` those started
    late.
    """
    name = day_key(day, game)
    of_game = [played for played in found if (played.day.partition(" ")[2] or RULES.name) == game]
    unfinished = next(
        (
            (path, record.tags)
            for path, record in headers
            if record.tags.get(DAILY) == name and "replayed" not in record.tags
        ),
        None,
    )
    on_time = next((row for row in found if row.day == name), None)
    played = on_time or next((row for row in late if row.day == name), None)
    return DailyStatus(
        day,
        None if unfinished is None else unfinished[0],
        played,
        streak(finished_days(found), day),
        max((row.total for row in of_game if row.total is not None), default=None),
        on_time is None and played is not None if unfinished is None else is_late(unfinished[1]),
    )


def daily_tags(
    standing: DailyStatus, today: date, is_known: bool = False, game: str = RULES.name
) -> dict[str, str]:
    """Returns the tags of a new game of a day's deal: a second start is practice, a later day is late.

    `is_known` if the deal was played as another.
    """
    tags = {DAILY: day_key(standing.day, game)}
    if standing.day < today:
        tags[LATE] = "yes"
    return {**tags, "replayed": "yes"} if standing.is_begun or is_known else tags


def day_of(tags: Mapping[str, str]) -> date | None:
    """Returns the day whose deal a record plays, or None."""
    return _date(tags.get(DAILY, "")[:10])


def is_late(tags: Mapping[str, str]) -> bool:
    """Whether a record's deal of the day was started after that day."""
    return tags.get(LATE) == "yes"


def daily_number(dealer: Dealer, day: date, game: str = RULES.name) -> int:
    """Returns the number of a day's deal, the same on every machine."""
    if game != RULES.name:
        return other_daily_number(day, game)
    return daily_deal(day, RULES.draw, lambda index, hard: dealer.number_for(RULES, index, hard, day))


def is_of_its_day(dealer: Dealer, deal: Deal, tags: Mapping[str, str]) -> bool:
    """Whether a deal is that of the day in a record's tags, and the day had come when the game was started.

    A clock may be up to a day ahead of UTC. Without a catalogue any deal of Rush passes.
    """
    day, started = day_of(tags), _date(tags.get("started", "")[:10])
    game = tags.get(DAILY, "").partition(" ")[2] or RULES.name
    if day is None or started is None or day > started + timedelta(days=1) or deal.variant.name != game:
        return False
    is_known = game != RULES.name or dealer.has_catalogue
    return not is_known or deal.number == daily_number(dealer, day, game)


def finished_days(found: Iterable[DayPlayed]) -> list[date]:
    """Returns the days with a finished game, in order."""
    days = {_date(row.day[:10]) for row in found if row.total is not None}
    return sorted(day for day in days if day is not None)


def _date(text: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(text)
    return None


PLAYED, WON, IN_A_ROW = (1, 10, 50, 250), (1, 10, 50, 250), (2, 3, 5, 10)
"""Numbers of games of one kind that lasting goals require: played, won, and won in a row."""


class Goal(NamedTuple):
    """A goal and the progress towards it."""

    words: str
    have: int
    wanted: int

    @property
    def is_reached(self) -> bool:
        """Whether the goal is reached."""
        return self.have >= self.wanted

    @property
    def progress(self) -> str:
        """The goal, and how far it is where that is counted: `Win 50 games: 12 of 50`."""
        if self.is_reached or self.wanted == 1:
            return self.words
        # Translators: what is to be reached, and how far it is: “Win 10 games: 3 of 10”.
        return msg("{goal}: {count} of {all}", goal=self.words, count=self.have, all=self.wanted)


def is_of_day(started: str, today: date) -> bool:
    """Whether a moment in a record belongs to a day in the player's time zone.

    >>> is_of_day("nobody knows when", date(2026, 11, 21))
    False
    """
    try:
        return datetime.fromisoformat(started).astimezone().date() == today
    except ValueError:
        return False


def goals_of_day(played: Sequence[str], deals: int) -> list[Goal]:
    """Returns three goals that anybody can reach; `played` names the games, `deals` counts deals of the day.

    >>> [goal.is_reached for goal in goals_of_day(["rush", "spider"], 0)]
    [False, False, True]
    """
    return [
        Goal(msg("Finish a deal of the day"), deals, 1),
        Goal(_played(3), len(played), 3),
        Goal(msg("Play two different games"), len(set(played)), 2),
    ]


def lasting_goals(played: int, won: int, streak: int) -> list[Goal]:
    """Returns a dozen goals of one game, from games played, won, and won in a row with the same options."""
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
