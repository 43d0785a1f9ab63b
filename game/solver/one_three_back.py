"""Solver of 1-3 Back by wider and wider beams, and hints by determinization.

A beam handles rows of numbers 0 to 51, suit = number // 13, merged level by level, the liveliest rows kept;
all rows of one level have the same length. A row scores for its pairs that match at distance 1 and 3, which
are its merges, and for its most frequent rank, whose cards join distant rows of suits; noise, different for
each salt, is added. A level that fits into the width entirely has lost nothing: if all do, the search is
complete.

The search deals the whole deck first. That loses nothing: a merge depends only on its two stacks and their
distance, a dealt card goes behind every stack, and the grid has a slot for each card; so a deal and the merge
before it may change places, and with all deals in front every line ends at the same grid as before. Its
result deals as late as its merges allow.

Hints deal first while the deck holds a card: dealing is never worse than a merge, which is still there
afterwards, onto the same stack. Merges are ranked by the fewest stacks over many orders of the unseen cards.
With an empty deck everything is seen, and the beams themselves find the best.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import NamedTuple

from game.rules.one_three_back import DECK
from game.rules.position import STOCK, Move, Position
from game.rules.variant import Variant
from game.solver.answer import Advice, Budget, SearchResult, Verdict, check_cards
from game.solver.kernels.compiled import IS_COMPILED, MASK, Numbers, kernel, numbers

CARDS = 52
SPREAD = 40
"""Candidates kept a row of the width; what goes beyond is dropped, and the search incomplete."""
SCORES = 1024
STRAY = 31
"""Maximum random change of a score, in quarters of a pair, so that every salt gives another search;
with salt 0 it only settles ties, which is best for a search alone. Beams of 40 one after the other
find one stack within 0.2 s in 496 of 500 deals at 15, in 499 at 31; with the most frequent rank
worth four or six pairs a card in place of three, in 498. Wider beams without it: 192 of 200."""
IS_COMPLETE, NODES = 0, 1


@kernel
def search(
    row: Numbers,
    width: int,
    salt: int,
    limit: int,
    stop: Numbers,
    plan: Numbers,
    report: Numbers,
) -> int:
    """Merges `row` as far as a beam of `width` can; returns the number of merges.

    `plan` gets the merges, each `2 × source + (1 if three back)`; `report` whether the search was complete
    and the rows made. `salt` seeds the noise.
    """
    length, room = len(row), SPREAD * width
    slots = 1
    while slots < 2 * room:
        slots *= 2
    rows, made = numbers(width * CARDS), numbers(width * CARDS)
    found, table, back = numbers(3 * room), numbers(slots), numbers(width * length)
    ways, like, sums = numbers(CARDS * CARDS), numbers(CARDS), numbers(SUMS)
    _prepare(ways, like)
    for place in range(length):
        rows[place] = row[place]
    kept, level, is_whole, report[NODES], report[IS_COMPLETE] = 1, 0, 1, 0, 0
    while True:
        count, stacks = 0, length - level
        for parent in range(kept):
            if stop[0] != 0 or report[NODES] >= limit:
                return _trace(back, width, level, plan)
            count = _expand(
                rows,
                parent,
                stacks,
                count,
                found,
                table,
                level,
                salt,
                ways,
                like,
                sums,
                report,
            )
        if count == 0:
            break
        if count > width or count == room:
            is_whole = 0
        kept = _keep(rows, stacks, found, count, width, made, back, level * width)
        rows, made = made, rows
        level += 1
    report[IS_COMPLETE] = is_whole
    return _trace(back, width, level, plan)


@kernel
def _trace(back: Numbers, width: int, level: int, plan: Numbers) -> int:
    """Writes down the merges that led to the first row of a level; returns how many."""
    at = 0
    for step in range(level - 1, -1, -1):
        merge = back[step * width + at]
        plan[step], at = merge & 127, merge >> 7
    return level


@kernel
def _prepare(ways: Numbers, like: Numbers) -> None:
    """Zobrist numbers for each card in each place, and the cards that match each card, as bits."""
    state = 88172645463325252
    for index in range(CARDS * CARDS):
        state ^= (state << 13) & MASK
        state ^= state >> 7
        state ^= (state << 17) & MASK
        ways[index] = state
    for one in range(CARDS):
        for other in range(CARDS):
            if one // 13 == other // 13 or one % 13 == other % 13:
                like[one] |= 1 << other


@kernel
def _expand(
    rows: Numbers,
    parent: int,
    length: int,
    count: int,
    found: Numbers,
    table: Numbers,
    level: int,
    salt: int,
    ways: Numbers,
    like: Numbers,
    sums: Numbers,
    report: Numbers,
) -> int:
    """Adds every new merge of one row to the candidates; returns how many there are."""
    base = parent * CARDS
    _sum_up(rows, base, length, ways, like, sums)
    for source in range(1, length):
        card = rows[base + source]
        for far in range(2):
            target = source - 1 - 2 * far
            if target < 0:
                break
            covered = rows[base + target]
            if (like[card] >> covered) & 1 == 0:
                continue
            report[NODES] += 1
            key = sums[BELOW + source] ^ sums[ABOVE + source + 1]
            key ^= ways[target * CARDS + card] ^ ways[target * CARDS + covered]
            merge = (parent << 7) | (source << 1) | far
            slot = _slot(rows, length, found, table, level, key, merge)
            if slot < 0 or 3 * count == len(found):
                continue
            table[slot] = ((level + 1) << 32) | count
            found[3 * count] = _score(sums, length, source, target, card, covered, like, key, salt)
            found[3 * count + 1], found[3 * count + 2] = key, merge
            count += 1
        sums[REST + source] = card
    return count


# Where the sums over one row stand in their array.
BELOW, ABOVE, PAIRS, REST, RANKS = 0, 64, 128, 192, 256
MAX_COUNT, HOW_MANY_HAVE_IT = RANKS + 13, RANKS + 14
SUMS = RANKS + 15


@kernel
def _sum_up(rows: Numbers, base: int, length: int, ways: Numbers, like: Numbers, sums: Numbers) -> None:
    """Prepares the sums over a row, so that each merge of it costs little."""
    sums[BELOW], sums[PAIRS], sums[ABOVE + length] = 0, 0, 0
    for rank in range(13):
        sums[RANKS + rank] = 0
    for place in range(length):
        card = rows[base + place]
        sums[BELOW + place + 1] = sums[BELOW + place] ^ ways[place * CARDS + card]
        pairs = 0
        if place + 1 < length:
            pairs += (like[card] >> rows[base + place + 1]) & 1
        if place + 3 < length:
            pairs += (like[card] >> rows[base + place + 3]) & 1
        sums[PAIRS + place + 1] = sums[PAIRS + place] + pairs
        sums[RANKS + card % 13] += 1
        # The row without the card at 1; the search puts each card back as it takes the next one out.
        sums[REST + max(0, place - 1)] = card
    sums[REST] = rows[base]
    for place in range(length - 1, 0, -1):
        card = rows[base + place]
        sums[ABOVE + place] = sums[ABOVE + place + 1] ^ ways[(place - 1) * CARDS + card]
    sums[MAX_COUNT], sums[HOW_MANY_HAVE_IT] = 0, 0
    for rank in range(13):
        if sums[RANKS + rank] > sums[MAX_COUNT]:
            sums[MAX_COUNT], sums[HOW_MANY_HAVE_IT] = sums[RANKS + rank], 0
        if sums[RANKS + rank] == sums[MAX_COUNT]:
            sums[HOW_MANY_HAVE_IT] += 1


@kernel
def _score(
    sums: Numbers,
    length: int,
    source: int,
    target: int,
    card: int,
    covered: int,
    like: Numbers,
    key: int,
    salt: int,
) -> int:
    """Liveliness of the row after a merge; only pairs from three before the target on have changed."""
    first = max(0, target - 3)
    pairs = sums[PAIRS + length] - sums[PAIRS + source + 1] + sums[PAIRS + first]
    sums[REST + target] = card
    for place in range(first, source):
        here = like[sums[REST + place]]
        if place + 2 < length:
            pairs += (here >> sums[REST + place + 1]) & 1
        if place + 4 < length:
            pairs += (here >> sums[REST + place + 3]) & 1
    sums[REST + target] = covered
    most = sums[MAX_COUNT]
    if sums[RANKS + covered % 13] == most and sums[HOW_MANY_HAVE_IT] == 1:
        most -= 1
    chance = ((key * (2 * salt + 1)) & MASK) >> 20
    return 4 * (pairs + 3 * most) + (chance & (STRAY if salt > 0 else 3))


@kernel
def _slot(
    rows: Numbers, length: int, found: Numbers, table: Numbers, level: int, key: int, merge: int
) -> int:
    """The free slot in the table for the row that `merge` makes, or -1 if that row is there."""
    mask = len(table) - 1
    slot = (key >> 20) & mask
    while (table[slot] >> 32) == level + 1:
        other = 3 * (table[slot] & 0xFFFFFFFF)
        if found[other + 1] == key and _are_equal(rows, length, merge, found[other + 2]) == 1:
            return -1
        slot = (slot + 1) & mask
    return slot


@kernel
def _are_equal(rows: Numbers, length: int, one: int, other: int) -> int:
    """1 when two merges make the same row, card by card, else 0."""
    for place in range(length - 1):
        if _card_after(rows, one, place) != _card_after(rows, other, place):
            return 0
    return 1


@kernel
def _card_after(rows: Numbers, merge: int, place: int) -> int:
    """The card in a place of the row that a merge makes."""
    base, source = (merge >> 7) * CARDS, (merge >> 1) & 63
    if place == source - 1 - 2 * (merge & 1):
        return rows[base + source]
    return rows[base + place] if place < source else rows[base + place + 1]


@kernel
def _keep(
    rows: Numbers,
    length: int,
    found: Numbers,
    count: int,
    width: int,
    made: Numbers,
    back: Numbers,
    level_at: int,
) -> int:
    """Makes the rows of the best candidates, of equal ones the first; returns how many."""
    tally = numbers(SCORES)
    for index in range(count):
        tally[found[3 * index]] += 1
    last, rest = SCORES - 1, width
    while last > 0 and tally[last] < rest:
        rest -= tally[last]
        last -= 1
    kept = 0
    for index in range(count):
        score, merge = found[3 * index], found[3 * index + 2]
        if score < last or (score == last and rest == 0):
            continue
        if score == last:
            rest -= 1
        for place in range(length - 1):
            made[kept * CARDS + place] = _card_after(rows, merge, place)
        back[level_at + kept] = merge
        kept += 1
    return kept


WIDTHS = (5, *[60] * 6, 300, *[60] * 30, 1000, 4000, 12000)
"""The first is quick, for a small budget. Many narrow beams, each going by chance in another way, find
one stack sooner than a few wide ones: within 0.2 s in 200 of 200 deals, where 192 were."""


class BeamResult(NamedTuple):
    """The best that was found for a row of top cards."""

    stacks: int
    merges: tuple[Move, ...]
    is_proven: bool
    """Whether no line leaves fewer: one stack is left, or all lines were checked."""
    nodes: int


def solve(variant: Variant, position: Position, budget: Budget) -> SearchResult:
    """Looks for the fewest stacks; `value` is how many, `moves` lead there and deal every card.

    SOLVED: one stack is left. UNSOLVABLE: one stack is out of reach, and `value` is the fewest, proven by
    complete search. GAVE_UP: neither is known; `value` is the best found.

    Raises:
        SolverError: there are no cards, or they are double or arranged impossibly.
    """
    row = row_of(variant, position)
    found = fewest(row, budget)
    verdict = Verdict.UNSOLVABLE if found.is_proven else Verdict.GAVE_UP
    if found.stacks == 1:
        verdict = Verdict.SOLVED
    moves = _with_deals(found.merges, len(row) - len(position.piles[DECK]), len(position.piles[DECK]))
    return SearchResult(verdict, found.stacks, moves, found.nodes)


def row_of(variant: Variant, position: Position) -> list[int]:
    """The top cards of the stacks, then the cards of the deck in dealing order, as 0 to 51.

    Raises:
        SolverError: there are no cards, or they are double or arranged impossibly.
    """
    check_cards(variant, position)
    deck, stacks = position.piles[DECK], position.piles[DECK + 1 :]
    tops = [stack[-1] for stack in stacks if stack]
    return [card.identity % 52 for card in (*tops, *reversed(deck))]


def fewest(row: list[int], budget: Budget, widths: tuple[int, ...] = WIDTHS) -> BeamResult:
    """Merges a row with wider and wider beams, until it is one stack or everything was searched."""
    best, plan, nodes = BeamResult(len(row), (), len(row) == 1, 0), numbers(len(row)), 0
    start, report = numbers(len(row)), numbers(2)
    for place, card in enumerate(row):
        start[place] = card
    for salt, width in zip(count(0, 2), widths, strict=False):
        if best.is_proven:
            break
        left = budget.nodes - nodes
        merges = search(start, width, salt, left, budget.stop, plan, report)
        nodes += report[NODES]
        stacks = len(row) - merges
        is_proven = stacks == 1 or report[IS_COMPLETE] == 1
        if stacks < best.stacks or is_proven:
            best = BeamResult(stacks, tuple(_merges(plan, merges)), is_proven, nodes)
        budget.note(best.stacks, int(nodes))
        if budget.is_spent or nodes >= budget.nodes:
            break
    return best._replace(nodes=int(nodes))


def _merges(plan: Numbers, merges: int) -> list[Move]:
    """Converts a kernel's plan to moves."""
    steps = [int(plan[step]) for step in range(merges)]
    return [Move((step >> 1) + 1, (step >> 1) - 2 * (step & 1)) for step in steps]


