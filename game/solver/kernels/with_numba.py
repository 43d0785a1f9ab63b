"""What kernels are decorated with where numba compiles them (see `compiled`).

Importing this compiles a first small kernel, so that a numba that is there but does not work is
known before anything relies on it. Knows nothing of cards.

Raises:
    Exception: of any kind: numba is missing, broken, or cannot compile on this machine.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy
from numba import boolean, config, int64, njit
from numba.core.types import unliteral  # type: ignore[attr-defined]
from numba.extending import intrinsic
from platformdirs import user_cache_path

from game.solver.kernels.cache import keep

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

SOLVERS = Path(__file__).parents[1]


def _digest_of_sources() -> str:
    """A checksum of every file with kernels.

    Numba looks only at the file of the function itself: after an update it would go on with old
    copies of kernels that others call.
    """
    sources = sorted(each.read_bytes() for each in SOLVERS.rglob("*.py") if each.is_file())
    return hashlib.sha256(b"".join(each for each in sources if b"@kernel" in each)).hexdigest()


def _cache_folder(digest: str) -> Path:
    """Where compiled kernels are kept, a new place whenever the source of one has changed."""
    kept = SOLVERS / "__pycache__" if os.access(SOLVERS, os.W_OK) else user_cache_path("patience-arcade")
    for old in kept.glob("kernels-*"):
        if not old.name.endswith(digest):
            shutil.rmtree(old, ignore_errors=True)
    return kept / f"kernels-{digest}"


SOURCES = _digest_of_sources()

if not config.CACHE_DIR:
    config.CACHE_DIR = str(_cache_folder(SOURCES[:16]))


def _made(function: Kernel, **options: str) -> Kernel:
    compiled: Kernel = njit(nogil=True, **options)(function)
    _compile_for_calls(compiled, _unwrapped(function, **options))
    keep(compiled, SOURCES.encode())
    return compiled


def _unwrapped(function: Callable[..., Any], **options: str) -> Any:
    """A kernel as it is compiled into those that call it: with no entry from Python, no code of its own."""
    made = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(function)
    compiler, context = made._compiler, made.targetctx
    compiled = compiler.compile

    def with_no_code(flags: Any) -> Any:
        flags.no_compile = True
        return flags

    def compile_and_name(args: Any, return_type: Any) -> Any:
        # Kernels find what they call by its entry from Python; here anything that is unique will do.
        result = compiled(args, return_type)._replace(entry_point=object())
        context.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return result

    def add_overload(result: Any) -> None:
        made.overloads[tuple(result.signature.args)] = result

    compiler._customize_flags, compiler.compile = with_no_code, compile_and_name
    made.add_overload = add_overload
    return made


def _compile_for_calls(dispatcher: Any, unwrapped: Any) -> None:
    """Has calls by other kernels compiled apart, and for their types alone, not again for every constant.

    Constants took two fifths of the time that compiling took; what only calls from Python need, a sixth of
    the rest.
    """
    asked = unwrapped.get_call_template

    def get_call_template(args: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
        plain = {name: unliteral(each) for name, each in keywords.items()}
        return asked(tuple(map(unliteral, args)), plain)

    dispatcher.get_call_template, dispatcher.get_overload = get_call_template, unwrapped.get_overload


def kernel(function: Kernel) -> Kernel:
    """Compiles a function when it is first called; kept on disk, and free of the interpreter's lock."""
    return _made(function)


def inlined(function: Kernel) -> Kernel:
    """Compiles a short function into each place that calls it."""
    return _made(function, inline="always")


@kernel
def numbers(length: int) -> list[int]:
    """A row of zeros."""
    return numpy.zeros(length, numpy.int64)  # type: ignore[return-value]


def row(values: Sequence[int]) -> list[int]:
    """These integers as a row."""
    made: list[int] = numpy.array(values, numpy.int64)
    return made


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
"""How many bits are set in a number ≥ 0."""
lowest: Callable[[int], int] = _lowest
"""The index of the lowest bit set in a number > 0."""


@kernel
def _tried(length: int) -> int:
    """Needs what every kernel needs."""
    found = numbers(length)
    found[0] = 0b110
    return popcount(found[0]) + lowest(found[0])


if _tried(1) != 3:
    raise ArithmeticError("compiled kernels reckon wrongly")
