"""The files that are read where they lie: journals, saved games, profile, statistics, seats, catalogue."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from zlib import crc32

from game.play.proof import proof
from game.play.record import RecordError, record_text
from game.rounds.local import LocalReferee, new_tournament
from game.rules import find_variant
from game.solver.catalogue import CatalogueError, read_catalogue
from game.storage.files import StorageError
from game.storage.library import Library
from game.storage.profile import WindowGeometry, load_profile, load_window_place, save_window_place
from game.storage.saved import read_saved
from game.storage.statistics import Statistics
from game.storage.statistics_file import StatisticsError
from game.storage.tournament_store import TournamentStore
from game.tournament.player import player_to_text
from tests.mutation.formats import Format, goldens, read_game
from tests.tournament.rounds import ANNA, BEN, EVENING, folder_of, record
from tools.certify.verdicts import Found, Verdicts, catalogue_bytes

LATEST_MS = 10**15
NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)


class OnDisk:
    """Puts damaged files where the program looks for them, below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept = folder / "kept"
        self._prepare()

    def _prepare(self) -> None:
        """A data folder with two archived games, their statistics, and a started tournament."""
        (self._kept / "games").mkdir(parents=True)
        for number, data in enumerate(goldens("rush_draw_1_won") + goldens("three_shuffles_won")):
            (self._kept / "games" / f"game-2026112{number}-071334.patience").write_bytes(data)
        statistics = Statistics(self._kept)
        for _ in statistics.catch_up():
            pass
        statistics.close()
        self.statistics = (self._kept / "statistics.sqlite3").read_bytes()
        new_tournament(TournamentStore(self._kept), EVENING, [ANNA, BEN])
        (self._seat(self._kept) / "round-1.patience").write_bytes(record(ANNA, 1))

    @staticmethod
    def _seat(folder: Path) -> Path:
        return folder / "tournaments" / EVENING.id / "01"

    def _fresh(self, *names: str) -> Path:
        folder = self._folder / "data"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name in names:
            shutil.copytree(self._kept / name, folder / name)
        return folder

    # Readers -----------------------------------------------------------------------------------------

    def journal(self, data: bytes) -> None:
        """An unfinished game goes on from what could be read, is kept if it was over, or is set aside."""
        folder = self._fresh()
        path = folder / "current" / "game.patience"
        path.parent.mkdir()
        path.write_bytes(data)
        library = Library(folder)
        for unfinished in library.unfinished():
            assert 0 <= unfinished.elapsed_ms < LATEST_MS
            game, journal, _ = library.resume(unfinished)
            assert journal is not None
            journal.close()
            if game.is_over:
                continue  # it is put away when it is looked for again
            (again,) = library.unfinished()
            assert again.damage is None
            assert proof(again.record.replay()) == proof(game)
        there = [path.read_bytes() for path in folder.rglob("*.patience") if path.parent.name != "current"]
        assert path.exists() or data in there, "it is not thrown away"

    def saved(self, data: bytes) -> None:
        """A saved game, and its play time."""
        path = self._fresh() / "game.patience"
        path.write_bytes(data)
        game = read_saved(path)
        assert game.game.elapsed_ms <= game.elapsed_ms < LATEST_MS

    def profile(self, data: bytes) -> None:
        """Invalid values have their defaults, and the profile written again reads the same."""
        path = self._fresh() / "profile.json"
        path.write_bytes(data)
        profile = load_profile(path)
        profile.save()
        assert load_profile(path).parts() == profile.parts()
        path.read_bytes().decode()

    def window_place(self, data: bytes) -> None:
        """An invalid place is ignored, and one written again reads the same."""
        path = self._fresh() / "window.json"
        path.write_bytes(data)
        place = load_window_place(path) or WindowGeometry(0, 0, 640, 480, (0, 0, 1280, 800))
        save_window_place(path, place)
        assert load_window_place(path) == place

    def database(self, data: bytes) -> None:
        """Games are read or it is said why not; then all can be counted anew from the records."""
        folder = self._fresh("games")
        (folder / "statistics.sqlite3").write_bytes(data)
        statistics = Statistics(folder)
        try:
            for ask in (lambda: [*statistics.prepare()], statistics.games):
                with contextlib.suppress(StatisticsError):
                    ask()
            for way in (statistics.catch_up, statistics.rebuild):
                for _ in way():
                    pass
            assert len(statistics.games()) <= 2
        except StatisticsError as error:
            if "newer version" not in str(error):
                raise
        finally:
            statistics.close()

    def seat(self, data: bytes) -> None:
        """A player's file: it names the player, or the seat is reported and left out."""
        folder = self._fresh("tournaments")
        (self._seat(folder) / "player").write_bytes(data)
        local = self._local(folder)
        read = [seat for seat in local.state.seats if seat.player.name != BEN.name]
        assert read or local.warnings
        if read:
            assert player_to_text(read[0].player) == data.split(b"\n")[0].decode()

    def round(self, data: bytes) -> None:
        """The record of a round counts, is continued, or is reported."""
        folder = self._fresh("tournaments")
        (self._seat(folder) / "round-1.patience").write_bytes(data)
        local = self._local(folder)
        seat = local.state.seats[0]
        assert seat.is_taken(1), "a round that was begun is not begun again"
        assert 1 in seat.results or seat.running == 1 or local.warnings

    def _local(self, folder: Path) -> LocalReferee:
        found = folder_of(TournamentStore(folder), EVENING)
        local = LocalReferee(found, Library(folder), lambda: NOW)
        assert not any("\n" in warning for warning in local.warnings)
        return local

    def catalogue(self, data: bytes) -> None:
        """Certified numbers are found the same by number and by index."""
        folder = self._fresh()
        for draw in (1, 3):
            (folder / f"rush-draw-{draw}.bits").write_bytes(data.replace(b"draw=1", b"draw=%d" % draw, 1))
        catalogue = read_catalogue(folder)
        count = catalogue.count(1)
        numbers = [catalogue.number_at(1, index) for index in range(min(count, 50))]
        assert all(catalogue.is_certified(1, number) for number in numbers)
        assert numbers == sorted(set(numbers))


