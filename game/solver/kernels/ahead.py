"""Kernels compiled ahead: machine code that comes with the program, for any processor that has what it needs.

A bundle brings it (packaging/bundle/kernels.py writes it), so that nothing is compiled after an
install. It is only read, and only as it was written; wherever it does not fit, the kernel is compiled as
elsewhere. Knows numba's cache as `cache` does; must not know what a kernel does, nor who brings its code.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import get_host_cpu_features

from game.solver.kernels.cache import CheckedCache

NEEDED = "processor.txt"
"""The file that names what a processor must have, as LLVM calls it."""


class _Place:
    """Where the code of one kernel lies, wherever the program was put and whenever it was unpacked."""

    def __init__(self, folder: Path, function: Any) -> None:
        self._folder = folder / function.__module__
        self._line = str(function.__code__.co_firstlineno)

    def from_function(self, *_: object) -> _Place:
        return self

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""  # the checksum tells the sources

    def get_disambiguator(self) -> str:
        return self._line


class _AheadCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one kernel in a folder of its own, the same for every processor."""

    def __init__(self, function: Any, folder: Path) -> None:
        class Kept(CompileResultCacheImpl):  # type: ignore[misc]
            _locator_classes = [_Place(folder, function)]

        self._impl_class = Kept
        super().__init__(function)

    def _index_key(self, types: Any, codegen: Any) -> Any:
        given, _, code = super()._index_key(types, codegen)
        return given, code


class Layers:
    """Two caches as one: what is compiled ahead is looked for first, and only read."""

    def __init__(self, ahead: CheckedCache, own: Any) -> None:
        self._ahead, self._own = ahead, own

    @property
    def cache_path(self) -> Any:
        """The folder that is written."""
        return self._own.cache_path

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The machine code for a signature; None when neither has it."""
        found = self._ahead.load_overload(signature, context)
        return self._own.load_overload(signature, context) if found is None else found

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keeps machine code that was compiled here."""
        self._own.save_overload(signature, code)

    def enable(self) -> None:
        """Reads and writes from now on."""
        self._own.enable()

    def disable(self) -> None:
        """Writes no more from now on."""
        self._own.disable()

    def flush(self) -> None:
        """Forgets what was compiled here."""
        self._own.flush()


def read_first(dispatcher: Any, folder: Path, stamp: bytes) -> None:
    """Has a dispatcher look for its code in a folder before its own cache."""
    kept = _AheadCache(dispatcher.py_func, folder)
    dispatcher._cache = Layers(CheckedCache(kept, stamp, is_read_only=True), dispatcher._cache)


def runs_here(folder: Path) -> bool:
    """Whether there is code in a folder that this processor can run."""
    try:
        needed = (folder / NEEDED).read_text("utf-8").split()
    except (OSError, ValueError):
        return False
    has = get_host_cpu_features().split(",")
    return all(f"+{each}" in has for each in needed)


def write_ahead(dispatchers: Sequence[Any], folder: Path, stamp: bytes, needed: Sequence[str]) -> None:
    """Writes down what was compiled in this process, for processors that have what is needed.

    Raises:
        OSError: it cannot be written.
    """
    for dispatcher in dispatchers:
        cache = CheckedCache(kept := _AheadCache(dispatcher.py_func, folder), stamp)
        for types, code in dispatcher.overloads.items():
            kept.save_overload(types, code)
            cache.write_check()
    (folder / NEEDED).write_text("\n".join(needed), "utf-8")
