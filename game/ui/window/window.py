"""The window: fast opening, real pixels, presentation, waiting for input, and keys of any keyboard.

Software surfaces, no GL texture on X11, and SDL's own wait in place of pygame's, which polls.
"""

from __future__ import annotations

import contextlib
import os
import time
import unicodedata
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.ui.window.geometry import MIN_SIZE, viewport
from game.ui.window.placement import Placement, opening_place
from game.ui.window.services import quiet

if TYPE_CHECKING:
    import ctypes

    from game.storage.profile import WindowGeometry
    from game.ui.drawing.theme import RGB
    from game.ui.window.placement import PlaceKeeper


LETTERS = range(pygame.KSCAN_A, pygame.KSCAN_Z + 1)
"""Scancodes of the keys that bear letters on an English keyboard."""


def plain_key(event: pygame.event.Event, key_at: Callable[[int], int]) -> pygame.event.Event:
    """Returns a press of a key with the Latin letter that is meant and Ctrl where ⌘ is held.

    `key_at` has the key that the layout puts at a scancode.
    """
    if event.type not in (pygame.KEYDOWN, pygame.KEYUP):
        return event
    key = latin_key(event.key, getattr(event, "scancode", 0), key_at)
    held = event.mod | pygame.KMOD_LCTRL if event.mod & pygame.KMOD_META else event.mod
    if (key, held) == (event.key, event.mod):
        return event
    return pygame.event.Event(event.type, {**event.dict, "key": key, "mod": held})


def latin_key(key: int, scancode: int, key_at: Callable[[int], int]) -> int:
    """Returns the letter at a key's place if its layout has no Latin letters, else the key itself.

    Such layouts have punctuation at some of these places: `;` is where Q is in Greece; Dvorak’s means itself.
    """
    if scancode not in LETTERS or _is_latin(key):
        return key
    if not _sign(key).isalpha() and any(_is_latin(key_at(code)) for code in LETTERS):
        return key
    return pygame.K_a + scancode - LETTERS[0]


def _is_latin(key: int) -> bool:
    return unicodedata.name(_sign(key), "").startswith("LATIN")


def _sign(key: int) -> str:
    return chr(key) if key <= 0x10FFFF else "\0"  # larger is a key that writes nothing


INVISIBLE = ("offscreen", "dummy", "evdev")
FALLBACK_NAP_S = 0.02
AROUND = (0, 0, 0)
"""Colour of the window outside the picture."""
WAKE = pygame.event.custom_type()
"""Event without content that lets `App.frame` look for news."""
LOST = pygame.event.custom_type()
"""Event that lets go, without any effect, of what a finger has pressed."""


class DisplayError(RuntimeError):
    """No window can be opened here."""


