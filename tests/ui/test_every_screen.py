"""Every screen is painted with every setting at its ends, in windows of every size.

A sample of it each time; all of it with `pytest tests/ui/test_every_screen.py --hypothesis-profile=thorough`,
which takes an hour or two.
"""

import importlib
import inspect
import pkgutil
import re
from itertools import combinations, cycle, product
from typing import Any, NamedTuple

import pytest
from hypothesis import settings as hypothesis_settings

import game.ui
from game.ui.drawing.layout import Box
from game.ui.forms.text_field import LetterWheel
from game.ui.home.home import HomeScreen
from game.ui.replay.playback import Playback
from game.ui.screen import Screen
from game.ui.statistics.screen import StatisticsScreen
from game.ui.table.keyboard import KeyboardInput
from game.ui.table.table import Table as GameTable
from game.ui.window.geometry import MIN_SIZE
from tests.ui.driver import Table
from tests.ui.driver.pseudo import PseudoLanguage
from tests.ui.screens import ENDS, ONE_OF_EACH, SCREENS, every_two, open_screen

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


def pressed_boxes(screen: Screen, scale: int = 100) -> dict[str, Box]:
    """Where a screen is pressed, by the words of its buttons: all within it, and no two over each other.

    What has no room at home is scrolled to (tests/ui/test_home.py looks for that), as in a larger panel.
    """
    found = [(pressable.word, pressable.box) for pressable in screen.pressables if pressable.box.width]
    if not isinstance(screen, HomeScreen):
        whole = Box(0, 0, *screen.canvas.size)
        assert scale > 100 or [word for word, box in found if box.within(whole) != box] == []
        assert [(a, b) for (a, one), (b, other) in combinations(found, 2) if one.overlap(other)] == []
    return dict(found)


def look(table: Table, screen: str, size: tuple[int, int], chosen: dict[str, Any]) -> type[Screen]:
    """Opens a screen in a window of a size, and looks at it for some frames."""
    choose(table, chosen)
    table.allow_any_size()
    table.set_size(*size)
    open_screen(table, screen)
    shown, screen = table.shown, table.app.screen
    screen.canvas.damage()
    screen.is_stale = True
    table.frame()
    assert table.whole_window.get_size() == size
    assert all(a >= b for a, b in zip(screen.canvas.size, MIN_SIZE, strict=True))
    assert table.shown > shown
    assert not screen.canvas.is_damaged
    pressed_boxes(screen, chosen.get("scale", 100))
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
def test_a_screen_is_painted_in_any_window_with_any_settings(make_table, screen, looks):
    table = make_table()
    for size, chosen in looks:
        look(table, screen, size, chosen)


@pytest.mark.parametrize("screen", SCREENS)
def test_all_that_can_be_pressed_is_whole_and_large_enough_in_the_smallest_window(make_table, screen):
    table = make_table(size=MIN_SIZE)
    open_screen(table, screen)
    boxes = pressed_boxes(table.app.screen)
    assert {word: box for word, box in boxes.items() if min(box.width, box.height) < TARGET_PX} == {}


@pytest.mark.parametrize("size", [(1280, 800), *LARGE[:1]])
def test_the_home_screen_shows_more_rows(make_table, size):
    # The small table of a tile is smaller than any table that is played at.
    look(make_table(), "home", size, {"more_rows": True})


MAX_STOPS = 80


class Stop(NamedTuple):
    heard: tuple[str, ...]
    where: object
    box: Box | None


def tab(table: Table) -> Stop:
    """Presses Tab; returns what is heard then, and where the focus is drawn."""
    count, screen = len(table.narrated), table.app.screen
    table.key("tab")
    heard = tuple(table.narrated[count:])
    holder: Any = screen.hand if isinstance(screen, Playback) else screen
    if isinstance(screen, StatisticsScreen | GameTable) and screen.panel is not None:
        holder = screen.panel
    if isinstance(holder, GameTable) and holder.bar_focus is not None:
        return Stop(heard, holder.bar_focus.widget, None)
    if isinstance(holder, GameTable):
        return Stop(heard, [part.spot for part in screen.parts if isinstance(part, KeyboardInput)], None)
    widget = holder.focus.widget
    return Stop(heard, widget, None if widget is None else widget.box)


