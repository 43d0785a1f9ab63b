"""Drafts: what a killed program has left half written goes away, and nobody else's."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.storage.files import MIN_AGE_S, atomic_write, remove_orphans, temp_path, write_there
from game.storage.library import Library

KILLED = """
import os, signal, sys
from pathlib import Path
from game.storage.files import atomic_write
with atomic_write(Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def age(path: Path, seconds: float = 2 * MIN_AGE_S) -> None:
    then = path.stat().st_mtime - seconds
    os.utime(path, (then, then))


@pytest.fixture
def orphan(tmp_path: Path) -> Path:
    """The draft of a `file` whose writer was killed."""
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "file")], check=False, timeout=30)
    (draft,) = tmp_path.iterdir()
    return draft


def test_a_killed_writer_leaves_a_draft_that_goes_away_when_it_has_aged(orphan):
    remove_orphans(orphan.parent)
    assert orphan.read_bytes() == b"half", "it may be that of a writer who is about to lock it"
    age(orphan)
    remove_orphans(orphan.parent)
    assert names(orphan.parent) == []


def test_the_draft_of_a_living_writer_stays_however_long_it_takes(tmp_path):
    with atomic_write(tmp_path / "file") as file:
        age(Path(file.name))
        remove_orphans(tmp_path)
        file.write(b"whole")
    assert (tmp_path / "file").read_bytes() == b"whole"
    assert names(tmp_path) == ["file"]


def test_in_the_folder_of_the_player_only_drafts_of_the_same_file_are_ours(orphan):
    folder = orphan.parent
    others = [folder / name for name in (".other.123.draft", ".file.1.bak", ".vimrc", "file.1.draft")]
    for other in others:
        other.touch()
        age(other)
    age(orphan)
    write_there(folder / "file", b"new")
    assert names(folder) == sorted(["file", *(other.name for other in others)])


def test_in_the_programs_own_folders_they_go_ahead_of_need(tmp_path):
    seat = tmp_path / "tournaments" / ("a" * 32) / "01"
    folders = [tmp_path, tmp_path / "current", tmp_path / "games", tmp_path / "damaged", seat.parent, seat]
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
        for draft in (temp_path(folder / "some.patience"), folder / ".some.patience.4711"):
            draft.write_bytes(b"half")
            age(draft)
    library = Library(tmp_path)
    while library.prepare():
        pass
    library.close()
    assert [path for path in tmp_path.rglob(".*") if path.is_file()] == []
