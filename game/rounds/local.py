"""One tournament on this machine: its state, kept in step with its folder on disk.

A seat is a folder of records, which are replayed when they are read. A round counts as played once its record
was begun; one whose time ran out meanwhile is scored as it stood.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from game.message import Message, msg
from game.online.bodies import PlayedRound
from game.online.check import Checked, Proved
from game.play.game import Game
from game.play.lines import FileError
from game.play.record import record_text
from game.session.recorder import FinishedGame, JournalRecorder
from game.storage.files import StorageError
from game.storage.journal import InUseError, Journal
from game.storage.library import Library, UnfinishedGame, play_time_ms
from game.storage.tournament_store import SeatFolder, TournamentFolder, TournamentStore
from game.tournament.player import Player, PlayerError, player_to_text
from game.tournament.rounds import (
    begun_round,
    closed,
    elapsed_on_return_ms,
    moment_from_text,
    moment_to_text,
    prove_round,
    round_tags,
)
from game.tournament.standings import Tally, round_ranking
from game.tournament.state import Seat, TournamentState, seat_from_text
from game.tournament.tournament import GAME, Tournament, read_tournament, tournament_text


@dataclass
class OpenRound:
    """A round with its journal, ready to be played."""

    seat: Seat
    number: int
    game: Game
    tags: dict[str, str]
    journal: Journal | None
    elapsed_ms: int = 0
    warning: Message | None = None


class LocalTournament:
    """State of a tournament and its place on disk."""

    def __init__(self, folder: TournamentFolder, library: Library, utc_now: Callable[[], datetime]) -> None:
        """Reads everything.

        Raises:
            StorageError: the tournament cannot be read.
            FileError: its file is not valid.
        """
        self.warnings: list[str] = []
        """Faults found when it was read, as sentences for the player."""
        self.unsaved: list[tuple[Seat, int, bytes]] = []  # records that are not on disk yet
        self.unsaved_why: Message | None = None
        """Why they are not, as a sentence."""
        self.robots_at_play: set[tuple[Player, int]] = set()  # a robot and its round
        self.robot_warning: Message | None = None  # why a robot's round is missing, as a sentence
        self._library, self.utc_now = library, utc_now
        self._unfinished: tuple[Seat, int, UnfinishedGame] | None = None
        self._folders: dict[Player, SeatFolder] = {}
        self.tournament = read_tournament(folder.text())
        """The tournament being played."""
        if self.tournament.id != folder.id:
            raise FileError(None, msg("the file belongs to another tournament"))
        self.state = TournamentState(self.tournament, is_closed=folder.is_closed)
        for place in folder.seats():
            self._read_seat(place)

    @property
    def left_ms(self) -> int | None:
        """Time left in the running round; None if another window plays it."""
        if self._unfinished is None:
            return None
        _, _, unfinished = self._unfinished
        return max(0, self.tournament.limit_ms - self._used_ms(unfinished.record.tags, unfinished.elapsed_ms))

    def _used_ms(self, tags: Mapping[str, str], written_ms: int) -> int:
        started = moment_from_text(tags.get("started", ""))
        return elapsed_on_return_ms(started, self.utc_now(), written_ms)

    # Reading -------------------------------------------------------------------------------------

    def _read_seat(self, folder: SeatFolder) -> None:
        try:
            seat = seat_from_text(folder.player())
            if any(seat.player.is_like(other.player) for other in self.state.seats):
                raise PlayerError.because(msg("the name {name} occurs twice", name=seat.player.name))
        except (StorageError, PlayerError) as error:
            reason = error.reason if isinstance(error, PlayerError) else str(error)
            self.warnings.append(
                msg("Seat {name} cannot be read: {reason}.", name=folder.path.name, reason=reason)
            )
            return
        self.state.seats.append(seat)
        self._folders[seat.player] = folder
        for number in folder.rounds():
            if number <= self.tournament.rounds:
                self._read_round(seat, number)

    def _read_round(self, seat: Seat, number: int) -> None:
        try:
            data = self._folders[seat.player].record(number)
            unfinished = self._begun(seat, number, data)
            if unfinished is None:
                self._keep(seat, number, data)
            else:
                self._take_up(seat, number, unfinished)
        except (StorageError, FileError) as error:
            seat.spoilt.add(number)
            words = msg("Round {number} of {name} cannot be read: {reason}.")
            self.warnings.append(words.with_parts(number=number, name=seat.player.label, reason=str(error)))

    def _begun(self, seat: Seat, number: int, data: bytes) -> UnfinishedGame | None:
        """Returns a round that is not over, with the time used so far; raises FileError for another's."""
        game, record, damage = begun_round(data, self.tournament, seat.player, number)
        if game.is_over:
            return None
        elapsed_ms = self._used_ms(record.tags, play_time_ms(game, data))
        path = self._folders[seat.player].record_path(number)
        return UnfinishedGame(path, record, elapsed_ms, damage, data)

    def _keep(self, seat: Seat, number: int, data: bytes) -> None:
        seat.results[number] = prove_round(data, self.tournament, seat.player, number)
        seat.records[number] = data

    def _take_up(self, seat: Seat, number: int, unfinished: UnfinishedGame) -> None:
        game, _ = unfinished.record.replay_while_legal()
        if unfinished.elapsed_ms < self.tournament.limit_ms and not game.is_solved:
            seat.running = number
            self._unfinished = (seat, number, unfinished)
            return
        try:
            opened = self._gone_on_with(seat, number, unfinished)
        except InUseError:
            seat.running = number  # another window is just about to end it
            return
        if opened.warning is not None:
            self.warnings.append(opened.warning)
        recorder = RoundRecorder(self, opened)
        recorder.record(*closed(opened.game))
        recorder.finish()

    def _gone_on_with(self, seat: Seat, number: int, unfinished: UnfinishedGame) -> OpenRound:
        game, journal, warning = self._library.resume(unfinished)
        tags = dict(unfinished.record.tags)
        return OpenRound(seat, number, game, tags, journal, unfinished.elapsed_ms, warning)

    # Playing -------------------------------------------------------------------------------------

    def begin(self, seat: Seat, number: int) -> OpenRound:
        """Opens a round that nobody has seen; its time starts now.

        Raises:
            StorageError: it cannot be written, so it is not started.
        """
        game = Game(self.tournament.deal(number))
        started = {"started": moment_to_text(self.utc_now())}
        tags = {**started, **round_tags(self.tournament, seat.player, number)}
        journal = self._folders[seat.player].begin(number, record_text(game, tags).encode())
        seat.running = number
        return OpenRound(seat, number, game, tags, journal)

    def look_at_clock(self) -> None:
        """Updates the running round's time: its table was left, or a while has passed."""
        if self.state.running is not None:
            seat, number = self.state.running
            seat.running, self._unfinished = None, None
            self._read_round(seat, number)

    def resume(self) -> OpenRound | None:
        """Resumes the running round with the time used so far; None if its time is up.

        Raises:
            StorageError: it is being played in another window.
        """
        self.look_at_clock()
        if self._unfinished is not None:
            return self._gone_on_with(*self._unfinished)
        if self.state.running is not None:
            raise InUseError(msg("it is being played in another window"))
        return None

    def finish(self, seat: Seat, number: int, text: bytes) -> None:
        """Takes over a round that is over; `text` is its record, in case the journal broke off.

        What cannot be written is kept in `unsaved`, and counts.
        """
        seat.running, self._unfinished = None, None
        try:
            self._keep(seat, number, self._folders[seat.player].record(number))
        except (StorageError, FileError):
            self._keep(seat, number, text)
            self.unsaved.append((seat, number, text))
            self.save()
        self._keep_complete()

    def _keep_complete(self) -> None:
        """Archives a copy of every round that all players here have finished; before, its deal is hidden."""
        for number in range(1, self.state.complete_rounds + 1):
            for seat in self.state.seats:
                if seat.is_here and number in seat.records:
                    place = self._folders[seat.player].path.name
                    name = f"{GAME.name}-tournament-{self.tournament.id[:12]}-round-{number}-seat-{place}"
                    with suppress(StorageError):  # the record itself is where it was
                        self._library.keep_copy(name, seat.records[number])

    def save(self) -> Message | None:
        """Writes what is not on disk yet, if possible; returns why not, as a sentence, or None."""
        self.unsaved_why = None
        while self.unsaved:
            seat, number, text = self.unsaved[0]
            try:
                self._folders[seat.player].put(number, text)
            except StorageError as error:
                self.unsaved_why = msg(
                    "Round {number} of {name} has not been saved yet: {reason}.",
                    number=number,
                    name=seat.player.label,
                    reason=str(error),
                )
                break
            del self.unsaved[0]
        return self.unsaved_why

    def add_record(self, seat: Seat, number: int, data: bytes) -> None:
        """Adds a round played without the window, as robots do.

        Raises:
            FileError: the record is not valid.
            StorageError: it cannot be written.
        """
        prove_round(data, self.tournament, seat.player, number)
        self._folders[seat.player].put(number, data)
        self._keep(seat, number, data)
        self._keep_complete()

    def checked(self, number: int) -> Checked:
        """Every player's game of a round, best first."""
        seats = [seat for seat in self.state.seats if number in seat.records]
        games = [
            Proved(
                PlayedRound(seat.player.name, seat.player.kind, seat.records[number].decode(), 0),
                seat.results[number],
            )
            for seat in seats
        ]
        ranked = round_ranking({at: Tally.of(game.result) for at, game in enumerate(games)})
        return Checked((), tuple([games[at]._replace(rank=rank) for rank, at, _ in ranked]))


class RoundRecorder(JournalRecorder):
    """Records a round in its seat's folder; with the action that ends it, it is scored."""

    def __init__(self, local: LocalTournament, opened: OpenRound) -> None:
        super().__init__(opened.game, opened.tags, opened.journal, opened.elapsed_ms)
        self._local, self._opened, self.warning = local, opened, opened.warning

    def finish(self) -> FinishedGame:
        self.leave()
        text = record_text(self.game, self.tags).encode()
        self._local.finish(self._opened.seat, self._opened.number, text)
        return self.compare()


def new_local_tournament(
    store: TournamentStore,
    library: Library,
    utc_now: Callable[[], datetime],
    tournament: Tournament,
    players: Sequence[Player],
) -> LocalTournament:
    """Stores a new tournament with the players who take turns here; raises StorageError if it exists."""
    seats = [f"{player_to_text(player)}\n".encode() for player in players]
    folder = store.add(tournament.id, tournament_text(tournament).encode(), seats)
    try:
        return LocalTournament(folder, library, utc_now)
    except FileError as error:
        raise StorageError(str(error)) from error
