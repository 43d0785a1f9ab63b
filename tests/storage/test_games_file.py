"""All games in one file: moved to another folder, each once; nothing is lost, whatever the file holds."""

import struct
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import pytest

from game.play.record import LIMIT_BYTES
from game.play.slices import run_to_end
from game.storage.files import StorageError
from game.storage.library import Library
from game.storage.saved import AddedGames, adding_games, saving_games
from tests.disks import full_disk
from tests.records import unnamed_golden

WON, LOST = unnamed_golden("rush_draw_3_won"), unnamed_golden("three_shuffles_won")
BEGUN = unnamed_golden("rush_unfinished")


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Library]:
    yield from library(tmp_path / "here")


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Library]:
    yield from library(tmp_path / "there")


def library(folder: Path) -> Iterator[Library]:
    for name in ("games", "current"):
        (folder / name).mkdir(parents=True)
    opened = Library(folder)
    yield opened
    opened.close()


def keep(library: Library, **records: bytes) -> None:
    for name, record in records.items():
        below = "current" if record == BEGUN else "games"
        (library.folder / below / f"{name.replace('_', '-')}.patience").write_bytes(record)


def counted(library: Library) -> int:
    for _ in library.statistics.catch_up():
        pass
    return len(library.statistics.games())


def packed(file: Path, kind: int = ZIP_DEFLATED, **files: bytes) -> Path:
    """A zip of records, each below `games/`."""
    with ZipFile(file, "w", kind) as packing:
        for name, data in files.items():
            packing.writestr(f"games/{name}.patience", data)
    return file


def add(library: Library, file: Path) -> AddedGames:
    return run_to_end(adding_games(library, file))


# From one folder to another -------------------------------------------------------------------------
def test_all_games_are_moved_and_counted_once_however_often_they_are_added(here, there, tmp_path):
    keep(here, rush_1=WON, three_shuffles_1=LOST, rush_2=BEGUN)
    (here.folder / "profile.json").write_text("{}")
    file = tmp_path / "all.zip"
    assert run_to_end(saving_games(here, file)) == 3
    assert set(ZipFile(file).namelist()) == {
        *("profile.json", "games/rush-1.patience", "games/three-shuffles-1.patience"),
        "unfinished/rush-2.patience",
    }
    keep(there, rush_1=LOST)  # another game of that name, and one that is in the file
    assert add(there, file) == AddedGames(played=1, unfinished=1, known=1)
    assert (there.folder / "games" / "rush-1.patience").read_bytes() == LOST
    assert (there.folder / "games" / "rush-1-2.patience").read_bytes() == WON
    assert (there.folder / "current" / "rush-2.patience").read_bytes() == BEGUN
    assert counted(there) == 2
    assert add(there, file) == AddedGames(known=3)
    assert counted(there) == 2


def test_a_record_with_other_line_ends_is_the_same_game(there, tmp_path):
    keep(there, rush_1=WON)
    again = WON.replace(b"\n", b"\r\n")
    assert add(there, packed(tmp_path / "a.zip", rush=again, other=WON)) == AddedGames(known=2)


def test_stopped_half_way_nothing_is_lost_and_it_goes_on(here, there, tmp_path):
    keep(here, rush_1=WON, three_shuffles_1=LOST)
    file = tmp_path / "all.zip"
    run_to_end(saving_games(here, file))
    whole = file.read_bytes()
    list(islice(saving_games(here, file), 1))  # its second half never comes
    assert file.read_bytes() == whole
    for _ in adding_games(there, file):
        if any((there.folder / "games").iterdir()):
            break
    assert counted(there) == 1
    assert add(there, file) == AddedGames(played=1, known=1)
    assert counted(there) == 2


def test_on_a_full_disk_the_old_file_stays_and_games_added_before_do_too(here, there, tmp_path):
    keep(here, rush_1=WON)
    file = packed(tmp_path / "all.zip", rush=WON)
    before = file.read_bytes()
    with full_disk(100):
        for work in (saving_games(here, file), adding_games(there, file)):
            with pytest.raises(StorageError):
                run_to_end(work)
    assert file.read_bytes() == before
    assert add(there, file) == AddedGames(played=1)


# What is no such file -------------------------------------------------------------------------------
def test_no_file_of_a_zip_leaves_its_folder_or_stands_for_a_game_that_it_is_not(there, tmp_path):
    file = tmp_path / "bad.zip"
    with ZipFile(file, "w", ZIP_DEFLATED) as packing:
        for name in ("../../up.patience", "/root.patience", "C:\\con.patience", "games/nul.patience"):
            packing.writestr(
                name, WON.replace(b"about started=", b"about started=" + str(len(name)).encode())
            )
        packing.writestr("games/rush-1.patience", b"patience 1\nnot a game\n")
        packing.writestr("games/rush-2.patience", b"\0" * (LIMIT_BYTES + 1))
        packing.writestr("games/._rush-3.patience", WON)
        packing.writestr("notes.txt", b"hello")
    added = add(there, file)
    assert (added.played + added.known, added.refused) == (4, 2)
    found = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.patience")}
    assert all(str(path).startswith("there/games/rush-added-") for path in found)


def test_a_damaged_record_is_left_out_and_the_others_come(there, tmp_path):
    file = packed(tmp_path / "a.zip", rush_1=WON, three_shuffles_1=LOST)
    data = bytearray(file.read_bytes())
    start = 30 + len("games/rush_1.patience")
    data[start + 40 : start + 80] = bytes(40)
    file.write_bytes(data)
    assert add(there, file) == AddedGames(played=1, refused=1)


def test_what_lies_about_its_size_is_packed_otherwise_or_encrypted_is_left_out(there, tmp_path):
    huge = packed(tmp_path / "huge.zip", rush=bytes(LIMIT_BYTES * 3))
    data = bytearray(huge.read_bytes())
    entry = data.rindex(b"PK\1\2")
    struct.pack_into("<I", data, entry + 24, 10)
    huge.write_bytes(data)
    locked = packed(tmp_path / "locked.zip", rush=WON)
    data = bytearray(locked.read_bytes())
    for sign, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.rindex(sign) + at] |= 1
    locked.write_bytes(data)
    for file in (huge, locked, packed(tmp_path / "bzip2.zip", ZIP_BZIP2, rush=WON)):
        assert add(there, file) == AddedGames(refused=1)


@pytest.mark.parametrize("content", [b"", b"hello", WON, None])
def test_what_is_no_file_of_games_gets_one_sentence(there, tmp_path, content):
    file = tmp_path / "a.zip"
    if content is None:
        packed(file)
    else:
        file.write_bytes(content)
    with pytest.raises(StorageError, match=r"^(it is not a zip file|there are no games in it)$"):
        add(there, file)
    with pytest.raises(StorageError, match=r"^it is not a regular file$"):
        add(there, tmp_path)


def test_what_was_added_is_told():
    assert AddedGames(played=2, unfinished=1, known=3, refused=1).words == (
        "2 games were added. 1 unfinished game was added. 3 were here already. 1 is not a valid game."
    )
