"""A static site, served as any web space serves files, and cut off at will."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and writes no log."""

    def log_message(self, format: str, *words: object) -> None:
        pass


class Site:
    """A folder on the loopback."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, 0
        self.start()

    def start(self) -> None:
        """Serves it, at the same address each time."""
        self._server = ThreadingHTTPServer(
            ("127.0.0.1", self._port), partial(Quiet, directory=str(self._folder))
        )
        self._port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """From now on nothing answers."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def url(self, path: str) -> str:
        """An address of the site."""
        return f"http://127.0.0.1:{self._port}{path}"
