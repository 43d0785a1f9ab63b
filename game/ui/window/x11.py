"""What only the X server tells: the desktop's HiDPI factor, and whether a window manager fills the screen.

Also when it has done all that it was asked to. Knows Xlib through a connection of its own; must not know
the window. Without Xlib the answers are the usual.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from contextlib import contextmanager

USUAL_DPI = 96.0
_DPI = re.compile(rb"^Xft\.dpi:\s*([0-9]+(?:\.[0-9]+)?)\s*$", re.MULTILINE)
_SUBSTRUCTURE_REDIRECT = 1 << 20  # SubstructureRedirectMask: only one client, the window manager, selects it
_ATOM = 4  # XA_ATOM
_MOST_ATOMS = 1024
_ROUND_TRIPS = 3  # with one the server may take what came before it on another connection afterwards


class _Attributes(ctypes.Structure):  # XWindowAttributes
    _fields_ = [
        *((name, ctypes.c_int) for name in ("x", "y", "width", "height", "border_width", "depth")),
        ("visual", ctypes.c_void_p),
        ("root", ctypes.c_ulong),
        *((name, ctypes.c_int) for name in ("class", "bit_gravity", "win_gravity", "backing_store")),
        *((name, ctypes.c_ulong) for name in ("backing_planes", "backing_pixel")),
        ("save_under", ctypes.c_int),
        ("colormap", ctypes.c_ulong),
        *((name, ctypes.c_int) for name in ("map_installed", "map_state")),
        *((name, ctypes.c_long) for name in ("all_event_masks", "your_event_mask", "do_not_propagate_mask")),
        ("override_redirect", ctypes.c_int),
        ("screen", ctypes.c_void_p),
    ]


def density() -> float:
    """The HiDPI factor the player has set: `Xft.dpi` of the X resources in units of 96, or 1.

    Desktops set it and toolkits go by it; the size in millimetres that displays tell is often wrong.
    """
    with _connection() as opened:
        if opened is None:
            return 1.0
        xlib, display = opened
        xlib.XResourceManagerString.restype = ctypes.c_char_p
        return density_in(xlib.XResourceManagerString(display) or b"")


def density_in(resources: bytes) -> float:
    """The HiDPI factor that X resources tell, from 1 to 4.

    >>> density_in(b"Xcursor.size: 48\\nXft.dpi:\\t144\\n")
    1.5
    """
    found = _DPI.search(resources)
    return min(4.0, max(1.0, float(found[1]) / USUAL_DPI)) if found else 1.0


def has_full_screen() -> bool:
    """Whether a window manager runs that fills the screen with a window that asks for it (EWMH 1.5)."""
    with _connection() as opened:
        if opened is None:
            return True
        xlib, display = opened
        root = ctypes.c_ulong(xlib.XDefaultRootWindow(display))
        attributes = _Attributes()
        xlib.XGetWindowAttributes(display, root, ctypes.byref(attributes))
        if not attributes.all_event_masks & _SUBSTRUCTURE_REDIRECT:
            return False  # what a manager that is gone has left in the properties means nothing
        wanted = xlib.XInternAtom(display, b"_NET_WM_STATE_FULLSCREEN", False)
        return wanted in _atoms(xlib, display, root, b"_NET_SUPPORTED")


def wait_for_server() -> None:
    """Returns when the server has done all that was asked of it over any connection: before the window goes.

    SDL wakes itself by an event to the window, over a connection of its own. If the server came to it when
    the window is gone, Xlib would write “BadWindow” on the terminal and end the process with code 1.
    """
    with _connection() as opened:
        if opened is not None:
            xlib, display = opened
            for _ in range(_ROUND_TRIPS):
                xlib.XSync(display, False)


def _atoms(xlib: ctypes.CDLL, display: ctypes.c_void_p, window: ctypes.c_ulong, name: bytes) -> list[int]:
    """The atoms in a property of a window."""
    kind, form, count, rest = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
    values = ctypes.POINTER(ctypes.c_ulong)()
    answers = (ctypes.byref(each) for each in (kind, form, count, rest, values))
    atom = ctypes.c_ulong(xlib.XInternAtom(display, name, False))
    places = (ctypes.c_long(0), ctypes.c_long(_MOST_ATOMS))
    xlib.XGetWindowProperty(display, window, atom, *places, False, ctypes.c_ulong(_ATOM), *answers)
    if not values:
        return []
    try:
        return values[: count.value] if form.value == 32 else []
    finally:
        xlib.XFree(values)


@contextmanager
def _connection() -> Iterator[tuple[ctypes.CDLL, ctypes.c_void_p] | None]:
    try:
        xlib = ctypes.CDLL("libX11.so.6")
        xlib.XOpenDisplay.restype = ctypes.c_void_p
        xlib.XInternAtom.restype = xlib.XDefaultRootWindow.restype = ctypes.c_ulong
        display = ctypes.c_void_p(xlib.XOpenDisplay(None))
    except (OSError, AttributeError):
        yield None
        return
    if not display:
        yield None
        return
    try:
        yield xlib, display
    finally:
        xlib.XCloseDisplay(display)
