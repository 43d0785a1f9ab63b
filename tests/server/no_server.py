"""What listens at a port and is no table server: it says the same, whatever it is asked."""

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar


@contextmanager
def saying(words: bytes) -> Iterator[str]:
    """Says these bytes to the first that comes; the address of it."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def greet() -> None:
            talk, _ = listening.accept()
            with talk:
                talk.sendall(words)
                talk.shutdown(socket.SHUT_WR)
                while talk.recv(4096):
                    pass

        thread = threading.Thread(target=greet, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread.join(10)


class Answering(BaseHTTPRequestHandler):
    """Says the same to everybody, and keeps what it was asked."""

    status: ClassVar[int] = 200
    headers_told: ClassVar[Sequence[tuple[str, str]]] = ()
    body: ClassVar[bytes] = b""
    asked: ClassVar[tuple[tuple[str, str | None], ...]] = ()

    def do_GET(self) -> None:
        """Answers."""
        type(self).asked = (*self.asked, (self.path, self.headers.get("Authorization")))
        self.send_response(self.status)
        for name, value in self.headers_told:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    do_POST = do_GET  # noqa: N815 - the library wants it so

    def log_message(self, *_: object) -> None:
        """Nothing is written."""


@contextmanager
def answering(
    status: int, body: bytes = b"", *headers: tuple[str, str]
) -> Iterator[tuple[str, type[Answering]]]:
    """A web server that is not a game server; its address, and what it was asked."""
    kind = type("Kind", (Answering,), {"status": status, "body": body, "headers_told": headers})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", kind
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
