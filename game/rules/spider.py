"""Spider: two packs on ten columns, built down in suit, as the Windows program of 1992 played it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, NamedTuple

from game.cards import Card, standard_pack
from game.message import Message, msg, msg_n
from game.rules.options import (
    IN_RANK,
    ON_RANK,
    PLACE_WORDS,
    POINTS,
    SUIT_COMPLETE,
    Landmark,
    PileNames,
    choice,
)
from game.rules.position import (
    STOCK,
    Move,
    Pile,
    Position,
    face_down_count,
    follows_in_suit,
    hides_only_beneath,
    is_run,
    turned_up,
)
from game.rules.variant import IllegalMove, Outcome, Variant, pile_specs

STOCK_PILE = 0
PLACES = range(1, 9)
COLUMNS = range(9, 19)

SUITS_OF_PACK = {4: "CDHS" * 2, 2: "SH" * 4, 1: "S" * 8}
SUIT_CARDS = 13
SUITS_TO_WIN = len(PLACES)
ROW_CARDS = len(COLUMNS)
ALL_ROWS = 5 * ROW_CARDS
FACE_DOWN_ROWS = 4
LONGER_COLUMNS = (0, 3, 6, 9)  # start with one face-down card more
MAX_FACE_DOWN = FACE_DOWN_ROWS * ROW_CARDS + len(LONGER_COLUMNS)

TURNED_POINTS = 10
CLEARED_POINTS = 15
PAIR_POINTS = 2
SUIT_POINTS = 50
STANDING_POINTS = 2  # for each suit that a won game leaves in the tableau, after the first three

ROW = Landmark(
    msg("a row is dealt"),
    done=msg("deals a row"),
    # Translators: {cards} are signs such as K♥, with commas between them.
    said=msg("a row is dealt, from column 1 on: {cards}"),
)

ALL_DEALT = msg("The stock is empty: all rows have been dealt.")
HAS_SPACES = msg("Fill the empty columns first: a row is dealt only when no column is empty.")
NO_PLACE = (
    # Translators: {ending} is a phrase such as “in a nine”.
    msg("No column ends {ending} for {card}, and no column is empty."),
    # Translators: {ending} is a phrase such as “in a nine”.
    msg("No column ends {ending} for {card}, and another empty column would change nothing."),
)
"""Without a space, and with one."""
NO_PLACE_FOR_KING = (
    msg("{card} can only go to an empty column, and there is none."),
    msg("{card} can only go to an empty column, and another one would change nothing."),
)


class SpiderScore(NamedTuple):
    """Parts of the score, in points; their sum is the score."""

    turned: int  # for cards dealt face down that no longer lie so
    cleared: int  # for columns without a face-down card
    pairs: int  # for cards on the next higher of their suit; in a won game the suits count instead
    suits: int  # for suits removed; in a won game also for those standing in the tableau
    standing: int  # for winning with more than three suits in the tableau


class Spider(Variant):
    """Spider with 104 cards of `suits` suits."""

    name: ClassVar = "spider"
    title: ClassVar = msg("Spider")
    piles: ClassVar = pile_specs(stock=True, foundations=len(PLACES), columns=len(COLUMNS))
    table_option: ClassVar = "removal=automatic"
    daily_options: ClassVar = ("suits=1",)
    legal_after_the_end: ClassVar = frozenset({"move", "undo", "redo"})
    unit: ClassVar = POINTS
    best_result: ClassVar = 1000
    figure_columns: ClassVar = {"suits": "suits"}
    stock_words: ClassVar = msg("Deal a row")
    pile_names: ClassVar = PileNames(foundations=(PLACE_WORDS,))

    suits: int = choice(2, 1, default=4, about="suits in the deck")

    def pack(self) -> Pile:
        return standard_pack(SUITS_OF_PACK[self.suits])

    def deal(self, deck: Pile, number: int = 0) -> Position:
        columns: list[list[Card]] = [[] for _ in COLUMNS]
        down, row, rest = deck[:MAX_FACE_DOWN], deck[MAX_FACE_DOWN:-ALL_ROWS], deck[-ALL_ROWS:]
        order = (*range(ROW_CARDS),) * FACE_DOWN_ROWS + LONGER_COLUMNS
        for column, hidden in zip(order, down, strict=True):
            columns[column].append(hidden.down)
        for pile, shown in zip(columns, row, strict=True):
            pile.append(shown.up)
        stock = tuple(card.down for card in reversed(rest))
        return Position((stock, *((),) * len(PLACES), *map(tuple, columns)))

    def lift_refusal(self, position: Position, pile: int, count: int) -> Message | None:
        if pile == STOCK_PILE:
            return msg("Click the stock to deal a row.")
        if pile in PLACES:
            return msg("Removed cards never come back.")
        cards = position.piles[pile]
        if count == 1 and cards[-1].face_up:
            return None
        length = run_length(cards)
        if count <= length:
            return None
        if not all(card.face_up for card in cards[-count:]):
            return msg("A face-down card cannot move.")
        lower, upper = cards[-length - 1], cards[-length]
        if upper.rank + 1 == lower.rank:
            return msg(
                "{upper} and {lower} are of different suits, so they do not move together.",
                upper=upper,
                lower=lower,
            )
        return msg("{upper} does not follow {lower}, so they do not move together.", upper=upper, lower=lower)

    def drop_refusal(self, position: Position, move: Move) -> Message | None:
        source, target, count = move
        first = position.piles[source][-count]
        if source == target:
            return msg("{card} is already there.", card=first)
        if target == STOCK_PILE:
            return msg("Cards never go back to the stock.")
        if target in PLACES:
            if count != SUIT_CARDS:
                return msg("Only a complete suit, king to ace, is removed.")
            next_place = self.next_place(position)
            return None if target == next_place else msg("A complete suit goes to the first free place.")
        column = position.piles[target]
        if not column or (column[-1].face_up and column[-1].rank == first.rank + 1):
            return None
        if first.rank == SUIT_CARDS:
            return msg("{card} can only go to an empty column: nothing is higher than a king.", card=first)
        return msg(
            # Translators: {place} is a phrase such as “on a nine”.
            "{card} goes {place} or to an empty column, not on {other}.",
            card=first,
            place=ON_RANK[first.rank + 1],
            other=column[-1],
        )

    def stock_refusal(self, position: Position) -> Message | None:
        if not position.piles[STOCK_PILE]:
            return ALL_DEALT
        if self.spaces(position):
            return HAS_SPACES
        return None

    def legal_moves(self, position: Position) -> list[Move]:
        piles = position.piles
        found = [] if self.stock_refusal(position) else [STOCK]
        ends = [pile[-1].rank if pile else 0 for pile in piles[COLUMNS.start :]]
        for source in COLUMNS:
            length = run_length(piles[source])
            if length == 0:
                continue
            if length == SUIT_CARDS:
                found.append(Move(source, self.next_place(position), SUIT_CARDS))
            lowest = piles[source][-1].rank
            for target, rank in zip(COLUMNS, ends, strict=True):
                if not rank:
                    found += [Move(source, target, count) for count in range(1, length + 1)]
                elif 1 <= rank - lowest <= length and target != source and piles[target][-1].face_up:
                    found.append(Move(source, target, rank - lowest))
        return found

    def after_move(self, position: Position, move: Move) -> Position:
        if move == STOCK:
            stock, *others = position.piles
            columns = others[len(PLACES) :]
            row = stock[: -ROW_CARDS - 1 : -1]
            dealt = [(*pile, card.up) for pile, card in zip(columns, row, strict=True)]
            return Position((stock[:-ROW_CARDS], *others[: len(PLACES)], *dealt))
        source, target, count = move
        piles = list(position.piles)
        cards = piles[source]
        piles[source] = turned_up(cards[:-count])
        piles[target] += cards[-count:]
        return Position(tuple(piles))

    def outcome(self, position: Position) -> Outcome | None:
        # Eight whole suits are all 104 cards, so nothing is then in the stock or face down.
        if position.piles[STOCK_PILE]:
            return None
        columns = position.piles[COLUMNS.start :]
        for pile in columns:
            if len(pile) % SUIT_CARDS:
                return None
        standing = sum(_suits_standing(pile) for pile in columns)
        return Outcome.WON if standing + self.suits_removed(position) == SUITS_TO_WIN else None

    def score(self, position: Position) -> int:
        return sum(self.score_parts(position))

    def score_parts(self, position: Position) -> SpiderScore:
        """The parts of the score."""
        columns = position.piles[COLUMNS.start :]
        turned = TURNED_POINTS * (MAX_FACE_DOWN - face_down_count(columns))
        cleared = CLEARED_POINTS * sum(not pile or pile[0].face_up for pile in columns)
        removed = self.suits_removed(position)
        if self.outcome(position) is Outcome.WON:
            after_three = max(0, SUITS_TO_WIN - removed - 3)
            suits, standing = SUIT_POINTS * SUITS_TO_WIN, STANDING_POINTS * after_three
            return SpiderScore(turned, cleared, 0, suits, standing)
        neighbours = (pair for pile in columns for pair in pairwise(pile))
        pairs = sum(lower.face_up and follows_in_suit(upper, lower) for lower, upper in neighbours)
        return SpiderScore(turned, cleared, PAIR_POINTS * pairs, SUIT_POINTS * removed, 0)

    def figures(self, line: Sequence[Position], moves: Sequence[Move]) -> dict[str, int]:
        """The suits completed: those removed, and all of them in a won game."""
        is_won = self.outcome(line[-1]) is Outcome.WON
        return {"suits": SUITS_TO_WIN if is_won else self.suits_removed(line[-1])}

    def landmark(self, before: Position, move: Move) -> Landmark | None:
        if move == STOCK:
            return ROW
        return SUIT_COMPLETE if move.target in PLACES else None

    def start_refusal(self, position: Position) -> Message | None:
        stock = position.piles[STOCK_PILE]
        if any(card.face_up for card in stock):
            return msg("the cards of the stock must be face down")
        if len(stock) % ROW_CARDS or len(stock) > ALL_ROWS:
            return msg_n(
                "the stock holds rows of ten, at most five, not {count} cards",
                "the stock holds rows of ten, at most five, not {count} cards",
                len(stock),
            )
        removed = [position.piles[place] for place in PLACES]
        if any(pile and not is_complete_suit(pile) for pile in removed):
            return msg(
                "a place for completed suits holds one suit face up, the king lowest and the ace on top"
            )
        if any(later and not earlier for earlier, later in pairwise(removed)):
            return msg("the places for completed suits are filled from left to right")
        columns = position.piles[COLUMNS.start :]
        if not all(map(hides_only_beneath, columns)):
            return msg("in a column at least one face-up card must lie on the face-down ones")
        if face_down_count(columns) > MAX_FACE_DOWN:
            return msg_n(
                "at most {count} card in the columns can be face down",
                "at most {count} cards in the columns can be face down",
                MAX_FACE_DOWN,
            )
        return None

    def deals_left(self, position: Position) -> int:
        """Number of rows left in the stock."""
        return len(position.piles[STOCK_PILE]) // ROW_CARDS

    def spaces(self, position: Position) -> list[int]:
        """The empty columns."""
        return [column for column in COLUMNS if not position.piles[column]]

    def suits_removed(self, position: Position) -> int:
        """Number of completed suits that have left the tableau."""
        return sum(1 for place in PLACES if position.piles[place])

    def next_place(self, position: Position) -> int:
        """The place where the next completed suit goes."""
        return next((place for place in PLACES if not position.piles[place]), PLACES[-1])

    def longest_run(self, position: Position, column: int) -> int:
        """Number of cards at the end of a column that move as a unit; 0 if it is empty."""
        return run_length(position.piles[column])

    def send_home(self, position: Position, pile: int) -> Move | None:
        """The move that removes the complete suit at the end of a column, or None."""
        if pile not in COLUMNS or self.longest_run(position, pile) != SUIT_CARDS:
            return None
        return Move(pile, self.next_place(position), SUIT_CARDS)

    def complete_suits(self, position: Position) -> list[Move]:
        """Removals possible now, by column; each may change the others, so ask again after every one."""
        moves = (self.send_home(position, column) for column in COLUMNS)
        return [move for move in moves if move is not None]

    def obvious_move(self, position: Position, column: int, count: int | None = None) -> Move:
        """Returns the target a click gives to a column's longest movable run, or its last `count` cards.

        Removed if it is a complete suit, else on to a card of its suit, else on to another suit, else into a
        space unless it is its whole column; the leftmost of equals.

        Raises:
            IllegalMove: the cards do not move together, or there is no such place.
        """
        cards = position.piles[column]
        if not cards:
            raise IllegalMove(msg("There is no card in that column."))
        count = count or run_length(cards) or 1
        refusal = self.lift_refusal(position, column, count)
        if refusal is not None:
            raise IllegalMove(refusal)
        first = cards[-count]

        def obviousness(target: int) -> int:
            pile = position.piles[target]
            if target in PLACES:
                return 0
            return 3 if not pile else 1 if pile[-1].suit == first.suit else 2

        targets = self.targets(position, column, count)
        if count == len(cards):
            targets = [target for target in targets if target in PLACES or position.piles[target]]
        if not targets:
            raise IllegalMove(self._no_place(position, first))
        return Move(column, min(targets, key=obviousness), count)

    def _no_place(self, position: Position, first: Card) -> Message:
        # Where there is a space, it was passed over for a run that is its whole column.
        has_space = bool(self.spaces(position))
        if first.rank == SUIT_CARDS:
            words = NO_PLACE_FOR_KING[has_space]
            return words.with_parts(card=first)
        return NO_PLACE[has_space].with_parts(card=first, ending=IN_RANK[first.rank + 1])

    def suits_face_up(self, position: Position) -> dict[int, int]:
        """The suits with all thirteen ranks face up in the columns, and how many times."""
        seen = [[0] * SUIT_CARDS for _ in range(4)]
        for column in COLUMNS:
            for card in position.piles[column]:
                seen[card.suit][card.rank - 1] += card.face_up
        return {suit: min(ranks) for suit, ranks in enumerate(seen) if min(ranks)}


def run_length(pile: Pile) -> int:
    """Length of the run at the end of a column: face up, descending and of one suit."""
    length = 0
    wanted_rank, suit = 0, -1
    for card in reversed(pile):
        if not card.face_up or (length and (card.rank != wanted_rank or card.suit != suit)):
            break
        length += 1
        wanted_rank, suit = card.rank + 1, card.suit
    return length


def is_complete_suit(cards: Pile) -> bool:
    """Whether these are the thirteen cards of one suit, face up, king first."""
    return len(cards) == SUIT_CARDS and cards[0].rank == SUIT_CARDS and is_run(cards, follows_in_suit)


def _suits_standing(pile: Pile) -> int:
    """Number of complete suits that make up a column, or 0 if it holds anything else."""
    suits = [pile[at : at + SUIT_CARDS] for at in range(0, len(pile), SUIT_CARDS)]
    return len(suits) if all(map(is_complete_suit, suits)) else 0
