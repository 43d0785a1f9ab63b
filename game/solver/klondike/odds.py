"""Odds at Rush: which share of the games is won from here by whoever plays on as the hints advise.

The share of samples that a search wins claims too much, for it knows all cards: while all 21 cards lie
face down it wins 64 of 100 ways where 48 of 100 games are won (draw 3; draw 1: 78 and 55). So the odds that
are told follow from that share and from how many cards lie face down, by a map that games have taught.
Knows counts alone.
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


WEIGHTS: Mapping[int, Weights] = {1: Weights(1.17, 0.88, -2.13), 3: Weights(0.56, 0.64, -1.02)}
"""By draw; fitted to 9,875 and 6,506 positions of 1,194 games each, by logistic regression:
`python -m tools.odds --games 597 --seeds 1 2`."""


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
    return odds_by(WEIGHTS[draw], hidden, wins, samples)


def odds_by(weights: Weights, hidden: int, wins: int, samples: int) -> float:
    """The same by other weights."""
    sum_ = weights.base + weights.share * logit(smoothed(wins, samples)) + weights.hidden * hidden / FACE_DOWN
    return 1 / (1 + math.exp(-sum_))
