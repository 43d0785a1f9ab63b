"""A second reader of records, written from the notation alone; it shares no line with the game.

Knows the order that a deal number gives the pack, the text of a record, and how time, undo and
redo work. The rules of a game come as a `Table`.
"""

from __future__ import annotations

import copy
from typing import Any, Protocol

MASK = 2**64 - 1
PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


class Refused(Exception):  # noqa: N818 - what a referee says
    """The record does not hold; the argument is the line, counted from 1."""


class Table(Protocol):
    """One game's rules on piles of card names, bottom first."""

    undoes_stock: bool
    """Whether the stock action can be undone."""
    goes_on: bool
    """Whether cards may still be moved after the end."""
    pack: list[str]
    piles: dict[str, list[str]]

    def legal(self) -> set[str]: ...
    def do(self, action: str) -> None: ...
    def outcome(self) -> str: ...
    def may_undo_after(self, outcome: str) -> bool: ...
    def result(self) -> dict[str, Any]: ...


def shuffle(cards: list[str], state: int) -> list[str]:
    """The cards in the order that SplitMix64 and Fisher–Yates give them."""
    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        while True:
            state = (state + 0x9E3779B97F4A7C15) & MASK
            x = state
            x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
            x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
            x ^= x >> 31
            if x < 2**64 - 2**64 % (i + 1):
                break
        j = x % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


class Match:
    """A table with its past: what `undo` and `redo` step through."""

    def __init__(self, table: Table) -> None:
        self.tables, self.now = [table], 0
        self.actions: list[str] = []

    @property
    def table(self) -> Table:
        return self.tables[self.now]

    def legal(self) -> set[str]:
        """Every action but `shown` that may come next."""
        outcome = self.table.outcome()
        goes_on = outcome == "playing" or self.table.goes_on
        found = self.table.legal() if goes_on else set()
        may_undo = outcome == "playing" or self.table.may_undo_after(outcome)
        if may_undo and self.now and (self.table.undoes_stock or self.actions[self.now - 1] != "stock"):
            found.add("undo")
        if self.now < len(self.actions) and goes_on:
            found.add("redo")
        return found

    def do(self, action: str) -> None:
        if action == "undo":
            self.now -= 1
        elif action == "redo":
            self.now += 1
        elif action != "shown":
            table = copy.copy(self.table)
            table.piles = {name: list(cards) for name, cards in table.piles.items()}
            table.do(action)
            self.now += 1
            self.tables[self.now :] = [table]
            self.actions[self.now - 1 :] = [action]


def judge(text: str, new_table: Any) -> dict[str, Any]:
    """What a record proves; `new_table(options, number, deck, piles)` sets it up.

    Raises:
        Refused: an entry is not allowed.
    """
    header, _, body = text.partition("\n\n")
    first, variant, deal, *rest = header.split("\n")
    assert first == "patience 1"
    _, name, *options = variant.split(" ")
    number = None if deal == "deal none" else int(deal.removeprefix("deal "))
    decks = [line.split(" ")[1:] for line in rest if line.startswith("deck ")]
    piles = {line.split(" ")[1]: line.split(" ")[2:] for line in rest if line.startswith("pile ")}
    told = (option.split("=") for option in options)
    chosen = {key: int(value) if value.isdigit() else value for key, value in told}
    match = Match(new_table(chosen, number or 0, decks[0] if decks else None, piles))
    if number is not None:
        assert decks == [shuffle(match.table.pack, number)]
    lines = enumerate(body.split("\n")[:-1], start=header.count("\n") + 3)
    entries = [(line, entry) for line, entry in lines if not entry.startswith("#")]
    latest = 0
    for line, entry in entries:
        at_ms, action = entry.split(" ")
        shown = action == "shown" and match.table.outcome() == "playing"
        if int(at_ms) < latest or not (shown or action in match.legal()):
            raise Refused(line)
        latest = int(at_ms)
        match.do(action)
    return {
        "variant": name,
        "options": chosen,
        "deal": number,
        "entries": len(entries),
        "time_bonus": 0,
        "elapsed_ms": latest,
        "outcome": match.table.outcome(),
        "piles": {pile: " ".join(cards) for pile, cards in match.table.piles.items()},
        **match.table.result(),
    }
