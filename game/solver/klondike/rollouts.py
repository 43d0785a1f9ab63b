"""Greedy playouts of Klondike: quick games by the Beginner and the Regular, as kernels.

They choose as the robots of those names do (`game.robots.thinker`), which a test compares, and each gesture
takes its mean time. The Distracted is a Regular who overlooks some moves.

A *game* is one row of integers: see `START` and what follows it.
"""

from __future__ import annotations

from game.solver.kernels.compiled import MASK, Numbers, kernel, numbers
from game.solver.klondike.state import COLUMNS, FIRST, STEP, WASTE_SHIFT, DealTable, phase

BEGINNER, REGULAR, DISTRACTED = 0, 1, 2
OVERLOOKED, DISTRACTION = 35, 15
"""Percentage of moves that a Beginner, and a Distracted, overlooks."""
PATIENCE_1, PATIENCE_3 = 1, 6
"""Number of fruitless passes after which it gives up."""
THINK, TAP, CARRY, GO_HOME = 0, 1, 2, 3
"""The mean times of gestures in ms, of the Beginner and then of the Regular, stand in this order."""

MAX_LENGTH = 20
"""Cards in a column, at most 19."""
CARDS = 0
"""By column: its cards, the deepest first."""
SIZE = CARDS + COLUMNS * MAX_LENGTH
HIDDEN = SIZE + COLUMNS
"""Number of face-down cards, by column."""
BASED = HIDDEN + COLUMNS
"""By column: 1 while its deepest card is the one that was dealt there."""
HOMES = BASED + COLUMNS
"""By suit: how many cards are home."""
STOCK = HOMES + 4
"""The cards of the hand in the order of turning."""
LEFT = STOCK + 24
"""Number of cards of the hand; then how many of them lie in the waste."""
WASTE = LEFT + 1
PASSES = LEFT + 2
IDLE = LEFT + 3
"""Redeals since a card was played, with the stock known."""
TIME = LEFT + 4
"""Play time in ms."""
CHANCE = LEFT + 5
"""The state of the game's random numbers, not 0."""
WORTH, SOURCE, TARGET, COUNT = LEFT + 6, LEFT + 7, LEFT + 8, LEFT + 9
"""The move that was chosen: its worth, its column or `FROM_WASTE`, where to or `TO_HOME`, how many cards."""
EQUALS = LEFT + 10
"""While a move is chosen: how many so far are as good as the best."""
GAME = LEFT + 11

FROM_WASTE = TO_HOME = COLUMNS

SAFE, TURNS, FREES, HELPS, HOMEWARD = 100, 80, 60, 40, 20
"""Scores of a move, as for the robots."""

GOES_ON, IS_WON, HAS_ENDED = 0, 1, 2


@kernel
def chance(game: Numbers, at: int, beyond: int) -> int:
    """A random number from 0 to `beyond` − 1; the generator's state is the number `at` a place."""
    random = game[at]
    random ^= (random << 13) & MASK
    random ^= random >> 7
    random ^= (random << 17) & MASK
    game[at] = random
    return (random >> 20) % beyond


@kernel
def lay(game: Numbers, piles: Numbers, seed: int) -> None:
    """Starts a game with the piles of a deal (see `solve.lay_out`)."""
    for i in range(GAME):
        game[i] = 0
    for i in range(24):
        game[STOCK + i] = piles[6 + i]
    game[LEFT] = 24
    at = 30
    for column in range(COLUMNS):
        game[SIZE + column], game[HIDDEN + column], game[BASED + column] = column + 1, column, 1
        for depth in range(column + 1):
            game[CARDS + column * MAX_LENGTH + depth] = piles[at + 1 + 2 * depth]
        at += 2 * column + 3
    game[CHANCE] = seed * 0x1234567 + 88172645463325252 & MASK
    for _ in range(8):
        chance(game, CHANCE, 2)


