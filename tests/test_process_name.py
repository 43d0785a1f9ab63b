"""The name of the process, which screen readers tell."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the window's title is told")
GO_ON = "from game.cli.process_name import *; go_on_by_name(); print(sys.executable, RUNNING.resolve().name)"


def name_with(folder: Path, *arguments: str) -> str:
    """The name that a program goes on by, whose interpreter stays the one it was begun with."""
    there = {"XDG_RUNTIME_DIR": str(folder / "run"), "XDG_CACHE_HOME": str(folder / "cache")}
    command = [sys.executable, "-c", GO_ON, *arguments]
    told = subprocess.run(command, env=there, check=True, capture_output=True, text=True).stdout.strip()
    assert told.startswith(f"{sys.executable} ")
    return told.removeprefix(f"{sys.executable} ")


@pytest.fixture
def bus(tmp_path: Path) -> Path:
    """A session's folder with the socket of screen readers, as its launcher makes it."""
    (tmp_path / "run" / "at-spi").mkdir(parents=True)
    socket = tmp_path / "run" / "at-spi" / "bus_0"
    socket.touch()
    return socket


def test_where_readers_are_served_the_process_has_the_programs_name(tmp_path: Path, bus: Path):
    assert name_with(tmp_path) == "Patience Arcade"
    assert [made.name for made in (tmp_path / "cache" / "Patience Arcade").iterdir()] == ["Patience Arcade"]
    bus.unlink()
    assert name_with(tmp_path) == Path(sys.executable).resolve().name, "nobody hears it"


@pytest.mark.usefixtures("bus")
def test_where_nothing_can_be_written_the_process_goes_on_as_it_is(tmp_path: Path):
    (tmp_path / "cache").write_text("no folder")
    assert name_with(tmp_path) == Path(sys.executable).resolve().name


@pytest.mark.usefixtures("bus")
def test_a_copy_that_is_no_program_costs_one_try_and_nothing_more(tmp_path: Path):
    assert name_with(tmp_path) == "Patience Arcade"
    copy = tmp_path / "cache" / "Patience Arcade" / "Patience Arcade"
    copy.chmod(0o600)
    assert name_with(tmp_path) == Path(sys.executable).resolve().name
    assert copy.stat().st_mode & 0o777 == 0o600, "it is not tried again"
    copy.write_text("older, or cut off when it was written")
    assert name_with(tmp_path) == "Patience Arcade"
