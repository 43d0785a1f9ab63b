"""Three Shuffles and a Draw a second time, from its text alone; must not import the game's rules."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.referee_record import MASK, PACK, Untimed, shuffle

RANKS = "A23456789TJQK"


class ThreeShufflesTable(Untimed):
    """Foundations and fans as lists of card names, with the deals and draws so far."""

    options: ClassVar[dict[str, Any]] = {"early": "no"}

    def __init__(
        self, options: dict[str, Any], number: int, deck: list[str] | None, piles: dict[str, list[str]]
    ) -> None:
        self.early, self.number = options["early"] == "yes", number
        self.deals, self.draw_spent = 1, False
        names = [f"f{n}" for n in range(1, 5)] + [f"t{n}" for n in range(1, 19)]
        self.piles = {name: list(piles.get(name, [])) for name in names}
        if deck is not None:
            self.deal(deck)

    def deal(self, cards: list[str]) -> None:
        for n in range(18):
            self.piles[f"t{n + 1}"] = cards[3 * n : 3 * n + 3]

    def fans(self) -> dict[str, list[str]]:
        return {name: cards for name, cards in self.piles.items() if name[0] == "t"}

    def card_moves(self) -> set[str]:
        found = set()
        for name, fan in self.fans().items():
            if not fan:
                continue
            rank, suit = RANKS.index(fan[-1][0]), fan[-1][1]
            foundation = f"f{'CDHS'.index(suit) + 1}"
            if len(self.piles[foundation]) == rank:
                found.add(f"{name}>{foundation}")
            for other, onto in self.fans().items():
                if onto and onto[-1][1] == suit and RANKS.index(onto[-1][0]) == rank + 1:
                    found.add(f"{name}>{other}")
        return found

    def legal(self) -> set[str]:
        found = self.card_moves()
        cards_left = any(self.fans().values())
        stuck = not found
        if self.deals == 3 and not self.draw_spent:
            for name, fan in self.fans().items():
                found |= {f"{name}>{name}:{k}" for k in range(2, len(fan) + 1)}
        if self.deals < 3 and cards_left and (self.early or stuck):
            found.add("stock")
        return found

    def do(self, action: str) -> None:
        self.is_final = action == "stock"
        if action == "stock":
            left = {card for fan in self.fans().values() for card in fan}
            state = (self.number + self.deals * 0xD1B54A32D192ED03) & MASK
            self.deal(shuffle([card for card in PACK if card in left], state))
            self.deals += 1
            return
        where, _, count = action.partition(":")
        source, target = where.split(">")
        self.draw_spent |= source == target
        self.piles[target].append(self.piles[source].pop(-int(count or 1)))

    def outcome(self) -> str:
        if sum(len(self.piles[f"f{n}"]) for n in range(1, 5)) == 52:
            return "won"
        return "lost" if self.deals == 3 and self.draw_spent and not self.card_moves() else "playing"

    def may_undo_after(self, outcome: str) -> bool:
        return outcome == "lost"

    def result(self, _unused_ms: int) -> dict[str, Any]:
        home = sum(len(self.piles[f"f{n}"]) for n in range(1, 5))
        return {"score": home, "total": home, "home": home, "stacks": None}
