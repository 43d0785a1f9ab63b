"""Upkeep of the statistics' database in short slices: damage, records not yet counted, totals of groups."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from heapq import heappush
from itertools import islice
from pathlib import Path

from game.play.played import StatsCategory, StatsGroup
from game.play.summary import Totals
from game.rules import find_variant
from game.storage import statistics_rows as rows
from game.storage.statistics_file import StatisticsError, StatisticsFile
from game.storage.statistics_rows import by_time, records_in, stamp_of

ADDED_AT_ONCE = 60
"""So many games are added to kept totals in a slice."""
LATEST = 100
"""So many of the latest games of a group are not kept in its totals: they may still change."""


def groups_in(connection: sqlite3.Connection) -> list[StatsGroup]:
    """What groups_in of the player's games there are, without those of robots or that were gone on with."""
    return [group for group, _ in groups_with_rest(connection)]


def groups_with_rest(connection: sqlite3.Connection) -> list[tuple[StatsGroup, int]]:
    """The same, each with the number of games that its kept totals do not hold."""
    return [_group_with_rest(connection, *key) for key in _keys(connection) if key[2] not in rows.NOT_SHOWN]


def _keys(connection: sqlite3.Connection) -> Iterator[tuple[str, str, StatsCategory]]:
    """Each game, option set and kind.

    Raises:
        ValueError: there is no such game, or it has no such options: the file is damaged.
    """
    for variant in _different(connection, "variant"):
        for options in _different(connection, "options", variant=variant):
            find_variant(variant, options.split())
            for kind in _different(connection, "kind", variant=variant, options=options):
                yield variant, options, StatsCategory(kind)


def _different(connection: sqlite3.Connection, column: str, **given: str) -> Iterator[str]:
    """The different values of a column among some games, sorted; found by leaps in their index.

    SQLite itself would look at every game for DISTINCT, or for a comparison of several columns at once.
    """
    which = "".join(f"{name} = ? AND " for name in given)
    found, beyond = ("",), ">="
    while found is not None:
        question = f"SELECT {column} FROM games WHERE {which}{column} {beyond} ? ORDER BY {column} LIMIT 1"
        found = connection.execute(question, (*given.values(), found[0])).fetchone()
        beyond = ">"
        if found is not None:
            yield found[0]


def _group_with_rest(
    connection: sqlite3.Connection, variant: str, options: str, kind: StatsCategory
) -> tuple[StatsGroup, int]:
    key = (variant, options, kind.value)
    question = "SELECT last, games FROM totals WHERE " + rows.OF_GROUP
    last, kept = connection.execute(question, key).fetchone() or (0, 0)
    question = f"SELECT count(*), max(sequence) FROM games WHERE {rows.OF_GROUP} AND sequence > ?"
    rest, latest = connection.execute(question, (*key, last)).fetchone()
    return StatsGroup(variant, options, kind, kept + rest, latest or last), rest


def totals(connection: sqlite3.Connection, group: StatsGroup) -> Totals:
    """What the games of a group add up to."""
    last, found = _kept(connection, *group[:3])
    for game in rows.games_of(connection, group, after=last):
        found.add(game)
    return found


def check(connection: sqlite3.Connection, group: StatsGroup) -> None:
    """Makes sure that the kept totals of a group hold as many games as there are.

    Raises:
        ValueError, TypeError, LookupError: they do not, or nobody wrote them so.
    """
    last, found = _kept(connection, *group[:3])
    question = f"SELECT count(*) FROM games WHERE {rows.OF_GROUP} AND sequence <= ?"
    (games,) = connection.execute(question, (*group[:2], group.kind.value, last)).fetchone()
    if games != found.played:
        raise ValueError(f"totals of {found.played} games instead of {games}")


def keep_more(connection: sqlite3.Connection, group: StatsGroup) -> bool:
    """Keeps the totals of some more games of a group, in a transaction; False when there are enough."""
    last, found = _kept(connection, *group[:3])
    most = min(ADDED_AT_ONCE, group.games - found.played - LATEST)
    if most < ADDED_AT_ONCE:
        return False
    for game in rows.games_of(connection, group, after=last, most=most):
        found.add(game)
        last = game.order
    values = (*group[:2], group.kind.value, last, found.played, json.dumps(found.to_fields()))
    connection.execute("INSERT OR REPLACE INTO totals VALUES (?, ?, ?, ?, ?, ?)", values)
    return True


def _kept(
    connection: sqlite3.Connection, variant: str, options: str, kind: StatsCategory
) -> tuple[int, Totals]:
    """The order of the last game that is held by kept totals, and these; 0 and none without any."""
    question = "SELECT last, sums FROM totals WHERE " + rows.OF_GROUP
    found = connection.execute(question, (variant, options, kind.value)).fetchone()
    return (0, Totals()) if found is None else (found[0], Totals.from_fields(json.loads(found[1])))


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
        for group in groups_in(connection):
            check(connection, group)


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
        groups = groups_in(connection)
    for group in groups:
        # Where they cannot be kept, games are added up when they are asked for.
        with suppress(StatisticsError):
            while _keep_more(file, group):
                yield


def _keep_more(file: StatisticsFile, group: StatsGroup) -> bool:
    with file.reading(WAIT_MS), file.writing(WAIT_MS) as connection:  # the first knows what is damage
        return keep_more(connection, group)
