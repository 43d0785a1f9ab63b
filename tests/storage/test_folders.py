"""Folders to be gone through: what lies in one, the nearest there is, and the files used of late."""

import os

import pytest

from game.storage.files import StorageError
from game.storage.profile import Profile, load_profile
from game.storage.saved import MAX_RECENT, listing, nearest_folder, recent, remember

ENDS = (".patience",)


def test_folders_come_first_by_name_then_files_newest_first(tmp_path):
    for number, name in enumerate(["old.patience", "new.patience"]):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (number, number))
    for name in ("beta", "Alpha"):
        (tmp_path / name).mkdir()
    found = listing(tmp_path, ENDS)
    assert [entry.path.name for entry in found] == ["Alpha", "beta", "new.patience", "old.patience"]
    assert [entry.is_folder for entry in found] == [True, True, False, False]


def test_what_is_hidden_of_another_kind_or_no_file_is_left_out(tmp_path):
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".half.patience").write_text("")
    (tmp_path / "letter.txt").write_text("")
    os.mkfifo(tmp_path / "pipe.patience")
    (tmp_path / "nowhere.patience").symlink_to(tmp_path / "gone")
    assert listing(tmp_path, ENDS) == []


@pytest.mark.parametrize("name", ["gone", "file", "no\0text"])
def test_what_is_no_folder_is_told(tmp_path, name):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError):
        listing(tmp_path / name, ENDS)


def test_the_nearest_folder_is_the_first_above_that_there_is(tmp_path):
    assert nearest_folder(tmp_path / "a" / "b") == tmp_path
    assert nearest_folder(tmp_path) == tmp_path


def test_files_used_of_late_are_kept_newest_first_and_once(tmp_path):
    profile = Profile(tmp_path / "profile.json")
    files = [tmp_path / f"{number}.patience" for number in range(MAX_RECENT + 3)]
    for file in [*files, files[4]]:
        file.write_text("")
        remember(profile, file)
    profile.save()
    found = [entry.path for entry in recent(load_profile(profile.path), ENDS)]
    assert found[0] == files[4]
    assert len(found) == len(set(found)) == MAX_RECENT
    files[4].unlink()
    assert files[4] not in [entry.path for entry in recent(profile, ENDS)]
    assert recent(profile, (".results",)) == []


def test_a_name_of_two_lines_is_not_remembered(tmp_path):
    profile = Profile(tmp_path / "profile.json")
    remember(profile, tmp_path / "two\nlines.patience")
    assert profile.options == {}
