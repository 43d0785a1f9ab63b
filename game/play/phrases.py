"""Small phrases that many texts are made of: counted words.

Knows words and numbers; must not know any game.
"""

from __future__ import annotations


def many(count: int, word: str) -> str:
    """A number with its word: `1 round`, `2 rounds`."""
    return f"{count} {word}{'' if count == 1 else 's'}"
