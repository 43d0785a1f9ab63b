"""What groups of games add up to, kept in the database so that nobody reads all games again.

Knows the rows of the statistics and their totals; must not know when they are asked for. Kept
totals reach up to a game; those after it are added when they are asked for. When a game that
they hold is changed or deleted, the database itself drops them (see `statistics_file`).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

from game.play.played import Group, Kind
from game.play.totals import Totals
from game.rules import find_variant
from game.storage import statistics_rows as rows

ADDED_AT_ONCE = 60
"""So many games are added to kept totals in a slice."""
LATEST = 100
"""So many of the latest games of a group are not kept in its totals: they may still change."""


def groups(connection: sqlite3.Connection) -> list[Group]:
    """What groups of the player's games there are, without those of robots or that were gone on with."""
    return [group for group, _ in groups_with_rest(connection)]


def groups_with_rest(connection: sqlite3.Connection) -> list[tuple[Group, int]]:
    """The same, each with the number of games that its kept totals do not hold."""
    return [_group_with_rest(connection, *key) for key in _keys(connection) if key[2] not in rows.NOT_SHOWN]


def _keys(connection: sqlite3.Connection) -> Iterator[tuple[str, str, Kind]]:
    """Each game, option set and kind.

    Raises:
        ValueError: there is no such game, or it has no such options: the file is damaged.
    """
    for variant in _different(connection, "variant"):
        for options in _different(connection, "options", variant=variant):
            find_variant(variant, options.split())
            for kind in _different(connection, "kind", variant=variant, options=options):
                yield variant, options, Kind(kind)


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
    connection: sqlite3.Connection, variant: str, options: str, kind: Kind
) -> tuple[Group, int]:
    key = (variant, options, kind.value)
    question = "SELECT last, games FROM totals WHERE " + rows.OF_GROUP
    last, kept = connection.execute(question, key).fetchone() or (0, 0)
    question = f"SELECT count(*), max(sequence) FROM games WHERE {rows.OF_GROUP} AND sequence > ?"
    rest, latest = connection.execute(question, (*key, last)).fetchone()
    return Group(variant, options, kind, kept + rest, latest or last), rest


def totals(connection: sqlite3.Connection, group: Group) -> Totals:
    """What the games of a group add up to."""
    last, found = _kept(connection, *group[:3])
    for game in rows.games_of(connection, group, after=last):
        found.add(game)
    return found


def check(connection: sqlite3.Connection, group: Group) -> None:
    """Makes sure that the kept totals of a group hold as many games as there are.

    Raises:
        ValueError, TypeError, LookupError: they do not, or nobody wrote them so.
    """
    last, found = _kept(connection, *group[:3])
    question = f"SELECT count(*) FROM games WHERE {rows.OF_GROUP} AND sequence <= ?"
    (games,) = connection.execute(question, (*group[:2], group.kind.value, last)).fetchone()
    if games != found.played:
        raise ValueError(f"totals of {found.played} games instead of {games}")


def keep_more(connection: sqlite3.Connection, group: Group) -> bool:
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


def _kept(connection: sqlite3.Connection, variant: str, options: str, kind: Kind) -> tuple[int, Totals]:
    """The order of the last game that is held by kept totals, and these; 0 and none without any."""
    question = "SELECT last, sums FROM totals WHERE " + rows.OF_GROUP
    found = connection.execute(question, (variant, options, kind.value)).fetchone()
    return (0, Totals()) if found is None else (found[0], Totals.from_fields(json.loads(found[1])))