def _certified() -> bytes:
    verdicts = Verdicts(find_variant("rush", ["draw=1"]), 0, 150)
    verdicts.add(Found(0, b"suss" * 37 + b"us"))
    return catalogue_bytes(verdicts)


def _with_check(data: bytes) -> bytes:
    match = re.search(rb"check [^\n]*\n\n", data)
    if match is None:
        return data
    return data[: match.start()] + b"check %08x\n\n" % crc32(data[match.end() :]) + data[match.end() :]


def _journals() -> tuple[bytes, ...]:
    return tuple(
        re.sub(rb"\n(\d+) stock\n", rb"\n\1 stock\n# clock \1\n", data) + b"# clock 290000\n"
        for data in goldens()
    )


def _pictured() -> tuple[bytes, ...]:
    return tuple(record_text(read_game(data), {}, picture=True).encode() for data in goldens())


PROFILE = b"""{"version": 1,
"settings": {"speed": "fast", "table": "blue", "volume": 60, "four_colours": true},
"bests": {"rush draw=3 limit=300": 812, "one-three-back": 4}, "options": {"rush": "draw=3"},
"daily": {"2026-11-20": 640, "2026-11-21": 700}}
"""


WINDOW_PLACE = b"""{"version": 1, "window": {"x": -900, "y": 60, "width": 1109, "height": 693,
"screen": [-1280, 0, 1280, 800], "shown": "maximised", "density": 1.25}}
"""


def formats_on_disk(folder: Path) -> Iterable[Format]:
    """The formats that are read where they lie; `folder` is for them alone."""
    disk = OnDisk(folder)
    yield Format("journal", _journals(), disk.journal, ())
    yield Format("saved game", _pictured(), disk.saved, (RecordError, StorageError))
    yield Format("profile", (PROFILE,), disk.profile, ())
    yield Format("window place", (WINDOW_PLACE,), disk.window_place, ())
    yield Format("statistics", (disk.statistics,), disk.database, ())
    yield Format("player of a seat", (b"person Anna\n", b"robot expert Ruby\nelsewhere\n"), disk.seat, ())
    yield Format("record of a round", (record(ANNA, 1), record(ANNA, 1, ended=False)), disk.round, ())
    yield Format("catalogue", (_certified(),), disk.catalogue, (CatalogueError,))
    yield Format("catalogue, check mended", (_certified(),), disk.catalogue, (CatalogueError,), _with_check)
