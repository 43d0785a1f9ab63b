"""A display to measure on: the one there is, or a virtual one when a Unix machine has none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tools.bench.figures import NotMeasurableError

WINDOW_SIZE = (1280, 800)
"""Of the windows in which is measured what does not depend on the screen."""
VIRTUAL_SCREEN = "3840x2160x24"
_TELLING = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """The environment in which a window can be opened.

    Raises:
        NotMeasurableError: there is no display and none can be made.
    """
    has_one = sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in _TELLING)
    if has_one:
        yield dict(os.environ)
        return
    with virtual_display() as environment:
        yield environment


@contextmanager
def virtual_display() -> Iterator[dict[str, str]]:
    """The environment of a screen in memory, in front of which nobody sits.

    Raises:
        NotMeasurableError: none can be made.
    """
    server = shutil.which("Xvfb")
    if server is None:
        raise NotMeasurableError("there is no display, and no Xvfb to stand in for one")
    reading, writing = os.pipe()
    command = [server, "-displayfd", str(writing), "-screen", "0", VIRTUAL_SCREEN, "-nolisten", "tcp"]
    running = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        if not number:
            raise NotMeasurableError("Xvfb does not start")
        yield {**os.environ, "DISPLAY": f":{number}"}
    finally:
        running.terminate()
        running.wait()
