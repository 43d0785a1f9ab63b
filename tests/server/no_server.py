"""What listens at a port and is no table server: it says a few bytes, whatever it is asked, and hangs up."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


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
