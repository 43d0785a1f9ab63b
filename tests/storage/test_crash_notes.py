"""Crashes on disk: what a report tells and what it never does, the log, the note for the next start."""

import faulthandler
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.cards import Card, card
from game.rules.variant import IllegalMove
from game.storage.crash import (
    LOG,
    MAX_FRAMES,
    MAX_LOG_BYTES,
    MAX_REPORT_BYTES,
    OLDER_LOG,
    crash_report,
    fault_report,
    kind_of,
    note_crash,
    read_reports,
    take_unreported_crash,
)
from game.storage.files import CRASH_NOTE, FAULTS, StorageError
from game.storage.library import Library
from game.version import VERSION
from tests.disks import forbid, full_disk
from tests.each import each

AT = datetime(2026, 11, 21, 7, 13, 34, tzinfo=UTC)
RECORD = "current/rush-20261121-071334.patience"
TEN = card("TH")
DEAL = 7345021998
"""A sealed one."""
HIDDEN = (str(DEAL), "TH", "ten of hearts", "Anna", "secret-file")
posix = pytest.mark.skipif(os.name != "posix", reason="faults are signals here")


def failed(do: Callable[[], object]) -> Exception:
    """What comes of doing something that fails."""
    try:
        do()
    except Exception as error:
        return error
    raise AssertionError("it did not fail")


def with_cards(ten: Card = TEN, deal: int = DEAL) -> None:
    """Fails with a card, a deal, a name in every place where an error may bear them."""
    try:
        try:
            piles = {ten.up.text: (deal, "Anna")}
            raise KeyError(piles, ten)
        except KeyError as first:
            first.add_note(f"deal {deal}, ten of hearts")
            raise FileNotFoundError(2, f"no {ten.up.text}", "secret-file", None, f"{deal}") from first
    except FileNotFoundError:
        text = f"the ten of hearts does not go on {deal}, {ten.up.text}"
        raise IllegalMove(text)  # noqa: B904  # which led to it is told all the same


def named_like_a_card() -> None:
    getattr(object(), "".join(("T", "H")))


