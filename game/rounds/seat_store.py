"""Storage of a tournament's players, kept in step with folders and log; and the deals sealed here.

Sealed are the deals of rounds that a person at this machine has still to play: everything that shows cards
asks here, such as tables, replays and the solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from game.message import Message, msg
from game.play.deal import Deal
from game.play.lines import FileError
from game.rounds.local_round import unfinished_round
from game.session.sessions import SealedError
from game.storage.files import StorageError
from game.storage.tournament_store import SeatFolder, TournamentFolder, TournamentStore
from game.tournament.player import Player, PlayerError
from game.tournament.results_file import TournamentEntry
from game.tournament.rounds import RoundResult, prove_round
from game.tournament.state import (
    Log,
    Seat,
    TournamentState,
    closed_line,
    played_line,
    proved_line,
    read_log,
    seat_from_text,
    seat_text,
)
from game.tournament.tournament import Tournament, read_tournament

LOG_CHANGED = msg("The log of started rounds on this computer was changed or is incomplete.")


def tournament_log(folder: TournamentFolder) -> Log:
    """Returns a tournament's events here, by its log and the machine's ledger; raises StorageError."""
    log = read_log(folder.log(), *folder.ledger())
    if log.unwritten is None:
        return log
    with suppress(StorageError):  # then next time
        folder.write_into_log(*log.unwritten)
    return read_log(folder.log(), *folder.ledger())


class SeatStore:
    """Seats of a tournament and their folders."""

    def __init__(self, folder: TournamentFolder, state: TournamentState) -> None:
        self.state = state
        self.troubles: list[str] = []  # sentences for the player
        self._folder = folder
        self._folders: dict[Player, SeatFolder] = {}
        self._log = Log()

    def folder_of(self, seat: Seat) -> SeatFolder:
        """Returns the folder of a seat."""
        return self._folders[seat.player]

    def read_log(self) -> Log:
        """Reads again what happened to the tournament here; raises StorageError if it cannot be read."""
        self._log = tournament_log(self._folder)
        self.state.is_closed = self._log.is_closed
        return self._log

    def append_to_log(self, line: str) -> None:
        """Records an event; raises StorageError if it cannot be written."""
        self._folder.append_to_log(line)

    def note_played(self, seat: Seat, number: int) -> None:
        """Records the final record of a round; it counts even without that."""
        with suppress(StorageError):
            self.append_to_log(played_line(self.folder_of(seat).path.name, number, seat.records[number]))

    def read(self) -> Iterator[Seat]:
        """Adds the seats to the state one by one; unreadable ones are left out."""
        if self.read_log().was_changed:
            self.troubles.append(LOG_CHANGED)
        for folder in self._folder.seats():
            try:
                seat = seat_from_text(folder.player())
                if self.state.seat_of(seat.player) is not None:
                    raise PlayerError.because(msg("the name {name} occurs twice", name=seat.player.name))
            except (StorageError, PlayerError) as error:
                reason = error.reason if isinstance(error, PlayerError) else str(error)
                self.troubles.append(
                    msg("Seat {name} cannot be read: {reason}.", name=folder.path.name, reason=reason)
                )
                continue
            self._take(seat, folder)
            yield seat

    def keep(self, seat: Seat, number: int, data: bytes, result: RoundResult) -> None:
        """Adds a proved record to the state; a robot's from a file counts once it has been replayed."""
        is_foreign = seat.player.is_robot and not seat.is_here
        if is_foreign and not self._log.has_proved(self.folder_of(seat).path.name, number, data):
            seat.unproven[number] = data
        else:
            seat.records[number], seat.results[number] = data, result
            if seat.is_here and self._log.is_another(self.folder_of(seat).path.name, number, data):
                self._log.was_changed = True
                if LOG_CHANGED not in self.troubles:
                    self.troubles.append(LOG_CHANGED)

    def miss_records(self, seat: Seat) -> None:
        """Marks started rounds whose record is missing: they are not played again."""
        name = self.folder_of(seat).path.name
        for number in self._log.rounds_begun(name, seat.player):
            if not seat.is_taken(number) and seat.is_here:
                seat.spoilt[number] = msg("its record is missing")
                self.troubles.append(
                    msg(
                        "Round {number} of {name} was started and its record is missing: it is not played "
                        "again.",
                        number=number,
                        name=seat.player.label,
                    )
                )

    def _take(self, seat: Seat, folder: SeatFolder) -> None:
        self.state.seats.append(seat)
        self._folders[seat.player] = folder

    def add_player(self, player: Player, is_here: bool = True) -> Seat:
        """Gives a player a seat; raises StorageError if it cannot be written."""
        folder = self._folder.add_seat(seat_text(player, is_here))
        seat = Seat(player, is_here)
        self._take(seat, folder)
        self.miss_records(seat)
        return seat

    def add(self, entry: TournamentEntry, new: dict[int, bytes], is_here: bool) -> None:
        """Adds proved records to a player's seat, created if missing, all or none.

        Raises:
            StorageError: it cannot be written.
        """
        before = self.state.seat_of(entry.player)
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
                self.state.seats.remove(seat)
                del self._folders[seat.player]
            raise
        for number, record in new.items():
            self.keep(seat, number, record, entry.results[number])

    def removal_refusal(self, seat: Seat) -> Message | None:
        """Returns why a seat cannot be removed, as a sentence, or None."""
        if seat.is_here and seat.has_begun:
            return msg("{name} plays here and has started: what was played stays.", name=seat.player.label)
        if (
            seat.is_here
            and not seat.player.is_robot
            and sum(other.is_here and not other.player.is_robot for other in self.state.seats) == 1
        ):
            return msg("Somebody has to play here.")
        return None

    def remove(self, seat: Seat) -> None:
        """Removes a player; their files are set aside.

        Raises:
            FileError: the player stays; the text says why.
            StorageError: the files cannot be moved.
        """
        if (refusal := self.removal_refusal(seat)) is not None:
            raise FileError(None, refusal)
        self._folder.set_aside(self._folders[seat.player])
        self.state.seats.remove(seat)
        del self._folders[seat.player]

    def remove_round(self, seat: Seat, number: int) -> None:
        """Removes one imported round; its record is set aside; raises StorageError if it cannot be moved."""
        self._folder.set_aside(self._folders[seat.player], number)
        for rounds in (seat.records, seat.results, seat.spoilt, seat.unproven):
            rounds.pop(number, None)

    def judge(self, seat: Seat, number: int, played: bytes) -> bool:
        """Compares a robot's imported record with what the robot plays here; only an identical one counts.

        Raises:
            StorageError: the verdict cannot be written; the record will be judged again.
        """
        data = seat.unproven[number]
        if data != played:
            self.remove_round(seat, number)
            return False
        line = proved_line(self.folder_of(seat).path.name, number, data)
        self.append_to_log(line)
        seat.results[number] = prove_round(data, self.state.tournament, seat.player, number)
        seat.records[number] = seat.unproven.pop(number)
        return True

    def close_refusal(self) -> Message | None:
        """Returns why the tournament cannot be closed, as a sentence, or None."""
        if self.state.is_closed:
            return msg("This tournament is closed already.")
        return None if self.state.running is None else msg("A round is running: it has to end first.")

    def close(self, now: datetime) -> None:
        """Closes the tournament here, keeping started rounds; raises StorageError if it cannot be written."""
        self.append_to_log(closed_line(now))
        self.state.is_closed = True


