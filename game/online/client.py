"""Requests to a table server over HTTP, and a player's connection to it, in plain asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http.client import HTTPException
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from game.codec import MessageError, encoded
from game.online.bodies import MAX_BYTES_PROOF, Join, RejectionBody, read_body
from game.online.messages import (
    API,
    MAX_SERVER_BYTES,
    PLAY,
    SUBPROTOCOL,
    Goodbye,
    Hello,
    ServerMessage,
    TournamentInfo,
    Welcome,
    frame,
    read_server_message,
)

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

T = TypeVar("T")
TIMEOUT_S = 20
AWAY = range(502, 505)
"""Statuses by which a proxy says that the server behind it is not there."""


class ElsewhereError(OSError):
    """The address redirects to another, `address`, to which nothing was sent."""

    def __init__(self, address: str) -> None:
        super().__init__(f"it leads on to {address}")
        self.address = address


class ServerRefused(Exception):  # noqa: N818 - it is an answer
    """The server rejected a request; `refusal` says why."""

    def __init__(self, refusal: RejectionBody) -> None:
        super().__init__(f"{refusal.code} {' '.join(refusal.parts)}".rstrip())
        self.refusal = refusal


def ask_http(
    server: str,
    path: str,
    kind: type[T],
    body: Any = None,
    key: str = "",
    method: str = "",
    timeout_s: float = TIMEOUT_S,
) -> T:
    """Returns the server's answer under `path` (without `/api/1`), a file if `bytes`; with a `body`, by POST.

    The request goes to that server only, through no proxy.

    Raises:
        ServerRefused: it rejects the request.
        ElsewhereError: it redirects to another address.
        OSError: it cannot be reached.
        MessageError: its answer is invalid.
    """
    headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    data = None if body is None else encoded(body).encode()
    if data is not None:
        headers["Content-Type"] = "application/json"
    wanted = method or ("GET" if data is None else "POST")
    request = Request(server.rstrip("/") + API + path, data, headers, method=wanted)
    try:
        with build_opener(ProxyHandler({}), _StayingHere).open(request, timeout=timeout_s) as answer:
            data = answer.read(MAX_BYTES_PROOF + 1)
            found: Any = data if kind is bytes else read_body(kind, data, MAX_BYTES_PROOF)
            return found  # type: ignore[no-any-return]  # `read_body` looks at its type
    except HTTPError as error:
        with error:
            raise refused(error) from None
    except URLError as error:
        raise (error.reason if isinstance(error.reason, OSError) else error) from None
    except HTTPException as error:
        raise MessageError("what is said is no HTTP") from error


class _StayingHere(HTTPRedirectHandler):
    """Follows no redirects."""

    def redirect_request(self, *_: Any) -> None:
        """None: what came is an error."""


def refused(error: HTTPError) -> Exception:
    """Returns the rejection in an HTTP error."""
    if 300 <= error.code < 400 and (location := error.headers.get("Location")):
        return ElsewhereError(location)
    try:
        return ServerRefused(read_body(RejectionBody, error.read(MAX_SERVER_BYTES)))
    except (ValueError, HTTPException):
        words = f"status {error.code} without a word of a table server"
        return ConnectionError(words) if error.code in AWAY else MessageError(words)


def join(server: str, tournament: str, name: str, key: str, secret: str = "") -> TournamentInfo:
    """Takes a seat in a tournament; repeating it with the same key and name changes nothing."""
    return ask_http(server, f"/tournaments/{tournament}/seats", TournamentInfo, Join(name, secret), key)


class Client:
    """One player's connection; what the server says after its welcome goes to `on_message`, in order."""

    def __init__(self, socket: ClientConnection, on_message: Callable[[ServerMessage], None]) -> None:
        self._socket, self._on_message = socket, on_message
        self._welcome: asyncio.Future[Welcome] = asyncio.get_running_loop().create_future()
        self.goodbye: Goodbye | None = None
        self.is_over = asyncio.Event()
        """Set when the connection has ended."""
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def connect(
        cls,
        server: str,
        tournament: str,
        key: str,
        on_message: Callable[[ServerMessage], None] = lambda _: None,
    ) -> tuple[Self, Welcome]:
        """Connects a seat to `server`, an address as `http://host:port`.

        Raises:
            OSError: it cannot be reached.
            ServerRefused: the server does not know the key.
        """
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException
        from websockets.typing import Subprotocol

        class Here(connect):
            """Follows no redirects."""

            def process_redirect(self, exc: Exception) -> Exception:
                return exc

        address = server.rstrip("/").replace("http", "ws", 1) + PLAY
        try:
            socket = await Here(
                address,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                max_size=MAX_SERVER_BYTES,
                compression=None,
                open_timeout=TIMEOUT_S,
                proxy=None,
            )
        except WebSocketException as wrong:
            raise OSError(str(wrong)) from wrong
        client = cls(socket, on_message)
        try:
            await client.send(frame(Hello(tournament, key)))
            async with asyncio.timeout(TIMEOUT_S):
                return client, await client._welcome
        except BaseException:
            socket.transport.abort()
            raise

    async def close(self) -> None:
        """Closes the connection."""
        await self._socket.close()
        await self._reading

    async def send(self, text: str | bytes) -> None:
        """Sends a frame as it is; raises OSError if the connection has ended."""
        from websockets.exceptions import ConnectionClosed

        try:
            await self._socket.send(text)
        except ConnectionClosed:
            await self._reading
            raise self.ended() from None

    def ended(self) -> Exception:
        """Returns why the connection has ended."""
        if self.goodbye is not None:
            return ServerRefused(RejectionBody(self.goodbye.code, self.goodbye.parts))
        return ConnectionError("the connection has ended")

    async def _read(self) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            async for text in self._socket:
                self._take(read_server_message(text))
        except ConnectionClosed:
            pass
        except MessageError:  # it is no table server, or none any more
            self._socket.transport.abort()
        finally:
            self.is_over.set()
            if not self._welcome.done():
                self._welcome.set_exception(self.ended())

    def _take(self, message: ServerMessage) -> None:
        if isinstance(message, Welcome) and not self._welcome.done():
            self._welcome.set_result(message)
            return
        if isinstance(message, Goodbye):
            self.goodbye = message
        self._on_message(message)
