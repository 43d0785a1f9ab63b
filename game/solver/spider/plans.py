"""Best-first search for plans at Spider: which moves make the most of the tableau that a player sees.

Knows the rules and what good players value: cards turned up, spaces, building in suit.
It never looks at a face-down card nor at the stock; must not know how a plan is put
into words (see `help`).
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Sequence
from itertools import count
from typing import NamedTuple

from game.cards import card
from game.deals import splitmix64
from game.rules.building import face_down_count
from game.rules.position import STOCK, Move, Pile, Position
from game.rules.spider import COLUMNS, HAND, PLACES, ROW_CARDS, SUIT_CARDS, Spider

# What a tableau is worth, in hundredths, so that a move more counts less than any gain.
HIDDEN = -3000
UNCLEARED = -1500
SPACE = 2000
PAIR = 800
JOIN = 100
SUIT = 10000
STEP = 1

PAUSE_EVERY = 100
"""Moves looked at between two pauses: about half a millisecond."""

_HIDDEN_CARD = card("(AS)")


class Plan(NamedTuple):
    """Moves, and what the tableau is worth after them less their number."""

    worth: int
    moves: tuple[Move, ...]


class _Column(NamedTuple):
    """What a pile of the tableau adds to the worth, and to the key, of its table."""

    worth: int
    key: int


class _Columns(dict[Pile, _Column]):
    """Piles already weighed."""

    def __init__(self) -> None:
        # The keys of a table's columns are added up. Hashes of tuples would not do: two columns
        # that swap their last cards keep the sum of theirs.
        self._keys = splitmix64(0)

    def __missing__(self, pile: Pile) -> _Column:
        self[pile] = found = _Column(_column_worth(pile), next(self._keys))
        return found


class _Node(NamedTuple):
    """A table that is still to be looked at: a move from another, laid out only when its turn comes."""

    badness: int
    order: int
    worth: int
    key: int
    before: Position
    moves: tuple[Move, ...]


class Planner:
    """Looks for plans on one position.

    `asked` are the positions, in order, for which help was given before. No plan leads back
    to one, nor is any content with a tableau no better than they were, spaces aside: a space
    that was filled to deal a row is not emptied again for nothing.
    """

    def __init__(self, variant: Spider, position: Position, asked: Sequence[Position] = ()) -> None:
        self.variant = variant
        self.table = as_seen(position)
        self._columns = _Columns()
        could_be = [self.table]
        for earlier in reversed(asked):
            if not _could_come_back(position, earlier):
                break
            could_be.append(as_seen(earlier))
        self._avoid = {self._key(table) for table in could_be}
        self._reached = max(self.worth(table) - self._for_spaces(table) for table in could_be)

    def worth(self, table: Position) -> int:
        """What the visible table is worth."""
        columns = sum(self._columns[pile].worth for pile in table.piles[COLUMNS.start :])
        return columns + SUIT * self.variant.suits_removed(table)

    def after(self, table: Position, move: Move) -> Position:
        """The visible table after a move; a hidden card that it uncovers is still unknown."""
        return Position(self.variant.moved(table, move))

    def naturals(self) -> list[Move]:
        """Suits to remove and longest runs to lay on a card of their suit, from the highest rank down."""
        piles = self.table.piles

        def is_natural(move: Move) -> bool:
            source, target, length = move
            ground = piles[target]
            if target in PLACES:
                return True
            is_longest = length == self.variant.longest_run(self.table, source)
            return bool(ground) and is_longest and ground[-1].suit == piles[source][-1].suit

        def preference(move: Move) -> tuple[int, int]:
            return -piles[move.source][-move.count].rank, -self.worth(self.after(self.table, move))

        return sorted(filter(is_natural, self._useful_moves(self.table)), key=preference)

    def best_plan(self, looks: int, first: Move | None = None) -> Generator[None, None, Plan | None]:
        """The best plan found within `looks` moves, the most promising tables first; None if none gains.

        With `first`, the best plan that begins with it.
        """
        order = count()
        known = set(self._avoid)
        best: Plan | None = None
        start = _Node(0, next(order), self.worth(self.table), self._key(self.table), self.table, ())
        heap = [start]
        while heap and looks > 0:
            node = heapq.heappop(heap)
            table = self.after(node.before, node.moves[-1]) if node.moves else node.before
            for move in self._useful_moves(table) if node.moves or first is None else [first]:
                looks -= 1
                if looks % PAUSE_EVERY == 0:
                    yield
                worth, key = self._changed(table, move, node)
                if key in known:
                    continue
                known.add(key)
                moves = (*node.moves, move)
                value = worth - STEP * len(moves)
                heapq.heappush(heap, _Node(-value, next(order), worth, key, table, moves))
                if value > (start.worth if best is None else best.worth) and self._is_new(table, move, worth):
                    best = Plan(value, moves)
        return best

    def _changed(self, table: Position, move: Move, node: _Node) -> tuple[int, int]:
        """Worth and key of the table after a move, from those before it."""
        source, target, length = move
        columns, piles = self._columns, table.piles
        was, left = columns[piles[source]], columns[piles[source][:-length]]
        worth, key = node.worth - was.worth + left.worth, node.key - was.key + left.key
        if target in PLACES:
            return worth + SUIT, key
        ground, built = columns[piles[target]], columns[piles[target] + piles[source][-length:]]
        return worth - ground.worth + built.worth, key - ground.key + built.key

    def _is_new(self, table: Position, move: Move, worth: int) -> bool:
        """Whether the table after a move is better, spaces aside, than any for which help was given."""
        return worth - self._for_spaces(self.after(table, move)) > self._reached

    def _useful_moves(self, table: Position) -> list[Move]:
        """The legal moves that a plan may hold, from the highest rank down.

        No deals; of the spaces only the first, and no whole column into it; no suit is removed
        when the cards that are left could not fill the columns for the deals to come.
        """
        piles = table.piles
        first_space = next(iter(self.variant.spaces(table)), None)
        is_suit_needed = piles[HAND] and sum(map(len, piles[COLUMNS.start :])) < SUIT_CARDS + ROW_CARDS

        def is_useful(move: Move) -> bool:
            source, target, length = move
            if piles[target]:
                return True
            if target in PLACES:
                return not is_suit_needed
            return target == first_space and length < len(piles[source])

        moves = (move for move in self.variant.legal_moves(table) if move != STOCK and is_useful(move))
        return sorted(moves, key=lambda move: -piles[move.source][-move.count].rank)

    def _key(self, table: Position) -> int:
        """Equal for tables that differ only in the order of their columns."""
        return sum(self._columns[pile].key for pile in table.piles[COLUMNS.start :])

    def _for_spaces(self, table: Position) -> int:
        return SPACE * len(self.variant.spaces(table))


def as_seen(position: Position) -> Position:
    """The position as a player sees it: hidden cards all alike, and like cards the same."""
    seen = [[card(each.text) if each.face_up else _HIDDEN_CARD for each in pile] for pile in position.piles]
    return Position(tuple(map(tuple, seen)))


def _column_worth(pile: Pile) -> int:
    if not pile:
        return SPACE
    hidden = face_down_count([pile])
    if not pile[-1].face_up:
        hidden -= 1  # it will be turned
    total = HIDDEN * hidden + (UNCLEARED if hidden else 0)
    lower = _HIDDEN_CARD
    for upper in pile:
        if lower.face_up and upper.rank + 1 == lower.rank:
            total += PAIR if upper.suit == lower.suit else JOIN
        lower = upper
    return total


def _could_come_back(position: Position, earlier: Position) -> bool:
    """Whether nothing was dealt, removed or turned since an earlier position."""
    others = position.piles[: COLUMNS.start] == earlier.piles[: COLUMNS.start]
    return others and face_down_count(position.piles) == face_down_count(earlier.piles)
