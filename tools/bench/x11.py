"""X11 as a measuring hand and eye: moves the pointer of a screen, and waits until pixels change there."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tools.bench.figures import NotMeasurableError

Area = tuple[int, int, int, int]
"""x, y, width and height on the screen."""
_EVERY_PLANE, _Z_PIXMAP, _NOW = 0xFFFFFFFF, 2, 0


class _Image(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_int) for name in ("width", "height", "xoffset", "format")),
        ("data", ctypes.c_void_p),
        *((name, ctypes.c_int) for name in ("byte_order", "unit", "bit_order", "pad", "depth", "row_bytes")),
    ]


class Display:
    """A screen whose pointer may be moved; nobody should sit in front of it."""

    def __init__(self, display: str) -> None:
        """Connects to a display.

        Raises:
            NotMeasurableError: the libraries or the display are missing.
        """
        try:
            self._x11, self._test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        except OSError as missing:
            raise NotMeasurableError(f"a library of X11 is missing: {missing}") from None
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self._x11.XGetImage.restype = ctypes.POINTER(_Image)
        self._opened = ctypes.c_void_p(self._x11.XOpenDisplay(display.encode()))
        if not self._opened:
            raise NotMeasurableError(f"there is no display {display}")
        self._root = ctypes.c_ulong(self._x11.XDefaultRootWindow(self._opened))

    def move(self, x: int, y: int) -> None:
        """Moves the pointer."""
        self._test.XTestFakeMotionEvent(self._opened, -1, x, y, ctypes.c_ulong(_NOW))
        self._x11.XFlush(self._opened)

    def press(self, is_down: bool) -> None:
        """Presses the pointer's first button, or lets it go."""
        self._test.XTestFakeButtonEvent(self._opened, 1, is_down, ctypes.c_ulong(_NOW))
        self._x11.XFlush(self._opened)

    def pixels(self, area: Area) -> bytes:
        """Returns the pixels of an area of the screen, four bytes each."""
        plane = ctypes.c_ulong(_EVERY_PLANE)
        image = self._x11.XGetImage(self._opened, self._root, *area, plane, _Z_PIXMAP)
        if not image:
            raise NotMeasurableError(f"the screen has no area {area}")
        try:
            return ctypes.string_at(image.contents.data, image.contents.row_bytes * area[3])
        finally:
            self._x11.XDestroyImage(image)

    def answer_s(self, x: int, y: int, area: Area, longest_s: float = 1.0) -> float:
        """Moves the pointer; returns the seconds until anything in an area looks different.

        Raises:
            NotMeasurableError: nothing did.
        """
        before, started = self.pixels(area), time.perf_counter()
        self.move(x, y)
        while self.pixels(area) == before:
            if time.perf_counter() - started > longest_s:
                raise NotMeasurableError("nothing follows the pointer")
        return time.perf_counter() - started

    def close(self) -> None:
        """Ends the connection."""
        self._x11.XCloseDisplay(self._opened)


@contextmanager
def screen(display: str) -> Iterator[Display]:
    """Connects to a display for a while."""
    connected = Display(display)
    try:
        yield connected
    finally:
        connected.close()
