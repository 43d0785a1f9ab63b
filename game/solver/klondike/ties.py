"""Trials of a Klondike deal: ties met in playouts or within reach are decided by search, wins counted.

Played games meet few different ties. So here, for each number of cards that have left for good, as many
positions as there is room for are kept, and every tie in them is examined: both choices, with all cards
known. A deal *fails* if at some tie the leftmost choice was not found to win and another was.
"""

from __future__ import annotations

from game.solver.kernels.compiled import MASK, Numbers, kernel, lowest, numbers, popcount
from game.solver.klondike.moves import (
    DEEPEST,
    GOES_HOME,
    HOW,
    NO_CARD,
    PATH,
    SPENT,
    STATES,
    Buffers,
    expand,
    is_dead,
    leave,
    member_of,
    normal_form,
)
from game.solver.klondike.rollouts import (
    CARDS,
    DISTRACTED,
    GAME,
    GOES_ON,
    HIDDEN,
    IS_WON,
    MAX_LENGTH,
    TIME,
    chance,
    fits,
    lay,
    new_times,
    state_of,
    step,
)
from game.solver.klondike.search import UNDECIDED, WON, add, decide, decide_by_the_tip, is_won, search
from game.solver.klondike.solve import PILES, lay_out
from game.solver.klondike.state import (
    ANY_MOVE,
    COLUMNS,
    DRAW,
    KINGS,
    PACK,
    TIP,
    DealTable,
    cards_home,
    equals_further_right,
    fill,
    in_a_tie,
    left_of,
    look,
)

LIMIT_MS = 300_000
LINES, WIDTH, GOES_ON_AFTER, BRIEF, LONG, LINE, NOISE = 3, 4, 5, 6, 7, 8, 9
"""In what is wanted, after how many games by each player: how many lines that win; how many positions of
each depth, when nothing has failed before (see `losing_tie`); 1 to go on although the deal has failed;
positions to look at in a choice, and in the leftmost one when another wins and it seems not to; positions for
each line, and how much luck is in it. (As constants numba would compile the whole search anew for each.)"""
EFFORTS = (600, 60_000, 1000, 12)

WINS, FAILED, TIES = 0, 3, 4
"""Indexes of a try's results: games won by each player, 1 if the deal failed, different ties examined."""
KNOWN = 5
"""Then the ties themselves: a state and a right-hand top each."""
MAX_KNOWN = 300
TOLD = KNOWN + 2 * MAX_KNOWN

FINE, FAILS, NOBODY_WINS = 0, 1, 2
FAILED_A_TRY = -2

CHANCE, FILLED = 0, 1
"""Of notes: the state of the random numbers; how many leftmost choices are known."""
MAX_LEFTMOST = 1 << 16
MAX_TIES = 256
"""Maximum number of ties of a position."""
LEFT, RIGHT = DEEPEST, DEEPEST + 1
"""Of a line, beside its states: what follows the choices of the tie that it leads to."""
TIE_LINE = DEEPEST + 2


@kernel
def losing_tie(
    table: DealTable,
    room: Buffers,
    start: int,
    seed: int,
    wanted: Numbers,
    stop: Numbers,
    line: Numbers,
) -> bool:
    """Whether a tie is found at which the leftmost choice was not found to win, and another was.

    `wanted` says how many positions of each depth are kept, and how far choices are searched (see `LINES`).
    Leaves in `line` the normal forms up to the tie, then −1; see `LEFT`.
    """
    width = wanted[WIDTH]
    kept, parents = numbers(DEEPEST * width), numbers(DEEPEST * width)
    notes, known = numbers(2), numbers(MAX_LEFTMOST)
    notes[CHANCE] = seed * 0x1234567 + 88172645463325252 & MASK
    kept[0] = normal_form(table, start)
    size, first = 1, 0
    while size > 0 and stop[0] == 0:
        for at in range(first, first + size):
            if _loses(table, room, kept[at], wanted, notes, known, stop, line):
                _lead_to(kept, parents, width, at, line)
                return True
        size = _follow(table, room, kept, parents, first, size, width, notes)
        first += width
    return False


@kernel
def _follow(
    table: DealTable,
    room: Buffers,
    kept: Numbers,
    parents: Numbers,
    first: int,
    size: int,
    width: int,
    notes: Numbers,
) -> int:
    """Keeps a uniform sample, as large as will fit, of what follows `size` positions; returns its size."""
    places = 64
    while places < 16 * width:
        places *= 2
    seen, met, count, then = numbers(places), 0, 0, first + width
    if then + width > len(kept):
        return 0
    for at in range(first, first + size):
        view = look(table, kept[at])
        if is_dead(table, view):
            continue
        for i in range(expand(table, view, room, False)):
            after = room[STATES + i]
            if is_won(table, after) or not add(seen, after, 4 * met < 3 * places):
                continue
            met += 1
            slot = count
            if count < width:
                count += 1
            else:
                slot = chance(notes, CHANCE, met)
            if slot < width:
                kept[then + slot], parents[then + slot] = after, at
    return count


