"""Standard streams that are closed, full, or read by nobody: one sentence at most, never a traceback."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from game.cli import main
from tests.commands import ALMOST, WON, files_in, is_one_sentence, python, solve_almost_at_once, window

FULL = Path("/dev/full")
needs_full_device = pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
posix = pytest.mark.skipif(os.name != "posix", reason="streams are closed by their numbers here")


@pytest.fixture(autouse=True)
def _kept(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "games").mkdir(parents=True)
    files_in(data / "games")(WON)
    monkeypatch.setenv("PATIENCE_BENCH", "1")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game with one move left."""
    return files_in(tmp_path)(ALMOST)


@needs_full_device
@pytest.mark.parametrize("buffering", [1, -1], ids=["by lines", "as a whole"])
@pytest.mark.parametrize(
    "words",
    [
        *("deal rush --deal 3", "deal rush --deal 3 --json", "replay FILE", "replay FILE --json"),
        *("solve FILE", "solve FILE --json", "statistics", "statistics --json", "--help", "deal --help"),
    ],
)
def test_output_that_cannot_be_written_is_one_sentence(record, monkeypatch, capsys, words, buffering):
    solve_almost_at_once(monkeypatch)
    with FULL.open("w", buffering) as full:
        monkeypatch.setattr(sys, "stdout", full)
        code = main([str(record) if word == "FILE" else word for word in words.split()])
    complaint = capsys.readouterr().err
    assert code == 1
    assert complaint == "patience: the output cannot be written: no space left on device.\n"


@needs_full_device
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_nothing_more_is_told_when_the_interpreter_ends(record, unbuffered):
    with FULL.open("w") as full:
        ended = python("main.py", "replay", record, environment={"PYTHONUNBUFFERED": unbuffered}, stdout=full)
    assert ended.returncode == 1
    assert is_one_sentence(ended.stderr)


@needs_full_device
@pytest.mark.parametrize(("words", "code"), [("deal rush --deal 3", 0), ("deal nothing", 2)])
def test_a_complaint_that_cannot_be_written_changes_no_exit_code(words, code):
    with FULL.open("w") as full:
        ended = python("main.py", *words.split(), stderr=full)
    assert ended.returncode == code
    assert bool(ended.stdout) == (code == 0)


@posix
@pytest.mark.parametrize("words", ["deal rush --deal 3", "statistics", "--help"])
def test_a_reader_that_has_enough_is_no_error(words):
    reading, writing = os.pipe()
    os.close(reading)
    ended = python("main.py", *words.split(), stdout=writing)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, "")


def closing(numbers: tuple[int, ...]) -> Callable[[], None]:
    """Closes streams in the child before Python starts."""

    def close() -> None:
        for number in numbers:
            os.close(number)

    return close


@posix
@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)], ids=str)
def test_a_command_works_without_its_streams(record, closed):
    ended = python("main.py", "replay", record, preexec_fn=closing(closed))
    assert ended.returncode == 0
    assert bool(ended.stdout) == (1 not in closed)
    assert ended.stderr == ""


@posix
@pytest.mark.thorough
@pytest.mark.parametrize("closed", [(2,), (1, 2), (0, 1, 2)], ids=str)
def test_the_window_opens_without_its_streams(data, closed):
    what = (
        "from game.rules.position import STOCK\n"
        "app.screen.act(STOCK)  # a deal in which nothing was done is not kept\n"
        "os.write(2, b'Some library complains.')\n"
        "app.quit()"
    )
    words = ["play", "rush", "--deal", "3"]
    ended = window(what, *words, stdout=None, stderr=None, preexec_fn=closing(closed))
    assert ended.returncode == 0
    (journal,) = (data / "current").iterdir()
    assert b"complains" not in journal.read_bytes()


def test_streams_that_python_has_none_of_are_made(monkeypatch, record):
    # As without a console on Windows.
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert main(["replay", str(record)]) == 0
    assert main(["replay", "no such file"]) == 1
    assert main(["nothing"]) == 2
