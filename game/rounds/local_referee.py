"""Referee on this machine: rounds are sessions whose time nothing stops.

Robots play in the background, each round once a person has started it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from game.message import Message, msg
from game.play.course import Course, Rival, course_of
from game.play.lines import FileError
from game.play.record import read_record
from game.play.replay import Replay
from game.rounds.local import LocalTournament, OpenRound, RoundRecorder
from game.rounds.port import TIME_IS_OVER, WATCHED_LATER, Conditions, Proof, Referee, Turn
from game.session.session import PlayTime, Session
from game.solver.service.client import SolverClient
from game.solver.service.messages import RequestFailed, RobotRequest, RobotResponse
from game.storage.files import StorageError
from game.tournament.rounds import round_tags
from game.tournament.standings import StandingRow
from game.tournament.state import Seat

CANNOT_BEGIN = msg("This round cannot be started: {reason}. Nobody has seen its cards.")
CANNOT_GO_ON = msg("This round cannot be continued: {reason}.")


class LocalReferee(Referee):
    """Referee of a tournament on this machine, where players take turns."""

    def __init__(self, local: LocalTournament, solver: SolverClient) -> None:
        self.local, self._solver = local, solver
        self._opened: OpenRound | None = None
        self._proof: Proof | None = None
        self._courses: dict[bytes, Course] = {}  # of rounds that others have played, by their records

    @property
    def conditions(self) -> Conditions:
        tournament = self.local.tournament
        return Conditions(tournament.name, tournament.game, tournament.rounds, len(self.local.state.seats))

    @property
    def is_over(self) -> bool:
        return self.local.state.is_over

    def standings(self, after_round: int) -> Sequence[StandingRow]:
        return self.local.state.standings(after_round)

    def rivals(self) -> Sequence[Rival]:
        if self._opened is None:
            return ()
        found = []
        for seat in self.local.state.seats:
            data = seat.records.get(self.round_number)
            if data is None or seat is self._opened.seat or self.round_number not in seat.results:
                continue
            if data not in self._courses:
                self._courses[data] = course_of(Replay(read_record(data)))
            found.append(Rival(seat.player.label, self._courses[data].score_at))
        return found

    @property
    def running(self) -> Turn | None:
        running = self.local.state.running
        return None if running is None else _turn(*running)

    def due(self) -> Sequence[Turn]:
        return [_turn(seat, number) for seat, number in self.local.state.due()]

    @property
    def left_ms(self) -> int | None:
        return self.local.left_ms  # None when another window plays it

    def begin(self, turn: Turn) -> None:
        assert turn.seat is not None, "somebody here plays it"
        self._opened = self.session = self.refused = None
        running = self.local.state.running
        is_new = running is None or running[0] is not turn.seat
        try:
            opened = self.local.begin(turn.seat, turn.number) if is_new else self.local.resume()
        except StorageError as error:
            words = CANNOT_BEGIN if is_new else CANNOT_GO_ON
            self.refused = words.with_parts(reason=str(error))
            return
        if opened is None:
            self.refused = TIME_IS_OVER
            return
        self.let_robots_play()
        self._opened, self.round_number = opened, turn.number
        began = self.local.utc_now()

        def passed_ns() -> int:
            return (self.local.utc_now() - began) // timedelta(microseconds=1) * 1000

        time = RoundTime(opened.game, passed_ns, opened.elapsed_ms)
        self.session = Session(opened.game, time, RoundRecorder(self.local, opened))
        self.session.start()

    def poll(self) -> None:
        return

    @property
    def player(self) -> Message:
        assert self._opened is not None
        return self._opened.seat.player.label

    def leave_round(self) -> None:
        if self.session is not None:
            self.session.leave()
            self._opened = self.session = None
            self.local.look_at_clock()

    @property
    def unsaved(self) -> Message | None:
        return self.local.unsaved_why

    def save(self) -> Message | None:
        return self.local.save()

    def proof_refusal(self, number: int) -> Message | None:
        if number <= self.local.state.complete_rounds:
            return None
        return WATCHED_LATER.with_parts(number=number)

    def ask_proof(self, number: int) -> None:
        self._proof = Proof(number, self.local.checked(number))

    def take_proof(self) -> Proof | None:
        proof, self._proof = self._proof, None
        return proof

    def let_robots_play(self) -> None:
        """Has robots play the rounds that people have started."""
        let_robots_play(self._solver, self.local)


def _turn(seat: Seat, number: int) -> Turn:
    return Turn(seat.player.label, number, seat)


class RoundTime(PlayTime):
    """Play time of a round, which nothing stops before the game is decided."""

    def pause(self) -> None:
        return


# Robots -----------------------------------------------------------------------------------------------

MAX_S = 60.0
"""A robot that has not answered by then, plus some grace, is asked once more."""

MISSING = msg("Round {number} of {name} is missing: {reason}.")


def let_robots_play(solver: SolverClient, local: LocalTournament) -> None:
    """Lets robots play the missing rounds that a person here has started."""
    local.robot_warning = None
    begun = _begun_by_persons(local)
    for seat, first in local.state.robots_due():
        for number in range(first, begun + 1):
            if not seat.is_taken(number) and (seat.player, number) not in local.robots_at_play:
                _ask(solver, local, seat, number)


def _begun_by_persons(local: LocalTournament) -> int:
    """Number of the last round that a person here has started, 0 before the first."""
    persons = [seat for seat in local.state.seats if seat.is_here and not seat.player.is_robot]
    rounds = range(local.tournament.rounds, 0, -1)
    return next((number for number in rounds if any(seat.is_taken(number) for seat in persons)), 0)


def _ask(solver: SolverClient, local: LocalTournament, seat: Seat, number: int) -> None:
    player, tournament = seat.player, local.tournament
    local.robots_at_play.add((player, number))
    solver.warm(tournament.game)
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
    solver.ask(question, lambda answer: _take(local, seat, number, answer))


def _take(local: LocalTournament, seat: Seat, number: int, answer: RobotResponse | RequestFailed) -> None:
    local.robots_at_play.discard((seat.player, number))
    try:
        if isinstance(answer, RequestFailed):
            raise FileError(None, answer.reason)
        if not seat.is_taken(number):
            local.add_record(seat, number, answer.record.encode())
    except (StorageError, FileError) as error:
        local.robot_warning = MISSING.with_parts(number=number, name=seat.player.label, reason=str(error))
