"""Windows too small to be laid out or too large to be filled: what they show, and where one points."""

from collections.abc import Callable
from itertools import product

import pygame
import pytest

from game.ui.pages.settings import SettingsScreen
from game.ui.window.geometry import MAX_PIXELS, MAX_SIDE_PX, MIN_SIZE, viewport
from tests.ui.driver import Table

SIDES = [1, 2, 100, 479, 480, 639, 640, 900, 1280, 4320, 7680, 7681, 16000, 32767]


def test_what_is_drawn_can_be_laid_out_and_held_in_memory():
    for width, height in product(SIDES, SIDES):
        view = viewport((width, height))
        place = pygame.Rect(view.place)
        assert all(side >= least for side, least in zip(view.picture, MIN_SIZE, strict=True))
        assert max(view.picture) <= MAX_SIDE_PX
        assert view.picture[0] * view.picture[1] <= MAX_PIXELS
        assert pygame.Rect(0, 0, width, height).contains(place)
        assert min(place.size) >= 1
        assert max(view.picture[0] / place.width, view.picture[1] / place.height) == view.scale


@pytest.mark.parametrize("size", [MIN_SIZE, (1280, 800), (7680, 4320), (4320, 7680)])
def test_in_a_window_of_a_usual_size_nothing_is_between(size):
    assert viewport(size).is_all


@pytest.fixture
def sized(make_table: Callable[..., Table]) -> Callable[[int, int], Table]:
    """A window whose manager cares for no least size."""

    def make(width: int, height: int) -> Table:
        table = make_table()
        table.allow_any_size()
        table.go_home().resize(width, height)
        assert seen(table).get_size() == (width, height)
        return table

    return make


def seen(table: Table) -> pygame.Surface:
    return table.whole_window


def test_a_small_window_shows_all_of_it_smaller(sized):
    table = sized(320, 240)
    whole = pygame.transform.smoothscale(table.drawn, (320, 240))
    assert table.drawn.get_size() == (640, 480)
    assert pygame.image.tobytes(seen(table), "RGB") == pygame.image.tobytes(whole, "RGB")


def test_one_points_at_what_is_seen_in_a_small_window(sized):
    table = sized(320, 240)
    x, y = table.button("Settings").box.centre
    table.happen(pygame.MOUSEBUTTONDOWN, pos=(round(x / 2), round(y / 2)), button=1, touch=False)
    assert isinstance(table.app.screen, SettingsScreen)
    assert table.window.pixel_ratio == 2


def test_of_a_window_beyond_any_display_the_middle_is_drawn_on(sized):
    table = sized(8000, 490)
    table.start(48213, dealt=False)
    for _ in range(6):  # cards fly, and only where they are is anything brought over
        table.frame()
        middle = seen(table).subsurface((160, 0, 7680, 490))
        assert pygame.image.tobytes(middle, "RGB") == pygame.image.tobytes(table.drawn, "RGB")
    assert seen(table).get_at((10, 10))[:3] == (0, 0, 0)


def test_one_points_at_what_is_seen_beside_a_margin(sized):
    table = sized(8000, 490)
    x, y = table.button("Settings").box.centre
    table.happen(pygame.MOUSEBUTTONDOWN, pos=(round(x + 160), round(y)), button=1, touch=False)
    assert isinstance(table.app.screen, SettingsScreen)


def test_the_window_is_itself_again_at_a_usual_size(sized):
    table = sized(320, 240)
    table.resize(900, 640)
    assert table.drawn.get_size() == (900, 640)
    assert table.drawn is seen(table)
    assert table.window.pixel_ratio == 1
