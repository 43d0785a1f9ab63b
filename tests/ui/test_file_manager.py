"""The file manager of the desktop is a program of the system: another one is put in its place."""

import os
import sys
from pathlib import Path

import pytest

from game.ui.window.desktop import outside_bundle, show_folder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a script stands in for xdg-open")


def put_in_place(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Has the system's file manager do what a script does."""
    program = folder / "bin" / "xdg-open"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize("code", [0, 3])
def test_it_is_given_the_folder_and_tells_how_it_went(tmp_path, monkeypatch, capfd, code):
    os.mkfifo(tmp_path / "shown")
    put_in_place(
        tmp_path, monkeypatch, f'echo noise; echo noise >&2; echo "$1" > "{tmp_path}/shown"; exit {code}'
    )
    outcome = show_folder(tmp_path / "a folder")
    assert outcome() is None
    assert (tmp_path / "shown").read_text() == f"{tmp_path}/a folder\n"
    while (ended := outcome()) is None:  # it is about to end
        pass
    assert ended == code
    assert capfd.readouterr() == ("", "")


def test_where_there_is_none_that_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError, match="xdg-open"):
        show_folder(tmp_path)


@pytest.mark.parametrize(
    ("is_bundle", "given", "libraries"),
    [
        (False, {"LD_LIBRARY_PATH": "mine"}, "mine"),
        (True, {"LD_LIBRARY_PATH": "bundle", "LD_LIBRARY_PATH_ORIG": "mine"}, "mine"),
        (True, {"LD_LIBRARY_PATH": "bundle"}, None),
    ],
)
def test_it_does_not_get_the_libraries_of_a_bundle(monkeypatch, is_bundle, given, libraries):
    if is_bundle:
        monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert outside_bundle(given | {"HOME": "here"}).get("LD_LIBRARY_PATH") == libraries
    assert outside_bundle(given | {"HOME": "here"})["HOME"] == "here"
