"""Private attributes: tests look at what is public, and reach the program's own in `tests/ui/driver` only."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.each import each

TESTS = Path(__file__).parent
DRIVER = TESTS / "ui" / "driver"
OTHERS = {"_asdict", "_fields", "_make", "_replace", "_exit", "_cache"}
"""Those of named tuples and of `os` are public in spite of their names; the last is numba's."""
PRIVATE_NAME = re.compile(r"game(\.\w+)*\._\w+")
LIKELY = re.compile(r"(?<!\bself)(?<!\bcls)\._")
"""What is in every module that reaches one: to read all modules as a parser does takes seconds."""
FILES = sorted(path for path in TESTS.rglob("*.py") if not path.is_relative_to(DRIVER))


def reached(source: str) -> Iterator[str]:
    """The private attributes that a module reaches of others than `self`, also by a dotted name in a text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            is_private = node.attr.startswith("_") and not node.attr.endswith("__")
            if (
                is_private
                and node.attr not in OTHERS
                and (of := ast.unparse(node.value)) not in ("self", "cls")
            ):
                yield f"line {node.lineno}: {of}.{node.attr}"
        elif isinstance(node, ast.Constant) and PRIVATE_NAME.fullmatch(str(node.value)):
            yield f"line {node.lineno}: {node.value}"


def test_no_private_attribute_is_reached():
    texts = {path.relative_to(TESTS).as_posix(): path.read_text("utf-8") for path in FILES}
    found = {name: [*reached(text)] for name, text in texts.items() if LIKELY.search(text)}
    assert {name: lines for name, lines in found.items() if lines} == {}


@each(
    ("source", "count"),
    [
        *(("scene._list.rows", 1), ("table.scene._a._b", 2), ("self.scene._list", 1)),
        ("monkeypatch.setattr('game.ui.app._now', 1)", 1),
        ("self._count, deal._replace(number=1), Move._make((1, 2)), os._exit(1), x.__dict__", 0),
    ],
)
def test_the_look_itself(source, count):
    assert len([*reached(source)]) == count
