"""A screen of one's own, what a window manager is told and what it says, and where a window is.

Knows X11; must not know the game.
"""

import ctypes
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def virtual_screen(width: int, height: int) -> Iterator[str]:
    """Starts Xvfb on a display that is free, and gives the display's name."""
    reading, writing = os.pipe()
    options = ["-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-noreset"]
    server = subprocess.Popen(
        ["Xvfb", *options, "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL
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


@contextmanager
def window_manager(display: str) -> Iterator[None]:
    """Starts openbox on a display, and waits until it manages the windows there."""
    manager = subprocess.Popen(
        ["openbox"],
        env={**os.environ, "DISPLAY": display},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not _is_managed(display):
            assert manager.poll() is None, "openbox does not start"
            time.sleep(0.01)
        yield
    finally:
        manager.terminate()
        manager.wait()


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
    x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = ctypes.c_ulong
    opened = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    assert opened, f"no display {display}"
    try:
        yield x11, opened
    finally:
        x11.XCloseDisplay(opened)


def set_resources(display: str, resources: str) -> None:
    """Tells all programs that start from now on what the player has set, such as `Xft.dpi: 192`."""
    with _connection(display) as (x11, opened):
        root, name = _root(x11, opened), ctypes.c_ulong(x11.XInternAtom(opened, b"RESOURCE_MANAGER", False))
        text, string, replace = resources.encode(), ctypes.c_ulong(31), 0
        x11.XChangeProperty(opened, root, name, string, 8, replace, text, len(text))


def maximise(display: str, window: int, *, back: bool = False) -> None:
    """Asks the window manager to maximise a window or to bring it back, as its own button does."""
    with _connection(display) as (x11, opened):
        names = (b"_NET_WM_STATE", b"_NET_WM_STATE_MAXIMIZED_VERT", b"_NET_WM_STATE_MAXIMIZED_HORZ")
        state, upright, across = (x11.XInternAtom(opened, name, False) for name in names)
        message = _ClientMessage(type=33, window=window, message_type=state, format=32)
        message.data[0], message.data[1], message.data[2] = 0 if back else 1, upright, across
        masks = ctypes.c_long(1 << 19 | 1 << 20)
        x11.XSendEvent(opened, _root(x11, opened), False, masks, ctypes.byref(message))


def _is_managed(display: str) -> bool:
    with _connection(display) as (x11, opened):
        return bool(x11.XInternAtom(opened, b"_NET_SUPPORTING_WM_CHECK", True))


def place(display: str, window: int) -> tuple[int, int, int, int]:
    """Where a window is on the screen, without its frame: x, y, width, height."""
    with _connection(display) as (x11, opened):
        return _place(x11, opened, window)


def frame(display: str, window: int) -> tuple[int, int, int, int]:
    """Where a window is on the screen together with the frame that a window manager has put around it."""
    with _connection(display) as (x11, opened):
        outer, parent, root = ctypes.c_ulong(), ctypes.c_ulong(window), ctypes.c_ulong()
        while parent.value != root.value:
            outer.value = parent.value
            children, count = ctypes.c_void_p(), ctypes.c_uint()
            answers = (ctypes.byref(value) for value in (root, parent, children, count))
            assert x11.XQueryTree(opened, outer, *answers)
            if children:
                x11.XFree(children)
        return _place(x11, opened, outer.value)


def _root(x11: ctypes.CDLL, opened: ctypes.c_void_p) -> ctypes.c_ulong:
    return ctypes.c_ulong(x11.XDefaultRootWindow(opened))


def _place(x11: ctypes.CDLL, opened: ctypes.c_void_p, window: int) -> tuple[int, int, int, int]:
    x, y, width, height, *others = (ctypes.c_int() for _ in range(8))
    root, child = ctypes.c_ulong(), ctypes.c_ulong()
    answers = (ctypes.byref(value) for value in (root, *others[:2], width, height, *others[2:]))
    assert x11.XGetGeometry(opened, ctypes.c_ulong(window), *answers)
    answers = (ctypes.byref(value) for value in (x, y, child))
    x11.XTranslateCoordinates(opened, ctypes.c_ulong(window), root, 0, 0, *answers)
    return x.value, y.value, width.value, height.value


def close_window(display: str, window: int) -> None:
    """Presses the window's close button: asks it to go, as a window manager does."""
    with _connection(display) as (x11, opened):
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
