"""The player's statistics: the result of every finished or abandoned game, in one database.

The records are the truth: what could not be written when a game ended is added from them later, and
everything can be recounted.

    <data folder>/statistics.sqlite3              the database
    <data folder>/statistics-YYYYmmdd-HHMMSS.sqlite3   a copy from before a reset
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from heapq import heappop
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from game.message import msg, msg_n
from game.play.deal import Deal
from game.play.game import Game
from game.play.played import (
    GameResult,
    PlayedGame,
    StatsCategory,
    StatsGroup,
    compared_by,
    is_played,
    result_of,
)
from game.play.slices import Slices, run_to_end
from game.rules.variant import Variant
from game.storage import statistics_rows as rows
from game.storage.files import free_name, names_in, path_exists
from game.storage.journal import TRASH
from game.storage.statistics_file import (
    WAIT_MS,
    DamagedError,
    StatisticsError,
    StatisticsFile,
    Waiting,
    finding_uncounted,
    looking_for_damage,
)
from game.storage.statistics_rows import (
    OF_GROUP,
    ArchiveScan,
    DayCheck,
    DayPlayed,
    Row,
    kept_records,
    records_in,
    rows_of,
)

if TYPE_CHECKING:
    from game.play.summary import Totals

T = TypeVar("T")

AT_TABLE_WAIT_MS = 3
"""Maximum wait for another window's writing while a card is in the air."""
BATCH_SIZE = 64
"""Number of records read between two writes, and of games added up in a slice."""