def comes_after(one: Box, other: Box) -> bool:
    """Whether one reads one box before another: it ends above, or to the left where columns are read."""
    return one.y + one.height <= other.y or one.x + one.width <= other.x


@pytest.mark.parametrize("screen", SCREENS)
def test_tab_walks_all_stops_as_they_are_drawn_each_is_told_and_there_is_a_way_out(table, screen):
    open_screen(table, screen)
    lines = [*table.narrated, *table.app.screen.spoken.lines]
    assert [line for line in lines if "–" in line.split()] == [], "a dash for nothing is not read"
    tab(table)
    walk = [first := tab(table)]
    while (stop := tab(table)).where != first.where:
        walk.append(stop)
        assert len(walk) < MAX_STOPS, "Tab comes round"
        if len(walk) % 4 == 0 and table.app.screen.next_tick_s is None and not table.app.screen.is_animating:
            assert table.picture == table.fresh_picture, "what was repainted in part is as if painted whole"
    if len(walk) > 1:
        assert [stop.where for stop in walk if not stop.heard] == []
    boxes = [stop.box for stop in walk if stop.box is not None]
    pairs = zip(boxes, boxes[1:] + boxes[:1], strict=True)
    assert len([pair for pair in pairs if not comes_after(*pair)]) <= 1, "but where it comes round"
    for _ in range(4):
        shown = table.app.screen
        ways = {getattr(pressable, "icon", None) for pressable in shown.pressables}
        if isinstance(shown, HomeScreen) or ways & {"home", "back", "close"}:
            return
        table.key("esc")
    raise AssertionError(f"Esc leads from {screen} to {table.app.screen.title}")


def test_any_two_settings_meet_in_every_way():
    for one, other in product(ENDS, ENDS):
        if one != other:
            met = {(row[one], row[other]) for row in ROWS}
            assert met == set(product(ENDS[one], ENDS[other]))


def test_no_screen_is_left_out(table):
    shown = set()
    for screen in ONE_OF_EACH.values():
        SCREENS[screen](table)
        shown |= set(type(table.app.screen).__mro__)
    modules = [module.name for module in pkgutil.walk_packages(game.ui.__path__, "game.ui.")]
    classes = [member for name in modules for member in vars(importlib.import_module(name)).values()]
    left_out = {kind for kind in classes if inspect.isclass(kind) and issubclass(kind, Screen)} - shown
    assert left_out == {LetterWheel}, "which a controller alone opens (tests/ui/test_controller.py)"


# In another language -------------------------------------------------------------------------------
FILE = re.compile(r"\w\.pat")
"""In the name of a game's file, which may be longer than any line; what stands behind it goes with it."""


def shown_in_pseudo(table: Table, screen: str) -> PseudoLanguage:
    """A screen in the language for tests, drawn anew."""
    pseudo = PseudoLanguage()
    table.language = lambda _: pseudo
    screen = open_screen(table, screen).app.screen
    screen.canvas.damage()
    screen.is_stale = True
    table.frame()
    return pseudo


LARGER = [(900, 640), (1280, 800), (1920, 1080)]
LOOKED_AT = [*zip(SCREENS, cycle([MIN_SIZE])), *zip(SCREENS, cycle(LARGER))]
"""Each screen in the smallest window and in one larger; its neighbours in the list are seen in the others."""


@pytest.mark.parametrize(("screen", "size"), LOOKED_AT)
def test_every_text_of_a_screen_is_put_into_another_language_and_seen_whole(make_table, screen, size):
    pseudo = shown_in_pseudo(make_table(size=size), screen)
    assert pseudo.untranslated == set()
    assert {text for text in pseudo.cut if not FILE.search(text)} == set()
