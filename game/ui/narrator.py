"""Narration: all that a player is told by the screen on top, a line each, for whoever does not see it.

Knows screens by what is spoken of them; must not know any one screen, nor where the lines go.
"""

from __future__ import annotations

from collections.abc import Callable

from game.language import Says
from game.play.pile_words import read_aloud
from game.ui.screen import Screen
from game.ui.spoken import ScreenDescription, WidgetDescription


class Narrator:
    """Tells what is new since it looked last."""

    def __init__(
        self,
        put: Callable[[str], None],
        language: Callable[[], Says],
        show: Callable[[str, WidgetDescription], None] | None = None,
    ) -> None:
        """`put` gets the lines, in words alone.

        `show` gets title and focus after each look, where somebody else tells what has the focus.
        """
        self._put, self._language, self._show = put, language, show
        self._said: list[str] = []
        self._screen: Screen | None = None
        self._before = ScreenDescription("")

    def hear(self, sentence: str) -> None:
        """Notes a sentence that the player was told in this frame."""
        if sentence:
            self._said.append(sentence)

    def look(self, screen: Screen) -> None:
        """Tells what was said in this frame, and what has changed on the screen."""
        spoken = screen.spoken
        said, self._said = self._said, []
        seen = self._seen(screen, spoken)
        # A new screen comes before what it says; what is said at a table, before a panel that opens over it.
        for line in (*seen, *said) if screen is not self._screen else (*said, *seen):
            if line:
                self._tell(line)
        focus = spoken.focus
        if self._show is not None:
            name, value, more, role = focus or WidgetDescription("")
            words = WidgetDescription(self._read(name), self._read(value), self._read(more), role)
            self._show(self._read(spoken.title), words)
        elif focus is not None and (seen or focus != self._before.focus):
            before = None if seen else self._before.focus
            if told := focus.told(before):
                self._tell(told)
        self._screen, self._before = screen, spoken

    def _tell(self, line: str) -> None:
        self._put(self._read(line))

    def _read(self, words: str) -> str:
        """The words in the player's language, as they are read aloud."""
        language = self._language()
        return read_aloud(language.say(words), language)

    def _seen(self, screen: Screen, spoken: ScreenDescription) -> list[str]:
        """The title where it is another, and the lines that were not there before."""
        if screen is not self._screen or spoken.title != self._before.title:
            return [spoken.title, *spoken.lines]
        return [line for line in spoken.lines if line not in self._before.lines]
