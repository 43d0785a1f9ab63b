"""Decks for new tournaments: found by the solver in the background and kept until needed.

They are in a file that only its owner can read. A deck is removed from the file before it is given away, so
that no two tournaments have it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from game.play.deal import Difficulty
from game.play.proof import SealedDeck, unveiled
from game.rules.rush import Rush
from game.storage.files import StorageError, held
from game.storage.profile import PrivateFile

if TYPE_CHECKING:
    from game.solver.service.client import SolverClient
    from game.solver.service.messages import DeckResponse, RequestFailed

FILE = "decks.json"
MAX_DECKS = 200


class KeptDeck(NamedTuple):
    """A deck that keeps its promises at a draw, and its difficulty."""

    draw: int
    difficulty: Difficulty
    deck: SealedDeck


class KeptDecks:
    """Decks of a data folder, oldest first; each window reads them again before it writes."""

    def __init__(self, folder: Path) -> None:
        self._file = PrivateFile(folder / FILE)
        self._lock = folder / FILE.replace(".json", ".lock")

    def read(self) -> list[KeptDeck]:
        """Returns the decks; none if the file is not valid."""
        return self._file.read(lambda content: [_deck(*row) for row in content["decks"]]) or []

    def add(self, deck: KeptDeck) -> None:
        """Keeps a deck; if there are too many, the oldest goes, so that a search for one kind ends.

        Raises:
            StorageError: it cannot be written.
        """
        with held(self._lock):
            self._write([*self.read(), deck][-MAX_DECKS:])

    def take(self, choose: Callable[[Sequence[KeptDeck]], Sequence[KeptDeck]]) -> Sequence[KeptDeck]:
        """Removes and returns the chosen decks; raises StorageError, with all still there, on failure."""
        with held(self._lock):
            kept = self.read()
            chosen = choose(kept)
            if chosen:
                self._write([deck for deck in kept if deck not in chosen])
            return chosen

    def _write(self, kept: Sequence[KeptDeck]) -> None:
        rows = [[found.draw, found.difficulty.value, found.deck.salt, found.deck.veiled] for found in kept]
        self._file.write(decks=rows)


def _deck(draw: int, difficulty: str, salt: str, veiled: str) -> KeptDeck:
    if draw not in (1, 3):
        raise ValueError(f"nobody draws {draw}")
    return KeptDeck(draw, Difficulty(difficulty), unveiled(salt, veiled))


LAID_BY = 10
"""Number of decks found ahead of need: as many as a tournament has rounds."""
MAX_S = 600.0


class Wanted(NamedTuple):
    """A planned tournament that still needs decks."""

    name: str
    game: Rush
    rounds: int
    difficulty: Difficulty | None = None


class DeckReserve:
    """Sealed decks that keep both promises, each given away once."""

    def __init__(self, kept: KeptDecks, solver: SolverClient) -> None:
        self._kept, self._solver = kept, solver
        self._loose: list[KeptDeck] = []  # that could not be written down
        self._goals: dict[tuple[int, Difficulty | None], int] = {}
        self._asked: set[tuple[int, Difficulty | None]] = set()
        self.trouble: str | None = None
        """Why no more are found, as a clause."""

    def ready(self, game: Rush, difficulty: Difficulty | None = None) -> int:
        """Number of decks ready, of any difficulty or of one."""
        return len(_chosen([*self._loose, *self._kept.read()], game.draw, difficulty))

    def take(self, game: Rush, count: int, difficulty: Difficulty | None = None) -> Sequence[SealedDeck]:
        """Returns a number of decks, or none if there are too few; raises StorageError on failure."""
        loose = _chosen(self._loose, game.draw, difficulty)[:count]
        missing = count - len(loose)

        def choose(kept: Sequence[KeptDeck]) -> Sequence[KeptDeck]:
            found = _chosen(kept, game.draw, difficulty)
            return found[:missing] if len(found) >= missing else ()

        kept = self._kept.take(choose)
        if len(kept) < missing:
            return ()
        self._loose = [deck for deck in self._loose if deck not in loose]
        return [deck.deck for deck in (*loose, *kept)]

    def seek(self, game: Rush, count: int, difficulty: Difficulty | None = None) -> None:
        """Has decks found in the background until there are enough."""
        wanted = (game.draw, difficulty)
        self._goals[wanted] = max(count, self._goals.get(wanted, 0))
        self.trouble = None
        self._go_on(game, difficulty)

    def _go_on(self, game: Rush, difficulty: Difficulty | None) -> None:
        wanted = (game.draw, difficulty)
        if wanted in self._asked:
            return
        if self.ready(game, difficulty) >= self._goals[wanted]:
            del self._goals[wanted]
            return
        from game.solver.service.messages import DeckRequest

        self._asked.add(wanted)
        self._solver.ask(
            DeckRequest(game, MAX_S, difficulty), lambda answer: self._found(game, difficulty, answer)
        )

    def _found(self, game: Rush, difficulty: Difficulty | None, answer: DeckResponse | RequestFailed) -> None:
        from game.solver.service.messages import RequestFailed

        self._asked.discard((game.draw, difficulty))
        if isinstance(answer, RequestFailed):
            self.trouble = answer.reason
            self._goals.pop((game.draw, difficulty), None)
            return
        found = KeptDeck(game.draw, answer.difficulty, answer.deck)
        try:
            self._kept.add(found)
        except StorageError:
            self._loose.append(found)
        self._go_on(game, difficulty)


def _chosen(decks: Sequence[KeptDeck], draw: int, difficulty: Difficulty | None) -> list[KeptDeck]:
    return [deck for deck in decks if deck.draw == draw and difficulty in (None, deck.difficulty)]
