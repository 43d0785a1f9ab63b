"""How deep classes of the window inherit, and how large they are."""

import importlib
import inspect
import pkgutil

import game.ui
from game.ui.table.part import Part
from game.ui.table.table import Table

MAX_STEPS = 2


def classes() -> list[type]:
    """Every class that is made in the modules of `game.ui`."""
    modules = [
        importlib.import_module(module.name) for module in pkgutil.walk_packages(game.ui.__path__, "game.ui.")
    ]
    return [
        each
        for module in modules
        for each in vars(module).values()
        if inspect.isclass(each) and each.__module__ == module.__name__
    ]


def steps(kind: type) -> int:
    """From a class to the first one of `game.ui` it inherits from; a protocol is no step."""
    bases = [each for each in kind.__bases__ if each.__module__.startswith("game.ui")]
    return max((steps(each) + (not getattr(each, "_is_protocol", False)) for each in bases), default=0)


def test_classes_inherit_at_most_two_steps():
    assert len(classes()) > 100
    assert [each.__mro__ for each in classes() if steps(each) > MAX_STEPS] == []


def test_nobody_inherits_from_the_table():
    assert [each for each in classes() if issubclass(each, Table)] == [Table]


MAX_METHODS = 40


def test_classes_have_at_most_forty_methods():
    counts = {
        each: sum(inspect.isroutine(made) or hasattr(made, "__get__") for made in vars(each).values())
        for each in classes()
        if not issubclass(each, tuple)
    }
    assert [each for each, count in counts.items() if count > MAX_METHODS] == []


MAX_HOOKS = 16


def test_a_part_of_a_table_has_few_hooks_and_none_for_one_part_alone():
    parts = [each for each in classes() if issubclass(each, Part) and each is not Part]
    hooks = [name for name in vars(Part) if not name.startswith("_")]
    assert len(hooks) <= MAX_HOOKS
    assert [hook for hook in hooks if sum(hook in vars(each) for each in parts) < 2] == []
