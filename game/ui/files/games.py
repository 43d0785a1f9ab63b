"""The games played: sorted, filtered, replayed, compared, deleted; and all that can be opened, as rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

import pygame

from game.message import joined, msg, msg_p, verbatim
from game.play.game import Game
from game.play.phrases import minutes
from game.play.played import result_of, who_played
from game.play.record import Record, RecordError
from game.play.replay import Replay
from game.play.slices import Slices
from game.rules import VARIANTS
from game.rules.variant import Outcome, Variant
from game.storage.files import StorageError, printable
from game.storage.journal import deal_text, game_of, header_of, journal_to_trash, to_trash
from game.storage.library import Library
from game.storage.saved import FolderEntry, SavedGame, reading_replay, reading_saved, saved_files
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.words import BETWEEN_FACTS, date_shown, place_shown, reason_shown, size_shown
from game.ui.forms.controls import ButtonGroup
from game.ui.forms.file_list import FileList, FileRow, fault
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.widgets import Button, Widget, place_beside
from game.ui.games.tables import view_class
from game.ui.screen import Context
from game.ui.spoken import WidgetDescription


def facts(game: Game, elapsed_ms: int) -> str:
    """The line: `#48213  ·  Draw 3  ·  1:23 played  ·  score 120`."""
    return joined(BETWEEN_FACTS, [*deal_facts(game), *play_facts(game, elapsed_ms)])


def deal_facts(game: Game) -> list[str]:
    """The deal's number and the chosen options."""
    chosen = view_class(game.variant.name).words_of(game.variant)
    return [game.deal.words, *([chosen] if chosen else [])]


def play_facts(game: Game, elapsed_ms: int) -> list[str]:
    """The time used, and the result so far."""
    # Translators: so long a game was played: “4:58 played”.
    parts: list[str] = [msg("{time} played", time=minutes(elapsed_ms / 1000))]
    if not game.variant.is_lower_better or game.variant.result(game.position):
        parts.append(game.result_words)  # where few are best, none would mean a game that has not begun
    if game.is_over:
        parts.append(msg_p("a game", "finished"))
    return parts


MAX_READ_BYTES = 64 * 1024
"""Larger files are not read for the list; their rows only say their size."""
ENDS = {
    Outcome.WON: msg_p("how a game ended", "won"),
    Outcome.LOST: msg_p("how a game ended", "lost"),
    Outcome.ENDED: msg_p("how a game ended", "ended"),
    Outcome.TIMEOUT: msg_p("how a game ended", "time up"),
    Outcome.OVER: msg_p("how a game ended", "finished"),
}
GONE = msg("there is nothing left to continue")
LEFT = msg_p("how a game ended", "abandoned")
AGAIN = msg_p("a deal that was played before", "again")


class FoundGame:
    """A row of the list and the saved file behind it."""

    is_unfinished = False
    """Whether it is the program's own file of an unfinished game."""

    def __init__(self, path: Path, changed_s: float, name: str = "") -> None:
        """`changed_s` is when it was written, in seconds since the epoch; its file may have its `name`."""
        self.path, self.changed_s = path, changed_s
        self.row = FileRow(name or verbatim(printable(path.name)), date_shown(changed_s))

    @cached_property
    def game(self) -> str:
        """Name of its game, or ""."""
        return game_of(self.path)

    def delete(self) -> Path:
        """Moves its file into the trash folder; returns the new path, or raises StorageError."""
        return to_trash(self.path, self._trash_beside)

    @property
    def _trash_beside(self) -> Path:
        return self.path.parent

    def reading(self) -> Slices[None]:
        """Reads what the row says of the game."""
        row = self.row
        try:
            if (size_bytes := self.path.stat().st_size) > MAX_READ_BYTES:
                row.facts = size_shown(size_bytes)
            else:
                self.tell((yield from reading_saved(self.path)))
        except (OSError, RecordError) as error:
            row.facts, row.is_bad = reason_shown(error), True

    def tell(self, saved: SavedGame) -> None:
        """Shows what was read: the game and its state, then the rest."""
        _name(self.row, saved.game.variant, self._state(saved.game))
        parts = facts(saved.game, saved.elapsed_ms)
        self.row.facts = joined(BETWEEN_FACTS, [*self._file_shown, parts])

    @property
    def _file_shown(self) -> list[str]:
        return [verbatim(printable(self.path.name))]

    def _state(self, game: Game) -> str:
        if game.is_over:
            return msg("saved, {ended}", ended=ENDS[game.outcome])
        return msg_p("a game", "saved")


