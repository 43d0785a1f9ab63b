"""Judge of Spider for its hints: learns it, or plays whole games by it alone.

    python -m tools.spider_judge [--suits 4] [--scale 1] [--seed 1]   writes game/solver/spider/4-suits.judge
    python -m tools.spider_judge --play GAMES           what the judge wins alone, without a look further

It plays games, each choice by the judge as it is after a look at 400 tables, and learns from each how the
ends of the ways that it took turned out (TD(λ)): whether the game was won, how many cards came face up, how
many suits were removed. The first games are played by the sum made by hand (see
`game.solver.spider.judge`). One process; the same seed learns the same on the same kind of machine. The
file is written every 500 games, so that it can be stopped at any time. A thousand games take 20 to 25 seconds
of a processor.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy

from game.solver.kernels.compiled import Reals, real_row
from game.solver.spider.judge import file_of, judge_bytes, net_for
from game.solver.spider.plans import KEPT, ScoredPlan, Work, work_for
from game.solver.spider.tables import SUITS
from tools.spider_judge.learning import Array, Learner, Memory, Schedule, first_net
from tools.spider_judge.playing import FACE_DOWN_CARDS, Ended, Player, Table, end_of, play
from tools.trials.figures import share_bounds

GAMES, FIRST_GAMES, LOOKED_AT = 26_000, 4_000, 400
"""Games at scale 1, those of them that are played by the sum made by hand, and tables looked at."""
LAMBDA = 0.8
ROOM, ENOUGH = 200_000, 2_000
"""Number of ends that are remembered, and number that are met before anything is learned."""
REPORTED = 500
PLAYED_AT = 2_000


class Plan(NamedTuple):
    """Settings of a training run: number of suits, number of games, and seed."""

    suits: int
    games: int
    seed: int


class Played(NamedTuple):
    """A game of the learner, and the judge's input and output for each end that it chose."""

    ended: Ended
    ends: list[Array]
    told: list[Array]


def aims(played: Played, is_judged: bool) -> Array:
    """Targets for each end of a game: its result, and the judge's output for later ends."""
    ended = played.ended
    came_up = 1 - ended.face_down / FACE_DOWN_CARDS
    aim = numpy.array([ended.is_won, came_up, ended.removed / SUITS], numpy.float32)
    made = [aim]
    for after in reversed(played.told[1:]):
        if is_judged:
            aim = numpy.float32(LAMBDA) * aim + numpy.float32(1 - LAMBDA) * after
        made.append(aim)
    return numpy.array(made[::-1])


def game_by(net: Reals, is_judged: bool, chance: Random, suits: int, work: Work) -> Played:
    """A game played by a net, or else by the sum made by hand."""
    player, ends, told = Player(net if is_judged else real_row([]), LOOKED_AT, work), [], []
    work.forget()
    described = work if is_judged else work_for(1)

    def choose(table: Table) -> ScoredPlan | None:
        way = player.choose(table)
        if way is not None:
            end, shares = end_of(way, table, net, described)
            ends.append(end)
            told.append(shares)
        return way

    return Played(play(Table(chance, suits), choose), ends, told)


def learn(plan: Plan) -> Iterator[tuple[int, Array]]:
    """Trains a net; reports progress and, now and then, the net after that many games."""
    chance, draw, schedule = Random(plan.seed), numpy.random.default_rng(plan.seed), Schedule()
    learner, memory, work = Learner(first_net(draw)), Memory(ROOM), work_for(LOOKED_AT, KEPT)
    recent: list[Ended] = []
    for number in range(plan.games):
        is_judged = number * GAMES >= FIRST_GAMES * plan.games
        played = game_by(real_row(learner.played), is_judged, chance, plan.suits, work)
        if played.ends:
            memory.add(numpy.array(played.ends), aims(played, is_judged))
        if len(memory) * GAMES >= ENOUGH * min(plan.games, GAMES):
            for _ in range(schedule.steps(len(played.ends))):
                learner.step(*memory.drawn(schedule.batch, draw), schedule.rate(number / plan.games))
        recent.append(played.ended)
        if len(recent) == REPORTED or number + 1 == plan.games:
            won, down = sum(game.is_won for game in recent), sum(game.face_down for game in recent)
            print(
                f"{number + 1} games, {time.process_time():.0f} s: of the last {len(recent)} {won} won, "
                f"{down / len(recent):.1f} cards left face down",
                flush=True,
            )
            recent.clear()
            yield number + 1, learner.played


def measure(suits: int, games: int, seed: int) -> None:
    """Plays games by the judge alone, after a look at 2,000 tables each time, and prints how many are won."""
    player = Player(net_for(suits), PLAYED_AT, work_for(PLAYED_AT))
    won, chance = 0, Random(f"measure {seed}")
    for number in range(1, games + 1):
        won += play(Table(chance, suits), player.choose).is_won
        if number % 20 == 0 or number == games:
            share, low, high = share_bounds(won, number)
            spent = time.process_time() / number
            print(f"{won} of {number}, {share:.1%} ({low:.1%}–{high:.1%}), {spent:.2f} s a game", flush=True)


def main(words: Sequence[str]) -> None:
    """Does what the words after the command ask for."""
    asked = argparse.ArgumentParser(prog="python -m tools.spider_judge", description=__doc__)
    asked.add_argument("--suits", type=int, choices=(4, 2, 1), default=4)
    asked.add_argument(
        "--scale", type=float, default=1.0, help="how many games, as a part of the usual number"
    )
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, help="another file to write")
    asked.add_argument("--play", type=int, metavar="GAMES", help="play games instead")
    told = asked.parse_args(words)
    if told.play:
        measure(told.suits, told.play, told.seed)
        return
    plan = Plan(told.suits, max(1, round(GAMES * told.scale)), told.seed)
    for games, net in learn(plan):
        how = f"by python -m tools.spider_judge, {games} of {plan.games} games, seed {plan.seed}"
        (told.out or file_of(plan.suits)).write_bytes(judge_bytes(net.tolist(), plan.suits, how))


if __name__ == "__main__":
    main(sys.argv[1:])
