"""Paths on the command line at which a file is to be written: only a new file or a regular one is."""

from pathlib import Path

import pytest

from tests.commands import ALMOST, commands, is_one_sentence, solve_almost_at_once

pytestmark = pytest.mark.usefixtures("data")
COMMANDS = {
    "csv": ("statistics", "--csv"),
    "record": ("solve", "almost.patience", "--record"),
    "out": ("certify", "rush", "0", "1", "--draw", "1", "--jobs", "1", "--out"),
    "catalogue": ("certify", "rush", "0", "1", "--draw", "1", "--jobs", "1", "--catalogue"),
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PATIENCE_PLAIN", "1")  # nothing here is worth compiling the processes' searches
    solve_almost_at_once(monkeypatch)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "almost.patience").write_text(ALMOST)
    return commands(capsys)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no devices in folders")
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_a_device_is_refused_and_stays_one(run, tmp_path, words):
    link = tmp_path / "link"
    link.symlink_to("/dev/full")
    for path in (link, Path("/dev/full")):
        code, _, complaint = run(*words, path)
        assert code == 1
        assert is_one_sentence(complaint)
        assert "it is not a regular file" in complaint
        assert Path("/dev/full").is_char_device()
    assert link.is_symlink()


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_no_folder_is_made_and_a_link_to_a_free_name_is_followed(run, tmp_path, words):
    code, _, complaint = run(*words, tmp_path / "new" / "file")
    assert code == 1
    assert is_one_sentence(complaint)
    assert f"there is no folder “{tmp_path / 'new'}”" in complaint
    assert not (tmp_path / "new").exists()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "target")
    assert run(*words, link)[0] == 0
    assert link.is_symlink()
    assert (tmp_path / "target").stat().st_size > 0


def test_verdicts_without_a_place_go_to_the_data_folder_and_not_where_one_stands(run, data, tmp_path):
    before = sorted(file.name for file in tmp_path.iterdir())
    code, printed, _ = run("certify", "rush", "0", "1", "--draw", "1", "--jobs", "1")
    assert code == 0
    assert sorted(file.name for file in tmp_path.iterdir() if file.name != "data") == before
    path = data / "certified" / "rush-draw-1-limit-300-0-1.certified"
    assert path.stat().st_size > 0
    assert printed.startswith(f"{path}: 1 deal")
