"""All games of a player in one file, to be taken to another machine or player.

A zip of plain files: `games/` has the records of games played, `unfinished/` those to go on with, and
`profile.json` the settings.
"""

from __future__ import annotations

import re
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo
from zlib import error as zlib_error

from game.message import Message, joined, msg, msg_n
from game.play.game import Game
from game.play.played import is_played
from game.play.record import LIMIT_BYTES, Record, RecordError, reading
from game.play.slices import Slices, between
from game.rules import VARIANTS
from game.storage.files import (
    StorageError,
    atomic_write,
    free_name,
    path_exists,
    place_for,
    read_limited,
    reason,
    replace_file,
)
from game.storage.library import Library
from game.storage.statistics_rows import kept_records

ENDING = ".zip"
GAMES, UNFINISHED, PROFILE = "games/", "unfinished/", "profile.json"
RECORD = ".patience"
MAX_RECORDS = 200_000
_NAME = re.compile(rf"(?:{'|'.join(VARIANTS)})-[a-z0-9-]{{1,80}}\.patience", re.ASCII)
"""Names that a file may keep: no path, and none that some system reserves."""
_UNREADABLE = (BadZipFile, EOFError, NotImplementedError, RuntimeError, OSError, ValueError, zlib_error)
"""Exceptions that `zipfile` raises for one damaged or encrypted file among good ones."""


class AddedGames(NamedTuple):
    """Number of new games in a file, and of the others by what came of them."""

    played: int = 0
    unfinished: int = 0
    known: int = 0
    refused: int = 0

    @property
    def words(self) -> Message:
        """These figures in sentences."""
        counts = (
            (self.played, msg_n("{count} game was added.", "{count} games were added.", self.played)),
            (
                self.unfinished,
                msg_n(
                    "{count} unfinished game was added.",
                    "{count} unfinished games were added.",
                    self.unfinished,
                ),
            ),
            (self.known, msg_n("{count} was here already.", "{count} were here already.", self.known)),
            (
                self.refused,
                msg_n("{count} is not a valid game.", "{count} are not valid games.", self.refused),
            ),
        )
        return joined(" ", [words for count, words in counts if count])


def saving_games(library: Library, path: Path) -> Slices[int]:
    """Writes all games of a player to a file, new or in place of another; returns how many.

    Raises:
        StorageError: a record cannot be read, or the file not written; what was there is still there.
    """
    folder = library.folder
    records = [(GAMES, record) for record in kept_records(folder / "games")]
    records += [(UNFINISHED, record) for record in library.unfinished_files()]
    place, count = place_for(path), 0
    try:
        with atomic_write(place) as file, ZipFile(file, "w", ZIP_DEFLATED) as packing:
            if path_exists(folder / PROFILE):
                packing.writestr(PROFILE, read_limited(folder / PROFILE, LIMIT_BYTES))
            for number, (below, record) in enumerate(records, 1):
                try:
                    packing.writestr(below + record.name, read_limited(record, LIMIT_BYTES))
                    count += 1
                except StorageError:
                    if path_exists(record):  # else it was put away meanwhile
                        raise
                yield number / len(records)
    except StorageError:
        raise
    except (OSError, ValueError) as error:
        raise StorageError(reason(error)) from error
    return count


def adding_games(library: Library, path: Path) -> Slices[AddedGames]:
    """Adds the games of a file that are not there yet, each on disk before the next; returns what was added.

    The statistics count them when they catch up. Done again after an interruption, it goes on.

    Raises:
        StorageError: the file cannot be read, has no games, or a game cannot be written; the games that were
            added so far stay.
    """
    known: set[bytes] = set()
    for record in [*kept_records(library.archive_folder), *library.unfinished_files()]:
        with suppress(StorageError):  # put away meanwhile, or none that the statistics can read either
            known.add(_digest(read_limited(record, LIMIT_BYTES)))
        yield 0.0
    added = AddedGames()
    try:
        if not path.is_file():
            raise StorageError(msg("it is not a regular file"))
        with ZipFile(path) as packed:
            records = [info for info in packed.infolist() if _is_record(info)]
            if not records:
                raise StorageError(msg("there are no games in it"))
            if len(records) > MAX_RECORDS:
                raise StorageError(msg("it has more than {count} games", count=MAX_RECORDS))
            for number, info in enumerate(records):
                first, last = number / len(records), (number + 1) / len(records)
                yield first
                kind = yield from between(first, last, _adding(library, packed, info, known))
                added = added._replace(**{kind: getattr(added, kind) + 1})
    except BadZipFile as error:
        raise StorageError(msg("it is not a zip file")) from error
    except StorageError:
        raise
    except (OSError, ValueError, NotImplementedError) as error:
        raise StorageError(reason(error)) from error
    return added


def _adding(library: Library, packed: ZipFile, info: ZipInfo, known: set[bytes]) -> Slices[str]:
    """Adds one game; returns the field of `AddedGames` that counts it."""
    data = _unpacked(packed, info)
    if data is None:
        return "refused"
    digest = _digest(data)
    if digest in known:
        return "known"
    try:
        record, damage = yield from reading(data)
        game = Game(record.deal)
        damage = (yield from record.replaying(game)) or damage
    except RecordError:
        return "refused"
    if damage is not None or not is_played(game):
        return "refused"
    known.add(digest)
    is_unfinished = info.filename.startswith(UNFINISHED) and not game.is_over
    if is_unfinished and _is_beginning(library, game, record):
        return "known"
    base = info.filename.replace("\\", "/").rpartition("/")[2]
    name = base if _NAME.fullmatch(base) else f"{game.variant.name}-added-{digest.hex()[:12]}{RECORD}"
    current, games = library.folder / "current", library.archive_folder
    here, there = (current, games) if is_unfinished else (games, current)
    replace_file(free_name(here / name, there), data)
    return "unfinished" if is_unfinished else "played"


def _is_beginning(library: Library, game: Game, record: Record) -> bool:
    """Whether a game to go on with was played further here."""
    tags = record.tags
    is_counted = library.statistics.was_begun_here(game, tags)
    return is_counted or library.is_beginning_of_unfinished(game, tags)


def _is_record(info: ZipInfo) -> bool:
    name = info.filename.rpartition("/")[2]
    return name.endswith(RECORD) and not name.startswith("._")  # what macOS adds of its own


def _unpacked(packed: ZipFile, info: ZipInfo) -> bytes | None:
    """The content of a file; None if it is too large for a record, damaged, encrypted or packed otherwise."""
    if info.file_size > LIMIT_BYTES or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return None
    try:
        with packed.open(info) as file:
            data = file.read(LIMIT_BYTES + 1)
    except _UNREADABLE:
        return None
    return data if len(data) <= LIMIT_BYTES else None


def _digest(data: bytes) -> bytes:
    """Tells records apart, however their lines end."""
    return blake2b(data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n"), digest_size=16).digest()
