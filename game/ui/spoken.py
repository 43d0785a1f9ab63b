"""Descriptions of screens and widgets for players who do not see them: names, values, lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.message import joined, labelled, msg_p

BUTTON_ROLE = "button"
PLAY_OR_PAUSE = msg_p("a button", "Play or pause")
"""What a button is called that is labelled by what it would do next."""
PLAYS, IS_PAUSED = msg_p("a replay", "It plays."), msg_p("a replay", "It is paused.")
CLOSED = (".", "!", "?", "…", ":")


class WidgetDescription(NamedTuple):
    """A widget that has the keyboard."""

    name: str
    value: str = ""
    more: str = ""
    """Further description, read when it gets the focus."""
    role: str = ""
    """Its role for a screen reader, if it is a button."""
    place: tuple[int, int] = (0, 0)
    """Which it is among how many, counted from 1, for a screen reader; none where that means nothing."""

    def is_like(self, other: WidgetDescription | None) -> bool:
        """Whether another one differs in nothing but its place."""
        return other is not None and self == other._replace(place=self.place)

    def told(self, before: WidgetDescription | None) -> str:
        """What is read of it after the previous focus.

        >>> sound = WidgetDescription("Sound", "70 %", "How loud cards are.")
        >>> sound.told(None)
        'Sound: 70 %. How loud cards are.'
        >>> sound._replace(value="60 %").told(sound)
        'Sound: 60 %'
        """
        words = self.name or self.value
        if self.name and self.value:
            words = labelled(self.name, self.value)
        if not self.more or (before is not None and before.name == self.name):
            return words
        return joined(" ", [closed(words), self.more])


class ScreenDescription(NamedTuple):
    """Description of a screen or its panel."""

    title: str
    lines: Sequence[str] = ()
    focus: WidgetDescription | None = None


def closed(words: str) -> str:
    """Words with a full stop where they end without any."""
    return words if words.endswith(CLOSED) else joined("", [words, "."])
