"""The decks of cards there are to choose from: where their drawings lie, and how large their index is.

The index is the rank and the suit in a corner. Knows numbers and names of files; must not know pygame,
piles or players. The shares are those of `tools/artwork/cards.py`, where a card is 250 x 350 units.
"""

from __future__ import annotations

from typing import NamedTuple

from game.message import msg_p
from game.ui.drawing.layout import STANDARD_INDEX, IndexSize


class Deck(NamedTuple):
    """A way to print the cards. Shares are of a card's height or width."""

    name: str
    folder: str
    """The beginning of the folders' names, which end with the colours."""
    index_size: IndexSize
    rank_height: float
    """How high the rank is, as a share of a card's width."""

    def face(self, card_name: str, four_colours: bool) -> str:
        """The file of a face, such as `TH`, within the folder of the program's files."""
        colours = "four-colour" if four_colours else "two-colour"
        return f"cards/{self.folder}{colours}/{card_name}.svg"


DECKS = {
    "standard": Deck(msg_p("deck", "Standard"), "", STANDARD_INDEX, 44 / 250),
    "large": Deck(msg_p("deck", "Large print"), "large-", IndexSize(rank_down=0.2, across=0.3), 76 / 250),
}


class CardChoice(NamedTuple):
    """How a player wants the cards to look."""

    deck: str = "standard"
    four_colours: bool = False
    back: str = "lozenges"


BACKS = {
    "lozenges": msg_p("back of the cards", "Blue"),
    "scales": msg_p("back of the cards", "Red"),
    "star": msg_p("back of the cards", "Teal"),
}
"""The backs, and what each is called."""


def back_file(name: str) -> str:
    """The file of a back within the folder of the program's files."""
    return f"cards/backs/{name}.svg"
