"""What kernels are made of: one source, compiled where numba is there, plain Python where not.

A kernel is a function of integers and of `numbers(n)` in the subset of Python that numba
compiles. Both ways must give the same answers, although compiled integers have 64 bits and
plain ones have no end: keep every value that is compared or shifted right below 2^63, and mask
products at once, `(x * y) & MASK`. Compilers may leave out that mask, for an overflow of signed
numbers is none of theirs: use only the lower bits of what comes of it, or a mask of 58 bits.
Knows nothing of cards.

Importing this module is what loads numba (0.2 s, 80 MB): never in the window's process. With
PATIENCE_PLAIN=1 in the environment it is left alone although it is installed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from platformdirs import user_cache_path

Kernel = TypeVar("Kernel", bound=Callable[..., Any])
Numbers = list[int]
"""A row of integers of fixed length; compiled, an array of int64."""

MASK = (1 << 63) - 1

try:
    if os.environ.get("PATIENCE_PLAIN") == "1":
        raise ImportError
    import numpy
    from numba import boolean, config, int64, njit
    from numba.extending import intrinsic
except ImportError:
    IS_COMPILED = False

    def kernel(function: Kernel) -> Kernel:
        """Marks a function as a kernel."""
        return function

    inlined = kernel

    def numbers(length: int) -> Numbers:
        """A row of zeros."""
        return [0] * length

    def row(values: Sequence[int]) -> Numbers:
        """These integers as a row."""
        return list(values)

    def popcount(bits: int) -> int:
        """How many bits are set in a number ≥ 0."""
        return bits.bit_count()

    def lowest(bits: int) -> int:
        """The index of the lowest bit set in a number > 0."""
        return (bits & -bits).bit_length() - 1

else:
    IS_COMPILED = True

    def _cache_folder() -> Path:
        """Where compiled kernels are kept, a new place whenever the source of one has changed.

        Numba looks only at the file of the function itself: after an update it would go on with
        old copies of kernels that others call.
        """
        here = Path(__file__).parent
        kept = here / "__pycache__" if os.access(here, os.W_OK) else user_cache_path("patience-arcade")
        sources = sorted(each.read_bytes() for each in here.glob("*.py"))
        digest = hashlib.sha256(b"".join(each for each in sources if b"@kernel" in each)).hexdigest()[:16]
        for old in kept.glob("kernels-*"):
            if not old.name.endswith(digest):
                shutil.rmtree(old, ignore_errors=True)
        return kept / f"kernels-{digest}"

    if not config.CACHE_DIR:
        config.CACHE_DIR = str(_cache_folder())

    def kernel(function: Kernel) -> Kernel:
        """Compiles a function when it is first called; kept on disk, and free of the interpreter's lock."""
        compiled: Kernel = njit(cache=True, nogil=True)(function)
        return compiled

    def inlined(function: Kernel) -> Kernel:
        """Compiles a short function into each place that calls it."""
        compiled: Kernel = njit(cache=True, nogil=True, inline="always")(function)
        return compiled

    @kernel
    def numbers(length: int) -> Numbers:
        """A row of zeros."""
        return numpy.zeros(length, numpy.int64)  # type: ignore[return-value]

    def row(values: Sequence[int]) -> Numbers:
        """These integers as a row."""
        made: Numbers = numpy.array(values, numpy.int64)
        return made

    @intrinsic  # type: ignore[untyped-decorator]
    def popcount(_: Any, bits: Any) -> Any:  # noqa: ARG001 - numba goes by the names
        """How many bits are set in a number ≥ 0."""

        def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return int64(int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest(_: Any, bits: Any) -> Any:  # noqa: ARG001
        """The index of the lowest bit set in a number > 0."""

        def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(boolean, False))

        return int64(int64), generate
