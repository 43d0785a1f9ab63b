"""The practice of one connection: its messages answered, hints thought about beside the server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from game.browser.hints import LATE, question
from game.browser.practice import ROUND, PracticeTable
from game.codec import MessageError
from game.online.messages import (
    ClientMessage,
    DoAction,
    HintWanted,
    Look,
    Practise,
    RecordRequest,
    SetClock,
    Why,
)
from game.server.connections import Connection
from game.server.service import Service
from game.server.workers import WorkerError
from game.solver.advice import Advice
from game.solver.hint_words import NOTHING


class Practising:
    """Practice by way of a connection, whether that has a seat or not."""

    def __init__(self, service: Service, connection: Connection, number: int = ROUND) -> None:
        """`number` stands in its messages in the place of a round's."""
        self._service, self._connection, self._number = service, connection, number
        self._table: PracticeTable | None = None
        self._thinking: asyncio.Task[None] | None = None

    def is_asked(self, asked: ClientMessage) -> bool:
        """Whether a message of a seat is about its practice."""
        if isinstance(asked, DoAction | Look | Why):
            return asked.round == self._number
        return isinstance(asked, Practise | SetClock | RecordRequest | HintWanted)

    async def answer(self, asked: ClientMessage) -> None:
        """Answers a message.

        Raises:
            MessageError: it cannot be asked of practice, or there is no such game.
        """
        if isinstance(asked, Practise):
            if self._thinking is not None:
                self._thinking.cancel()
            language = await self._service.languages.of(asked.language)
            async with self._service.replaying:
                begin = self._service.practices.begin
                self._table = await begin(asked, self._table, language, self._number)
                told = self._table.begun()
        elif self._table is None:
            raise MessageError("it begins with a game")
        elif isinstance(asked, HintWanted):
            told = []
            if self._thinking is None or self._thinking.done():
                self._thinking = asyncio.create_task(self._think(self._table))
        else:
            told = self._table.answer(asked)
        for message in told:
            self._connection.tell(message)

    def close(self) -> None:
        """Gives up a hint that is thought about."""
        if self._thinking is not None:
            self._thinking.cancel()

    async def _think(self, table: PracticeTable) -> None:
        """Tells a hint, unless the game went on meanwhile."""
        asked, entries, why = question(table.game), len(table.game.entries), NOTHING
        advice: Sequence[Advice] | None = ()
        if asked is not None:
            try:
                advice = await self._service.worker.hint(asked)
            except WorkerError as error:
                self._service.throttled_log.tell(str(error))
                advice = None
            if advice is None:
                advice, why = (), LATE
        if len(table.game.entries) == entries and not self._connection.is_ended:
            for message in table.hint(advice or (), why):
                self._connection.tell(message)
