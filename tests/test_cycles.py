"""No import cycle: no module of the program imports itself by way of others.

Imports inside functions and of type checking count too. Of the window some cycles are known: they
only ever become fewer.
"""

import ast
from collections.abc import Iterable, Mapping

from tests.test_layers import FILES, imports, name_of, package_of

UI = "game.ui."
KNOWN = {
    frozenset({f"{UI}forms.controls", f"{UI}forms.gui", f"{UI}forms.number_line"}),
}
"""Cycles still to be removed; one that is gone is to be struck off."""


def cycles(arrows: Mapping[str, Iterable[str]]) -> set[frozenset[str]]:
    """The strongly connected components of more than one module, or of one that imports itself."""
    reached = {module: _reached(arrows, module) for module in arrows}
    return {
        frozenset(other for other in beyond if module in reached[other])
        for module, beyond in reached.items()
        if module in beyond
    }


def _reached(arrows: Mapping[str, Iterable[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [*arrows[start]]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += arrows[module]
    return found


def _arrows() -> dict[str, set[str]]:
    """Every module of ours with those that it imports; a name imported from a module counts as that."""
    paths = {name_of(path): path for path in FILES}
    return {
        module: {
            name if name in paths else name.rpartition(".")[0]
            for name in imports(ast.parse(path.read_text("utf-8")), package_of(path))
        }
        & paths.keys()
        for module, path in paths.items()
    }


FOUND = cycles(_arrows())


def test_there_is_no_new_cycle():
    assert not FOUND - KNOWN


def test_a_cycle_that_is_gone_is_struck_off():
    assert not KNOWN - FOUND


def test_only_the_window_may_still_have_cycles():
    assert all(module.startswith(UI) for cycle in KNOWN for module in cycle)


def test_a_cycle_is_seen():
    arrows = {"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": [], "e": ["e"]}
    assert cycles(arrows) == {frozenset("bc"), frozenset("e")}
