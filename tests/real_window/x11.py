"""A screen of one's own, and what a window manager says to a window when it is to close.

Knows X11; must not know the game.
"""

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def virtual_screen(width: int, height: int) -> Iterator[str]:
    """Starts Xvfb on a display that is free, and gives the display's name."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        assert number, "Xvfb does not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


class _ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("room", ctypes.c_long * 12),  # an XEvent is larger than this message
    ]


class _Image(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_int) for name in ("width", "height", "xoffset", "format")),
        ("data", ctypes.c_void_p),
        *((name, ctypes.c_int) for name in ("byte_order", "unit", "bit_order", "pad", "depth", "row_bytes")),
    ]


@contextmanager
def _connection(display: str) -> Iterator[tuple[ctypes.CDLL, ctypes.c_void_p]]:
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    opened = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    assert opened, f"no display {display}"
    try:
        yield x11, opened
    finally:
        x11.XCloseDisplay(opened)


def close_window(display: str, window: int) -> None:
    """Presses the window's close button: asks it to go, as a window manager does."""
    with _connection(display) as (x11, opened):
        x11.XInternAtom.restype = ctypes.c_ulong
        protocols = x11.XInternAtom(opened, b"WM_PROTOCOLS", False)
        message = _ClientMessage(type=33, window=window, message_type=protocols, format=32)
        message.data[0] = x11.XInternAtom(opened, b"WM_DELETE_WINDOW", False)
        x11.XSendEvent(opened, ctypes.c_ulong(window), False, ctypes.c_long(0), ctypes.byref(message))


def pixels(display: str, window: int, area: tuple[int, int, int, int]) -> bytes:
    """What is on the screen in an area (x, y, width, height) of a window: four bytes a pixel, BGRX."""
    with _connection(display) as (x11, opened):
        x11.XGetImage.restype = ctypes.POINTER(_Image)
        every_plane, z_pixmap = ctypes.c_ulong(0xFFFFFFFF), 2
        image = x11.XGetImage(opened, ctypes.c_ulong(window), *area, every_plane, z_pixmap)
        assert image, f"no picture of {area}"
        try:
            assert image.contents.row_bytes == 4 * area[2]
            return ctypes.string_at(image.contents.data, image.contents.row_bytes * area[3])
        finally:
            x11.XDestroyImage(image)
