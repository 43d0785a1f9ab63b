"""The games played: sorted, filtered, replayed, compared with another of the same deal, deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from game.message import joined, msg, msg_p, verbatim
from game.play.played import who_played
from game.play.record import Record, RecordError
from game.play.replay import Replay
from game.rules import VARIANTS
from game.storage.files import StorageError, printable
from game.storage.saved import reading_replay
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.words import place_shown, reason_shown
from game.ui.files.found_games import FoundGame, games_of_same_deal, kept_games
from game.ui.forms.controls import ButtonGroup
from game.ui.forms.file_list import FileList, fault
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.widgets import Button, Widget, place_beside
from game.ui.screen import Context
from game.ui.spoken import WidgetDescription

ALL = msg("All games")
NEWEST, OLDEST, BY_GAME = msg("Newest first"), msg("Oldest first"), msg("By game")
ORDERS = (NEWEST, OLDEST, BY_GAME)
NO_OTHER = msg("There is no other game of this deal to compare it with.")


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
    def spoken(self) -> WidgetDescription:
        return WidgetDescription("", joined(", ", [self._game.word, self._order.word]))

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
        shown = [game for game in self._games if wanted in (ALL, self._titles.get(game.game))]
        if self._order.word == OLDEST:
            shown.reverse()
        elif self._order.word == BY_GAME:
            names = list(VARIANTS)
            shown.sort(key=lambda game: names.index(game.game) if game.game in names else len(names))
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


class Deleting:
    """Asks before a game is deleted; meanwhile a form has other buttons."""

    def __init__(
        self, form: FormScreen, chosen: Callable[[], FoundGame | None], gone: Callable[[FoundGame], None]
    ) -> None:
        """`chosen` returns the game meant, `gone` is called once it is deleted."""
        self._form, self._chosen, self._gone = form, chosen, gone
        self._asked: FoundGame | None = None
        self._buttons: Sequence[Widget] = ()  # those that stand there when nothing is asked

    def buttons(self, games: Sequence[FoundGame]) -> list[Button]:
        """Its buttons, if there are games."""
        return [Button(msg_p("a button", "Delete"), "delete", self.ask)] if games else []

    def ask(self) -> None:
        """Asks whether the chosen game is to be deleted."""
        game = self._chosen()
        if game is None:
            self._form.refuse(msg("Choose a game from the list first."))
            return
        self._asked, self._buttons = game, self._form.panel.buttons
        keep = Button(msg_p("a button", "Keep"), "back", self._keep, is_strong=True)
        self._form.put_buttons([keep, Button(msg_p("a button", "Delete"), "delete", self._delete)])
        self._form.go_to(keep)
        self._form.say(msg("Delete “{game}”? It goes to the trash folder.", game=game.row.name))

    def _keep(self) -> None:
        self.keep()

    def keep(self) -> bool:
        """Deletes nothing; returns whether that was asked."""
        if self._asked is None:
            return False
        self._asked = None
        self._form.put_buttons(self._buttons)
        self._form.say("")
        return True

    def _delete(self) -> None:
        game = self._asked
        assert game is not None
        self.keep()
        try:
            place = game.delete()
        except StorageError as error:
            self._form.refuse(msg("The game cannot be deleted: {reason}.", reason=reason_shown(error)))
            return
        self._gone(game)
        self._form.say(msg("Moved to the trash folder: {folder}.", folder=place_shown(place.parent)))


class GamesList:
    """List of games to choose one to watch."""

    def __init__(self, form: FormScreen, games: Sequence[FoundGame], nothing: str) -> None:
        """`nothing` is said where there are no games."""
        self._form = form
        self.arrangement = Arrangement(games, self._arranged)
        self._games = games = self.arrangement.shown
        self._list = FileList([game.row for game in games], nothing, self._chosen, form.enter)
        self._reading = form.read_rows(self._list, lambda index: games[index].reading())
        above = [FormRow(msg_p("a field", "Show"), "", self.arrangement)] if games else []
        form.panel.rows = [*above, FormRow("", "", self._list, is_below=True, grows=True)]
        form.focus.begin_with(self._list)
        if games:
            self._list.chosen = 0

    def _chosen(self, _: int) -> None:
        self._reading.forget()
        self._form.say("")
        self._form.redraw()

    def _arranged(self) -> None:
        self._list.put([game.row for game in self._games])
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
        """Reads a game to watch; says in a sentence if that fails."""
        self._reading.open(verbatim(printable(game.path.name, 60)), reading_replay(game.path), then)


class GamesScreen(FormScreen):
    """All games that were finished, or left for another."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg_p("a button", "Replays"))
        self._games = GamesList(self, kept_games(context.library), msg("No game has been finished yet."))
        self._deleting = Deleting(self, lambda: self._games.chosen, self._games.arrangement.drop)
        self.panel.buttons = [
            Button(msg_p("a button", "Watch"), "eye", self.enter, is_strong=True),
            Button(
                msg_p("a button", "Compare…"), "statistics", lambda: self._games.with_chosen(self._compare)
            ),
            *self._deleting.buttons(self._games.arrangement.shown),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]

    def enter(self) -> None:
        self._games.with_chosen(
            lambda game: self._games.open(game, partial(self.context.navigation.go, "replay"))
        )

    def close(self) -> None:
        if not self._deleting.keep():
            super().close()

    def _compare(self, game: FoundGame) -> None:
        if _others(self.context, game.path):
            self._games.open(
                game, lambda replay: self.context.lay_over(CompareScreen(self.context, replay, game.path))
            )
        else:
            self.refuse(NO_OTHER)


class CompareScreen(FormScreen):
    """Chooses another game of the same deal to compare with the first."""

    def __init__(self, context: Context, first: Replay, path: Path) -> None:
        """`path` is the first game's file."""
        super().__init__(context, msg("Compare with"))
        self._games = GamesList(self, _others(context, path), NO_OTHER)
        self._first = first
        self.panel.buttons = [
            Button(msg("Side by side"), "eye", self.enter, is_strong=True),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]

    def enter(self) -> None:
        self._games.with_chosen(lambda game: self._games.open(game, lambda other: self._show(game, other)))

    def _show(self, game: FoundGame, other: Replay) -> None:
        names = tuple(
            verbatim(who_played(replay.record.tags)) or _when(replay.record, number)
            for replay, number in (
                (self._first, msg_p("of two games", "First")),
                (other, msg_p("of two games", "Second")),
            )
        )
        try:
            self.context.navigation.go("side_by_side", (self._first, other), (names[0], names[1]))
        except RecordError as error:
            self.refuse(fault(printable(game.path.name, 60), error))


def _others(context: Context, path: Path) -> Sequence[FoundGame]:
    """The other games of the deal of a record, played or saved."""
    return games_of_same_deal(context.library, context.saves_folder(), path)


def _when(record: Record, otherwise: str) -> str:
    """Start of a game by its record: `2026-11-21 07:13`, in UTC."""
    started = record.tags.get("started", "")
    return verbatim(started[:16].replace("T", " ")) or otherwise
