"""Disks that are full or broken, for tests."""

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def full_disk(largest_file_bytes: int) -> Iterator[None]:
    """No file can grow beyond a number of bytes, as on a disk that is nearly full."""
    resource = pytest.importorskip("resource", reason="only POSIX limits the size of files")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def forbid(folder: Path) -> None:
    """Makes sure that nothing can be written below `folder`, not even by root: a file is in its place."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("not a folder")


class Sync:
    """A fake `os.fsync`: counts calls, and fails on request."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.fails = False
        monkeypatch.setattr(os, "fsync", self)

    def __call__(self, _number: int) -> None:
        self.count += 1
        if self.fails:
            raise OSError(5, "Input/output error")


def obey_permissions() -> None:
    """Makes the program that is started next keep to the permissions of files, even as root.

    To be called between fork and exec.
    """
    if os.name == "posix" and os.geteuid() == 0:
        drop_from_bounding_set, overrides = 24, (1, 2)
        for capability in overrides:
            ctypes.CDLL(None).prctl(drop_from_bounding_set, capability, 0, 0, 0)
