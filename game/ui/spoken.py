"""Descriptions of screens and widgets for players who do not see them: names, values, lines."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from game.message import joined, labelled, msg_p

PLAY_OR_PAUSE = msg_p("a button", "Play or pause")
"""Spoken name of a button that is labelled by its next action."""
PLAYS, IS_PAUSED = msg_p("a replay", "Playing."), msg_p("a replay", "Paused.")
CLOSED = (".", "!", "?", "…", ":")


class Role(Enum):
    """Role of a widget for a screen reader."""

    ITEM = auto()  # something to be read
    ROW = auto()  # of a list; state: which it is of how many
    BUTTON = auto()  # with a value it cannot be pressed now
    MENU = auto()  # a button that opens more
    SWITCH = auto()  # state: whether it is on
    CHECK = auto()  # the same for a button that stays down
    RADIO = auto()  # state: which choice it is of how many, or of a single button whether it is the one
    TAB = auto()  # the same where another page is shown
    SPIN = auto()  # state: its value, the least and the most
    SLIDER = auto()  # state: its value, the least and the most
    ENTRY = auto()  # state: its text, and where a selection begins and the caret is
    CARD = auto()  # state: its pile, and its place there


class WidgetDescription(NamedTuple):
    """A widget that has the keyboard."""

    name: str
    value: str = ""
    more: str = ""
    """Further description, read when it gets the focus."""
    role: Role = Role.ITEM
    """Role for a screen reader."""
    place: tuple[int, int] = (0, 0)
    """Which it is among how many, counted from 1, for a screen reader; none where that means nothing."""
    state: tuple[int | str, ...] = ()
    """State, as its role defines it."""
    parts: tuple[WidgetDescription, ...] = ()
    """Every part of the one control that it is part of, in order."""

    def is_like(self, other: WidgetDescription | None) -> bool:
        """Whether another one differs in nothing but its place, and what is not told in words."""
        return other is not None and self == other._replace(
            place=self.place, state=self.state, parts=self.parts
        )

    def told(self, before: WidgetDescription | None) -> str:
        """Returns the text that is read of it after `before`, the previous focus.

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


class FigureTable(NamedTuple):
    """Figures in rows, as a screen reader has them: the first cell of a row is its heading."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    lines: Sequence[str] = ()
    """The same, line by line."""


class ScreenDescription(NamedTuple):
    """Description of a screen or its panel."""

    title: str
    lines: Sequence[str] = ()
    focus: WidgetDescription | None = None
    piles: Sequence[tuple[str, Sequence[str]]] = ()
    """Of a table the piles, by name, with the names of their cards."""
    figures: FigureTable | None = None
    """Which of the lines are a table."""
    brief: int = 0
    """So many lines are told when it is seen first, and the others can be walked; 0 leaves that open."""


def closed(words: str) -> str:
    """Words with a full stop where they end without any."""
    return words if words.endswith(CLOSED) else joined("", [words, "."])
