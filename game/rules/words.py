"""What a game declares of itself for texts: the unit of its result, its landmarks, the names of its piles.

Knows words; must not know any game nor where the words are written.
"""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """What the result of a game is counted in, for one and for many of it.

    >>> unit = Unit("stack", "stacks", "left")
    >>> unit.counted(9), unit.counted_in_full(1), unit.full
    ('9 stacks', '1 stack left', 'stacks left')
    """

    one: str
    many: str
    state: str = ""
    """What follows where there is room for it."""

    def counted(self, count: int) -> str:
        """So many: `1 stack`, `9 stacks`."""
        return f"{count} {self.one if count == 1 else self.many}"

    def counted_in_full(self, count: int) -> str:
        """So many with their state: `1 stack left`."""
        return f"{self.counted(count)} {self.state}".rstrip()

    @property
    def full(self) -> str:
        """Many of it with its state: `stacks left`."""
        return f"{self.many} {self.state}".rstrip()


class PileNames(NamedTuple):
    """What piles are called in a sentence; `{number}` counts from 1 on, `{suit}` is a foundation's."""

    stock: str = "the stock"
    waste: str = "the waste"
    foundation: str = "the foundation of {suit}"
    column: str = "column {number}"
    is_spread: bool = True
    """Whether more is seen of a column than its last card."""


POINTS = Unit("point", "points")
CARDS_HOME = Unit("card", "cards", "home")
STACKS_LEFT = Unit("stack", "stacks", "left")


class Landmark(NamedTuple):
    """What is worth finding again in a replay."""

    name: str
    done: str = ""
    """What a stock action that is this landmark does, in words, where they say more than the cards turned."""
    said: str = ""
    """The same as the table says it when it has happened; `{cards}` are those that were turned up."""
    deals_anew: bool = False
    """Whether the whole table is another afterwards, which one wants to look at."""


SUIT_COMPLETE = Landmark("a suit is complete")
