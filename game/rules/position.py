"""Positions, moves, the cards that travel between two positions, and the ways to build runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from game.cards import Card, card, number_copies
from game.message import Message, msg


class PileKind(Enum):
    """Kind of a pile, as a card player sees it."""

    STOCK = "stock"
    WASTE = "waste"
    FOUNDATION = "f"
    CELL = "c"
    COLUMN = "t"


class PileSpec(NamedTuple):
    """A pile's name in the notation (`t5`) and its kind."""

    name: str
    kind: PileKind


def pile_specs(
    stock: bool = False, waste: bool = False, foundations: int = 0, columns: int = 0, cells: int = 0
) -> tuple[PileSpec, ...]:
    """Returns the piles of a game in order: stock, waste, `f1`…, `c1`…, `t1`…"""
    return (
        *([PileSpec("stock", PileKind.STOCK)] if stock else []),
        *([PileSpec("waste", PileKind.WASTE)] if waste else []),
        *(PileSpec(f"f{index + 1}", PileKind.FOUNDATION) for index in range(foundations)),
        *(PileSpec(f"c{index + 1}", PileKind.CELL) for index in range(cells)),
        *(PileSpec(f"t{index + 1}", PileKind.COLUMN) for index in range(columns)),
    )


Pile = tuple[Card, ...]


class Move(NamedTuple):
    """A gesture: `count` cards from one pile to another, by index into the variant's piles."""

    source: int
    target: int
    count: int = 1  # type: ignore[assignment]  # hides tuple.count, which no move needs


STOCK = Move(-1, -1, 0)
"""The variant's one stock action: turn cards, deal a row, deal a card, or shuffle."""


class Position(NamedTuple):
    """Everything that the rules need and undo restores.

    `piles` are in the variant's order, bottom card first. `counters` has the variant's own counters (passes,
    points earned so far, shuffles spent), named by its NamedTuple of integers. Two positions are equal if a
    player could not tell them apart: which of two like cards is where makes no difference.
    """

    piles: tuple[Pile, ...]
    counters: tuple[int, ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.counters == other.counters and self.faces() == other.faces()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.faces(), self.counters))

    def faces(self) -> tuple[tuple[int, ...], ...]:
        """The piles as numbers that ignore which copy a card is."""
        return tuple(tuple(card.face for card in pile) for pile in self.piles)


class Travel(NamedTuple):
    """One card's path between two positions: from a place in a pile to another, turned or not."""

    card: Card  # as it lies afterwards
    source: int
    source_index: int
    target: int
    target_index: int
    turned: bool


def travels(before: Position, after: Position) -> list[Travel]:
    """Returns the cards that moved or turned between two positions of one game, in order of arrival.

    A card that kept its pile, its height in it and its side is not listed. Sorted by target pile, then bottom
    first, so that drawing them in this order overlaps correctly.
    """
    changed = [index for index, pile in enumerate(before.piles) if after.piles[index] is not pile]
    where = {
        laid.identity: (laid, pile, height)
        for pile in changed
        for height, laid in enumerate(before.piles[pile])
    }
    found = []
    for target in changed:
        for height, laid in enumerate(after.piles[target]):
            was, source, source_height = where[laid.identity]
            if was is not laid or source != target or source_height != height:
                turned = was is not laid
                found.append(Travel(laid, source, source_height, target, height, turned))
    return found


def pile_to_text(pile: Pile) -> str:
    """Formats the cards of a pile, bottom first: `(4D) JC TH`."""
    return " ".join([card.text for card in pile])


def piles_from_texts(texts: Sequence[str]) -> tuple[Pile, ...]:
    """Parses piles; like cards are numbered as copies in reading order.

    Raises:
        NotationError: a word is not a card, or one occurs more often than packs can have it.
    """
    read = [[card(word) for word in text.split(" ")] if text else [] for text in texts]
    numbered = iter(number_copies([laid for pile in read for laid in pile]))
    return tuple(tuple(next(numbered) for _ in pile) for pile in read)


FAULTS = (
    msg("a foundation of clubs cannot hold {card} there"),
    msg("a foundation of diamonds cannot hold {card} there"),
    msg("a foundation of hearts cannot hold {card} there"),
    msg("a foundation of spades cannot hold {card} there"),
)
"""Complaint, by suit, about a foundation that holds another card."""


def alternates(upper: Card, lower: Card) -> bool:
    """Whether `upper` may lie on `lower` in columns built down in alternating colours."""
    return upper.rank + 1 == lower.rank and upper.is_red != lower.is_red


def follows_in_suit(upper: Card, lower: Card) -> bool:
    """Whether `upper` is one lower than `lower` and of its suit."""
    return upper.rank + 1 == lower.rank and upper.suit == lower.suit


def is_run(cards: Pile, fits: Callable[[Card, Card], bool]) -> bool:
    """Whether all cards are face up and each `fits` on the one beneath it."""
    lower = None
    for upper in cards:
        if not upper.face_up or (lower is not None and not fits(upper, lower)):
            return False
        lower = upper
    return True


def goes_home(card: Card, foundation: Pile) -> bool:
    """Whether `card` is the next of its suit on `foundation`, ace first."""
    if not foundation:
        return card.rank == 1
    return card.suit == foundation[-1].suit and card.rank == foundation[-1].rank + 1


def foundation_fault(foundations: Iterable[Pile]) -> Message | None:
    """Returns what is wrong with the foundations of the four suits, in words, or None."""
    for suit, pile in enumerate(foundations):
        for height, laid in enumerate(pile):
            if not laid.face_up or laid.suit != suit or laid.rank != height + 1:
                return FAULTS[suit].with_parts(card=laid.up.text)
    return None


def turned_up(pile: Pile) -> Pile:
    """Returns the pile with its top card face up."""
    return (*pile[:-1], pile[-1].up) if pile and not pile[-1].face_up else pile


def hides_only_beneath(pile: Pile) -> bool:
    """Whether a column's face-down cards lie under at least one face-up card."""
    sides = [card.face_up for card in pile]
    return sides == sorted(sides) and all(sides[-1:])


def face_down_count(piles: Iterable[Pile]) -> int:
    """Counts the face-down cards in these piles."""
    return sum(not card.face_up for pile in piles for card in pile)
