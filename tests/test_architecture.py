"""What docs/ARCHITECTURE.md names is there, and its drawings are those of the layer test."""

import re
from pathlib import Path

from tests.each import each
from tests.test_layers import LAYERS, ROOMS

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")


def test_every_path_is_there():
    named = set(re.findall(r"`((?:game|tests|tools)/[\w/.]+)`", TEXT))
    assert len(named) > 30
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_every_link_leads_somewhere():
    links = set(re.findall(r"\]\(([^)]+)\)", TEXT))
    assert links
    assert [link for link in sorted(links) if not (ROOT / "docs" / link).exists()] == []


def drawn(text: str) -> list[set[str]]:
    """The floors of a drawing with arrows: what stands in braces stands beside each other."""
    return [set(re.findall(r"[\w.]+", floor)) for floor in text.split("→")]


def test_the_layers_are_drawn_as_they_are_tested():
    (line,) = re.findall(r"^message →.*(?:\n→.*)*$", TEXT, re.MULTILINE)
    assert drawn(line.replace("main.py", "main")) == [set(floor) - {"tools"} for floor in LAYERS]


@each("group", ROOMS)
def test_the_rooms_are_drawn_as_they_are_tested(group):
    (lines,) = re.findall(rf"^{group}/ (.*(?:\n +→.*)*)$", TEXT, re.MULTILINE)
    assert drawn(lines) == [set(floor) for floor in ROOMS[group]]


MERGED = re.compile(r"^(<{7} |>{7} |={7}$)", re.MULTILINE)
TEXTS = {".py", ".md", ".html", ".css", ".js", ".po", ".toml", ".txt", ".yml"}


def test_no_file_holds_both_sides_of_a_merge():
    folders = [ROOT / name for name in ("game", "tools", "tests", "docs", "assets", "packaging")]
    files = [*ROOT.glob("*.*"), *(path for folder in folders for path in folder.rglob("*"))]
    texts = [path for path in files if path.suffix in TEXTS and path.is_file()]
    assert [path for path in texts if MERGED.search(path.read_text("utf-8"))] == []
    assert len(texts) > 500
