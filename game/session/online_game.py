"""A round online as it is seen: the game of a guess, in which a card that is not named yet lies face down.

Knows guesses; must not know the server. Whatever looks at the table looks at this game, so that no
guessed card is ever shown, said or counted on.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.cards import Card
from game.online.guess import Guess
from game.play.game import Game
from game.rules.position import Move, Pile, Position
from game.rules.variant import Outcome


class SeenGame(Game):
    """Follows a guess; the same object for the whole round."""

    def __init__(self, guess: Guess) -> None:
        self._guess = guess
        super().__init__(guess.game.deal)
        self.follow()

    def watch(self, guess: Guess) -> None:
        """Follows another guess of the same round from now on."""
        self._guess = guess

    def follow(self) -> Mapping[int, Card]:
        """Takes over how the guess stands now.

        Returns by identity the cards of the deck whose place another card has by now, each with that card.
        """
        was, of = self.deal.deck, self._guess.game
        now = of.deal.deck
        assert was is not None, "a round is dealt from a deck"
        assert now is not None
        renamed = {old.identity: new for old, new in zip(was, now, strict=True) if old is not new}
        copied = of.copy()
        self.deal, self.entries = copied.deal, copied.entries
        self._positions = self._masked(copied._positions)
        self._moves, self._now, self._ended = copied._moves, copied._now, copied._ended
        self._judged = None
        return renamed

    def _masked(self, positions: list[Position]) -> list[Position]:
        unnamed = self._guess.unnamed
        if not unnamed:
            return positions
        known: dict[int, Pile] = {}

        def masked(pile: Pile) -> Pile:
            if id(pile) not in known:
                is_touched = not unnamed.isdisjoint(pile)
                known[id(pile)] = (
                    tuple([each.down if each in unnamed else each for each in pile]) if is_touched else pile
                )
            return known[id(pile)]

        return [Position(tuple(map(masked, each.piles)), each.tally) for each in positions]

    @property
    def is_frozen(self) -> bool:
        """Never: the server plays a solved game out, and says so with the action that solved it."""
        return False

    @property
    def outcome(self) -> Outcome:
        """How the round stands; it is not over before the server says so."""
        return Outcome.PLAYING if self._guess.pending else self._guess.game.outcome

    def next_play_out(self) -> Move | None:
        """None: see `is_frozen`."""
        return None

    def undo_refusal(self) -> str | None:
        return self._guess.game.undo_refusal()

    def end_refusal(self) -> str | None:
        return self._guess.game.end_refusal()

    def redo_refusal(self) -> str | None:
        return self._guess.game.redo_refusal()
