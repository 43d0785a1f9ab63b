"""What makes the table of chances of Three Shuffles: deals at random, and what few of them tell."""

from itertools import combinations_with_replacement

import numpy
import pytest

from tests.commands import printed
from tools.chances.smoothing import smoothed

CLASSES = sorted(combinations_with_replacement(range(14), 4), key=sum)

TRIED = """
from game.solver.kernels.compiled import row
from tools.chances.sampling import ends_of_deals, third_deals
state, wins, counts, cut, found = row([7, 8]), row([0, 0]), [0] * 40, row([0]), [0] * 400
undecided = third_deals(row([0xDDDC, 0xDDDA]), row([4, 200]), state, wins)
done = ends_of_deals(row([0xDDB9]), row([40]), state, found, counts, cut)
codes = found[:sum(counts)]
print(undecided, wins[0], wins[1], done, min(counts), cut[0], all(code & 0xF0FF >= 0xD0B9 for code in codes))
"""


def test_deals_at_random_are_searched_to_their_ends():
    """As plain Python, which is ready at once."""
    said = printed("-c", TRIED, PATIENCE_PLAIN="1").split()
    undecided, one_left, three_left, done, fewest, cut, are_ends = said
    assert (undecided, one_left, done, cut, are_ends) == ("0", "4", "40", "0", "True")
    assert int(fewest) >= 1
    assert 200 * 0.55 < int(three_left) < 200 * 0.78  # four of the six orders of three cards in one fan


def test_a_few_samples_give_way_to_those_of_like_classes():
    chance_of = numpy.random.default_rng(1)
    true = 0.9 - numpy.array([sum(numbers) for numbers in CLASSES]) / 100
    found = smoothed(CLASSES, numpy.full(len(CLASSES), 50.0), chance_of.binomial(50, true))
    assert numpy.abs(found - true).mean() < 0.02  # of 50 samples alone 0.05
    assert numpy.abs(found - true).max() < 0.15


def test_many_samples_of_a_class_say_more_than_others():
    tries = numpy.full(len(CLASSES), 50.0)
    tries[700] = 20_000
    sums = tries * 0.5
    sums[700] = 20_000 * 0.25
    assert smoothed(CLASSES, tries, sums)[700] == pytest.approx(0.25, abs=0.001)


def test_a_class_without_samples_is_as_others_like_it():
    tries = numpy.full(len(CLASSES), 200.0)
    tries[1000] = 0
    assert smoothed(CLASSES, tries, tries * 0.4)[1000] == pytest.approx(0.4, abs=0.02)