class UnfinishedRow(FoundGame):
    """A row for a game that was left unfinished."""

    is_unfinished = True

    def __init__(self, library: Library, path: Path, changed_s: float) -> None:
        super().__init__(path, changed_s, msg_p("a game", "Unfinished"))
        self._library = library

    def delete(self) -> Path:
        return journal_to_trash(self.path, self._trash_beside)

    @property
    def _trash_beside(self) -> Path:
        return self._library.folder

    @property
    def _file_shown(self) -> list[str]:
        return []

    def _state(self, game: Game) -> str:
        return msg_p("a game", "unfinished")

    def reading(self) -> Slices[None]:
        size_bytes = self.path.stat().st_size if self.path.exists() else 0
        if size_bytes > MAX_READ_BYTES and (header := header_of(self.path)):
            game = Game(header[0])
            _name(self.row, game.variant, self._state(game))
            self.row.facts = joined(BETWEEN_FACTS, [*deal_facts(game), size_shown(size_bytes)])
            return
        found = yield from self._library.reading(self.path)
        if found is None:
            self.row.facts, self.row.is_bad = GONE, True
        else:
            self.tell(SavedGame(found.game or Game(found.record.deal), found.record.tags, found.elapsed_ms))


class KeptGame(FoundGame):
    """A row of the archive: the game and its result, then the rest."""

    @property
    def _trash_beside(self) -> Path:
        return self.path.parent.parent

    def tell(self, saved: SavedGame) -> None:
        row, game = self.row, saved.game
        deal, *options = deal_facts(game)
        _name(row, game.variant, ENDS.get(game.outcome, LEFT))
        parts = play_facts(game, saved.elapsed_ms)
        result = result_of(game)
        if game.time_bonus and result.value is not None:
            parts[1] = msg("total {points}", points=result.value)
        row.facts = joined(BETWEEN_FACTS, [deal, *_from(saved.tags), *options, *parts[:2]])


def _name(row: FileRow, variant: Variant, state: str) -> None:
    """Heads a row with the game and its state."""
    row.name = joined(BETWEEN_FACTS, [variant.title, state])
    row.short_name = joined(BETWEEN_FACTS, [variant.short_title or variant.title, state])


def _from(tags: Mapping[str, str]) -> list[str]:
    """Player's name, if the record has it, and whether the deal was repeated."""
    who = who_played(tags)
    return [
        *([verbatim(printable(who, 44))] if who else []),
        *([AGAIN] if tags.get("replayed") == "yes" else []),
    ]


def kept_games(library: Library) -> Sequence[FoundGame]:
    """The games that were finished or left for another, newest first."""
    return [_kept(file) for file in saved_files(library.archive_folder)]


def games_of_same_deal(library: Library, folder: Path, path: Path) -> Sequence[FoundGame]:
    """The other games of the deal of a file, played or saved, newest first."""
    deal = deal_text(path)
    files = [*saved_files(library.archive_folder), *saved_files(folder)]
    found = [_kept(file) for file in files if file.path != path and deal_text(file.path) == deal]
    return sorted(found, key=lambda row: -row.changed_s) if deal else []


def found_games(library: Library, folder: Path) -> Sequence[FoundGame]:
    """The saved games of a folder and the unfinished ones of the library, newest first."""
    found = [FoundGame(file.path, file.changed_s) for file in saved_files(folder)]
    for path in library.left_files():
        with suppress(OSError):  # another window has put it away
            found.append(UnfinishedRow(library, path, path.stat().st_mtime))
    return sorted(found, key=lambda row: -row.changed_s)


def _kept(file: FolderEntry) -> FoundGame:
    return KeptGame(file.path, file.changed_s, verbatim(printable(file.path.stem)))


T = TypeVar("T")
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


