"""What stands on a game's rules page. Knows words only."""

from __future__ import annotations

from typing import NamedTuple

from game.message import Message, msg, verbatim


class Page(NamedTuple):
    """The goal in a sentence, rules and strategy in short paragraphs, and controls as (how, what).

    A paragraph that names a side of the table says `{further}` for it.
    """

    goal: str
    rules: tuple[str, ...]
    controls: tuple[tuple[str, str], ...]
    strategy: tuple[str, ...] = ()
    where_mirrored: tuple[str, ...] = ()
    """What is said besides of a table that is mirrored."""

    def seen(self, is_mirrored: bool) -> Page:
        """The page beside a table that is mirrored or not: left is left on the screen."""
        further = further_left(is_mirrored)

        def told(paragraphs: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(
                each.with_parts(further=further) if isinstance(each, Message) else each for each in paragraphs
            )

        rules = (*self.rules, *(self.where_mirrored if is_mirrored else ()))
        return self._replace(rules=told(rules), strategy=told(self.strategy))


def further_left(is_mirrored: bool) -> Message:
    """In which direction the columns of lower numbers lie."""
    # Translators: it stands for a side in “move the one further left”.
    return msg("further right") if is_mirrored else msg("further left")


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
