"""The games that were played: watched again, or one beside another of the same deal.

Knows lists, buttons and the way to replays; must not know any one game, nor how a row comes
to know its game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from game.message import msg, msg_p, verbatim
from game.play.played import who_played
from game.play.record import Record, RecordError
from game.play.replay import Replay
from game.storage.saved import reading_replay
from game.ui.drawing.foreign import shown
from game.ui.files.arrangement import Arrangement
from game.ui.files.deleting import Deleting
from game.ui.files.found_games import FoundGame, games_of_same_deal, kept_games
from game.ui.forms.file_list import FileList
from game.ui.forms.form import FormScene
from game.ui.forms.form_panel import Row
from game.ui.forms.reading import fault
from game.ui.forms.widgets import Button
from game.ui.scene import Stage


class GamesList:
    """The list of a form in which a game is chosen to be looked at."""

    def __init__(self, form: FormScene, games: Sequence[FoundGame], nothing: str) -> None:
        """`nothing` is said where there are no games."""
        self._form = form
        self.arrangement = Arrangement(games, self._arranged)
        self._games = games = self.arrangement.shown
        self._list = FileList([each.row for each in games], nothing, self._chosen, form.enter)
        self._reading = form.read_rows(self._list, lambda index: games[index].reading())
        above = [Row(msg("Show"), "", self.arrangement)] if games else []
        form.panel.rows = [*above, Row("", "", self._list, is_below=True, grows=True)]
        form.focus.begin_with(self._list)
        if games:
            self._list.chosen = 0

    def _chosen(self, _: int) -> None:
        self._reading.forget()
        self._form.say("")
        self._form.redraw()

    def _arranged(self) -> None:
        self._list.put([each.row for each in self._games])
        if self._games:
            self._list.choose(0)
        self._reading.forget_rows()
        self._form.lay_out()

    @property
    def chosen(self) -> FoundGame | None:
        """The chosen game."""
        return None if self._list.chosen is None else self._games[self._list.chosen]

    def with_chosen(self, do: Callable[[FoundGame], None]) -> None:
        """Does something with the chosen game."""
        if self.chosen is None:
            self._form.refuse(msg("Choose a game first."))
        else:
            do(self.chosen)

    def open(self, game: FoundGame, then: Callable[[Replay], None]) -> None:
        """Reads a game to be looked at; says in a sentence why that cannot be."""
        self._reading.open(verbatim(shown(game.path.name, 60)), reading_replay(game.path), then)


class GamesScene(FormScene):
    """All games that were finished, or left for another."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, msg("Games played"))
        self._games = GamesList(self, kept_games(stage.library), msg("No game has been finished yet."))
        self._deleting = Deleting(self, lambda: self._games.chosen, self._games.arrangement.drop)
        self.panel.buttons = [
            Button(msg("Watch"), "eye", self.enter, is_strong=True),
            Button(msg("Compare…"), "statistics", lambda: self._games.with_chosen(self._compare)),
            *self._deleting.buttons(self._games.arrangement.shown),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]

    def enter(self) -> None:
        self._games.with_chosen(lambda game: self._games.open(game, self.stage.routes.replay))

    def close(self) -> None:
        if not self._deleting.keep():
            super().close()

    def _compare(self, game: FoundGame) -> None:
        if _others(self.stage, game.path):
            self._games.open(game, lambda replay: self.stage.routes.compare(replay, game.path))
        else:
            self.refuse(msg("There is no other game of this deal to compare it with."))


class CompareScene(FormScene):
    """The other games of a deal: which one stands beside the first?"""

    def __init__(self, stage: Stage, first: Replay, path: Path) -> None:
        """`path` is where the first one lies."""
        super().__init__(stage, msg("Compare with"))
        self._games = GamesList(self, _others(stage, path), "")
        self._first = first
        self.panel.buttons = [
            Button(msg("Side by side"), "eye", self.enter, is_strong=True),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]

    def enter(self) -> None:
        self._games.with_chosen(lambda game: self._games.open(game, lambda other: self._show(game, other)))

    def _show(self, game: FoundGame, other: Replay) -> None:
        names = tuple(
            verbatim(who_played(replay.record.about)) or _when(replay.record, number)
            for replay, number in (
                (self._first, msg_p("of two games", "First")),
                (other, msg_p("of two games", "Second")),
            )
        )
        try:
            self.stage.routes.side_by_side((self._first, other), (names[0], names[1]))
        except RecordError as error:
            self.refuse(fault(shown(game.path.name, 60), error))


def _others(stage: Stage, path: Path) -> Sequence[FoundGame]:
    """The other games of the deal of a record, played or saved."""
    return games_of_same_deal(stage.library, stage.saves_folder(), path)


def _when(record: Record, otherwise: str) -> str:
    """When a game was begun, as its record tells: `2026-11-21 07:13`, in UTC."""
    started = record.about.get("started", "")
    return verbatim(started[:16].replace("T", " ")) or otherwise
