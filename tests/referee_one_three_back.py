"""The rules of 1-3 Back a second time, from their text alone; must not import the game's rules."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.referee_record import Untimed


class OneThreeBackTable(Untimed):
    """The deck and the grid as lists of card names; every card of the deck in brackets."""

    options: ClassVar[dict[str, Any]] = {}

    def __init__(
        self, options: dict[str, Any], number: int, deck: list[str] | None, piles: dict[str, list[str]]
    ) -> None:
        names = ["stock"] + [f"t{n}" for n in range(1, 53)]
        self.piles = {name: list(piles.get(name, [])) for name in names}
        if deck is not None:
            self.piles["stock"] = [f"({card})" for card in reversed(deck)]

    def grid(self) -> list[list[str]]:
        return [cards for name, cards in self.piles.items() if name != "stock" and cards]

    def legal(self) -> set[str]:
        found = {"stock"} if self.piles["stock"] else set()
        tops = [stack[-1] for stack in self.grid()]
        for later in range(len(tops)):
            for back in (1, 3):
                earlier = later - back
                if earlier >= 0 and (
                    tops[later][0] == tops[earlier][0] or tops[later][1] == tops[earlier][1]
                ):
                    found.add(f"t{later + 1}>t{earlier + 1}")
        return found

    def do(self, action: str) -> None:
        grid, self.is_final = self.grid(), action == "stock"
        if action == "stock":
            grid.append([self.piles["stock"].pop().strip("()")])
        else:
            later, earlier = (int(name[1:]) - 1 for name in action.split(">"))
            grid[earlier] = grid[earlier] + grid.pop(later)
        for n in range(1, 53):
            self.piles[f"t{n}"] = grid[n - 1] if n <= len(grid) else []

    def outcome(self) -> str:
        return "playing" if self.legal() else "over"

    def may_undo_after(self, outcome: str) -> bool:
        return outcome == "over"

    def result(self, _unused_ms: int) -> dict[str, Any]:
        return {"score": None, "total": None, "home": 0, "stacks": len(self.grid())}
