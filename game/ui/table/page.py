"""What stands on a game's rules page. Knows words only."""

from __future__ import annotations

from typing import NamedTuple

from game.message import msg, verbatim


class Page(NamedTuple):
    """The goal in a sentence, rules and strategy in short paragraphs, and controls as (how, what)."""

    goal: str
    rules: tuple[str, ...]
    controls: tuple[tuple[str, str], ...]
    strategy: tuple[str, ...] = ()


EVERYWHERE: tuple[tuple[str, str], ...] = (
    (msg("Arrows"), msg("move the cursor")),
    (msg("Enter or Space"), msg("picks up, and drops")),
    (msg("Tab"), msg("next card that can be played")),
    (verbatim("T"), msg("tells time, score and what is left")),
    (msg("U, Ctrl+Z or Backspace"), msg("takes back")),
    (msg("R, Ctrl+Y"), msg("brings back")),
    (verbatim("N, B"), msg("new game, the same deal from its start")),
    (msg("Ctrl+S, Ctrl+O"), msg("saves to a file, opens one")),
    (verbatim("M"), msg("sound off, and on again (Ctrl+M where text is typed)")),
    (verbatim("F11"), msg("full screen")),
    (verbatim("F1"), msg("this page")),
)
"""Controls that every game has."""
