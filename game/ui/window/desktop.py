"""The desktop around the window: displays, panels, frames, file manager, and freed memory."""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pygame

from game.storage.profile import SystemWishes
from game.ui.window.geometry import Area, Display, Frame

_MINIMISED, _MAXIMISED, _HIDDEN = 0x40, 0x80, 0x08  # SDL_WindowFlags


class Desktop:
    """Queries SDL; anything unknown is as on a desktop without panels and frames."""

    def __init__(self, sdl: ctypes.CDLL) -> None:
        sdl.SDL_GetWindowFlags.argtypes = [ctypes.c_void_p]
        sdl.SDL_GetWindowDisplayIndex.argtypes = [ctypes.c_void_p]
        sdl.SDL_GetWindowBordersSize.argtypes = [ctypes.c_void_p] * 5
        self._sdl = sdl

    def screens(self) -> list[Display]:
        """Displays, the main one first."""
        found = []
        for index in range(self._sdl.SDL_GetNumVideoDisplays()):
            bounds = self._area(self._sdl.SDL_GetDisplayBounds, index)
            usable = self._area(self._sdl.SDL_GetDisplayUsableBounds, index)
            if bounds is not None:
                found.append(Display(bounds, usable or bounds))
        return found

    def screen_of(self, window_id: int) -> Display | None:
        """Display that shows the window."""
        index = self._sdl.SDL_GetWindowDisplayIndex(self._window(window_id))
        screens = self.screens()
        return screens[index] if 0 <= index < len(screens) else None

    def frame_of(self, window_id: int) -> Frame:
        """Frame around the window; without width if there is none."""
        above, left, below, right = (ctypes.c_int() for _ in range(4))
        sides = (ctypes.byref(number) for number in (above, left, below, right))
        if self._sdl.SDL_GetWindowBordersSize(self._window(window_id), *sides) != 0:
            return Frame(0, 0, 0, 0)
        return Frame(left.value, above.value, right.value, below.value)

    def is_maximised(self, window_id: int) -> bool:
        """Whether the window is maximised."""
        return bool(self._flags(window_id) & _MAXIMISED)

    def is_away(self, window_id: int) -> bool:
        """Whether the window is hidden, so that its place means nothing."""
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


_VIDEO = 0x20


def loaded_sdl() -> ctypes.CDLL | None:
    """SDL with the functions that the window uses, or None if it is not found.

    `SDL_WaitEventTimeout` sleeps in the display's socket where `pygame.event.wait` polls 900 times a second;
    `SDL_UpdateWindowSurfaceRects` updates parts of the window.
    """
    for place in _places():
        try:
            sdl = ctypes.CDLL(str(place))
            version = (ctypes.c_uint8 * 3)()
            sdl.SDL_GetVersion(version)
            # Another copy of SDL would know nothing of our window.
            if tuple(version) != tuple(pygame.get_sdl_version()) or not sdl.SDL_WasInit(_VIDEO):
                continue
            sdl.SDL_WaitEventTimeout.argtypes = [ctypes.c_void_p, ctypes.c_int]
            sdl.SDL_GetWindowFromID.argtypes = [ctypes.c_uint32]
            sdl.SDL_GetWindowFromID.restype = ctypes.c_void_p
            sdl.SDL_UpdateWindowSurfaceRects.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
        except (OSError, AttributeError):
            continue
        return sdl
    return None


_WINDOW_AT = 8  # in SDL_SysWMinfo, behind the version and the kind of system


def native_handle(sdl: ctypes.CDLL, window_id: int) -> int | None:
    """The HWND on Windows, the NSWindow on macOS; None if SDL does not know it."""
    info = (ctypes.c_uint8 * 128)(*pygame.get_sdl_version())
    sdl.SDL_GetWindowWMInfo.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    if not sdl.SDL_GetWindowWMInfo(ctypes.c_void_p(sdl.SDL_GetWindowFromID(window_id)), info):
        return None
    return ctypes.c_void_p.from_buffer(info, _WINDOW_AT).value


def _places() -> Iterator[Path]:
    package = Path(pygame.__file__).parent
    yield from package.parent.glob("pygame_ce.libs/libSDL2-2*")
    yield from package.glob("SDL2.dll")
    yield from package.glob(".dylibs/libSDL2-2*")


USUAL_DPI = 96.0
_DPI = re.compile(rb"^Xft\.dpi:\s*([0-9]+(?:\.[0-9]+)?)\s*$", re.MULTILINE)
_SUBSTRUCTURE_REDIRECT = 1 << 20  # SubstructureRedirectMask: only one client, the window manager, selects it
_ATOM = 4  # XA_ATOM
_MAX_ATOMS = 1024
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
    """HiDPI factor set by the player: `Xft.dpi` of the X resources in units of 96, or 1.

    Desktops set it and toolkits follow it; displays often report wrong sizes in millimetres.
    """
    with _connection() as opened:
        if opened is None:
            return 1.0
        xlib, display = opened
        xlib.XResourceManagerString.restype = ctypes.c_char_p
        return density_in(xlib.XResourceManagerString(display) or b"")


