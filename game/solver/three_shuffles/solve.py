"""Solver of Three Shuffles and a Draw over all ends of each deal, and hints by the chances after a shuffle.

The next deal follows from the deal number and from what is home at the shuffle. So a search over all ends of
each deal, and of the third deal with its draw, covers all games: few deals have more than a dozen ends. If
all ends were searched and none wins, no win is left.

Hints know the chances of winning after a shuffle by the number of cards of each suit that it gathers. These
come in any order, so the numbers say all: which suit has which number does not matter, nor do the ranks. The
table holds the best play's share of wins from there, as `python -m tools.chances` found it.

So a deal before the last is best brought to the end from which most games are won. That is often not the one
with most cards home: if the number of cards left is a multiple of three, every fan has three, and a win is
less likely than with one or two cards more, which have a fan of their own. The third deal is searched
exactly, with its draw. No play wins more: 47.3 ± 0.5 % of games, where most cards home in each deal wins 45.5
% (docs/DECISIONS.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import comb
from pathlib import Path
from random import Random
from typing import cast
from zlib import crc32

from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import FOUNDATIONS, ThreeShuffles
from game.rules.variant import Outcome, Variant
from game.solver.answer import Advice, Budget, SearchResult, SolverError, Verdict
from game.solver.kernels.compiled import IS_COMPILED
from game.solver.three_shuffles.encoding import (
    DealLine,
    Meter,
    best_line,
    cards_home,
    check,
    code_of,
    ends,
    played,
    playing,
    shuffled_from,
)


def solve(variant: Variant, position: Position, budget: Budget) -> SearchResult:
    """Looks for a win with the shuffles that follow from the deal number, or for most cards home.

    In the third deal both are exact unless the budget ends first. UNSOLVABLE means that all lines are
    covered; `moves` then bring the most cards home that is possible.

    Raises:
        SolverError: there are no cards, or they are double or arranged impossibly.
    """
    check(variant, position)
    assert isinstance(variant, ThreeShuffles)
    if variant.outcome(position) is Outcome.WON:
        return SearchResult(Verdict.SOLVED, variant.home(position), (), 0)
    search = _Search(variant, position, Meter(budget))
    search.look(position, ())
    verdict = Verdict.UNSOLVABLE if search.is_complete else Verdict.GAVE_UP
    moves, after = search.moves()
    if variant.outcome(after) is Outcome.WON:
        verdict = Verdict.SOLVED
    return SearchResult(verdict, variant.home(after), tuple(moves), search.meter.nodes)


class _Search:
    """The best of all games from a position, deal by deal."""

    def __init__(self, variant: ThreeShuffles, start: Position, meter: Meter) -> None:
        self.variant, self.start, self.meter = variant, start, meter
        self.is_complete = True
        self.is_won = False
        self.best = -1
        self.path: tuple[tuple[int, ...], ...] = ()
        """The steps to each shuffle on the way to the best."""
        self.line = DealLine(-1, (), False)
        """The best line in the deal after them."""
        self._seen: set[tuple[int, ...]] = set()

    def look(self, position: Position, path: tuple[tuple[int, ...], ...]) -> None:
        """Searches all games from a deal that `path` leads to."""
        shuffles = self.variant.shuffles_left(position)
        line = best_line(position, self.variant.has_draw(position), self.meter)
        if line.home > self.best:
            self.best, self.path, self.line = line.home, path, line
            self.is_won = line.home == sum(map(len, position.piles))
        self.meter.budget.note(self.best, self.meter.nodes)
        self.is_complete &= line.is_proven
        if self.is_won or not shuffles:
            return
        found, is_complete = ends(position, self.variant.early, self.meter)
        self.is_complete &= is_complete
        for code, steps in found.items():
            if self.is_won:
                return
            if (shuffles, code) in self._seen:
                continue
            if self.meter.is_spent:
                self.is_complete = False
                return
            self._seen.add((shuffles, code))
            self.look(shuffled_from(self.variant, position, code), (*path, steps))

    def moves(self) -> tuple[list[Move], Position]:
        """The moves of the best game, and where they lead."""
        moves, position = [], self.start
        for steps in self.path:
            some, position = played(self.variant, position, steps, not self.variant.early)
            moves += [*some, STOCK]
            position = self.variant.apply(position, STOCK)
        some, position = played(self.variant, position, self.line.steps)
        return moves + some, position


TABLE = Path(__file__).with_name("chances.table")
SUITS, RANKS, SHUFFLES = 4, 13, 2
CLASSES = comb(SUITS + RANKS, SUITS)
"""Ways to have 0 to 13 cards of each of four suits that are alike."""
CERTAIN = (1 << 16) - 1

_HEADER = re.compile(rb"patience-chances 1\nvariant three-shuffles\ncheck ([0-9a-f]{8})\n\n")


def index_of(left: Sequence[int]) -> int:
    """The index of the number of cards left of each suit, in any order, among the classes; 0 if none is left.

    >>> index_of([0, 0, 0, 0]), index_of([1, 0, 0, 0]), index_of([0, 2, 0, 1]), index_of([13] * 4)
    (0, 1, 6, 2379)
    """
    return sum(
        comb(count + SUITS - 1 - at, SUITS - at) for at, count in enumerate(sorted(left, reverse=True))
    )


def chance(shuffle: int, left: Sequence[int]) -> float:
    """Share of games won after shuffle 1 or 2 of this many cards of each suit.

    Raises:
        SolverError: the table is missing or damaged.
    """
    return _table()[shuffle - 1][index_of(left)] / CERTAIN


@cache
def _table() -> tuple[Sequence[int], ...]:
    try:
        return read_chances(TABLE.read_bytes())
    except OSError as wrong:
        raise SolverError(f"{TABLE.name} cannot be read: {wrong.strerror}") from wrong


def read_chances(data: bytes) -> tuple[Sequence[int], ...]:
    """The chances in the classes' order, in parts of `CERTAIN`, after the first and after the second shuffle.

    Raises:
        SolverError: the bytes are damaged.
    """
    match = _HEADER.match(data)
    body = data[match.end() :] if match else b""
    if match is None or len(body) != 2 * SHUFFLES * CLASSES or crc32(body) != int(match[1], 16):
        raise SolverError(f"{TABLE.name} is damaged")
    parts = [int.from_bytes(body[at : at + 2], "little") for at in range(0, len(body), 2)]
    return tuple(parts[:CLASSES]), tuple(parts[CLASSES:])


def chances_bytes(after_first: Sequence[float], after_second: Sequence[float]) -> bytes:
    """The file of a table: shares of games won, in the classes' order."""
    body = b"".join(round(share * CERTAIN).to_bytes(2, "little") for share in (*after_first, *after_second))
    return f"patience-chances 1\nvariant three-shuffles\ncheck {crc32(body):08x}\n\n".encode() + body