@kernel
def _loses(
    table: DealTable,
    room: Buffers,
    state: int,
    wanted: Numbers,
    notes: Numbers,
    known: Numbers,
    stop: Numbers,
    line: Numbers,
) -> bool:
    """Whether at one of a position's ties the leftmost choice was not found to win, and another was."""
    ends = numbers(2 * MAX_TIES)
    for i in range(_ties(table, room, state, ends)):
        left, right = ends[2 * i], ends[2 * i + 1]
        if is_won(table, left) or not add(known, left, 4 * notes[FILLED] < 3 * MAX_LEFTMOST):
            continue
        notes[FILLED] += 1
        if _decided(table, room, left, right, wanted, stop) == FAILS:
            line[LEFT], line[RIGHT] = left, right
            return True
    return False


@kernel
def _ties(table: DealTable, room: Buffers, state: int, ends: Numbers) -> int:
    """Writes what follows the choices of each tie, leftmost and another; returns the number of ties.

    If a card that covers as many as a mate further left can be moved somewhere, so can the mate.
    """
    view, count = look(table, state), 0
    equals = equals_further_right(table, state, view.tops)
    if equals == 0:
        return 0
    for i in range(expand(table, view, room, False)):
        how = room[HOW + i]
        mover, king = how >> 8 & 255, how & 255
        goes_home = how & GOES_HOME > 0
        before = member_of(room, state, how)
        if king != NO_CARD:
            before = leave(table, before, mover, view.hand >> mover & 1)
            mover = king
        if goes_home or equals >> mover & 1 == 0 or count == MAX_TIES:
            continue
        ends[2 * count] = normal_form(table, leave(table, before, left_of(table, state, mover), 0))
        ends[2 * count + 1] = room[STATES + i]
        count += 1
    return count


@kernel
def _lead_to(kept: Numbers, parents: Numbers, width: int, at: int, line: Numbers) -> None:
    """Writes the positions that lead to the one kept at `at`, and −1."""
    depth = at // width
    line[depth + 1] = -1
    while depth >= 0:
        line[depth] = kept[at]
        at = parents[at]
        depth -= 1


@kernel
def try_out(
    table: DealTable,
    room: Buffers,
    game: Numbers,
    piles: Numbers,
    seed: int,
    wanted: Numbers,
    stop: Numbers,
    told: Numbers,
) -> None:
    """Plays games of the deal that fills `table`, and examines the ties met; `wanted`: see `LINES`."""
    for i in range(KNOWN):
        told[i] = 0
    start, times = _begin(table, game, piles, 0), new_times()
    for number in range(wanted[LINES]):
        _along_a_line(table, room, wanted, start, seed + number, stop, told)
    for player in range(3):
        for number in range(wanted[player]):
            if (told[FAILED] > 0 and wanted[GOES_ON_AFTER] == 0) or stop[0] != 0:
                return
            lay(game, piles, seed + 1000 * (player + 1) + number)
            won = _play(table, room, wanted, game, times, player, stop, told)
            told[WINS + player] += won


@kernel
def _begin(table: DealTable, game: Numbers, piles: Numbers, seed: int) -> int:
    lay(game, piles, seed)
    return state_of(table, table[DRAW], game)


@kernel
def _play(
    table: DealTable,
    room: Buffers,
    wanted: Numbers,
    game: Numbers,
    times: Numbers,
    player: int,
    stop: Numbers,
    told: Numbers,
) -> int:
    """A game within the limit, 1 if it is won; ties are no longer examined when nothing wins."""
    draw, is_open = table[DRAW], True
    while game[TIME] < LIMIT_MS:
        if is_open:
            is_open = _look_into_ties(table, room, wanted, game, stop, told)
        how = step(game, times, player, draw)
        if how != GOES_ON:
            return 1 if how == IS_WON else 0
    return 0


@kernel
def _head(game: Numbers, column: int) -> int:
    """The deepest card of a column's run."""
    return game[CARDS + column * MAX_LENGTH + game[HIDDEN + column]]