@kernel
def state_of(table: DealTable, draw: int, game: Numbers) -> int:
    """The position of a game as a state."""
    state = 0
    for suit in range(4):
        state |= game[HOMES + suit] << (4 * suit)
    for i in range(game[LEFT]):
        state |= table[STEP + game[STOCK + i]]
    for column in range(COLUMNS):
        units = game[HIDDEN + column] + (1 if game[HIDDEN + column] > 0 else game[BASED + column])
        state |= units << table[FIRST + 7 + column]
    return state | phase(draw, game[WASTE], game[LEFT]) << WASTE_SHIFT


@kernel
def _top(game: Numbers, column: int) -> int:
    """The last card of a column that is not empty."""
    return game[CARDS + column * MAX_LENGTH + game[SIZE + column] - 1]


@kernel
def fits(game: Numbers, card: int, column: int) -> bool:
    """Whether a card may be moved to a column."""
    if game[SIZE + column] == 0:
        return card >> 2 == 12
    lower = game[CARDS + column * MAX_LENGTH + game[SIZE + column] - 1]
    return card >> 2 == (lower >> 2) - 1 and (card ^ lower) & 2 != 0


@kernel
def _rises(game: Numbers, card: int) -> bool:
    """Whether a card is next of its suit."""
    return game[HOMES + (card & 3)] == card >> 2


@kernel
def _is_safe(game: Numbers, card: int) -> bool:
    """Whether no card still to come could need to be built on `card`."""
    rank, others = card >> 2, (card & 2) ^ 2
    return rank <= 1 or (game[HOMES + others] >= rank and game[HOMES + others + 1] >= rank)


@kernel
def _king_waits(game: Numbers) -> bool:
    """Whether a king could use a space."""
    if game[WASTE] > 0 and game[STOCK + game[WASTE] - 1] >> 2 == 12:
        return True
    for column in range(COLUMNS):
        hidden = game[HIDDEN + column]
        if 0 < hidden < game[SIZE + column] and game[CARDS + column * MAX_LENGTH + hidden] >> 2 == 12:
            return True
    return False


@kernel
def _offer(game: Numbers, player: int, worth: int, source: int, target: int, count: int) -> None:
    """Notes a good move, and chooses it if it is as good as any."""
    if player != REGULAR and chance(game, CHANCE, 100) < (OVERLOOKED if player == BEGINNER else DISTRACTION):
        return
    if player == BEGINNER:
        worth = 1
    if worth > game[WORTH]:
        game[EQUALS] = 0
    elif worth < game[WORTH]:
        return
    game[EQUALS] += 1
    if chance(game, CHANCE, game[EQUALS]) == 0:
        game[WORTH], game[SOURCE], game[TARGET], game[COUNT] = worth, source, target, count


@kernel
def _choose(game: Numbers, player: int) -> bool:
    """Chooses a move of a card, if there is a good one."""
    game[WORTH] = game[EQUALS] = 0
    for column in range(COLUMNS):
        if game[SIZE + column] > 0:
            _choose_from(game, player, column)
    if game[WASTE] > 0:
        card = game[STOCK + game[WASTE] - 1]
        if _rises(game, card):
            worth = SAFE if _is_safe(game, card) else HOMEWARD
            _offer(game, player, worth, FROM_WASTE, TO_HOME, 1)
        for target in range(COLUMNS):
            if fits(game, card, target):
                _offer(game, player, _worth_of_waste(game, card), FROM_WASTE, target, 1)
    return game[WORTH] > 0


@kernel
def _choose_from(game: Numbers, player: int, column: int) -> None:
    """Considers the moves from a column that is not empty."""
    size, hidden = game[SIZE + column], game[HIDDEN + column]
    card = _top(game, column)
    if _rises(game, card):
        worth = SAFE if _is_safe(game, card) else TURNS + hidden if 0 < hidden == size - 1 else HOMEWARD
        _offer(game, player, worth, column, TO_HOME, 1)
    for at in range(hidden, size):
        card = game[CARDS + column * MAX_LENGTH + at]
        if at > hidden:
            uncovered = game[CARDS + column * MAX_LENGTH + at - 1]
            worth = FREES - 1 if _rises(game, uncovered) else 0
        elif hidden > 0:
            worth = TURNS + hidden
        else:
            worth = FREES if card >> 2 != 12 and _king_waits(game) else 0
        if worth > 0:
            for target in range(COLUMNS):
                if target != column and fits(game, card, target):
                    _offer(game, player, worth, column, target, size - at)


