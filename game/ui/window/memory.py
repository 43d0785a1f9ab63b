"""Memory that is free again goes back to the system, as far as the C library does that when it is told to.

Knows the C library; must not know what the memory was for.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress


def give_back() -> None:
    """Gives free memory back: glibc keeps it else between what is still in use. Elsewhere nothing happens."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # musl has no such function
            ctypes.CDLL(None).malloc_trim(0)
