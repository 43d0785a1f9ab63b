"""How deep classes of the window inherit, and how large they are."""

import importlib
import inspect
import pkgutil

import pytest

import game.ui
from game.ui.table.part import Part
from game.ui.table.table import Asked, Table

MAX_STEPS = 2


def classes() -> list[type]:
    """Every class that is made in the modules of `game.ui`."""
    modules = [
        importlib.import_module(module.name) for module in pkgutil.walk_packages(game.ui.__path__, "game.ui.")
    ]
    return [
        kind
        for module in modules
        for kind in vars(module).values()
        if inspect.isclass(kind) and kind.__module__ == module.__name__
    ]


def steps(kind: type) -> int:
    """From a class to the first one of `game.ui` it inherits from; a protocol is no step."""
    bases = [base for base in kind.__bases__ if base.__module__.startswith("game.ui")]
    return max((steps(base) + (not getattr(base, "_is_protocol", False)) for base in bases), default=0)


def test_classes_inherit_at_most_two_steps():
    assert len(classes()) > 100
    assert [kind.__mro__ for kind in classes() if steps(kind) > MAX_STEPS] == []


def test_nobody_inherits_from_the_table():
    assert [kind for kind in classes() if issubclass(kind, Table)] == [Table]


MAX_METHODS = 40


def test_classes_have_at_most_forty_methods():
    counts = {
        kind: sum(inspect.isroutine(made) or hasattr(made, "__get__") for made in vars(kind).values())
        for kind in classes()
        if not issubclass(kind, tuple)
    }
    assert [kind for kind, count in counts.items() if count > MAX_METHODS] == []


MAX_HOOKS = 15


def test_a_part_of_a_table_has_few_hooks_and_none_for_one_part_alone():
    parts = [kind for kind in classes() if issubclass(kind, Part) and kind is not Part]
    hooks = [name for name in vars(Part) if not name.startswith("_")]
    assert len(hooks) <= MAX_HOOKS
    assert [hook for hook in hooks if sum(hook in vars(part) for part in parts) < 2] == []


def test_what_one_part_of_a_table_is_asked_for_a_second_one_cannot_take_over():
    asked = Asked()
    asked.strip_px = lambda: 3
    with pytest.raises(AttributeError, match="two parts of a table set strip_px"):
        asked.strip_px = lambda: 4
    assert asked.strip_px() == 3