class GamesList:
    """List of games of which one is chosen: to go on with, to watch, or to delete, which is asked first."""

    def __init__(
        self,
        form: FormScreen,
        games: Sequence[FoundGame],
        nothing: str,
        chosen: Callable[[FoundGame], None] | None = None,
    ) -> None:
        """`nothing` is said where there are no games; `chosen` hears which is, of which else the first is."""
        self._form, self._tell = form, chosen
        self._arrangement = Arrangement(games, self._arranged)
        self.games = shown = self._arrangement.shown
        """The games that are shown, in their order."""
        self.list = FileList([game.row for game in games], nothing, self._chosen, form.enter)
        """The games as rows."""
        self.reading = form.read_rows(self.list, lambda index: shown[index].reading())
        """Reads them, and the one that is opened."""
        show = FormRow(msg_p("a field", "Show"), "", self._arrangement)
        self.rows = [*([show] if games else []), FormRow("", "", self.list, is_below=True, grows=True)]
        """The rows of the form: what is shown, if there is anything, and the list."""
        form.panel.rows = self.rows
        form.focus.begin_with(self.list)
        if games and chosen is None:
            self.list.chosen = 0
        self._asked: FoundGame | None = None  # which is to be deleted
        self._buttons: Sequence[Widget] = ()  # those that stand there when nothing is asked

    def _chosen(self, index: int) -> None:
        if self._tell is not None:
            self._tell(self.games[index])
        self.unsay()

    def unsay(self) -> None:
        """Cancels what is being opened, or asked, because something else is chosen."""
        self.reading.forget()
        self.keep()
        self._form.unsay()

    def _arranged(self) -> None:
        self.keep()
        self.list.put([game.row for game in self.games])
        if self.games and self._tell is None:
            self.list.choose(0)
        self.reading.forget_rows()
        self._form.lay_out()

    @property
    def chosen(self) -> FoundGame | None:
        """The chosen game."""
        return None if self.list.chosen is None else self.games[self.list.chosen]

    def with_chosen(self, do: Callable[[FoundGame], None]) -> None:
        """Does something with the chosen game."""
        if self.chosen is None:
            self._form.refuse(msg("Choose a game first."))
        else:
            do(self.chosen)

    def open(self, path: Path, slices: Slices[T], then: Callable[[T], None]) -> None:
        """Reads a file by its slices; says in a sentence if that fails."""
        self.reading.open(verbatim(printable(path.name, 60)), slices, then)

    # Deleting --------------------------------------------------------------------------------------

    @property
    def delete_buttons(self) -> list[Button]:
        """The button that deletes, if there are games."""
        return [Button(msg_p("a button", "Delete"), "delete", self._ask)] if self.games else []

    def _ask(self) -> None:
        game = self.chosen
        if game is None:
            self._form.refuse(msg("Choose a game from the list first."))
            return
        self._asked, self._buttons = game, self._form.panel.buttons
        keep = Button(msg_p("a button", "Keep"), "back", self._keep, is_strong=True)
        self._form.put_buttons([keep, Button(msg_p("a button", "Delete"), "delete", self._delete)])
        self._form.go_to(keep)
        self._form.say(msg("Delete “{game}”? It goes to the trash folder.", game=game.row.name))

    def _keep(self) -> None:
        self._asked = None
        self._form.put_buttons(self._buttons)
        self._form.say("")

    def keep(self) -> bool:
        """Deletes nothing; returns whether that was asked."""
        was_asked = self._asked is not None
        if was_asked:
            self._keep()
        return was_asked

    def _delete(self) -> None:
        game = self._asked
        assert game is not None
        self._keep()
        try:
            place = game.delete()
        except StorageError as error:
            self._form.refuse(msg("The game cannot be deleted: {reason}.", reason=reason_shown(error)))
            return
        self._arrangement.drop(game)
        self._form.say(msg("Moved to the trash folder: {folder}.", folder=place_shown(place.parent)))


class GamesScreen(FormScreen):
    """All games that were finished, or left for another."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg_p("a button", "Replays"))
        self._games = GamesList(self, kept_games(context.library), msg("No game has been finished yet."))
        self.panel.buttons = [
            Button(msg_p("a button", "Watch"), "eye", self.enter, is_strong=True),
            Button(
                msg_p("a button", "Compare…"), "statistics", lambda: self._games.with_chosen(self._compare)
            ),
            *self._games.delete_buttons,
            Button(msg_p("a button", "Back"), "back", self.close),
        ]

    def enter(self) -> None:
        self._games.with_chosen(lambda game: self._open(game, partial(self.context.navigation.go, "replay")))

    def close(self) -> None:
        if not self._games.keep():
            super().close()

    def _open(self, game: FoundGame, then: Callable[[Replay], None]) -> None:
        self._games.open(game.path, reading_replay(game.path), then)

    def _compare(self, game: FoundGame) -> None:
        if _others(self.context, game.path):
            self._open(
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
        self._games.with_chosen(
            lambda game: self._games.open(
                game.path, reading_replay(game.path), lambda other: self._show(game, other)
            )
        )

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
