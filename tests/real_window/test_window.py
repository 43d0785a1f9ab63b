"""The window on real screens: its size and place, what it remembers, full screen with and without a manager.

Sizes are those of the screens that players have; openbox is the window manager with a title bar.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from game.storage.profile import WindowMode
from tests.commands import need
from tests.real_window import x11
from tests.real_window.player import Player, until

pytestmark = [pytest.mark.window, pytest.mark.timeout(180)]

Place = tuple[int, int, int, int]
SCREENS = [(640, 480), (900, 640), (1280, 800), (3840, 2160)]


class Desktop:
    """A screen, perhaps with a window manager, and a player at it."""

    def __init__(self, display: str, size: tuple[int, int], player: Player) -> None:
        self.display, self.size, self.player = display, size, player

    @property
    def place(self) -> Place:
        """Where the window is, without its frame."""
        return x11.place(self.display, self.player.window)

    @property
    def frame(self) -> Place:
        """Where it is with its frame."""
        return x11.frame(self.display, self.player.window)

    def wait_for_place(self, place: Place) -> None:
        until(lambda: self.place == place, f"a window at {place}")

    def wait_for_size(self, width: int, height: int) -> None:
        until(lambda: self.place[2:] == (width, height), f"a window of {width}×{height}")

    def wait_until_drawn(self, *corner: int) -> None:
        """Waits until the table is to be seen at a point of the screen, which is black behind it."""
        until(lambda: any(self._pixel(*corner)), f"something drawn at {corner}")

    def _pixel(self, x: int, y: int) -> bytes:
        left, above = self.place[:2]
        return x11.pixels(self.display, self.player.window, (x - left, y - above, 1, 1))[:3]


@pytest.fixture
def make_desktop(tmp_path: Path) -> Iterator[Callable[..., Desktop]]:
    """Starts screens, with a window manager or without."""
    need("Xvfb", "xdotool", "openbox")
    with ExitStack() as stack:

        def make(size: tuple[int, int], *, is_managed: bool = True, resources: str = "") -> Desktop:
            display = stack.enter_context(x11.virtual_screen(*size))
            if resources:
                x11.set_resources(display, resources)
            if is_managed:
                stack.enter_context(x11.window_manager(display))
            player = Player(display, tmp_path)
            stack.callback(player.leave)
            return Desktop(display, size, player)

        yield make


@pytest.mark.parametrize(("size", "is_managed"), [*((size, True) for size in SCREENS), (SCREENS[0], False)])
def test_a_new_window_takes_three_quarters_of_the_desktop_and_no_edge_is_beyond_it(
    make_desktop, size, is_managed
):
    desktop = make_desktop(size, is_managed=is_managed)
    desktop.player.launch()
    until(lambda: is_within(desktop.frame, size), "a window that stands out nowhere")
    _, _, width, height = desktop.place
    if size != (640, 480):  # where all of the desktop is not more than screens are laid out for
        assert width * height == pytest.approx(0.75 * size[0] * size[1], rel=0.01)
    left, right = desktop.frame[0], size[0] - desktop.frame[0] - desktop.frame[2]
    assert abs(left - right) <= 3


def is_within(place: Place, size: tuple[int, int]) -> bool:
    x, y, width, height = place
    return x >= 0 and y >= 0 and x + width <= size[0] and y + height <= size[1]


@pytest.mark.parametrize(("is_managed", "how"), [(True, "close"), (False, "kill")])
def test_a_window_opens_where_it_was_left(make_desktop, is_managed, how):
    desktop = make_desktop((1280, 800), is_managed=is_managed)
    player = desktop.player
    player.launch()
    player.do("windowmove", str(player.window), "300", "90", "windowsize", str(player.window), "700", "500")
    desktop.wait_for_size(700, 500)
    until(lambda: (found := player.remembered()) and (found.width, found.x) == (700, 300), "a place on disk")
    left = desktop.place
    {"close": player.close, "kill": player.kill}[how]()
    for _ in range(2):  # it does not creep by the width of its frame
        player.launch()
        desktop.wait_for_place(left)
        player.close()


def test_a_maximised_window_is_maximised_again_and_goes_back_to_its_size(make_desktop):
    desktop = make_desktop((1280, 800))
    player = desktop.player
    player.launch()
    left = desktop.place
    x11.maximise(desktop.display, player.window)
    player.wait_until_remembered(WindowMode.MAXIMISED)
    whole = desktop.place
    assert whole[2] == 1280
    player.kill()
    player.launch()
    desktop.wait_for_place(whole)
    player.keys("F11")
    desktop.wait_for_place((0, 0, 1280, 800))
    player.wait_until_remembered(WindowMode.FULL_SCREEN)  # or the next wait would end at once
    player.keys("F11")
    desktop.wait_for_place(whole)
    player.wait_until_remembered(WindowMode.MAXIMISED)
    x11.maximise(desktop.display, player.window, back=True)
    desktop.wait_for_place(left)


@pytest.mark.parametrize(("size", "is_managed"), [((1280, 800), True), ((3840, 2160), False)])
def test_the_full_screen_is_full_and_gives_the_window_back(make_desktop, size, is_managed):
    desktop = make_desktop(size, is_managed=is_managed)
    player = desktop.player
    player.launch()
    left = desktop.place
    player.keys("F11")
    desktop.wait_for_place((0, 0, *size))
    desktop.wait_until_drawn(size[0] - 1, size[1] - 1)
    player.wait_until_remembered(WindowMode.FULL_SCREEN)
    player.keys("F11")
    desktop.wait_for_place(left)
    player.wait_until_remembered(WindowMode.WINDOW)


@pytest.mark.parametrize("is_managed", [True, False])
def test_the_full_screen_comes_back(make_desktop, is_managed):
    desktop = make_desktop((1280, 800), is_managed=is_managed)
    player = desktop.player
    player.has_had_window((100, 80), (700, 500), (1280, 800), "full screen")
    player.launch()
    desktop.wait_for_place((0, 0, 1280, 800))
    desktop.wait_until_drawn(1279, 799)
    player.keys("F11")
    desktop.wait_for_size(700, 500)
    until(lambda: desktop.frame[:2] == (100, 80), "the window to be where it was")


@pytest.mark.parametrize("shown", [WindowMode.WINDOW, WindowMode.FULL_SCREEN])
def test_a_window_of_a_screen_that_is_gone_comes_to_the_one_there_is(make_desktop, shown):
    desktop = make_desktop((900, 640))
    player = desktop.player
    player.has_had_window((2500, -300), (700, 480), (3840, 2160), shown)
    player.launch()
    until(lambda: is_within(desktop.frame, desktop.size), "a window on the screen")


def test_on_a_screen_of_factor_2_the_least_window_has_twice_the_pixels(make_desktop):
    desktop = make_desktop((3840, 2160), resources="Xft.dpi:\t192\n")
    player = desktop.player
    player.launch()
    assert desktop.place[2:] == (3326, 1871)
    player.resize(100, 100)
    desktop.wait_for_size(1280, 960)
    found = until(lambda: (seen := player.remembered()) and seen.width == 1280 and seen, "a place on disk")
    assert found.density == 2.0
