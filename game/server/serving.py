"""Process of a table server: opens the database, listens within limits, reports its address, stops safely."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from game.online.messages import MAX_BYTES_PRACTICE
from game.rounds.hosted import own_address
from game.server.budgets import PLACE, Limits, Place, RateLimiter, network_of
from game.server.clock import Clocks, Pulse, ServerClock, own_clocks
from game.server.connections import ConnectionRegistry
from game.server.database import DatabaseError, file_of, open_database, sqlite_url
from game.server.log import EventLog
from game.server.pages.host_texts import (
    EVERYWHERE,
    HOST_KEY,
    address_of_friends,
    others_may_read,
    shown,
    tell_of_decks,
    told,
)
from game.server.pages.routes import page_routes
from game.server.presence import ClockError, Presence, first_moment, in_words
from game.server.seats import is_key, new_key
from game.server.service import Service
from game.server.watch import Garbage, Needed
from game.server.web import web_app
from game.server.workers import BackgroundWorker
from game.storage.files import (
    StorageError,
    lock,
    open_lock,
    read_limited,
    replace_file,
)
from game.version import VERSION

REQUEST_S = 15.0
"""Time limit for a whole request, from the connection or the end of the previous one."""
STALLED_S = 20.0
"""Time for which a client may read nothing of what waits to be sent."""
MAX_REQUEST_BYTES = 32 << 10
"""Maximum size of a request with its head."""
SLICE = 2 << 10
"""So many bytes are taken apart before it is looked whether they are to go on: a quarter of a megabyte may
come at once, and as the smallest frames would make everybody wait for half a second."""
MAX_WAITING = 200
"""Maximum size of unread messages."""
MAX_FRAGMENTS = 16
"""Maximum number of fragments of a message."""


class GuardedConfig(uvicorn.Config):
    """uvicorn's settings, with the counts for each address."""

    def __init__(self, app: Any, rate_limiter: RateLimiter, **settings: Any) -> None:
        """With `proxy_headers` a proxy has all connections: only their total is counted."""
        super().__init__(app, http=GuardedHttp, ws=GuardedWebSocket, **settings)
        self.rate_limiter = rate_limiter


