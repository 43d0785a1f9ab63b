"""The games that were played: watched again, or one beside another of the same deal.

Knows lists, buttons and the way to replays; must not know any one game, nor how a row comes
to know its game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from game.play.record import Record, RecordError
from game.storage.files import StorageError
from game.storage.saved import read_record_file
from game.ui.controls import Press
from game.ui.found_games import FoundGame, games_of_same_deal, kept_games, shown
from game.ui.scene import Stage
from game.ui.scenes.list_form import ListForm
from game.ui.scenes.side_by_side import name_of
from game.ui.widgets import Button


class GamesList(ListForm):
    """A list of games, and buttons for the one that is chosen."""

    turns_everywhere = True

    def __init__(self, stage: Stage, heading: str, games: Sequence[FoundGame], nothing: str) -> None:
        super().__init__(stage, heading, [each.row for each in games], nothing)
        self._games = games
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
            self.refuse_file(shown(game.path.name, 60), error)

    def read_row(self, index: int) -> None:
        self._games[index].read()


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
        self.stage.routes.replay(read_record_file(game.path))

    def _compare(self, game: FoundGame) -> None:
        record = read_record_file(game.path)
        if _others(self.stage, game.path):
            self.stage.routes.compare(record, game.path)
        else:
            self.refuse("There is no other game of this deal to compare it with.")


class CompareScene(GamesList):
    """The other games of a deal: which one stands beside the first?"""

    def __init__(self, stage: Stage, first: Record, path: Path) -> None:
        """`path` is where the first one lies."""
        super().__init__(stage, "Compare with", _others(stage, path), "")
        self._first = first
        self.panel.buttons = [
            Press(Button("Side by side", "eye", self.enter, is_strong=True)),
            Press(Button("Back", "back", self.close)),
        ]

    def open_chosen(self, game: FoundGame) -> None:
        other = read_record_file(game.path)
        names = tuple(
            name_of(record) or _when(record, number)
            for record, number in ((self._first, "First"), (other, "Second"))
        )
        self.stage.routes.side_by_side(self._first, other, (names[0], names[1]))


def _others(stage: Stage, path: Path) -> Sequence[FoundGame]:
    """The other games of the deal of a record, played or saved."""
    return games_of_same_deal(stage.library, stage.saves_folder(), path)


def _when(record: Record, otherwise: str) -> str:
    """When a game was begun, as its record tells: `2026-11-21 07:13`, in UTC."""
    started = record.about.get("started", "")
    return started[:16].replace("T", " ") or otherwise
