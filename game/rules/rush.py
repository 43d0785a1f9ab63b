"""Solitaire Rush: Klondike against the clock, with points for every card, and its leftmost rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from game.cards import Card
from game.message import Message, msg, msg_p
from game.rules.options import (
    NOT_FOR_SUIT,
    NOT_HOME_YET,
    POINTS,
    SUIT_COMPLETE,
    Landmark,
    choice,
    limited,
    number,
    one_of_two,
)
from game.rules.position import (
    STOCK,
    Move,
    Pile,
    Position,
    alternates,
    foundation_fault,
    goes_home,
    hides_only_beneath,
    is_run,
    turned_up,
)
from game.rules.variant import Outcome, Variant, pile_specs, top

STOCK_PILE, WASTE = 0, 1
FOUNDATIONS = range(2, 6)
COLUMNS = range(6, 13)

ARRIVAL_POINTS = (50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 5, 5, 5)
"""Points for the first arrival on a foundation, ace to king."""
TURN_UP_POINTS = 10
WASTE_CARD_POINTS = 10
FROM_FOUNDATION_POINTS = -10
FREE_RETURNS = {1: 0, 3: 2}
"""Number of free redeals, by draw."""
REDEAL_POINTS = {1: -100, 3: -20}

RETURN = Landmark(
    msg("the waste is turned over"),
    done=msg("turns the waste over"),
    said=msg("the waste becomes the stock again"),
)

CLICK_STOCK = msg("Click the stock to turn its cards.")
FACE_DOWN = msg("A face-down card cannot move.")
NO_RUN = msg("Only a run of alternating colours moves together.")
TOP_CARD_ALONE = msg("Only the top card can be played.")
LIES_THERE = msg("{card} is already there.")
NEVER_BACK = msg("Cards never go back to the stock or the waste.")
ONLY_A_KING = msg("Only a king fits on an empty column.")
WANTS_ANOTHER = msg("{card} needs a card one rank higher, of the opposite colour, not {onto}.")
ONE_AT_A_TIME = msg("Only one card at a time goes to a foundation, from a column or the waste.")
STOCK_EMPTY = msg("The stock and the waste are empty.")
LAST_PASS = msg("That was the last pass through the stock.")
SOLVED = msg("The game is solved: the cards go home.")


class RushCounters(NamedTuple):
    """Counters of Rush: points, redeals, and the highest rank each suit has sent home."""

    score: int = 0
    passes: int = 0
    clubs: int = 0
    diamonds: int = 0
    hearts: int = 0
    spades: int = 0


class RushPoints(NamedTuple):
    """The points of a move by their source; penalties are negative, and never take more than there is."""

    foundations: int = 0  # for first arrivals
    turned: int = 0  # for face-down cards turned up
    waste: int = 0  # for cards played from the waste
    come_backs: int = 0  # for foundation cards back on a column
    returns: int = 0  # for putting the waste back


NO_POINTS = RushPoints()
SOURCES_OF_POINTS = {
    "foundations": msg_p("source of points", "Home"),
    "turned": msg_p("source of points", "Turned"),
    "waste": msg_p("source of points", "Waste"),
    "come_backs": msg_p("source of points", "Back"),
    "returns": msg_p("source of points", "Redeals"),
    "time_bonus": msg_p("source of points", "Time"),
}
"""Names of the sources of points, and of the time bonus."""


class Rush(Variant):
    """Klondike with `draw` cards at a time and `limit` seconds of play, or none and no bonus for time.

    With `undo` every move can be undone, even one that revealed a card. Without a limit, `passes` may limit
    the trips through the stock to one or three.
    """

    name: ClassVar = "rush"
    title: ClassVar = msg("Solitaire Rush")
    short_title: ClassVar = msg("Rush")
    piles: ClassVar = pile_specs(stock=True, waste=True, foundations=4, columns=7)
    counters: ClassVar = RushCounters
    deals_can_be_won: ClassVar = True
    can_end: ClassVar = True
    counts_when_left: ClassVar = False
    unit: ClassVar = POINTS
    stock_words: ClassVar = msg("Turn cards")
    figure_columns: ClassVar = {name: name for name in (*RushPoints._fields, "time_bonus")}

    draw: int = choice(1, default=3, about="cards turned at a time")
    limit: int = number(
        1, 86400, default=300, about="time limit", word="time", unit="seconds", may_be_none=True
    )
    undo: bool = one_of_two("strict", "free", default=False, about="whether every move can be undone")
    passes: int = limited(
        1, 3, default=0, any_word="any", needs=("limit", 0), about="trips through the stock, without a clock"
    )

    def deal(self, deck: Pile, number: int = 0) -> Position:
        columns: list[list[Card]] = [[] for _ in COLUMNS]
        cards = iter(deck)
        for row in range(7):
            columns[row].append(next(cards).up)
            for column in range(row + 1, 7):
                columns[column].append(next(cards).down)
        hand = tuple(card.down for card in cards)[::-1]
        return Position((hand, (), *((),) * 4, *map(tuple, columns)), RushCounters())

    def lift_refusal(self, position: Position, pile: int, count: int) -> Message | None:
        if pile == STOCK_PILE:
            return CLICK_STOCK
        if pile in COLUMNS:
            cards = position.piles[pile]
            if not cards[-count].face_up:
                return FACE_DOWN
            if count > 1 and not is_run(cards[-count:], alternates):
                return NO_RUN
        elif count > 1:
            return TOP_CARD_ALONE
        return None

    def drop_refusal(self, position: Position, move: Move) -> Message | None:
        refusal = self._drop_refusal(position, move)
        if refusal is None:
            return None
        card, onto = position.piles[move.source][-move.count], top(position.piles[move.target])
        if refusal is NOT_HOME_YET:
            return refusal.with_parts(card=card, lower=card.lower)
        return refusal.with_parts(card=card, onto=onto or "")

    def can_drop(self, position: Position, move: Move) -> bool:
        return self._drop_refusal(position, move) is None

    def _drop_refusal(self, position: Position, move: Move) -> Message | None:
        """The refusal with its cards not filled in yet; most callers do not read them."""
        source, target, count = move
        card = position.piles[source][-count]
        if source == target:
            return LIES_THERE
        if target in FOUNDATIONS:
            return self._home_refusal(position, card, move)
        if target not in COLUMNS:
            return NEVER_BACK
        if self.is_auto_finishing(position):
            return SOLVED
        column = position.piles[target]
        if fits(card, column):
            return None
        return WANTS_ANOTHER if column else ONLY_A_KING

    def _home_refusal(self, position: Position, card: Card, move: Move) -> Message | None:
        if move.count > 1 or move.source in FOUNDATIONS:
            return ONE_AT_A_TIME
        if move.target != FOUNDATIONS[card.suit]:
            return NOT_FOR_SUIT[card.suit]
        if not goes_home(card, position.piles[move.target]):
            return NOT_HOME_YET
        return None

    def legal_moves(self, position: Position) -> list[Move]:
        """Legal moves, three times as fast as the general method: no reasons are made."""
        piles, is_solved = position.piles, self.is_auto_finishing(position)
        found = [] if self.stock_refusal(position) else [STOCK]
        for source, pile in enumerate(piles):
            for count in range(1, len(pile) + 1):
                if self.lift_refusal(position, source, count) is not None:
                    break
                card = pile[-count]
                home = FOUNDATIONS[card.suit]
                if count == 1 and source not in FOUNDATIONS and goes_home(card, piles[home]):
                    found.append(Move(source, home))
                if not is_solved:
                    found += [
                        Move(source, to, count) for to in COLUMNS if to != source and fits(card, piles[to])
                    ]
        return sorted(found)

    def stock_refusal(self, position: Position) -> Message | None:
        if not position.piles[STOCK_PILE]:
            if not position.piles[WASTE]:
                return STOCK_EMPTY
            if not self.has_redeal(position):
                return LAST_PASS
        if self.is_auto_finishing(position):
            return SOLVED
        return None

    def after_move(self, position: Position, move: Move) -> Position:
        if move == STOCK:
            return self._tap(position)
        source, target, count = move
        piles = list(position.piles)
        cards = piles[source]
        left = cards[:-count]
        piles[source] = turned_up(left) if source in COLUMNS else left
        piles[target] += cards[-count:]
        return Position(tuple(piles), self._counters_after(position, move))

    def _counters_after(self, before: Position, move: Move) -> tuple[int, ...]:
        points, target = self.points(before, move), move.target
        is_home = target in FOUNDATIONS
        if points is NO_POINTS and not is_home:
            return before.counters
        score, passes, *arrived = before.counters
        if is_home:
            suit = target - FOUNDATIONS.start
            arrived[suit] = max(arrived[suit], len(before.piles[target]) + 1)
        return RushCounters(score + sum(points), passes, *arrived)

    def points(self, before: Position, move: Move) -> RushPoints:
        """Points by source that a legal `move` adds at `before`; their sum is the change of the score."""
        score = before.counters[0]
        if move == STOCK:
            return RushPoints(returns=0 if before.piles[STOCK_PILE] else -self.next_return_loss(before))
        source, target, count = move
        if source in FOUNDATIONS:
            return RushPoints(come_backs=-min(score, -FROM_FOUNDATION_POINTS))
        cards, turns, arrived = before.piles[source], False, 0
        if source in COLUMNS:
            turns = len(cards) > count and not cards[-count - 1].face_up
        if target in FOUNDATIONS:
            rank = len(before.piles[target]) + 1
            if before.counters[2 + target - FOUNDATIONS.start] < rank:
                arrived = ARRIVAL_POINTS[rank - 1]
        elif not turns and source != WASTE:
            return NO_POINTS
        return RushPoints(
            arrived, TURN_UP_POINTS if turns else 0, WASTE_CARD_POINTS if source == WASTE else 0
        )

    def _tap(self, position: Position) -> Position:
        piles, counters = list(position.piles), position.counters
        hand, waste = piles[STOCK_PILE], piles[WASTE]
        if hand:
            piles[STOCK_PILE] = hand[: -self.draw]
            piles[WASTE] = waste + tuple([card.up for card in hand[: -self.draw - 1 : -1]])
        else:
            piles[STOCK_PILE], piles[WASTE] = tuple([card.down for card in waste[::-1]]), ()
            score, passes, *arrived = counters
            counters = RushCounters(score + self.points(position, STOCK).returns, passes + 1, *arrived)
        return Position(tuple(piles), counters)

    def has_redeal(self, position: Position) -> bool:
        """Whether the waste may be turned over once more."""
        return not self.passes or position.counters[1] + 1 < self.passes

    def next_redeal_cost(self, position: Position) -> int:
        """Points that a redeal costs, 0 or more."""
        return 0 if position.counters[1] < FREE_RETURNS[self.draw] else -REDEAL_POINTS[self.draw]

    def next_return_loss(self, position: Position) -> int:
        """Points that the next redeal takes at the present score: never more than there are."""
        return min(position.counters[0], self.next_redeal_cost(position))

    def empty_stock_words(self, position: Position) -> Message | None:
        if not self.has_redeal(position) or not self.next_return_loss(position):
            return None
        # Translators: it follows “7♠ turned from the stock; none left; ”.
        return msg("a redeal costs {points} points, or all you have", points=self.next_redeal_cost(position))

    def undo_refusal(self, before: Position, move: Move) -> Message | None:
        if self.undo:
            return None
        if move == STOCK:
            if before.piles[STOCK_PILE] and before.counters[1] == 0:
                return msg("That cannot be undone: it showed you new cards.")
            return None
        left = before.piles[move.source][: -move.count]
        if move.source in COLUMNS and left and not left[-1].face_up:
            return msg("That cannot be undone: it showed you a new card.")
        return None

    def opening_counters(self, piles: tuple[Pile, ...]) -> RushCounters:
        return RushCounters(0, 0, *(len(piles[foundation]) for foundation in FOUNDATIONS))

    def start_refusal(self, position: Position) -> Message | None:
        if any(card.face_up for card in position.piles[STOCK_PILE]):
            return msg("the cards of the stock must be face down")
        if not all(card.face_up for card in position.piles[WASTE]):
            return msg("the cards of the waste must be face up")
        fault = foundation_fault(position.piles[FOUNDATIONS.start : FOUNDATIONS.stop])
        if fault is not None:
            return fault
        if not all(hides_only_beneath(position.piles[column]) for column in COLUMNS):
            return msg("in a column at least one face-up card must lie on the face-down ones")
        return None

    def score(self, position: Position) -> int:
        return position.counters[0]

    def figures(self, line: Sequence[Position], moves: Sequence[Move]) -> dict[str, int]:
        """The points by source; their sum is the score, without the time bonus."""
        steps = [
            self.points(before, move)
            for before, after, move in zip(line, line[1:], moves, strict=False)
            if before.counters != after.counters  # else nothing was earned, nor lost
        ]
        sums = map(sum, zip(RushPoints(), *steps, strict=True))
        return dict(zip(RushPoints._fields, sums, strict=True))

    def landmark(self, before: Position, move: Move) -> Landmark | None:
        if move == STOCK:
            return None if before.piles[STOCK_PILE] else RETURN
        completes = move.target in FOUNDATIONS and len(before.piles[move.target]) == 12
        return SUIT_COMPLETE if completes else None

    @property
    def limit_ms(self) -> int | None:
        return self.limit * 1000 or None

    def time_bonus(self, position: Position, elapsed_ms: int) -> int:
        """Unused whole seconds × cards home / 52, rounded to the nearest, halves up; 0 without a limit."""
        unused_s = max(0, self.limit * 1000 - elapsed_ms) // 1000
        return (2 * unused_s * self.home(position) + 52) // 104

    def is_auto_finishing(self, position: Position) -> bool:
        """Whether the game is solved: nothing face down, the stock empty, at most one card in the waste."""
        piles = position.piles
        if piles[STOCK_PILE] or len(piles[WASTE]) > 1:
            return False
        return all(not pile or pile[0].face_up for pile in piles[COLUMNS.start :])

    def outcome(self, position: Position) -> Outcome | None:
        home = sum(map(len, position.piles[FOUNDATIONS.start : FOUNDATIONS.stop]))
        return Outcome.WON if home == 52 else None

    def seems_useful(self, position: Position) -> bool:
        """Whether a useful move seems to be left, as far as the visible cards tell.

        Every move counts but turning a stock in which nothing fits, and carrying a whole column from one
        empty place to another. Cards not yet turned may always be useful.
        """
        if position.piles[STOCK_PILE] and position.counters[1] == 0:
            return True
        seen = set()
        while position.piles[:2] not in seen:
            seen.add(position.piles[:2])
            if any(not self._is_idle(position, move) for move in self.legal_moves(position)):
                return True
            if self.stock_refusal(position) is not None:
                break
            position = self._tap(position)
        return False

    def standstill(self, position: Position) -> Message | None:
        """Returns a sentence if every card of the stock was seen and no move changes anything, or None."""
        if (
            self.outcome(position) is not None
            or self.is_auto_finishing(position)
            or self.seems_useful(position)
        ):
            return None
        moves = self.legal_moves(position)
        if not moves:
            return msg("No move is left.")
        if STOCK not in moves:
            return msg("You can move a king to another empty column, but that changes nothing.")
        if len(moves) == 1:
            return msg("You can still turn the stock, but that changes nothing.")
        return msg(
            "You can still turn the stock and move a king to another empty column, but that changes nothing."
        )

    def _is_idle(self, position: Position, move: Move) -> bool:
        if move == STOCK:
            return True
        whole = move.count == len(position.piles[move.source])
        return whole and move.source in COLUMNS and not position.piles[move.target] and move.target in COLUMNS


def fits(card: Card, column: Pile) -> bool:
    """Whether a card may lie on a column: a king on an empty one, else one lower and of the other colour."""
    if not column:
        return card.rank == 13
    return column[-1].face_up and alternates(card, column[-1])


def has_seen_hand(position: Position) -> bool:
    """Whether the player knows every card of the stock."""
    return not position.piles[STOCK_PILE] or position.counters[1] > 0


def _hiding(position: Position) -> Sequence[int]:
    """The piles in which cards may be unseen."""
    return COLUMNS if has_seen_hand(position) else (STOCK_PILE, *COLUMNS)


def unseen_cards(position: Position) -> list[Card]:
    """The cards that the player has not seen yet, in the pack's order."""
    return sorted(card for pile in _hiding(position) for card in position.piles[pile] if not card.face_up)


