"""What the README promises is there: its commands, its picture, the packages it has installed."""

import re
import struct
import sys
from pathlib import Path

import pytest

from game.cli import main

PROJECT = Path(__file__).resolve().parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
FENCES = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
IMPORT = re.compile(r"^ *(?:import|from) +(\w+)(?=[\w.]* *(?:$|import|as|,))", re.MULTILINE)
PACKAGES = {"pygame": "pygame-ce", "yaml": "pyyaml"}
"""Packages that are imported by another name than they are installed by."""
OURS = {"game", "tests", "tools"}


def test_each_command_is_one_line_the_posix_form_first():
    kinds = [kind for kind, _ in FENCES]
    assert kinds[:3] == ["sh", "sh", "bat"]
    play, tests, windows = (text.strip().splitlines() for _, text in FENCES[:3])
    assert len(play) == len(tests) == 1
    assert play[0].endswith("main.py")
    assert "pytest" in tests[0]
    assert [line.replace("py -m", "python3 -m").replace("\\Scripts\\", "/bin/") for line in windows] == [
        *play,
        *tests,
    ]


def test_the_picture_is_of_the_window_and_not_large():
    picture = (PROJECT / "docs" / "table.png").read_bytes()
    assert "(docs/table.png)" in README
    assert struct.unpack(">II", picture[16:24]) == (1280, 800)
    assert len(picture) < 300_000


def test_the_command_line_is_told_as_it_is(capsys: pytest.CaptureFixture[str]):
    told = {match[1] for match in re.finditer(r"^\| `main\.py (\w+)", README, re.MULTILINE)}
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = set(re.findall(r"^    (\w+)\s\s", capsys.readouterr().out, re.MULTILINE))
    assert told == listed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "requirements"),
    [
        ("game", ["requirements.txt", "requirements-fast.txt", "requirements-cluster.txt"]),
        ("tools", ["requirements.txt", "requirements-fast.txt"]),
        (
            "tests",
            ["requirements.txt", "requirements-fast.txt", "requirements-cluster.txt", "requirements-dev.txt"],
        ),
    ],
)
def test_what_is_imported_is_installed(folder: str, requirements: list[str]):
    lines = [line for name in requirements for line in (PROJECT / name).read_text().splitlines()]
    installed = {re.split(r"[<>=~]", line)[0].lower() for line in lines if line and line[0].isalpha()}
    for file in (PROJECT / folder).rglob("*.py"):
        names = set(IMPORT.findall(file.read_text(encoding="utf-8")))
        for name in names - sys.stdlib_module_names - OURS:
            assert PACKAGES.get(name, name) in installed, f"{file.name} imports {name}"
