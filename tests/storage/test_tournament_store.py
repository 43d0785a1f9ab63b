"""Tournaments on disk: their folders, seats and records; nothing is written over, nothing half-written."""

import os
from pathlib import Path

import pytest

from game.storage.files import StorageError
from game.storage.tournament_store import SeatFolder, TournamentFolder, TournamentStore
from tests.disks import forbid, full_disk

ID, OTHER = "a" * 32, "b" * 32


@pytest.fixture
def store(tmp_path: Path) -> TournamentStore:
    return TournamentStore(tmp_path)


def seat_of(folder: TournamentFolder) -> SeatFolder:
    return folder.seats()[0]


def test_what_was_added_is_there_for_the_next_evening(store, tmp_path):
    anna = seat_of(store.add(ID, b"text\n", [b"person Anna\n", b"person Ben\n"]))
    anna.begin(1, b"patience 1\n").close()
    anna.put(3, b"record\n")
    (found,) = TournamentStore(tmp_path).tournaments()
    assert (found.id, found.text()) == (ID, b"text\n")
    assert [seat.player() for seat in found.seats()] == [b"person Anna\n", b"person Ben\n"]
    assert [seat.rounds() for seat in found.seats()] == [[1, 3], []]
    assert found.seats()[0].record(1) == b"patience 1\n"


def test_the_last_changed_comes_first(store):
    for seconds, name in ((1000, ID), (2000, OTHER)):
        folder = store.add(name, b"", [b""])
        for path in (folder.path, seat_of(folder).path):
            os.utime(path, (seconds, seconds))
    assert [tournament.id for tournament in store.tournaments()] == [OTHER, ID]
    seat_of(store.tournaments()[1]).put(1, b"")
    assert [tournament.id for tournament in store.tournaments()] == [ID, OTHER]


def test_a_tournament_is_added_once(store):
    store.add(ID, b"one", [])
    with pytest.raises(StorageError, match="already"):
        store.add(ID, b"two", [])
    assert [tournament.text() for tournament in store.tournaments()] == [b"one"]


def test_foreign_files_and_folders_are_passed_over(store, tmp_path):
    folder = store.add(ID, b"", [b""])
    seat = seat_of(folder)
    (tmp_path / "tournaments" / "notes.txt").write_text("x")
    (folder.path / "1").mkdir()
    (folder.path / "README").write_text("x")
    (tmp_path / "tournaments" / OTHER).mkdir()  # a kill while it was made
    for name in ("round-0.patience", "round-1.patience~", "round-100.patience", ".round-1.patience.77"):
        (seat.path / name).write_text("x")
    assert [tournament.id for tournament in store.tournaments()] == [ID]
    assert [seat.path.name for seat in folder.seats()] == ["01"]
    assert seat.rounds() == []


def test_where_nothing_can_be_written_nothing_is_begun(store, tmp_path):
    assert store.tournaments() == []
    forbid(tmp_path / "tournaments")
    with pytest.raises(StorageError):
        store.add(ID, b"", [])
    assert store.tournaments() == []


@pytest.mark.parametrize("text", [b"long text\n", b"t\n"])
def test_on_a_full_disk_no_tournament_is_left_half_made(store, tmp_path, text):
    with full_disk(4), pytest.raises(StorageError):
        store.add(ID, text, [b"p\n", b"person Ben\n"])
    assert list((tmp_path / "tournaments").iterdir()) == []


def test_on_a_full_disk_no_record_is_changed(store):
    seat = seat_of(store.add(ID, b"", [b""]))
    seat.put(1, b"old\n")
    with full_disk(4):
        with pytest.raises(StorageError):
            seat.put(1, b"something longer\n")
        with pytest.raises(StorageError):
            seat.begin(2, b"something longer\n")
    assert (seat.rounds(), seat.record(1)) == ([1], b"old\n")


def test_a_record_that_is_too_large_is_not_read(store):
    seat = seat_of(store.add(ID, b"", [b""]))
    seat.put(1, b"x" * ((1 << 20) + 1))
    with pytest.raises(StorageError, match="larger"):
        seat.record(1)
