"""Rows of the statistics: one for each archived record, derived in slices by replaying it; CSV export."""

from __future__ import annotations

import io
import json
import os
import re
import sqlite3
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TypeAlias
from zlib import crc32

from game.message import msg
from game.play.deal import Deal
from game.play.game import Game
from game.play.played import (
    DAILY,
    LATE,
    GameResult,
    PlayedGame,
    StatsCategory,
    StatsGroup,
    compared_by,
    is_played,
    kind_told,
    result_of,
    variant_compared,
)
from game.play.record import FIRST_LINE, LIMIT_BYTES, RecordError, deal_text, header_text, texts_of_actions
from game.play.record import reading as read_in_slices
from game.play.slices import LINES_A_SLICE, Slices, run_to_end
from game.rules import VARIANTS
from game.rules.variant import Outcome
from game.storage.files import StorageError, read_limited, write_there

Row = dict[str, str | int | bytes | None]

_COLUMNS = (
    *("file", "stamp", "deal", "opening", "trail", "told", "kind", "variant", "options", "number"),
    *("started", "outcome", "won", "value", "home", "elapsed_ms", "moves", "figures"),
)
_PUT = (
    f"INSERT INTO games ({', '.join(_COLUMNS)}) VALUES ({', '.join(':' + name for name in _COLUMNS)}) "
    f"ON CONFLICT (file) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS[1:])}"
)

# Every column by name, so that one that is missing is noticed before anything is written.
_READ = ", ".join("length(trail)" if name == "trail" else name for name in ("sequence", "par", *_COLUMNS))


OF_DAYS = (StatsCategory.COUNTED.value, StatsCategory.LATE.value, StatsCategory.SHOWN.value)
"""Categories of games that are the one start of a day."""


def _digest(text: str) -> str:
    from hashlib import blake2b  # with the first game that is counted: it brings 4 MB of cryptography

    return blake2b(text.encode(), digest_size=16).hexdigest()


def deal_digest(deal: Deal) -> str:
    """Identifies a deal: the game and its cards, without options."""
    cards = deal_text(deal).split("\n", 3)[3]
    return _digest(f"{deal.variant.name}\n{cards}\n")


DayCheck: TypeAlias = Callable[[Deal, Mapping[str, str]], bool]
"""Whether a deal is that of the day in a record's tags, and the day had come when the game was started."""


def row_slices(
    file: str, game: Game, tags: Mapping[str, str], result: GameResult, is_of_day: DayCheck, stamp: str = ""
) -> Slices[Row]:
    """Computes the row of a game; `stamp` is that of its archived file, if it was read from there."""
    trail = yield from _trail(game)
    kind = kind_told(game, tags).value
    has_day = DAILY in tags and kind in OF_DAYS and is_of_day(game.deal, tags)
    return {
        "file": file,
        "stamp": stamp,
        "deal": deal_digest(game.deal),
        "opening": _digest(header_text(game.deal, tags)),
        "trail": trail,
        "told": kind,
        "kind": kind,
        "variant": game.variant.name,
        "options": compared_by(game.variant, tags),
        "number": None if game.deal.number is None else str(game.deal.number),  # may be too large for SQLite
        "started": tags.get("started", "")[:40],
        "outcome": result.outcome.value,
        "won": int(result.is_won),
        "value": result.value,
        "home": result.home,
        "elapsed_ms": result.elapsed_ms,
        "moves": result.moves,
        "figures": json.dumps(dict(result.figures)),
        "day": tags[DAILY][:40] if has_day else "",
        "late": int(tags.get(LATE) == "yes"),
    }


def stamps(connection: sqlite3.Connection, files: Sequence[str]) -> dict[str, str | None]:
    """Returns the stamps of counted files, None for those that a reset excluded."""
    marks = ", ".join("?" * len(files))
    found = connection.execute(f"SELECT file, stamp FROM games WHERE file IN ({marks})", files).fetchall()
    forgotten = connection.execute(f"SELECT file, NULL FROM forgotten WHERE file IN ({marks})", files)
    return dict([*found, *forgotten.fetchall()])


class DayPlayed(NamedTuple):
    """The first game of a day's deal, by the date in its record."""

    day: str
    file: str
    total: int | None  # what it came to; None if it was left, without a point, or shown a line


def _trail(game: Game) -> Slices[bytes]:
    """Running checksum after every entry, 4 bytes each; a game's is the beginning of its continuation's."""
    sums, running, entries = [], 0, game.entries
    texts = texts_of_actions(game)
    for start in range(0, len(entries), LINES_A_SLICE):
        for at_ms, action in entries[start : start + LINES_A_SLICE]:
            running = crc32(f"{at_ms} {texts[action]}\n".encode(), running)
            sums.append(running)
        yield min(1.0, (start + LINES_A_SLICE) / len(entries))
    return struct.pack(f"<{len(sums)}I", *sums)


