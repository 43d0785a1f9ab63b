"""The place at which a window opens: where it was, if that is still there, or a new one.

Knows what is asked of the desktop before the first frame, and what is not because it would keep it waiting;
must not know the window.
"""

from __future__ import annotations

import pygame

from game.storage.window_place import WindowPlace
from game.ui.window.placing import Area, Screen, area_of, new_place, place_again
from game.ui.window.viewport import LEAST_SIZE, least_size


def opening_place(driver: str, where: WindowPlace | tuple[int, int] | None) -> WindowPlace:
    """Where a window opens on the desktop that pygame has found.

    It is the place that is remembered, if it is still there; one of a size anywhere; or a new one.
    """
    sizes = pygame.display.get_desktop_sizes()
    if where is not None and not isinstance(where, WindowPlace):
        anywhere = pygame.WINDOWPOS_UNDEFINED
        return WindowPlace(anywhere, anywhere, *where, (0, 0, *sizes[0]))
    is_as_it_was = where is not None and [where.screen] == [(0, 0, *each) for each in sizes]
    if where is not None and is_as_it_was and Area(*where.screen).holds(area_of(where)):
        # There is one display, as large as the one it was on. Loading what knows more takes as long as
        # opening the window, so the rest is looked at after the first frame.
        return where
    screens, density = ([], 1.0) if driver == "dummy" else _desktop(driver)
    if not screens:
        whole = Area(0, 0, *sizes[0])
        screens = [Screen(whole, whole)]
    least = least_size(density) if driver == "x11" else LEAST_SIZE
    if where is None:
        return new_place(screens[0], least, density)
    return place_again(where, screens, least, density)


def _desktop(driver: str) -> tuple[list[Screen], float]:
    """The screens, as far as they can be asked for, and the HiDPI factor where only a setting tells it."""
    from game.ui.window.desktop import Desktop
    from game.ui.window.sdl import loaded_sdl

    sdl = loaded_sdl()
    screens = [] if sdl is None else Desktop(sdl).screens()
    if driver != "x11":
        return screens, 1.0
    from game.ui.window.x11 import density

    return screens, density()