def density_in(resources: bytes) -> float:
    """HiDPI factor in X resources, from 1 to 4.

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
    """Waits until the X server has handled all requests of any connection, before the window closes.

    SDL wakes itself by an event to the window, over a connection of its own. If the server handled it after
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
    answers = (ctypes.byref(number) for number in (kind, form, count, rest, values))
    atom = ctypes.c_ulong(xlib.XInternAtom(display, name, False))
    places = (ctypes.c_long(0), ctypes.c_long(_MAX_ATOMS))
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


def give_back() -> None:
    """Returns free memory to the system, which glibc otherwise keeps. Does nothing elsewhere."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # musl has no such function
            ctypes.CDLL(None).malloc_trim(0)


_HIGH_CONTRAST, _ANIMATION = 0x42, 0x1042  # SPI_GETHIGHCONTRAST, SPI_GETCLIENTAREAANIMATION
_MACOS_DOMAIN = "com.apple.universalaccess"
_PORTAL = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_READ_ALL = "org.freedesktop.portal.Settings.ReadAll"
_ASKED = ["org.freedesktop.appearance", "org.gnome.desktop.interface", "org.gnome.desktop.a11y.interface"]
_LISTED = f"array:string:{','.join(_ASKED)}"
_ANSWER = re.compile(
    r"\b(contrast|high-contrast|reduced-motion|enable-animations)\W+(?:\w+\W+)*?(\d+|true|false)\b"
)
WISH_S = 2.0
"""Time limit for the answer to a question about the system's settings."""


class _HighContrast(ctypes.Structure):  # HIGHCONTRASTW
    _fields_ = [("size", ctypes.c_uint), ("flags", ctypes.c_uint), ("scheme", ctypes.c_wchar_p)]


def system_wishes(
    platform: str = sys.platform, ask: Callable[[Sequence[str]], str] | None = None
) -> SystemWishes:
    """Asks the system for high contrast and less motion; `ask` runs a program and returns its output."""
    ask = ask or _said
    if platform == "win32":
        return _wishes_of_windows()
    if platform == "darwin":
        names = ("increaseContrast", "reduceMotion")
        return SystemWishes(
            *(ask(("defaults", "read", _MACOS_DOMAIN, name)).strip() == "1" for name in names)
        )
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):  # the question itself would start one
        return SystemWishes()
    name, place = _PORTAL
    method = ("--dest", name, "--object-path", place, "--method", _READ_ALL)
    return wishes_told(
        ask(("gdbus", "call", "--session", *method, str(_ASKED)))
        or ask(("dbus-send", "--session", "--print-reply", f"--dest={name}", place, _READ_ALL, _LISTED))
    )


def wishes_told(answer: str) -> SystemWishes:
    """Wishes in the answer of the desktop portal, as gdbus or dbus-send prints it.

    >>> wishes_told("({'org.freedesktop.appearance': {'contrast': <uint32 1>, 'color-scheme': <uint32 0>}},)")
    SystemWishes(high_contrast=True, reduced_motion=False)
    >>> wishes_told('string "contrast" variant uint32 0 string "enable-animations" variant boolean false')
    SystemWishes(high_contrast=False, reduced_motion=True)
    """
    said = {name: value not in ("0", "false") for name, value in _ANSWER.findall(answer)}
    contrast = said.get("contrast", False) or said.get("high-contrast", False)
    return SystemWishes(
        contrast, said.get("reduced-motion", False) or not said.get("enable-animations", True)
    )


def _wishes_of_windows() -> SystemWishes:
    ask = ctypes.windll.user32.SystemParametersInfoW  # type: ignore[attr-defined]
    contrast, moves = _HighContrast(ctypes.sizeof(_HighContrast)), ctypes.c_int(1)
    ask(_HIGH_CONTRAST, contrast.size, ctypes.pointer(contrast), 0)
    ask(_ANIMATION, 0, ctypes.pointer(moves), 0)
    return SystemWishes(bool(contrast.flags & 1), not moves.value)


def _said(command: Sequence[str]) -> str:
    """Returns the output of a program of the system; nothing if it is missing, fails or takes too long."""
    import subprocess  # where there is nobody to ask it is not needed

    environment = outside_bundle(os.environ)
    with suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WISH_S, env=environment
        ).stdout
    return ""


Outcome = Callable[[], int | None]
"""Returns the exit code: None while running, 0 for success."""
SYSTEM_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""In a bundle they lead to the bundle's own libraries, and `…_ORIG` tells what they were before:
https://pyinstaller.org/en/stable/common-issues-and-pitfalls.html#launching-external-programs-from-the-frozen-application"""


def show_folder(folder: Path | str) -> Outcome:
    """Opens a folder in the file manager, or an address in the browser; raises OSError if there is none."""
    if sys.platform == "win32":
        os.startfile(folder)
        return lambda: 0
    import subprocess  # few ask for it

    command = "open" if sys.platform == "darwin" else "xdg-open"
    nowhere = subprocess.DEVNULL
    child = subprocess.Popen(
        [command, folder],
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        env=outside_bundle(os.environ),
        start_new_session=True,  # what ends this program does not end it
    )
    return child.poll


def outside_bundle(environment: Mapping[str, str]) -> dict[str, str]:
    """Environment for a program of the system."""
    others = {name: value for name, value in environment.items() if name not in SYSTEM_LIBRARIES}
    for name in SYSTEM_LIBRARIES:
        if name in environment:
            before = environment.get(f"{name}_ORIG", "" if hasattr(sys, "frozen") else environment[name])
            others |= {name: before} if before else {}
    return others
