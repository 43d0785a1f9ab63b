"""Place of the window: at opening, while it is moved, and on disk."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.storage.files import StorageError, lock, open_lock
from game.storage.profile import WindowGeometry, WindowMode, load_window_place, save_window_place
from game.ui.window.geometry import (
    MIN_SIZE,
    Area,
    Display,
    area_of,
    beside,
    min_size,
    new_place,
    place_again,
)

if TYPE_CHECKING:
    import ctypes

    from game.ui.window.desktop import Desktop


def opening_place(driver: str, where: WindowGeometry | tuple[int, int] | None) -> WindowGeometry:
    """Place of a new window: the remembered one, if it still exists; one of a given size; or a new one."""
    sizes = pygame.display.get_desktop_sizes()
    if where is not None and not isinstance(where, WindowGeometry):
        anywhere = pygame.WINDOWPOS_UNDEFINED
        return WindowGeometry(anywhere, anywhere, *where, (0, 0, *sizes[0]))
    is_as_it_was = where is not None and [where.screen] == [(0, 0, *size) for size in sizes]
    if where is not None and is_as_it_was and Area(*where.screen).holds(area_of(where)):
        # There is one display, as large as the one it was on. Loading what knows more takes as long as
        # opening the window, so the rest is looked at after the first frame.
        return where
    screens, density = ([], 1.0) if driver == "dummy" else _desktop(driver)
    if not screens:
        whole = Area(0, 0, *sizes[0])
        screens = [Display(whole, whole)]
    smallest = min_size(density) if driver == "x11" else MIN_SIZE
    if where is None:
        return new_place(screens[0], smallest, density)
    return place_again(where, screens, smallest, density)


def _desktop(driver: str) -> tuple[list[Display], float]:
    """Displays, as far as they can be queried, and the HiDPI factor if only a setting gives it."""
    from game.ui.window.desktop import Desktop, loaded_sdl

    sdl = loaded_sdl()
    screens = [] if sdl is None else Desktop(sdl).screens()
    if driver != "x11":
        return screens, 1.0
    from game.ui.window.desktop import density

    return screens, density()


DEBOUNCE_S = 0.5
NEVER_S = float("inf")
TELLING = (
    *(pygame.WINDOWMOVED, pygame.WINDOWSIZECHANGED, pygame.WINDOWDISPLAYCHANGED),
    *(pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED),
)
"""Events after which the window may have moved."""


class PlaceKeeper:
    """Remembers the place of one window; of several on one folder the last moved counts."""

    def __init__(self, folder: Path, now_ns: Callable[[], int]) -> None:
        """`folder` has the player's games and profile."""
        self._path = folder / "window.json"
        self._now_ns = now_ns
        self._rest_ns: int | None = None
        self._place: WindowGeometry | None = None
        self._is_first = True
        self._lock = contextlib.ExitStack()
        self.warning = ""
        """Problem that somebody has to put right, for the terminal."""
        try:  # where nothing can be kept every window is the first
            folder.mkdir(parents=True, exist_ok=True)
            self._is_first = lock(self._lock.enter_context(open_lock(folder / "open.lock")))
        except StorageError as error:
            self.warning = str(error)
        except OSError:
            pass

    def remembered(self) -> WindowGeometry | None:
        """Place to open the window; slightly offset if another window may be there."""
        place = load_window_place(self._path)
        return place if place is None or self._is_first else beside(place)

    def begin(self, place: WindowGeometry) -> None:
        """Notes the opening place, which the player has not chosen."""
        self._place = place

    def follow(self, events: Iterable[pygame.event.Event], place: Callable[[], WindowGeometry]) -> None:
        """Checks whether the window has moved, and writes `place` once it is at rest."""
        if any(event.type in TELLING for event in events):
            self._rest_ns = self._now_ns() + int(DEBOUNCE_S * 1e9)
        elif self._rest_ns is not None and self._now_ns() >= self._rest_ns:
            self._write(place())

    @property
    def next_tick_s(self) -> float:
        """Time until `follow` is due."""
        return NEVER_S if self._rest_ns is None else max(0.0, (self._rest_ns - self._now_ns()) / 1e9)

    def close(self, place: Callable[[], WindowGeometry]) -> None:
        """Writes `place` if the window was just moved."""
        if self._rest_ns is not None:
            self._write(place())
        self._lock.close()

    def _write(self, place: WindowGeometry) -> None:
        self._rest_ns = None
        if place != self._place:
            self._place = place
            with contextlib.suppress(StorageError):  # it opens then where it did this time
                save_window_place(self._path, place)


