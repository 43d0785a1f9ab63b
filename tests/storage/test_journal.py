"""The journal: every line on disk before the next, half a line never, one window only."""

import subprocess
import sys
from pathlib import Path

import pytest

from game.storage.files import StorageError
from game.storage.journal import InUseError, Journal
from tests.disks import Sync, forbid, full_disk

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "current" / "game.patience"


@pytest.fixture
def journal(path):
    journal = Journal(path, b"one\n")
    yield journal
    journal.close()


def test_each_line_has_reached_the_disk_itself_before_the_next_and_notes_do_not_wake_it(path, monkeypatch):
    sync = Sync(monkeypatch)
    journal = Journal(path, b"one\n")
    journal.append(b"two\n")
    assert sync.count >= 1
    journal.append(b"three\n")
    assert sync.count >= 2
    for seconds in range(5):
        journal.note(b"# clock %d\n" % seconds)
    journal.close()
    assert sync.count == 3


def test_a_new_journal_never_writes_over_an_old_one(journal, path):
    journal.close()
    with pytest.raises(StorageError, match="exists"):
        Journal(path, b"other\n")
    assert path.read_bytes() == b"one\n"


def test_a_journal_that_is_not_there_cannot_be_gone_on_with(path):
    with pytest.raises(StorageError, match="no such file"):
        Journal(path)
    assert not path.exists()


WRITTEN = {
    "lines": ("0|1|2", "one|0|1|2"),
    "gone on with": ("again|two", "one|two"),
    "a note in the place of the note before it": ("two|# 8|# 9|# 10", "one|two|# 10"),
    "a note after an action": ("# 1|two|# 2", "one|# 1|two|# 2"),
    "a shorter note after a longer one": ("# 1000|# 7|two", "one|# 7|two"),
    "a first note after going on": ("# 1|again|# 2", "one|# 1|# 2"),
}


@pytest.mark.parametrize(("words", "found"), WRITTEN.values(), ids=WRITTEN)
def test_each_line_is_on_disk_at_once_and_only_notes_give_way(journal, path, words, found):
    for word in words.split("|"):
        if word == "again":
            journal.close()
            journal = Journal(path)
            continue
        (journal.note if word[0] == "#" else journal.append)(f"{word}\n".encode())
        assert path.read_text().endswith(f"{word}\n")
    journal.close()
    assert path.read_text() == found.replace("|", "\n") + "\n"


@pytest.mark.parametrize("room", range(8))
def test_on_a_full_disk_the_file_ends_with_a_whole_line_and_goes_on_there_later(journal, path, room):
    with full_disk(4 + room), pytest.raises(StorageError):
        journal.append(b"too long\n")
    assert path.read_bytes() == b"one\n"
    journal.append(b"two\n")
    assert path.read_bytes() == b"one\ntwo\n"


def test_a_note_that_finds_no_room_leaves_whole_lines(journal, path):
    journal.note(b"# clock 999\n")
    with full_disk(path.stat().st_size), pytest.raises(StorageError):
        journal.note(b"# clock 1000\n")
    assert path.read_bytes() in (b"one\n", b"one\n# clock 999\n")


def test_a_disk_that_fails_behind_our_back_is_noticed_at_the_next_line(path, monkeypatch):
    sync = Sync(monkeypatch)
    journal = Journal(path, b"one\n")
    sync.fails = True
    journal.append(b"two\n")
    with pytest.raises(StorageError, match="input/output error"):
        journal.append(b"three\n")
    assert path.read_bytes() == b"one\ntwo\n"
    journal.close()


def test_where_nothing_can_be_written_no_journal_begins_and_no_empty_one_is_left(path):
    with full_disk(0), pytest.raises(StorageError):
        Journal(path, b"one\n")
    assert list(path.parent.iterdir()) == []
    path.parent.rmdir()
    forbid(path.parent)
    with pytest.raises(StorageError):
        Journal(path, b"one\n")


@pytest.mark.parametrize(
    ("found", "left"),
    [
        *((b"one\ntwo\n", b"one\ntwo\n"), (b"one\ntw", b"one\n"), (b"on", b""), (b"", b"")),
        *((b"one\n\xff\xff", b"one\n"), (b"one\n\0\0\0\0", b"one\n")),
    ],
)
def test_a_torn_last_line_is_cut(path, found, left):
    path.parent.mkdir()
    path.write_bytes(found)
    journal = Journal(path)
    journal.cut_torn_line()
    assert path.read_bytes() == left
    journal.append(b"next\n")
    journal.close()
    assert path.read_bytes() == left + b"next\n"


def test_a_second_window_cannot_take_the_journal(journal, path):
    with pytest.raises(InUseError, match="being played in another window"):
        Journal(path)
    journal.append(b"two\n")
    journal.close()
    Journal(path).close()
    assert path.read_bytes() == b"one\ntwo\n"


HOLD = """
import sys
from pathlib import Path
from game.storage.journal import Journal
journal = Journal(Path(sys.argv[1]), b"one\\n")
journal.append(b"two\\n")
print("ready", flush=True)
sys.stdin.read()
"""


def test_another_program_holds_its_journal_until_it_is_killed(path):
    words, pipe = [sys.executable, "-c", HOLD, path], subprocess.PIPE
    with subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as program:
        try:
            assert program.stdout.readline() == "ready\n"
            with pytest.raises(InUseError):
                Journal(path)
            assert path.read_bytes() == b"one\ntwo\n"
        finally:
            program.kill()
    Journal(path).close()
    assert path.read_bytes() == b"one\ntwo\n"


def test_a_discarded_journal_is_gone(journal, path):
    journal.discard()
    assert not path.exists()


def test_a_finished_journal_is_moved_and_one_that_cannot_be_moved_stays(journal, path, tmp_path):
    journal.append(b"two\n")
    kept = tmp_path / "games" / "game.patience"
    forbid(kept.parent)
    with pytest.raises(StorageError):
        journal.move_to(kept)
    assert path.read_bytes() == b"one\ntwo\n"
    kept.parent.unlink()
    journal.move_to(kept)
    assert not path.exists()
    assert kept.read_bytes() == b"one\ntwo\n"
