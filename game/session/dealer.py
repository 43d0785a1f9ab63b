"""Chooses the next deal: any for most games, for Rush one that keeps its promises.

It can be won, by the leftmost rule too, and has the difficulty asked for: one of the catalogue that ships.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, cast

from game.message import Message, msg
from game.play.deal import Difficulty
from game.rules.rush import Rush
from game.rules.variant import Variant

if TYPE_CHECKING:
    from game.solver.catalogue import Catalogue

PLAYERS_NUMBERS = 10**9
"""New deals are numbered below this, so that a number can be read out and typed."""
INDEXED = 32_000
"""An index leads to a deal numbered about as low, which the catalogue told about from its first version
with difficulties on, so that a larger one changes nothing (docs/FORMATS.md, "The deal of a day")."""


class Dealer:
    """Supplies the numbers of new deals."""

    def __init__(self, random_number: Callable[[], int], catalogue: Callable[[], Catalogue]) -> None:
        """`random_number` gives 1 to 10^9; `catalogue` reads the catalogue when first needed."""
        self._random_number, self._read = random_number, catalogue
        self.warning: Message | None = None
        """Problem with the catalogue, as a sentence to be said once."""

    @cached_property
    def _catalogue(self) -> Catalogue | None:
        from game.solver.catalogue import CatalogueError

        try:
            return self._read()
        except CatalogueError as error:
            self.warning = msg("New deals are not checked to be winnable: {reason}.", reason=str(error))
            return None

    @property
    def has_catalogue(self) -> bool:
        """Whether the catalogue could be read."""
        return self._catalogue is not None

    def number(self, variant: Variant, difficulty: Difficulty | None = None) -> int:
        """Returns the number of a new deal, of any difficulty or of one."""
        if not variant.deals_can_be_won:
            return self._random_number()
        chosen, catalogue = self._random_number(), self._catalogue
        if catalogue is None:  # the program still deals; a deal that cannot be won is told as such
            return chosen
        draw = _draw(variant)
        wanted = difficulty if catalogue.count(draw, difficulty) else None  # the old files tell of none
        return catalogue.number_at(draw, chosen % catalogue.count(draw, wanted), wanted)

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
        return None if self._catalogue is None else self._catalogue.difficulty(_draw(variant), number)

    def is_proven(self, variant: Variant, number: int) -> bool:
        """Whether a deal is known to be winnable without a search."""
        return self._catalogue is not None and self._catalogue.is_certified(_draw(variant), number)

    def next_after(self, variant: Variant, number: int) -> int | None:
        """Returns the next offered deal above `number`, after the last the first; None without any."""
        if self._catalogue is None:
            return None
        following = self._catalogue.after(_draw(variant), number)
        return self._catalogue.after(_draw(variant), -1) if following is None else following


def _draw(variant: Variant) -> int:
    return cast(Rush, variant).draw
