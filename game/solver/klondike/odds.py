"""Odds at Rush: which share of the games is won from here by whoever plays on as the hints advise.

The share of samples that a search wins claims too much, for it knows all cards: from the deal on it wins
62 of 100 ways where 54 of 100 games are won (draw 3; draw 1: 78 and 66). So the odds that are told follow
from that share and from how many cards lie face down, by a map that games have taught. Knows counts alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

FACE_DOWN = 21
"""Cards that lie face down at the deal."""


class Weights(NamedTuple):
    """What the logit of the odds is made of."""

    base: float
    share: float
    """Times the logit of the share of samples that are won."""
    hidden: float
    """Times the share of cards that still lie face down."""


WEIGHTS: Mapping[int, Weights] = {1: Weights(1.8, 0.88, -3.1), 3: Weights(0.1, 0.7, -0.5)}
"""By draw; fitted by logistic regression: `python -m tools.odds`."""


def logit(share: float) -> float:
    """The logarithm of the odds for something, where its share is neither 0 nor 1."""
    return math.log(share / (1 - share))


def smoothed(wins: int, samples: int) -> float:
    """The share of samples that are won, as far from 0 and 1 as half a sample is."""
    return (wins + 0.5) / (samples + 1)


def odds(draw: int, hidden: int, wins: int, samples: int) -> float:
    """The share of games that are won, between 0 and 1; more, the more samples are won.

    `hidden` cards lie face down in the columns.
    """
    weights = WEIGHTS[draw]
    sum_ = weights.base + weights.share * logit(smoothed(wins, samples)) + weights.hidden * hidden / FACE_DOWN
    return 1 / (1 + math.exp(-sum_))
