"""`--install-menu` and `--remove-menu`: what a Linux desktop is given, however the program was installed."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import ROOT, refusal
from tests.packaging.test_desktop import NAME, entry

ENTRY = f"applications/{NAME}.desktop"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a menu of Linux")


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which a desktop looks."""
    share = tmp_path / "a share"
    monkeypatch.setenv("XDG_DATA_HOME", str(share))
    return share


def test_menu_entry_icons_and_file_type_are_put_there_and_taken_away(share, monkeypatch, run):
    monkeypatch.setattr("sys.argv", [str(ROOT / "main.py")])
    mine = share / "applications" / "mine.desktop"
    mine.parent.mkdir(parents=True)
    mine.write_text("[Desktop Entry]\n")
    assert "The menu has Patience Arcade: 11 files" in run("--install-menu")[1]
    assert (share / "icons/hicolor/48x48/apps" / f"{NAME}.png").stat().st_size > 0
    assert (share / "icons/hicolor/scalable/apps" / f"{NAME}.svg").exists()
    assert (share / "mime/packages" / f"{NAME}.xml").exists()
    assert shlex.split(entry(share / ENTRY)["Exec"]) == [sys.executable, str(ROOT / "main.py"), "%u"]
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", share / ENTRY], check=True)
    assert run("--install-menu")[0] == 0, "once more changes nothing"
    assert run("--remove-menu")[0] == 0
    assert [path for path in share.rglob(f"*{NAME}*") if path.is_file()] == []
    assert mine.exists()
    told = refusal(run("--remove-menu"))
    assert told.startswith("patience: there is nothing of Patience Arcade in the menu")


def test_an_installed_program_is_started_by_its_own_path(share, tmp_path, monkeypatch, run):
    command = tmp_path / "of pipx" / "patience-arcade"
    command.parent.mkdir()
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    monkeypatch.setattr("sys.argv", [str(command)])
    assert run("--install-menu")[0] == 0
    assert entry(share / ENTRY)["Exec"] == f'"{command}" %u'


def test_where_nothing_can_be_written_is_said_in_a_sentence(share, run):
    share.write_text("no folder")
    assert refusal(run("--install-menu")).startswith(f"patience: {share}")


def test_where_copies_come_from_is_one_line_that_the_packager_is_told_of():
    assert (ROOT / "README.md").read_text("utf-8").count("**where from:**") == 1
    assert "## Where copies come from" in (ROOT / "packaging" / "README.md").read_text("utf-8")
