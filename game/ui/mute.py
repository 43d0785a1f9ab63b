"""The mute key, on every screen: all sounds off, and on again as they were.

Knows the key, the settings and what is said; must not know which screen is on top.
"""

from __future__ import annotations

import pygame

from game.message import msg
from game.storage.files import StorageError
from game.ui.scene import Scene, Stage


def is_mute_key(event: pygame.event.Event, scene: Scene) -> bool:
    """Whether M is pressed for the sound; where it is a letter to be typed, Ctrl+M is."""
    if event.mod & pygame.KMOD_ALT:
        return False
    return bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)) or not scene.is_typed_into


def switch_mute(stage: Stage) -> str:
    """Turns all sounds off, or on again, and keeps that; returns the sentence that says so."""
    settings = stage.settings
    settings.muted = not settings.muted
    if settings.muted:
        stage.sounds.hush()
    try:
        stage.profile.save()
    except StorageError as error:
        return msg("The settings cannot be kept: {reason}.", reason=str(error))
    if settings.muted:
        return msg("Sound is off. M turns it on again.")
    if settings.volume:
        return msg("Sound is on.")
    # Translators: Settings is the page.
    return msg("Sound is on, but its volume is 0: Settings change it.")
