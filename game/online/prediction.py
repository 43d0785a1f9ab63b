"""Prediction of a table that only the referee knows: a whole game whose unseen cards are in any order.

A move is played at once by the same rules; a card that it turns up is a guess until the server names it, and
then two cards of the prediction change places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from game.cards import Card, NotationError, card, standard_pack
from game.message import msg
from game.online.messages import UNSEEN, ActionDone, RevealedCard, RoundEnded, RoundState
from game.play.deal import Deal
from game.play.game import Action, Entry, Game
from game.play.record import action_from_text, action_to_text
from game.rules import find_variant
from game.rules.position import STOCK, Move
from game.rules.variant import IllegalMove, Variant


class PredictionError(ValueError):
    """A message of the server fits no game; the text says why."""


class PendingAction(NamedTuple):
    """An unanswered action, its number, and its time by the player's clock."""

    number: int
    action: Action
    at_ms: int


class Prediction:
    """A round as its player sees it, with unconfirmed actions; raises PredictionError if impossible."""

    def __init__(self, position: RoundState) -> None:
        name, *options = position.game.split(" ")
        self.round_number = position.round
        self.variant: Variant = find_variant(name, options)
        self._named: set[Card] = set()
        self._deck: list[Card] = []
        self._confirmed: list[Entry] = []
        self._pending: list[PendingAction] = []
        self.game: Game
        """The game as the player sees it. It is another object after a card was named."""
        self._take_over(position)

    @property
    def pending(self) -> tuple[PendingAction, ...]:
        """Unconfirmed actions in order, to be sent again after a reconnection."""
        return tuple(self._pending)

    @property
    def next_number(self) -> int:
        """The number of the next action."""
        return len(self._confirmed) + len(self._pending) + 1

    @property
    def unrevealed(self) -> frozenset[Card]:
        """Cards face up in the prediction but unknown, to be shown face down."""
        return frozenset(
            card for pile in self.game.position.piles for card in pile if card.face_up
        ) - frozenset(self._named)

    def play(self, action: Action, at_ms: int) -> PendingAction:
        """Does one action at once; the server has yet to confirm it.

        Raises:
            IllegalMove: the rules refuse it, or it needs a card that is not known yet (`waits`).
        """
        if self.waits(action):
            raise IllegalMove(msg("The card is still being turned over."))
        self.game.play(action, max(at_ms, self.game.elapsed_ms))
        done = PendingAction(self.next_number, action, at_ms)
        self._pending.append(done)
        return done

    def waits(self, action: Action) -> bool:
        """Whether an action touches an unknown card."""
        if not isinstance(action, Move) or action == STOCK:
            return False
        piles = self.game.position.piles
        touched = (*piles[action.source][-action.count :], *piles[action.target][-1:])
        return not self.unrevealed.isdisjoint(touched)

    def confirm(self, done: ActionDone) -> None:
        """Confirms the first pending action and names the cards it turned up.

        Raises:
            PredictionError: that was another action, or the cards are impossible; nothing has changed.
        """
        if not self._pending or done.number != self._pending[0].number:
            if done.number <= len(self._confirmed):
                return  # a second answer to a repeated action
            raise PredictionError(f"action {done.number} was never asked for")
        with self._whole():
            self._confirmed.append(Entry(done.at, self._pending.pop(0).action))
            is_another_deck = self._name(done.shown)
            self._confirmed += self._entries(done.more)
            if is_another_deck or done.more:
                self._play_anew()
            else:
                self.game.entries[done.number - 1] = self._confirmed[-1]

    def roll_back(self, number: int) -> None:
        """Undoes a rejected action and all after it."""
        self._pending = [action for action in self._pending if action.number < number]
        self._play_anew()

    def end(self, ended: RoundEnded) -> None:
        """Ends the round: unconfirmed actions never happened.

        Raises:
            PredictionError: that fits no game; nothing has changed.
        """
        with self._whole():
            self._pending.clear()
            self._confirmed += self._entries(ended.more)
            self._play_anew()

    def resync(self, position: RoundState) -> None:
        """Takes over the server's state; actions it does not know stay pending.

        Raises:
            PredictionError: that fits no game; nothing has changed.
        """
        with self._whole():
            self._take_over(position)

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Makes the enclosed changes happen completely or not at all."""
        kept = {*self._named}, [*self._deck], [*self._confirmed], [*self._pending], self.game
        try:
            yield
        except PredictionError:
            self._named, self._deck, self._confirmed, self._pending, self.game = kept
            raise

    def _take_over(self, position: RoundState) -> None:
        words = position.seen.split(" ")
        seen = [None if word == UNSEEN else card(word) for word in words]
        known = [seen_card for seen_card in seen if seen_card is not None]
        if len(set(known)) < len(known):
            raise PredictionError("a card was seen twice")
        unseen = iter([unseen_card.up for unseen_card in standard_pack() if unseen_card.up not in known])
        self._named = set(known)
        self._deck = [next(unseen) if shown is None else shown for shown in seen]
        self._confirmed = self._entries(position.entries)
        self._pending = self._not_among_confirmed() if position.ending is None else []
        self._play_anew()

    def _not_among_confirmed(self) -> list[PendingAction]:
        """Returns what is still pending; nothing if the server has another action instead."""
        confirmed = self._confirmed
        for action in self._pending:
            if action.number <= len(confirmed) and confirmed[action.number - 1].action != action.action:
                return []
        return [action for action in self._pending if action.number > len(confirmed)]

    def _entries(self, texts: Iterable[str]) -> list[Entry]:
        found = []
        try:
            for text in texts:
                time, _, action = text.partition(" ")
                found.append(Entry(int(time), action_from_text(self.variant, action)))
        except NotationError as wrong:
            raise PredictionError(str(wrong)) from None
        return found

    def _name(self, shown: Iterable[RevealedCard]) -> bool:
        """Puts named cards in their places; returns whether a guess was wrong."""
        is_another = False
        for revealed in shown:
            named = card(revealed.card)
            guessed = self._deck[revealed.place]
            if guessed is not named:
                at = self._deck.index(named)
                if named in self._named or guessed in self._named:
                    raise PredictionError(f"{revealed.card} is named where it cannot lie")
                self._deck[revealed.place], self._deck[at] = named, guessed
                is_another = True
            self._named.add(named)
        return is_another

    def _play_anew(self) -> None:
        """Replays the game from its deal: confirmed actions, then pending ones while legal."""
        deck = tuple(dealt.down for dealt in self._deck)
        self.game = Game(Deal(self.variant, None, deck, self.variant.deal(deck)))
        try:
            for at_ms, action in self._confirmed:
                self.game.play(action, at_ms)
        except IllegalMove as refused:
            raise PredictionError(f"the rules refuse what the server did: {refused}") from None
        for index, entry in enumerate(self._pending):
            try:
                self.game.play(entry.action, max(entry.at_ms, self.game.elapsed_ms))
            except IllegalMove:  # the server will refuse it too
                del self._pending[index:]
                break


def entry_words(variant: Variant, entry: Entry) -> str:
    """Formats an entry for messages: `2210 waste>t4`."""
    return f"{entry.at_ms} {action_to_text(variant, entry.action)}"
