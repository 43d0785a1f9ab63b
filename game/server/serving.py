"""A table server as a process: opens the database, listens, says where it is reached, stops in good order.

Knows uvicorn, addresses and files of this machine; must not know what is asked of the server.
"""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import uvicorn
from starlette.applications import Starlette

from game.online.messages import MOST_BYTES_ASKED
from game.server.clock import server_clock
from game.server.database import DatabaseError, open_database, sqlite_url
from game.server.helper import HelperProcess
from game.server.hub import Hub
from game.server.keys import is_key, new_key
from game.server.limits import Limits
from game.server.pages.routes import page_routes
from game.server.service import Service
from game.server.web import web_app

STOPS_WITHIN_S = 5
EVERYWHERE = ("0.0.0.0", "::")
HOST_KEY = "host-key"
SWITCH_S = 0.0005
"""So long a thread that counts standings or writes entries keeps the one that answers waiting; Python's own
would be ten times as long."""
SEARCHES = (20_000, 10, 20)
"""How rarely Python looks for objects that hold each other (see `gc`). Games do not, but each is a thousand
objects, and a look at all of them stops the worker: by Python's own numbers for a second now and then."""


class Wanted(NamedTuple):
    """How a server is wanted."""

    folder: Path
    """Of the embedded database and the host's key."""
    host: str
    port: int
    database: str | None
    """The address of another database than the embedded one."""
    certificate: Path | None
    certificate_key: Path | None
    origins: Sequence[str]
    behind_proxy: bool
    """Whether a proxy on this machine tells the addresses of those who ask."""
    limits: Limits


class ServingError(Exception):
    """The server cannot be started; the text is a sentence."""


class Worker(uvicorn.Server):
    """A process of uvicorn that tells its players when it goes."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Says so before the connections are closed."""
        self._hub.stop()
        await asyncio.sleep(0.05)  # for what is on its way out
        await super().shutdown(sockets)


def worker_of(
    app: Starlette,
    hub: Hub,
    certificate: Path | None = None,
    certificate_key: Path | None = None,
    behind_proxy: bool = False,
) -> Worker:
    """What serves an application; the sockets are handed to it."""
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES_ASKED,
        ws_per_message_deflate=False,  # 60 KB a connection, and what is sent is small
        ws_ping_interval=20,
        ws_ping_timeout=20,
        http="httptools",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=behind_proxy,
        forwarded_allow_ips="127.0.0.1",
        timeout_graceful_shutdown=STOPS_WITHIN_S,
        ssl_certfile=certificate,
        ssl_keyfile=certificate_key,
    )
    return Worker(config, hub)


def new_loop() -> asyncio.AbstractEventLoop:
    """A quick event loop (uvloop) where there is one: half the processor time of asyncio's own."""
    try:
        import uvloop
    except ModuleNotFoundError:  # there is none for Windows
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def run(wanted: Wanted, say: Callable[[str], None]) -> None:
    """Serves until the process is told to stop, in an event loop of its own; see `serve`.

    Raises:
        ServingError: the database cannot be opened or the port is taken.
    """
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SEARCHES)
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(serve(wanted, say))


async def serve(wanted: Wanted, say: Callable[[str], None]) -> None:
    """Serves until the process is told to stop; `say` is told a line at a time what the host needs to know.

    Raises:
        ServingError: the database cannot be opened or the port is taken.
    """
    os.umask(0o077)  # what this process writes, decks and keys, is nobody else's to read
    key = _host_key(wanted.folder)
    listening = listening_at(wanted.host, wanted.port)
    try:
        database = await open_database(_database_of(wanted))
    except DatabaseError as wrong:
        listening.close()
        raise ServingError(str(wrong)) from wrong
    service = Service(database, HelperProcess(), server_clock(), wanted.limits)
    await service.add_host(key)
    app = web_app(service, page_routes(service), wanted.origins)
    worker = worker_of(app, service.hub, wanted.certificate, wanted.certificate_key, wanted.behind_proxy)
    scheme = "http" if wanted.certificate is None else "https"
    host, port = listening.getsockname()[:2]
    for line in told(scheme, host, port, key, wanted.folder):
        say(line)
    await worker.serve([listening])


def told(scheme: str, host: str, port: int, key: str, folder: Path) -> list[str]:
    """What the host is told at the start."""
    here = f"{scheme}://{_shown('127.0.0.1' if host in EVERYWHERE else host)}:{port}/"
    found = [f"Rounds are served at {here}"]
    if host in EVERYWHERE:
        found.append(f"Friends on the same network take {scheme}://{_shown(own_address())}:{port}/")
    found.append(f"Your key as the host: {key}")
    found.append(f"(kept in {folder / HOST_KEY}; whoever has it makes tournaments and opens rounds)")
    return found


def own_address() -> str:
    """The address of this machine on its network; nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # kept for documentation (RFC 5737); UDP connects without a word
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def listening_at(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        ServingError: it cannot.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # Knowing that it is TCP, asyncio sends at once (TCP_NODELAY); else an answer may wait 40 ms.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        raise ServingError(
            f"Nobody can be listened to at {host} port {port}: {error.strerror or error}"
        ) from error
    except OverflowError:
        raise ServingError(f"{port} is no port: they lie between 0 and 65535") from None
    listening.setblocking(False)
    return listening


def _database_of(wanted: Wanted) -> str:
    if wanted.database is not None:
        return wanted.database
    return sqlite_url(wanted.folder / "rounds.sqlite3")


def _host_key(folder: Path) -> str:
    """The host's key of this machine, made when there is none.

    Raises:
        ServingError: it can neither be read nor written.
    """
    path = folder / HOST_KEY
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            key = path.read_text("utf-8", errors="replace").strip()
            if not is_key(key):
                raise ServingError(f"{path} holds no key: move it away, and there will be a new one")
            return key
        key = new_key()
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(f"{key}\n")
    except OSError as error:
        raise ServingError(f"{path}: {error.strerror or error}") from error
    return key
