"""A program that fails: one sentence on the terminal, what happened in a log, and the game on disk."""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from game.cli import main
from game.play.record import read_record
from game.solver.solve import SOLVERS
from game.storage.crash import LOG, read_reports, take_unreported_crash
from tests.commands import ALMOST, files_in, is_one_sentence, process, window
from tests.disks import forbid, full_disk

AT_ONCE = "raise KeyError(f'{app.screen.game.position} 48213')"


def fails(*_: object) -> object:
    raise KeyError("9S TH", 48213)


def play(what: str) -> "subprocess.CompletedProcess[str]":
    """Plays Rush in a program whose frames end so."""
    return window(what, "play", "rush", "--deal", "48213")


@pytest.fixture
def solve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """A command that fails."""
    monkeypatch.setitem(SOLVERS, "rush", fails)
    record = files_in(tmp_path)(ALMOST)
    return lambda: main(["solve", str(record)])


def test_a_command_that_fails_tells_so_in_one_sentence(data, solve, capsys):
    assert solve() == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert is_one_sentence(printed.err)
    assert printed.err == (
        f"patience: the program has failed (KeyError); what happened is written in {data / LOG}.\n"
    )
    (report,) = read_reports(data)
    assert "in fails: raise KeyError" in report


@pytest.mark.parametrize(
    ("in_its_place", "why"),
    [("file", "file exists"), ("device", "it is not a regular file"), ("", "no space left on device")],
)
def test_where_nothing_can_be_written_that_is_said_in_the_same_sentence(
    data, solve, capsys, in_its_place, why
):
    if in_its_place == "file":
        forbid(data)
    elif in_its_place == "device":
        data.mkdir(parents=True)
        (data / LOG).symlink_to(os.devnull)
    with nullcontext() if in_its_place else full_disk(100):
        assert solve() == 3
    complaint = capsys.readouterr().err
    assert is_one_sentence(complaint)
    assert complaint.endswith(f"what happened cannot be written down: {why}.\n")


A_MOVE = "app.screen.act(app.screen.variant.legal_moves(app.screen.game.position)[0])\n"
"""Of a game in which something was done, which is kept."""


def test_a_window_that_fails_names_the_game_and_has_kept_it_and_the_log_holds_none_of_it(data):
    ended = play(A_MOVE + AT_ONCE)
    assert (ended.returncode, ended.stdout) == (3, "")
    assert is_one_sentence(ended.stderr)
    (journal,) = (data / "current").iterdir()
    assert f"(KeyError); what happened is written in {data / LOG}, and the game you played in {journal}" in (
        ended.stderr
    )
    read_record(journal.read_bytes())
    crash = take_unreported_crash(data)
    assert crash.record == journal
    cards = {
        word
        for line in journal.read_text().splitlines()
        if line.startswith("deck")
        for word in line.split()[1:]
    }
    assert len(cards) == 52
    log = (data / LOG).read_text()
    assert "48213" not in log
    assert not cards & {*log.replace("(", " ").replace(")", " ").replace("'", " ").split()}


def test_a_failure_while_all_is_left_hides_no_game(data):
    ended = play("app.screen.on_close = lambda: 1 / 0\n" + AT_ONCE)
    assert ended.returncode == 3
    assert is_one_sentence(ended.stderr)
    assert str(data / "current") in ended.stderr
    assert "KeyError" in (data / LOG).read_text()


def test_a_thread_that_fails_is_told_once_and_the_program_goes_on(data):
    ended = play(
        "thread = threading.Thread(target=lambda: 1 / 0)\nthread.start()\nthread.join()\n"
        "len(frames) == 3 and app.quit()"
    )
    assert ended.returncode == 0
    assert is_one_sentence(ended.stderr)
    assert "(ZeroDivisionError)" in ended.stderr
    (report,) = read_reports(data)
    assert "in <lambda>" in report


@pytest.mark.thorough
@pytest.mark.usefixtures("data")
def test_what_fails_where_nobody_can_be_told_is_told():
    ended = play("type('Gone', (), {'__del__': lambda self: 1 / 0})()\napp.quit()")
    assert ended.returncode == 0
    assert is_one_sentence(ended.stderr)


def test_a_package_that_is_missing_is_named(data, tmp_path):
    (tmp_path / "pygame.py").write_text("raise ModuleNotFoundError('No module', name='pygame')")
    ended = process(PYTHONPATH=str(tmp_path))
    assert ended.returncode == 3
    assert ended.stderr == (
        "patience: pygame is not installed: README.md tells how to install what the program needs.\n"
    )
    assert not data.exists()


def test_hooks_of_others_are_left_as_they_were(capsys):
    before = sys.unraisablehook
    assert main(["deal", "rush", "--deal", "3"]) == 0
    capsys.readouterr()
    assert sys.unraisablehook is before
