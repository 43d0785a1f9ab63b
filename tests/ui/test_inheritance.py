"""How deep classes of the window inherit: at most two steps, and nothing from the table."""

import importlib
import inspect
import pkgutil

import game.ui
from game.ui.table.table import TableScene

MOST_STEPS = 2
TOWER = ("game.ui.table.", "game.ui.games.", "game.ui.replay.", "game.ui.tournament.round.")
"""Where tables still inherit from each other; the list may only become shorter."""


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
    return max(
        (steps(each) + (not getattr(each, "_is_protocol", False)) for each in bases),
        default=0,
    )


CLASSES = [each for each in classes() if not f"{each.__module__}.".startswith(TOWER)]


def test_classes_inherit_at_most_two_steps():
    assert [each.__mro__ for each in CLASSES if steps(each) > MOST_STEPS] == []


def test_nobody_inherits_from_the_table():
    assert not [each for each in CLASSES if issubclass(each, TableScene) and each is not TableScene]


def test_the_look_itself():
    tower = [each for each in classes() if each not in CLASSES]
    assert len(CLASSES) > 60
    assert any(steps(each) > MOST_STEPS for each in tower), "the tower is gone: empty its list"
