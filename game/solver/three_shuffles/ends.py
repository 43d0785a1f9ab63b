"""Enumeration of every way in which one deal of Three Shuffles and a Draw can come to its shuffle.

The shuffle waits until no move is left, and what it gathers is what is not home: so an end is
how many cards of each suit are home where no move is left. Of all moves only one kind is
forced without losing an end: a card that can go home goes, for it must before the shuffle, and
until then it lies where it hinders. Where the house rule lets one shuffle at any time, every
position is an end, and no move is forced.

Knows the frames of the search of one deal; knows no positions and no shuffle.
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, kernel, lowest, popcount
from game.solver.three_shuffles.search import (
    BUILDS,
    CHOICES,
    FRAME,
    HOME,
    IS_COMPLETE,
    IS_FULL,
    KEY,
    KEY_BITS,
    KINGS,
    LINE,
    LOG,
    NODES,
    PLACED,
    TOPS,
    begin,
    ends_of,
    enter,
    go_home,
    lift,
    next_choice,
    next_of,
    take,
)

HOMEWARD = 52
"""Added in a line to the suit of which a card goes home; only where that is not forced."""
CODE_BITS = 16
CODES = 1 << CODE_BITS
ROW = LINE + 2


@kernel
def list_ends(
    deal: Numbers,
    is_early: int,
    known: Numbers,
    found: Numbers,
    seen: Numbers,
    work: Numbers,
    limit: int,
    stop: Numbers,
    report: Numbers,
) -> int:
    """Lists the ends and returns how many they are; `known` and `seen` must be new.

    Each has a row of `found`: the cards home, 4 bits a suit, clubs lowest; how many steps lead
    there; and these.
    """
    level, count = 0, 0
    begin(deal, work, report)
    while level >= 0:
        frame = level * FRAME
        if work[frame + CHOICES] < 0:
            if is_early == 0:
                go_home(deal, work, frame)
            code = code_of(work[frame + HOME])
            fresh = enter(work[frame + KEY] << CODE_BITS | code, 1, KEY_BITS + CODE_BITS, seen)
            if fresh < 0 or stop[0] != 0 or report[NODES] >= limit or count * ROW == len(found):
                report[IS_FULL] = 1 if fresh < 0 else 0
                return count
            work[frame + CHOICES] = _choices(work, frame, is_early) if fresh == 1 else 0
            report[NODES] += fresh
            is_end = fresh == 1 and (is_early == 1 or work[frame + CHOICES] == 0)
            if is_end and known[code] == 0:
                known[code] = 1
                _keep(work, frame, code, found, count * ROW)
                count += 1
        level = _step(deal, work, level)
    report[IS_COMPLETE] = 1
    return count


@kernel
def _keep(work: Numbers, frame: int, code: int, found: Numbers, row: int) -> None:
    """Keeps an end and the steps to it."""
    found[row], found[row + 1] = code, work[frame + BUILDS]
    for index in range(work[frame + BUILDS]):
        found[row + 2 + index] = work[LOG + index]


@kernel
def code_of(home: int) -> int:
    """The cards home of each suit, 4 bits each."""
    code = 0
    for suit in range(4):
        code |= popcount((home >> 13 * suit) & 0x1FFF) << 4 * suit
    return code


@kernel
def _choices(work: Numbers, frame: int, is_early: int) -> int:
    """Every card that can be built, and where it is not forced the suits of which one can go home."""
    ends = ends_of(work, frame)
    choices = work[frame + TOPS] & ends & (ends >> 1) & ~KINGS
    if is_early == 1:
        going = ends & next_of(work[frame + HOME])
        while going != 0:
            choices |= 1 << (HOMEWARD + lowest(going) // 13)
            going &= going - 1
    return choices


@kernel
def _step(deal: Numbers, work: Numbers, level: int) -> int:
    """Makes the frame above by the next choice of this one; or goes back."""
    above = (level + 1) * FRAME
    choice = next_choice(work, level * FRAME)
    if choice < 0:
        return level - 1
    if choice < HOMEWARD:
        take(deal, work, above, choice)
        return level + 1
    suit = choice - HOMEWARD
    card = 13 * suit + popcount((work[above + HOME] >> 13 * suit) & 0x1FFF)
    if (work[above + TOPS] >> card) & 1 == 1:
        lift(deal, work, above, card)
    work[above + HOME] |= 1 << card
    work[above + PLACED] &= ~(1 << card)
    work[LOG + work[above + BUILDS]] = choice
    work[above + BUILDS] += 1
    return level + 1