def _with_deals(merges: tuple[Move, ...], stacks: int, deck: int) -> tuple[Move, ...]:
    """The merges with each card of the deck dealt when a merge needs it, the rest at the end."""
    moves = []
    for merge in merges:
        while stacks < merge.source:
            moves.append(STOCK)
            stacks, deck = stacks + 1, deck - 1
        moves.append(merge)
        stacks -= 1
    return (*moves, *[STOCK] * deck)


SAMPLES = 30
SAMPLE_WIDTHS = (20,) if IS_COMPILED else (2,)
SEEN_WIDTHS = (5, 60, 300, 1000, 4000, 12000) if IS_COMPILED else (2, 10, 60)


def advise(variant: Variant, position: Position, random: Random) -> Iterator[list[Advice]]:
    """Every move with the stacks it leads to, fewest first; none if there is no move.

    Raises:
        SolverError: cards are double or arranged impossibly.
    """
    row = row_of(variant, position)
    merges = [move for move in variant.legal_moves(position) if move != STOCK]
    deck = len(position.piles[DECK])
    if deck:
        yield from _sampled(row[: len(row) - deck], sorted(row[len(row) - deck :]), merges, random)
    elif merges:
        yield from _seen(row, merges)


def _sampled(row: list[int], unseen: list[int], merges: list[Move], random: Random) -> Iterator[list[Advice]]:
    """Advice over more and more orders of the unseen cards, each the same for all moves."""
    moves = [STOCK, *merges]
    stacks: dict[Move, list[int]] = {move: [] for move in moves}
    for sample in range(1, SAMPLES + 1):
        order = [*row, *random.sample(unseen, len(unseen))]
        left = {move: fewest(_after(order, move), Budget(), SAMPLE_WIDTHS).stacks for move in moves}
        left[STOCK] = min(left.values())  # all that the others can do, it can do later
        for move in moves:
            stacks[move].append(left[move])
        # Once it is best to deal it stays so, whatever comes, to the end of the deck.
        dealt = _advice(STOCK, stacks[STOCK], sample)._replace(then=(STOCK,) * (len(unseen) - 1))
        yield _ranked([dealt, *(_advice(move, stacks[move], sample) for move in merges)])


