"""The rules of Solitaire Rush a second time, from their text alone; must not import the game's rules."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.referee_record import PACK

RANKS = "A23456789TJQK"
ARRIVAL = dict(zip(RANKS, [50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 5, 5, 5], strict=True))
HOMES = {"C": "f1", "D": "f2", "H": "f3", "S": "f4"}
COLUMNS = [f"t{number}" for number in range(1, 8)]
PLACES = ["stock", "waste", *HOMES.values(), *COLUMNS]


class RushTable:
    """Hand, waste, foundations and columns as lists of card names, with what has been earned."""

    options: ClassVar[dict[str, Any]] = {"draw": 3, "limit": 300}
    goes_on = is_final = False
    has_end = True
    pack = PACK

    def __init__(
        self, options: dict[str, Any], number: int, deck: list[str] | None, piles: dict[str, list[str]]
    ) -> None:
        limit = options["limit"]
        self.draw, self.limit_ms = options["draw"], None if limit == "none" else 1000 * limit
        self.takes_all_back = options.get("undo") == "free"
        self.piles = {name: list(piles.get(name, [])) for name in PLACES}
        if deck is not None:
            self.deal(list(deck))
        self.score = self.returns = 0
        self.paid = {card for home in HOMES.values() for card in self.piles[home]}
        self.check()

    def deal(self, left: list[str]) -> None:
        """Deals seven rows, the first card of each face up."""
        for row in range(7):
            for column in range(row, 7):
                card = left.pop(0)
                self.piles[COLUMNS[column]].append(card if column == row else f"({card})")
        self.piles["stock"] = [f"({card})" for card in reversed(left)]

    def check(self) -> None:
        """All cards are there, each as it may lie."""
        laid = [card.strip("()") for cards in self.piles.values() for card in cards]
        assert sorted(laid) == sorted(PACK)
        assert all(card[0] == "(" for card in self.piles["stock"])
        assert not any(card[0] == "(" for card in self.piles["waste"])
        for suit, home in HOMES.items():
            assert self.piles[home] == [rank + suit for rank in RANKS][: len(self.piles[home])]
        for column in COLUMNS:
            is_open = [card[0] != "(" for card in self.piles[column]]
            assert is_open == sorted(is_open)

    def is_solved(self) -> bool:
        unseen = any(card[0] == "(" for column in COLUMNS for card in self.piles[column])
        return not unseen and not self.piles["stock"] and len(self.piles["waste"]) <= 1

    def legal(self) -> set[str]:
        found = {"stock"} if self.piles["stock"] or self.piles["waste"] else set()
        for source in (*COLUMNS, "waste", *HOMES.values()):
            cards = self.piles[source]
            for count in range(1, 1 + (len(cards) if source in COLUMNS else min(1, len(cards)))):
                unit = cards[-count:]
                if unit[0][0] == "(" or not all(map(builds, unit[1:], unit)):
                    break
                many = "" if count == 1 else f":{count}"
                targets = [name for name in COLUMNS if name != source and self.takes(name, unit[0])]
                found |= {f"{source}>{target}{many}" for target in targets}
                home = self.piles[HOMES[unit[0][1]]]
                if count == 1 and source not in HOMES.values() and unit[0][0] == RANKS[len(home)]:
                    found.add(f"{source}>{HOMES[unit[0][1]]}")
        return {action for action in found if ">f" in action} if self.is_solved() else found

    def takes(self, column: str, card: str) -> bool:
        """Whether a card may be laid on a column."""
        cards = self.piles[column]
        return builds(card, cards[-1]) if cards else card[0] == "K"

    def do(self, action: str) -> None:
        self.is_final = False
        if action == "stock":
            self.tap()
            return
        where, _, count = action.partition(":")
        source, target = where.split(">")
        left, taken = self.piles[source], self.piles[source][-int(count or 1) :]
        del left[-len(taken) :]
        self.piles[target] += taken
        if source == "waste":
            self.earn(10)
        if source in HOMES.values():
            self.earn(-10)
        if target in HOMES.values() and taken[0] not in self.paid:
            self.paid = {*self.paid, taken[0]}
            self.earn(ARRIVAL[taken[0][0]])
        if source in COLUMNS and left and left[-1][0] == "(":
            left[-1] = left[-1].strip("()")
            self.earn(10)
            self.is_final = not self.takes_all_back

    def tap(self) -> None:
        """Turns cards of the hand, or takes the waste back."""
        hand, waste = self.piles["stock"], self.piles["waste"]
        if hand:
            self.is_final = not self.returns and not self.takes_all_back
            for _ in range(min(self.draw, len(hand))):
                waste.append(hand.pop().strip("()"))
            return
        self.piles["stock"], self.piles["waste"] = [f"({card})" for card in reversed(waste)], []
        self.returns += 1
        self.earn(-100 if self.draw == 1 else -20 if self.returns >= 3 else 0)

    def earn(self, points: int) -> None:
        self.score = max(0, self.score + points)

    def home(self) -> int:
        return sum(len(self.piles[home]) for home in HOMES.values())

    def outcome(self) -> str:
        return "won" if self.home() == 52 else "playing"

    def may_undo_after(self, outcome: str) -> bool:
        return False

    def result(self, unused_ms: int) -> dict[str, Any]:
        twice = 2 * (unused_ms // 1000) * self.home()
        bonus = twice // 104 + (twice % 104 >= 52)
        total = self.score + bonus
        return {"score": self.score, "time_bonus": bonus, "total": total, "home": self.home(), "stacks": None}


def builds(upper: str, lower: str) -> bool:
    """Whether a card may lie on one that is one higher and of the other colour."""
    if "(" in upper + lower:
        return False
    return RANKS.index(upper[0]) + 1 == RANKS.index(lower[0]) and (upper[1] in "DH") != (lower[1] in "DH")
