"""The SDL that pygame has loaded, for the little that pygame does not hand on.

Knows where pygame keeps the library; must not know windows or scenes. Everything here may
be missing (a pygame built otherwise), and whoever asks goes on without.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pygame

_VIDEO = 0x20


def loaded_sdl() -> ctypes.CDLL | None:
    """SDL itself with the functions the window uses, or None when it is not found.

    They are `SDL_WaitEventTimeout`, which sleeps in the display's socket where
    `pygame.event.wait` looks 900 times a second, and `SDL_UpdateWindowSurfaceRects`.
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


def _places() -> Iterator[Path]:
    package = Path(pygame.__file__).parent
    yield from package.parent.glob("pygame_ce.libs/libSDL2-2*")
    yield from package.glob("SDL2.dll")
    yield from package.glob(".dylibs/libSDL2-2*")
