"""Klondike by brute force: every position that the rules allow to be reached, and no thought.

For comparing the solver with. Knows the rules, nothing of the solver.
"""

from random import Random

from game.cards import RANKS, SUITS
from game.play.deal import deal_number
from game.rules.position import Position
from game.rules.rush import COLUMNS, FOUNDATIONS, STOCK_PILE, WASTE, Rush, follows_leftmost_rule
from game.rules.variant import Outcome


def can_win(variant: Rush, start: Position, most: int, leftmost_only: bool = False) -> bool | None:
    """Whether any moves win, or None when more than `most` positions would have to be looked at.

    With `leftmost_only`, moves that follow the tip; then it matters which column is which.
    """
    table = _columns_apart if leftmost_only else _table
    seen, waiting = {table(start)}, [start]
    while waiting:
        position = waiting.pop()
        if variant.outcome(position) is Outcome.WON:
            return True
        for move in variant.legal_moves(position):
            if leftmost_only and not follows_leftmost_rule(variant, position, move):
                continue
            after = variant.apply(position, move)
            if table(after) not in seen:
                seen.add(table(after))
                waiting.append(after)
        if len(seen) > most:
            return None
    return False


def _table(position: Position) -> tuple[object, ...]:
    """The arrangement of cards, whatever the order of columns."""
    piles = position.piles
    columns = sorted(piles[COLUMNS.start : COLUMNS.stop])
    return (piles[STOCK_PILE], piles[WASTE], piles[FOUNDATIONS.start : FOUNDATIONS.stop], tuple(columns))


def _columns_apart(position: Position) -> tuple[object, ...]:
    return position.piles


def _taken_back(random: Random, cards: int) -> tuple[list[str], list[str]]:
    """The lines of the foundations from which so many cards were taken at random, and those cards."""
    home = [13] * 4
    while sum(home) > 52 - cards:
        suit = random.randrange(4)
        home[suit] = max(0, home[suit] - 1)
    suits = list(zip(SUITS, home, strict=True))
    left = [rank + suit for suit, count in suits for rank in RANKS[count:]]
    random.shuffle(left)
    lines = [
        f"pile f{index} " + " ".join(rank + suit for rank in RANKS[:count])
        for index, (suit, count) in enumerate(suits, 1)
        if count
    ]
    return lines, left


def ending(random: Random, variant: Rush, cards: int) -> Position:
    """A position with that many cards not yet home; nearly all can be won."""
    lines, left = _taken_back(random, cards)
    piles: dict[str, list[str]] = {}
    places = ["stock"] * random.randint(0, 3) + ["waste"] * random.randint(0, 2)
    places += random.sample(["t1", "t2", "t3", "t4", "t5", "t6", "t7"], random.randint(3, 7))
    for card in left:
        piles.setdefault(random.choice(places), []).append(card)
    for name, names in piles.items():
        hidden = len(names) if name == "stock" else 0 if name == "waste" else len(names) - 1
        words = [f"({name})" for name in names[:hidden]] + names[hidden:]
        lines.append(f"pile {name} " + " ".join(words))
    position: Position = variant.position_from_text("\n".join(lines))
    return position


def tied(random: Random, variant: Rush, cards: int, hand: bool = True) -> Position:
    """A position with so many cards not yet home, in which two columns are likely to tie.

    Without a hand, and with few spaces, it is often lost.
    """
    lines, left = _taken_back(random, cards)
    columns: list[list[str]] = [[] for _ in COLUMNS]
    pairs = [
        (one, other)
        for one in left
        for other in left
        if one != other and one[0] == other[0] and (one[1] in "DH") == (other[1] in "DH")
    ]
    one, other = random.choice(pairs) if pairs else (left[0], left[1])
    first, second, *others = random.sample(range(7), 7)
    left = [card for card in left if card not in (one, other)]
    hidden = random.randint(1, 2)
    for column, top in ((first, one), (second, other)):
        columns[column] = [left.pop() for _ in range(min(hidden, len(left)))] + [top]
    free = random.randint(0, 2) if hand else 0
    while left:
        each = left.pop()
        column = random.choice([*others[free:], *others[free:], -1] if hand else others)
        if column >= 0:
            columns[column].append(each)
        else:
            columns.append([each])
    for index, fan in enumerate(columns[:7]):
        if fan:
            lines.append(f"pile t{index + 1} " + " ".join([*(f"({card})" for card in fan[:-1]), fan[-1]]))
    if columns[7:]:
        lines.append("pile stock " + " ".join(f"({column[0]})" for column in columns[7:]))
    position: Position = variant.position_from_text("\n".join(lines))
    return position


def wandered(variant: Rush, number: int, steps: int) -> Position:
    """A deal after that many random moves; after hundreds most can no longer be won."""
    position, random = deal_number(variant, number).position, Random(number)
    for _ in range(steps):
        moves = variant.legal_moves(position)
        if not moves:
            break
        carries = [move for move in moves if move.source >= 0 and move.source not in FOUNDATIONS]
        position = variant.apply(
            position, random.choice(carries if carries and random.random() < 0.6 else moves)
        )
    return position
