"""Narration: what the top screen tells, line by line, for players who do not see it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import pygame

from game.language import Translator
from game.message import joined, msg
from game.play.move_words import read_aloud
from game.ui.screen import Screen
from game.ui.spoken import FigureTable, Role, ScreenDescription, WidgetDescription, closed

MAX_LINES = 12
"""Maximum number of new lines read at once; of more, the first is read and the rest can be walked through."""
MAX_LOG = 200
Piles = Sequence[tuple[str, Sequence[str]]]
MODIFIERS = (pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT)
WALKS = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_HOME: -9999, pygame.K_END: 9999}
"""Keys with Ctrl, and the number of lines each moves."""


class Narrator:
    """Reads what is new since the last frame, and repeats it on request."""

    def __init__(
        self,
        put: Callable[[str], None],
        language: Callable[[], Translator],
        show: Callable[[ScreenDescription], None] | None = None,
    ) -> None:
        """`put` gets the lines, in words alone.

        `show` gets all of the screen after each look, for a screen reader that announces the focus itself.
        """
        self._put, self._language, self._show = put, language, show
        self._said: list[tuple[str, bool]] = []
        self._screen: Screen | None = None
        self._before = ScreenDescription("")
        self._log: deque[str] = deque(maxlen=MAX_LOG)  # what was told
        self._back = 0  # how many of these were asked for again, the last one first
        self._names_suits = True
        self._piles_read: tuple[Piles, Piles] = ((), ())
        self._line = 0  # which line of the screen was read last, the title being the first

    def answer(self, event: pygame.event.Event, is_typed: bool) -> bool:
        """Handles keys that repeat a sentence or read a line; returns whether it did.

        L repeats the last sentence, and again the one before; in a text field it is a letter. Ctrl with an
        arrow reads the line before or after.
        """
        is_command = bool(event.mod & pygame.KMOD_CTRL)
        if event.key in WALKS and is_command:
            self._walk(WALKS[event.key])
            return True
        is_asked = event.key == pygame.K_l and not event.mod & (pygame.KMOD_SHIFT | pygame.KMOD_ALT)
        if is_asked and not is_typed and not is_command:
            self._back = min(self._back + 1, len(self._log))
            if self._back:
                self._put(self._log[-self._back])
            return True
        if event.key not in MODIFIERS:
            self._back = 0
        return False

    def _walk(self, steps: int) -> None:
        lines = [self._before.title, *self._before.lines]
        self._line = max(0, min(len(lines) - 1, self._line + steps))
        self._tell(lines[self._line])

    def hear(self, sentence: str, passes: bool = False) -> None:
        """Notes a sentence of this frame; one that `passes`, as the time does, is never repeated."""
        if sentence:
            self._said.append((sentence, passes))

    def look(self, screen: Screen) -> None:
        """Reads this frame's sentences and the changes on the screen."""
        spoken = screen.spoken
        self._names_suits = screen.names_suits
        said, self._said = self._said, []
        seen = self._seen(screen, spoken)
        # A new screen comes before what it says; what is said at a table, before a panel that opens over it.
        is_news = screen is self._screen and spoken.lines
        focus = spoken.focus
        card = focus.name if focus is not None and focus.role is Role.CARD else ""
        lines = [(line, False) for line in seen if line]
        for line, passes in (*said, *lines) if is_news else (*lines, *said):
            self._tell(line, self._show is None or line != card, passes)
        if self._show is not None:
            self._show(self._whole(spoken))
        if focus is not None and not card and (seen or not focus.is_like(self._before.focus)):
            before = None if seen else self._before.focus
            if (told := focus.told(before)) and told not in seen:
                self._tell(told, self._show is None)
        self._screen, self._before = screen, spoken

    def _whole(self, spoken: ScreenDescription) -> ScreenDescription:
        """All of a screen in the player's language, each line once."""
        figures, read = spoken.figures, self._read
        if figures is not None:
            headings, rows = map(read, figures.headings), [[*map(read, row)] for row in figures.rows]
            figures = FigureTable([*headings], rows, figures.lines)
        of_figures = () if figures is None else figures.lines
        lines = [read(line) for line in spoken.lines if line and line not in of_figures]
        focus = self._described(spoken.focus)
        return ScreenDescription(read(spoken.title), lines, focus, self._piles(spoken.piles), figures)

    def _described(self, focus: WidgetDescription | None) -> WidgetDescription:
        """Returns the focused widget in the player's language, with its place among the others."""
        name, value, more, role, (place, count), state, parts = focus or WidgetDescription("")
        if count > 1:
            # Translators: which of so many buttons has the focus.
            place_words = msg("{number} of {count}", number=place, count=count)
            more = joined(" ", [closed(more), place_words]) if more else place_words
        named, others = self._read(name), tuple(map(self._described, parts))
        return WidgetDescription(named, self._read(value), self._read(more), role, state=state, parts=others)

    def _piles(self, piles: Piles) -> Piles:
        """The piles in the player's language; as long as they are the same, the same ones."""
        if piles is not self._piles_read[0]:
            read = [(self._read(name), [self._read(card) for card in cards]) for name, cards in piles]
            self._piles_read = piles, read
        return self._piles_read[1]

    def _tell(self, line: str, aloud: bool = True, passes: bool = False) -> None:
        """Reads a line and remembers it; one that is not `aloud` is read by the screen reader."""
        read = self._read(line)
        if not passes:
            self._log.append(read)
        if aloud:
            self._put(read)

    def _read(self, words: str) -> str:
        """The words in the player's language, as they are read aloud."""
        language = self._language()
        return read_aloud(language.translate(words), language, self._names_suits)

    def _seen(self, screen: Screen, spoken: ScreenDescription) -> list[str]:
        """Returns a changed title, and new lines."""
        is_other = screen is not self._screen or spoken.title != self._before.title
        lines = [line for line in spoken.lines if line and (is_other or line not in self._before.lines)]
        if is_other:
            self._line = 0
        brief = spoken.brief if is_other else 0
        if len(lines) > (brief or MAX_LINES):
            kept = lines[: brief or 1]
            self._line = list(spoken.lines).index(kept[-1]) + 1
            # Translators: told of a page of so many lines, after the first of them; Ctrl+↓ are keys.
            lines = [*kept, msg("Ctrl+↓ reads on, lines: {count}", count=len(lines))]
        return [spoken.title, *lines] if is_other else lines
