"""What a tournament is: a name, a game of Rush with its options, and one deal for each round.

Its deals are sealed decks; those of tournaments that an earlier version made have numbers.

Knows its limits and how it is told from every other; must not know who plays or what was played.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from game.deals import NUMBERS
from game.message import msg
from game.play.commitment import deal_of
from game.play.deal import Deal, deal_number
from game.play.sealed_deck import SealedDeck
from game.rules.options import options_to_text
from game.rules.rush import Rush
from game.tournament.names import RefusalError, name_refusal

GAME = Rush
"""The game that tournaments are played in."""
MOST_ROUNDS = 10
MOST_PLAYERS = 16
LIMITS_S = range(60, 601)
MOST_NAME_LETTERS = 40
ID = re.compile(r"[0-9a-f]{32}", re.ASCII)


class TournamentError(RefusalError):
    """A tournament that cannot be; the text is a sentence."""


@dataclass(frozen=True)
class Tournament:
    """Rounds of Rush, each one deal, the same for everybody.

    Raises:
        TournamentError: name, limit, rounds or deals are none that a tournament has.
    """

    name: str
    game: GAME
    deals: tuple[int | SealedDeck, ...]

    def __post_init__(self) -> None:
        refusal = name_refusal(self.name, MOST_NAME_LETTERS)
        if refusal is not None:
            raise TournamentError.because(refusal)
        if self.game.draw not in (1, 3):
            raise TournamentError.because(msg("rush is played with draw 1 or draw 3"))
        if self.game.limit not in LIMITS_S:
            raise TournamentError.because(
                msg(
                    "a round has from {low} to {high} seconds, not {seconds}",
                    low=LIMITS_S[0],
                    high=LIMITS_S[-1],
                    seconds=self.game.limit,
                )
            )
        if not 1 <= len(self.deals) <= MOST_ROUNDS:
            raise TournamentError.because(msg("a tournament has from 1 to {most} rounds", most=MOST_ROUNDS))
        if len(set(self.deals)) < len(self.deals):
            raise TournamentError.because(msg("every round has a deal of its own"))
        if not all(0 <= each < NUMBERS for each in self.deals if isinstance(each, int)):
            raise TournamentError.because(msg("a deal number lies between 0 and 2^64 − 1"))

    @property
    def rounds(self) -> int:
        """How many there are."""
        return len(self.deals)

    @property
    def is_sealed(self) -> bool:
        """Whether its deals are sealed decks; else they are numbers."""
        return not isinstance(self.deals[0], int)

    @property
    def id(self) -> str:
        """32 hexadecimal digits that follow from the game, its options and the deals, not from the name."""
        deals = [str(each) if isinstance(each, int) else each.commitment for each in self.deals]
        lines = [f"{self.game.name} {options_to_text(self.game)}", *deals]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]

    def deal(self, round_number: int) -> Deal:
        """The deal of a round; rounds are counted from 1."""
        deal = self.deals[round_number - 1]
        return deal_number(self.game, deal) if isinstance(deal, int) else deal_of(self.game, deal.deck)

    def commitment(self, round_number: int) -> str | None:
        """What may be known of the deck of a round before it is played; None where its deal has a number."""
        deal = self.deals[round_number - 1]
        return None if isinstance(deal, int) else deal.commitment
