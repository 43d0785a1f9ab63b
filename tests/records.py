"""Texts of records for tests: of a deal with entries, or of a table laid out by hand."""

import re
from collections.abc import Sequence
from pathlib import Path

from game.cards import SUITS, standard_pack
from game.play.deal import deal_number
from game.play.record import Record, header_text, read_record
from game.rules import find_variant

GOLDEN = Path(__file__).parent / "golden"


def position(*piles: str, home: Sequence[int] = (0, 0, 0, 0), options: str = "") -> str:
    """A record that starts from piles such as `t1 (4D) JC`; all other cards lie in the hand.

    `home` says how many clubs, diamonds, hearts and spades are on the foundations.
    """
    named = {line.split(" ")[0]: line.split(" ")[1:] for line in piles}
    for index, (suit, height) in enumerate(zip(SUITS, home, strict=True)):
        if height:
            named[f"f{index + 1}"] = [rank + suit for rank in "A23456789TJQK"[:height]]
    placed = {word.strip("()") for words in named.values() for word in words}
    rest = [f"({card.up.text})" for card in standard_pack() if card.up.text not in placed]
    if rest:
        named["stock"] = [*rest, *named.get("stock", [])]
    lines = [f"pile {name} {' '.join(words)}" for name, words in named.items()]
    return "\n".join(["patience 1", f"variant rush {options}".rstrip(), "deal none", *lines, "", ""])


def record_of(number: int, *entries: str) -> str:
    """A record of a deal of Rush with entries such as `2210 stock`."""
    header = header_text(deal_number(find_variant("rush"), number), {})
    return header + "".join(f"{entry}\n" for entry in entries)


def actions(data: bytes) -> list[str]:
    """The actions of a record's entries, without their times."""
    _, _, entries = data.decode().partition("\n\n")
    return [line.split(" ")[1] for line in entries.splitlines() if not line.startswith("#")]


LAID = position("t1 9D", "t2 TS", "t3 TC", "t4 (3C) AH", "t5 (4C) 8S 7D 6C", "t6 (5C) 9H", "waste 2H 5D KD")
"""The nine of diamonds fits on both black tens, the run of t5 on both red nines; t7 is empty."""


def golden(name: str) -> Record:
    """A record that is kept for ever."""
    return read_record((GOLDEN / f"{name}.patience").read_bytes())


def unnamed_golden(name: str) -> bytes:
    """A golden record as if it had been played here, where records do not name their player."""
    data = (GOLDEN / f"{name}.patience").read_bytes()
    return re.sub(rb"about player=\S+\n| player=\S+", b"", data)
