"""The window, room by room: the only layer that knows pygame; it asks the rules."""

import os
import sys

# Before pygame is imported: no greeting on the terminal, signals left to the system (see `services`),
# and the class of the window, which is ours even when a program that uses pygame itself has started
# this one and left its own name here.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
os.environ["SDL_VIDEO_X11_WMCLASS"] = "patience-arcade"

LATER = ("pygame.mixer", "pygame.mixer_music", "pygame._debug", "pygame.system", "pygame.typing")
"""Parts of pygame that the first frame does not need; users import them (see `sounds`)."""
WANTED_BY_PARTS = ("importlib.resources",)
"""Modules with which pygame finds its files if they are there; it works without them (`pygame.pkgdata`)."""


def _import_pygame() -> None:
    """Imports pygame without what is needed later: a fifth of its time, and 4 MB.

    A module that is None in `sys.modules` cannot be imported (The Python Language Reference, 5.3.1), and
    pygame continues without it.
    """
    held_back = [name for name in (*LATER, *WANTED_BY_PARTS) if name not in sys.modules]
    try:
        for name in held_back:
            sys.modules[name] = None  # type: ignore[assignment]
        import pygame  # noqa: F401
    finally:
        for name in held_back:
            del sys.modules[name]


if "pygame" not in sys.modules:
    _import_pygame()