def _seen(row: list[int], merges: list[Move]) -> Iterator[list[Advice]]:
    """Advice on a grid without a deck: a line by wider and wider beams, the other merges by a narrow one."""
    stacks = {move: fewest(_after(row, move), Budget(), SEEN_WIDTHS[:1]).stacks for move in merges}
    for width in SEEN_WIDTHS:
        line = fewest(row, Budget(), (width,))
        first = line.merges[0]
        stacks[first] = min(line.stacks, stacks[first])
        yield _ranked([_advice(move, [left], 1) for move, left in stacks.items()])
        if line.is_proven or min(stacks.values()) == 1:
            return


def _advice(move: Move, stacks: list[int], samples: int) -> Advice:
    return Advice(move, stacks.count(1), samples, sum(stacks) / samples)


def _ranked(advice: list[Advice]) -> list[Advice]:
    """Fewest stacks first; of equals the one with more wins, then the stock, then by position."""
    return sorted(advice, key=lambda advised: (advised.mean, -advised.wins, advised.move))


def _after(row: list[int], move: Move) -> list[int]:
    """The row after a merge; after the stock action too, for `row` holds every card to come."""
    if move == STOCK:
        return row
    source, target = move.source - 1, move.target - 1
    return [*row[:target], row[source], *row[target + 1 : source], *row[source + 1 :]]