def with_unseen(position: Position, cards: Iterable[Card]) -> Position:
    """Returns a position that looks the same, with these cards in its unseen places."""
    left, piles = iter(cards), [*position.piles]
    for pile in _hiding(position):
        piles[pile] = tuple(card if card.face_up else next(left) for card in piles[pile])
    return Position(tuple(piles), position.counters)


class Tie(NamedTuple):
    """Columns whose whole face-up runs lie on equally many face-down cards and may go to the same places."""

    columns: tuple[int, ...]
    """Two or more, from left to right: the leftmost rule takes the first."""
    targets: tuple[int, ...]
    """The columns to which each of the runs may legally move."""


def face_down(position: Position, column: int) -> int:
    """Counts the face-down cards of a column."""
    return sum(not card.face_up for card in position.piles[column])


def ties(variant: Rush, position: Position) -> list[Tie]:
    """The ties of a position, by their leftmost columns.

    >>> rush = Rush()
    >>> piles = ("t2 (KC) 7C", "t3 (QC) 7S 6D", "t5 8H", "stock (2D)")
    >>> position = rush.position_from_text("\\n".join(f"pile {each}" for each in piles))
    >>> ties(rush, position)
    [Tie(columns=(7, 8), targets=(10,))]
    """
    movers: dict[tuple[int, int], list[int]] = {}
    for source in COLUMNS:
        hidden = face_down(position, source)
        count = len(position.piles[source]) - hidden
        if hidden and variant.can_lift(position, source, count):
            for target in COLUMNS:
                if variant.can_drop(position, Move(source, target, count)):
                    movers.setdefault((hidden, target), []).append(source)
    targets: dict[tuple[int, ...], list[int]] = {}
    for (_, target), columns in movers.items():
        if len(columns) > 1:
            targets.setdefault(tuple(columns), []).append(target)
    return sorted(Tie(columns, tuple(sorted(pile))) for columns, pile in targets.items())


def follows_leftmost_rule(variant: Rush, position: Position, move: Move) -> bool:
    """Whether a legal move follows the leftmost rule.

    It does unless it takes the whole run of a column in a tie with one further left, to any place, even home.
    """
    if move.source not in COLUMNS:
        return True
    if move.count < len(position.piles[move.source]) - face_down(position, move.source):
        return True
    return all(move.source not in tie.columns[1:] for tie in ties(variant, position))
