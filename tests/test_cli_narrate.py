"""`--narrate` and `--speak` on the command line: the window told on standard output, or spoken."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.cli.window import Speech, Terminal, socket_path
from tests.commands import window

pytestmark = pytest.mark.usefixtures("data")


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.delenv("PATIENCE_BENCH", raising=False)


def opened(*words: str, **how: Any) -> "subprocess.CompletedProcess[str]":
    """A window that is open for one frame."""
    return window("app.quit()", *words, **how)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "play rush --deal 3 --narrate",
        pytest.param("--narrate play rush --deal 3", marks=pytest.mark.thorough),
    ],
)
def test_a_table_is_told_a_line_each(words):
    ended = opened(*words.split())
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[0] == "Solitaire Rush #3 — draw 3"


@pytest.mark.slow
def test_the_home_screen_is_told():
    assert opened("--narrate").stdout.splitlines()[0] == "Patience Arcade"


@pytest.mark.thorough
@pytest.mark.parametrize("words", ["", "play rush --deal 3"])
def test_nothing_is_told_unasked(words):
    assert opened(*words.split()).stdout in ("", "pygame-ce\n")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a pipe closes otherwise there")
def test_when_nobody_reads_any_more_the_game_goes_on():
    reading, writing = os.pipe()
    os.close(reading)
    ended = opened("play", "rush", "--deal", "3", "--narrate", stdout=writing)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_line_is_one_line_and_a_broken_stream_ends_it(monkeypatch):
    written: list[str] = []

    class Broken:
        def write(self, text: str) -> int:
            written.append(text)
            if len(written) > 2:
                raise BrokenPipeError
            return len(text)

        def flush(self) -> None:
            """Everything is there already."""

    monkeypatch.setattr(sys, "stdout", Broken())
    tell = Terminal()
    tell("saved as a\nb")
    assert written == ["saved as a\\nb", "\n"]
    tell("never mind")
    tell("nobody hears this")
    assert written == ["saved as a\\nb", "\n", "never mind"]


# Speech ---------------------------------------------------------------------------------------------
@pytest.fixture
def daemon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Listens where speech-dispatcher would."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    path = socket_path()
    path.parent.mkdir()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()
        yield listening


def test_lines_are_spoken_in_their_language_and_cut_off(daemon):
    speech = Speech(socket_path())
    client, _ = daemon.accept()
    client.sendall(b"208 OK CLIENT NAME SET\r\n")
    for line, language in (("9 of diamonds", "en"), ("Karo-9", "de"), (".\nx", "de")):
        speech.speak(line, language)
    speech.hush()
    assert client.recv(4096).decode().split("\r\n") == [
        "SET self CLIENT_NAME player:patience-arcade:window",
        *("SET self LANGUAGE en", "SPEAK", "9 of diamonds", "."),
        *("SET self LANGUAGE de", "SPEAK", "Karo-9", "."),
        *("SPEAK", "..\\nx", ".", "CANCEL self", ""),
    ]


def test_when_the_daemon_ends_or_hangs_the_game_goes_on(daemon):
    gone, hung = Speech(socket_path()), Speech(socket_path())
    daemon.accept()[0].close()
    for _ in range(3):
        gone.speak("nobody hears this", "en")
    hung.speak("x" * 9_999_999, "en")
    hung.hush()


@pytest.mark.slow
def test_a_table_is_spoken(daemon):
    assert opened("play", "rush", "--deal", "3", "--speak").returncode == 0
    client, _ = daemon.accept()
    assert b"SPEAK\r\nSolitaire Rush #3" in client.recv(1 << 16)


@pytest.mark.slow
def test_a_system_without_such_sockets_is_no_crash(monkeypatch):
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.delattr("os.getuid")
    monkeypatch.delattr("socket.AF_UNIX")
    with pytest.raises(OSError, match="no such sockets"):
        Speech(socket_path())


def test_without_speech_dispatcher_a_sentence_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    ended = opened("play", "rush", "--speak")
    assert ended.returncode == 1
    (said,) = ended.stderr.splitlines()
    assert said.endswith("speechd.sock: no such file or directory.")
