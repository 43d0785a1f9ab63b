"""The window's place is on disk once it has come to rest, and a second window opens beside the first."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.storage.profile import WindowGeometry, WindowMode, load_window_place, save_window_place
from game.ui.window.placement import DEBOUNCE_S, NEVER_S, PlaceKeeper
from tests.disks import forbid
from tests.ui.driver.outside import Clock

PLACE = WindowGeometry(200, 100, 900, 600, (0, 0, 1920, 1080))
MOVED = PLACE._replace(x=300)


class Mover:
    """A window that is moved, and the keeper that follows it."""

    def __init__(self, folder: Path) -> None:
        self.clock, self.place, self.path = Clock(), PLACE, folder / "window.json"
        self.keeper = PlaceKeeper(folder, self.clock)
        self.keeper.begin(PLACE)

    def move(self, place: WindowGeometry, kind: int = pygame.WINDOWMOVED) -> None:
        self.place = place
        self.keeper.follow([pygame.event.Event(kind)], lambda: self.place)

    def wait(self, seconds: float) -> WindowGeometry | None:
        """What is on disk after so long."""
        self.clock.pass_s(seconds)
        self.keeper.follow([pygame.event.Event(pygame.MOUSEMOTION)], lambda: self.place)
        return load_window_place(self.path)

    def close(self) -> WindowGeometry | None:
        """What is on disk once the window is closed."""
        self.keeper.close(lambda: self.place)
        return load_window_place(self.path)


@pytest.fixture
def make_mover(tmp_path: Path) -> Iterator[Callable[..., Mover]]:
    made: list[Mover] = []

    def make(folder: Path = tmp_path) -> Mover:
        made.append(Mover(folder))
        return made[-1]

    yield make
    for mover in made:
        mover.close()


@pytest.fixture
def mover(make_mover: Callable[..., Mover]) -> Mover:
    return make_mover()


@pytest.mark.parametrize(
    "kind", [pygame.WINDOWMOVED, pygame.WINDOWSIZECHANGED, pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED]
)
def test_a_window_that_has_come_to_rest_is_on_disk(mover, kind):
    for x in range(9):
        mover.move(PLACE._replace(x=x))
        assert mover.wait(DEBOUNCE_S * 0.9) is None, "while it is moved nothing is written"
    mover.move(MOVED, kind)
    assert mover.keeper.next_tick_s == DEBOUNCE_S
    assert mover.wait(DEBOUNCE_S / 2) is None
    assert mover.wait(DEBOUNCE_S / 2) == MOVED
    assert mover.keeper.next_tick_s == NEVER_S
    mover.move(PLACE._replace(shown=WindowMode.FULL_SCREEN))
    assert mover.close() == PLACE._replace(shown=WindowMode.FULL_SCREEN), "closed while it is moved"


def test_a_sleep_that_no_input_ends_is_over_for_a_window_that_has_come_to_rest(table, mover):
    table.window.settle(mover.keeper)
    mover.move(MOVED)
    pygame.event.clear()
    mover.clock.pass_s(DEBOUNCE_S)
    assert table.window.wait(600), "its events are asked for, whereupon it is written"
    table.window.events()
    assert mover.keeper.next_tick_s == NEVER_S


def test_a_window_that_nobody_moved_is_not_written(mover):
    mover.move(PLACE)
    assert mover.wait(DEBOUNCE_S) is None
    assert mover.close() is None


def test_it_opens_where_it_was(make_mover):
    first = make_mover()
    assert first.keeper.remembered() is None
    first.move(MOVED)
    first.close()
    assert make_mover().keeper.remembered() == MOVED


def test_a_second_window_opens_beside_the_first(make_mover, tmp_path):
    save_window_place(tmp_path / "window.json", PLACE)
    first, second = make_mover(), make_mover()
    assert first.keeper.remembered() == PLACE
    beside = second.keeper.remembered()
    assert beside is not None
    assert (beside.x, beside.y) != (PLACE.x, PLACE.y)
    assert (beside.width, beside.height) == (PLACE.width, PLACE.height)
    first.close()
    second.close()
    assert make_mover().keeper.remembered() == PLACE, "opening beside is no choice of the player's"


def test_of_two_windows_the_one_that_was_moved_last_counts(make_mover):
    first, second = make_mover(), make_mover()
    second.move(MOVED)
    second.wait(DEBOUNCE_S)
    first.move(PLACE._replace(y=7))
    assert first.wait(DEBOUNCE_S) == PLACE._replace(y=7)
    assert second.close() == PLACE._replace(y=7)


def test_where_nothing_can_be_kept_the_window_is_moved_all_the_same(make_mover, tmp_path):
    forbid(tmp_path / "folder")
    mover = make_mover(tmp_path / "folder")
    mover.move(MOVED)
    assert mover.wait(DEBOUNCE_S) is None
    assert mover.keeper.next_tick_s == NEVER_S
