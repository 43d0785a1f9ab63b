"""Decorators of kernels compiled by numba (see `compiled`).

Importing this compiles a first small kernel, so that a broken numba is noticed before anything relies on it.

Raises:
    Exception: of any kind: numba is missing, broken, or cannot compile on this machine.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Sequence
from functools import update_wrapper
from pathlib import Path
from typing import Any, TypeVar

import numpy
from numba import boolean, config, int64, njit, uintp
from numba.extending import intrinsic, overload, register_jitable
from platformdirs import user_cache_path

from game.solver.kernels.cache import keep, read_first, runs_here

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

SOLVERS = Path(__file__).parents[1]
AHEAD = SOLVERS / "kernels" / "ahead"
"""Folder of a bundle's code compiled ahead."""


def _digest_of_sources() -> str:
    """A checksum of every file with kernels: numba checks only the function's own, not those it calls."""
    sources = sorted(path.read_bytes() for path in SOLVERS.rglob("*.py") if path.is_file())
    return hashlib.sha256(b"".join(source for source in sources if b"@kernel" in source)).hexdigest()


def _cache_folder(digest: str) -> Path:
    """The folder of compiled kernels, a new one whenever a kernel's source changes."""
    kept = SOLVERS / "__pycache__" if os.access(SOLVERS, os.W_OK) else user_cache_path("patience-arcade")
    for old in kept.glob("kernels-*"):
        if not old.name.endswith(digest):
            shutil.rmtree(old, ignore_errors=True)
    return kept / f"kernels-{digest}"


SOURCES = _digest_of_sources()

if not config.CACHE_DIR:
    config.CACHE_DIR = str(_cache_folder(SOURCES[:16]))


IS_AHEAD = runs_here(AHEAD)


class KernelOfNumba:
    """A function that runs compiled when called from Python, and is compiled into the kernels that call it.

    The latter by an overload: compiled once for its types, not again for every constant argument.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.dispatcher = njit(nogil=True, no_cfunc_wrapper=True)(function)
        keep(self.dispatcher, SOURCES.encode())
        if IS_AHEAD:
            read_first(self.dispatcher, AHEAD, SOURCES.encode())

    def __call__(self, *given: Any) -> Any:
        return self.dispatcher(*given)


def kernel(function: Kernel) -> Kernel:
    """Compiles a function when it is first called; cached on disk, and free of the interpreter's lock."""
    made = KernelOfNumba(function)

    @overload(made, jit_options={"no_cfunc_wrapper": True}, strict=False)  # type: ignore[untyped-decorator]
    def within_others(*_: Any) -> Kernel:
        return function

    return made  # type: ignore[return-value]


def numbers(length: int) -> list[int]:
    """A row of zeros."""
    return numpy.zeros(length, numpy.int64)  # type: ignore[return-value]


register_jitable(numbers)


def row(values: Sequence[int]) -> list[int]:
    """These integers as a row."""
    made: list[int] = numpy.array(values, numpy.int64)
    return made


def reals(length: int) -> list[float]:
    """A row of zeros as floats; not within kernels."""
    return numpy.zeros(length, numpy.float64)  # type: ignore[return-value]


def real_row(values: Sequence[float]) -> list[float]:
    """These floats as a row."""
    made: list[float] = numpy.array(values, numpy.float64)
    return made


@kernel
def add_scaled(sums: list[float], start: int, by: float, added: list[float], at: int, count: int) -> None:
    """Adds `by` times `count` numbers of one row, from `at` on, to those of another from `start` on.

    Signed indices might count from the end, which would keep the loop from being vectorized.
    """
    for index in range(count):
        sums[uintp(start + index)] += by * added[uintp(at + index)]


@intrinsic  # type: ignore[untyped-decorator]
def _popcount(_: Any, bits: Any) -> Any:  # noqa: ARG001 - numba goes by the names

    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return int64(int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _lowest(_: Any, bits: Any) -> Any:  # noqa: ARG001

    def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(boolean, False))

    return int64(int64), generate


popcount: Callable[[int], int] = _popcount
"""Number of bits set in a number ≥ 0."""
lowest: Callable[[int], int] = _lowest
"""The index of the lowest bit set in a number > 0."""


@kernel
def _tried(length: int) -> int:
    """Uses everything that a kernel needs."""
    found = numbers(length)
    found[0] = 0b110
    return popcount(found[0]) + lowest(found[0])


if _tried(1) != 3:
    raise ArithmeticError("compiled kernels reckon wrongly")
