"""The games that can be opened, as rows of a list: saved files, unfinished games and games played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from game.message import Message, joined, msg, msg_p, verbatim
from game.play.game import Game
from game.play.phrases import minutes
from game.play.played import result_of, who_played
from game.play.record import RecordError
from game.play.slices import Slices
from game.rules.variant import Outcome, Variant
from game.storage.files import printable
from game.storage.journal import deal_text, game_of, header_of, journal_to_trash, to_trash
from game.storage.library import Library
from game.storage.saved import FolderEntry, SavedGame, reading_saved, saved_files
from game.ui.drawing.words import BETWEEN_FACTS, date_shown, reason_shown, size_shown
from game.ui.forms.file_list import FileRow
from game.ui.games.tables import view_class


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
LEFT = msg_p("how a game ended", "abandoned")
AGAIN = msg_p("a deal that was played before", "again")


class FoundGame:
    """A row of the list and the saved file behind it."""

    is_unfinished = False
    """Whether it is the program's own file of an unfinished game."""

    def __init__(self, name: str, changed_s: float, path: Path) -> None:
        """`changed_s` is when it was written, in seconds since the epoch."""
        self.path = path
        self.changed_s = changed_s
        self.row = FileRow(
            name if isinstance(name, Message) else verbatim(printable(name)), date_shown(changed_s)
        )

    @cached_property
    def game(self) -> str:
        """Name of its game, or ""."""
        return game_of(self.path)

    def delete(self) -> Path:
        """Moves its file into the trash folder; returns the new path, or raises StorageError."""
        return to_trash(self.path, self._trash_beside)

    @property
    def _trash_beside(self) -> Path:
        """The folder in which the trash folder is."""
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
        super().__init__(msg_p("a game", "Unfinished"), changed_s, path)
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
            self.row.facts, self.row.is_bad = msg("there is nothing left to continue"), True
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
    found = [FoundGame(file.path.name, file.changed_s, file.path) for file in saved_files(folder)]
    for path in library.left_files():
        with suppress(OSError):  # another window has put it away
            found.append(UnfinishedRow(library, path, path.stat().st_mtime))
    return sorted(found, key=lambda row: -row.changed_s)


def _kept(file: FolderEntry) -> FoundGame:
    return KeptGame(file.path.stem, file.changed_s, file.path)
