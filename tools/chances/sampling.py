"""Random deals of Three Shuffles and a Draw: where each of many can end, how many third deals are won."""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, kernel, numbers
from game.solver.three_shuffles.search import (
    BELOW,
    BOTTOM,
    CODES,
    DEAL,
    DEALT,
    HOME,
    IS_COMPLETE,
    IS_FULL,
    IS_WON,
    KEY,
    LINE,
    PLACED,
    REPORT,
    ROW,
    START,
    TOPS,
    UNIT,
    WORK,
    list_ends,
    search_with_draw,
)

FAN = 3
MAX_ENDS = 2048
SMALL, LARGE = 1 << 14, 1 << 22
"""Positions that a table holds: of nearly all deals, and of all but one in a thousand."""
LIMIT = 4_000_000


@kernel
def third_deals(codes: Numbers, tries: Numbers, state: Numbers, wins: Numbers) -> int:
    """Tries as many third deals as are wanted after each shuffle, and counts those won with the draw.

    Returns how many were too large to be decided; they count as lost.
    """
    seen, later_seen, work = numbers(SMALL), numbers(SMALL), numbers(WORK)
    line, stop, report, deal, undecided = numbers(LINE), numbers(1), numbers(REPORT), numbers(DEAL), 0
    for index in range(len(codes)):
        for _ in range(tries[index]):
            lay_at_random(codes[index], state, deal)
            clear(seen)
            clear(later_seen)
            search_with_draw(deal, seen, later_seen, work, line, LIMIT, stop, report)
            undecided += 1 - report[IS_COMPLETE]
            wins[index] += report[IS_WON]
    return undecided


@kernel
def ends_of_deals(
    codes: Numbers, tries: Numbers, state: Numbers, found: Numbers, counts: Numbers, cut: Numbers
) -> int:
    """Lists where as many deals as are wanted after each shuffle can end, one deal's ends after the other's.

    `counts` gets how many they are of each deal; `cut[0]` counts deals of which not all were found.
    Returns how many deals there was room for.
    """
    known, rows, work, deal = numbers(CODES), numbers(MAX_ENDS * ROW), numbers(WORK), numbers(DEAL)
    seen, large, stop, report, used, done = numbers(SMALL), numbers(LARGE), numbers(1), numbers(REPORT), 0, 0
    for index in range(len(codes)):
        for _ in range(tries[index]):
            lay_at_random(codes[index], state, deal)
            clear(seen)
            count = list_ends(deal, 0, known, rows, seen, work, LIMIT, stop, report)
            if report[IS_FULL] == 1:
                forget(known, rows, count)
                clear(large)
                count = list_ends(deal, 0, known, rows, large, work, LIMIT, stop, report)
            forget(known, rows, count)
            cut[0] += 1 - report[IS_COMPLETE]
            if used + count > len(found):
                return done
            for row in range(count):
                found[used + row] = rows[row * ROW]
            counts[done] = count
            used += count
            done += 1
    return done


@kernel
def clear(row: Numbers) -> None:
    """Fills a row with zeros."""
    for index in range(len(row)):
        row[index] = 0


@kernel
def forget(known: Numbers, rows: Numbers, count: int) -> None:
    """Makes the known ends new again."""
    for row in range(count):
        known[rows[row * ROW]] = 0


@kernel
def lay_at_random(code: int, state: Numbers, deal: Numbers) -> None:
    """Makes the deal after a shuffle with `code` home (4 bits a suit), every order as likely as another."""
    order, count = numbers(52), 0
    for index in range(DEAL):
        deal[index] = 0
    for card in range(52):
        deal[BELOW + card] = -1
        if card % 13 < (code >> 4 * (card // 13)) & 15:
            deal[START + HOME] |= 1 << card
        else:
            order[count] = card
            deal[DEALT] |= 1 << card
            count += 1
    for last in range(count - 1, 0, -1):
        chosen = drawn(state) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    unit = 1
    for first in range(0, count, FAN):
        size = min(FAN, count - first)
        lay_fan(order, first, size, unit, deal)
        unit *= size + 1


@kernel
def lay_fan(order: Numbers, first: int, size: int, unit: int, deal: Numbers) -> None:
    """Lays one fan; the cards on top of it that lie on the card they fit on count as placed."""
    left = size
    while left > 1 and is_built(order[first + left - 1], order[first + left - 2]) == 1:
        left -= 1
    for height in range(size):
        card = order[first + height]
        deal[UNIT + card] = unit
        if height > 0:
            deal[BELOW + card] = order[first + height - 1]
        if height >= left:
            deal[START + PLACED] |= 1 << card
    deal[BOTTOM] |= 1 << order[first]
    deal[START + TOPS] |= 1 << order[first + left - 1]
    deal[START + KEY] += left * unit


@kernel
def is_built(card: int, below: int) -> int:
    """Whether a card lies on the one it fits on."""
    return 1 if below == card + 1 and card % 13 < 12 else 0


@kernel
def drawn(state: Numbers) -> int:
    """The next of a combined generator's numbers below 2147483563; `state` holds two numbers, never 0.

    Source: P. L'Ecuyer, Efficient and portable combined random number generators, CACM 31 (1988).
    """
    state[0] = 40014 * state[0] % 2147483563
    state[1] = 40692 * state[1] % 2147483399
    return (state[0] - state[1]) % 2147483562
