"""Subclasses keep what their parents promise, and no class uses the private members of another."""

import ast
from collections.abc import Iterable, Iterator

from tests.each import each
from tests.test_layers import FILES, ROOT, nodes, parsed

GAME = ROOT / "game"
PUBLIC = {"_replace", "_asdict", "_fields", "_make", "_exit"}
"""Of named tuples and of `os`, in spite of their names."""
OF_LIBRARIES = {"solver/kernels/cache.py", "ui/window/desktop.py"}
"""Where the private members are those of numba and ctypes."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def classes(sources: Iterable[ast.Module]) -> dict[str, list[ast.ClassDef]]:
    """The classes of all modules by name."""
    found: dict[str, list[ast.ClassDef]] = {}
    for source in sources:
        for node in nodes(source):
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


def refused(sources: Iterable[ast.Module]) -> list[str]:
    """The methods that do nothing, or only raise, where a parent does something."""
    known, found = classes(sources), []
    for name, defined in known.items():
        for kind in defined:
            for parent in parents(kind, known):
                theirs = methods(parent)
                found += [
                    f"{name}.{method} overrides {parent.name}"
                    for method, function in methods(kind).items()
                    if is_refusing(function) and method in theirs and not is_refusing(theirs[method])
                ]
    return found


def taken(source: ast.Module) -> list[str]:
    """The private members that a class uses of objects of other classes."""
    found = []
    for defined in nodes(source):
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


SOURCES = {path: path.relative_to(GAME).as_posix() for path in FILES if path.is_relative_to(GAME)}


def test_no_subclass_refuses_what_its_parent_does():
    assert refused(parsed()[path] for path in SOURCES) == []


def test_no_class_uses_private_members_of_another():
    found = {name: taken(parsed()[path]) for path, name in SOURCES.items() if name not in OF_LIBRARIES}
    assert {name: lines for name, lines in found.items() if lines} == {}


PARENT = "class Parent:\n    def act(self):\n        print()\n\n"


@each(
    ("child", "count"),
    [
        ('    def act(self):\n        """Does nothing."""\n', 1),
        ("    def act(self):\n        raise NotImplementedError\n", 1),
        ("    def act(self):\n        return None\n", 0),
        ("    def other(self):\n        pass\n", 0),
    ],
)
def test_the_look_finds_a_refusal(child, count):
    assert len(refused([ast.parse(f"{PARENT}class Child(Parent):\n{child}")])) == count


def test_the_look_finds_what_is_taken():
    first, second = (f"class A:\n    def f(self, other):\n        self._x = other._{x}\n" for x in "yx")
    assert (taken(ast.parse(first)), taken(ast.parse(second))) == (["A uses other._y"], [])
