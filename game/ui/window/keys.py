"""Keys of any keyboard as the program asks for them: Latin letters, and Ctrl for a Mac's ⌘."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pygame

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
