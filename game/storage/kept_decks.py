"""Decks that are kept for rounds to come, in a file that nobody else may read.

Knows the file alone; must not know how decks are found. A deck that is taken out is in no file any more
before it is given away, so that no two tournaments have it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from game.cards import NotationError
from game.play.difficulty import Difficulty
from game.play.sealed_deck import SealedDeck, unveiled
from game.storage.files import StorageError, is_there, read_limited, set_aside, write_whole
from game.storage.lock import held

FILE = "decks.json"
VERSION = 1
LIMIT_BYTES = 1 << 20
MOST_DECKS = 200


class KeptDeck(NamedTuple):
    """A deck that keeps its promises at a draw, and how hard it is."""

    draw: int
    difficulty: Difficulty
    deck: SealedDeck


class KeptDecks:
    """The decks of a data folder, the oldest first. Each window reads them anew before it writes."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def read(self) -> list[KeptDeck]:
        """Those that are there; none where the file cannot be believed."""
        return self._read()[0]

    def add(self, deck: KeptDeck) -> None:
        """Keeps a deck; of too many the oldest gives way, so that who seeks one of a kind comes to an end.

        Raises:
            StorageError: it cannot be written.
        """
        with held(self._path.with_suffix(".lock")):
            kept, aside = self._read()
            self._write([*kept, deck][-MOST_DECKS:], aside)

    def take(self, choose: Callable[[Sequence[KeptDeck]], Sequence[KeptDeck]]) -> Sequence[KeptDeck]:
        """Takes out what is chosen of those that are there.

        Raises:
            StorageError: that cannot be written; all are still there.
        """
        with held(self._path.with_suffix(".lock")):
            kept, aside = self._read()
            chosen = choose(kept)
            if chosen:
                self._write([each for each in kept if each not in chosen], aside)
            return chosen

    def _read(self) -> tuple[list[KeptDeck], str]:
        """The decks, and as what a file that cannot be believed is to be set aside."""
        if not is_there(self._path):
            return [], ""
        try:
            content = json.loads(read_limited(self._path, LIMIT_BYTES))
            if content["version"] != VERSION:
                return [], "newer" if content["version"] > VERSION else "damaged"
            return [_deck(*row) for row in content["decks"]], ""
        except (StorageError, NotationError, ValueError, RecursionError, TypeError, KeyError):
            return [], "damaged"

    def _write(self, kept: Sequence[KeptDeck], aside: str) -> None:
        if aside:
            set_aside(self._path, self._path.with_suffix(f".{aside}"))
        rows = [[each.draw, each.difficulty.value, each.deck.salt, each.deck.veiled] for each in kept]
        content = {"version": VERSION, "decks": rows}
        write_whole(self._path, (json.dumps(content, indent=1) + "\n").encode(), is_private=True)


def _deck(draw: int, difficulty: str, salt: str, veiled: str) -> KeptDeck:
    if draw not in (1, 3):
        raise ValueError(f"nobody draws {draw}")
    return KeptDeck(draw, Difficulty(difficulty), unveiled(salt, veiled))
