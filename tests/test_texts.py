"""No text for the player stands in the window's source but in a message."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.each import each

ROOT = Path(__file__).parents[1] / "game" / "ui"
FILES = sorted(
    [
        *(path for room in ("games", "table", "cards", "replay") for path in (ROOT / room).rglob("*.py")),
        ROOT / "spoken.py",
        ROOT / "forms" / "panel.py",
    ]
)
MESSAGES = {"msg", "msg_n", "msg_p", "verbatim"}
NO_TEXTS = {"TypeVar", "ParamSpec", "made", "getattr", "cast", "AttributeError"}
"""Calls whose strings no player reads: names of types and members, keys of pictures, faults of a program."""
TEXT = re.compile(r"[A-Za-z]{2,}\S* +\S|\S +[A-Za-z]{2,}|^[A-Z][a-z]+")
"""Two words, or one that begins with a capital."""
KEYS = re.compile(r"(Ctrl\+)?\w?|F\d+|Esc")
NOTATION = re.compile(r"(pile|table) |\w+=\w+ ")
"""Positions and options in the notation, and the names of pictures that are kept from start to start."""


def bare_texts(source: str) -> Iterator[str]:
    """The texts of a module that are in no message; its docstrings are none."""
    skipped: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if id(node) in skipped:
            skipped.update(map(id, ast.iter_child_nodes(node)))
            continue
        match node:
            case ast.Expr(value=ast.Constant()):
                skipped.add(id(node.value))
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in MESSAGES | NO_TEXTS:
                skipped.update(map(id, node.args))
            case ast.Constant(value=str() as text):
                if TEXT.search(text) and not KEYS.fullmatch(text) and not NOTATION.match(text):
                    yield text


def test_a_text_is_a_message():
    found = {path: list(bare_texts(path.read_text("utf-8"))) for path in FILES}
    assert {path: texts for path, texts in found.items() if texts} == {}


@each(
    ("source", "found"),
    [
        ('"""What it is."""\nsay("No card goes there.")', ["No card goes there."]),
        ('say(f"{card} does not go there.")', [" does not go there."]),
        ('Button("Undo", "undo")', ["Undo"]),
        ('say(msg("{card} does not go there.", card=card))', []),
        ('entry(msg("Save"), "save", "Ctrl+S")', []),
        ('Line(msg("Best so far"), "of all")', ["of all"]),
    ],
)
def test_texts_that_are_in_no_message_are_found(source, found):
    assert list(bare_texts(source)) == found
