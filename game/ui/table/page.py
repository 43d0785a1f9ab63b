"""What stands on a game's rules page. Knows words only."""

from __future__ import annotations

from typing import NamedTuple


class Page(NamedTuple):
    """The goal in a sentence, rules and strategy in short paragraphs, and controls as (how, what)."""

    goal: str
    rules: tuple[str, ...]
    controls: tuple[tuple[str, str], ...]
    strategy: tuple[str, ...] = ()


EVERYWHERE: tuple[tuple[str, str], ...] = (
    ("Arrows", "move the cursor"),
    ("Enter or Space", "picks up, and drops"),
    ("Tab", "next card that can be played"),
    ("T", "tells time, score and what is left"),
    ("U, Ctrl+Z or Backspace", "takes back"),
    ("R, Ctrl+Y", "brings back"),
    ("N, B", "new game, the same deal from its start"),
    ("Ctrl+S, Ctrl+O", "saves to a file, opens one"),
    ("M", "sound off, and on again (Ctrl+M where text is typed)"),
    ("F11", "full screen"),
    ("F1", "this page"),
)
"""Controls that every game has."""
