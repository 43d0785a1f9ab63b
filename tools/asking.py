"""A player's connection that waits for the answer to each message, for the laboratory and the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from game.online.bodies import RejectionBody
from game.online.client import TIMEOUT_S, Client, ServerRefused
from game.online.messages import (
    ActionDone,
    BeginRound,
    ClientMessage,
    DoAction,
    Ping,
    Pong,
    Rejected,
    RoundState,
    ServerMessage,
    frame,
)

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection


class AskingClient(Client):
    """A connection whose answers are waited for; all other messages go to `heard`, in order."""

    def __init__(self, socket: ClientConnection, heard: Callable[[ServerMessage], None]) -> None:
        super().__init__(socket, self._take_answer)
        self._waiting: dict[tuple[str, int], asyncio.Future[ServerMessage]] = {}
        self._unasked = heard

    async def begin(self, round_number: int) -> RoundState:
        """Starts or resumes a round; raises ServerRefused or OSError."""
        answer = await self.ask(BeginRound(round_number), "round", 0)
        if isinstance(answer, Rejected):
            raise ServerRefused(RejectionBody(answer.code, answer.parts))
        assert isinstance(answer, RoundState)
        return answer

    async def do(self, round_number: int, number: int, action: str) -> ActionDone | Rejected:
        """Does an action.

        Raises:
            OSError: the connection has ended; whether the action counts is unknown until it is sent again.
        """
        answer = await self.ask(DoAction(round_number, number, action), "round", number)
        assert isinstance(answer, ActionDone | Rejected)
        return answer

    async def ping(self, sent: int) -> Pong:
        """Requests the server's time; `sent` has to differ each time."""
        answer = await self.ask(Ping(sent), "pong", sent)
        assert isinstance(answer, Pong)
        return answer

    async def ask(self, message: ClientMessage, waits_for: str, number: int) -> ServerMessage:
        """Sends a message and waits for the answer of that name and number."""
        if self.is_over.is_set():
            raise self.ended()
        answer: asyncio.Future[ServerMessage] = asyncio.get_running_loop().create_future()
        self._waiting[waits_for, number] = answer
        await self.send(frame(message))
        over = asyncio.ensure_future(self.is_over.wait())
        try:
            async with asyncio.timeout(TIMEOUT_S):
                await asyncio.wait((answer, over), return_when=asyncio.FIRST_COMPLETED)
        finally:
            over.cancel()
        if not answer.done():
            raise self.ended()
        return answer.result()

    def _take_answer(self, told: ServerMessage) -> None:
        waiting = None
        match told:
            case Pong(sent=sent):
                waiting = self._waiting.pop(("pong", sent), None)
            case RoundState():
                waiting = self._waiting.pop(("round", 0), None)
            case ActionDone(number=number) | Rejected(number=number):
                waiting = self._waiting.pop(("round", number or 0), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(told)
        else:
            self._unasked(told)
