"""State encoding of the independent search of Klondike (see `checker`), unlike the first one's.

Cards are 13 × suit + rank, ♣ ♦ ♥ ♠, ace 0. Knows where each card is; must not know moves.
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, kernel, numbers

# A table, made of a deal: by card where it was dealt, −1 for the hand.
COLUMN, DEPTH = 0, 52
AT = 104
"""By column and depth, 8 apart: the card."""
HAND = AT + 56
"""The hand, first turned first."""
DRAW = HAND + 24
TIP = DRAW + 1
"""1 where only moves count that follow the tip of the leftmost among equals (`game.rules.leftmost`)."""
TABLE = TIP + 1

# A state taken apart.
HOME = 0
"""By suit: how many are home."""
LEFT = 4
"""By column: how many of the cards that were dealt there lie there still."""
IN_HAND = 11
"""A bit for each card of the hand that is still there."""
WASTE = 12
"""At draw 3: how many of them lie in the waste; 0 where turning goes through the same cards as from there."""
PLACE = 13
"""By card: one of the following."""
PARTS = PLACE + 52
AT_HOME, HELD, COVERED, TOP, BUILT = 0, 1, 2, 3, 4


@kernel
def deal(deck: Numbers, draw: int, by_the_tip: bool) -> Numbers:
    """The table of a deck in dealing order; cards are 13 × suit + rank, ♣ ♦ ♥ ♠, ace 0."""
    table = numbers(TABLE)
    dealt = 0
    for row in range(7):
        for column in range(row, 7):
            card = deck[dealt]
            table[COLUMN + card], table[DEPTH + card] = column, row
            table[AT + 8 * column + row] = card
            dealt += 1
    for i in range(24):
        table[HAND + i] = deck[28 + i]
        table[COLUMN + deck[28 + i]], table[DEPTH + deck[28 + i]] = -1, i
    table[DRAW], table[TIP] = draw, by_the_tip
    return table


@kernel
def pack(parts: Numbers) -> int:
    """A state as one number: homes, columns, hand and waste; 61 bits."""
    columns = 0
    for column in range(7):
        columns = columns * (column + 2) + parts[LEFT + column]
    state = columns
    for suit in range(4):
        state = state << 4 | parts[HOME + suit]
    return state << 29 | parts[IN_HAND] << 5 | parts[WASTE]


@kernel
def unpack(table: Numbers, state: int, parts: Numbers) -> None:
    parts[WASTE], parts[IN_HAND] = state & 31, state >> 5 & (1 << 24) - 1
    homes, columns = state >> 29 & 0xFFFF, state >> 45
    for suit in range(3, -1, -1):
        parts[HOME + suit] = homes & 15
        homes >>= 4
    for column in range(6, -1, -1):
        parts[LEFT + column] = columns % (column + 2)
        columns //= column + 2
    for card in range(52):
        column, depth = table[COLUMN + card], table[DEPTH + card]
        if card % 13 < parts[HOME + card // 13]:
            place = AT_HOME
        elif column < 0:
            place = HELD if parts[IN_HAND] >> depth & 1 else BUILT
        elif depth >= parts[LEFT + column]:
            place = BUILT
        else:
            place = TOP if depth == parts[LEFT + column] - 1 else COVERED
        parts[PLACE + card] = place
