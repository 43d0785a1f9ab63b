"""What the operating system is asked for: a folder shown in its file manager, and free memory taken back."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path


def give_back() -> None:
    """Gives free memory back: glibc keeps it else between what is still in use. Elsewhere nothing happens."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # musl has no such function
            ctypes.CDLL(None).malloc_trim(0)


Outcome = Callable[[], int | None]
"""Tells how it went: None while nobody knows, 0 when it is well."""
SYSTEM_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""In a bundle they lead to the bundle's own libraries, and `…_ORIG` tells what they were before:
https://pyinstaller.org/en/stable/common-issues-and-pitfalls.html#launching-external-programs-from-the-frozen-application"""


def show_folder(folder: Path) -> Outcome:
    """Has the file manager show a folder.

    Raises:
        OSError: there is none.
    """
    if sys.platform == "win32":
        os.startfile(folder)
        return lambda: 0
    command = "open" if sys.platform == "darwin" else "xdg-open"
    nowhere = subprocess.DEVNULL
    child = subprocess.Popen(
        [command, folder],
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        env=outside_bundle(os.environ),
        start_new_session=True,  # what ends this program does not end it
    )
    return child.poll


def outside_bundle(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment as a program of the system needs it."""
    others = {name: value for name, value in environment.items() if name not in SYSTEM_LIBRARIES}
    for name in SYSTEM_LIBRARIES:
        if name in environment:
            before = environment.get(f"{name}_ORIG", "" if hasattr(sys, "frozen") else environment[name])
            others |= {name: before} if before else {}
    return others
