"""Every screen is painted with every setting at its ends, in windows of every size.

A sample of it each time; all of it with `pytest tests/ui/test_every_screen.py --hypothesis-profile=thorough`,
which takes an hour or two.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from itertools import cycle, product
from typing import Any

import pytest
from hypothesis import settings as hypothesis_settings

import game.ui
from game.ui.drawing.layout import Box
from game.ui.screen import Screen
from game.ui.window.geometry import MIN_SIZE
from tests.ui.driver import Table
from tests.ui.screens import ENDS, SCREENS, every_two

pytestmark = pytest.mark.thorough

SMALL = [(1, 1), (2, 900), (900, 2), (320, 240), (639, 479), (640, 480)]
"""Below the least size, which no window may have unless its manager insists."""
USUAL = [(900, 640), (1280, 800), (700, 1400)]
LARGE = [(1920, 1080), (3840, 2160), (7680, 4320), (4320, 7680), (16000, 200), (200, 16000)]
TARGET_PX = 24
"""What can be pressed is at least so wide and so high."""
ROWS = list(every_two())
IS_THOROUGH = hypothesis_settings.get_current_profile_name() == "thorough"


def choose(table: Table, chosen: dict[str, Any]) -> None:
    for name, value in chosen.items():
        setattr(table.context.settings, name, value)
    table.context.choose_cards()


def look(table: Table, screen: str, size: tuple[int, int], chosen: dict[str, Any]) -> type[Screen]:
    """Opens a screen in a window of a size, and looks at it for some frames."""
    choose(table, chosen)
    table.allow_any_size()
    table.set_size(*size)
    SCREENS[screen](table)
    table.frame()
    shown, screen = table.shown, table.app.screen
    screen.canvas.damage()
    screen.is_stale = True
    table.frame()
    assert table.whole_window.get_size() == size
    assert all(a >= b for a, b in zip(screen.canvas.size, MIN_SIZE, strict=True))
    assert table.shown > shown
    assert not screen.canvas.is_damaged
    return type(screen)


Look = tuple[tuple[int, int], dict[str, Any]]


def cases() -> dict[str, tuple[str, list[Look]]]:
    """What is looked at, by a name for it: a screen, in windows of which sizes, and with which settings."""
    if IS_THOROUGH:
        return {
            f"{screen} {size[0]}x{size[1]}": (screen, [(size, row) for row in ROWS])
            for screen, size in product(SCREENS, [*SMALL, *USUAL, *LARGE])
        }
    rows = cycle(ROWS)
    sample: dict[str, tuple[str, list[Look]]] = {}
    for index, screen in enumerate(SCREENS):  # each of them small, every other one also as usual
        sizes = [SMALL[index % len(SMALL)], USUAL[index % len(USUAL)]][: 1 + index % 2]
        sample[screen] = screen, [(size, next(rows)) for size in sizes]
    return sample


CASES = cases()


@pytest.mark.parametrize(("screen", "looks"), CASES.values(), ids=list(CASES))
def test_a_screen_is_painted_in_any_window_with_any_settings(
    make_table: Callable[..., Table], screen: str, looks: list[Look]
):
    table = make_table()
    for size, chosen in looks:
        look(table, screen, size, chosen)


@pytest.mark.thorough
@pytest.mark.parametrize("screen", SCREENS)
def test_all_that_can_be_pressed_is_whole_and_large_enough_in_the_smallest_window(
    make_table: Callable[..., Table], screen: str
):
    table = make_table(size=MIN_SIZE)
    SCREENS[screen](table)
    table.frame()
    whole = Box(0, 0, *MIN_SIZE)
    boxes = {button.word: button.box for button in table.app.screen.pressables if button.box.width}
    assert {word: box for word, box in boxes.items() if box.within(whole) != box} == {}
    assert {word: box for word, box in boxes.items() if min(box.width, box.height) < TARGET_PX} == {}


@pytest.mark.parametrize("size", [(1280, 800), *LARGE[:1]])
def test_the_home_screen_shows_more_rows(make_table: Callable[..., Table], size: tuple[int, int]):
    # The small table of a tile is smaller than any table that is played at.
    look(make_table(), "home", size, {"more_rows": True})


def test_any_two_settings_meet_in_every_way():
    for one, other in product(ENDS, ENDS):
        if one != other:
            met = {(row[one], row[other]) for row in ROWS}
            assert met == set(product(ENDS[one], ENDS[other]))


def test_no_screen_is_left_out(table: Table):
    shown = set()
    for way in SCREENS.values():
        way(table)
        shown |= set(type(table.app.screen).__mro__)
    modules = [module.name for module in pkgutil.walk_packages(game.ui.__path__, "game.ui.")]
    classes = [each for name in modules for each in vars(importlib.import_module(name)).values()]
    assert {each for each in classes if inspect.isclass(each) and issubclass(each, Screen)} - shown == set()