class Draining:
    """Whether a client reads what waits to be sent."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._waiting, self._since_s = 0, 0.0

    def has_stalled(self, now_s: float) -> bool:
        """Whether it has read nothing for too long."""
        waiting = self._transport.get_write_buffer_size()
        if not waiting or waiting < self._waiting or not self._waiting:
            self._since_s = now_s
        self._waiting = waiting
        return now_s - self._since_s > STALLED_S


class GuardedHttp(HttpToolsProtocol):
    """HTTP on one connection, until it becomes a WebSocket."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counts it; one too many is closed at once."""
        super().connection_made(transport)
        assert isinstance(self.config, GuardedConfig)
        address = "" if self.client is None or self.config.proxy_headers else network_of(self.client[0])
        self._socket: Place | None = self.config.rate_limiter.sockets.take(address, transport.abort)
        self._draining = Draining(transport)
        self._late_s: float | None = self.loop.time() + REQUEST_S
        self._answered: RequestResponseCycle | None = None  # the one that is being answered
        self._is_asked_out = False  # whether nothing more is asked
        self._unfinished = 0  # bytes of the request that is not there whole
        if self._socket is None:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Drops all waiting requests; uvicorn drops only the last, so others write to a closed socket."""
        super().connection_lost(exc)
        self.pipeline.clear()
        if self._answered is not None:
            self._answered.disconnected = True
            self._answered.message_event.set()
        if self._socket is not None:
            self._socket.leave()

    def data_received(self, data: bytes) -> None:
        """Parses bytes; errors end at most this connection."""
        if self._socket is not None:
            self._socket.use()
        if self._late_s is None:
            self._late_s = self.loop.time() + REQUEST_S
        for at in range(0, len(data), SLICE):
            part = data[at : at + SLICE]
            self._unfinished += len(part)
            try:
                super().data_received(part)
            except Exception:  # what it can be depends on three libraries
                self.transport.abort()
            if self._unfinished > MAX_REQUEST_BYTES:
                self.transport.abort()
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return

    def eof_received(self) -> bool | None:  # type: ignore[override]
        """Answers pending requests, except over TLS, which has no half close."""
        self._is_asked_out = True
        is_any_due = self._answered is not None and not self._answered.response_complete
        return is_any_due and self._late_s is None and self.scheme == "http"

    def on_response_complete(self) -> None:
        """Continues with the next request, or closes after the last."""
        super().on_response_complete()
        if self._is_asked_out and (self._answered is None or self._answered.response_complete):
            self.transport.close()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def on_message_begin(self) -> None:
        """A request begins, possibly in the bytes that end another."""
        super().on_message_begin()
        if self._late_s is None:
            self._late_s = self.loop.time() + REQUEST_S

    def on_message_complete(self) -> None:
        """The request is complete."""
        super().on_message_complete()
        self._late_s, self._unfinished = None, 0

    def handle_websocket_upgrade(self) -> None:
        """Hands the connection to a WebSocket, which is counted in its place."""
        super().handle_websocket_upgrade()
        after = self.transport.get_protocol()
        assert isinstance(after, GuardedWebSocket)
        after.counted, self._socket = self._socket, None
        if after.handshake_initiated and after.counted is not None and not after.handshake_complete:
            after.scope[PLACE] = after.counted  # type: ignore[literal-required]  # ours

    def look(self, now_s: float) -> None:
        """Closes it if it is late."""
        if (self._late_s is not None and now_s > self._late_s) or self._draining.has_stalled(now_s):
            self.transport.abort()


class GuardedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Starts with a complete request."""
        super().connection_made(transport)
        assert isinstance(self.config, GuardedConfig)
        self.counted: Place | None = None
        self._bytes, self._pings = self.config.rate_limiter.bytes(), self.config.rate_limiter.messages()
        self._draining = Draining(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Uncounts it."""
        super().connection_lost(exc)
        if self.counted is not None:
            self.counted.leave()

    def data_received(self, data: bytes) -> None:
        """Parses bytes; errors end at most this connection; frames without a message count too."""
        if not self._bytes.take(len(data)):
            self.transport.abort()
            return
        if self.counted is not None:
            self.counted.use()
        size = SLICE if self.handshake_initiated else len(data)
        for at in range(0, len(data), size):
            try:
                super().data_received(data[at : at + size])
            except Exception:  # what it can be depends on two libraries
                self.transport.abort()
            if not self.handshake_initiated or self.queue.qsize() > MAX_WAITING:
                self.transport.abort()  # the request was there whole, and was none
            if self.transport.is_closing():
                return

    def handle_ping(self) -> None:
        """Answers pings, within limits."""
        if self._pings.take():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Counts fragments of a message, of which few are allowed."""
        if len(self.frames) >= MAX_FRAGMENTS:
            self.transport.abort()
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Passes a message on; invalid UTF-8 is marked as not text."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    def look(self, now_s: float) -> None:
        """Closes it if the client does not read."""
        if self._draining.has_stalled(now_s):
            self.transport.abort()


STOPS_WITHIN_S = 5
BACKLOG = 256
"""So many connections may wait to be taken; asyncio takes all of them before anybody is answered."""
SWITCH_S = 0.0005
"""So long a thread that counts standings or writes entries keeps the one that answers waiting; Python's own
would be ten times as long."""
SEARCHES = (20_000, 10, 20)
"""Thresholds of Python's garbage collector (see `gc`, and `garbage` for while people play)."""
POLL_S = 0.5
"""Poll interval for the first decks."""
SWEEP_S = 2.0
MAX_BYTES_KEY = 1000
SPARE_FILES = 200
"""Open files reserved for other purposes than connections."""


class ServerConfig(NamedTuple):
    """Configuration of a server."""

    folder: Path
    """Folder of the embedded database and the host's key."""
    host: str
    port: int
    database: str | None
    """Address of a database other than the embedded one."""
    certificate: Path | None
    certificate_key: Path | None
    origins: Sequence[str]
    behind_proxy: bool
    """Whether a proxy on this machine gives client addresses."""
    limits: Limits
    accepts_clock: bool = False
    """Whether a clock that has jumped is accepted."""
    program: str = "main.py"
    """Command that runs the program."""
    is_seen: bool = True
    """Whether output goes to a terminal, not into a stored journal."""
    address: str | None = None
    """Address for players, if it cannot be determined here."""
    operator: str = ""
    """Name of the operator, in their own words."""
    keep_days: int | None = None
    """Number of days without news after which a tournament is deleted."""
    while_there: Path | None = None
    """File of the window that started it: without it, or unused for a while, the server stops."""


class ServingError(Exception):
    """The server cannot be started; the message is a sentence."""


class TableServer(uvicorn.Server):
    """A process of uvicorn that closes late connections, and tells its players when it stops."""

    def __init__(self, config: uvicorn.Config, connections: ConnectionRegistry) -> None:
        super().__init__(config)
        self._connections = connections
        self._looking: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts checking connections too."""
        await super().startup(sockets)
        self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            self.look(asyncio.get_running_loop().time())

    def look(self, now_s: float) -> None:
        """Closes connections that are late at a moment of the loop."""
        for connection in [*self.server_state.connections]:
            if isinstance(connection, GuardedHttp | GuardedWebSocket):
                connection.look(now_s)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tells the players before the connections are closed."""
        if self._looking is not None:
            self._looking.cancel()
        self._connections.stop()
        await asyncio.sleep(0.05)  # for what is on its way out
        await super().shutdown(sockets)


def worker_of(
    app: Starlette,
    connections: ConnectionRegistry,
    rate_limiter: RateLimiter,
    certificate: Path | None = None,
    certificate_key: Path | None = None,
    behind_proxy: bool = False,
) -> TableServer:
    """Returns the server of an application; the sockets are passed to it."""
    config = GuardedConfig(
        app,
        rate_limiter,
        ws_max_size=MAX_BYTES_PRACTICE,
        ws_per_message_deflate=False,  # 60 KB a connection, and what is sent is small
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="on",
        backlog=BACKLOG,
        log_level="error",  # what strangers send is no news
        access_log=False,
        server_header=False,
        proxy_headers=behind_proxy,
        forwarded_allow_ips=["127.0.0.1", "::1", "::ffff:127.0.0.1"],
        timeout_graceful_shutdown=STOPS_WITHIN_S,
        ssl_certfile=certificate,
        ssl_keyfile=certificate_key,
    )
    return TableServer(config, connections)


def new_loop() -> asyncio.AbstractEventLoop:
    """Returns a fast event loop (uvloop) if available: half the processor time of asyncio's own."""
    try:
        import uvloop
    except ModuleNotFoundError:  # there is none for Windows
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def run(wanted: ServerConfig, say: Callable[[str], None]) -> None:
    """Serves until the process is stopped, in its own event loop; see `serve`.

    Raises:
        ServingError: the database cannot be opened or the port is taken.
    """
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SEARCHES)
    log = logging.getLogger("patience.server")
    lines = logging.StreamHandler()
    lines.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    log.setLevel(logging.INFO)
    log.addHandler(lines)
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(serve(wanted, say))


