"""A race of plans: in one sample after another each is won or not, and who falls behind drops out.

All plans run in the same samples, so that only those samples tell two of them apart in which
just one was won. Knows plans and how they fared; must not know cards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.solver.klondike.plans import Plan

LAP = 20
"""After so many samples it is seen who is behind."""
SURE, LIKELY = 2.5, 1.0
"""Standard deviations by which a plan is behind for sure, or likely."""


@dataclass
class Runner:
    """A plan in the race, and how it has done."""

    plan: Plan
    to_win: float
    """What a win still brings, in points or as one win."""
    earned: float
    """What its first choice brings at once, which a win brings anyway."""
    cost: float
    """What its first choice costs, won or not."""
    looks: tuple[int, ...]
    """Which of two comes first that are worth as much."""
    wins: int = 0
    """A bit for each sample, set where it was won."""
    samples: int = 0

    @property
    def share(self) -> float:
        """The share of the samples that was won."""
        return self.wins.bit_count() / max(1, self.samples)

    @property
    def worth(self) -> float:
        """What the plan seems worth."""
        return self.worth_at(self.share)

    def worth_at(self, share: float) -> float:
        """What the plan is worth if it wins so often."""
        return share * self.to_win + (1 - share) * self.earned - self.cost


def run(
    race: list[Runner], samples: int, sample: Callable[[Sequence[int]], Sequence[bool]], cheapest: bool
) -> Runner:
    """The runner that is worth most after up to so many samples.

    `sample` tells which states are won when the unseen cards lie in another way. With `cheapest`,
    whoever is likely to win no less often than the one that wins most counts as winning as often.
    """
    for count in range(1, samples + 1):
        for runner, is_won in zip(race, sample([runner.plan.state for runner in race]), strict=True):
            runner.wins = runner.wins << 1 | is_won
            runner.samples += 1
        if count % LAP == 0 and count < samples:
            leader = max(race, key=rank)
            race = [runner for runner in race if runner is leader or not _is_behind(runner, leader)]
            if len(race) == 1 or (count > LAP and all(each.wins == leader.wins for each in race)):
                break
    if not cheapest:
        return max(race, key=rank)
    most = max(race, key=lambda runner: runner.wins.bit_count())
    return max(race, key=lambda each: (each.worth_at(_likely_share(each, most)), *each.looks))


def rank(runner: Runner) -> tuple[float, ...]:
    """Sorts runners, the best last."""
    return (runner.worth, *runner.looks)


def _deviation(runner: Runner, leader: Runner) -> float:
    """By how much of a share chance alone sets two apart."""
    return math.sqrt((runner.wins ^ leader.wins).bit_count() + 1) / runner.samples


def _is_behind(runner: Runner, leader: Runner) -> bool:
    return leader.worth - runner.worth > SURE * _deviation(runner, leader) * leader.to_win


def _likely_share(runner: Runner, most: Runner) -> float:
    is_less = most.share - runner.share > LIKELY * _deviation(runner, most)
    return runner.share if is_less else most.share
