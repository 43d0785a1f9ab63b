"""Kernels compiled by numba, with a fallback: one source, plain Python where numba does not work.

A kernel is a function of integers and of `numbers(n)` in the subset of Python that numba compiles. Both forms
must give the same results, although compiled integers have 64 bits and plain ones are unbounded: keep every
value that is compared or shifted right below 2^63, and mask products at once, `(x * y) & MASK`. Compilers may
omit that mask, because they assume that signed numbers do not overflow: use only the lower bits of the
result, or a mask of 58 bits.

Importing this module loads numba (0.2 s, 80 MB): never in the window's process. With PATIENCE_PLAIN=1 in the
environment numba is not used even if installed.
"""

from __future__ import annotations

import os

Numbers = list[int]
"""A row of integers of fixed length; compiled, an array of int64."""
Reals = list[float]
"""The same of real numbers, of 64 bits both ways; both reckon in the same order, and so to the last bit."""

MASK = (1 << 63) - 1

try:
    if os.environ.get("PATIENCE_PLAIN") == "1":
        raise ImportError
    from game.solver.kernels import with_numba as found

    IS_COMPILED = True
except Exception:  # missing, or broken in whatever way: the answers are the same without it
    from game.solver.kernels import without_numba as found  # type: ignore[no-redef]

    IS_COMPILED = False

kernel, add_scaled = found.kernel, found.add_scaled
numbers, row, reals, real_row = found.numbers, found.row, found.reals, found.real_row
popcount, lowest = found.popcount, found.lowest