def put(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Adds or replaces rows, unless they were forgotten; judges their deals."""
    deals = set()
    for row in rows:
        _put_day(connection, row)
        forgotten = "SELECT 1 FROM forgotten WHERE file = ?"
        if connection.execute(forgotten, (row["file"],)).fetchone() is None:
            connection.execute(_PUT, row)
            deals.add(row["deal"])
    for deal in deals:
        _judge(connection, deal)


def _put_day(connection: sqlite3.Connection, row: Row) -> None:
    """Stores the game of a day, which a reset does not give back."""
    if row["day"]:
        is_over = row["outcome"] != Outcome.PLAYING.value
        counts = is_over and row["value"] and row["kind"] != StatsCategory.SHOWN.value
        values = (row["file"], row["day"], row["started"], row["value"] if counts else None, row["late"])
        connection.execute("INSERT OR REPLACE INTO days VALUES (?, ?, ?, ?, ?)", values)


def opening_of(game: Game, tags: Mapping[str, str]) -> tuple[str, bytes]:
    """Identifies how a game begins: its header, and its entries so far."""
    return _digest(header_text(game.deal, tags)), run_to_end(_trail(game))


def _judge(connection: sqlite3.Connection, deal: object) -> None:
    """Finds which games of a deal continue in others, and which came first."""
    found = connection.execute(
        "SELECT file, told, opening, trail FROM games WHERE deal = ? AND told != ? ORDER BY sequence",
        (deal, StatsCategory.ROBOT.value),
    ).fetchall()
    is_known = False
    for file, kind, opening, trail in found:
        if any(_continues(earlier, file, opening, trail) for earlier in found):
            kind = StatsCategory.CONTINUED.value
        elif is_known and kind in (StatsCategory.COUNTED.value, StatsCategory.LATE.value):
            kind = StatsCategory.REPLAYED.value
        else:
            is_known = True
        connection.execute("UPDATE games SET kind = ? WHERE file = ?", (kind, file))
    par = "(SELECT min(par) FROM games WHERE deal = :deal)"
    connection.execute(
        f"UPDATE games SET par = {par} WHERE deal = :deal AND par IS NOT {par}", {"deal": deal}
    )


def _continues(other: tuple[str, str, str, bytes], file: str, opening: str, trail: bytes) -> bool:
    """Whether `other` is the same game played on; of two equal ones, the one with the earlier name."""
    if other[0] == file or other[2] != opening or not other[3].startswith(trail):
        return False
    return len(other[3]) > len(trail) or other[0] < file


def put_par(connection: sqlite3.Connection, file: str, par: int) -> None:
    """Stores the par of a record's deal, unless a smaller one is known."""
    connection.execute("UPDATE games SET par = min(ifnull(par, ?1), ?1) WHERE file = ?2", (par, file))
    for (deal,) in connection.execute("SELECT deal FROM games WHERE file = ?", (file,)).fetchall():
        _judge(connection, deal)


NOT_SHOWN = (StatsCategory.ROBOT, StatsCategory.CONTINUED)
"""Categories of games that are not the player's, or are counted in place of another."""
OF_GROUP = "variant = ? AND options = ? AND kind = ?"


def all_games(connection: sqlite3.Connection) -> list[PlayedGame]:
    """Returns the player's games in order, without robots' and continued ones."""
    which = "kind NOT IN (?, ?) ORDER BY sequence"
    return _games(connection, which, [kind.value for kind in NOT_SHOWN])


def groups(connection: sqlite3.Connection) -> list[StatsGroup]:
    """Returns the groups of the player's games, without robots' and continued ones.

    Raises:
        ValueError: there is no such game or options: the file is damaged.
    """
    question = (
        "SELECT variant, options, kind, count(*), max(sequence) FROM games WHERE kind NOT IN (?, ?) "
        "GROUP BY variant, options, kind"
    )
    found = connection.execute(question, [kind.value for kind in NOT_SHOWN]).fetchall()
    for variant, options in {row[:2] for row in found}:
        variant_compared(str(variant), str(options))  # a damaged file may hold anything
    return [StatsGroup(row[0], row[1], StatsCategory(row[2]), row[3], row[4]) for row in found]


def games_of(
    connection: sqlite3.Connection, group: StatsGroup, after: int = 0, limit: int = -1
) -> list[PlayedGame]:
    """Returns up to `limit` games of a group after `after`, in order."""
    which = f"{OF_GROUP} AND sequence > ? ORDER BY sequence LIMIT ?"
    return _games(connection, which, (group.variant, group.options, group.kind.value, after, limit))


def games_in_order(connection: sqlite3.Connection, after: int, limit: int) -> list[PlayedGame]:
    """Returns a number of games of every kind after `after`, in order."""
    return _games(connection, "sequence > ? ORDER BY sequence LIMIT ?", (after, limit))


def _games(connection: sqlite3.Connection, which: str, values: Sequence[str | int]) -> list[PlayedGame]:
    connection.row_factory = sqlite3.Row
    try:
        found = connection.execute(f"SELECT {_READ} FROM games WHERE {which}", values).fetchall()
    finally:
        connection.row_factory = None
    for variant, options in {(row["variant"], row["options"]) for row in found}:
        variant_compared(str(variant), str(options))  # raises where a damaged file names no game or options
    return [_game(row) for row in found]


def _game(row: sqlite3.Row) -> PlayedGame:
    result = GameResult(
        Outcome(row["outcome"]),
        bool(row["won"]),
        row["value"],
        row["home"],
        row["elapsed_ms"],
        row["moves"],
        dict(json.loads(row["figures"])),
    )
    number = None if row["number"] is None else int(row["number"])
    return PlayedGame(
        row["sequence"],
        row["file"],
        row["variant"],
        row["options"],
        number,
        row["started"],
        StatsCategory(row["kind"]),
        result,
        row["par"],
    )


COLUMNS = (
    *("order", "started", "game", "options", "deal", "kind", "outcome", "won", "result"),
    *("cards_home", "play_time_ms", "moves", "par"),
)
"""Columns of every game; `kind` says whether it counts, or why it is kept separate."""
UNIT = "unit"
"""Last column, after the figures that only some games have: the unit of the result."""


CSV_BEGINNING = "\ufeff"
"""Tells a spreadsheet that the text is UTF-8."""


def csv_text(games: Iterable[PlayedGame], separator: str = ",") -> str:
    """Formats all games with a header line; `separator` stands between columns."""
    import csv  # few ask for it

    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    figures = {
        name: column for variant in VARIANTS.values() for name, column in variant.figure_columns.items()
    }
    writer.writerow([*COLUMNS, *figures.values(), UNIT])
    for game in games:
        result = game.result
        writer.writerow(
            [
                *(game.order, _harmless(game.started), game.variant, game.options, game.number),
                *(game.kind.value, result.outcome.value, int(result.is_won), result.value),
                *(result.home, result.elapsed_ms, result.moves, game.par),
                *(result.figures.get(name) for name in figures),
                VARIANTS[game.variant].unit.full if game.variant in VARIANTS else "",
            ]
        )
    return text.getvalue()


def _harmless(text: str) -> str:
    """Escapes foreign text that a spreadsheet could take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def write_csv(path: Path, games: Iterable[PlayedGame], separator: str = ",") -> None:
    """Atomically writes the table to a new or a regular file; raises StorageError if it cannot be written."""
    write_there(path, (CSV_BEGINNING + csv_text(games, separator)).encode())


_TIME = re.compile(r"[0-9]{8}-[0-9]{6}")
_VERSION_LINE = re.compile(rb"patience [0-9]+")


class ArchiveScan:
    """Progress of reading archived records, and problems found."""

    def __init__(self) -> None:
        self.done = self.count = 0
        self.written = 0
        """Number of the records read so far that are saved on disk."""
        self.notices: list[str] = []


def kept_records(folder: Path) -> list[Path]:
    """Records of a folder by the time in their names."""
    return sorted((folder / entry.name for entry in records_in(folder)), key=by_time)


def records_in(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Records of a folder, unsorted; none if it is missing or unreadable."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".patience"):
                yield entry


def by_time(path: Path) -> tuple[str, str]:
    """Sort key of records: the time in their names, or that of their files."""
    named = _TIME.search(path.name)
    if named is not None:
        return named[0], path.name
    with suppress(OSError):
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        return f"{changed:%Y%m%d-%H%M%S}", path.name
    return "", path.name


def stamp_of(path: Path | os.DirEntry[str]) -> str:
    """Size and time of a file, which change when it is written."""
    try:
        state = path.stat()
    except OSError:
        return ""
    return f"{state.st_size}-{state.st_mtime_ns}"


def rows_of(paths: Iterable[Path], reading: ArchiveScan, is_of_day: DayCheck) -> Iterator[Row | None]:
    """Yields the row of each record; None and a sentence for an unreadable one; None after each slice."""
    for path in paths:
        row = None
        try:
            slices = _row_slices(path, is_of_day)
            while True:
                try:
                    next(slices)
                except StopIteration as stop:
                    row = stop.value
                    break
                yield None
        except (StorageError, RecordError) as error:
            reading.notices.append(msg("{file} is not counted: {reason}.", file=path.name, reason=str(error)))
        reading.done += 1
        yield row


def _row_slices(path: Path, is_of_day: DayCheck) -> Slices[Row | None]:
    stamp = stamp_of(path)
    data = read_limited(path, LIMIT_BYTES)
    version = _VERSION_LINE.match(data)
    if version is not None and version[0] != FIRST_LINE.encode():
        raise StorageError(msg("it was written by a newer version of the program"))
    record, error = yield from read_in_slices(data)
    game = Game(record.deal)
    error = error or (yield from record.replaying(game))
    if error is not None:
        raise error
    if not is_played(game):
        return None
    result = result_of(game)
    yield 0.9
    return (yield from row_slices(path.name, game, record.tags, result, is_of_day, stamp))
