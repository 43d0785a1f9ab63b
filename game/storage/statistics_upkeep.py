"""Upkeep of the statistics' database in short slices: its damage, records not yet counted, totals.

Knows the database and the folder of the records; must not know when there is time for it, nor
what is told to the player.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from heapq import heappush
from itertools import islice
from pathlib import Path

from game.play.played import Group
from game.storage import statistics_rows as rows
from game.storage import statistics_totals as totals
from game.storage.kept_records import by_time, records_in, stamp_of
from game.storage.statistics_file import StatisticsError, StatisticsFile

WAIT_MS = 2000
LOOKED_AT_ONCE = 100
"""So many files, or rows, are looked at in a slice."""

Waiting = list[tuple[tuple[str, str], Path]]
"""Records in the order of a heap, by what they are ordered by."""


def looking_for_damage(file: StatisticsFile) -> Iterator[None]:
    """Looks through the whole database; yields after each slice.

    Raises:
        DamagedError: something does not hold.
        StatisticsError: it cannot be read.
    """
    yield from file.checking(WAIT_MS)
    last, are_more = 0, True
    while are_more:
        with file.reading(WAIT_MS) as connection:
            games = rows.games_in_order(connection, last, LOOKED_AT_ONCE)
        are_more = len(games) == LOOKED_AT_ONCE
        if are_more:
            last = games[-1].order
            yield
    with file.reading(WAIT_MS) as connection:
        for group in totals.groups(connection):
            totals.check(connection, group)


def finding_uncounted(file: StatisticsFile, folder: Path, found: Waiting) -> Iterator[None]:
    """Adds to `found` the records of a folder that were not counted, or not as they are now.

    Raises:
        StatisticsError: the database cannot be read.
    """
    records = records_in(folder)
    while portion := list(islice(records, LOOKED_AT_ONCE)):
        with file.reading(WAIT_MS) as connection:
            stamps = rows.stamps(connection, [entry.name for entry in portion])
        for entry in portion:
            if stamps.get(entry.name, "") not in (None, stamp_of(entry)):
                path = folder / entry.name
                heappush(found, (by_time(path), path))
        if len(portion) == LOOKED_AT_ONCE:
            yield


def keeping_totals(file: StatisticsFile) -> Iterator[None]:
    """Keeps what the games of each group add up to, but for the latest of them.

    Raises:
        StatisticsError: the database cannot be read.
    """
    with file.reading(WAIT_MS) as connection:
        groups = totals.groups(connection)
    for group in groups:
        # Where they cannot be kept, games are added up when they are asked for.
        with suppress(StatisticsError):
            while _keep_more(file, group):
                yield


def _keep_more(file: StatisticsFile, group: Group) -> bool:
    with file.reading(WAIT_MS), file.writing(WAIT_MS) as connection:  # the first knows what is damage
        return totals.keep_more(connection, group)