def endless(depth: int = 0) -> int:
    return endless(depth + 1) + depth


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The journal of a game, as a crash leaves it."""
    path = tmp_path / RECORD
    path.parent.mkdir()
    path.write_text("patience 1\n")
    return path


# What a report tells ---------------------------------------------------------------------------------
def test_a_report_tells_version_place_and_kind():
    text = crash_report(failed(with_cards), AT, RECORD)
    first, program, *lines = text.splitlines()
    assert first == "== 2026-11-21T07:13:34Z"
    assert program.startswith(f"Patience Arcade {VERSION}, Python ")
    assert lines[:2] == [f"record {RECORD}", "game.rules.variant.IllegalMove"]
    assert "FileNotFoundError: No such file or directory" in lines
    assert "KeyError" in lines
    assert "tests/storage/test_crash_notes.py:" in text
    assert "in with_cards: raise KeyError(piles, ten)" in text


def test_a_report_holds_no_card_no_deal_no_name_and_no_path():
    text = crash_report(failed(with_cards), AT, None)
    told = [line for line in text.splitlines() if not line.startswith("  ")]
    for secret in HIDDEN:
        assert secret not in "\n".join(told)
    assert str(DEAL) not in text
    assert str(Path(__file__).resolve().parents[2]) not in text


def test_names_are_told_that_stand_in_the_program_and_no_others():
    nothing: object = None
    assert kind_of(failed(lambda: nothing.piles)) == "AttributeError: piles"
    assert kind_of(failed(named_like_a_card)) == "AttributeError"
    assert kind_of(failed(lambda: __import__("no_such_module"))) == "ModuleNotFoundError: no_such_module"


def test_an_endless_recursion_is_told_shortly():
    text = crash_report(failed(endless), AT, None)
    assert len(text.splitlines()) < MAX_FRAMES + 10
    assert " more …" in text


def test_what_a_fault_handler_writes_becomes_a_report_without_paths():
    dump = (
        "Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f (most recent call first):\n"
        '  File "/home/Anna/lib/pygame/draw.py", line 12 in circle\n'
    )
    text = fault_report(dump, AT, None)
    assert text.splitlines()[2:] == [
        "Fatal Python error: Segmentation fault",
        "  lib/pygame/draw.py:12 in circle",
        "",
    ]


@each("dump", ["Windows fatal exception: code 0x8001010d\n\nThread 0x1\n", "nothing of it"])
def test_what_a_library_has_dealt_with_is_no_crash(dump):
    assert fault_report(dump, AT, None) is None


# The log and the note --------------------------------------------------------------------------------
def test_a_crash_is_told_once_with_its_log_and_its_record(tmp_path, record):
    assert not Library(tmp_path).has_crashed
    note_crash(tmp_path, failed(with_cards), AT, record)
    assert json.loads((tmp_path / CRASH_NOTE).read_bytes()) == {"version": 1, "record": RECORD}
    assert Library(tmp_path).has_crashed
    crash = take_unreported_crash(tmp_path)
    assert (crash.log, crash.record) == (tmp_path / LOG, record)
    assert not Library(tmp_path).has_crashed
    assert take_unreported_crash(tmp_path) is None
    # The newest report comes first; “== ” within a line is no beginning.
    note_crash(tmp_path, failed(lambda: [][len([1]) == 1]), AT.replace(year=2027), None)
    assert [report[:7] for report in read_reports(tmp_path)] == ["== 2027", "== 2026"]


@pytest.mark.thorough
def test_the_log_stays_small_and_the_last_reports_stay(tmp_path):
    for year in range(2000, 2060):
        note_crash(tmp_path, failed(endless), AT.replace(year=year), None)
        sizes = [(tmp_path / name).stat().st_size for name in os.listdir(tmp_path)]
        assert sum(sizes) <= 2 * MAX_LOG_BYTES + 200
    assert sorted(os.listdir(tmp_path)) == sorted([LOG, OLDER_LOG, CRASH_NOTE])
    assert read_reports(tmp_path)[0].startswith("== 2059")


def test_a_report_is_bounded_however_long_its_lines_are(tmp_path):
    code = f"def f():\n    raise KeyError({'1' * 50_000})\nf()"
    path = tmp_path / "long.py"
    path.write_text(code)
    note_crash(tmp_path, failed(lambda: exec(compile(code, str(path), "exec"))), AT, None)
    assert (tmp_path / LOG).stat().st_size <= MAX_REPORT_BYTES


def test_a_game_of_a_round_is_not_named(tmp_path):
    path = tmp_path / "tournaments" / "0" / "01" / "round-1.patience"
    note_crash(tmp_path, failed(with_cards), AT, path)
    assert "round-1" not in (tmp_path / LOG).read_text()
    crash = take_unreported_crash(tmp_path)
    assert crash.record is None


@pytest.mark.parametrize(
    "note",
    [
        *(b"", b"{", b"[]", b"null", b"[" * 4000, b'{"record": 3}'),
        *(b'{"record": "current/gone.patience"}', b'{"record": "../other/rush.patience"}'),
        *(b'{"record": "current/../secret"}', b'{"record": "/etc/passwd"}'),
        *(b'{"record": "current/a\\u0000b"}', b"\xff\xfe", b'{"version": 99}'),
    ],
)
def test_a_damaged_note_tells_of_a_crash_without_a_game(tmp_path, note):
    (tmp_path / "secret").write_text("x")
    (tmp_path / CRASH_NOTE).write_bytes(note)
    crash = take_unreported_crash(tmp_path)
    assert crash.record is None
    assert not Library(tmp_path).has_crashed


@posix
def test_a_folder_that_cannot_be_written_is_told_in_words(tmp_path):
    forbid(tmp_path / "data")
    with pytest.raises(StorageError, match="file exists"):
        note_crash(tmp_path / "data", failed(with_cards), AT, None)
    assert not Library(tmp_path / "data").has_crashed


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_in_words(tmp_path):
    with full_disk(100), pytest.raises(StorageError, match="no space left on device"):
        note_crash(tmp_path, failed(with_cards), AT, None)
    assert not Library(tmp_path).has_crashed


def test_two_programs_write_one_log(tmp_path):
    code = (
        "import sys\nfrom pathlib import Path\nfrom datetime import datetime, UTC\n"
        "from game.storage.crash import note_crash\n"
        "for _ in range(20): note_crash(Path(sys.argv[1]), ValueError(), datetime.now(UTC), None)\n"
    )
    children = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(2)]
    assert [child.wait(60) for child in children] == [0, 0]
    reports = read_reports(tmp_path)
    assert len(reports) == 40
    assert all(report.endswith("ValueError") for report in reports)


# Faults ----------------------------------------------------------------------------------------------
FAULTY = """
import os, signal, sys
from pathlib import Path
from game.ui.window.services import write_faults_down
write_faults_down(Path(sys.argv[1]))
deal = 7345021998
os.kill(os.getpid(), int(sys.argv[2]))
"""


def fault(folder: Path, number: int) -> str:
    """Has a program end by a signal; returns what it wrote on its terminal."""
    ended = subprocess.run(
        [sys.executable, "-c", FAULTY, str(folder / FAULTS), str(int(number))],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == -number
    return ended.stderr


@posix
def test_a_fault_in_a_library_is_told_by_the_next_start(tmp_path, record):
    assert fault(tmp_path, signal.SIGSEGV) == ""
    assert Library(tmp_path).has_crashed
    crash = take_unreported_crash(tmp_path)
    assert crash.record == record
    (report,) = read_reports(tmp_path)
    assert "Fatal Python error: Segmentation fault" in report
    assert "7345021998" not in report
    assert (tmp_path / FAULTS).read_bytes() == b""
    assert not Library(tmp_path).has_crashed


@posix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_whoever_is_ended_has_not_crashed(tmp_path, number):
    fault(tmp_path, number)
    assert not Library(tmp_path).has_crashed


def test_a_fault_handler_that_is_there_already_stays(tmp_path):
    code = FAULTY.replace("os.kill(os.getpid(), int(sys.argv[2]))", "import faulthandler")
    subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code, str(tmp_path / FAULTS)], check=True, timeout=60
    )
    assert faulthandler.is_enabled()
    assert not (tmp_path / FAULTS).exists()
