"""No import cycle: no module of the program imports itself by way of others.

Imports inside functions and of type checking count too.
"""

from collections.abc import Iterable, Mapping

from tests.test_layers import FILES, imports, name_of, package_of, parsed


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
            for name in imports(parsed()[path], package_of(path))
        }
        & paths.keys()
        for module, path in paths.items()
    }


def test_there_is_no_cycle():
    assert cycles(_arrows()) == set()


def test_a_cycle_is_seen():
    arrows = {"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": [], "e": ["e"]}
    assert cycles(arrows) == {frozenset("bc"), frozenset("e")}