class SealedDeals:
    """Sealed deals of a data folder, looked up at every call."""

    def __init__(self, folder: Path, utc_now: Callable[[], datetime]) -> None:
        self._store, self._utc_now = TournamentStore(folder), utc_now

    def check(self, deal: Deal) -> None:
        """Raises SealedError while a deal must stay hidden, whatever rules it is opened with."""
        for tournament, sealed in self._deals():
            if deal.deck == sealed.deck or deal.position.piles == sealed.position.piles:
                raise SealedError(
                    msg(
                        "This is a deal of the tournament “{name}”: "
                        "it stays closed until everybody here has played it.",
                        name=tournament.name,
                    )
                )

    def has(self, number: int) -> bool:
        """Whether the deal of a number is sealed."""
        return any(sealed.number == number for _, sealed in self._deals())

    def _deals(self) -> Iterator[tuple[Tournament, Deal]]:
        for folder in self._store.tournaments():
            with suppress(StorageError, FileError):  # what cannot be read is not played either
                tournament = read_tournament(folder.text())
                log = tournament_log(folder)
                if not log.is_closed:
                    for number in self._rounds_to_play(folder, tournament, log):
                        yield tournament, tournament.deal(number)

    def _rounds_to_play(self, folder: TournamentFolder, tournament: Tournament, begun: Log) -> Iterator[int]:
        """Rounds that not every person here has finished."""
        behind = [self._behind(seat, tournament, begun) for seat in folder.seats()]
        here = [rounds for rounds in behind if rounds is not None]
        for number in range(1, tournament.rounds + 1):
            if not all(number in rounds for rounds in here):
                yield number

    def _behind(self, folder: SeatFolder, tournament: Tournament, begun: Log) -> set[int] | None:
        """Number of rounds a person here has finished; None if nobody waits for them.

        Lost records are not replayed. Only the last record can be of a running round.
        """
        try:
            seat = seat_from_text(folder.player())
        except (StorageError, PlayerError):
            return None
        if seat.player.is_robot or not seat.is_here:
            return None
        rounds = folder.rounds()
        behind = {*rounds, *begun.rounds_begun(folder.path.name, seat.player)}
        if rounds and self._is_running(folder, seat, tournament, rounds[-1]):
            behind.discard(rounds[-1])
        return behind

    def _is_running(self, folder: SeatFolder, seat: Seat, tournament: Tournament, number: int) -> bool:
        if number > tournament.rounds:
            return False
        path, now = folder.record_path(number), self._utc_now()
        try:
            left = unfinished_round(path, folder.record(number), tournament, seat.player, number, now)
        except (StorageError, FileError):
            return False
        return left is not None and left.elapsed_ms < tournament.limit_ms