async def serve(wanted: ServerConfig, say: Callable[[str], None]) -> None:
    """Serves until the process is stopped; `say` receives lines for the host.

    Raises:
        ServingError: the database cannot be opened or the port is taken.
    """
    _try_certificate(wanted)
    os.umask(0o077)  # what this process writes, decks and keys, is nobody else's to read
    key = _host_key(wanted.folder)
    listening = listening_at(wanted.host, wanted.port)
    clocks = own_clocks()
    pulse = Pulse(clocks.steady)
    try:
        alone, service, presence, clock, away_ms = await _begun(wanted, clocks, key, pulse)
    except ServingError:
        listening.close()
        raise
    scheme = "http" if wanted.certificate is None else "https"
    host, port = listening.getsockname()[:2]

    def friends() -> str | None:
        return wanted.address or address_of_friends(scheme, host, port)

    pages = page_routes(service, wanted.operator, wanted.keep_days, friends)
    names = wanted.host, wanted.address or "", *wanted.origins
    app = web_app(service, pages, wanted.origins, address=friends, addresses=names)
    worker = worker_of(
        app,
        service.connections,
        service.rate_limiter,
        wanted.certificate,
        wanted.certificate_key,
        wanted.behind_proxy,
    )
    here = f"{scheme}://{shown('127.0.0.1' if host in EVERYWHERE else host)}:{port}"
    for line in told(here, friends(), key if wanted.is_seen else None, wanted.folder, wanted.program):
        say(line)
    if open_to := others_may_read(wanted.folder):
        say(open_to)
    if away_ms:
        say(f"The server was away for {in_words(away_ms)}: running rounds were given that time back")
    service.is_away = lambda: clock.is_standing
    journal = EventLog(service.database, service.figures, clock)
    logging.getLogger("patience.server").info("Version %s started at %s", VERSION, here)
    sockets = service.rate_limiter.sockets
    beside = [
        presence.keep(),
        journal.keep(),
        tell_of_decks(service.draws_without_deck, say, lambda: asyncio.sleep(POLL_S)),
        Garbage(service.live.is_any_played, lambda: sockets.taken).keep_looking(),
    ]
    if wanted.while_there is not None:
        beside.append(_end_unneeded(Needed(wanted.while_there, sockets, clocks.steady), worker))
    tasks = [asyncio.create_task(job) for job in beside]
    is_over, asked = threading.Event(), asyncio.get_running_loop().call_soon_threadsafe
    threading.Thread(target=pulse.keep, args=(asked, is_over), daemon=True).start()
    try:
        await worker.serve([listening])
    finally:
        is_over.set()
        for task in tasks:
            task.cancel()
        if alone is not None:
            alone.close()


async def _end_unneeded(needed: Needed, worker: TableServer) -> None:
    while needed.look():
        await asyncio.sleep(POLL_S)
    worker.should_exit = True


