"""The games that were played: watched again, or one beside another of the same deal.

Knows lists, buttons and the way to replays; must not know any one game, nor how a row comes
to know its game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from game.play.played import who_played
from game.play.record import Record, RecordError
from game.play.replay import Replay
from game.play.slices import Slices
from game.storage.saved import reading_replay
from game.ui.drawing.foreign import shown
from game.ui.files.found_games import FoundGame, games_of_same_deal, kept_games
from game.ui.forms.controls import Press
from game.ui.forms.list_form import ListForm
from game.ui.forms.widgets import Button
from game.ui.scene import Stage


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
        """Does something with the chosen game."""
        game = self.chosen
        if game is None:
            self.refuse("Choose a game first.")
        else:
            do(game)

    def open_replay(self, game: FoundGame, then: Callable[[Replay], None]) -> None:
        """Reads a game to be looked at; says in a sentence why that cannot be."""
        self.open_when_read(shown(game.path.name, 60), reading_replay(game.path), then)

    def reading_row(self, index: int) -> Slices[None]:
        return self._games[index].reading()


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
        self.open_replay(game, self.stage.routes.replay)

    def _compare(self, game: FoundGame) -> None:
        if _others(self.stage, game.path):
            self.open_replay(game, lambda replay: self.stage.routes.compare(replay, game.path))
        else:
            self.refuse("There is no other game of this deal to compare it with.")


class CompareScene(GamesList):
    """The other games of a deal: which one stands beside the first?"""

    def __init__(self, stage: Stage, first: Replay, path: Path) -> None:
        """`path` is where the first one lies."""
        super().__init__(stage, "Compare with", _others(stage, path), "")
        self._first = first
        self.panel.buttons = [
            Press(Button("Side by side", "eye", self.enter, is_strong=True)),
            Press(Button("Back", "back", self.close)),
        ]

    def open_chosen(self, game: FoundGame) -> None:
        self.open_replay(game, lambda other: self._show(game, other))

    def _show(self, game: FoundGame, other: Replay) -> None:
        names = tuple(
            who_played(replay.record.about) or _when(replay.record, number)
            for replay, number in ((self._first, "First"), (other, "Second"))
        )
        try:
            self.stage.routes.side_by_side((self._first, other), (names[0], names[1]))
        except RecordError as error:
            self.refuse_file(shown(game.path.name, 60), error)


def _others(stage: Stage, path: Path) -> Sequence[FoundGame]:
    """The other games of the deal of a record, played or saved."""
    return games_of_same_deal(stage.library, stage.saves_folder(), path)


def _when(record: Record, otherwise: str) -> str:
    """When a game was begun, as its record tells: `2026-11-21 07:13`, in UTC."""
    started = record.about.get("started", "")
    return started[:16].replace("T", " ") or otherwise
