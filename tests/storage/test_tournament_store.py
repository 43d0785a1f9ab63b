"""Tournaments on disk: their folders, seats and records; nothing is written over, nothing half-written."""

import os
from pathlib import Path

import pytest

from game.storage.files import StorageError
from game.storage.tournament_store import TournamentStore
from tests.disks import forbid, full_disk

ID, OTHER = "a" * 32, "b" * 32


@pytest.fixture
def store(tmp_path: Path) -> TournamentStore:
    return TournamentStore(tmp_path)


def test_what_was_added_is_there_for_the_next_evening(store, tmp_path):
    folder = store.add(ID, b"text\n")
    anna = folder.add_seat(b"person Anna\n")
    folder.add_seat(b"person Ben\n")
    anna.begin(1, b"patience 1\n").close()
    anna.put(3, b"record\n")
    (found,) = TournamentStore(tmp_path).tournaments()
    assert (found.id, found.text()) == (ID, b"text\n")
    assert [seat.player() for seat in found.seats()] == [b"person Anna\n", b"person Ben\n"]
    assert [seat.rounds() for seat in found.seats()] == [[1, 3], []]
    assert found.seats()[0].record(1) == b"patience 1\n"


def test_the_last_changed_comes_first(store):
    for seconds, name in ((1000, ID), (2000, OTHER)):
        os.utime(store.add(name, b"").path, (seconds, seconds))
    assert [each.id for each in store.tournaments()] == [OTHER, ID]
    store.find(ID).add_seat(b"")
    assert [each.id for each in store.tournaments()] == [ID, OTHER]


def test_a_tournament_is_added_once(store):
    store.add(ID, b"one")
    with pytest.raises(StorageError, match="already"):
        store.add(ID, b"two")
    assert store.find(ID).text() == b"one"


@pytest.mark.parametrize("name", ["", "..", "../" + "a" * 29, "A" * 32, "a" * 31])
def test_a_name_that_is_no_id_leads_nowhere(store, name):
    store.add(ID, b"")
    assert store.find(name) is None


def test_foreign_files_and_folders_are_passed_over(store, tmp_path):
    folder = store.add(ID, b"")
    seat = folder.add_seat(b"")
    (tmp_path / "tournaments" / "notes.txt").write_text("x")
    (folder.path / "1").mkdir()
    (folder.path / "README").write_text("x")
    for name in ("round-0.patience", "round-1.patience~", "round-100.patience", ".round-1.patience.77"):
        (seat.path / name).write_text("x")
    assert [each.id for each in store.tournaments()] == [ID]
    assert [each.path.name for each in folder.seats()] == ["01"]
    assert seat.rounds() == []


def test_where_nothing_can_be_written_nothing_is_begun(store, tmp_path):
    assert (store.tournaments(), store.find(ID)) == ([], None)
    forbid(tmp_path / "tournaments")
    with pytest.raises(StorageError):
        store.add(ID, b"")
    assert store.tournaments() == []


def test_on_a_full_disk_no_seat_is_taken_and_no_record_changed(store):
    folder = store.add(ID, b"")
    seat = folder.add_seat(b"person Anna\n")
    seat.put(1, b"old\n")
    with full_disk(4):
        with pytest.raises(StorageError):
            folder.add_seat(b"person Ben\n")
        with pytest.raises(StorageError):
            seat.put(1, b"something longer\n")
        with pytest.raises(StorageError):
            seat.begin(2, b"something longer\n")
    assert [each.player() for each in folder.seats()] == [b"person Anna\n"]
    assert (seat.rounds(), seat.record(1)) == ([1], b"old\n")


def test_a_seat_given_back_can_be_taken_again(store):
    folder = store.add(ID, b"")
    folder.remove_seat(folder.add_seat(b"x"))
    assert folder.seats() == []
    assert folder.add_seat(b"y").path.name == "01"


def test_a_record_that_is_too_large_is_not_read(store):
    seat = store.add(ID, b"").add_seat(b"")
    seat.put(1, b"x" * ((1 << 20) + 1))
    with pytest.raises(StorageError, match="larger"):
        seat.record(1)