async def _begun(
    wanted: ServerConfig, clocks: Clocks, key: str, pulse: Pulse
) -> tuple[IO[bytes] | None, Service, Presence, ServerClock, int]:
    """Lock of a database file, the service, its presence, the clock, and the downtime in ms.

    Raises:
        ServingError: one of them fails; the text is a sentence.
    """
    try:
        address = database_of(wanted)
        alone = _taken(address)
        database = await open_database(address)
        moment = await first_moment(database, clocks, wanted.accepts_clock)
        clock = ServerClock(moment, clocks.steady, pulse.late_ms)
    except (DatabaseError, ClockError) as wrong:
        raise ServingError(str(wrong)) from wrong
    most = files_allowed() - SPARE_FILES
    limits = wanted.limits._replace(connections=max(1, min(wanted.limits.connections, most)))
    service = Service(database, BackgroundWorker(), clock, limits, clocks.steady, wanted.keep_days)
    presence = Presence(service.writer, clock, clocks, service.throttled_log, service.live.forget_all)
    try:
        away_ms = await presence.begin()
        await service.add_host(key)
    except DatabaseError as wrong:
        await service.close()
        raise ServingError(str(wrong)) from wrong
    return alone, service, presence, clock, away_ms


def _try_certificate(wanted: ServerConfig) -> None:
    """Checks the TLS certificate, if there is one; raises ServingError if it or its key cannot be used."""
    if wanted.certificate is None or wanted.certificate_key is None:
        return
    for path in (wanted.certificate, wanted.certificate_key):
        if path.exists() and not path.is_file():  # a pipe would be waited for
            raise ServingError(f"TLS cannot be spoken with {path}: it is no regular file")
    try:
        # Asked for a password, OpenSSL would wait for somebody at the terminal.
        ssl.create_default_context().load_cert_chain(wanted.certificate, wanted.certificate_key, lambda: "")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and not isinstance(error, ssl.SSLError) else None
        raise ServingError(
            f"TLS cannot be spoken with {wanted.certificate} and {wanted.certificate_key}: "
            f"{why or 'they are no certificate with its key'}"
        ) from error


def listening_at(host: str, port: int) -> socket.socket:
    """Returns a listening socket; raises ServingError if it cannot."""
    try:
        if host == "0.0.0.0" and ":" in own_address():  # a network of IPv6 alone
            host = "::"
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # Knowing that it is TCP, asyncio sends at once (TCP_NODELAY); else an answer may wait 40 ms.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":  # a window on this machine comes by 127.0.0.1
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        raise ServingError(
            f"Nobody can be listened to at {host} port {port}: {error.strerror or error}"
        ) from error
    except UnicodeError:
        raise ServingError(f"No machine has such a name: {host[:60]}") from None
    except OverflowError:
        raise ServingError(f"{port} is no port: they lie between 0 and 65535") from None
    listening.setblocking(False)
    return listening


def files_allowed() -> int:
    """Raises this process's limit of open files and returns it."""
    if sys.platform == "win32":
        return 1 << 20  # a connection is no file there
    import resource

    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        allowed = most
    return 1 << 20 if allowed == resource.RLIM_INFINITY else allowed


def database_of(wanted: ServerConfig) -> str:
    """The address of the database, embedded or other."""
    if wanted.database is not None:
        return wanted.database
    return sqlite_url(wanted.folder / "rounds.sqlite3")


def _taken(address: str) -> IO[bytes] | None:
    """Locks a database file for this process until the result is closed; does nothing for other databases.

    Two processes would not see each other's news.

    Raises:
        ServingError: another process has it.
        DatabaseError: there is no database at such an address.
    """
    path = file_of(address)
    if path is None:
        return None
    try:
        # Not the file itself: when it is closed, SQLite's own locks of this process would go with it.
        taken = open_lock(path.with_name(f"{path.name}-lock"))
    except StorageError as wrong:
        raise ServingError(f"{path.parent}: {wrong}") from None
    except OSError:
        return None  # SQLite itself tells what is wrong there
    if not lock(taken):
        taken.close()
        raise ServingError(f"Another server has {path} already")
    return taken


def _host_key(folder: Path) -> str:
    """This machine's host key, created if missing; raises ServingError if it cannot be read or written."""
    path = folder / HOST_KEY
    try:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise ServingError(f"{folder} is no folder") from None
        if not os.path.lexists(path):
            key = new_key()
            replace_file(path, f"{key}\n".encode(), is_private=True)
            return key
        key = read_limited(path, MAX_BYTES_KEY).decode("ascii", errors="replace").strip()
    except OSError as error:
        raise ServingError(f"{path}: {error.strerror or error}") from error
    except StorageError as error:
        raise ServingError(f"{path}: {error}") from error
    if not is_key(key):
        raise ServingError(f"{path} holds no key: move it away, and there will be a new one")
    return key
