"""Reading within limits, and replacing a file by all or nothing."""

import os
import stat
from pathlib import Path

import pytest

from game.storage.files import (
    StorageError,
    free_name,
    read_limited,
    reason,
    replace_file,
    set_aside,
    write_there,
)
from tests.disks import Sync, forbid, full_disk


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_of_the_largest_size_is_read(tmp_path):
    path = tmp_path / "game"
    path.write_bytes(b"x" * 100)
    assert read_limited(path, 100) == b"x" * 100
    with pytest.raises(StorageError, match="larger than 99 bytes"):
        read_limited(path, 99)


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="this system has no files without a size")
def test_a_file_that_does_not_tell_its_size_is_read_to_its_end():
    path = Path("/proc/version")
    assert path.stat().st_size == 0
    assert read_limited(path, 10_000) == path.read_bytes() != b""
    with pytest.raises(StorageError, match="larger than 9 bytes"):
        read_limited(path, 9)


UNREADABLE = {
    "nothing": r"^no such file or directory$",
    ".": "not a regular file",
    "pipe": "not a regular file",
    "a\0b": "impossible name",
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
@pytest.mark.parametrize(("name", "why"), UNREADABLE.items())
def test_what_is_no_file_keeps_nobody_waiting_and_is_told_in_words(tmp_path, name, why):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StorageError, match=why):
        read_limited(tmp_path / name, 100)


UNWRITABLE = {
    "a": "symbolic links",
    "/dev/full": r"^it is not a regular file$",
    "link": r"^it is not a regular file$",
    "pipe": r"^it is not a regular file$",
    ".": r"^it is a folder$",
    "new/file": "^there is no folder “.*new”$",
    "a\0b": "impossible",
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no devices in folders")
@pytest.mark.parametrize(("name", "why"), UNWRITABLE.items())
def test_what_no_file_can_be_written_to_stays_what_it_is(tmp_path, name, why):
    os.mkfifo(tmp_path / "pipe")
    for link, target in (("a", "b"), ("b", "a"), ("link", "/dev/full")):
        (tmp_path / link).symlink_to(target)
    before = files_in(tmp_path)
    with pytest.raises(StorageError, match=why):
        write_there(tmp_path / name, b"new")
    assert files_in(tmp_path) == before
    assert Path("/dev/full").is_char_device()


def test_a_file_is_written_whole_with_its_folders(tmp_path):
    path = tmp_path / "new" / "folder" / "file"
    replace_file(path, b"one")
    replace_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert files_in(path.parent) == ["file"]


@pytest.mark.parametrize("write", [replace_file, write_there])
def test_on_a_full_disk_the_old_content_stays_and_no_draft_lies_about(tmp_path, write):
    path = tmp_path / "file"
    write(path, b"old")
    for room, content in ((1000, b"new" * 1000), (2, b"three")):
        with full_disk(room), pytest.raises(StorageError):
            write(path, content)
        assert path.read_bytes() == b"old"
        assert files_in(tmp_path) == ["file"]


def test_what_did_not_reach_the_disk_replaces_nothing(tmp_path, monkeypatch):
    path = tmp_path / "file"
    replace_file(path, b"old")
    sync = Sync(monkeypatch)
    sync.fails = True
    with pytest.raises(StorageError, match="input/output error"):
        replace_file(path, b"new")
    assert sync.count == 1
    assert path.read_bytes() == b"old"
    assert files_in(tmp_path) == ["file"]


def test_reasons_are_parts_of_a_sentence():
    assert reason(OSError(28, "No space left on device")) == "no space left on device"
    assert reason(OSError("Odd")) == "odd"
    assert reason(OSError()) == "unknown error"


def test_a_new_file_is_written_and_a_regular_one_is_replaced(tmp_path):
    path = tmp_path / "file"
    write_there(path, b"one")
    path.chmod(0o640)
    write_there(path, b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640, "who may read it has not changed"
    assert files_in(tmp_path) == ["file"]


@pytest.mark.parametrize("path_exists", [True, False])
def test_a_link_is_followed_to_a_regular_file_or_a_free_name(tmp_path, path_exists):
    (tmp_path / "sub").mkdir()
    target, link = tmp_path / "sub" / "target", tmp_path / "link"
    if path_exists:
        target.write_bytes(b"old")
    link.symlink_to(target)
    write_there(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_where_a_folder_cannot_be_made_that_is_told_in_words(tmp_path):
    forbid(tmp_path / "folder")
    with pytest.raises(StorageError, match=r"^[a-z][a-z ]+$"):
        replace_file(tmp_path / "folder" / "file", b"new")


def test_a_name_is_free_where_the_file_is_and_where_it_goes_later(tmp_path):
    later = tmp_path / "later"
    later.mkdir()
    assert free_name(tmp_path / "a.patience", later).name == "a.patience"
    (later / "a.patience").touch()
    assert free_name(tmp_path / "a.patience", later).name == "a-2.patience"
    (tmp_path / "a-2.patience").symlink_to("nowhere")
    assert free_name(tmp_path / "a.patience", later).name == "a-3.patience"


def test_what_was_set_aside_is_never_replaced(tmp_path):
    for content in ("one", "two", "three"):
        (tmp_path / "profile.json").write_text(content)
        set_aside(tmp_path / "profile.json", tmp_path / "profile.damaged")
    assert files_in(tmp_path) == ["profile.damaged", "profile.damaged-2", "profile.damaged-3"]
    assert [(tmp_path / name).read_text() for name in files_in(tmp_path)] == ["one", "two", "three"]


def test_another_window_may_set_something_aside_at_the_same_moment(tmp_path, monkeypatch):
    aside, link = tmp_path / "aside", os.link
    (tmp_path / "file").write_text("ours")

    def later(source, target, **how):
        if not aside.exists():
            aside.write_text("theirs")
        link(source, target, **how)

    monkeypatch.setattr(os, "link", later)
    assert set_aside(tmp_path / "file", aside).name == "aside-2"
    assert (aside.read_text(), (tmp_path / "aside-2").read_text()) == ("theirs", "ours")
