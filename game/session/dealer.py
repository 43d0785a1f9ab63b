"""Chooses the next deal: any for most games, for Rush one that keeps its promises.

It can be won, by the leftmost rule too, and has the difficulty asked for. It is a fresh number if the solver
has tried some in the background, else one of the catalogue that comes with the program.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, cast

from game.cards import NUMBERS
from game.message import Message, msg
from game.play.deal import Difficulty
from game.rules.options import options_to_text
from game.rules.rush import Rush
from game.rules.variant import Variant

if TYPE_CHECKING:
    from game.solver.catalogue import Catalogue
    from game.solver.service.client import SolverClient
    from game.solver.service.messages import DealsResponse, RequestFailed

PLAYERS_NUMBERS = 10**9
"""New deals are numbered below this, so that a number can be read out and typed."""
INDEXED = 32_000
"""An index leads to a deal numbered about as low, which the catalogue told about from its first version
with difficulties on, so that a larger one changes nothing (docs/FORMATS.md, "The deal of a day")."""
RESERVE = 20
"""Number of fresh deals kept ready for each game that needs them."""
REFILL_S = 10.0
MAX_ATTEMPTS = 1000
"""Maximum number of sealed deals in a row by chance."""


class Dealer:
    """Supplies the numbers of new deals."""

    def __init__(
        self,
        random_number: Callable[[], int],
        solver: SolverClient,
        catalogue: Callable[[], Catalogue],
        is_sealed: Callable[[int], bool] = lambda _: False,
    ) -> None:
        """`random_number` gives 1 to 10^9; `catalogue` reads the catalogue when first needed.

        Deals that are sealed (`is_sealed`) are never chosen.
        """
        self._random_number, self._solver, self._read = random_number, solver, catalogue
        self._is_sealed = is_sealed
        self._fresh: dict[str, list[int]] = {}
        self._asked: set[str] = set()
        self._proven: dict[tuple[str, int], Difficulty | None] = {}
        self.trouble: Message | None = None
        """What is wrong with the catalogue, as a sentence to be said once."""

    @cached_property
    def _catalogue(self) -> Catalogue | None:
        from game.solver.catalogue import CatalogueError

        try:
            return self._read()
        except CatalogueError as error:
            self.trouble = msg("New deals are not certified to be winnable: {reason}.", reason=str(error))
            return None

    def number(self, variant: Variant, difficulty: Difficulty | None = None) -> int:
        """Returns the number of a new deal that may be seen, of any difficulty or of one."""
        for _ in range(MAX_ATTEMPTS):
            if not self._is_sealed(number := self._any_number(variant, difficulty)):
                break
        return number

    def _any_number(self, variant: Variant, difficulty: Difficulty | None) -> int:
        if not variant.deals_can_be_won:
            return self._random_number()
        fresh = self._take_fresh(_game(variant), difficulty)
        if fresh is not None:
            return fresh
        chosen, catalogue = self._random_number(), self._catalogue
        if catalogue is None:  # the program still deals; a deal that cannot be won is told as such
            return chosen
        draw = _draw(variant)
        wanted = difficulty if catalogue.count(draw, difficulty) else None  # the old files tell of none
        return catalogue.number_at(draw, chosen % catalogue.count(draw, wanted), wanted)

    def _take_fresh(self, game: str, difficulty: Difficulty | None) -> int | None:
        fresh = self._fresh.get(game, [])
        for at in reversed(range(len(fresh))):
            if difficulty is None or self._proven.get((game, fresh[at])) is difficulty:
                return fresh.pop(at)
        return None

    def number_for(
        self, variant: Variant, index: int, difficulty: Difficulty | None = None, day: date | None = None
    ) -> int:
        """Returns the deal of an index from 0 to 2^64 − 1: offered on that day, the same on every machine.

        It is the first of the difficulty from the index on, among the first numbers.
        """
        number = index % INDEXED
        if self._catalogue is None:
            return number
        catalogue = self._catalogue if day is None else self._catalogue.on(day)
        for wanted in (difficulty, None):
            for before in (number - 1, -1):
                following = catalogue.after(_draw(variant), before, wanted)
                if following is not None and following < INDEXED:
                    return following
        return number

    def difficulty(self, variant: Variant, number: int | None) -> Difficulty | None:
        """Returns the difficulty of a deal, if known."""
        if number is None or not variant.deals_can_be_won:
            return None
        fresh = self._proven.get((_game(variant), number))
        if fresh is not None or self._catalogue is None:
            return fresh
        return self._catalogue.difficulty(_draw(variant), number)

    def is_proven(self, variant: Variant, number: int) -> bool:
        """Whether a deal is known to be winnable without a search."""
        if (_game(variant), number) in self._proven:
            return True
        return self._catalogue is not None and self._catalogue.is_certified(_draw(variant), number)

    def next_after(self, variant: Variant, number: int, then: Callable[[int | None], None]) -> None:
        """Passes on the next offered deal above `number`, at once or when the solver has found it."""
        following = None if self._catalogue is None else self._catalogue.after(_draw(variant), number)
        if following is not None and self._is_sealed(following):
            self.next_after(variant, following, then)
            return
        if following is not None:
            then(following)
            return

        from game.solver.service.messages import DealsRequest

        def answered(answer: DealsResponse | RequestFailed) -> None:
            numbers = self._learn(variant, answer)
            then(numbers[0] if numbers else None)

        beyond = min(number + 1000, NUMBERS)
        self._solver.ask(DealsRequest(variant, REFILL_S, number + 1, beyond, count=1), answered)

    def prove_more(self, variant: Variant) -> None:
        """Has fresh numbers proven in the background when few are left and the solver is fast."""
        solver = self._solver
        if not variant.deals_can_be_won or not solver.is_warm(variant):
            return
        game = _game(variant)
        if len(self._fresh.get(game, [])) >= RESERVE / 2 or game in self._asked:
            return
        from game.solver.service.messages import DealsRequest, RequestFailed

        def answered(answer: DealsResponse | RequestFailed) -> None:
            if isinstance(answer, RequestFailed):
                return  # it is not asked again and again: the catalogue has deals in plenty
            self._asked.discard(game)
            self._fresh.setdefault(game, []).extend(self._learn(variant, answer))

        self._asked.add(game)
        seed = self._random_number()
        solver.ask(DealsRequest(variant, REFILL_S, 1, PLAYERS_NUMBERS, RESERVE, seed), answered)

    def _learn(self, variant: Variant, answer: DealsResponse | RequestFailed) -> tuple[int, ...]:
        """Takes over the numbers that the solver has found, with their difficulty."""
        from game.solver.service.messages import RequestFailed

        if isinstance(answer, RequestFailed):
            return ()
        game = _game(variant)
        self._proven.update(
            ((game, number), hard) for number, hard in zip(answer.deals, answer.difficulties, strict=True)
        )
        return answer.deals


def _draw(variant: Variant) -> int:
    return cast(Rush, variant).draw


def _game(variant: Variant) -> str:
    return f"{variant.name} {options_to_text(variant)}"
