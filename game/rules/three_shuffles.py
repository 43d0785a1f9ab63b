"""Three Shuffles and a Draw: fans of three built down in suit, two reshuffles, one drawn card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import ClassVar, NamedTuple

from game.cards import RANKS, SUITS, Card, card, reshuffle_state, shuffled
from game.message import Message, msg, msg_p
from game.rules.options import (
    FAN_WORDS,
    NOT_FOR_SUIT,
    NOT_HOME_YET,
    SUIT_COMPLETE,
    Landmark,
    PileNames,
    yes_or_no,
)
from game.rules.position import STOCK, Move, Pile, Position, follows_in_suit, foundation_fault, goes_home
from game.rules.variant import Outcome, Variant, pile_specs

FOUNDATIONS = range(4)
FANS = range(4, 22)
SHUFFLES = 2
FAN_SIZE = 3

SHUFFLE = Landmark(
    msg("all fans are shuffled"),
    done=msg("gathers, shuffles and deals"),
    said=msg("the cards are gathered, shuffled and dealt again"),
    deals_anew=True,
)
DRAW = Landmark(msg("the draw"))
NO_CARDS_LEFT = msg("There are no cards left to shuffle.")
SHUFFLES_SPENT = msg("No shuffles left.")
MOVES_COME_FIRST = msg("You still have a move: you can shuffle only when there is none.")


class ShufflesCounters(NamedTuple):
    """Counters: shuffles and draws made, and the deal number that determines the shuffles."""

    shuffles: int = 0
    draws: int = 0
    number: int = 0


class ShufflesStatus(Enum):
    """State of a game, as the sentence that tells the player."""

    MOVES_LEFT = msg("There is a move left.")
    SHUFFLE_LEFT = msg("No move is left: shuffle, and the cards are dealt again.")
    DRAW_LEFT = msg("No move is left, but you may draw one buried card: click it, or drag it up.")
    LOST = msg("No move is left, and you have used your draw: the game is lost.")
    WON = msg("All 52 cards are home: the game is won.")


class ThreeShuffles(Variant):
    """La Belle Lucie with its draw; `early` is the house rule that shuffles at any time.

    The draw is a move of a fan onto itself: `t5>t5:3` lifts the third card from the top.

    >>> game = ThreeShuffles()
    >>> table = game.position_from_text("pile t5 4S 9H KH\\ntally shuffles=2")
    >>> game.apply(table, game.move_from_text("t5>t5:3")).piles[8]
    (9H, KH, 4S)
    """

    name: ClassVar = "three-shuffles"
    title: ClassVar = msg("Three Shuffles and a Draw")
    short_title: ClassVar = msg("Three Shuffles")
    piles: ClassVar = pile_specs(foundations=4, columns=18)
    counters: ClassVar = ShufflesCounters
    # After a loss; `undo_refusal` keeps a won game won. There is nothing to redo where no move is left.
    legal_after_the_end: ClassVar = frozenset({"undo"})
    best_result: ClassVar = 52
    stock_words: ClassVar = msg_p("a button", "Shuffle")
    pile_names: ClassVar = PileNames(column=FAN_WORDS)
    figure_columns: ClassVar = {"deal": "ended_on_deal"}

    early: bool = yes_or_no(default=False, about="shuffle at any time")

    def deal(self, deck: Pile, number: int = 0) -> Position:
        return Position(((),) * 4 + _fans(deck), ShufflesCounters(number=number))

    def lift_refusal(self, position: Position, pile: int, count: int) -> Message | None:
        if pile in FOUNDATIONS:
            return msg("Cards that are home stay there.")
        if count == 1 or self.has_draw(position):
            return None
        if position.counters[1]:
            return msg("You have used your draw: only the top card of a fan can be played.")
        return msg(
            "Only the top card of a fan can be played. In the third deal you may draw one buried card."
        )

    def drop_refusal(self, position: Position, move: Move) -> Message | None:
        source, target, count = move
        moving = position.piles[source][-count]
        if count > 1:
            return None if source == target else msg("A drawn card goes to the top of its own fan.")
        if source == target:
            return msg("{card} is already there.", card=moving)
        pile = position.piles[target]
        if target in FOUNDATIONS:
            if target != moving.suit:
                return NOT_FOR_SUIT[moving.suit]
            if goes_home(moving, pile):
                return None
            return NOT_HOME_YET.with_parts(card=moving, lower=moving.lower)
        if not pile:
            return msg("An empty fan stays empty, even for a king.")
        if not follows_in_suit(moving, pile[-1]):
            return _only_place(moving)
        return None

    def stock_refusal(self, position: Position) -> Message | None:
        if not any(position.piles[FANS.start :]):
            return NO_CARDS_LEFT
        if not self.shuffles_left(position):
            return SHUFFLES_SPENT
        if not self.early and self.moves_left(position):
            return MOVES_COME_FIRST
        return None

    def after_move(self, position: Position, move: Move) -> Position:
        if move == STOCK:
            return self._shuffled(position)
        source, target, count = move
        if source != target:
            return Position(self.moved(position, move), position.counters)
        shuffles, draws, number = position.counters
        fan = position.piles[source]
        drawn = (*fan[:-count], *fan[1 - count :], fan[-count])
        piles = (*position.piles[:source], drawn, *position.piles[source + 1 :])
        return Position(piles, ShufflesCounters(shuffles, draws + 1, number))

    def _shuffled(self, position: Position) -> Position:
        shuffles, draws, number = position.counters
        left = sorted([card for fan in position.piles[FANS.start :] for card in fan])  # pack order
        order = shuffled(left, reshuffle_state(number, shuffles + 1))
        piles = position.piles[: FANS.start] + _fans(order)
        return Position(piles, ShufflesCounters(shuffles + 1, draws, number))

    def undo_refusal(self, before: Position, move: Move) -> Message | None:
        if move == STOCK:
            return msg("A shuffle cannot be undone.")
        if move.target in FOUNDATIONS and self.home(before) == 51:
            return msg("The game is won.")
        return None

    def landmark(self, before: Position, move: Move) -> Landmark | None:
        if move == STOCK:
            return SHUFFLE
        if move.source == move.target:
            return DRAW
        completes = move.target in FOUNDATIONS and len(before.piles[move.target]) == 12
        return SUIT_COMPLETE if completes else None

    def start_refusal(self, position: Position) -> Message | None:
        if not all(card.face_up for pile in position.piles for card in pile):
            return msg("all cards must be face up")
        return foundation_fault(position.piles[: FANS.start])

    def outcome(self, position: Position) -> Outcome | None:
        if not any(position.piles[FANS.start :]):
            return Outcome.WON
        # Without a move some suit's next card lies buried, so an unspent draw always finds one.
        if self.shuffles_left(position) or self.has_draw(position) or self.moves_left(position):
            return None
        return Outcome.LOST

    def legal_moves(self, position: Position) -> list[Move]:
        found = self.moves_left(position)
        if self.stock_refusal(position) is None:
            found.append(STOCK)
        return sorted(found + self.draws_left(position))

    def figures(self, line: Sequence[Position], moves: Sequence[Move]) -> dict[str, int]:
        """The deal on which the game ended, 1 to 3."""
        return {"deal": 1 + line[-1].counters[0]}

    # What the table tells its player --------------------------------------------------------

    def shuffles_left(self, position: Position) -> int:
        """Number of shuffles left: 2 in the first deal, 0 in the third."""
        return SHUFFLES - position.counters[0]

    def has_draw(self, position: Position) -> bool:
        """Whether the draw is available: the third deal is on the table and it was not used."""
        shuffles, draws, _ = position.counters
        return shuffles == SHUFFLES and draws == 0

    def moves_left(self, position: Position) -> list[Move]:
        """Every move of a top card, useful or not, sorted; excludes draw and shuffle."""
        piles = position.piles
        fan_of: dict[Card, int] = {piles[fan][-1]: fan for fan in FANS if piles[fan]}
        wanted = [pile[-1].rank + 1 if pile else 1 for pile in piles[: FANS.start]]
        found = []
        for moving, fan in fan_of.items():
            if moving.rank == wanted[moving.suit]:
                found.append(Move(fan, moving.suit))
            # The number of a card one higher is two more; after a king comes another suit's ace.
            onto = fan_of.get(moving + 2)  # type: ignore[call-overload]
            if onto is not None and moving.rank < 13:
                found.append(Move(fan, onto))
        return found

    def draws_left(self, position: Position) -> list[Move]:
        """Every possible draw, one for each buried card, sorted."""
        if not self.has_draw(position):
            return []
        piles = position.piles
        return [Move(fan, fan, depth) for fan in FANS for depth in range(2, len(piles[fan]) + 1)]

    def aces_to_send(self, position: Position) -> list[Move]:
        """Moves that send home the aces that are available, or become so one after the other."""
        found = []
        for fan in FANS:
            for top in reversed(position.piles[fan]):
                if top.rank != 1:
                    break
                found.append(Move(fan, top.suit))
        return found

    def is_ace_going_home(self, before: Position, move: Move) -> bool:
        """Whether a legal `move` at `before` is one that the table makes automatically."""
        return move.target in FOUNDATIONS and before.piles[move.source][-1].rank == 1

    def standing(self, position: Position) -> ShufflesStatus:
        """Returns whether there is a move, or what a stuck player can still do."""
        ended = self.outcome(position)
        if ended is not None:
            return ShufflesStatus.WON if ended is Outcome.WON else ShufflesStatus.LOST
        if self.moves_left(position):
            return ShufflesStatus.MOVES_LEFT
        return ShufflesStatus.SHUFFLE_LEFT if self.shuffles_left(position) else ShufflesStatus.DRAW_LEFT


def _fans(cards: Iterable[Card]) -> tuple[Pile, ...]:
    """Deals cards face up in fans of three, the last one smaller, followed by empty fans."""
    up = tuple([card.up for card in cards])
    return tuple(up[FAN_SIZE * fan : FAN_SIZE * (fan + 1)] for fan in range(len(FANS)))


def _only_place(moving: Card) -> Message:
    if moving.rank == 13:
        return msg("{card} does not go on any other fan.", card=moving)
    onto = card(RANKS[moving.rank] + SUITS[moving.suit])
    return msg("{card} only goes on {onto}.", card=moving, onto=onto)
