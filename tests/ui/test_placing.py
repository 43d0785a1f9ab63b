"""Where a window opens: three quarters of the desktop, or where it was, on a screen that there is."""

import pytest

from game.storage.profile import WindowGeometry, WindowMode
from game.ui.window.geometry import MIN_SIZE, Area, Display, Frame, area_of, beside, new_place, place_again

WINDOW = WindowMode.WINDOW
DESKTOPS = [(900, 640), (1280, 800), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160), (5120, 1440)]


def screen(x: int, y: int, width: int, height: int, panel: int = 0) -> Display:
    """A display with a panel along its upper edge."""
    return Display(Area(x, y, width, height), Area(x, y + panel, width, height - panel))


HOME = screen(0, 0, 1920, 1080, panel=40)
RIGHT = screen(1920, 0, 1280, 800)
LEFT = screen(-1280, -200, 1280, 800)


def remembered(
    x: int, y: int, width: int, height: int, on: Display, shown: WindowMode = WINDOW
) -> WindowGeometry:
    return WindowGeometry(x, y, width, height, on.bounds, shown)


def again(place: WindowGeometry, *screens: Display) -> WindowGeometry:
    return place_again(place, screens, MIN_SIZE, 1.0)


@pytest.mark.parametrize("panel", [0, 40])
@pytest.mark.parametrize("desktop", DESKTOPS)
def test_a_new_window_is_three_quarters_of_the_usable_desktop_in_its_middle(desktop, panel):
    there = screen(0, 0, *desktop, panel=panel)
    window = area_of(new_place(there, MIN_SIZE, 1.0))
    share = window.width * window.height / (there.usable.width * there.usable.height)
    assert share == pytest.approx(0.75, abs=0.01)
    assert there.usable.holds(window)
    assert abs(2 * window.x + window.width - desktop[0]) <= 1
    assert abs(2 * (window.y - panel) + window.height - (desktop[1] - panel)) <= 1


@pytest.mark.parametrize("desktop", [(640, 480), (320, 240), (700, 400), (480, 1000)])
def test_a_new_window_is_never_larger_than_the_desktop(desktop):
    there = screen(10, 20, *desktop)
    assert there.usable.holds(area_of(new_place(there, MIN_SIZE, 1.0)))
    window = new_place(screen(0, 0, 700, 500), MIN_SIZE, 1.0)
    assert (window.width, window.height) == MIN_SIZE, "but large enough to be laid out"


@pytest.mark.parametrize("shown", WindowMode)
@pytest.mark.parametrize(("at", "on"), [((100, 90), HOME), ((2000, 100), RIGHT), ((-1200, -150), LEFT)])
def test_a_window_comes_back_where_it_was(at, on, shown):
    place = remembered(*at, 900, 600, on, shown)
    assert again(place, HOME, RIGHT, LEFT) == place
    dense = place_again(place._replace(density=2.0), (HOME, RIGHT, LEFT), MIN_SIZE, 1.25)
    assert dense.density == 1.25, "that of the screen now"
    place = again(remembered(2000, 100, 900, 600, screen(1920, 0, 1600, 900)), HOME, RIGHT)
    assert (place.x, place.y, place.screen) == (2000, 100, RIGHT.bounds), "though it is elsewhere now"


@pytest.mark.parametrize("shown", WindowMode)
@pytest.mark.parametrize(("x", "on"), [(2000, RIGHT), (-1200, LEFT)])
def test_a_window_whose_screen_is_gone_comes_to_one_that_there_is(x, on, shown):
    place = again(remembered(x, 100, 900, 600, on, shown), HOME)
    assert HOME.usable.holds(area_of(place))
    assert (place.width, place.height, place.screen, place.shown) == (900, 600, HOME.bounds, shown)


def test_a_window_too_large_for_the_screen_that_is_left_is_a_new_one_there():
    place = again(remembered(2000, 100, 3000, 1800, screen(1920, 0, 3840, 2160)), HOME)
    assert place == new_place(HOME, MIN_SIZE, 1.0)
    assert area_of(again(remembered(0, 0, 1920, 1080, HOME), HOME)) == HOME.usable, "beside the panel"


@pytest.mark.parametrize("at", [(-500, -300), (1900, 1070), (0, 0), (5000, 5000), (-32768, 32767)])
def test_a_window_that_stood_out_comes_back_whole(at):
    place = again(remembered(*at, 900, 600, HOME), HOME)
    assert HOME.usable.holds(area_of(place))
    assert (place.width, place.height) == (900, 600)


@pytest.mark.parametrize("at", [(100, 100), (1019, 480), (0, 0), (1020, 0), (0, 480)])
def test_a_second_window_does_not_hide_the_first(at):
    first = remembered(*at, 900, 600, HOME)
    second = beside(first)
    assert second.x != first.x
    assert second.y != first.y
    assert HOME.bounds.shared(area_of(second)) >= 0.9 * 900 * 600


def test_a_frame_goes_around_the_window_and_away_again():
    frame, window = Frame(1, 20, 2, 5), Area(-50, 60, 700, 500)
    assert frame.around(window) == Area(-51, 40, 703, 525)
    assert frame.within(frame.around(window)) == window
