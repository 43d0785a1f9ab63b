"""How hard a deal shall be, as a choice in a form.

Knows the words; must not know what a difficulty means, nor any form.
"""

from __future__ import annotations

from game.message import msg_p, verbatim
from game.play.difficulty import Difficulty

ANY = "any"
DIFFICULTIES = (
    (msg_p("difficulty", "Any"), ANY),
    *((verbatim(each.value).capitalised(), each.value) for each in Difficulty),
)
"""What is read, and the word for it."""


def difficulty_named(word: str) -> Difficulty | None:
    """The difficulty of a choice, None for any."""
    return None if word == ANY else Difficulty(word)
