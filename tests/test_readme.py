"""What the README promises is there: its commands, its picture, the packages it has installed."""

import re
import struct
import sys
from pathlib import Path

import pytest

from tests.commands import package_name, packages_of
from tests.each import each
from tools.command_reference import PAGE, page

PROJECT = Path(__file__).resolve().parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
FENCES = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
IMPORT = re.compile(r"^ *(?:import|from) +(\w+)(?=[\w.]* *(?:$|import|as|,))", re.MULTILINE)
PACKAGES = {
    "pygame": "pygame-ce",
    "PIL": "pillow",
    "yaml": "pyyaml",
    "PyInstaller": "pyinstaller",
    "fontTools": "fonttools",
    "xdist": "pytest-xdist",
}
"""Packages that are imported by another name than they are installed by."""
OURS = {"game", "tests", "tools"}


def test_each_command_is_one_line_the_posix_form_first():
    assert [kind for kind, _ in FENCES][:3] == ["sh", "sh", "bat"]
    play, tests, windows = (text.strip().splitlines() for _, text in FENCES[:3])
    assert len(play) == len(tests) == 1
    assert play[0].endswith("main.py")
    assert "pytest" in tests[0]
    assert [line.replace("py -m", "python3 -m").replace("\\Scripts\\", "/bin/") for line in windows] == [
        *play,
        *tests,
    ]


PICTURES = ("table.png", "hint.png", "standings.png")
FILM = "play.webp"


def shown() -> list[str]:
    """The pictures that the README shows, from its top down."""
    return re.findall(r"""(?:\]\(|<img src=")docs/([\w.]+\.(?:png|webp))""", README)


def test_the_readme_shows_what_is_made():
    assert shown() == [FILM, *PICTURES]


@each("name", PICTURES)
def test_a_picture_is_of_the_window_and_not_large(name):
    picture = (PROJECT / "docs" / name).read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (1280, 800)
    assert len(picture) < 300_000


def test_the_film_moves_and_is_short_and_not_large():
    # https://developers.google.com/speed/webp/docs/riff_container#animation
    film = (PROJECT / "docs" / FILM).read_bytes()
    assert (film[:4], film[8:12]) == (b"RIFF", b"WEBP")
    durations, at = [], 12
    while at < len(film):
        kind, size = film[at : at + 4], int.from_bytes(film[at + 4 : at + 8], "little")
        if kind == b"ANMF":
            durations.append(int.from_bytes(film[at + 20 : at + 23], "little"))
        at += 8 + size + size % 2
    assert len(durations) > 60
    assert 5_000 < sum(durations) < 20_000
    assert len(film) < 1_500_000


def test_what_it_is_and_how_it_starts_come_first():
    start = README.index("```sh")
    assert README.index(f"docs/{FILM}") < start < README.index("docs/table.png")
    assert len(README[:start].splitlines()) < 14


def test_the_readme_is_short():
    assert len(README.split()) <= 900


def test_the_command_line_is_told_as_it_is():
    assert PAGE.read_text("utf-8") == page(), "python -m tools.command_reference writes it anew"


@pytest.mark.slow
@each(
    ("folder", "extras"), [("game", ("fast", "server", "reader")), ("tools", ("dev",)), ("tests", ("dev",))]
)
def test_what_is_imported_is_installed(folder, extras):
    installed = {package_name(line) for line in packages_of("dependencies", *extras)}
    for file in (PROJECT / folder).rglob("*.py"):
        names = set(IMPORT.findall(file.read_text(encoding="utf-8")))
        for name in names - sys.stdlib_module_names - OURS:
            assert PACKAGES.get(name, name) in installed, f"{file.name} imports {name}"
