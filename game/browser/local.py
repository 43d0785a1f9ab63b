"""Practice where page and table are in one place: messages are answered as by a server, without one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.browser.practice import Practices, PracticeTable
from game.browser.table import language_of
from game.codec import MessageError
from game.language import Translator
from game.message import Message, msg, msg_p
from game.online.messages import (
    Goodbye,
    Ping,
    Pong,
    Practise,
    ServerMessage,
    frame,
    read_client_message,
)

WORDS: Mapping[str, Message] = {
    "away": msg("Getting the game ready…"),
    "broken": msg("This link is damaged: there is no such game."),
    "about": msg_p("a page", "About"),
}
"""What a page says that no server has made."""


class LocalPractice:
    """The practice of one page."""

    def __init__(self, now: Callable[[], int]) -> None:
        """`now` gives the moment in ms since 1970."""
        self._now, self._practices = now, Practices(now)
        self._table: PracticeTable | None = None
        self._languages: dict[str, Translator] = {}

    def hear(self, text: str) -> list[str]:
        """Answers a message of the page."""
        try:
            told = self._answers(text)
        except MessageError as wrong:
            self._table = None
            told = [Goodbye("bad_message", (str(wrong),))]
        return [frame(message) for message in told]

    def _answers(self, text: str) -> list[ServerMessage]:
        asked = read_client_message(text)
        if isinstance(asked, Ping):
            return [Pong(asked.sent, self._now())]
        if isinstance(asked, Practise):
            if asked.language not in self._languages:
                self._languages[asked.language] = language_of(asked.language)
            self._table = self._practices.begun(asked, self._table, self._languages[asked.language])
            return self._table.begun()
        if self._table is None:
            raise MessageError("it begins with a game")
        return self._table.answer(asked)
