"""The clipboard of the desktop, as far as text is put there. Knows nothing of what is copied."""

from __future__ import annotations

import pygame


def copy_text(text: str) -> bool:
    """Puts a text on the clipboard; returns whether that could be done."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True
