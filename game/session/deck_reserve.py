"""Decks for the rounds of new tournaments: found by the solver in the background, kept until they are needed.

Knows the way to the solver and where decks are kept; must not know how they are found, nor screens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.play.difficulty import Difficulty
from game.play.sealed_deck import SealedDeck
from game.rules.rush import Rush
from game.storage.files import StorageError
from game.storage.kept_decks import KeptDeck, KeptDecks

if TYPE_CHECKING:
    from game.solver.service.client import Solver
    from game.solver.service.messages import DeckFound, Failed

LAID_BY = 10
"""So many are found ahead of need: as many as a tournament has rounds."""
MOST_S = 600.0


class Wanted(NamedTuple):
    """A tournament that is to be; decks are still to be found for its rounds."""

    name: str
    game: Rush
    rounds: int
    difficulty: Difficulty | None = None


class DeckReserve:
    """Sealed decks that keep both promises, one after the other, each given away once."""

    def __init__(self, kept: KeptDecks, solver: Solver) -> None:
        self._kept, self._solver = kept, solver
        self._loose: list[KeptDeck] = []  # that could not be written down
        self._goals: dict[tuple[int, Difficulty | None], int] = {}
        self._asked: set[tuple[int, Difficulty | None]] = set()
        self.trouble: str | None = None
        """Why no more are found, as a clause."""

    def ready(self, game: Rush, difficulty: Difficulty | None = None) -> int:
        """How many there are, of any difficulty or of one."""
        return len(_chosen([*self._loose, *self._kept.read()], game.draw, difficulty))

    def take(self, game: Rush, count: int, difficulty: Difficulty | None = None) -> Sequence[SealedDeck]:
        """So many decks, or none where there are not so many.

        Raises:
            StorageError: they cannot be taken out of their file.
        """
        loose = _chosen(self._loose, game.draw, difficulty)[:count]
        missing = count - len(loose)

        def choose(kept: Sequence[KeptDeck]) -> Sequence[KeptDeck]:
            found = _chosen(kept, game.draw, difficulty)
            return found[:missing] if len(found) >= missing else ()

        kept = self._kept.take(choose)
        if len(kept) < missing:
            return ()
        self._loose = [each for each in self._loose if each not in loose]
        return [each.deck for each in (*loose, *kept)]

    def seek(self, game: Rush, count: int, difficulty: Difficulty | None = None) -> None:
        """Has decks found in the background until there are so many."""
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
        from game.solver.service.messages import FindDeck

        self._asked.add(wanted)
        self._solver.ask(
            FindDeck(game, MOST_S, difficulty), lambda answer: self._found(game, difficulty, answer)
        )

    def _found(self, game: Rush, difficulty: Difficulty | None, answer: DeckFound | Failed) -> None:
        from game.solver.service.messages import Failed

        self._asked.discard((game.draw, difficulty))
        if isinstance(answer, Failed):
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
    return [each for each in decks if each.draw == draw and difficulty in (None, each.difficulty)]
