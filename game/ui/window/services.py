"""Injected services: clocks, chance, assets, sound, the solver's process, and signals.

The system handles signals at once, whatever the program does. Left alone, SDL makes SIGTERM an event, Python
SIGINT an exception, and pygame answers SIGQUIT with a crash of its own; each of them waits for the main
thread, which may be busy or asleep for minutes. The program need not end in order: every action is on disk
before the next one, and a terminated process is no different from a killed one.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple, Protocol

import pygame

from game.language import ENGLISH, SYSTEM, English, Translator, first_known, languages_of
from game.session.daily import PLAYERS_NUMBERS
from game.solver.service.client import SolverClient
from game.storage.files import assets_folder, cache_folder, open_regular, saved_games_folder
from game.ui.drawing.drawings import Assets, RasterCache
from game.ui.drawing.letters import SystemFonts
from game.ui.drawing.pictures import Pictures

if TYPE_CHECKING:
    from game.solver.catalogue import Catalogue
    from game.storage.profile import Settings, SystemWishes
    from game.ui.reader import ScreenReader

PROGRAM = Path(__file__).resolve().parents[2]
ASSETS = assets_folder()


def _utc_now() -> datetime:
    return datetime.now(UTC)


def _random_number() -> int:
    return 1 + int.from_bytes(os.urandom(8)) % PLAYERS_NUMBERS


def _solver(wake: Callable[[], None]) -> SolverClient:
    return SolverClient(wake, (sys.executable, "-m", "game.robots.worker"))


def _catalogue(folder: Path) -> Catalogue:
    from game.solver.catalogue import read_catalogue

    return read_catalogue(folder)


def _pictures(assets: Assets) -> Pictures:
    drawn_with = (PROGRAM, assets.folder / "cards")
    return Pictures(assets, raster_cache=RasterCache(cache_folder() / "pictures", drawn_with))


def _system_languages() -> list[str]:
    """Codes of the user's preferred languages, best first; loads nothing if the environment has them."""
    said = languages_of(os.environ)
    if said or sys.platform not in ("win32", "darwin"):
        return said
    from pygame.system import get_pref_locales

    return [locale["language"] for locale in get_pref_locales()]


def _language(chosen: str, folder: Path) -> Translator:
    if chosen == SYSTEM:
        chosen = first_known(_system_languages())
    if chosen == ENGLISH:
        return English()
    from game.storage.catalogues import load_language

    return load_language(chosen, folder, cache_folder() / "languages")


def _show_folder(folder: Path | str) -> Callable[[], int | None]:
    from game.ui.window.desktop import show_folder  # few ask for it

    return show_folder(folder)


def _reader(asked: Callable[[], None], handle: Callable[[], int | None]) -> ScreenReader | None:
    from game.ui.reader import screen_reader  # on Linux not before the first frame

    return screen_reader(asked, handle)


def _wishes(told: Callable[[SystemWishes], None]) -> None:
    from game.ui.window.desktop import system_wishes  # not before the first frame

    Thread(target=lambda: told(system_wishes()), daemon=True).start()


def say_first_frame() -> None:
    """Tells a measuring program (see `tools.bench`) when cards were first visible."""
    if os.environ.get("PATIENCE_BENCH"):
        print(f"first frame {time.monotonic_ns()} {time.process_time_ns()}", flush=True)


SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK")
FAULTS = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT")


def end_at_once_when_told() -> None:
    """Restores the system's default signal handling; signals ignored at the start stay ignored.

    Call it in the main thread after loading pygame, which takes some of them, and before anything may hang.
    """
    for name in SIGNALS:
        number = getattr(signal, name, None)  # not every system has all of them
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def write_faults_down(file: Path) -> None:
    """Appends the report of a fatal fault in a library to a file, without values.

    Does nothing if that file cannot be written or faults are reported elsewhere. Call it like
    `end_at_once_when_told`.
    """
    if faulthandler.is_enabled():
        return
    for name in FAULTS:
        number = getattr(signal, name, None)
        # pygame answers them on the terminal and with a crash of its own, without Python knowing of it.
        if number is not None and signal.getsignal(number) in (None, signal.SIG_DFL):
            signal.signal(number, signal.SIG_DFL)
    with contextlib.suppress(OSError, ValueError):
        file.parent.mkdir(parents=True, exist_ok=True)
        faulthandler.enable(open_regular(file, "ab", buffering=0))  # which keeps it open


@contextmanager
def quiet() -> Iterator[None]:
    """Discards standard error for the duration of a block."""
    try:
        kept = os.dup(2)
    except OSError:  # started without a terminal: there is nothing to keep quiet
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


IDLE_CLOSE_S = 6.0
RISING = tuple(f"place_{step}" for step in range(1, 13))
"""A card laid down, each a semitone higher than the one before."""
GROUPS: dict[str, tuple[str, ...]] = {
    "card_sounds": ("pick", "place", "flip", "deal", "shuffle", *RISING),
    "warning_sounds": ("refuse", "tick", "beat", "gong"),
    "win_sounds": ("win",),
}
"""Sounds by the setting that switches them."""


