"""Keeps on disk where the player has put the window, so that it opens there again.

Knows a place, its file and time; must not know the window itself. While a window is being moved nothing is
written; once it has come to rest it is, because nothing waits for an orderly end.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path

import pygame

from game.storage.files import StorageError
from game.storage.lock import lock
from game.storage.window_place import WindowPlace, load_window_place, save_window_place
from game.ui.window.placing import beside

REST_S = 0.5
NEVER_S = float("inf")
TELLING = (
    *(pygame.WINDOWMOVED, pygame.WINDOWSIZECHANGED, pygame.WINDOWDISPLAYCHANGED),
    *(pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED),
)
"""The events after which the window may be elsewhere."""


class PlaceKeeper:
    """Remembers the place of one window; of several on one folder the one that was moved last counts."""

    def __init__(self, folder: Path, now_ns: Callable[[], int]) -> None:
        """`folder` holds the player's games and profile."""
        self._path = folder / "window.json"
        self._now_ns = now_ns
        self._rest_ns: int | None = None
        self._place: WindowPlace | None = None
        self._is_first = True
        self._lock = contextlib.ExitStack()
        with contextlib.suppress(OSError):  # where nothing can be kept every window is the first
            folder.mkdir(parents=True, exist_ok=True)
            self._is_first = lock(self._lock.enter_context((folder / "open.lock").open("ab")))

    def remembered(self) -> WindowPlace | None:
        """Where the window is to open; a little beside the place when another window may be there."""
        place = load_window_place(self._path)
        return place if place is None or self._is_first else beside(place)

    def begin(self, place: WindowPlace) -> None:
        """The window is there, which is no choice of the player's yet."""
        self._place = place

    def follow(self, events: Iterable[pygame.event.Event], place: Callable[[], WindowPlace]) -> None:
        """Looks whether the window may be elsewhere, and writes `place` once it has come to rest there."""
        if any(event.type in TELLING for event in events):
            self._rest_ns = self._now_ns() + int(REST_S * 1e9)
        elif self._rest_ns is not None and self._now_ns() >= self._rest_ns:
            self._write(place())

    @property
    def wake_in_s(self) -> float:
        """After which time `follow` wants to be called."""
        return NEVER_S if self._rest_ns is None else max(0.0, (self._rest_ns - self._now_ns()) / 1e9)

    def close(self, place: Callable[[], WindowPlace]) -> None:
        """Writes `place` if the window was moved a moment ago."""
        if self._rest_ns is not None:
            self._write(place())
        self._lock.close()

    def _write(self, place: WindowPlace) -> None:
        self._rest_ns = None
        if place != self._place:
            self._place = place
            with contextlib.suppress(StorageError):  # it opens then where it did this time
                save_window_place(self._path, place)
