"""Exhaustive depth-first search of one deal of Three Shuffles and a Draw: the most cards home, and every end.

A card that has left its place in the fans is *placed*, on the one card it fits on, or home. It is home
exactly if all lower cards of its suit are there or can go there. So the number of its first cards that each
fan still holds determines everything: that is the key.

Three reductions lose nothing, so only lines with them are searched. A card that can go home goes: nothing
that could be built on it is still out. A card whose fit is the end of a run that is a whole fan is built
there: the cards it covers must wait for it anyway. The last card of a fan stays: an empty fan is of no use.

The shuffle comes when no move is left, and gathers what is not home: so an end is the number of cards home
of each suit where no move is left. Only one kind of move is forced without losing an end: a card that can
go home goes, because it must before the shuffle, and until then it is in the way. Where the house rule
allows a shuffle at any time, every position is an end, and no move is forced.

In the third deal the draw may wait until its card matters, so only three uses of it are searched at a
position: a buried card that can go home goes home; a buried card stays on its fan and takes, at once, the
card one lower; or it is built on the card one higher and takes the card one lower there. Any other draw
could be made later, or its card would have come free by itself.
"""

from __future__ import annotations

from game.solver.kernels.compiled import MASK, Numbers, kernel, lowest, numbers, popcount

# A deal in one array: for each card the one beneath it in its fan, or −1, and what taking it
# away takes from the key; the bottom cards of the fans; all cards in them; and the first frame.
BELOW, UNIT, BOTTOM, DEALT, START = 0, 52, 104, 105, 106
# A frame: the key, the top card that each fan has left, the placed cards, those home, the cards
# that may yet be built from here, and how many builds led here.
KEY, TOPS, PLACED, HOME, CHOICES, BUILDS = 0, 1, 2, 3, 4, 5
FRAME = 6
DEAL = START + FRAME
LOG = 106 * FRAME  # at most two moves for each card
LINE = 120
WORK = LOG + LINE

# What a search reports: positions, whether it saw all, whether its table was full, and of its
# line the length, the cards home at the end, and whether they are all.
NODES, IS_COMPLETE, IS_FULL, LENGTH, CARDS_HOME, IS_WON = 0, 1, 2, 3, 4, 5
REPORT = 6

ALL = (1 << 52) - 1
ACES = 1 | 1 << 13 | 1 << 26 | 1 << 39
KINGS = ACES << 12
KEY_BITS = 37
"""Keys lie below 2^36: the product of all (cards in a fan + 1) is largest for equal fans."""


@kernel
def search(
    deal: Numbers,
    seen: Numbers,
    mark: int,
    work: Numbers,
    line: Numbers,
    limit: int,
    stop: Numbers,
    report: Numbers,
) -> None:
    """Searches for the most cards home.

    `line` gets the cards built on, in order; between these every card that can go home goes. `mark` must be
    different, from 1 on, for each search with one table `seen`. A full table or a win ends the search.
    """
    level = 0
    begin(deal, work, report)
    while level >= 0 and report[IS_COMPLETE] == 0:
        frame = level * FRAME
        if work[frame + CHOICES] < 0:
            settle(deal, work, frame)
            fresh = enter(work[frame + KEY], mark, KEY_BITS, seen)
            if fresh < 0 or stop[0] != 0 or report[NODES] >= limit:
                report[IS_FULL] = 1 if fresh < 0 else 0
                return
            if fresh == 1:
                keep_if_best(work, frame, line, report)
                gather(deal, work, frame)
            else:
                work[frame + CHOICES] = 0
        level = step(deal, work, level)
    report[IS_COMPLETE] = 1


@kernel
def begin(deal: Numbers, work: Numbers, report: Numbers) -> None:
    """Lays out the first frame."""
    for index in range(FRAME):
        work[index] = deal[START + index]
    work[CHOICES] = -1
    for index in range(REPORT):
        report[index] = 0
    report[CARDS_HOME] = -1


SEND = 52
"""Added in a line to the suit of which a card goes home; only where that is not forced."""


@kernel
def step(deal: Numbers, work: Numbers, level: int) -> int:
    """Makes the frame above by the next choice of this one, not yet settled; or goes back."""
    above = (level + 1) * FRAME
    choice = next_choice(work, level * FRAME)
    if choice < 0:
        return level - 1
    if choice < SEND:
        take(deal, work, above, choice)
        return level + 1
    suit = choice - SEND
    card = 13 * suit + popcount((work[above + HOME] >> 13 * suit) & 0x1FFF)
    if (work[above + TOPS] >> card) & 1 == 1:
        lift(deal, work, above, card)
    work[above + HOME] |= 1 << card
    work[above + PLACED] &= ~(1 << card)
    work[LOG + work[above + BUILDS]] = choice
    work[above + BUILDS] += 1
    return level + 1


@kernel
def next_choice(work: Numbers, frame: int) -> int:
    """Takes the next choice of a frame, and copies the frame to the one above; −1 when none is left."""
    choices = work[frame + CHOICES]
    if choices == 0:
        return -1
    work[frame + CHOICES] = choices & (choices - 1)
    above = frame + FRAME
    for index in range(FRAME):
        work[above + index] = work[frame + index]
    work[above + CHOICES] = -1
    return lowest(choices)


