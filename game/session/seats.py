"""Who sits where in a tournament: its seats, kept in step with their folders.

Knows players and folders; must not know how a round is played or what time it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.storage.files import StorageError
from game.storage.shelf import SeatFolder, TournamentFolder
from game.tournament.book import Book, Seat
from game.tournament.player import Player, PlayerError, player_from_text, player_to_text
from game.tournament.results_file import Entry

ELSEWHERE = "elsewhere"


class Seats:
    """The seats of a book and where each is kept."""

    def __init__(self, folder: TournamentFolder, book: Book) -> None:
        self.book = book
        self.troubles: list[str] = []  # sentences for the player
        self._folder = folder
        self._folders: dict[Player, SeatFolder] = {}

    def folder_of(self, seat: Seat) -> SeatFolder:
        """Where a seat is kept."""
        return self._folders[seat.player]

    def read(self) -> Iterator[Seat]:
        """Puts the seats into the book, one after the other; one that cannot be read is told and left out."""
        for folder in self._folder.seats():
            try:
                lines = folder.player().decode().split("\n")
                seat = Seat(player_from_text(lines[0]), is_here=ELSEWHERE not in lines[1:])
                if self.book.seat_of(seat.player) is not None:
                    raise PlayerError(f"the name {seat.player.name} comes twice")
            except (StorageError, UnicodeDecodeError, PlayerError) as error:
                self.troubles.append(f"Seat {folder.path.name} cannot be read: {str(error).rstrip('.')}.")
                continue
            self._take(seat, folder)
            yield seat

    def _take(self, seat: Seat, folder: SeatFolder) -> None:
        self.book.seats.append(seat)
        self._folders[seat.player] = folder

    def add_player(self, player: Player, is_here: bool = True) -> Seat:
        """Gives a player a seat.

        Raises:
            StorageError: it cannot be written.
        """
        text = f"{player_to_text(player)}\n" + ("" if is_here else f"{ELSEWHERE}\n")
        folder = self._folder.add_seat(text.encode())
        seat = Seat(player, is_here)
        self._take(seat, folder)
        return seat

    def add(self, entry: Entry, new: dict[int, bytes], is_here: bool) -> None:
        """Adds proved records to a player's seat, all or none; a player who has no seat gets one.

        Raises:
            StorageError: it cannot be written.
        """
        before = self.book.seat_of(entry.player)
        seat = before or self.add_player(entry.player, is_here)
        folder = self.folder_of(seat)
        written: list[int] = []
        try:
            for number, record in new.items():
                folder.put(number, record)
                written.append(number)
        except StorageError:
            for number in written:
                folder.remove(number)
            if before is None:
                self._folder.remove_seat(folder)
                self.book.seats.remove(seat)
                del self._folders[seat.player]
            raise
        for number, record in new.items():
            seat.records[number], seat.results[number] = record, entry.results[number]
