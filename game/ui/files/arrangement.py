"""Which games of a list are shown, and in which order: what is chosen, and the buttons to choose otherwise.

Knows rows of games; must not know the form they stand in, nor what is done with a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.message import joined, msg
from game.rules import VARIANTS
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.files.found_games import FoundGame
from game.ui.forms.controls import ButtonGroup
from game.ui.forms.widgets import Button, place_beside
from game.ui.spoken import Focused

ALL = msg("All games")
NEWEST, OLDEST, BY_GAME = msg("Newest first"), msg("Oldest first"), msg("By game")
ORDERS = (NEWEST, OLDEST, BY_GAME)


class Arrangement(ButtonGroup):
    """Two buttons: the game that is shown, or all of them, and the order. Arrows choose, Enter orders."""

    def __init__(self, games: Sequence[FoundGame], changed: Callable[[], None]) -> None:
        """`games` are the newest first; `changed` hears that others are shown now."""
        self._games, self._changed = list(games), changed
        self.shown: list[FoundGame] = list(games)
        """The games that are shown, in their order."""
        self._titles = {name: variant.short_title or variant.title for name, variant in VARIANTS.items()}
        self._game = Button(ALL, None, lambda: self._show_next(1))
        self._order = Button(NEWEST, None, self.press)
        self.buttons = [self._game, self._order]

    @property
    def spoken(self) -> Focused:
        return Focused("", joined(", ", [self._game.word, self._order.word]))

    def drop(self, game: FoundGame) -> None:
        """A game is there no longer."""
        self._games.remove(game)
        self._arrange()

    def press(self) -> None:
        """Takes the next order."""
        self._order.word = ORDERS[(ORDERS.index(self._order.word) + 1) % len(ORDERS)]
        self._arrange()

    def _show_next(self, step: int) -> None:
        choices = [ALL, *self._titles.values()]
        self._game.word = choices[(choices.index(self._game.word) + step) % len(choices)]
        self._arrange()

    def _arrange(self) -> None:
        wanted = self._game.word
        shown = [each for each in self._games if wanted in (ALL, self._titles.get(each.game))]
        if self._order.word == OLDEST:
            shown.reverse()
        elif self._order.word == BY_GAME:
            names = list(VARIANTS)
            shown.sort(key=lambda each: names.index(each.game) if each.game in names else len(names))
        self.shown[:] = shown
        self._changed()

    # As a widget ---------------------------------------------------------------------------------

    def _widths(self, pictures: Pictures) -> list[int]:
        choices = ([ALL, *self._titles.values()], ORDERS)
        return [max(Button(word, None, self.press).width(pictures) for word in words) for words in choices]

    def width(self, pictures: Pictures) -> int:
        return sum(self._widths(pictures)) + pictures.px(6)

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box
        place_beside(self.buttons, self._widths(pictures), box, pictures.px(6))

    def key(self, event: pygame.event.Event) -> bool:
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if event.key not in steps:
            return False
        self._show_next(steps[event.key])
        return True
