"""Practice where page and table are in one place: messages are answered as by a server, without one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from game.browser.hints import question
from game.browser.practice import Practices, PracticeTable
from game.browser.table import language_of
from game.codec import MessageError
from game.language import Translator
from game.message import Message, msg, msg_p
from game.online.messages import (
    DoAction,
    Goodbye,
    HintWanted,
    Ping,
    Pong,
    Practise,
    ServerMessage,
    frame,
    read_client_message,
)
from game.solver.advice import Advice
from game.solver.answer import SolverError
from game.solver.hint_words import NOTHING
from game.solver.solve import advise

WORDS: Mapping[str, Message] = {
    "away": msg("Getting the game ready…"),
    "broken": msg("This link is damaged: there is no such game."),
    "about": msg_p("a page", "About"),
}
"""Additional texts for pages that no server has made."""


class LocalPractice:
    """The practice of one page."""

    def __init__(self, now: Callable[[], int]) -> None:
        """`now` gives the moment in ms since 1970."""
        self._now, self._practices = now, Practices(now)
        self._table: PracticeTable | None = None
        self._languages: dict[str, Translator] = {}
        self._thoughts: Iterator[list[Advice]] | None = None
        self._advice: list[Advice] = []
        self._due = 0

    def hear(self, text: str) -> list[str]:
        """Answers a message of the page; a hint is thought about afterwards."""
        try:
            answers = self._answers(text)
        except MessageError as wrong:
            self._table = None
            answers = [Goodbye("bad_message", (str(wrong),))]
        return [frame(message) for message in answers]

    def think(self) -> list[str] | None:
        """Thinks about a hint a little more: returns the hint in the end, None if none is wanted."""
        if self._thoughts is None or self._table is None:
            return None
        why = NOTHING
        try:
            self._advice = next(self._thoughts)
        except StopIteration:
            self._due = 0
        except SolverError as error:
            self._due, why = 0, msg("There is no hint: {reason}.", reason=str(error))
        if self._now() < self._due:
            return []
        self._thoughts = None
        return [frame(message) for message in self._table.hint(self._advice, why)]

    def _wonder(self, table: PracticeTable) -> list[ServerMessage]:
        """Begins to think about a hint."""
        asked = question(table.game)
        if asked is None:
            return table.hint(())
        self._advice, self._due = [], self._now() + round(1000 * asked.seconds)
        self._thoughts = advise(asked.variant, asked.position, Random(asked.seed))
        return []

    def _answers(self, text: str) -> list[ServerMessage]:
        asked = read_client_message(text)
        if isinstance(asked, Ping):
            return [Pong(asked.sent, self._now())]
        if isinstance(asked, Practise):
            if asked.language not in self._languages:
                self._languages[asked.language] = language_of(asked.language)
            self._thoughts = None
            self._table = self._practices.begun(asked, self._table, self._languages[asked.language])
            return self._table.begun()
        if self._table is None:
            raise MessageError("it begins with a game")
        if isinstance(asked, HintWanted):
            return self._wonder(self._table)
        if isinstance(asked, DoAction):
            self._thoughts = None
        return self._table.answer(asked)
