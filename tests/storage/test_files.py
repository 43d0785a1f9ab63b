"""Reading within limits, and replacing a file by all or nothing."""

import os
from pathlib import Path

import pytest

from game.storage.files import StorageError, read_limited, reason, write_whole
from tests.disks import Sync, forbid, full_disk


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_of_the_largest_size_is_read(tmp_path):
    path = tmp_path / "game"
    path.write_bytes(b"x" * 100)
    assert read_limited(path, 100) == b"x" * 100
    with pytest.raises(StorageError, match="larger than 99 bytes"):
        read_limited(path, 99)


def test_a_missing_file_is_an_error_in_words(tmp_path):
    with pytest.raises(StorageError, match=r"^no such file or directory$"):
        read_limited(tmp_path / "nothing", 100)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(StorageError, match="not a regular file"):
        read_limited(tmp_path, 100)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_a_pipe_keeps_nobody_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StorageError, match="not a regular file"):
        read_limited(tmp_path / "pipe", 100)


def test_an_impossible_name_is_an_error_in_words(tmp_path):
    with pytest.raises(StorageError):
        read_limited(tmp_path / "a\0b", 100)


def test_a_file_is_written_whole_with_its_folders(tmp_path):
    path = tmp_path / "new" / "folder" / "file"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert files_in(path.parent) == ["file"]


def test_on_a_full_disk_the_old_content_stays_and_no_draft_lies_about(tmp_path):
    path = tmp_path / "file"
    write_whole(path, b"old")
    with full_disk(1000), pytest.raises(StorageError):
        write_whole(path, b"new" * 1000)
    assert path.read_bytes() == b"old"
    assert files_in(tmp_path) == ["file"]


def test_what_did_not_reach_the_disk_replaces_nothing(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_whole(path, b"old")
    sync = Sync(monkeypatch)
    sync.fails = True
    with pytest.raises(StorageError, match="input/output error"):
        write_whole(path, b"new")
    assert sync.count == 1
    assert path.read_bytes() == b"old"
    assert files_in(tmp_path) == ["file"]


def test_where_no_folder_can_be_the_error_is_in_words(tmp_path):
    forbid(tmp_path / "folder")
    with pytest.raises(StorageError, match=r"^[a-z][a-z ]+$"):
        write_whole(tmp_path / "folder" / "file", b"new")


def test_reasons_are_parts_of_a_sentence():
    assert reason(OSError(28, "No space left on device")) == "no space left on device"
    assert reason(OSError("Odd")) == "odd"
    assert reason(OSError()) == "unknown error"
