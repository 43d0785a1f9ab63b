"""Table of chances for the hints of Three Shuffles: makes it, or plays whole games by it.

    python -m tools.chances [--scale N] [--seed S]      writes game/solver/three_shuffles/chances.table
    python -m tools.chances --play GAMES [--seed S]     what the hints win, beside most cards home each deal

The game is solved backwards. Third deals are searched exactly with their draw; a second deal is worth the
best of all its ends, by what third deals are won from there; a first deal likewise. At scale 1 the
table takes seven minutes of a processor, a thousand games take a quarter of one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations_with_replacement
from random import Random
from typing import NamedTuple, TypeAlias

import numpy

from game.play.deal import deal_number
from game.rules.position import Position
from game.rules.three_shuffles import ThreeShuffles
from game.solver.answer import Budget
from game.solver.kernels.compiled import row
from game.solver.three_shuffles.encoding import Meter, best_line, cards_home, shuffled_from
from game.solver.three_shuffles.solve import NODES, TABLE, best_end, chances_bytes, index_of, ways_to_end
from tools.chances.sampling import ends_of_deals, third_deals
from tools.chances.smoothing import ENOUGH, Reals, smoothed
from tools.trials.figures import share_bounds

FIRST, SECOND, THIRD = 3_000, 60_000, 1_200_000
"""Deals that are tried at scale 1."""
FEW = 5
"""Cards left, at most, of which so many deals are tried that no others are needed."""
ROOM = 60
"""Ends that a deal has at most, in the mean."""
NUMBERED_BELOW = 10**9
CARDS = 52
Codes: TypeAlias = Reals
"""The same of integers."""

CLASSES = sorted(combinations_with_replacement(range(14), 4), key=index_of)
"""Cards left of each suit, in the table's order."""


class Ends(NamedTuple):
    """Where random deals can end."""

    codes: Codes
    deals: Codes
    """Of each end, the number of its deal."""
    cut: int
    """Deals of which not all ends are known."""

    def best(self, worth: Reals) -> Reals:
        """Returns the worth of the best end of each deal, from the worth of each class."""
        found: Reals = numpy.zeros(self.deals[-1] + 1)
        numpy.maximum.at(found, self.deals, worth[classes_of(self.codes)])
        return found

    def wanted(self) -> Reals:
        """Returns the demand for each class, as a weight: the ends with most cards home count for most."""
        left = CARDS - sum(self.codes >> shift & 15 for shift in (0, 4, 8, 12))
        fewest: Codes = numpy.full(self.deals[-1] + 1, CARDS)
        numpy.minimum.at(fewest, self.deals, left)
        more = left - fewest[self.deals]
        weights = numpy.where(more == 0, 1.0, numpy.where(more <= 3, 0.4, 0.05))
        return numpy.bincount(classes_of(self.codes), weights, len(CLASSES))


def classes_of(codes: Codes) -> Codes:
    """The classes that ends are of."""
    return CLASS_OF[codes]


def _class_of(code: int) -> int:
    return index_of([max(0, 13 - (code >> shift & 15)) for shift in (0, 4, 8, 12)])


CLASS_OF: Codes = numpy.array([_class_of(code) for code in range(1 << 16)])
CODE_OF: Codes = numpy.array(
    [sum(13 - left << 4 * suit for suit, left in enumerate(suits)) for suits in CLASSES]
)


def sampled_ends(tries: Codes, state: Codes) -> Ends:
    """The ends of as many deals of each class."""
    total = int(tries.sum())
    room: Codes = numpy.zeros(ROOM * total + 4096, numpy.int64)
    counts: Codes = numpy.zeros(total, numpy.int64)
    cut = row([0])
    done = ends_of_deals(row(CODE_OF), row(tries), state, room, counts, cut)
    assert done == total, "no room for the ends"
    return Ends(room[: counts.sum()], numpy.repeat(numpy.arange(total), counts), int(cut[0]))


