"""The name by which screen readers call the program: that of the file which its process runs from.

AccessKit reads `/proc/self/exe` and has no call for another name, so that a program in Python would be called
`python3.11`. Where screen readers are served, the process therefore goes on as a copy of the interpreter
with the program's name; where that is not possible, it goes on as it is.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from game.storage.files import NAME, cache_folder

RUNNING = Path("/proc/self/exe")


def go_on_by_name() -> None:
    """Begins the process anew, by the program's name; returns where there is no need or no way to."""
    if sys.platform != "linux" or getattr(sys, "frozen", False) or not _serves_readers():
        return
    try:
        interpreter = RUNNING.resolve(strict=True)
        if interpreter.name != NAME:
            os.execv(_named(interpreter), sys.orig_argv)
    except OSError:
        return


def _serves_readers() -> bool:
    """Whether the bus of screen readers runs, by the socket that at-spi-bus-launcher makes."""
    runtime = os.environ.get("XDG_RUNTIME_DIR") or cache_folder().parent
    return "AT_SPI_BUS_ADDRESS" in os.environ or any(Path(runtime, "at-spi").glob("bus*"))


def _named(interpreter: Path) -> Path:
    """A copy of the interpreter that is as new as it; no program where it would not run from there.

    Raises:
        OSError: it cannot be written.
    """
    import shutil

    named, known = cache_folder() / NAME, interpreter.stat()
    if not named.exists() or (named.stat().st_size, named.stat().st_mtime) != (known.st_size, known.st_mtime):
        named.parent.mkdir(parents=True, exist_ok=True)
        fresh = named.with_suffix(f".{os.getpid()}")
        try:
            shutil.copy2(interpreter, fresh)
            if not _runs(fresh):
                fresh.chmod(0o600)  # so that it is not tried at each start
            fresh.replace(named)
        finally:
            fresh.unlink(missing_ok=True)
    return named


def _runs(copy: Path) -> bool:
    """Whether a copy of the interpreter runs in the place of the one that was called."""
    import subprocess

    try:
        command = [sys.orig_argv[0], "-S", "-c", ""]
        return subprocess.run(command, executable=copy, check=False, capture_output=True).returncode == 0
    except OSError:
        return False
