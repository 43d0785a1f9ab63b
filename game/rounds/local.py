"""Referee of a tournament on this machine, where players take turns: its state is in step with its folder.

A seat is a folder of records, which are replayed when they are read. Rounds are sessions whose time nothing
stops; a round counts as played once its record was begun, and one whose time ran out meanwhile is scored as
it stood. Robots play in the background, each round once a person has started it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from game.message import Message, msg
from game.online.bodies import PlayedRound
from game.online.check import Checked, Proved
from game.play.game import Game
from game.play.lines import FileError
from game.play.record import read_record, record_text
from game.play.replay import Course, Replay, Rival, course_of
from game.rounds.asking import PendingRequest
from game.rounds.port import TIME_IS_OVER, WATCHED_LATER, Conditions, Proof, Referee, Turn
from game.rules.variant import Outcome
from game.session.recorder import FinishedGame, JournalRecorder
from game.session.session import PlayTime, Session
from game.solver.service.client import SolverClient
from game.solver.service.messages import RequestFailed, RobotRequest, RobotResponse
from game.storage.files import StorageError
from game.storage.journal import InUseError, Journal
from game.storage.library import Library, UnfinishedGame, play_time_ms
from game.storage.tournament_store import SeatFolder, TournamentFolder, TournamentStore
from game.tournament.player import Player, PlayerError, player_to_text
from game.tournament.standings import Seat, StandingRow, Tally, TournamentState, round_ranking, seat_from_text
from game.tournament.tournament import (
    GAME,
    Tournament,
    begun_round,
    closed,
    elapsed_on_return_ms,
    moment_from_text,
    moment_to_text,
    prove_round,
    read_tournament,
    round_tags,
    tournament_text,
)

MAX_S = 60.0
"""A robot that has not answered by then, plus some grace, is asked once more."""
MISSING = msg("Round {number} of {name} is missing: {reason}.")
CANNOT_BEGIN = msg("This round cannot be started: {reason}. Nobody has seen its cards.")
CANNOT_GO_ON = msg("This round cannot be continued: {reason}.")


class LocalReferee(Referee):
    """Referee of a tournament in a folder, whose rounds are played here."""

    def __init__(
        self,
        folder: TournamentFolder,
        library: Library,
        utc_now: Callable[[], datetime],
        solver: SolverClient | None = None,
    ) -> None:
        """Reads everything; without a solver no robot plays.

        Raises:
            StorageError: the tournament cannot be read.
            FileError: its file is not valid.
        """
        self.warnings: list[str] = []
        """Sentences for the player: faults found when it was read, and whether a round's time had run out."""
        self.robots_at_play: set[tuple[Player, int]] = set()  # a robot and its round
        self.robot_warning: Message | None = None  # why a robot's round is missing, as a sentence
        self._unsaved: list[tuple[Seat, int, bytes]] = []  # records that are not on disk yet
        self._unsaved_why: Message | None = None
        self._library, self._utc_now, self._solver = library, utc_now, solver
        self._played: RoundRecorder | None = None  # of the round on the table
        self._courses: dict[bytes, Course] = {}  # of rounds that others have played, by their records
        self._unfinished: tuple[Seat, int, UnfinishedGame] | None = None
        self._folders: dict[Player, SeatFolder] = {}
        self.tournament = read_tournament(folder.text())
        """The tournament being played."""
        if self.tournament.id != folder.id:
            raise FileError(None, msg("the file belongs to another tournament"))
        self.state = TournamentState(self.tournament, is_closed=folder.is_closed)
        for place in folder.seats():
            self._read_seat(place)

    # How it stands --------------------------------------------------------------------------------

    @property
    def conditions(self) -> Conditions:
        tournament = self.tournament
        return Conditions(tournament.name, tournament.game, tournament.rounds, len(self.state.seats))

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    def standings(self, after_round: int) -> Sequence[StandingRow]:
        return self.state.standings(after_round)

    def rivals(self) -> Sequence[Rival]:
        if self._played is None:
            return ()
        found = []
        for seat in self.state.seats:
            data = seat.records.get(self.round_number)
            if data is None or seat is self._played.seat or self.round_number not in seat.results:
                continue
            if data not in self._courses:
                self._courses[data] = course_of(Replay(read_record(data)))
            found.append(Rival(seat.player.label, self._courses[data].score_at))
        return found

    @property
    def running(self) -> Turn | None:
        running = self.state.running
        return None if running is None else _turn(*running)

    def due(self) -> Sequence[Turn]:
        return [_turn(seat, number) for seat, number in self.state.due()]

    @property
    def left_ms(self) -> int | None:
        if self._unfinished is None:  # another window plays it
            return None
        _, _, unfinished = self._unfinished
        return max(0, self.tournament.limit_ms - self._used_ms(unfinished.record.tags, unfinished.elapsed_ms))

    def _used_ms(self, tags: Mapping[str, str], written_ms: int) -> int:
        started = moment_from_text(tags.get("started", ""))
        return elapsed_on_return_ms(started, self._utc_now(), written_ms)

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
            unfinished = self._unfinished_in(seat, number, data)
            if unfinished is None:
                self._keep(seat, number, data)
            else:
                self._take_up(seat, number, unfinished)
        except (StorageError, FileError) as error:
            seat.spoilt.add(number)
            words = msg("Round {number} of {name} cannot be read: {reason}.")
            self.warnings.append(words.with_parts(number=number, name=seat.player.label, reason=str(error)))

    def _unfinished_in(self, seat: Seat, number: int, data: bytes) -> UnfinishedGame | None:
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
            recorder = self._gone_on_with(seat, number, unfinished)
        except InUseError:
            seat.running = number  # another window is just about to end it
            return
        if recorder.warning is not None:
            self.warnings.append(recorder.warning)
        recorder.record(*closed(recorder.game))
        recorder.finish()
        if recorder.game.outcome is Outcome.TIMEOUT:
            self.warnings.append(TIME_IS_OVER)

    def _gone_on_with(self, seat: Seat, number: int, unfinished: UnfinishedGame) -> RoundRecorder:
        game, journal, warning = self._library.resume(unfinished)
        tags = dict(unfinished.record.tags)
        recorder = RoundRecorder(self, seat, number, game, tags, journal, unfinished.elapsed_ms)
        recorder.warning = warning
        return recorder

    # Playing -------------------------------------------------------------------------------------

    def begin(self, turn: Turn) -> None:
        assert turn.seat is not None, "somebody here plays it"
        self._played = self.session = self.refused = None
        running = self.state.running
        is_new = running is None or running[0] is not turn.seat
        try:
            recorder = self._begun(turn.seat, turn.number) if is_new else self._resumed()
        except StorageError as error:
            words = CANNOT_BEGIN if is_new else CANNOT_GO_ON
            self.refused = words.with_parts(reason=str(error))
            return
        if recorder is None:
            self.refused = TIME_IS_OVER
            return
        self.let_robots_play()
        self._played, self.round_number = recorder, turn.number
        began = self._utc_now()

        def passed_ns() -> int:
            return (self._utc_now() - began) // timedelta(microseconds=1) * 1000

        time = RoundTime(recorder.game, passed_ns, recorder.elapsed_ms)
        self.session = Session(recorder.game, time, recorder)
        self.session.start()

    @property
    def player(self) -> Message:
        assert self._played is not None
        return self._played.seat.player.label

    def leave_round(self) -> None:
        if self.session is not None:
            self.session.leave()
            self._played = self.session = None
            self.look_at_clock()

    def _begun(self, seat: Seat, number: int) -> RoundRecorder:
        """Opens a round that nobody has seen; its time starts now.

        Raises:
            StorageError: it cannot be written, so it is not started.
        """
        game = Game(self.tournament.deal(number))
        started = {"started": moment_to_text(self._utc_now())}
        tags = {**started, **round_tags(self.tournament, seat.player, number)}
        journal = self._folders[seat.player].begin(number, record_text(game, tags).encode())
        seat.running = number
        return RoundRecorder(self, seat, number, game, tags, journal, 0)

    def look_at_clock(self) -> None:
        """Updates the running round's time: its table was left, or a while has passed."""
        if self.state.running is not None:
            seat, number = self.state.running
            seat.running, self._unfinished = None, None
            self._read_round(seat, number)

    def _resumed(self) -> RoundRecorder | None:
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
            self._unsaved.append((seat, number, text))
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

    @property
    def unsaved(self) -> Message | None:
        return self._unsaved_why

    def save(self) -> Message | None:
        self._unsaved_why = None
        while self._unsaved:
            seat, number, text = self._unsaved[0]
            try:
                self._folders[seat.player].put(number, text)
            except StorageError as error:
                self._unsaved_why = msg(
                    "Round {number} of {name} has not been saved yet: {reason}.",
                    number=number,
                    name=seat.player.label,
                    reason=str(error),
                )
                break
            del self._unsaved[0]
        return self._unsaved_why

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

    # What is proved -------------------------------------------------------------------------------

    def proof_refusal(self, number: int) -> Message | None:
        if number <= self.state.complete_rounds:
            return None
        return WATCHED_LATER.with_parts(number=number)

    def prove(self, number: int, asking: PendingRequest, then: Callable[[Proof], None]) -> None:
        seats = [seat for seat in self.state.seats if number in seat.records]
        games = [
            Proved(
                PlayedRound(seat.player.name, seat.player.kind, seat.records[number].decode(), 0),
                seat.results[number],
            )
            for seat in seats
        ]
        ranked = round_ranking({at: Tally.of(game.result) for at, game in enumerate(games)})
        proved = tuple([games[at]._replace(rank=rank) for rank, at, _ in ranked])
        then(Proof(number, Checked((), proved)))

    # Robots --------------------------------------------------------------------------------------

    def let_robots_play(self) -> None:
        """Has robots play their missing rounds, up to the last that a person here has started."""
        self.robot_warning = None
        persons = [seat for seat in self.state.seats if seat.is_here and not seat.player.is_robot]
        rounds = range(1, self.tournament.rounds + 1)
        begun = [number for number in rounds if any(seat.is_taken(number) for seat in persons)]
        for seat, first in self.state.robots_due():
            for number in range(first, max(begun, default=0) + 1):
                if not seat.is_taken(number) and (seat.player, number) not in self.robots_at_play:
                    self._have_played(seat, number)

    def _have_played(self, seat: Seat, number: int) -> None:
        if self._solver is None:
            return
        player, tournament = seat.player, self.tournament
        self.robots_at_play.add((player, number))
        self._solver.warm(tournament.game)
        assert player.strength is not None, "a robot has its strength"
        deal = tournament.deals[number - 1]
        question = RobotRequest(
            tournament.game,
            MAX_S,
            deal=deal if isinstance(deal, int) else deal.deck,
            strength=player.strength,
            seed=f"{tournament.id} {number} {player.name}",
            about=round_tags(tournament, player, number),
        )
        self._solver.ask(question, lambda answer: self._take(seat, number, answer))

    def _take(self, seat: Seat, number: int, answer: RobotResponse | RequestFailed) -> None:
        player = seat.player
        self.robots_at_play.discard((player, number))
        try:
            if isinstance(answer, RequestFailed):
                raise FileError(None, answer.reason)
            if not seat.is_taken(number):
                self.add_record(seat, number, answer.record.encode())
        except (StorageError, FileError) as error:
            self.robot_warning = MISSING.with_parts(number=number, name=player.label, reason=str(error))


