"""Exhaustive search of the third deal of Three Shuffles and a Draw, with the draw; knows no positions.

The draw may wait until its card matters, so only three uses of it are searched at a position: a buried card
that can go home goes home; a buried card stays on its fan and takes, at once, the card one lower; or it is
built on the card one higher and takes the card one lower there. Any other draw could be made later, or its
card would have come free by itself.
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, kernel, lowest, numbers
from game.solver.three_shuffles.search import (
    ACES,
    BELOW,
    BOTTOM,
    BUILDS,
    CARDS_HOME,
    CHOICES,
    DEAL,
    DEALT,
    FRAME,
    HOME,
    IS_COMPLETE,
    IS_FULL,
    IS_WON,
    KEY,
    KEY_BITS,
    KINGS,
    LENGTH,
    LINE,
    LOG,
    NODES,
    PLACED,
    REPORT,
    START,
    TOPS,
    UNIT,
    VALUE,
    WORK,
    begin,
    ends_of,
    enter,
    gather,
    keep_if_best,
    lift,
    next_of,
    search,
    settle,
    step,
)

DRAW = 64
"""Added in a line to the card that is drawn."""
HOMEWARD, STAYING, BUILT, USES = 0, 1, 2, 3
MARKS = 1 << (62 - KEY_BITS)


@kernel
def search_with_draw(
    deal: Numbers,
    worth: Numbers,
    seen: Numbers,
    later_seen: Numbers,
    work: Numbers,
    line: Numbers,
    limit: int,
    stop: Numbers,
    report: Numbers,
) -> None:
    """Looks for the cards home that are worth most if one buried card may be drawn at any time.

    As `search`; the tables must be new, `later_seen` is that of the searches after a draw.
    """
    level, mark = 0, 0
    begin(deal, work, report)
    while level >= 0 and report[IS_COMPLETE] == 0:
        frame = level * FRAME
        if work[frame + CHOICES] < 0:
            settle(deal, work, frame)
            fresh = enter(work[frame + KEY], 1, KEY_BITS, seen)
            if fresh < 0 or stop[0] != 0 or report[NODES] >= limit or mark > MARKS:
                report[IS_FULL] = 1 if fresh < 0 else 0
                return
            if fresh == 1:
                keep_if_best(work, frame, worth, line, report)
                mark = _try_draws(deal, worth, later_seen, mark, work, frame, line, limit, stop, report)
                if mark < 0:
                    return
                gather(deal, work, frame)
            else:
                work[frame + CHOICES] = 0
        level = step(deal, work, level)
    report[IS_COMPLETE] = 1


@kernel
def _try_draws(
    deal: Numbers,
    worth: Numbers,
    seen: Numbers,
    mark: int,
    work: Numbers,
    frame: int,
    line: Numbers,
    limit: int,
    stop: Numbers,
    report: Numbers,
) -> int:
    """Searches after each useful draw at a frame; returns the last mark, or −1 if it had to stop."""
    after, later_work = numbers(DEAL), numbers(WORK)
    later_line, later = numbers(LINE), numbers(REPORT)
    for use in range(USES):
        cards = draws(deal, work, frame, use)
        while cards != 0 and report[IS_COMPLETE] == 0:
            card = lowest(cards)
            cards &= cards - 1
            if draw(deal, work, frame, card, use, after) == 0:
                continue
            mark += 1
            left = limit - report[NODES]
            search(after, worth, seen, mark, later_work, later_line, left, stop, later)
            report[NODES] += later[NODES]
            if later[VALUE] > report[VALUE]:
                for index in range(work[frame + BUILDS]):
                    line[index] = work[LOG + index]
                _append(card, use, work[frame + BUILDS], later_line, later, line, report)
                report[IS_WON], report[IS_COMPLETE] = later[IS_WON], later[IS_WON]
            if later[IS_COMPLETE] == 0:
                report[IS_FULL] = later[IS_FULL]
                return -1
    return mark


@kernel
def _append(
    card: int, use: int, length: int, later_line: Numbers, later: Numbers, line: Numbers, report: Numbers
) -> None:
    """Adds a draw, the builds that belong to it and the line after it to a line of `length`."""
    line[length] = DRAW + card
    length += 1
    if use == BUILT:
        line[length] = card
        length += 1
    if use != HOMEWARD:
        line[length] = card - 1
        length += 1
    for index in range(later[LENGTH]):
        line[length + index] = later_line[index]
    report[LENGTH] = length + later[LENGTH]
    report[CARDS_HOME], report[VALUE] = later[CARDS_HOME], later[VALUE]


@kernel
def draws(deal: Numbers, work: Numbers, frame: int, use: int) -> int:
    """The cards that may be drawn for a use."""
    tops, placed, home = work[frame + TOPS], work[frame + PLACED], work[frame + HOME]
    buried = deal[DEALT] & ~(tops | placed | home)
    if use == HOMEWARD:
        return buried & next_of(home)
    ends = ends_of(work, frame)
    takes_a_top = ((ends & tops & ~deal[BOTTOM]) << 1) & ~ACES
    if use == STAYING:
        return buried & takes_a_top
    fits = (ends >> 1) & ~KINGS
    # With the one card built on it, a top card is buried too, and both may go on together.
    pair = tops & ~ends & ~deal[BOTTOM] & (ends << 1)
    return ((buried & takes_a_top) | pair) & fits


@kernel
def draw(deal: Numbers, work: Numbers, frame: int, card: int, use: int, after: Numbers) -> int:
    """Makes the deal `after` a buried card was drawn for a use; 0 if it is of no use after all."""
    _copy(deal, work, frame, after)
    top = _raise(after, card)
    if use == HOMEWARD:
        _count(after)
        return 1
    lower = card - 1
    if top == card + 1:  # it lies on the card it fits on, so both uses are one
        if use == BUILT:
            return 0
        after[START + TOPS] ^= 1 << card | 1 << top
        after[START + PLACED] |= 1 << card
    _count(after)
    if use == BUILT:
        lift(after, after, START, card)
        after[START + PLACED] |= 1 << card
    if (after[START + TOPS] & ~after[BOTTOM]) >> lower & 1 == 0:
        return 0
    lift(after, after, START, lower)
    after[START + PLACED] |= 1 << lower
    return 1


@kernel
def _copy(deal: Numbers, work: Numbers, frame: int, after: Numbers) -> None:
    """Makes a deal of a frame."""
    for card in range(52):
        after[BELOW + card] = deal[BELOW + card]
    after[BOTTOM] = deal[BOTTOM]
    for index in range(FRAME):
        after[START + index] = work[frame + index]
    after[START + BUILDS] = 0


@kernel
def _raise(after: Numbers, card: int) -> int:
    """Lifts a buried card to the top of its fan; returns the card now beneath it."""
    fans, top = after[START + TOPS], -1
    under = -1
    while under != card:
        top = lowest(fans)
        fans &= fans - 1
        under = top
        while under >= 0 and under != card:
            under = after[BELOW + under]
    end = top
    while end % 13 > 0 and (after[START + PLACED] >> (end - 1)) & 1 == 1:
        after[BELOW + end - 1] = end
        end -= 1
        after[START + PLACED] ^= 1 << end
    above = end
    while after[BELOW + above] != card:
        above = after[BELOW + above]
    after[BELOW + above] = after[BELOW + card]
    if after[BELOW + card] < 0:
        after[BOTTOM] ^= 1 << card | 1 << above
    after[BELOW + card] = end
    after[START + TOPS] = (after[START + TOPS] & ~(1 << top)) | 1 << card
    return end


@kernel
def _count(after: Numbers) -> None:
    """Gives the cards of each fan their unit, and the deal its key."""
    fans, unit, key = after[START + TOPS], 1, 0
    while fans != 0:
        card, height = lowest(fans), 0
        fans &= fans - 1
        while card >= 0:
            after[UNIT + card] = unit
            height += 1
            card = after[BELOW + card]
        key += height * unit
        unit *= height + 1
    after[START + KEY] = key