def make(scale: float, seed: int, say: Callable[[str], None]) -> bytes:
    """The file of a table."""
    random = Random(seed)
    state, chance_of = (
        row([random.randrange(1, 2147483399) for _ in range(2)]),
        numpy.random.default_rng(seed),
    )
    left = numpy.array([sum(suits) for suits in CLASSES])
    tries = (left == CARDS) * max(2, int(FIRST * scale))
    first = sampled_ends(tries, state)
    say(f"{tries.sum()} first deals: {len(first.codes)} ends, {first.cut} cut short")
    wanted = first.wanted()
    tries = chance_of.poisson(wanted / wanted.sum() * SECOND * scale) + (wanted > 0)
    tries = numpy.where(left <= FEW, max(2, int(ENOUGH * scale)), tries)
    second = sampled_ends(tries, state)
    say(f"{tries.sum()} second deals: {len(second.codes)} ends, {second.cut} cut short")
    wins, third = third_shares(second.wanted(), left, scale, state, say)
    after_second = smoothed(CLASSES, third, wins)
    best = second.best(after_second)
    sums = numpy.bincount(numpy.repeat(numpy.arange(len(tries)), tries), best, len(tries))
    after_first = smoothed(CLASSES, tries.astype(float), sums)
    after_first[0] = after_second[0] = 1
    games = first.best(after_first)
    say(f"won by the best play: {games.mean():.4f} ± {2 * games.std() / len(games) ** 0.5:.4f}")
    return chances_bytes(after_first.clip(0, 1), after_second.clip(0, 1))


def third_shares(
    wanted: Reals, left: Codes, scale: float, state: Codes, say: Callable[[str], None]
) -> tuple[Reals, Reals]:
    """Returns for each class the number of third deals won, and the number tried."""
    # A deal costs 10 ms with 44 cards left, a quarter less with each card fewer; those are worth most tries
    # that are met often and cost little.
    weights = numpy.sqrt((wanted + 0.5) / numpy.exp(0.28 * left).clip(500))
    tries = (weights / weights.sum() * THIRD * scale).astype(numpy.int64).clip(2)
    tries = numpy.where(left <= FEW, max(2, int(ENOUGH * scale)), tries)
    wins: Codes = numpy.zeros(len(tries), numpy.int64)
    undecided = third_deals(row(CODE_OF), row(tries), state, wins)
    say(f"{tries.sum()} third deals: {wins.sum()} won, {undecided} undecided")
    return wins.astype(float), tries.astype(float)


def play(games: int, seed: int, say: Callable[[str], None]) -> None:
    """Plays the deals of `robots --seed` as the hints do, and beside it for most cards home in each deal."""
    rules, random, wins, others, cut = ThreeShuffles(), Random(seed), [], [], 0
    for game in range(1, games + 1):
        position = deal_number(rules, random.randrange(1, NUMBERED_BELOW)).position
        found, is_complete = ways_to_end(rules, position)
        cut += not is_complete
        wins.append(_played_on(rules, position, best_end(position, found), best_end))
        others.append(_played_on(rules, position, _fullest(position, found), _fullest))
        if game % 500 and game < games:
            continue
        for name, won in (("hints", wins), ("most cards home", others)):
            share = share_bounds(sum(won), game)
            say(f"{name}: {sum(won)} of {game} won, {share.value:.4f} ({share.low:.4f} to {share.high:.4f})")
    only, other = (
        sum(a > b for a, b in zip(*both, strict=True)) for both in ((wins, others), (others, wins))
    )
    say(f"only the hints won {only}, only the other {other}; {cut} first deals cut short")


def _played_on(
    rules: ThreeShuffles, position: Position, code: int, choose: Callable[[Position, Iterable[int]], int]
) -> bool:
    """Whether a game is won whose first deal ends so."""
    if cards_home(code) == CARDS:
        return True
    position = shuffled_from(rules, position, code)
    code = choose(position, ways_to_end(rules, position)[0])
    if cards_home(code) == CARDS:
        return True
    position = shuffled_from(rules, position, code)
    return best_line(position, True, Meter(Budget(nodes=NODES))).home == CARDS


def _fullest(_: Position, codes: Iterable[int]) -> int:
    return max(codes, key=cards_home)


def _say(line: str) -> None:
    print(line, flush=True)


def main(words: Sequence[str] | None = None) -> None:
    """Does what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.chances", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument(
        "--scale", type=float, default=1.0, help="samples, as a multiple of those of the table"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--play", type=int, metavar="GAMES", help="play games by the table instead")
    chosen = parser.parse_args(words)
    if chosen.play is not None:
        play(chosen.play, chosen.seed, _say)
    else:
        TABLE.write_bytes(make(chosen.scale, chosen.seed, _say))


if __name__ == "__main__":
    main()
