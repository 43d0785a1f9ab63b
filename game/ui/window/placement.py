"""Where the window stands on the desktop, and how it is shown: as a window, maximised, or as the full screen.

Knows pygame's window and the ways of the systems; must not know what is drawn. On X11 the window manager
fills the screen; where none runs that can, as on a kiosk, the window itself is put over the whole display.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import pygame

from game.storage.window_place import Shown, WindowPlace
from game.ui.window.placing import Area, area_of
from game.ui.window.viewport import least_size

if TYPE_CHECKING:
    import ctypes

    from game.ui.window.desktop import Desktop


class Placement:
    """The place of one window, from the moment at which it is opened."""

    def __init__(self, driver: str, place: WindowPlace, sdl: Callable[[], ctypes.CDLL | None]) -> None:
        """`driver` is SDL's name of the system, `sdl` the library, not asked for before the first frame."""
        self._driver = driver
        # Elsewhere than on X11 the window tells the density itself, and is counted in the desktop's pixels.
        self._place = place if driver == "x11" else place._replace(density=1.0)
        self._sdl = sdl
        self._is_full = place.shown is Shown.FULL_SCREEN
        self._is_over_screen = self._is_full and self._is_by_hand
        self._was_maximised = False
        self._window: pygame.Window

    def open(self, title: str) -> None:
        """Opens the window.

        Raises:
            pygame.error: the system opens none.
        """
        place = self._place
        area = Area(*place.screen) if self._is_over_screen else area_of(place)
        self._window = pygame.Window(
            title,
            area[2:],
            area[:2],
            resizable=True,
            allow_high_dpi=True,
            maximized=place.shown is Shown.MAXIMISED,
            fullscreen_desktop=self._is_full and not self._is_over_screen,
        )
        self._window.get_surface()
        self._set_least(self._window.size)
        if place.shown is not Shown.WINDOW:
            pygame.event.pump()  # has it know the size that the window manager has given it by now

    @property
    def window(self) -> pygame.Window:
        """The window, once it is open."""
        return self._window

    @property
    def density(self) -> float:
        """The display's HiDPI factor: real pixels to one as the desktop counts them."""
        if self._driver == "x11":  # where the window counts the real ones, and the player's setting tells
            return self._place.density
        return self._window.get_surface().get_width() / max(1, self._window.size[0])

    @property
    def pointer_density(self) -> float:
        """Pixels of the pointer to one as the desktop counts them."""
        return self._place.density if self._driver == "x11" else 1.0

    @property
    def place(self) -> WindowPlace:
        """Where the window is; of one that is maximised or fills the screen also where it would be else."""
        desktop, number = self._desktop, self._window.id
        screen = None if desktop is None else desktop.screen_of(number)
        if desktop is None or screen is None or desktop.is_away(number):
            return self._place
        place = self._place._replace(screen=screen.bounds)
        if self._is_full:
            place = place._replace(shown=Shown.FULL_SCREEN)
        elif desktop.is_maximised(number):
            place = place._replace(shown=Shown.MAXIMISED)
        else:
            width, height = self._window.size
            place = place._replace(width=width, height=height, shown=Shown.WINDOW)
            if self._driver != "wayland":  # which tells nobody where a window is
                x, y = self._window.position
                if self._driver == "x11":  # which puts a window by the corner of its frame
                    frame = desktop.frame_of(number)
                    x, y = x - frame.left, y - frame.above
                place = place._replace(x=x, y=y)
        self._place = place
        return place

    def toggle_full_screen(self) -> None:
        """Fills the screen, or goes back to a window."""
        place = self.place  # of the window, to which one goes back
        self._is_full = not self._is_full
        if self._is_full:
            self._fill_screen(place)
        elif self._is_over_screen:
            self._is_over_screen = False
            self._put(area_of(place))
        else:
            self._window.set_windowed()
            if self._was_maximised:
                self._window.maximize()

    def _fill_screen(self, place: WindowPlace) -> None:
        self._is_over_screen = self._is_by_hand
        if self._is_over_screen:
            self._put(Area(*place.screen))
            return
        # SDL 2.32 goes back from the full screen to a maximised window at a wrong place on X11, and with
        # a wrong size on Wayland, which ends the program for it.
        self._was_maximised = place.shown is Shown.MAXIMISED
        if self._was_maximised:
            self._window.restore()
        self._window.set_fullscreen(desktop=True)

    @property
    def _is_by_hand(self) -> bool:
        """Whether nobody but the window itself can make it as large as the display."""
        if self._driver != "x11":
            return False
        from game.ui.window.x11 import has_full_screen  # only who fills the screen waits for it

        return not has_full_screen()

    def settle(self) -> None:
        """Puts right, after the first frame, what there was no time to ask for before it.

        That is the player's HiDPI setting, and a frame that stands out beyond what panels leave free.
        """
        if self._driver == "x11":
            from game.ui.window.x11 import density

            told = density()
            if told != self._place.density:
                self._place = self._place._replace(density=told)
                self._set_least(self._window.size)
                pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED))
        if self._desktop is None or self.place.shown is not Shown.WINDOW:
            return
        screen, frame = self._desktop.screen_of(self._window.id), self._desktop.frame_of(self._window.id)
        whole = frame.around(Area(*self._window.position, *self._window.size))
        if screen is not None and not screen.usable.holds(whole):
            self._put(frame.within(whole.moved_into(screen.usable)))

    def _put(self, area: Area) -> None:
        self._set_least(area[2:])
        self._window.size = area[2:]
        self._window.position = area[:2]

    def _set_least(self, most: tuple[int, int]) -> None:
        """Has the window manager keep the window no smaller than can be laid out, nor larger than `most`."""
        width, height = least_size(self._place.density)
        self._window.minimum_size = min(width, most[0]), min(height, most[1])

    @cached_property
    def _desktop(self) -> Desktop | None:
        sdl = self._sdl()
        if sdl is None:
            return None
        from game.ui.window.desktop import Desktop

        return Desktop(sdl)
