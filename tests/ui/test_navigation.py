"""The ways between screens: every name that one goes by is in the table, and takes what it is given."""

import ast
from functools import cache
from importlib import import_module
from inspect import signature

import pytest

from game.ui.navigation import SCREENS
from tests.test_layers import nodes, parsed


@cache
def ways() -> list[tuple[str, str, int]]:
    """Place, name and number of things given of each `go("name", …)` or `_made`, also by a `partial`."""
    found = []
    for path, source in parsed().items():
        for node in nodes(source):
            if isinstance(node, ast.Call):
                called = node.args[0] if node.args and _name(node.func) == "partial" else node.func
                given = node.args[1:] if called is not node.func else node.args
                if _name(called) in ("go", "_made") and given and isinstance(given[0], ast.Constant):
                    found.append((f"{path.name}:{node.lineno}", given[0].value, len(given) - 1))
    return found


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_of_the_table_is_gone_to_with_what_it_takes(name):
    module, factory = SCREENS[name]
    makes = signature(getattr(import_module(f"game.ui.{module}"), factory))
    wants = [parameter for parameter in makes.parameters.values() if parameter.default is parameter.empty]
    counts = {place: count for place, there, count in ways() if there == name}
    assert counts, "nothing leads there"
    for place, count in counts.items():
        # A partial may leave the last one to whoever calls it.
        assert len(wants) - 2 <= count < len(makes.parameters), place


def test_every_way_leads_somewhere():
    assert {(place, name) for place, name, _ in ways() if name not in SCREENS} == set()
