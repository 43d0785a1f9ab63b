"""Three Shuffles and a Draw searched without a thought: every line that the rules allow."""

from __future__ import annotations

import random

from game.rules.position import STOCK, Position
from game.rules.three_shuffles import ThreeShuffles

RULES = ThreeShuffles()
EARLY = ThreeShuffles(early=True)


def table(text: str, **counters: int) -> Position:
    """A position from lines `t1 3C 2C`, and how many shuffles and draws were made."""
    lines = [f"pile {line.strip()}" for line in text.strip().splitlines()]
    words = [f"{name}={value}" for name, value in counters.items()]
    return RULES.position_from_text("\n".join([*lines, " ".join(["tally", *words] if words else [])]).strip())


def small(seed: int, suits: int, ranks: int, high: int = 3, **counters: int) -> Position:
    """The lowest cards of some suits, a few of them home, the others in fans up to `high` cards."""
    chance = random.Random(seed)
    home = [chance.randint(0, 2) for _ in range(suits)]
    pack = [card for card in RULES.pack() if card.suit < suits and card.rank <= ranks]
    left = [card.up.text for card in pack if card.rank > home[card.suit]]
    chance.shuffle(left)
    lines = [
        f"f{suit + 1} {' '.join(card.up.text for card in pack if card.suit == suit)}"[: 2 + 3 * home[suit]]
        for suit in range(suits)
        if home[suit]
    ]
    fan = 1
    while left:
        count = chance.randint(1, high)
        lines.append(f"t{fan} {' '.join(left[:count])}")
        left, fan = left[count:], fan + 1
    return table("\n".join(lines), **counters)


def reached(rules: ThreeShuffles, start: Position, deals_on: bool) -> list[Position]:
    """Every position that can be reached; over the shuffles too, with `deals_on`."""
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for move in rules.legal_moves(here):
            if move != STOCK or deals_on:
                after = rules.apply(here, move)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return list(seen)


def most_home(rules: ThreeShuffles, start: Position, deals_on: bool = True) -> int:
    """The most cards that can come home."""
    return max(rules.home(position) for position in reached(rules, start, deals_on))
