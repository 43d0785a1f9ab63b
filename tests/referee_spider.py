"""The rules of Spider a second time, from their text alone; must not import the game's rules."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, ClassVar

from tests.referee_record import Untimed

RANKS = "A23456789TJQK"
SUITS = {4: "CDHSCDHS", 2: "SHSHSHSH", 1: "SSSSSSSS"}
COLUMNS = [f"t{n}" for n in range(1, 11)]
REMOVED = [f"f{n}" for n in range(1, 9)]


class SpiderTable(Untimed):
    """Stock, removed suits and columns as lists of card names; a card face down in brackets."""

    options: ClassVar[dict[str, Any]] = {"suits": 4}
    goes_on = True

    def __init__(
        self, options: dict[str, Any], number: int, deck: list[str] | None, piles: dict[str, list[str]]
    ) -> None:
        self.pack = [rank + suit for suit in SUITS[options["suits"]] for rank in RANKS]
        self.piles = {name: list(piles.get(name, [])) for name in ("stock", *REMOVED, *COLUMNS)}
        if deck is not None:
            self.deal(list(deck))

    def deal(self, left: list[str]) -> None:
        """Deals four rows and four cards face down, and a row face up."""
        for name in (*COLUMNS * 4, "t1", "t4", "t7", "t10"):
            self.piles[name].append(f"({left.pop(0)})")
        for name in COLUMNS:
            self.piles[name].append(left.pop(0))
        self.piles["stock"] = [f"({text})" for text in reversed(left)]

    def columns(self) -> list[list[str]]:
        return [self.piles[name] for name in COLUMNS]

    def removed(self) -> int:
        return sum(bool(self.piles[name]) for name in REMOVED)

    def legal(self) -> set[str]:
        found = {"stock"} if self.piles["stock"] and all(self.columns()) else set()
        free = [name for name in REMOVED if not self.piles[name]]
        for source in COLUMNS:
            cards = self.piles[source]
            for count in range(1, len(cards) + 1):
                unit = cards[-count:]
                if not moves_as_a_unit(unit):
                    break
                many = "" if count == 1 else f":{count}"
                if count == 13:
                    found.add(f"{source}>{free[0]}:13")
                for target in COLUMNS:
                    ground = self.piles[target]
                    if target != source and (not ground or is_next(unit[0], ground[-1])):
                        found.add(f"{source}>{target}{many}")
        return found

    def do(self, action: str) -> None:
        if action == "stock":
            for cards in self.columns():
                cards.append(self.piles["stock"].pop().strip("()"))
            return
        where, _, count = action.partition(":")
        source, target = (self.piles[name] for name in where.split(">"))
        taken = [source.pop() for _ in range(int(count or 1))]
        target += reversed(taken)
        if source:
            source[-1] = source[-1].strip("()")

    def is_won(self) -> bool:
        """Whether eight suits are removed or assembled, with nothing in the stock or face down."""
        if self.piles["stock"] or any("(" in text for cards in self.columns() for text in cards):
            return False
        return self.removed() + sum(map(assembled, self.columns())) == 8

    def outcome(self) -> str:
        return "won" if self.is_won() else "playing"

    def may_undo_after(self, outcome: str) -> bool:
        return outcome == "won"

    def score(self) -> int:
        """The points by the printed formula."""
        face_down = [sum("(" in text for text in cards) for cards in self.columns()]
        points = 10 * (44 - sum(face_down)) + 15 * face_down.count(0)
        if self.is_won():
            in_tableau = 8 - self.removed()
            return points + 50 * 8 + (2 * (in_tableau - 3) if in_tableau >= 4 else 0)
        pairs = [pair for cards in self.columns() for pair in pairwise(cards)]
        in_suit = sum(upper[-1] == lower[-1] and is_next(upper, lower) for lower, upper in pairs)
        return points + 2 * in_suit + 50 * self.removed()

    def result(self, _unused_ms: int) -> dict[str, Any]:
        home = sum(len(self.piles[name]) for name in REMOVED)
        return {"score": self.score(), "total": self.score(), "home": home, "stacks": None}


def assembled(cards: list[str]) -> int:
    """Number of suits from king to ace in a column, whatever else is there."""
    windows = [cards[at : at + 13] for at in range(len(cards) - 12)]
    return sum(window[0][0] == "K" and moves_as_a_unit(window) for window in windows)


def is_next(upper: str, lower: str) -> bool:
    """Whether both lie face up and `upper` is one rank below `lower`."""
    if "(" in upper + lower:
        return False
    return RANKS.index(upper[0]) + 1 == RANKS.index(lower[0])


def moves_as_a_unit(cards: list[str]) -> bool:
    """Whether cards are face up, descending by one, and of one suit."""
    if any("(" in text for text in cards) or len({text[-1] for text in cards}) > 1:
        return False
    return all(is_next(upper, lower) for lower, upper in pairwise(cards))
