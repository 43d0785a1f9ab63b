"""Speech by speech-dispatcher's socket, for players without a screen reader: each key cuts off what is said.

The protocol is SSIP: https://htmlpreview.github.io/?https://github.com/brailcom/speechd/blob/master/doc/ssip.html
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

from game.cli.streams import on_one_line

PATIENCE_S = 1.0
"""Time in which the daemon has to answer at all, in seconds; later the window never waits for it."""
ANSWERS_BYTES = 65536


def socket_path() -> Path:
    """Where speech-dispatcher listens for this user."""
    user = 0 if sys.platform == "win32" else os.getuid()  # where there are no such sockets, Speech says so
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{user}"
    return Path(runtime) / "speech-dispatcher" / "speechd.sock"


class Speech:
    """Speaks lines until the daemon ends; the game goes on without."""

    def __init__(self, path: Path) -> None:
        """Raises OSError if nothing listens there."""
        if not hasattr(socket, "AF_UNIX"):
            raise OSError("this system has no such sockets")
        self._language = ""
        self._socket: socket.socket | None = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE_S)
        self._socket.connect(str(path))
        self._socket.setblocking(False)
        self._send("SET self CLIENT_NAME player:patience-arcade:window")

    def speak(self, line: str, language: str) -> None:
        """Has a line in a language, named by its code, spoken after those before it."""
        if language != self._language:
            self._language = language
            self._send(f"SET self LANGUAGE {language}")
        words = on_one_line(line)
        self._send("SPEAK", f".{words}" if words.startswith(".") else words, ".")

    def hush(self) -> None:
        """Cuts off what is being said, and forgets what waits."""
        self._send("CANCEL self")

    def _send(self, *lines: str) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendall("".join(f"{line}\r\n" for line in lines).encode())
            with suppress(BlockingIOError):  # answers are of no interest, but must not pile up
                self._socket.recv(ANSWERS_BYTES, socket.MSG_DONTWAIT)
        except OSError:
            self._socket.close()
            self._socket = None
