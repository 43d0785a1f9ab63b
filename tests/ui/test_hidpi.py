"""Displays of HiDPI factors 1, 1.25, 1.5 and 2: the same screen as at factor 1, in more and finer pixels."""

from collections.abc import Callable

import pygame
import pytest

from game.storage.profile import WindowGeometry
from game.ui.drawing.theme import unit_for
from game.ui.pages.settings import SettingsScreen
from game.ui.window.desktop import density_in
from game.ui.window.geometry import min_size, viewport
from game.ui.window.placement import Placement

FACTORS = [1.0, 1.25, 1.5, 2.0]
Density = Callable[[float], None]


@pytest.fixture
def set_density(monkeypatch: pytest.MonkeyPatch) -> Density:
    """Has a display on which the player has set a factor, and the window counts real pixels, as on X11."""

    def set_to(factor: float) -> None:
        monkeypatch.setattr(Placement, "density", property(lambda _: factor))
        monkeypatch.setattr(Placement, "pointer_density", property(lambda _: factor))

    return set_to


def finer(size: tuple[int, int], factor: float) -> tuple[int, int]:
    return round(size[0] * factor), round(size[1] * factor)


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 800), (1920, 1080)])
def test_a_design_pixel_is_as_many_times_as_fine(size, factor):
    assert unit_for(finer(size, factor), density=factor) == pytest.approx(factor * unit_for(size))


@pytest.mark.parametrize("factor", FACTORS)
def test_the_smallest_window_has_the_same_room(factor):
    assert viewport(min_size(factor), factor).is_all
    less = viewport(finer((320, 240), factor), factor)
    assert less.picture == min_size(factor)
    assert less.scale == pytest.approx(2, rel=0.01)


@pytest.mark.parametrize("factor", [1.25, 2.0])
@pytest.mark.parametrize("game", ["rush", "spider", "one-three-back", "three-shuffles"])
def test_a_table_is_laid_out_as_at_factor_1(make_table, set_density, factor, game):
    usual = make_table(size=(640, 480))
    usual.start(3, game=game, dealt=False).settle()
    card_width, places = (
        usual.context.pictures.card_width,
        [(sprite.body.x, sprite.body.y) for sprite in usual.sprites],
    )
    set_density(factor)
    fine = make_table(size=finer((640, 480), factor))
    fine.start(3, game=game, dealt=False).settle()
    assert fine.context.pictures.unit == pytest.approx(0.8 * factor)
    assert fine.context.pictures.card_width == pytest.approx(card_width * factor, abs=2)
    for sprite, (x, y) in zip(fine.sprites, places, strict=True):
        assert sprite.body.x == pytest.approx(x * factor, abs=5 * factor)
        assert sprite.body.y == pytest.approx(y * factor, abs=5 * factor)


@pytest.mark.parametrize("factor", [1.0, 1.25, 2.0])
def test_a_button_is_found_where_it_is_seen(make_table, set_density, factor):
    set_density(factor)
    table = make_table(size=finer((640, 480), factor))
    table.go_home()
    box = table.button("Settings").box
    assert min(box.width, box.height) >= 24 * factor
    table.happen(pygame.MOUSEBUTTONDOWN, pos=tuple(map(round, box.centre)), button=1, touch=False)
    assert isinstance(table.app.screen, SettingsScreen)


@pytest.mark.parametrize("factor", [1.0, 1.25, 2.0])
def test_the_hand_may_tremble_as_far_as_on_any_display(make_table, set_density, factor):
    set_density(factor)
    table = make_table(size=finer((1280, 800), factor))
    table.start(48213)
    x, y = table.point("t1")
    table.press((x, y)).move_to((x + round(4.5 * factor), y)).frame()
    assert table.screen.cards.held_box() is None
    table.move_to((x + round(5.5 * factor), y)).frame()
    assert table.screen.cards.held_box() is not None


@pytest.mark.parametrize("factor", [1.0, 1.25, 2.0])
def test_all_is_drawn_anew_when_the_player_sets_another_factor(make_table, set_density, factor):
    table = make_table(size=(1600, 1000))
    table.start(48213)
    set_density(factor)
    table.happen(pygame.WINDOWSIZECHANGED, x=1600, y=1000)
    assert table.screen.canvas.size == table.window.surface.get_size()
    assert table.context.pictures.unit == unit_for(table.screen.canvas.size, density=factor)
    assert table.picture == table.fresh_picture


@pytest.mark.parametrize(
    ("resources", "factor"),
    [
        *((b"", 1.0), (b"Xft.dpi:\t96\n", 1.0), (b"Xft.dpi:120", 1.25)),
        (b"*customization: -color\nXft.antialias: 1\nXft.dpi:   144\n", 1.5),
        *((b"Xft.dpi:\t192\nXft.rgba: none\n", 2.0), (b"Xft.dpi: 72\n", 1.0), (b"Xft.dpi: 100000\n", 4.0)),
        *((b"Xft.dpi: many\n", 1.0), (b"! Xft.dpi: 192\n", 1.0)),
    ],
)
def test_the_factor_is_the_one_the_player_has_set(resources, factor):
    assert density_in(resources) == factor


def test_where_the_window_tells_its_pixels_nothing_else_is_believed():
    place = WindowGeometry(0, 0, 640, 480, (0, 0, 1280, 800), density=2.0)
    placement = Placement("wayland", place, lambda: None)
    placement.open("test")
    try:
        assert placement.density == 1.0
        assert placement.window.minimum_size == (640, 480)
    finally:
        placement.window.destroy()
