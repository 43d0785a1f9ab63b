"""Checksummed cache of compiled kernels on disk, believed only where they are as they were written.

Numba reads its cache without a doubt: a truncated index is a traceback, a changed byte of machine
code whatever it pleases. So beside the files of each kernel stands a checksum of them and of the
sources they came from. What does not match it is deleted and compiled again; what cannot be
written is compiled in every process. Knows numba's cache by its file names and by what a
dispatcher asks of one; must not know what a kernel does, nor read what numba writes.
"""

from __future__ import annotations

import glob
import hashlib
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import NullCache

CHECK = ".sha256"
"""What the name of a checksum's file ends with."""


class CheckedCache:
    """The cache of one kernel, as a numba dispatcher uses it; it never raises."""

    def __init__(self, kept: Any, stamp: bytes, is_read_only: bool = False) -> None:
        """`kept` is numba's own cache of the kernel; `stamp` changes whenever old code is not to be used.

        What is read only is left alone although it is damaged.
        """
        self._kept, self._stamp, self._is_read_only = kept, stamp, is_read_only
        self._folder = Path(kept.cache_path)
        self._name: str = kept._impl.filename_base

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The machine code for a signature; None when it is not there or damaged."""
        try:
            if self._is_whole():
                return self._kept.load_overload(signature, context)
        except Exception:  # damage may raise anything at all
            pass
        self._discard()
        return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keeps machine code, if the disk lets it."""
        try:
            self._kept.save_overload(signature, code)
            self.write_check()
        except Exception:  # the code is in memory, and that is enough
            self._discard()

    def enable(self) -> None:
        """Reads and writes from now on."""
        self._kept.enable()

    def disable(self) -> None:
        """Neither reads nor writes from now on."""
        self._kept.disable()

    def flush(self) -> None:
        """Forgets what was kept."""
        self._discard()

    def _paths(self) -> list[Path]:
        """Everything that lies there under the name of this kernel."""
        return sorted(self._folder.glob(f"{glob.escape(self._name)}.*"))

    def _is_whole(self) -> bool:
        return self._check_path.read_bytes() == self._check()

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
    """Has numba keep what a dispatcher compiles, where that can be done and checked."""
    try:
        dispatcher.enable_caching()
        dispatcher._cache = CheckedCache(dispatcher._cache, stamp)
    except Exception:  # no folder can be written, or this numba keeps its files in another way
        dispatcher._cache = NullCache()
