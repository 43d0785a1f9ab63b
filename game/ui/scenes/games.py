"""The games that were played: watched again, or one beside another of the same deal.

Knows lists, buttons and the way to replays; must not know any one game, nor how a row comes
to know its game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from game.play.record import LIMIT_BYTES, Record, RecordError, read_record
from game.storage.files import StorageError, read_limited
from game.ui.controls import Press
from game.ui.file_list import FileList
from game.ui.form_panel import Row
from game.ui.found_games import FoundGame, games_of_same_deal, kept_games, reason_shown, shown
from game.ui.scene import Stage
from game.ui.scenes.form import FormScene
from game.ui.scenes.replay import watch
from game.ui.scenes.side_by_side import name_of, side_by_side
from game.ui.theme import DOUBLE_CLICK_MS
from game.ui.widgets import Button


class GamesList(FormScene):
    """A list of games, and buttons for the one that is chosen."""

    def __init__(self, stage: Stage, heading: str, games: Sequence[FoundGame], nothing: str) -> None:
        super().__init__(stage, heading)
        self._games = games
        self._list = FileList([each.row for each in games], nothing, lambda _: self.say(""))
        self.panel.rows = [Row("", "", self._list, is_below=True, grows=True)]
        self._pressed: tuple[int, int] | None = None  # the row pressed last, and until when again counts
        if games:
            self._list.chosen = 0

    @property
    def chosen(self) -> FoundGame | None:
        """The game that the buttons are for."""
        return None if self._list.chosen is None else self._games[self._list.chosen]

    def open_chosen(self, game: FoundGame) -> None:
        """What Enter and a double click do."""
        raise NotImplementedError

    def enter(self) -> None:
        self.with_chosen(self.open_chosen)

    def with_chosen(self, do: Callable[[FoundGame], None]) -> None:
        """Does something with the chosen game; says in a sentence why that cannot be."""
        game = self.chosen
        if game is None:
            self.refuse("Choose a game first.")
            return
        try:
            do(game)
        except (StorageError, RecordError) as error:
            line = isinstance(error, RecordError) and error.line is not None
            self.refuse(f"{shown(game.path.name, 60)}{', ' if line else ': '}{reason_shown(error)}.")

    # The list -------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL:
            self._list.turn(event.y)
            self._list.hover(self._at)
            self.redraw(self._list)
        else:
            super().handle(event)

    def _press(self, event: pygame.event.Event) -> None:
        super()._press(event)
        index, now_ns = self._list.chosen, self.stage.now_ns()
        if index is None or not self._list.holds_row(index, event.pos):
            self._pressed = None
        elif self._pressed is not None and self._pressed[0] == index and now_ns < self._pressed[1]:
            self._pressed = None
            self.enter()
        else:
            self._pressed = (index, now_ns + DOUBLE_CLICK_MS * 1_000_000)

    def released(self) -> None:
        self._list.let_go()

    def _next_unread(self) -> int | None:
        return next((index for index in self._list.in_view if self._list.rows[index].facts is None), None)

    @property
    def wake_in_s(self) -> float | None:
        return None if self._next_unread() is None else 0.0

    def awake(self) -> None:
        index = self._next_unread()
        if index is not None:
            self._games[index].read()
            self.redraw(self._list)


class GamesScene(GamesList):
    """All games that were finished, or left for another."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, "Games played", kept_games(stage.library), "No game has been finished yet.")
        self.panel.buttons = [
            Press(Button("Watch", "eye", self.enter, is_strong=True)),
            Press(Button("Compare…", "statistics", lambda: self.with_chosen(self._compare))),
            Press(Button("Back", "back", self.close)),
        ]

    def open_chosen(self, game: FoundGame) -> None:
        watch(self.stage, read_kept(game.path))

    def _compare(self, game: FoundGame) -> None:
        record = read_kept(game.path)
        others = games_of_same_deal(self.stage.library, self.stage.saves_folder(), game.path)
        if others:
            self.stage.open(CompareScene(self.stage, record, others))
        else:
            self.refuse("There is no other game of this deal to compare it with.")


class CompareScene(GamesList):
    """The other games of a deal: which one stands beside the first?"""

    def __init__(self, stage: Stage, first: Record, others: Sequence[FoundGame]) -> None:
        super().__init__(stage, "Compare with", others, "")
        self._first = first
        self.panel.buttons = [
            Press(Button("Side by side", "eye", self.enter, is_strong=True)),
            Press(Button("Back", "back", self.close)),
        ]

    def open_chosen(self, game: FoundGame) -> None:
        other = read_kept(game.path)
        names = tuple(
            name_of(record) or _when(record, number)
            for record, number in ((self._first, "First"), (other, "Second"))
        )
        side_by_side(self.stage, self._first, other, (names[0], names[1]))


def read_kept(path: Path) -> Record:
    """The record of a file.

    Raises:
        StorageError: it cannot be read.
        RecordError: it holds no record.
    """
    return read_record(read_limited(path, LIMIT_BYTES))


def _when(record: Record, otherwise: str) -> str:
    """When a game was begun, as its record tells: `2026-11-21 07:13`, in UTC."""
    started = record.about.get("started", "")
    return started[:16].replace("T", " ") or otherwise
