"""The desktop around the window as SDL knows it: displays, what panels leave of them, the window's frame.

Knows SDL's functions for it; must not know what is made of the answers. See `sdl` for the library.
"""

from __future__ import annotations

import ctypes

from game.ui.window.placing import Area, Frame, Screen

_MINIMISED, _MAXIMISED, _HIDDEN = 0x40, 0x80, 0x08  # SDL_WindowFlags


class Desktop:
    """Asks SDL; what it does not say is as on a desktop without panels and frames."""

    def __init__(self, sdl: ctypes.CDLL) -> None:
        sdl.SDL_GetWindowFlags.argtypes = [ctypes.c_void_p]
        sdl.SDL_GetWindowDisplayIndex.argtypes = [ctypes.c_void_p]
        sdl.SDL_GetWindowBordersSize.argtypes = [ctypes.c_void_p] * 5
        self._sdl = sdl

    def screens(self) -> list[Screen]:
        """The displays, the main one first."""
        found = []
        for index in range(self._sdl.SDL_GetNumVideoDisplays()):
            bounds = self._area(self._sdl.SDL_GetDisplayBounds, index)
            usable = self._area(self._sdl.SDL_GetDisplayUsableBounds, index)
            if bounds is not None:
                found.append(Screen(bounds, usable or bounds))
        return found

    def screen_of(self, window_id: int) -> Screen | None:
        """The display that shows the window."""
        index = self._sdl.SDL_GetWindowDisplayIndex(self._window(window_id))
        screens = self.screens()
        return screens[index] if 0 <= index < len(screens) else None

    def frame_of(self, window_id: int) -> Frame:
        """The frame around the window, of no width where there is none."""
        above, left, below, right = (ctypes.c_int() for _ in range(4))
        sides = (ctypes.byref(each) for each in (above, left, below, right))
        if self._sdl.SDL_GetWindowBordersSize(self._window(window_id), *sides) != 0:
            return Frame(0, 0, 0, 0)
        return Frame(left.value, above.value, right.value, below.value)

    def is_maximised(self, window_id: int) -> bool:
        """Whether the window is maximised."""
        return bool(self._flags(window_id) & _MAXIMISED)

    def is_away(self, window_id: int) -> bool:
        """Whether the window is not to be seen, so that its place says nothing."""
        return bool(self._flags(window_id) & (_MINIMISED | _HIDDEN))

    def _flags(self, window_id: int) -> int:
        return int(self._sdl.SDL_GetWindowFlags(self._window(window_id)))

    def _window(self, window_id: int) -> ctypes.c_void_p:
        return ctypes.c_void_p(self._sdl.SDL_GetWindowFromID(window_id))

    @staticmethod
    def _area(ask: ctypes._NamedFuncPointer, index: int) -> Area | None:
        numbers = (ctypes.c_int * 4)()
        if ask(index, numbers) != 0 or numbers[2] <= 0 or numbers[3] <= 0:
            return None
        return Area(*numbers)