class Statistics:
    """The statistics of one data folder."""

    def __init__(self, folder: Path, is_of_day: DayCheck = lambda _deal, _tags: True) -> None:
        self._is_of_day = is_of_day
        self._games = folder / "games"
        self._elsewhere = (folder / "current", folder / TRASH)
        """Where a game that was counted may lie besides: at a table once more, or deleted from the list."""
        self._file = StatisticsFile(folder / "statistics.sqlite3")
        self.changes = 0
        """Number of writes by this window; what is shown of the statistics is compared with it."""

    def prepare(self) -> Iterator[ArchiveScan]:
        """Opens the database and adds archived records one by one; the statistics screen shows problems."""
        if path_exists(self._file.path) or any(records_in(self._games)):
            with suppress(StatisticsError):
                yield from self.catch_up(mends=False)

    @contextmanager
    def _writing(self, wait_ms: int) -> Iterator[sqlite3.Connection]:
        with self._file.writing(wait_ms) as connection:
            yield connection
        self.changes += 1

    def close(self) -> None:
        """Closes the database until it is needed again."""
        self._file.close()

    # One game --------------------------------------------------------------------------------------

    def count(
        self,
        file: str,
        game: Game,
        tags: Mapping[str, str],
        ends: Sequence[GameResult] | None = None,
        par: int | None = None,
    ) -> StatsCategory | None:
        """Counts a finished or abandoned game, again if necessary, by the name of its record.

        Returns its category, or None for a game in which nothing was done, or that a reset excluded. A caller
        that has followed the game gives its `ends`; else it is replayed to find them. For `par` see
        `keep_par`.

        Raises:
            StatisticsError: it could not be written; the next catch-up brings it.
        """
        if not is_played(game):
            return None
        row = run_to_end(rows.row_slices(file, game, tags, result_of(game, ends), self._is_of_day))
        with self._writing(AT_TABLE_WAIT_MS) as connection:
            rows.put(connection, [row])
            if par is not None:
                rows.put_par(connection, file, par)
        return self.kind_of(file)

    def keep_par(self, file: str, par: int) -> None:
        """Stores the fewest stacks possible in a record's deal, for all its games; raises StatisticsError."""
        with self._writing(AT_TABLE_WAIT_MS) as connection:
            rows.put_par(connection, file, par)

    def was_played(self, deal: Deal) -> bool:
        """Whether the player knows a deal from an earlier game, as far as games are counted."""
        question = "SELECT 1 FROM games WHERE deal = ? AND told != ? LIMIT 1"
        return self._ask(bool, question, rows.deal_digest(deal), StatsCategory.ROBOT.value)

    def was_begun_here(self, game: Game, tags: Mapping[str, str]) -> bool:
        """Whether a game is the beginning of one counted before."""
        opening, trail = rows.opening_of(game, tags)
        return self._ask(
            lambda found: any(other.startswith(trail) for (other,) in found),
            "SELECT trail FROM games WHERE deal = ? AND opening = ?",
            rows.deal_digest(game.deal),
            opening,
        )

    def kind_of(self, file: str) -> StatsCategory | None:
        """Returns a game's category by the name of its record, or None."""
        question = "SELECT kind FROM games WHERE file = ?"
        return self._ask(lambda found: StatsCategory(found[0][0]) if found else None, question, file)

    def best(self, variant: Variant, tags: Mapping[str, str], before: str = "") -> int | None:
        """Returns the best result with a game's options, or of those `before` a file's game, or None.

        `tags` are those of the record of such a game.
        """
        lowest_or_highest = "min" if variant.is_lower_better else "max"
        earlier = "sequence < ifnull((SELECT sequence FROM games WHERE file = ?), sequence + 1)"
        question = f"SELECT {lowest_or_highest}(value) FROM games WHERE {OF_GROUP} AND {earlier}"
        return self._ask(
            lambda found: int(found[0][0]) if found and found[0][0] is not None else None,
            question,
            *_counted(variant, tags),
            before,
        )

    def wins(self, variant: Variant, tags: Mapping[str, str]) -> int:
        """Number of counted games won with the same options."""
        question = f"SELECT count(*) FROM games WHERE {OF_GROUP} AND won"
        group = _counted(variant, tags)
        return self._ask(lambda found: int(sum(count for (count,) in found)), question, *group)

    def rank(self, variant: Variant, tags: Mapping[str, str], value: int) -> tuple[int, int]:
        """Rank of a result among those with a game's options, and their number."""
        better = "<" if variant.is_lower_better else ">"
        question = f"SELECT total(value {better} ?), count(value) FROM games WHERE {OF_GROUP}"
        before, count = self._ask(
            lambda found: found[0] if found else (0, 0), question, value, *_counted(variant, tags)
        )
        return int(before) + 1, count

    def best_file(self, variant: Variant, tags: Mapping[str, str]) -> str | None:
        """Returns the file of the best game with a game's options, or None; see `best`."""
        order = "value" if variant.is_lower_better else "value DESC"
        question = f"SELECT file FROM games WHERE {OF_GROUP} AND value IS NOT NULL ORDER BY {order} LIMIT 1"
        return self._ask(lambda found: found[0][0] if found else None, question, *_counted(variant, tags))

    def played_since(self, started: str) -> list[tuple[str, str]]:
        """Returns game and start of each one that the player started at a moment or later, and moved in."""
        question = (
            "SELECT variant, started FROM games WHERE started >= ? AND moves > 0 AND kind NOT IN (?, ?, ?)"
        )
        others = (StatsCategory.ROBOT, StatsCategory.TAKEN_OVER, StatsCategory.GIVEN)
        return self._ask(list, question, started, *(kind.value for kind in others))

    def days(self, late: bool = False) -> list[DayPlayed]:
        """Returns the first game of each day's deal by date, or of those started `late`."""
        question = "SELECT day, file, total FROM days WHERE late = ? ORDER BY day, started DESC, file DESC"
        first = self._ask(lambda found: {row[0]: DayPlayed(*row) for row in found}, question, int(late))
        return list(first.values())

    def _ask(self, take: Callable[[list[Any]], T], question: str, *values: str | int) -> T:
        """Takes what the database answers without a long wait; no rows as long as there is none.

        Raises:
            StatisticsError: it cannot be read.
        """
        if not path_exists(self._file.path):
            return take([])
        with self._file.reading(AT_TABLE_WAIT_MS) as connection:
            return take(connection.execute(question, values).fetchall())

    # All games -------------------------------------------------------------------------------------

    def games(self) -> list[PlayedGame]:
        """Returns all games of the player in order; raises StatisticsError if they cannot be read."""
        with self._file.reading(WAIT_MS) as connection:
            return rows.all_games(connection)

    def groups(self) -> list[StatsGroup]:
        """Returns the groups of games; raises StatisticsError if they cannot be read."""
        with self._file.reading(WAIT_MS) as connection:
            return rows.groups(connection)

    def feats(self, variant: str) -> tuple[int, int, int]:
        """Returns how many games of a variant count, were won, and were won in a row with the same options.

        Raises:
            StatisticsError: they cannot be read.
        """
        question = "SELECT options, won FROM games WHERE variant = ? AND kind = ? ORDER BY options, sequence"
        with self._file.reading(WAIT_MS) as connection:
            found = connection.execute(question, (variant, StatsCategory.COUNTED.value)).fetchall()
        runs = [len(list(run)) for (_, won), run in groupby(found) if won]
        return len(found), sum(runs), max(runs, default=0)

    def totals(self, group: StatsGroup) -> Slices[Totals]:
        """Adds up the games of a group, in slices; raises StatisticsError if they cannot be read."""
        from game.play.summary import Totals  # with the first page of figures

        found, last = Totals(), 0
        while True:
            with self._file.reading(WAIT_MS) as connection:
                games = rows.games_of(connection, group, after=last, limit=BATCH_SIZE)
            for game in games:
                found.add(game)
                last = game.order
            if len(games) < BATCH_SIZE:
                return found
            yield min(found.played / group.games, 1.0)

    def catch_up(self, mends: bool = True) -> Iterator[ArchiveScan]:
        """Reads uncounted records one by one, with progress.

        If it `mends`, a damaged database is set aside first and a new one started.

        Raises:
            StatisticsError: the statistics cannot be read or written.
        """
        reading = ArchiveScan()
        if mends:
            yield from self._mend(reading)
        new: Waiting = []
        for _ in finding_uncounted(self._file, self._games, new):
            yield reading
        reading.count = len(new)
        batch: list[Row] = []
        for row in rows_of((heappop(new)[1] for _ in range(reading.count)), reading, self._is_of_day):
            batch += [] if row is None else [row]
            if batch and (len(batch) == BATCH_SIZE or reading.done == reading.count):
                with self._writing(WAIT_MS) as connection:
                    rows.put(connection, batch)
                batch, reading.written = [], reading.done
            yield reading
        reading.written = reading.done

    def rebuild(self) -> Iterator[ArchiveScan]:
        """Recounts everything from the archive, in one transaction at the end.

        Games keep their order if they had one, and what was counted before a reset stays excluded; games
        whose record is at a table or in the trash folder stay as they are. A copy is made before games
        without records are removed.

        Raises:
            StatisticsError: the statistics cannot be read or written; they are as before.
        """
        if path_exists(self._games) and not os.access(self._games, os.R_OK | os.X_OK):
            raise StatisticsError(msg("there is no permission to read the records folder"))
        reading = ArchiveScan()
        self._file.is_sound = False
        yield from self._mend(reading)
        found, paths = [], kept_records(self._games)
        reading.count = len(paths)
        for row in rows_of(paths, reading, self._is_of_day):
            found += [] if row is None else [row]
            yield reading
        readable = {row["file"] for row in found}
        with self._file.reading(WAIT_MS) as connection:
            counted = {
                file for (file,) in connection.execute("SELECT file FROM games UNION SELECT file FROM days")
            }
        elsewhere = {name for folder in self._elsewhere for name in names_in(folder)}
        there = elsewhere | {path.name for path in kept_records(self._games)} - (
            {path.name for path in paths} - readable
        )
        gone = sorted(counted - there)
        if gone:
            copy = self._copy(f"before-{len(gone)}-left")
            reading.notices.append(
                msg_n(
                    "A game is no longer counted, because its record is missing; {file} has the rest.",
                    "{count} games are no longer counted, because their records are missing; {file} has "
                    "the rest.",
                    len(gone),
                    file=copy.name,
                )
            )
        with self._writing(WAIT_MS) as connection:
            for table in ("games", "days"):
                connection.executemany(f"DELETE FROM {table} WHERE file = ?", [(file,) for file in gone])
            rows.put(connection, found)
        yield reading

    def _mend(self, reading: ArchiveScan) -> Iterator[ArchiveScan]:
        """Sets a damaged database aside for a new one; checks once, and after each sign of damage."""
        if self._file.is_sound or not path_exists(self._file.path):
            return
        try:
            for _ in looking_for_damage(self._file):
                yield reading
        except DamagedError:
            aside = self._file.set_aside()
            reading.notices.append(
                msg(
                    "The statistics were damaged and have been recounted; {file} is the old file.",
                    file=aside.name,
                )
            )
        self._file.is_sound = True

    def reset(self, now: datetime) -> Path:
        """Resets the statistics; returns the file with the old ones.

        Raises:
            StatisticsError: the copy or the reset cannot be written; the statistics are as before.
        """
        copy = self._copy(f"{now:%Y%m%d-%H%M%S}")
        with self._writing(WAIT_MS) as connection:
            connection.execute("INSERT OR IGNORE INTO forgotten SELECT file FROM games")
            kept = [(path.name,) for path in kept_records(self._games)]
            connection.executemany("INSERT OR IGNORE INTO forgotten VALUES (?)", kept)
            connection.execute("DELETE FROM games")
        return copy

    def _copy(self, word: str) -> Path:
        copy = free_name(self._file.path.with_stem(f"statistics-{word}"))
        self._file.copy_to(copy)
        return copy


def _counted(variant: Variant, tags: Mapping[str, str]) -> tuple[str, str, str]:
    """The group of the games that count and have a game's options."""
    return variant.name, compared_by(variant, tags), StatsCategory.COUNTED.value
