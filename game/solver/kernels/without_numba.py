"""Decorators of kernels that run as plain Python (see `compiled`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernel(function: Kernel) -> Kernel:
    """Marks a function as a kernel."""
    return function


def numbers(length: int) -> list[int]:
    """A row of zeros."""
    return [0] * length


def row(values: Sequence[int]) -> list[int]:
    """These integers as a row."""
    return list(values)


def reals(length: int) -> list[float]:
    """A row of zeros as floats."""
    return [0.0] * length


def real_row(values: Sequence[float]) -> list[float]:
    """These floats as a row."""
    return list(values)


def add_scaled(sums: list[float], start: int, by: float, added: list[float], at: int, count: int) -> None:
    """Adds `by` times `count` numbers of one row, from `at` on, to those of another from `start` on."""
    for index in range(count):
        sums[start + index] += by * added[at + index]


def popcount(bits: int) -> int:
    """Number of bits set in a number ≥ 0."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The index of the lowest bit set in a number > 0."""
    return (bits & -bits).bit_length() - 1