class Placement:
    """Place of one window, from its opening on."""

    def __init__(self, driver: str, place: WindowGeometry, sdl: Callable[[], ctypes.CDLL | None]) -> None:
        """`driver` is SDL's name of the system, `sdl` the library, used only after the first frame."""
        self._driver = driver
        # Elsewhere than on X11 the window tells the density itself, and is counted in the desktop's pixels.
        self._place = place if driver == "x11" else place._replace(density=1.0)
        self._sdl = sdl
        self._is_full = place.shown is WindowMode.FULL_SCREEN
        self._is_over_screen = self._is_full and self._is_by_hand
        self._was_maximised = False
        self._window: pygame.Window

    def open(self, title: str, is_hidden: bool = False) -> None:
        """Opens the window; raises pygame.error if the system opens none.

        One that `is_hidden` gets its size only when it is revealed: to maximise it would show it.
        """
        place = self._place
        area = Area(*place.screen) if self._is_over_screen else area_of(place)
        self._window = pygame.Window(
            title,
            area[2:],
            area[:2],
            resizable=True,
            allow_high_dpi=True,
            hidden=is_hidden,
            maximized=place.shown is WindowMode.MAXIMISED and not is_hidden,
            fullscreen_desktop=self._is_full and not self._is_over_screen and not is_hidden,
        )
        self._window.get_surface()
        self._set_limits(self._window.size)
        if place.shown is not WindowMode.WINDOW:
            pygame.event.pump()  # has it know the size that the window manager has given it by now

    def reveal(self) -> None:
        """Shows the window, which was opened unseen, as large as it was left."""
        self._window.show()
        if self._place.shown is WindowMode.MAXIMISED:
            self._window.maximize()
        elif self._is_full and not self._is_over_screen:
            self._window.set_fullscreen(desktop=True)

    @property
    def window(self) -> pygame.Window:
        """The window, once it is open."""
        return self._window

    @property
    def density(self) -> float:
        """HiDPI factor of the display: real pixels per desktop pixel."""
        if self._driver == "x11":  # where the window counts the real ones, and the player's setting tells
            return self._place.density
        return self._window.get_surface().get_width() / max(1, self._window.size[0])

    @property
    def pointer_density(self) -> float:
        """Pixels of the pointer per desktop pixel."""
        return self._place.density if self._driver == "x11" else 1.0

    @property
    def place(self) -> WindowGeometry:
        """Place of the window; if maximised or full screen, also its place otherwise."""
        desktop, number = self._desktop, self._window.id
        screen = None if desktop is None else desktop.screen_of(number)
        if desktop is None or screen is None or desktop.is_away(number):
            return self._place
        place = self._place._replace(screen=screen.bounds)
        if self._is_full:
            place = place._replace(shown=WindowMode.FULL_SCREEN)
        elif desktop.is_maximised(number):
            place = place._replace(shown=WindowMode.MAXIMISED)
        else:
            width, height = self._window.size
            place = place._replace(width=width, height=height, shown=WindowMode.WINDOW)
            if self._driver != "wayland":  # which tells nobody where a window is
                x, y = self._window.position
                if self._driver == "x11":  # which puts a window by the corner of its frame
                    frame = desktop.frame_of(number)
                    x, y = x - frame.left, y - frame.above
                place = place._replace(x=x, y=y)
        self._place = place
        return place

    def toggle_full_screen(self) -> None:
        """Switches full screen on or off."""
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

    def _fill_screen(self, place: WindowGeometry) -> None:
        self._is_over_screen = self._is_by_hand
        if self._is_over_screen:
            self._put(Area(*place.screen))
            return
        # SDL 2.32 goes back from the full screen to a maximised window at a wrong place on X11, and with
        # a wrong size on Wayland, which ends the program for it.
        self._was_maximised = place.shown is WindowMode.MAXIMISED
        if self._was_maximised:
            self._window.restore()
        self._window.set_fullscreen(desktop=True)

    @property
    def _is_by_hand(self) -> bool:
        """Whether only the window itself can make it as large as the display."""
        if self._driver != "x11":
            return False
        from game.ui.window.desktop import has_full_screen  # only who fills the screen waits for it

        return not has_full_screen()

    def settle(self) -> None:
        """After the first frame, applies the player's HiDPI setting, and keeps the frame off panels."""
        if self._driver == "x11":
            from game.ui.window.desktop import density

            ratio = density()
            if ratio != self._place.density:
                self._place = self._place._replace(density=ratio)
                self._set_limits(self._window.size)
                pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED))
        if self._desktop is None or self.place.shown is not WindowMode.WINDOW:
            return
        screen, frame = self._desktop.screen_of(self._window.id), self._desktop.frame_of(self._window.id)
        whole = frame.around(Area(*self._window.position, *self._window.size))
        if screen is not None and not screen.usable.holds(whole):
            self._put(frame.within(whole.moved_into(screen.usable)))

    def _put(self, area: Area) -> None:
        self._set_limits(area[2:])
        self._window.size = area[2:]
        self._window.position = area[:2]

    def _set_limits(self, largest: tuple[int, int]) -> None:
        """Limits the window's size to what can be laid out, and to `largest`."""
        width, height = min_size(self._place.density)
        self._window.minimum_size = min(width, largest[0]), min(height, largest[1])

    @cached_property
    def _desktop(self) -> Desktop | None:
        sdl = self._sdl()
        if sdl is None:
            return None
        from game.ui.window.desktop import Desktop

        return Desktop(sdl)
