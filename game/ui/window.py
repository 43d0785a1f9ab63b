"""The window itself: opening it cheaply, its real pixels, full screen, and waiting for input.

Knows pygame's window and SDL; must not know scenes. Figures behind the choices stand in
the project's notes on pygame-ce: software surfaces, no GL texture on X11, and SDL's own
wait in place of pygame's, which polls.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path

import pygame

LEAST_SIZE = (640, 480)
FALLBACK_NAP_S = 0.02


class DisplayError(RuntimeError):
    """No window can be opened here."""


class Window:
    """One resizable window with a software surface of its real pixels."""

    def __init__(self, size: tuple[int, int], title: str) -> None:
        """Opens the window.

        Raises:
            DisplayError: there is no display.
        """
        # A game that sits in a corner must not keep the screen awake.
        os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
        try:
            pygame.display.init()
            if pygame.display.get_driver() == "x11":
                os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
            self._window = self._open(size, title)
        except pygame.error as error:
            raise DisplayError(f"no window can be opened: {error}") from error
        self._window.minimum_size = LEAST_SIZE
        self._is_full = False
        self._wait: Callable[[float], None] | None = None

    @staticmethod
    def _open(size: tuple[int, int], title: str) -> pygame.Window:
        def opened() -> pygame.Window:
            window = pygame.Window(title, size, resizable=True, allow_high_dpi=True)
            window.get_surface()
            return window

        try:
            return opened()
        except pygame.error:
            # Some drivers have no surface without acceleration.
            if os.environ.pop("SDL_FRAMEBUFFER_ACCELERATION", None) is None:
                raise
            pygame.display.quit()
            pygame.display.init()
            return opened()

    @property
    def surface(self) -> pygame.Surface:
        """The surface to draw on, in real pixels; a new one after each change of size."""
        return self._window.get_surface()

    @property
    def pixel_ratio(self) -> float:
        """Real pixels to a pixel of the pointer, more than 1 on a HiDPI screen."""
        return self.surface.get_width() / max(1, self._window.size[0])

    @property
    def frames_per_s(self) -> int:
        """The display's own rate, 60 when it does not say."""
        rates = pygame.display.get_desktop_refresh_rates()
        return max(rates, default=0) or 60

    def show(self) -> None:
        """Presents what was drawn on the surface."""
        self._window.flip()

    def set_title(self, title: str) -> None:
        """Names the window."""
        self._window.title = title

    def set_icon(self, file: Path) -> None:
        """Gives the window its icon; without the file it keeps the system's."""
        with contextlib.suppress(pygame.error, FileNotFoundError):
            self._window.set_icon(pygame.image.load(file))

    def toggle_full_screen(self) -> None:
        """Fills the screen, or goes back to a window."""
        self._is_full = not self._is_full
        if self._is_full:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()

    def wait(self, timeout_s: float) -> None:
        """Sleeps until there is input or `timeout_s` has passed."""
        if self._wait is None:
            self._wait = _sdl_wait() or _nap
        self._wait(timeout_s)

    def events(self) -> list[pygame.event.Event]:
        """The input since the last call, with positions in real pixels."""
        ratio = self.pixel_ratio
        events = pygame.event.get()
        return events if ratio == 1 else [_scaled(event, ratio) for event in events]

    def close(self) -> None:
        """Closes the window."""
        self._window.destroy()


def _scaled(event: pygame.event.Event, ratio: float) -> pygame.event.Event:
    if not hasattr(event, "pos"):
        return event
    x, y = event.pos
    return pygame.event.Event(event.type, {**event.dict, "pos": (x * ratio, y * ratio)})


def _nap(timeout_s: float) -> None:
    time.sleep(min(timeout_s, FALLBACK_NAP_S))


def _sdl_wait() -> Callable[[float], None] | None:
    """SDL_WaitEventTimeout of the library that pygame has loaded, or None when it is not found.

    `pygame.event.wait` polls 900 times a second; SDL's own wait sleeps in the display's socket.
    """
    import ctypes

    package = Path(pygame.__file__).parent
    places = (
        *package.parent.glob("pygame_ce.libs/libSDL2-2*"),
        *package.glob("SDL2.dll"),
        *package.glob(".dylibs/libSDL2-2*"),
    )
    for place in places:
        try:
            sdl = ctypes.CDLL(str(place))
            version = (ctypes.c_uint8 * 3)()
            sdl.SDL_GetVersion(version)
            # Another copy of SDL would know nothing of our window.
            if tuple(version) != tuple(pygame.get_sdl_version()) or not sdl.SDL_WasInit(0x20):
                continue
            sdl.SDL_WaitEventTimeout.argtypes = [ctypes.c_void_p, ctypes.c_int]
        except (OSError, AttributeError):
            continue
        return lambda timeout_s: sdl.SDL_WaitEventTimeout(None, max(1, int(timeout_s * 1000)))
    return None
