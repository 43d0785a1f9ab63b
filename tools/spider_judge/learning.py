"""Learning of the judge's numbers by numpy: the net of `game.solver.spider.judge`, its gradient, and Adam."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy

from game.solver.spider.features import OF_COLUMN, OF_TABLE
from game.solver.spider.judge import COLUMN_UNITS, INPUTS, NET, SHARES, UNITS
from game.solver.spider.tables import COLUMNS

Array: TypeAlias = Any
"""One of numpy's, of real numbers of 32 bits."""
OF_END = COLUMNS * OF_COLUMN + OF_TABLE
"""Number of values that describe the end of a way."""
SHAPES = ((OF_COLUMN, COLUMN_UNITS), (COLUMN_UNITS,), (INPUTS, UNITS), (UNITS,), (UNITS, SHARES), (SHARES,))
SPREADS = (0.25, 0.0, 0.12, 0.0, 0.15, 0.0)
"""Spread of the initial values of each part around zero."""
FIRST_SHARE_WON = -2.0
COUNTS = numpy.array([1.0, 0.5, 0.5], numpy.float32)
"""Weight of the error of each share."""
MOMENTUM, MEMORY, KEPT = 0.9, 0.999, 4_000
"""Adam's two; and over how many steps the net that plays is averaged."""


def parts(net: Array) -> list[Array]:
    """The layers of a net, as views of its numbers."""
    found, at = [], 0
    for shape in SHAPES:
        size = int(numpy.prod(shape))
        found.append(net[at : at + size].reshape(shape))
        at += size
    return found


def first_net(random: numpy.random.Generator) -> Array:
    """A net that knows nothing."""
    net: Array = numpy.zeros(NET, numpy.float32)
    for part, spread in zip(parts(net), SPREADS, strict=True):
        part[...] = random.normal(0, spread, part.shape) if spread else 0
    parts(net)[-1][0] = FIRST_SHARE_WON
    return net


def shares(net: Array, ends: Array) -> Array:
    """A net's output for some ends."""
    return _forward(net, ends)[-1]


def _forward(net: Array, ends: Array) -> tuple[Array, ...]:
    of_columns, column_bias, of_inputs, bias, of_units, share_bias = parts(net)
    columns = ends[:, : COLUMNS * OF_COLUMN].reshape(-1, OF_COLUMN)
    embedded = numpy.maximum(columns @ of_columns + column_bias, 0)
    summed = embedded.reshape(len(ends), COLUMNS, COLUMN_UNITS).sum(1)
    inputs = numpy.concatenate([summed, ends[:, COLUMNS * OF_COLUMN :]], 1)
    units = numpy.maximum(inputs @ of_inputs + bias, 0)
    return columns, embedded, inputs, units, 1 / (1 + numpy.exp(-(units @ of_units + share_bias)))


def gradient(net: Array, ends: Array, aims: Array) -> tuple[Array, float]:
    """Gradients of the mean cross-entropy of a net's output for some ends, and of the wins."""
    columns, embedded, inputs, units, told = _forward(net, ends)
    made: Array = numpy.zeros(NET, numpy.float32)
    of_columns, column_bias, of_inputs, bias, of_units, share_bias = parts(made)
    _, _, net_inputs, _, net_units, _ = parts(net)
    of_told = (told - aims) * COUNTS / len(ends)
    of_units[...], share_bias[...] = units.T @ of_told, of_told.sum(0)
    back = (of_told @ net_units.T) * (units > 0)
    of_inputs[...], bias[...] = inputs.T @ back, back.sum(0)
    summed = (back @ net_inputs[:COLUMN_UNITS].T)[:, None, :]
    deep = numpy.broadcast_to(summed, (len(ends), COLUMNS, COLUMN_UNITS)).reshape(-1, COLUMN_UNITS)
    deep = deep * (embedded > 0)
    of_columns[...], column_bias[...] = columns.T @ deep, deep.sum(0)
    error = -(aims * numpy.log(told + 1e-6) + (1 - aims) * numpy.log(1 - told + 1e-6))
    return made, float(error[:, 0].mean())


class Learner:
    """A net that learns step by step; `played` is the mean of its last ones."""

    def __init__(self, net: Array) -> None:
        self._net, self.played = net.copy(), net.copy()
        self._mean, self._square = numpy.zeros_like(net), numpy.zeros_like(net)
        self._steps = 0

    def step(self, ends: Array, aims: Array, rate: float) -> float:
        """Learns from some ends; returns by how much it was wrong about who wins."""
        slope, error = gradient(self._net, ends, aims)
        self._steps += 1
        self._mean += (1 - MOMENTUM) * (slope - self._mean)
        self._square += (1 - MEMORY) * (slope * slope - self._square)
        mean = self._mean / (1 - MOMENTUM**self._steps)
        square = self._square / (1 - MEMORY**self._steps)
        self._net -= numpy.float32(rate) * mean / (numpy.sqrt(square) + 1e-8)
        self.played += (self._net - self.played) / min(self._steps, KEPT)
        return error


class Memory:
    """The last ends met, and what came of them."""

    def __init__(self, room: int) -> None:
        self._ends: Array = numpy.zeros((room, OF_END), numpy.float32)
        self._aims: Array = numpy.zeros((room, SHARES), numpy.float32)
        self._met = 0

    def __len__(self) -> int:
        return min(self._met, len(self._ends))

    def add(self, ends: Array, aims: Array) -> None:
        """Remembers some ends in place of the oldest."""
        at: Array = (self._met + numpy.arange(len(ends))) % len(self._ends)
        self._ends[at], self._aims[at] = ends, aims
        self._met += len(ends)

    def drawn(self, count: int, random: numpy.random.Generator) -> tuple[Array, Array]:
        """Some of them by chance."""
        at = random.integers(0, len(self), count)
        return self._ends[at], self._aims[at]


class Schedule(NamedTuple):
    """Training schedule: steps of `batch` ends, each end in about `times` of them, at a falling rate."""

    batch: int = 64
    times: int = 4
    first_rate: float = 2e-3
    last_rate: float = 1e-4

    def steps(self, met: int) -> int:
        """Number of steps after a game with that many ends."""
        return max(1, met * self.times // self.batch)

    def rate(self, done: float) -> float:
        """The rate after a part of all games."""
        rate: float = self.first_rate * (self.last_rate / self.first_rate) ** min(done, 1.0)
        return rate
