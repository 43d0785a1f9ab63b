"""Short sounds; silent if there is no sound device."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from game.storage.profile import Settings


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
GROUPS: dict[str, tuple[str, ...]] = {
    "card_sounds": ("pick", "place", "flip", "deal", "shuffle"),
    "warning_sounds": ("refuse", "tick"),
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
