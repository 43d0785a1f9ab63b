"""What decided for a plan of Spider: that by which the judge sees its end before that of the next best.

What is told of the best end is changed, a group of numbers at a time, into what is told of the other, and
the judge is asked again: the group by which its promise falls most has decided, if what a player would say of
it is so. Knows what the judge is told and its numbers; must not know how it is worded.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from game.solver.kernels.compiled import Numbers, Reals
from game.solver.spider.judge import (
    BY_INPUTS,
    BY_UNITS,
    COLUMN_UNITS,
    HIDDEN,
    INPUTS,
    OF_SHARES,
    OF_UNITS,
    SHARES,
    TOLD,
    UNITS,
    net_for,
    worth_of,
)
from game.solver.spider.ways import Choice, Way, Work, work_for


class Group(NamedTuple):
    """Numbers that tell of one thing; one of them must be greater, or less, for it to be a reason."""

    told: tuple[int, ...]
    measure: int
    is_more: bool = True


GROUPS = {
    "spaces": Group((10, 11, 12, 13, 33, 34, 37, 53, 59, 60, 79), 13),
    "places": Group((16, 17, 18, 19, 34, 49, 52), 18),
    "near": Group((39, 40, 41, 42, 43, 44, 54, 55, 56, 61, 62, 76, 77, 81), 54),
    "runs": Group((63, 64, 65, 66, 67, 68, 78, 79, 82, 83), 67, is_more=False),
    "suits": Group((69, 70, 71, 72, 73, 74, 75, 80), 70, is_more=False),
}
"""By words for what may decide, the places of `features.describe_table`: empty columns, unseen cards that
would find a place, face-down cards within reach, runs, and cards that a suit lacks."""


def because(choice: Choice, ways: Sequence[Way]) -> str:
    """The word for what decided between the best way and the next best to something else; or nothing."""
    best = ways[0]
    other = next((way for way in ways if way.kind != best.kind), None)
    if other is None:
        return ""
    net, work = net_for(choice.variant.suits), work_for(1)
    told = [_told(way, choice.unseen, net, work) for way in (best, other)]
    asked = [float(each) for each in net]
    most, decided = promised(asked, told[0]), ""
    least = most
    for word, group in GROUPS.items():
        measures = [each[COLUMN_UNITS + group.measure] for each in told]
        if (measures[0] > measures[1]) if group.is_more else (measures[0] < measures[1]):
            changed = list(told[0])
            for at in group.told:
                changed[COLUMN_UNITS + at] = told[1][COLUMN_UNITS + at]
            promise = promised(asked, changed)
            if promise < least:
                least, decided = promise, word
    return decided


def _told(way: Way, unseen: Numbers, net: Reals, work: Work) -> list[float]:
    """What the units of the table are told of the end of a way."""
    work.follow(way.end, net, unseen, 0, way.kind)
    return [float(each) for each in work.sums[TOLD:HIDDEN]]


def promised(net: Sequence[float], told: Sequence[float]) -> float:
    """What the judge promises where the units of the table are told this (see `judge.promise`)."""
    units = list(net[OF_UNITS : OF_UNITS + UNITS])
    for i in range(INPUTS):
        if told[i]:
            by = net[BY_INPUTS + i * UNITS : BY_INPUTS + (i + 1) * UNITS]
            units = [unit + told[i] * each for unit, each in zip(units, by, strict=True)]
    shares = []
    for share in range(SHARES):
        by = net[BY_UNITS + share : OF_SHARES : SHARES]
        total = net[OF_SHARES + share] + sum(
            max(unit, 0.0) * each for unit, each in zip(units, by, strict=True)
        )
        shares.append(1 / (1 + math.exp(-total)))
    return worth_of(*shares)
