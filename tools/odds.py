"""Odds of Rush: has games played on as the hints advise, and fits the map by which odds are told.

It prints the weights, and by fifths what weights of four fifths of the games would tell in the others.

    python -m tools.odds [--draw 1|3] [--games N] [--seeds S …]   prints WEIGHTS of klondike/hint.py

It plays N games of each seed and draw; a thousand take five minutes of a processor. Odds of `main.py robots
--odds` are to be judged by games of another seed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import islice
from typing import Any, TypeAlias

import numpy

from game.rules.position import face_down_count
from game.rules.rush import COLUMNS, Rush
from game.solver.klondike.hint import FACE_DOWN, Weights, logit, odds, smoothed
from tools.trials.odds import OddsGame, Told, by_fifths, deals_of, played_on, without_a_clock

FOLDS = 5
RIDGE, STEPS = 1e-3, 40
"""So much the weights are held back, for want of games; and Newton's steps, of which ten are enough."""
Reals: TypeAlias = "numpy.ndarray[Any, numpy.dtype[Any]]"


def rows_of(games: Sequence[OddsGame]) -> tuple[Reals, Reals]:
    """Returns the inputs of the odds for each position, and whether its game was won."""
    rows, won = [], []
    for game in games:
        for position, advice, _ in game.told:
            hidden = face_down_count(position.piles[COLUMNS.start :])
            rows.append((1.0, logit(smoothed(advice.wins, advice.samples)), hidden / FACE_DOWN))
            won.append(float(game.is_won))
    return numpy.array(rows), numpy.array(won)


def fitted(rows: Reals, won: Reals) -> Weights:
    """The weights under which what happened is most likely: logistic regression by Newton's method."""
    weights = numpy.zeros(rows.shape[1])
    for _ in range(STEPS):
        shares = 1 / (1 + numpy.exp(-rows @ weights))
        slope = rows.T @ (shares - won) + RIDGE * weights
        bend = (rows * (shares * (1 - shares))[:, None]).T @ rows + RIDGE * numpy.eye(len(weights))
        weights = weights - numpy.linalg.solve(bend, slope)
    return Weights(*(round(float(weight), 2) for weight in weights))


def judged_by_others(games: Sequence[OddsGame]) -> list[OddsGame]:
    """The games with the odds given by weights fitted to the other four fifths."""
    found = list(games)
    for fold in range(FOLDS):
        weights = fitted(*rows_of([game for at, game in enumerate(games) if at % FOLDS != fold]))
        for at in range(fold, len(games), FOLDS):
            told = tuple(position._replace(odds=_odds(weights, position)) for position in games[at].told)
            found[at] = games[at]._replace(told=told)
    return found


def _odds(weights: Weights, told: Told) -> float:
    hidden = face_down_count(told.position.piles[COLUMNS.start :])
    return odds(weights, hidden, told.advice.wins, told.advice.samples)


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="tools.odds", description=__doc__.partition("\n")[0])
    parser.add_argument("--draw", type=int, choices=(1, 3), nargs="+", default=[1, 3])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2])
    chosen = parser.parse_args()
    for draw in chosen.draw:
        [variant] = without_a_clock(Rush(), [draw])
        games: list[OddsGame] = []
        for seed in chosen.seeds:
            for deal in islice(deals_of(variant, seed), chosen.games):
                games.append(played_on(deal, seed))
                print(f"\rdraw {draw}: {len(games)} games", end="", file=sys.stderr)
        rows, won = rows_of(games)
        print(f"\r{draw}: {fitted(rows, won)},  # {len(won):,} positions of {len(games):,} games")
        for fifth in filter(None, by_fifths(judged_by_others(games))):
            share, low, high = fifth.won
            print(f"  {fifth.positions:6,} told {fifth.told:.1%}, won {share:.1%} ({low:.1%}–{high:.1%})")


if __name__ == "__main__":
    main()
