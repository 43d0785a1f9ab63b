"""Words that a game declares: the unit of its result, its landmarks, and the names of its piles.

A pile is never named in a sentence by its bare name: other languages have a case or an article there, so each
role that it has in a sentence is a phrase of its own.
"""

from __future__ import annotations

from typing import NamedTuple

from game.message import Message, msg, msg_n, msg_p

NOTHING = Message("")


class Unit(NamedTuple):
    """Unit of a game's result; `counts` are messages that count, see `msg_n`.

    >>> unit = STACKS_LEFT
    >>> unit.counted(9), unit.counted_in_full(1), unit.full
    ('9 stacks', '1 stack left', 'stacks left')
    """

    many: Message
    """The plural: `stacks`."""
    full: Message
    """The plural with its state: `stacks left`."""
    counts: Message
    counts_in_full: Message
    fewest: Message = msg_p("the best result", "Fewest")
    """Name of the lowest result if the fewest is best: `Fewest stacks`."""

    def counted(self, count: int) -> Message:
        """The unit with a number: `1 stack`, `9 stacks`."""
        return self.counts.counting(count)

    def counted_in_full(self, count: int) -> Message:
        """The unit with a number and its state: `1 stack left`."""
        return self.counts_in_full.counting(count)


POINTS = Unit(
    many=msg_p("a unit", "points"),
    full=msg_p("a unit", "points"),
    counts=msg_n("{count} point", "{count} points", 0),
    counts_in_full=msg_n("{count} point", "{count} points", 0),
)
CARDS_HOME = Unit(
    many=msg_p("a unit", "cards"),
    full=msg("cards home"),
    counts=msg_n("{count} card", "{count} cards", 0),
    counts_in_full=msg_n("{count} card home", "{count} cards home", 0),
)
STACKS_LEFT = Unit(
    many=msg_p("a unit", "stacks"),
    full=msg("stacks left"),
    counts=msg_n("{count} stack", "{count} stacks", 0),
    counts_in_full=msg_n("{count} stack left", "{count} stacks left", 0),
    fewest=msg("Fewest stacks"),
)


class PilePhrases(NamedTuple):
    """A pile's name, and its phrases for its roles in a sentence, each empty if no move leads to it.

    `{number}` counts the piles of its kind from 1 on.
    """

    name: Message
    """`column 3`, alone or at the beginning."""
    source: Message
    """Origin of cards: `from column 3`."""
    within: Message = NOTHING
    """Location of a card: `in column 3`."""
    space: Message = NOTHING
    """Destination that is empty: `to the empty column 3`."""
    top: Message = NOTHING
    """Destination of a card lifted to the top: `to the top of column 3`."""

    def numbered(self, number: int) -> PilePhrases:
        """Returns the words of the pile with a number."""
        return PilePhrases(*(phrase.with_parts(number=number) for phrase in self))


STOCK_WORDS = PilePhrases(msg("the stock"), msg("from the stock"))
HAND_WORDS = PilePhrases(msg("the stock"), msg("from the stock"))
DECK_WORDS = PilePhrases(msg("the deck"), msg("from the deck"))
WASTE_WORDS = PilePhrases(
    *(msg("the waste"), msg("from the waste"), msg("in the waste")),
    *(msg("to the empty waste"), msg("to the top of the waste")),
)
FOUNDATION_WORDS = (
    PilePhrases(msg("the foundation of clubs"), msg("from the foundation of clubs")),
    PilePhrases(msg("the foundation of diamonds"), msg("from the foundation of diamonds")),
    PilePhrases(msg("the foundation of hearts"), msg("from the foundation of hearts")),
    PilePhrases(msg("the foundation of spades"), msg("from the foundation of spades")),
)
"""One for each suit."""
PLACE_WORDS = PilePhrases(msg("place {number}"), msg("from place {number}"))
CELL_WORDS = PilePhrases(
    *(msg("cell {number}"), msg("from cell {number}"), msg("in cell {number}")),
    space=msg("to the empty cell {number}"),
)
COLUMN_WORDS = PilePhrases(
    *(msg("column {number}"), msg("from column {number}"), msg("in column {number}")),
    *(msg("to the empty column {number}"), msg("to the top of column {number}")),
)
FAN_WORDS = PilePhrases(
    *(msg("fan {number}"), msg("from fan {number}"), msg("in fan {number}")),
    top=msg("to the top of fan {number}"),
)
STACK_WORDS = PilePhrases(msg("stack {number}"), msg("from stack {number}"), msg("in stack {number}"))


class PileNames(NamedTuple):
    """Names of a game's piles."""

    stock: PilePhrases = STOCK_WORDS
    waste: PilePhrases = WASTE_WORDS
    foundations: tuple[PilePhrases, ...] = FOUNDATION_WORDS
    """Foundations in order, repeated if there are more."""
    column: PilePhrases = COLUMN_WORDS
    cell: PilePhrases = CELL_WORDS
    is_spread: bool = True
    """Whether more of a column can be seen than its last card."""


class Landmark(NamedTuple):
    """An event worth finding again in a replay."""

    name: Message
    done: Message = NOTHING
    """The stock action that is this landmark in words, if they say more than the cards turned."""
    said: Message = NOTHING
    """The sentence at the table when it has happened; `{cards}` are those turned up."""
    deals_anew: bool = False
    """Whether the whole table changes, so that the player wants to look at it."""


SUIT_COMPLETE = Landmark(msg("a suit is complete"))
NOT_HOME_YET = msg("{card} cannot go home yet: {lower} first.")
NOT_FOR_SUIT = (
    msg("That foundation is not for clubs."),
    msg("That foundation is not for diamonds."),
    msg("That foundation is not for hearts."),
    msg("That foundation is not for spades."),
)
"""Refusals by suit of the card."""
ON_RANK = (
    NOTHING,
    *(msg("on an ace"), msg("on a two"), msg("on a three"), msg("on a four")),
    *(msg("on a five"), msg("on a six"), msg("on a seven"), msg("on an eight")),
    *(msg("on a nine"), msg("on a ten"), msg("on a jack"), msg("on a queen")),
    msg("on a king"),
)
"""Phrases for any card of a rank, ace to king from 1 on, as the card that another goes on."""
IN_RANK = (
    NOTHING,
    *(msg("in an ace"), msg("in a two"), msg("in a three"), msg("in a four")),
    *(msg("in a five"), msg("in a six"), msg("in a seven"), msg("in an eight")),
    *(msg("in a nine"), msg("in a ten"), msg("in a jack"), msg("in a queen")),
    msg("in a king"),
)
"""The same ranks as the end of a column."""
