"""The piles of a game: their names in the notation and what each is to a card player.

Knows piles; must not know what lies on them nor what may be moved.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class PileKind(Enum):
    """What a pile is to a card player."""

    STOCK = "stock"
    WASTE = "waste"
    FOUNDATION = "f"
    COLUMN = "t"


class Place(NamedTuple):
    """A pile's name in the notation (`t5`) and its kind."""

    name: str
    kind: PileKind


def places(
    stock: bool = False, waste: bool = False, foundations: int = 0, columns: int = 0
) -> tuple[Place, ...]:
    """The piles of a game in their order: stock, waste, `f1`…, `t1`…"""
    return (
        *([Place("stock", PileKind.STOCK)] if stock else []),
        *([Place("waste", PileKind.WASTE)] if waste else []),
        *(Place(f"f{index + 1}", PileKind.FOUNDATION) for index in range(foundations)),
        *(Place(f"t{index + 1}", PileKind.COLUMN) for index in range(columns)),
    )
