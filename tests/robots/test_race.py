"""A race of plans: who is worth most wins, and who is clearly behind drops out."""

from random import Random
from typing import cast

from game.robots.thinker import Candidate, run
from game.solver.klondike.choices import IrreversibleMove, Plan


def runner(state: int, cost: float = 0.0, looks: int = 0) -> Candidate:
    return Candidate(Plan(cast(IrreversibleMove, None), state, 1), 1000.0, 0.0, cost, (looks,))


class Samples:
    """States that are won so often as told, independently."""

    def __init__(self, *shares: float) -> None:
        self._shares, self._random, self.searches = shares, Random(1), 0

    def __call__(self, states):
        self.searches += len(states)
        return [self._random.random() < self._shares[state] for state in states]


def test_the_one_that_wins_most_is_chosen():
    samples = Samples(0.3, 0.7, 0.5)
    assert run([runner(state) for state in range(3)], 200, samples, cheapest=False).plan.state == 1


def test_whoever_falls_behind_is_not_tried_to_the_end():
    samples = Samples(0.1, 0.9)
    run([runner(0), runner(1)], 200, samples, cheapest=False)
    assert samples.searches < 100


def test_of_equals_the_looks_decide():
    samples = Samples(1, 1)
    assert run([runner(0, looks=1), runner(1, looks=2)], 200, samples, cheapest=False).plan.state == 1
    assert samples.searches < 200


def test_a_cost_decides_where_wins_are_as_likely():
    samples = Samples(0.5, 0.5)
    assert run([runner(0, cost=100), runner(1)], 60, samples, cheapest=True).plan.state == 1


def test_a_cost_does_not_outweigh_what_surely_wins_more():
    samples = Samples(0.9, 0.2)
    assert run([runner(0, cost=100), runner(1)], 60, samples, cheapest=True).plan.state == 0