class Sounds:
    """Sounds of the table by name."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        """Later changes of `settings` apply from the next sound on."""
        self._folder, self._settings = folder, settings
        self._switches = {name: switch for switch, names in GROUPS.items() for name in names}
        self._loaded: dict[str, pygame.mixer.Sound] = {}
        self._has_device = True
        self._last_played_ns = 0
        self._is_open = False
        self._is_held = False
        self._held: list[str] = []

    def obey(self, settings: Settings) -> None:
        """Applies the settings of another player from now on."""
        self._settings = settings

    def hold(self) -> None:
        """Queues sounds until `let_go`, so that no first frame waits for the mixer."""
        self._is_held = True

    def let_go(self, now_ns: int) -> None:
        """Plays the queue, and from now on every sound at once."""
        self._is_held = False
        held, self._held = self._held, []
        for name in held:
            self.play(name, now_ns)

    def percent(self, name: str) -> int:
        """Volume of a sound by the settings; 0 if it is off."""
        is_heard = not self._settings.muted and getattr(self._settings, self._switches[name])
        return self._settings.volume if is_heard else 0

    def play(self, name: str, now_ns: int) -> None:
        """Plays a sound if there is a device and the settings allow it."""
        if self._is_held:
            self._held.append(name)
            return
        percent = self.percent(name)
        if not percent or not self._has_device or not self._open():
            return
        try:
            if name not in self._loaded:
                self._loaded[name] = pygame.mixer.Sound(self._folder / f"{name}.ogg")
            self._loaded[name].set_volume(percent / 100)
            self._loaded[name].play()
        except (pygame.error, OSError):
            self._has_device = False
        self._last_played_ns = now_ns

    def hush(self) -> None:
        """Stops the present sound."""
        self._held.clear()
        if self._is_open:
            pygame.mixer.stop()

    def _open(self) -> bool:
        import pygame.mixer  # not with pygame: its libraries take longer to load than a table to be drawn

        if not pygame.mixer.get_init():
            try:
                with quiet():
                    pygame.mixer.init(frequency=44100, channels=2, buffer=512)
            except pygame.error:
                self._has_device = False
                return False
        self._is_open = True
        return True

    def rest(self, now_ns: int) -> float | None:
        """Closes the device after a silence; returns the seconds until that is due, or None."""
        if not self._is_open:
            return None
        silent_s = (now_ns - self._last_played_ns) / 1e9
        if silent_s < IDLE_CLOSE_S:
            return IDLE_CLOSE_S - silent_s
        self._loaded.clear()  # sounds belong to the mixer they were loaded with
        pygame.mixer.quit()
        self._is_open = False
        return None


class Voice(Protocol):
    """Text-to-speech output."""

    def speak(self, line: str, language: str) -> None:
        """Speaks a line in a language, named by its code."""

    def hush(self) -> None:
        """Cuts off what is being said."""


class Services(NamedTuple):
    """Everything from outside the program."""

    now_ns: Callable[[], int] = time.monotonic_ns
    utc_now: Callable[[], datetime] = _utc_now
    random_number: Callable[[], int] = _random_number  # from 1 to 10^9
    assets: Assets = Assets(ASSETS)
    pictures: Callable[[Assets], Pictures] = _pictures
    system_fonts: Callable[[Callable[[], None]], SystemFonts] = SystemFonts
    """Finds the system's fonts, given what it calls when it has found some."""
    sounds: Callable[[Path, Settings], Sounds] = Sounds
    catalogue: Callable[[Path], Catalogue] = _catalogue
    solver: Callable[[Callable[[], None]], SolverClient] = _solver
    narrate: Callable[[str], None] | None = None
    """Receives everything the player is told, line by line, if narration is on."""
    voice: Voice | None = None
    """Speaks the same, if that is wanted."""
    reader: Callable[[Callable[[], None], Callable[[], int | None]], ScreenReader | None] = _reader
    """Connects a screen reader, given what it calls when it appears, and the window's handle."""
    connects_reader_first: bool = sys.platform in ("win32", "darwin")
    """Whether that has to be done before the window is seen."""
    ask_wishes: Callable[[Callable[[SystemWishes], None]], None] = _wishes
    """Asks the system for contrast and motion, and tells the answer in another thread."""
    language: Callable[[str, Path], Translator] = _language
    """Loads a language by its code, or the system's. May raise StorageError."""
    saves_folder: Callable[[], Path] = saved_games_folder
    show_folder: Callable[[Path | str], Callable[[], int | None]] = _show_folder
    leave_signals: Callable[[], None] = end_at_once_when_told
    write_faults_down: Callable[[Path], None] = write_faults_down
    first_frame_seen: Callable[[], None] = say_first_frame
