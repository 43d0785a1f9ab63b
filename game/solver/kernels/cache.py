"""Checksummed cache of compiled kernels on disk, and kernels compiled ahead for a bundle.

Numba trusts its cache: a truncated index is a traceback, a changed byte of machine code undefined. So beside
each kernel's files is a checksum of them and of their sources. What does not match is deleted and compiled
again; what cannot be written is compiled in every process. This relies on numba's file names and on the
methods that a dispatcher calls.

A bundle contains machine code for any processor with the features it needs (packaging/bundle/kernels.py
writes it), so nothing is compiled after an install. It is only read, and only if unchanged.
"""

from __future__ import annotations

import glob
import hashlib
import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache
from numba.core.codegen import get_host_cpu_features

CHECK = ".sha256"
"""Suffix of a checksum's file."""


class CheckedCache:
    """The cache of one kernel, as a numba dispatcher uses it; it never raises."""

    def __init__(self, kept: Any, stamp: bytes, is_read_only: bool = False) -> None:
        """`kept` is numba's own cache of the kernel; a new `stamp` invalidates it; read-only: no deletion."""
        self._kept, self._stamp, self._is_read_only = kept, stamp, is_read_only
        self._folder = Path(kept.cache_path)
        self._name: str = kept._impl.filename_base

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The machine code for a signature, or None if missing or damaged."""
        try:
            if self._is_whole():
                return self._kept.load_overload(signature, context)
        except Exception:  # damage may raise anything at all
            pass
        self._discard()
        return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Stores machine code, if the disk allows it."""
        try:
            self._kept.save_overload(signature, code)
            self.write_check()
        except Exception:  # the code is in memory, and that is enough
            self._discard()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kept, name)

    def flush(self) -> None:
        """Empties the cache."""
        self._discard()

    def _paths(self) -> list[Path]:
        """All files of this kernel."""
        return sorted(self._folder.glob(f"{glob.escape(self._name)}.*"))

    def _is_whole(self) -> bool:
        is_regular = all(path.is_file() for path in self._paths())  # a pipe would be waited for
        return is_regular and self._check_path.read_bytes() == self._check()

    @property
    def _check_path(self) -> Path:
        return self._folder / f"{self._name}{CHECK}"

    def _check(self) -> bytes:
        """A checksum of the index and the code, with the names of the files."""
        digest = hashlib.sha256(self._stamp)
        for path in self._paths():
            if path.suffix in (".nbi", ".nbc"):
                data = path.read_bytes()
                digest.update(f"\n{path.name} {len(data)}\n".encode())
                digest.update(data)
        return digest.hexdigest().encode()

    def write_check(self) -> None:
        draft = self._folder / f"{self._name}.{os.getpid()}.draft"
        draft.write_bytes(self._check())
        draft.replace(self._check_path)

    def _discard(self) -> None:
        if self._is_read_only:
            return
        with suppress(OSError):
            for path in self._paths():
                with suppress(OSError):
                    if path.is_dir() and not path.is_symlink():
                        shutil.rmtree(path)
                    else:
                        path.unlink()


def keep(dispatcher: Any, stamp: bytes) -> None:
    """Makes numba cache a dispatcher's code, if that is possible and can be checked."""
    try:
        dispatcher.enable_caching()
        dispatcher._cache = CheckedCache(dispatcher._cache, stamp)
    except Exception:  # no folder can be written, or this numba keeps its files in another way
        dispatcher._cache = NullCache()


NEEDED = "processor.txt"
"""File with the required processor features, as LLVM names them."""


class _Place:
    """Location of one kernel's code, independent of where and when the program was installed."""

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
    """Two caches as one: code compiled ahead is tried first, and never written."""

    def __init__(self, ahead: CheckedCache, own: Any) -> None:
        self._ahead, self._own = ahead, own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The machine code for a signature, or None if neither has it."""
        found = self._ahead.load_overload(signature, context)
        return self._own.load_overload(signature, context) if found is None else found


def read_first(dispatcher: Any, folder: Path, stamp: bytes) -> None:
    """Makes a dispatcher look for its code in a folder before its own cache."""
    kept = _AheadCache(dispatcher.py_func, folder)
    dispatcher._cache = Layers(CheckedCache(kept, stamp, is_read_only=True), dispatcher._cache)


def runs_here(folder: Path) -> bool:
    """Whether a folder has code that this processor can run."""
    try:
        needed = (folder / NEEDED).read_text("utf-8").split()
    except (OSError, ValueError):
        return False
    has = get_host_cpu_features().split(",")
    return all(f"+{feature}" in has for feature in needed)


def write_ahead(dispatchers: Sequence[Any], folder: Path, stamp: bytes, needed: Sequence[str]) -> None:
    """Stores code compiled here for processors with the `needed` features; raises OSError on failure."""
    for dispatcher in dispatchers:
        cache = CheckedCache(kept := _AheadCache(dispatcher.py_func, folder), stamp)
        for types, code in dispatcher.overloads.items():
            kept.save_overload(types, code)
            cache.write_check()
    (folder / NEEDED).write_text("\n".join(needed), "utf-8")
