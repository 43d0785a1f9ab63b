"""A round over a network as its player sees it: the game of a guess, in which an unnamed card lies face down.

Whatever looks at the table looks at this game, so that no guessed card is ever shown, said or counted on.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.cards import Card
from game.online.guess import Guess
from game.play.game import TIME_IS_UP, Action, Playable
from game.rules.position import Move, Pile, Position
from game.rules.variant import IllegalMove, Outcome


class SeenGame(Playable):
    """Follows a guess; the same object for the whole round."""

    def __init__(self, guess: Guess) -> None:
        super().__init__(guess.game.deal)
        self._guess = guess
        self.follow()

    def watch(self, guess: Guess) -> None:
        """Follows another guess of the same round from now on."""
        self._guess = guess

    def follow(self) -> Mapping[int, Card]:
        """Takes over how the guess stands now.

        Returns by identity the cards of the deck whose place another card has by now, each with that card.
        """
        game = self._guess.game
        was, now = self.deal.deck, game.deal.deck
        assert was is not None, "a round is dealt from a deck"
        assert now is not None
        renamed = {old.identity: new for old, new in zip(was, now, strict=True) if old is not new}
        self.deal, self.entries = game.deal, [*game.entries]
        self._line, self._moves = self._masked(game.line()), game.moves()
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

    def play(self, action: Action, at_ms: int) -> None:
        """Does one action on the guess at once; the server is still to be asked.

        Raises:
            IllegalMove: the rules refuse it, or the time is up; nothing has changed.
        """
        limit_ms = self.variant.limit_ms
        if limit_ms is not None and at_ms >= limit_ms:
            raise IllegalMove(TIME_IS_UP)
        self._guess.play(action, at_ms)
        self.follow()

    @property
    def position(self) -> Position:
        return self._line[-1]

    @property
    def elapsed_ms(self) -> int:
        return self.entries[-1].at_ms if self.entries else 0

    @property
    def outcome(self) -> Outcome:
        """How the round stands; it is not over before the server says so."""
        return Outcome.PLAYING if self._guess.pending else self._guess.game.outcome

    @property
    def is_over(self) -> bool:
        return self.outcome is not Outcome.PLAYING

    @property
    def is_frozen(self) -> bool:
        """False: the server plays a solved game out, and says so with the action that solved it."""
        return False

    @property
    def was_shown(self) -> bool:
        return False

    def next_play_out(self) -> Move | None:
        """None: see `is_frozen`."""
        return None

    def line(self) -> list[Position]:
        return self._line

    def moves(self) -> list[Move]:
        return self._moves

    def undo_refusal(self) -> str | None:
        return self._guess.game.undo_refusal()

    def end_refusal(self) -> str | None:
        return self._guess.game.end_refusal()

    def redo_refusal(self) -> str | None:
        return self._guess.game.redo_refusal()