NODES = 2_000_000 if IS_COMPILED else 20_000
"""For the choice of a move: a few first deals in a thousand need more."""
OUT_OF = 100
"""Number of shuffles that odds refer to."""


def advise(variant: Variant, position: Position, _: Random) -> Iterator[list[Advice]]:
    """One move, because no other can be better; none if no card can come home any more in the third deal.

    Before the third deal it leads towards the end from which most games are won, or is the shuffle.

    Raises:
        SolverError: there are no cards, or they are double or arranged impossibly; or the table of chances is
            missing or damaged.
    """
    check(variant, position)
    if variant.outcome(position) is not None:
        return
    rules = cast("ThreeShuffles", variant)
    find = _before_a_shuffle if rules.shuffles_left(position) else _in_the_third_deal
    advice = find(rules, position)
    if advice is not None:
        yield [advice]


def _in_the_third_deal(rules: ThreeShuffles, position: Position) -> Advice | None:
    """The first move of the line that brings most cards home, or None if no more can come."""
    line = best_line(position, rules.has_draw(position), Meter(Budget(nodes=NODES)))
    if line.home == rules.home(position):
        return None
    move = next(playing(rules, position, line.steps))[0]
    return Advice(move, int(line.home == sum(map(len, position.piles))), 1, line.home)


def ways_to_end(rules: ThreeShuffles, position: Position) -> tuple[dict[int, tuple[int, ...]], bool]:
    """The ends of a deal in which no move is left, with the steps; and whether these are all."""
    found, is_complete = ends(position, False, Meter(Budget(nodes=NODES)))
    if not is_complete:  # then at least the one with most cards home
        line = best_line(position, False, Meter(Budget(nodes=NODES)))
        found = {code_of(played(rules, position, line.steps)[1]): line.steps} | found
    return found, is_complete


def best_end(position: Position, codes: Iterable[int]) -> int:
    """The end from which most games are won."""
    return max(codes, key=_Chances(position).worth)


def _before_a_shuffle(rules: ThreeShuffles, position: Position) -> Advice:
    """The move towards the best end of this deal, and the share of 100 shuffles won there."""
    found, _ = ways_to_end(rules, position)
    if rules.early:
        move, code = _best_on_the_way(rules, position, found.values())
    else:
        code = best_end(position, found)
        move = next(playing(rules, position, found[code]), (STOCK, position))[0]
    share = _Chances(position).of(code)
    wins = OUT_OF if share == 1 else min(round(share * OUT_OF), OUT_OF - 1)
    return Advice(move, wins, OUT_OF, cards_home(code))


def _best_on_the_way(
    rules: ThreeShuffles, position: Position, lines: Iterable[tuple[int, ...]]
) -> tuple[Move, int]:
    """The first move to the best table on the way to any end, if the deal may be shuffled at any time."""
    firsts = {code_of(position): STOCK}
    for steps in lines:
        first = None
        for move, after in playing(rules, position, steps):
            first = first or move
            firsts.setdefault(code_of(after), first)
    code = best_end(position, firsts)
    return firsts[code], code


class _Chances:
    """Values of a deal's ends."""

    def __init__(self, position: Position) -> None:
        cards = {card.identity % 52 for pile in position.piles for card in pile}
        self._shuffle = position.counters[0] + 1
        self._of_suit = [sum(card // 13 == suit for card in cards) for suit in FOUNDATIONS]
        self._is_lost = any(card % 13 > 0 and card - 1 not in cards for card in cards)
        """Whether a card is missing beneath another, which then never comes home."""

    def of(self, code: int) -> float:
        """The share of shuffles after which the game is won."""
        if self._is_lost:
            return 0
        # Cards missing above all others make no difference: the highest that is there is a king.
        return chance(self._shuffle, [self._of_suit[suit] - (code >> 4 * suit & 15) for suit in FOUNDATIONS])

    def worth(self, code: int) -> tuple[float, int]:
        """Value by which ends are compared."""
        return self.of(code), cards_home(code)
