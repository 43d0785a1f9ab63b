"""Smooth chances from samples of some two thousand classes, so that no lucky sample is preferred to others.

A class is how many cards of each suit are left, the most first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy

Reals: TypeAlias = Any
"""An array; numpy's own types are not looked at (see pyproject.toml)."""

PENALTY = 0.3
"""Of large coefficients, against a sample's logarithmic likelihood."""
ENOUGH = 10_000
"""Samples of one class that need no others."""


def smoothed(classes: Sequence[Sequence[int]], tries: Reals, sums: Reals) -> Reals:
    """The mean result, between 0 and 1, of each class from how many samples and their sum.

    A logistic regression (ridge, Newton's method) on the number of cards left, of each suit and of each two
    suits; then each class is drawn to its own mean by as much as its samples say (empirical Bayes).
    """
    features = _features(numpy.array(classes))
    few = numpy.where(tries < ENOUGH, tries, 0)  # the others would draw the fit to where it is not needed
    few_sums = numpy.where(tries < ENOUGH, sums, 0)
    ridge = PENALTY * numpy.eye(features.shape[1])
    coefficients = numpy.zeros(features.shape[1])
    for _ in range(30):
        fit = 1 / (1 + numpy.exp(-features @ coefficients))
        weights = few * fit * (1 - fit)
        step = numpy.linalg.solve(
            (features * weights[:, None]).T @ features + ridge,
            features.T @ (few_sums - few * fit) - PENALTY * coefficients,
        )
        coefficients += step
        if numpy.abs(step).max() < 1e-7:
            break
    fit = 1 / (1 + numpy.exp(-features @ coefficients))
    means = numpy.where(tries > 0, sums / numpy.maximum(tries, 1), fit)
    errors = numpy.maximum(fit * (1 - fit), 1e-3) / numpy.maximum(tries, 1)
    weights = (few > 0) / (errors + 1e-4)
    spread = max(0.0, float((weights * ((means - fit) ** 2 - errors)).sum() / weights.sum()))
    own = numpy.where(tries >= ENOUGH, 1.0, spread / (spread + errors))
    return fit + own * (means - fit)


def _features(classes: Reals) -> Reals:
    totals = classes.sum(axis=1)
    of_count = [(classes == count).sum(axis=1) for count in range(14)]
    columns: list[Reals] = [totals == total for total in range(53)] + of_count
    for count in range(14):
        columns += [of_count[count] * of_count[less] for less in range(count)]
        columns.append(of_count[count] * (of_count[count] - 1) // 2)
    return numpy.stack(columns, axis=1).astype(numpy.float64)