@kernel
def _worth_of_waste(game: Numbers, card: int) -> int:
    """Score of moving the waste's top card to a column: more if a column's run fits on it."""
    for column in range(COLUMNS):
        hidden = game[HIDDEN + column]
        if game[SIZE + column] > 0:
            head = game[CARDS + column * MAX_LENGTH + hidden]
            if (head >> 2) + 1 == card >> 2 and (head ^ card) & 2 != 0:
                return TURNS - 1 if hidden > 0 else HELPS
    return HELPS - 1


@kernel
def _move(game: Numbers) -> None:
    """Makes the chosen move."""
    source, target, count = game[SOURCE], game[TARGET], game[COUNT]
    if source == FROM_WASTE:
        card = game[STOCK + game[WASTE] - 1]
        for i in range(game[WASTE], game[LEFT]):
            game[STOCK + i - 1] = game[STOCK + i]
        game[WASTE] -= 1
        game[LEFT] -= 1
        _lay_card(game, card, target)
        return
    first = game[SIZE + source] - count
    for i in range(count):
        _lay_card(game, game[CARDS + source * MAX_LENGTH + first + i], target)
    game[SIZE + source] = first
    if first == 0:
        game[BASED + source] = 0
    elif first == game[HIDDEN + source]:
        game[HIDDEN + source] -= 1


@kernel
def _lay_card(game: Numbers, card: int, target: int) -> None:
    if target == TO_HOME:
        game[HOMES + (card & 3)] += 1
    else:
        game[CARDS + target * MAX_LENGTH + game[SIZE + target]] = card
        game[SIZE + target] += 1


@kernel
def _tap(game: Numbers, draw: int) -> None:
    """Turns the stock, or puts the waste back."""
    if game[WASTE] == game[LEFT]:
        game[IDLE] += 1 if game[PASSES] > 0 else 0
        game[WASTE] = 0
        game[PASSES] += 1
    else:
        game[WASTE] = min(game[LEFT], game[WASTE] + draw)


@kernel
def _gives_up(game: Numbers, player: int, draw: int) -> bool:
    """Whether a player who sees no good move ends the game rather than turn the stock."""
    if game[LEFT] == 0:
        return True
    if game[WASTE] < game[LEFT]:
        return False
    if player == BEGINNER:
        return game[PASSES] >= (PATIENCE_1 if draw == 1 else PATIENCE_3)
    return game[IDLE] > 0


@kernel
def new_times() -> Numbers:
    """Mean times of gestures: a third each of the shortest, the longest and the most frequent."""
    times = numbers(8)
    times[THINK], times[TAP], times[CARRY], times[GO_HOME] = 1333, 850, 1500, 1075
    times[4 + THINK], times[4 + TAP], times[4 + CARRY], times[4 + GO_HOME] = 717, 638, 1133, 750
    return times


@kernel
def step(game: Numbers, times: Numbers, player: int, draw: int) -> int:
    """Makes a player's next gesture; returns whether the game continues."""
    pace = 0 if player == BEGINNER else 4
    chosen = _choose(game, player)
    if not chosen and _gives_up(game, player, draw):
        return HAS_ENDED
    # Who knows the hand does not stop to think at each card of it.
    if chosen or player == BEGINNER or game[PASSES] == 0:
        game[TIME] += times[pace + THINK]
    if chosen:
        game[TIME] += times[pace + (GO_HOME if game[TARGET] == TO_HOME else CARRY)]
        game[IDLE] = 0
        _move(game)
    else:
        game[TIME] += times[pace + TAP]
        _tap(game, draw)
    if game[LEFT] > 1 or game[WASTE] < game[LEFT]:
        return GOES_ON
    for column in range(COLUMNS):
        if game[HIDDEN + column] > 0:
            return GOES_ON
    return IS_WON
