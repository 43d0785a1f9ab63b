"""A second reader of records, written from the notation alone; it shares no line with the game.

Knows the order that a deal number gives the pack, the text of a record, and how time, undo and
redo work. The rules of a game come as a `Table`.
"""

from __future__ import annotations

import copy
import re
from typing import Any, Protocol

MASK = 2**64 - 1
PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
ENTRY = re.compile(r"(0|[1-9][0-9]{0,14}) (\S+)")


class Refused(Exception):  # noqa: N818 - what a referee says
    """The record does not hold; the argument is the line, counted from 1."""


class Table(Protocol):
    """One game's rules on piles of card names, bottom first; a card face down in brackets."""

    options: dict[str, Any]
    """What holds where a record does not say otherwise."""
    goes_on: bool
    """Whether cards may still be moved after the end."""
    is_final: bool
    """Whether the action that led here cannot be undone."""
    limit_ms: int | None
    """The latest time."""
    has_end: bool
    """Whether it can be given up."""
    pack: list[str]
    piles: dict[str, list[str]]

    def legal(self) -> set[str]: ...
    def do(self, action: str) -> None: ...
    def is_solved(self) -> bool: ...
    def outcome(self) -> str: ...
    def may_undo_after(self, outcome: str) -> bool: ...
    def result(self, unused_ms: int) -> dict[str, Any]: ...


class Untimed:
    """Of games without a clock, and without a state in which they play themselves out."""

    goes_on = is_final = has_end = False
    limit_ms = None
    pack = PACK

    def is_solved(self) -> bool:
        return False


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
    """A table with its past, what `undo` and `redo` step through, and its clock."""

    def __init__(self, table: Table) -> None:
        self.tables, self.now = [table], 0
        self.at_ms, self.has_ended = 0, False

    @property
    def table(self) -> Table:
        return self.tables[self.now]

    def outcome(self) -> str:
        if self.has_ended:
            return "timeout" if self.at_ms == self.table.limit_ms else "ended"
        return self.table.outcome()

    def legal(self) -> set[str]:
        """Every action but `shown` and `end` that may come next."""
        outcome, table = self.outcome(), self.table
        if outcome == "playing" and table.is_solved():
            return table.legal()
        goes_on = outcome == "playing" or table.goes_on
        found = table.legal() if goes_on else set()
        if self.now and not table.is_final and (outcome == "playing" or table.may_undo_after(outcome)):
            found.add("undo")
        if self.now + 1 < len(self.tables) and goes_on:
            found.add("redo")
        return found

    def allows(self, at_ms: int, action: str) -> bool:
        """Whether an action may come next, at that time."""
        table = self.table
        latest_ms = self.at_ms if table.is_solved() else table.limit_ms
        if at_ms < self.at_ms or (latest_ms is not None and at_ms > latest_ms):
            return False
        if action in ("shown", "end"):
            is_open = self.outcome() == "playing" and not table.is_solved()
            return is_open and (action == "shown" or table.has_end)
        return action in self.legal()

    def do(self, at_ms: int, action: str) -> None:
        self.at_ms = at_ms
        if action == "end":
            self.has_ended = True
        elif action == "undo":
            self.now -= 1
        elif action == "redo":
            self.now += 1
        elif action != "shown":
            table = copy.copy(self.table)
            table.piles = {name: list(cards) for name, cards in table.piles.items()}
            table.do(action)
            self.now += 1
            self.tables[self.now :] = [table]

    def result(self) -> dict[str, Any]:
        limit_ms = self.table.limit_ms
        unused_ms = 0 if limit_ms is None or self.outcome() == "playing" else limit_ms - self.at_ms
        return {"time_bonus": 0, **self.table.result(unused_ms)}


def judge(text: str, new_table: Any) -> dict[str, Any]:
    """What a record proves; `new_table(options, number, deck, piles)` sets it up.

    Raises:
        Refused: an entry is not allowed.
    """
    return follow(text, new_table)[1]


def follow(text: str, new_table: Any) -> tuple[Match, dict[str, Any]]:
    """The match after all entries of a record, ready for the next, and what it proves.

    Raises:
        Refused: an entry is not allowed.
    """
    every = enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")[:-1], 1)
    lines = [(number, line) for number, line in every if number == 1 or not line.startswith("#")]
    end = next(index for index, (_, line) in enumerate(lines) if not line)
    first, variant, deal, *rest = (line.split(" ") for _, line in lines[:end])
    assert (first, variant[0], deal[0]) == (["patience", "1"], "variant", "deal")
    number = None if deal[1] == "none" else int(deal[1])
    decks = [line[1:] for line in rest if line[0] == "deck"]
    piles = {line[1]: line[2:] for line in rest if line[0] == "pile"}
    told = (option.split("=") for option in variant[2:])
    chosen = {key: int(value) if value.isdigit() else value for key, value in told}
    options = {**new_table.options, **chosen}
    match = Match(new_table(options, number or 0, decks[0] if decks else None, piles))
    if number is not None:
        assert decks == [shuffle(match.table.pack, number)]
    for line, entry in lines[end + 1 :]:
        read = ENTRY.fullmatch(entry)
        if read is None or not match.allows(int(read[1]), read[2]):
            raise Refused(line)
        match.do(int(read[1]), read[2])
    return match, {
        "variant": variant[1],
        "options": options,
        "deal": number,
        "entries": len(lines) - end - 1,
        "elapsed_ms": match.at_ms,
        "outcome": match.outcome(),
        "piles": {pile: " ".join(cards) for pile, cards in match.table.piles.items()},
        **match.result(),
    }