class RoundRecorder(JournalRecorder):
    """Records a round in its seat's folder; with the action that ends it, it is scored."""

    def __init__(
        self,
        referee: LocalReferee,
        seat: Seat,
        number: int,
        game: Game,
        tags: Mapping[str, str],
        journal: Journal | None,
        elapsed_ms: int,
    ) -> None:
        super().__init__(game, tags, journal, elapsed_ms)
        self._referee, self.seat, self.number = referee, seat, number
        self.elapsed_ms = elapsed_ms
        """Time used before it was opened."""

    def finish(self) -> FinishedGame:
        self.leave()
        self._referee.finish(self.seat, self.number, record_text(self.game, self.tags).encode())
        return self.compare()


def new_tournament(
    store: TournamentStore, tournament: Tournament, players: Sequence[Player]
) -> TournamentFolder:
    """Stores a new tournament with the players who take turns here; raises StorageError if it exists."""
    seats = [f"{player_to_text(player)}\n".encode() for player in players]
    return store.add(tournament.id, tournament_text(tournament).encode(), seats)


def _turn(seat: Seat, number: int) -> Turn:
    return Turn(seat.player.label, number, seat)


class RoundTime(PlayTime):
    """Play time of a round, which nothing stops before the game is decided."""

    def pause(self) -> None:
        return
