"""The window on Wayland, at a scale of 1 and of 2: full screen and back, in the display's real pixels."""

import contextlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pygame
import pytest

from game.storage.profile import WindowMode
from game.ui.window.placement import Placement
from tests.commands import need
from tests.real_window.player import Player, until
from tests.real_window.wayland import compositor
from tests.real_window.x11 import pixels, virtual_screen

pytestmark = [pytest.mark.window, pytest.mark.timeout(180)]

SIZE = (2000, 1400)
SCALES = [1, 2]
LEFT_PX = 900
CORNER = (10, 10)
FELT = (1450, 950)


@pytest.fixture
def make_player(tmp_path: Path) -> Iterator[Callable[[int], Player]]:
    """Starts a compositor of a scale, and a person at it."""
    need("Xvfb", "xdotool", "weston")
    with ExitStack() as stack:

        def make(scale: int) -> Player:
            display = stack.enter_context(virtual_screen(*SIZE))
            found = stack.enter_context(compositor(display, SIZE, scale, tmp_path / "run"))
            player = Player(display, tmp_path, found)
            stack.callback(lambda: None if player.has_ended_well() else player.kill())
            return player

        yield make


def seen(player: Player, area: pygame.Rect) -> bytes:
    """What is on the screen in an area."""
    data = pixels(player.display, player.window, (*area.topleft, *area.size))
    return pygame.image.tobytes(pygame.image.frombuffer(data, area.size, "BGRA"), "RGB")


def draw_cards(player: Player) -> None:
    """Draws cards by key: a click has the compositor give the window its keys.

    It lays the window at random, and until it has its keys a menu may lie on the table: the right button
    presses nothing in it. It misses where the pointer is at first, so that it has to be moved.
    """

    def has_drawn() -> bool:
        player.carry(CORNER, FELT)
        player.click(FELT, button=3)
        player.keys("d")
        with contextlib.suppress(AssertionError):
            return bool(until(player.done, "cards", patience_s=3))
        player.keys("p")  # goes on
        return False

    until(has_drawn, "cards drawn by key")


def wait_for_full_table(player: Player, scale: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits until the table left of the pointer is drawn for the screen, pixel for pixel."""

    def is_shown() -> bool:
        with monkeypatch.context() as patched:
            patched.setattr(Placement, "density", property(lambda _: float(scale)))
            with player.layout(SIZE) as table:
                bars = table.screen.bars
                above, below = round(bars.top.y + bars.top.height), round(bars.bottom.y)
                area = pygame.Rect(0, above, LEFT_PX, below - above)
                wanted = pygame.image.tobytes(table.whole_window.subsurface(area), "RGB")
        return seen(player, area) == wanted

    until(is_shown, "a table that fills the screen")


@pytest.mark.parametrize("scale", SCALES)
def test_the_full_screen_is_full_in_real_pixels_and_gives_the_window_back_and_comes_back(
    make_player, monkeypatch, scale
):
    player = make_player(scale)
    player.launch("play", "rush", "--deal", "48213")
    draw_cards(player)
    player.keys("F11")
    wait_for_full_table(player, scale, monkeypatch)
    player.wait_until_remembered(WindowMode.FULL_SCREEN)
    corner = pygame.Rect(SIZE[0] - 40, SIZE[1] - 10, 40, 10)
    full = seen(player, corner)
    player.keys("F11")
    player.wait_until_remembered(WindowMode.WINDOW)
    until(lambda: seen(player, corner) != full, "a window that leaves the corner free")
    player.keys("F11")
    player.wait_until_remembered(WindowMode.FULL_SCREEN)
    player.kill()
    until(lambda: seen(player, corner) != full, "a screen without the window")
    player.launch("play", "--file", str(player.journal))
    until(lambda: seen(player, corner) == full, "a window that fills the screen again")
