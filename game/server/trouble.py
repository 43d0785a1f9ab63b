"""Trouble of the server as lines of its log: each sentence once a minute, however often it is met.

Knows sentences and moments; must not know what is troubled.
"""

from __future__ import annotations

import logging

from game.server.clock import Now

AGAIN_MS = 60_000
MOST_REMEMBERED = 50


class Trouble:
    """What was said of late."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._log = logging.getLogger("patience.server")
        self._said: dict[str, int] = {}

    def tell(self, text: str) -> None:
        """Says what is wrong, unless it was said of late."""
        now = self._now()
        if now - self._said.get(text, now - AGAIN_MS) < AGAIN_MS:
            return
        if len(self._said) >= MOST_REMEMBERED:
            self._said.clear()
        self._said[text] = now
        self._log.warning("%s", text)
