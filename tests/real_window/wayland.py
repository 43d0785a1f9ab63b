"""A Wayland compositor of one's own: weston, over a virtual screen, so that keys and pixels are real.

Knows weston; must not know the game.
"""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SOCKET = "wayland-patience"
PATIENCE_S = 30.0


@contextmanager
def compositor(display: str, size: tuple[int, int], scale: int, folder: Path) -> Iterator[dict[str, str]]:
    """Starts weston over a display of a size in real pixels; gives the environment in which it is found."""
    folder.mkdir(mode=0o700)
    settings = folder / "weston.ini"
    settings.write_text("[shell]\npanel-position=none\nlocking=false\n")
    command = [
        *("weston", f"--config={settings}", "--backend=x11-backend.so", "--use-pixman", "--idle-time=0"),
        *(f"--socket={SOCKET}", f"--scale={scale}"),
        *(f"--width={size[0] // scale}", f"--height={size[1] // scale}"),
    ]
    found = {"XDG_RUNTIME_DIR": str(folder), "WAYLAND_DISPLAY": SOCKET, "SDL_VIDEODRIVER": "wayland"}
    environment = {**os.environ, "DISPLAY": display, "XDG_RUNTIME_DIR": str(folder)}
    environment.pop("WAYLAND_DISPLAY", None)
    running = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline_s = time.monotonic() + PATIENCE_S
        while not (folder / SOCKET).exists():
            assert running.poll() is None, "weston does not start"
            assert time.monotonic() < deadline_s, "weston is not ready in time"
            time.sleep(0.01)
        yield found
    finally:
        running.terminate()
        running.wait()
