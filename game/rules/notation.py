"""The notation of a game: moves as `t3>t5:4`, positions as lines `pile t1 (4D) JC`; all of it reads back.

Knows the names of piles and counters; must not know what is legal.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import ClassVar

from game.cards import NotationError
from game.message import msg
from game.rules.position import STOCK, Move, Pile, PileSpec, Position, pile_to_text, piles_from_texts

_MOVE = re.compile(r"([a-z0-9]{1,5})>([a-z0-9]{1,5})(?::([1-9][0-9]{0,2}))?", re.ASCII)


class Notation(ABC):
    """Writes and reads the moves and positions of a game with these piles and counters."""

    title: ClassVar[str]
    piles: ClassVar[tuple[PileSpec, ...]]
    tally: ClassVar[type[tuple[int, ...]]] = tuple
    """A NamedTuple of integers with defaults, or `tuple` for a game that counts nothing."""
    _indexes: ClassVar[dict[str, int]] = {}
    """The index of each pile by its name."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "piles" in vars(cls):
            cls._indexes = {place.name: index for index, place in enumerate(cls.piles)}

    @abstractmethod
    def opening_tally(self, piles: tuple[Pile, ...]) -> tuple[int, ...]:
        """The counters at the start of a game from given piles."""

    def pile_index(self, name: str) -> int:
        """The index of the pile called `name`.

        Raises:
            NotationError: this game has no such pile.
        """
        try:
            return self._indexes[name]
        except KeyError:
            raise NotationError(
                msg("there is no pile “{pile}” in {game}", pile=name[:20], game=self.title)
            ) from None

    def move_to_text(self, move: Move) -> str:
        """A move in our notation: `t3>t5:4`, `waste>f2`, `stock`."""
        if move == STOCK:
            return "stock"
        count = "" if move.count == 1 else f":{move.count}"
        return f"{self.piles[move.source].name}>{self.piles[move.target].name}{count}"

    def move_from_text(self, text: str) -> Move:
        """A move from our notation; whether it is legal is another question.

        Raises:
            NotationError: the text is no move, or names a pile this game does not have.
        """
        if text == "stock":
            return STOCK
        source, _, target = text.partition(">")
        indexes = self._indexes
        if source in indexes and target in indexes:
            return Move(indexes[source], indexes[target])
        match = _MOVE.fullmatch(text)
        if match is None or match[3] == "1":
            raise NotationError(msg("“{text}” is not an action", text=text[:40]))
        source, target, count = match.groups()
        return Move(self.pile_index(source), self.pile_index(target), int(count or 1))

    def position_to_text(self, position: Position) -> str:
        """One line `pile t1 (4D) JC` for each pile that is not empty, then the tally unless new."""
        lines = [
            f"pile {place.name} {pile_to_text(pile)}"
            for place, pile in zip(self.piles, position.piles, strict=True)
            if pile
        ]
        if position.tally != self.opening_tally(position.piles):
            names = getattr(self.tally, "_fields", ())
            counters = zip(names, position.tally, strict=True)
            lines.append(" ".join(["tally", *(f"{name}={value}" for name, value in counters)]))
        return "\n".join(lines)

    def position_from_text(self, text: str) -> Position:
        """Reads what `position_to_text` writes; cards may be missing, for small examples.

        Raises:
            NotationError: a line is not a pile of this game, or comes twice.
        """
        texts: dict[str, str] = {}
        counters: dict[str, int] = {}
        for line in text.strip().splitlines():
            word, _, rest = line.strip().partition(" ")
            if word == "tally":
                counters = {name: int(value) for name, _, value in (w.partition("=") for w in rest.split())}
                continue
            name, _, cards = rest.partition(" ")
            if word != "pile" or name in texts or not cards:
                raise NotationError(msg("“{text}” is not a pile", text=line.strip()[:40]))
            texts[self.piles[self.pile_index(name)].name] = cards
        piles = piles_from_texts([texts.get(place.name, "") for place in self.piles])
        tally = self.tally(**counters) if counters else self.opening_tally(piles)
        return Position(piles, tally)
