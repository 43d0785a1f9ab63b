"""The player's statistics: what every finished or abandoned game came to, in one database.

Knows the kept records and the database derived from them; must not know screens. The
records are the truth: what could not be written when a game ended is caught up on from
them, and all of it can be counted anew.

    <data folder>/statistics.sqlite3              the database
    <data folder>/statistics-YYYYmmdd-HHMMSS.sqlite3   what there was before a reset
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from heapq import heappop
from pathlib import Path

from game.message import msg, msg_n
from game.play.deal import Deal
from game.play.game import Game
from game.play.played import GameResult, PlayedGame, StatsCategory, StatsGroup, is_played, result_of
from game.play.slices import Slices
from game.play.summary import Totals
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
from game.storage.statistics_rows import ArchiveScan, DayPlayed, Row, kept_records, records_in, rows_of

AT_TABLE_WAIT_MS = 3
"""How long a card in the air may wait for another window's writing."""
AT_ONCE = 64
"""So many records are read between two writings."""
ADDED_AT_ONCE = 60
"""So many games are added up in a slice."""


class Statistics:
    """The statistics of one data folder."""

    def __init__(self, folder: Path) -> None:
        self._games = folder / "games"
        self._elsewhere = (folder / "current", folder / TRASH)
        """Where a game that was counted may lie besides: at a table once more, or deleted from the list."""
        self._file = StatisticsFile(folder / "statistics.sqlite3")
        self.changes = 0
        """How often this window has written something; what is shown of them is compared with it."""

    def prepare(self) -> Iterator[ArchiveScan]:
        """Opens the database and catches up on kept records, one after the other, as far as it goes.

        What is amiss is left for whoever looks at the statistics and can be told.
        """
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
        about: Mapping[str, str],
        ends: Sequence[GameResult] | None = None,
        par: int | None = None,
    ) -> StatsCategory | None:
        """Counts a game that has ended or was left, or counts it anew, by the name of its record.

        Returns its kind, or None for a game in which nothing was done, or that a reset left out.

        Who has followed the game gives its `ends`; else it is played again to find them. For
        `par` see `keep_par`.

        Raises:
            StatisticsError: it could not be written; the next reading of the records brings it.
        """
        if not is_played(game):
            return None
        row = rows.row_of(file, game, about, result_of(game, ends))
        with self._writing(AT_TABLE_WAIT_MS) as connection:
            rows.put(connection, [row])
            if par is not None:
                rows.put_par(connection, file, par)
            return rows.kind_of(connection, file)

    def keep_par(self, file: str, par: int) -> None:
        """Keeps the fewest stacks to which the deal of a record can be brought, for every game of that deal.

        Raises:
            StatisticsError: it could not be written.
        """
        with self._writing(AT_TABLE_WAIT_MS) as connection:
            rows.put_par(connection, file, par)

    def was_played(self, deal: Deal) -> bool:
        """Whether the player knows a deal from an earlier game, as far as games were counted yet.

        Raises:
            StatisticsError: nobody can tell.
        """
        if not path_exists(self._file.path):
            return False
        with self._file.reading(AT_TABLE_WAIT_MS) as connection:
            return rows.has_deal(connection, deal)

    def was_begun_here(self, game: Game, about: Mapping[str, str]) -> bool:
        """Whether a game, as far as it goes, is one that was counted before.

        Raises:
            StatisticsError: nobody can tell.
        """
        if not path_exists(self._file.path):
            return False
        with self._file.reading(AT_TABLE_WAIT_MS) as connection:
            return rows.has_opening(connection, game, about)

    def kind_of(self, file: str) -> StatsCategory | None:
        """The kind of a game by the name of its record; None of one that is not counted.

        Raises:
            StatisticsError: nobody can tell.
        """
        if not path_exists(self._file.path):
            return None
        with self._file.reading(AT_TABLE_WAIT_MS) as connection:
            return rows.kind_of(connection, file)

    def best(self, variant: Variant, before: str = "") -> int | None:
        """The best result of a game with its options, or of those `before` the game of a file, or None.

        Raises:
            StatisticsError: nobody can tell.
        """
        if not path_exists(self._file.path):
            return None
        with self._file.reading(AT_TABLE_WAIT_MS) as connection:
            return rows.best(connection, variant, before)

    def wins(self, variant: Variant) -> int:
        """How many games were won of those that count, with the same options.

        Raises:
            StatisticsError: they cannot be read.
        """
        if not path_exists(self._file.path):
            return 0
        with self._file.reading(AT_TABLE_WAIT_MS) as connection:
            return rows.wins(connection, variant)

    def rank(self, variant: Variant, value: int) -> tuple[int, int]:
        """The place of a result among the results of a game with its options, and how many they are.

        Raises:
            StatisticsError: nobody can tell.
        """
        if not path_exists(self._file.path):
            return 1, 0
        with self._file.reading(AT_TABLE_WAIT_MS) as connection:
            return rows.rank(connection, variant, value)

    def played_since(self, started: str) -> list[tuple[str, str]]:
        """The game and the beginning of each one that was begun at a moment or later.

        Raises:
            StatisticsError: they cannot be read.
        """
        if not path_exists(self._file.path):
            return []
        with self._file.reading(AT_TABLE_WAIT_MS) as connection:
            return rows.played_since(connection, started)

    def days(self, late: bool = False) -> list[DayPlayed]:
        """The first game of the deal of each day, by date; or of each that was begun `late`.

        Raises:
            StatisticsError: they cannot be read.
        """
        if not path_exists(self._file.path):
            return []
        with self._file.reading(AT_TABLE_WAIT_MS) as connection:
            return rows.days(connection, late)

    # All games -------------------------------------------------------------------------------------

    def games(self) -> list[PlayedGame]:
        """All games of the player, in their order.

        Raises:
            StatisticsError: they cannot be read.
        """
        with self._file.reading(WAIT_MS) as connection:
            return rows.all_games(connection)

    def groups(self) -> list[StatsGroup]:
        """What groups of games there are.

        Raises:
            StatisticsError: they cannot be read.
        """
        with self._file.reading(WAIT_MS) as connection:
            return rows.groups(connection)

    def feats(self, variant: str) -> tuple[int, int, int]:
        """How many games of a variant count, how many were won, and at most in a row with the same options.

        Raises:
            StatisticsError: they cannot be read.
        """
        with self._file.reading(WAIT_MS) as connection:
            return rows.feats(connection, variant)

    def totals(self, group: StatsGroup) -> Slices[Totals]:
        """What the games of a group add up to, in slices.

        Raises:
            StatisticsError: they cannot be read.
        """
        found, last = Totals(), 0
        while True:
            with self._file.reading(WAIT_MS) as connection:
                games = rows.games_of(connection, group, after=last, most=ADDED_AT_ONCE)
            for game in games:
                found.add(game)
                last = game.order
            if len(games) < ADDED_AT_ONCE:
                return found
            yield min(found.played / group.games, 1.0)

    def catch_up(self, mends: bool = True) -> Iterator[ArchiveScan]:
        """Reads the kept records that were not counted yet, one after the other; tells how far it is.

        A damaged database is set aside first and a new one begun, if it `mends`.

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
        for row in rows_of((heappop(new)[1] for _ in range(reading.count)), reading):
            batch += [] if row is None else [row]
            if batch and (len(batch) == AT_ONCE or reading.done == reading.count):
                with self._writing(WAIT_MS) as connection:
                    rows.put(connection, batch)
                batch, reading.written = [], reading.done
            yield reading
        reading.written = reading.done

    def rebuild(self) -> Iterator[ArchiveScan]:
        """Counts everything anew from the kept records, in one transaction at the end.

        Games keep their order where they had one, and what was counted before a reset stays
        out; those of a record at a table or in the trash folder stay as they are. Before games
        go whose records are no longer there, a copy is made.

        Raises:
            StatisticsError: the statistics cannot be read or written; they are as before.
        """
        if path_exists(self._games) and not os.access(self._games, os.R_OK | os.X_OK):
            raise StatisticsError(msg("there is no permission to read the folder of the records"))
        reading = ArchiveScan()
        self._file.is_sound = False
        yield from self._mend(reading)
        found, paths = [], self._kept()
        reading.count = len(paths)
        for row in rows_of(paths, reading):
            found += [] if row is None else [row]
            yield reading
        readable = {row["file"] for row in found}
        with self._file.reading(WAIT_MS) as connection:
            counted = {
                file for (file,) in connection.execute("SELECT file FROM games UNION SELECT file FROM days")
            }
        elsewhere = {name for folder in self._elsewhere for name in names_in(folder)}
        there = elsewhere | {path.name for path in self._kept()} - ({path.name for path in paths} - readable)
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
        """Sets a damaged database aside, to begin a new one; looks for damage once, and after each sign."""
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
        """Begins anew: no game up to now counts any more. Returns the file that keeps what was counted.

        Raises:
            StatisticsError: the copy or the reset cannot be written; the statistics are as before.
        """
        copy = self._copy(f"{now:%Y%m%d-%H%M%S}")
        with self._writing(WAIT_MS) as connection:
            connection.execute("INSERT OR IGNORE INTO forgotten SELECT file FROM games")
            kept = [(path.name,) for path in self._kept()]
            connection.executemany("INSERT OR IGNORE INTO forgotten VALUES (?)", kept)
            connection.execute("DELETE FROM games")
        return copy

    def _copy(self, word: str) -> Path:
        copy = free_name(self._file.path.with_stem(f"statistics-{word}"))
        self._file.copy_to(copy)
        return copy

    def _kept(self) -> list[Path]:
        return kept_records(self._games)