@kernel
def _look_into_ties(
    table: DealTable,
    room: Buffers,
    wanted: Numbers,
    game: Numbers,
    stop: Numbers,
    told: Numbers,
) -> bool:
    """Examines the ties of a position; returns whether each has a choice that wins."""
    for right in range(1, COLUMNS):
        hidden = game[HIDDEN + right]
        if hidden == 0:
            continue
        for left in range(right):
            if game[HIDDEN + left] != hidden:
                continue
            one, other = _head(game, left), _head(game, right)
            if one ^ other != 1 and (one < 48 or other < 48):
                continue
            if not _has_place(game, one):
                continue
            state = state_of(table, table[DRAW], game)
            if _look_into(table, room, wanted, state, one, other, stop, told) == NOBODY_WINS:
                return False
            break
    return True


@kernel
def _has_place(game: Numbers, card: int) -> bool:
    for column in range(COLUMNS):  # noqa: SIM110 - numba knows no `any` of a generator
        if fits(game, card, column):
            return True
    return False


@kernel
def _along_a_line(
    table: DealTable,
    room: Buffers,
    wanted: Numbers,
    start: int,
    seed: int,
    stop: Numbers,
    told: Numbers,
) -> None:
    """Examines the ties along one winning line, if it is soon found."""
    if search(table, room, start, room[SPENT] + wanted[LINE], wanted[NOISE], seed, stop) != WON:
        return
    line = room[PATH:SPENT].copy()
    for i in range(DEEPEST):
        state = line[i]
        if state < 0 or told[FAILED] > 0:
            return
        view = look(table, state)
        equals = equals_further_right(table, state, view.tops)
        if equals > 0:
            placed = PACK & ~(view.hand | view.originals | cards_home(state))
            has_space = popcount(view.tops) + popcount(placed & KINGS) < COLUMNS
            tied = in_a_tie(equals, placed | view.tops, has_space)
            while tied > 0:
                right = lowest(tied)
                tied &= tied - 1
                _look_into(table, room, wanted, state, left_of(table, state, right), right, stop, told)


@kernel
def _look_into(
    table: DealTable,
    room: Buffers,
    wanted: Numbers,
    state: int,
    left: int,
    right: int,
    stop: Numbers,
    told: Numbers,
) -> int:
    """Decides the choices of a tie, once; returns whether it fails."""
    for i in range(told[TIES]):
        if told[KNOWN + 2 * i] == state and told[KNOWN + 2 * i + 1] & 255 == right:
            return told[KNOWN + 2 * i + 1] >> 8
    if told[TIES] == MAX_KNOWN:
        return FINE
    one = normal_form(table, leave(table, state, left, 0))
    verdict = _decided(table, room, one, normal_form(table, leave(table, state, right, 0)), wanted, stop)
    if verdict == FAILS:
        told[FAILED] = 1
    told[KNOWN + 2 * told[TIES]], told[KNOWN + 2 * told[TIES] + 1] = state, right | verdict << 8
    told[TIES] += 1
    return verdict


@kernel
def _decided(table: DealTable, room: Buffers, left: int, right: int, wanted: Numbers, stop: Numbers) -> int:
    """Whether a tie fails, from the normal forms after its leftmost choice and after another."""
    if decide(table, room, left, wanted[BRIEF], stop) == WON:
        return FINE
    if decide(table, room, right, wanted[BRIEF], stop) != WON:
        return NOBODY_WINS
    return FINE if decide(table, room, left, wanted[LONG], stop) == WON or stop[0] != 0 else FAILS


@kernel
def try_packs(
    table: DealTable,
    room: Buffers,
    draw: int,
    packs: Numbers,
    seeds: Numbers,
    nodes: int,
    wanted: Numbers,
    stop: Numbers,
    found: Numbers,
) -> None:
    """Tries packs in dealing order, 52 numbers each; a pack and its seed always give the same result.

    Finds for each: −1 if no line by the leftmost rule was found within `nodes` positions (0: one is known to
    exist), or if nothing wins any more; −2 if it failed; else the number of games that the Distracted won.
    """
    game, told = numbers(GAME), numbers(TOLD)
    piles, line = numbers(PILES), numbers(TIE_LINE)
    for i in range(len(found)):
        found[i] = UNDECIDED
        if stop[0] != 0:
            continue
        lay_out(packs, 52 * i, piles)
        start = fill(table, draw, piles)
        if nodes > 0 and decide_by_the_tip(table, room, start, nodes, stop) != WON:
            continue
        table[TIP] = ANY_MOVE
        try_out(table, room, game, piles, seeds[i], wanted, stop, told)
        if told[FAILED] == 0 and wanted[WIDTH] > 0:
            told[FAILED] = 1 if losing_tie(table, room, start, seeds[i], wanted, stop, line) else 0
        if stop[0] == 0:
            found[i] = FAILED_A_TRY if told[FAILED] > 0 else told[WINS + DISTRACTED]