@kernel
def take(deal: Numbers, work: Numbers, frame: int, card: int) -> None:
    """Builds the top card of a fan on the card it fits on."""
    lift(deal, work, frame, card)
    work[frame + PLACED] |= 1 << card
    work[LOG + work[frame + BUILDS]] = card
    work[frame + BUILDS] += 1


@kernel
def lift(deal: Numbers, work: Numbers, frame: int, card: int) -> None:
    """Removes the top card of a fan."""
    work[frame + TOPS] ^= 1 << card
    work[frame + KEY] -= deal[UNIT + card]
    if deal[BELOW + card] >= 0:
        work[frame + TOPS] |= 1 << deal[BELOW + card]


@kernel
def settle(deal: Numbers, work: Numbers, frame: int) -> None:
    """Makes the moves that lose nothing, until none is left."""
    free = 1
    while free != 0:
        go_home(deal, work, frame)
        placed, tops = work[frame + PLACED], work[frame + TOPS]
        ends = (tops | placed) & ~(placed << 1)
        runs, longer = 0, tops & deal[BOTTOM]
        while longer != runs:
            runs = longer
            longer |= (runs >> 1) & placed
        free = tops & ends & ~deal[BOTTOM] & ((ends & runs) >> 1) & ~KINGS
        left = free
        while left != 0:
            take(deal, work, frame, lowest(left))
            left &= left - 1


@kernel
def go_home(deal: Numbers, work: Numbers, frame: int) -> None:
    """Sends every card home that can go."""
    going = 1
    while going != 0:
        going = ends_of(work, frame) & next_of(work[frame + HOME])
        work[frame + HOME] |= going
        work[frame + PLACED] &= ~going
        left = going & work[frame + TOPS]
        while left != 0:
            lift(deal, work, frame, lowest(left))
            left &= left - 1


@kernel
def ends_of(work: Numbers, frame: int) -> int:
    """Top cards of the fans."""
    return (work[frame + TOPS] | work[frame + PLACED]) & ~(work[frame + PLACED] << 1)


@kernel
def next_of(home: int) -> int:
    """Cards that go home next, wherever they are."""
    return ((home << 1) | ACES) & ~home & ALL


@kernel
def gather(deal: Numbers, work: Numbers, frame: int) -> None:
    """Lists the cards that it may pay to build."""
    ends = ends_of(work, frame)
    work[frame + CHOICES] = work[frame + TOPS] & ends & ~deal[BOTTOM] & (ends >> 1) & ~KINGS


@kernel
def enter(key: int, mark: int, bits: int, seen: Numbers) -> int:
    """1 if a key is new under `mark`, 0 if known, −1 if the table is full; older marks count as empty."""
    key |= mark << bits
    mask = len(seen) - 1
    slot = (((key * 0x1E3779B97F4A7C15) & MASK) >> 24) & mask
    for _ in range(64):
        if seen[slot] == key:
            return 0
        if seen[slot] >> bits != mark:
            seen[slot] = key
            return 1
        slot = (slot + 1) & mask
    return -1


@kernel
def keep_if_best(work: Numbers, frame: int, line: Numbers, report: Numbers) -> None:
    """Counts a frame, and keeps its line if it has most cards home; a win completes the search."""
    home = popcount(work[frame + HOME])
    report[NODES] += 1
    if home <= report[CARDS_HOME]:
        return
    for index in range(work[frame + BUILDS]):
        line[index] = work[LOG + index]
    report[LENGTH], report[CARDS_HOME] = work[frame + BUILDS], home
    if work[frame + TOPS] == 0:
        report[IS_WON], report[IS_COMPLETE] = 1, 1


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
    """Lists the ends and returns their number; `known` and `seen` must be new.

    Each has a row of `found`: the cards home, 4 bits a suit, clubs lowest; the number of steps there; the
    steps.
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
        level = step(deal, work, level)
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
    """Every card that can be built and, where going home is not forced, the suits that can send one."""
    ends = ends_of(work, frame)
    choices = work[frame + TOPS] & ends & (ends >> 1) & ~KINGS
    if is_early == 1:
        going = ends & next_of(work[frame + HOME])
        while going != 0:
            choices |= 1 << (SEND + lowest(going) // 13)
            going &= going - 1
    return choices


DRAW = 64
"""Added in a line to the card that is drawn."""
HOMEWARD, STAYING, BUILT, USES = 0, 1, 2, 3
MARKS = 1 << (62 - KEY_BITS)


@kernel
def search_with_draw(
    deal: Numbers,
    seen: Numbers,
    later_seen: Numbers,
    work: Numbers,
    line: Numbers,
    limit: int,
    stop: Numbers,
    report: Numbers,
) -> None:
    """Searches for the most cards home if one buried card may be drawn at any time.

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
                keep_if_best(work, frame, line, report)
                mark = _try_draws(deal, later_seen, mark, work, frame, line, limit, stop, report)
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
            search(after, seen, mark, later_work, later_line, left, stop, later)
            report[NODES] += later[NODES]
            if later[CARDS_HOME] > report[CARDS_HOME]:
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
    report[LENGTH], report[CARDS_HOME] = length + later[LENGTH], later[CARDS_HOME]


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
