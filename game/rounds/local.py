"""One tournament on this machine: its state, kept in step with its folder on disk.

Files are proved anew when read; a round whose time ran out meanwhile is scored as it stood.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from game.message import Message, msg
from game.online.bodies import PlayedRound
from game.online.check import Checked, Proved
from game.play.game import Game
from game.play.lines import FileError
from game.play.played import STRENGTHS
from game.play.record import record_text
from game.rounds.local_round import (
    OpenRound,
    go_on_with,
    is_before_end,
    is_known,
    is_set_back,
    opened_tags,
    unfinished_round,
)
from game.rounds.seat_store import SeatStore
from game.session.recorder import FinishedGame, JournalRecorder
from game.storage.files import StorageError
from game.storage.journal import InUseError
from game.storage.library import Library, UnfinishedGame
from game.storage.tournament_store import SeatFolder, TournamentFolder, TournamentStore
from game.tournament.player import Player
from game.tournament.results_file import TournamentEntry, check_entry, read_results, results_text
from game.tournament.rounds import closed, elapsed_on_return_ms, moment_from_text, prove_round
from game.tournament.standings import Tally, round_ranking
from game.tournament.state import Seat, TournamentState, begun_line
from game.tournament.tournament import GAME, Tournament, read_tournament, tournament_text

SET_BACK = msg("The computer’s clock was set back; the time used continues from what was recorded.")


class LocalTournament:
    """State of a tournament and its place on disk."""

    def __init__(self, folder: TournamentFolder, library: Library, utc_now: Callable[[], datetime]) -> None:
        """Reads everything.

        Raises:
            StorageError: the tournament cannot be read.
            FileError: its file is not valid.
        """
        self.unsaved: list[tuple[Seat, int, bytes]] = []  # records that are not on disk yet
        self.unsaved_why: Message | None = None
        """Why they are not, as a sentence."""
        self.robots_at_play: set[tuple[Player, int]] = set()  # a robot and its round
        self.robot_trouble: Message | None = None  # why a robot's round is missing, as a sentence
        self._library, self.utc_now = library, utc_now
        self._unfinished: tuple[Seat, int, UnfinishedGame] | None = None
        tournament = read_tournament(folder.text())
        if tournament.id != folder.id:
            raise FileError(None, msg("the file belongs to another tournament"))
        self.state = TournamentState(tournament)
        self.seats = SeatStore(folder, self.state)
        for seat in self.seats.read():
            for number in self.seats.folder_of(seat).rounds():
                if number <= self.tournament.rounds:
                    self._read_round(seat, number)
            self.seats.miss_records(seat)

    @property
    def troubles(self) -> list[str]:
        """Faults found when it was read, as sentences for the player."""
        return self.seats.troubles

    @property
    def tournament(self) -> Tournament:
        """The tournament being played."""
        return self.state.tournament

    @property
    def left_ms(self) -> int | None:
        """Time left in the running round; None if another window plays it."""
        if self._unfinished is None:
            return None
        _, _, unfinished = self._unfinished
        started = moment_from_text(unfinished.record.tags.get("started", ""))
        used_ms = elapsed_on_return_ms(started, self.utc_now(), unfinished.elapsed_ms)
        return max(0, self.tournament.limit_ms - used_ms)

    # Reading -------------------------------------------------------------------------------------

    def _read_round(self, seat: Seat, number: int) -> None:
        folder = self.seats.folder_of(seat)
        try:
            data = folder.record(number)
            self._keep(seat, number, data)
        except (StorageError, FileError) as error:
            try:
                unfinished = self._begun(folder, seat, number)
            except (StorageError, FileError):
                unfinished = None
            if unfinished is None:
                seat.spoilt[number] = str(error)
                self.troubles.append(
                    msg(
                        "Round {number} of {name} cannot be read: {reason}.",
                        number=number,
                        name=seat.player.label,
                        reason=str(error),
                    )
                )
            else:
                self._take_up(seat, number, unfinished)

    def _keep(self, seat: Seat, number: int, data: bytes) -> None:
        result = prove_round(data, self.tournament, seat.player, number)
        self.seats.keep(seat, number, data, result)

    def _begun(self, folder: SeatFolder, seat: Seat, number: int) -> UnfinishedGame | None:
        path, data, now = folder.record_path(number), folder.record(number), self.utc_now()
        unfinished = unfinished_round(path, data, self.tournament, seat.player, number, now)
        if unfinished is not None and is_set_back(unfinished, now):
            self.troubles.append(SET_BACK)
        return unfinished

    def _take_up(self, seat: Seat, number: int, unfinished: UnfinishedGame) -> None:
        game, _ = unfinished.record.replay_while_legal()
        if unfinished.elapsed_ms < self.tournament.limit_ms and not game.is_frozen:
            seat.running = number
            self._unfinished = (seat, number, unfinished)
            return
        try:
            game, journal, trouble = go_on_with(self._library, unfinished, self.utc_now())
        except InUseError:
            seat.running = number  # another window is just about to end it
            return
        if trouble is not None:
            self.troubles.append(trouble)
        recorder = RoundRecorder(
            self, OpenRound(seat, number, game, dict(unfinished.record.tags), journal, 0)
        )
        recorder.record(*closed(game))
        recorder.finish()

    # Playing -------------------------------------------------------------------------------------

    def begin(self, seat: Seat, number: int) -> OpenRound:
        """Opens a round that nobody has seen; its time starts now.

        The record says what this machine knows of the deal, and whether its clock was set back.

        Raises:
            StorageError: it cannot be written, so it is not started.
        """
        log = self.seats.read_log()
        if log.is_closed:
            raise StorageError(msg("this tournament was closed"))
        game = Game(self.tournament.deal(number))
        was_known = is_known(self._library, game.deal)
        now = self.utc_now()
        here = [seat for seat in self.state.seats if seat.is_here]
        was_set_back = is_before_end((data for seat in here for data in seat.records.values()), now)
        tags = opened_tags(
            self.tournament, seat.player, number, now, was_known, was_set_back, log.was_changed
        )
        folder = self.seats.folder_of(seat)
        journal = folder.begin(number, record_text(game, tags).encode())
        try:
            self.seats.append_to_log(begun_line(folder.path.name, seat.player, number, now))
        except StorageError:
            with suppress(OSError):
                journal.discard()
            raise
        seat.running = number
        return OpenRound(seat, number, game, tags, journal, 0)

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
        if self.state.running is None:
            return None
        seat, number = self.state.running
        self.look_at_clock()
        if self._unfinished is None:
            if seat.running is not None:
                raise InUseError(msg("it is being played in another window"))
            return None
        _, _, unfinished = self._unfinished
        game, journal, trouble = go_on_with(self._library, unfinished, self.utc_now())
        tags = dict(unfinished.record.tags)
        return OpenRound(seat, number, game, tags, journal, unfinished.elapsed_ms, trouble)

    def finish(self, seat: Seat, number: int, text: bytes) -> None:
        """Takes over a round that is over; `text` is its record, in case the journal broke off.

        What cannot be written is kept in `unsaved`, and counts.
        """
        seat.running, self._unfinished = None, None
        folder = self.seats.folder_of(seat)
        try:
            self._keep(seat, number, folder.record(number))
        except (StorageError, FileError):
            self._keep(seat, number, text)
            self.unsaved.append((seat, number, text))
            self.save()
        self.seats.note_played(seat, number)
        self._keep_complete()

    def _keep_complete(self) -> None:
        """Archives a copy of every round that all players here have finished; before, its deal is hidden."""
        for number in range(1, self.state.complete_rounds + 1):
            for seat in self.state.seats:
                if seat.is_here and number in seat.records:
                    place = self.seats.folder_of(seat).path.name
                    name = f"{GAME.name}-tournament-{self.tournament.id[:12]}-round-{number}-seat-{place}"
                    with suppress(StorageError):  # the record itself is where it was
                        self._library.keep_copy(name, seat.records[number])

    def save(self) -> Message | None:
        """Writes what is not on disk yet, if possible; returns why not, as a sentence, or None."""
        self.unsaved_why = None
        while self.unsaved:
            seat, number, text = self.unsaved[0]
            try:
                self.seats.folder_of(seat).put(number, text)
            except StorageError as error:
                self.unsaved_why = msg(
                    "Round {number} of {name} is not on disk yet: {reason}.",
                    number=number,
                    name=seat.player.label,
                    reason=str(error),
                )
                break
            del self.unsaved[0]
        return self.unsaved_why

    # Players and their results -------------------------------------------------------------------

    def take_results(self, data: bytes) -> TournamentEntry:
        """Adds the results of a player elsewhere, all or nothing.

        Raises:
            FileError: the file is not valid, or may not be added.
            StorageError: it cannot be written.
        """
        entry = read_results(data, self.tournament)
        seat = self.state.seat_of(entry.player)
        new = self.state.new_rounds(entry)
        check_entry(entry, {} if seat is None else seat.records, self.utc_now(), STRENGTHS)
        self.seats.add(entry, new, is_here=False)
        return entry

    def add_record(self, seat: Seat, number: int, data: bytes) -> None:
        """Adds a round played without the window, as robots do.

        Raises:
            FileError: the record is not valid, or the round was played.
            StorageError: it cannot be written.
        """
        result = prove_round(data, self.tournament, seat.player, number)
        entry = TournamentEntry(seat.player, {number: data}, {number: result}, {number: 1}, 1)
        self.seats.add(entry, self.state.new_rounds(entry, is_from_file=False), is_here=True)
        self._keep_complete()

    def checked(self, number: int) -> Checked:
        """Every player's proved game of a round, best first."""
        seats = [seat for seat in self.state.seats if number in seat.records]
        games = [
            Proved(
                PlayedRound(seat.player.name, seat.player.kind, seat.records[number].decode(), 0),
                seat.results[number],
                seat.remarks(number),
            )
            for seat in seats
        ]
        ranked = round_ranking({at: Tally.of(game.result) for at, game in enumerate(games)})
        return Checked((), tuple([games[at]._replace(rank=rank) for rank, at, _ in ranked]))

    def results_of(self, seat: Seat) -> bytes:
        """Returns the file of a player's results; raises FileError if it would be too large."""
        return results_text(self.tournament, seat.player, seat.records)


class RoundRecorder(JournalRecorder):
    """Records a round in its seat's folder; with the action that ends it, it is scored."""

    def __init__(self, local: LocalTournament, opened: OpenRound) -> None:
        super().__init__(opened.game, opened.tags, opened.journal, opened.elapsed_ms)
        self._local, self._opened, self.trouble = local, opened, opened.trouble

    def finish(self) -> FinishedGame:
        self.leave()
        text = record_text(self.game, self.tags).encode()
        self._local.finish(self._opened.seat, self._opened.round_number, text)
        return self.compare()


def new_local_tournament(
    store: TournamentStore,
    library: Library,
    utc_now: Callable[[], datetime],
    tournament: Tournament,
    players: Sequence[Player],
) -> LocalTournament:
    """Stores a new tournament with the players who take turns here; raises StorageError if it exists."""
    folder = store.add(tournament.id, tournament_text(tournament).encode())
    try:
        local = LocalTournament(folder, library, utc_now)
        for player in players:
            local.seats.add_player(player)
    except (StorageError, FileError) as error:
        folder.discard()
        raise StorageError(str(error)) from error
    return local
