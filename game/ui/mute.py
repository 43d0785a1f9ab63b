"""The mute key, on every screen: all sounds off, and on again as they were."""

from __future__ import annotations

import pygame

from game.message import msg
from game.storage.files import StorageError
from game.ui.screen import Context, Screen


def is_mute_key(event: pygame.event.Event, screen: Screen) -> bool:
    """Whether a key mutes the sound: M, or Ctrl+M where M is a letter or a question."""
    if event.mod & pygame.KMOD_ALT:
        return False
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        return True
    is_asked = screen.is_asked_by_letters and not event.mod & pygame.KMOD_SHIFT
    return not screen.is_typed_into and not is_asked


def switch_mute(context: Context) -> str:
    """Turns all sounds off, or on again, and keeps that; returns the sentence that says so."""
    settings = context.settings
    settings.muted = not settings.muted
    if settings.muted:
        context.sounds.hush()
    try:
        context.profile.save()
    except StorageError as error:
        return msg("The settings cannot be saved: {reason}.", reason=str(error))
    if settings.muted:
        return (
            msg("Sound is off. Ctrl+M turns it on again.")
            if context.is_heard
            else msg("Sound is off. M turns it on again.")
        )
    if settings.volume:
        return msg("Sound is on.")
    # Translators: Settings is the page.
    return msg("Sound is on, but its volume is 0: you can change it in “Settings”.")
