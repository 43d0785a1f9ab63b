"""Subclasses keep what their parents promise, and no class uses the private members of another."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GAME = Path(__file__).parent.parent / "game"
PUBLIC = {"_replace", "_asdict", "_fields", "_make", "_exit"}
"""Of named tuples and of `os`, in spite of their names."""
OF_LIBRARIES = {"solver/kernels/cache.py", "ui/window/desktop.py"}
"""Where the private members are those of numba and ctypes."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def classes(sources: dict[str, str]) -> dict[str, list[ast.ClassDef]]:
    """The classes of all modules by name."""
    found: dict[str, list[ast.ClassDef]] = {}
    for source in sources.values():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(node)
    return found


def methods(of: ast.ClassDef) -> dict[str, Function]:
    return {node.name: node for node in of.body if isinstance(node, Function)}


def parents(of: ast.ClassDef, known: dict[str, list[ast.ClassDef]]) -> Iterator[ast.ClassDef]:
    """The classes of ours that a class inherits from, near and far."""
    for base in of.bases:
        name = ast.unparse(base).partition("[")[0].rpartition(".")[2]
        for parent in known.get(name, []):
            if parent is not of:
                yield parent
                yield from parents(parent, known)


def is_refusing(function: Function) -> bool:
    """Whether a method does nothing, or only raises."""
    body = [node for node in function.body if not _is_text(node)]
    return all(isinstance(node, ast.Pass | ast.Raise) for node in body)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def refused(sources: dict[str, str]) -> list[str]:
    """The methods that do nothing, or only raise, where a parent does something."""
    known, found = classes(sources), []
    for name, defined in known.items():
        for each in defined:
            for parent in parents(each, known):
                theirs = methods(parent)
                found += [
                    f"{name}.{method} overrides {parent.name}"
                    for method, function in methods(each).items()
                    if is_refusing(function) and method in theirs and not is_refusing(theirs[method])
                ]
    return found


def taken(source: str) -> list[str]:
    """The private members that a class uses of objects of other classes."""
    found = []
    for defined in ast.walk(ast.parse(source)):
        if not isinstance(defined, ast.ClassDef):
            continue
        private = [node for node in ast.walk(defined) if isinstance(node, ast.Attribute)]
        used = [node for node in private if node.attr.startswith("_") and not node.attr.endswith("__")]
        own = {node.attr for node in used if _is_own(node.value)}
        found += [
            f"{defined.name} uses {ast.unparse(node)}" for node in used if node.attr not in own | PUBLIC
        ]
    return found


def _is_own(node: ast.expr) -> bool:
    """Whether it is `self`, `cls` or `super()`."""
    name = node.func if isinstance(node, ast.Call) else node
    return isinstance(name, ast.Name) and name.id in ("self", "cls", "super")


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    return {path.relative_to(GAME).as_posix(): path.read_text("utf-8") for path in GAME.rglob("*.py")}


def test_no_subclass_refuses_what_its_parent_does(sources):
    assert refused(sources) == []


def test_no_class_uses_private_members_of_another(sources):
    found = {name: taken(source) for name, source in sources.items() if name not in OF_LIBRARIES}
    assert {name: lines for name, lines in found.items() if lines} == {}


PARENT = "class Parent:\n    def act(self):\n        print()\n\n"


@pytest.mark.parametrize(
    ("child", "count"),
    [
        ('    def act(self):\n        """Does nothing."""\n', 1),
        ("    def act(self):\n        raise NotImplementedError\n", 1),
        ("    def act(self):\n        return None\n", 0),
        ("    def other(self):\n        pass\n", 0),
    ],
)
def test_the_look_finds_a_refusal(child, count):
    assert len(refused({"a.py": f"{PARENT}class Child(Parent):\n{child}"})) == count


def test_the_look_finds_what_is_taken():
    assert taken("class A:\n    def f(self, other):\n        self._x = other._y\n") == ["A uses other._y"]
    assert taken("class A:\n    def f(self, other):\n        self._x = other._x\n") == []