class Window:
    """One resizable window with a software surface of its real pixels.

    A window too small for the layout, or too large to fill, shows a picture of another size (see `viewport`).
    """

    def __init__(
        self, where: WindowGeometry | tuple[int, int] | None, title: str, is_hidden: bool = False
    ) -> None:
        """Opens the window at a remembered place, with a given size, or as fits the desktop.

        One that `is_hidden` is seen once it is revealed.

        Raises:
            DisplayError: there is no display.
        """
        # A game that sits in a corner must not keep the screen awake.
        os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
        # On Windows too the desktop is counted in its own pixels, and the surface has the real ones.
        os.environ.setdefault("SDL_WINDOWS_DPI_SCALING", "1")
        os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")  # fingers are followed as fingers
        os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")  # a click that wakes the window acts, too
        try:
            with quiet():
                pygame.display.init()
            # SDL's last resort draws where nobody can see it.
            if pygame.display.get_driver() in INVISIBLE and not os.environ.get("SDL_VIDEODRIVER"):
                raise DisplayError("no window can be opened: there is no display")
            driver = pygame.display.get_driver()
            if driver == "x11":
                os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
            self._is_x11 = driver == "x11"
            self._placement = Placement(driver, opening_place(driver, where), lambda: self._sdl)
            self._open(title, is_hidden)
        except pygame.error as error:
            raise DisplayError(f"no window can be opened: {error}") from error
        self._window = self._placement.window
        self._keeper: PlaceKeeper | None = None
        self._is_shown = False
        self._viewport = viewport(MIN_SIZE)
        self._viewed_density = 1.0
        self._aside: pygame.Surface | None = None

    def _open(self, title: str, is_hidden: bool) -> None:
        try:
            self._placement.open(title, is_hidden)
        except pygame.error:
            # Some drivers have no surface without acceleration.
            if os.environ.pop("SDL_FRAMEBUFFER_ACCELERATION", None) is None:
                raise
            pygame.display.quit()
            pygame.display.init()
            self._placement.open(title, is_hidden)

    def reveal(self) -> None:
        """Shows the window, which was hidden."""
        self._placement.reveal()

    def native_handle(self) -> int | None:
        """The handle by which the system knows the window, or None if SDL does not say."""
        from game.ui.window.desktop import native_handle

        return None if self._sdl is None else native_handle(self._sdl, self._window.id)

    @property
    def surface(self) -> pygame.Surface:
        """Surface to draw on; a new one after each change of size."""
        real = self._window.get_surface()
        if real.get_size() != self._viewport.window or self._viewed_density != self.density:
            self._viewed_density = self.density
            self._viewport = viewport(real.get_size(), self.density)
            if self._viewport.is_all:
                self._aside = None
            elif self._aside is None or self._aside.get_size() != self._viewport.picture:
                self._aside = pygame.Surface(self._viewport.picture, 0, 32)
        return real if self._aside is None else self._aside

    @property
    def pixel_ratio(self) -> float:
        """Pixels of the surface per desktop pixel, more than 1 on a HiDPI display."""
        _ = self.surface  # whose size may have changed by now
        return self.density * self._viewport.scale

    @property
    def density(self) -> float:
        """HiDPI factor of the display."""
        return self._placement.density

    @property
    def position(self) -> tuple[int, int]:
        """Place of its upper left corner on the desktop."""
        x, y = self._window.position
        return x, y

    @property
    def frames_per_s(self) -> int:
        """Refresh rate of the display, 60 if unknown."""
        rates = pygame.display.get_desktop_refresh_rates()
        return max(rates, default=0) or 60

    def show(self, areas: Sequence[pygame.Rect] = ()) -> None:
        """Presents the surface: only these areas if SDL can do that, or all of it."""
        if self._aside is not None:
            areas = self._put_in_place(self._aside, areas)
        if not (areas and self._is_shown and self._show_areas(areas)):
            self._window.flip()
        self._is_shown = True

    def cover_growth(self, before: tuple[int, int], colour: RGB) -> None:
        """Fills what the window has gained since it had a size: X11 shows it white until it is drawn."""
        surface = self.surface
        (left, top), (width, height) = before, surface.get_size()
        grown = [pygame.Rect(left, 0, width - left, height), pygame.Rect(0, top, width, height - top)]
        areas = [area for area in grown if area.width > 0 and area.height > 0]
        if areas and self._is_shown and self._aside is None and pygame.display.get_driver() == "x11":
            surface.fill(colour)
            self.show(areas)

    def _put_in_place(self, picture: pygame.Surface, areas: Sequence[pygame.Rect]) -> Sequence[pygame.Rect]:
        """Copies areas of the picture into the window; returns the changed parts, none for all."""
        real, place = self._window.get_surface(), pygame.Rect(self._viewport.place)
        if areas and not self._viewport.is_reduced and picture.get_rect() not in areas:
            return [real.blit(picture, area.move(place.topleft), area) for area in areas]
        real.fill(AROUND)
        shown = pygame.transform.smoothscale(picture, place.size) if self._viewport.is_reduced else picture
        real.blit(shown, place)
        return ()

    def _show_areas(self, areas: Sequence[pygame.Rect]) -> bool:
        # pygame's window knows only flip, with which the display copies every pixel each time.
        sdl = self._sdl
        if sdl is None:
            return False
        numbers = array("i", [number for area in areas for number in area])
        window = sdl.SDL_GetWindowFromID(self._window.id)
        return bool(sdl.SDL_UpdateWindowSurfaceRects(window, numbers.buffer_info()[0], len(areas)) == 0)

    @cached_property
    def _sdl(self) -> ctypes.CDLL | None:
        # Looked for only after the first frame: it takes a while.
        from game.ui.window.desktop import loaded_sdl

        return loaded_sdl()

    def set_title(self, title: str) -> None:
        """Names the window."""
        self._window.title = title

    def set_icon(self, file: Path) -> None:
        """Sets the window's icon; without the file it keeps the system's."""
        with contextlib.suppress(pygame.error, OSError):
            self._window.set_icon(pygame.image.load(file))

    def toggle_full_screen(self) -> None:
        """Switches full screen on or off."""
        self._placement.toggle_full_screen()

    def settle(self, keeper: PlaceKeeper | None = None) -> None:
        """Corrects what could not be queried before the first frame; then reports the window's place."""
        self._placement.settle()
        if keeper is not None:
            keeper.begin(self._placement.place)
        self._keeper = keeper

    def wait(self, timeout_s: float) -> bool:
        """Sleeps until there is input or `timeout_s` has passed; returns whether to call `events`."""
        keeper = self._keeper
        if keeper is not None:
            timeout_s = min(timeout_s, keeper.next_tick_s)
        if self._sdl is None:
            time.sleep(min(timeout_s, FALLBACK_NAP_S))
            return True
        has_input = bool(self._sdl.SDL_WaitEventTimeout(None, max(1, int(timeout_s * 1000))))
        return has_input or (keeper is not None and not keeper.next_tick_s)

    def take_over_controllers(self) -> Callable[[], None] | None:
        """Returns SDL's function that asks controllers and looks for new ones, which it leaves to us now."""
        if self._sdl is None:
            return None
        self._sdl.SDL_SetHint(b"SDL_AUTO_UPDATE_JOYSTICKS", b"0")
        update: Callable[[], None] = self._sdl.SDL_JoystickUpdate
        return update

    @staticmethod
    def wake() -> None:
        """Ends the sleep of `wait`; may be called from any thread."""
        with contextlib.suppress(pygame.error):  # the display is gone already
            pygame.event.post(pygame.event.Event(WAKE))

    def events(self) -> list[pygame.event.Event]:
        """Input since the last call, with positions in pixels of the surface and Latin letter keys."""
        events = [plain_key(event, self._key_at) for event in pygame.event.get()]
        if self._keeper is not None:
            self._keeper.follow(events, lambda: self._placement.place)
        if not events:
            return events
        events = [self._touched(event) for event in events]
        ratio = self.pixel_ratio / self._placement.pointer_density
        left, above = self._viewport.margin
        if ratio == 1 and not left and not above:
            return events
        return [_placed(event, ratio, left, above) for event in events]

    def _touched(self, event: pygame.event.Event) -> pygame.event.Event:
        """A finger’s event with its position as a pointer’s has it; SDL tells shares of the window."""
        if event.type not in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            return event
        width, height = self._window.size
        return pygame.event.Event(event.type, {**event.dict, "pos": (event.x * width, event.y * height)})

    @staticmethod
    def ask_keyboard(box: tuple[float, float, float, float]) -> None:
        """Asks the system for its keyboard on the screen, beside a text field."""
        pygame.key.set_text_input_rect(pygame.Rect(box))
        pygame.key.start_text_input()

    def _key_at(self, scancode: int) -> int:
        return pygame.K_a if self._sdl is None else int(self._sdl.SDL_GetKeyFromScancode(scancode))

    def close(self) -> None:
        """Closes the window."""
        if self._keeper is not None:
            self._keeper.close(lambda: self._placement.place)
        if self._is_x11:
            from game.ui.window.desktop import wait_for_server

            wait_for_server()
        self._window.destroy()


def _placed(event: pygame.event.Event, ratio: float, left: float, above: float) -> pygame.event.Event:
    """Returns the event with its position in pixels of the surface."""
    if not hasattr(event, "pos"):
        return event
    x, y = event.pos
    at = x * ratio - left, y * ratio - above
    return pygame.event.Event(event.type, {**event.dict, "pos": at})
