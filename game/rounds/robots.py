"""Robots of a tournament play in the background, each round once a person has begun it.

Knows the tournament at this machine and the way to the solver's process; must not know how a
robot plays or how anything looks.
"""

from __future__ import annotations

from game.message import msg
from game.play.lines import FileError
from game.rounds.local import LocalTournament
from game.solver.service.client import Solver
from game.solver.service.messages import Failed, Played, PlayRobot
from game.storage.files import StorageError
from game.tournament.rounds import about_round
from game.tournament.state import Seat

MAX_S = 60.0
"""A robot that has not answered after this and some grace is asked once more."""

NOT_PLAYED = msg("Round {number} of {name} is not what this robot plays here; it was taken out.")
UNCHECKED = msg("Round {number} of {name} could not be checked: {reason}.")
MISSING = msg("Round {number} of {name} is missing: {reason}.")


def let_robots_play(solver: Solver, local: LocalTournament) -> None:
    """Has the robots play what they have not yet of the rounds that a person here has begun.

    What came from a file as a robot's is played again too: nothing else proves it.
    """
    local.robot_trouble = None
    for seat in local.state.seats:
        for number in [*seat.unproven]:
            if (seat.player, number) not in local.robots_at_play:
                _ask(solver, local, seat, number)
    begun = _begun_by_persons(local)
    for seat, first in local.state.robots_due():
        for number in range(first, begun + 1):
            if not seat.is_taken(number) and (seat.player, number) not in local.robots_at_play:
                _ask(solver, local, seat, number)


def _begun_by_persons(local: LocalTournament) -> int:
    """The last round that a person here has begun, 0 before the first."""
    persons = [seat for seat in local.state.seats if seat.is_here and not seat.player.is_robot]
    rounds = range(local.tournament.rounds, 0, -1)
    return next((number for number in rounds if any(seat.is_taken(number) for seat in persons)), 0)


def _ask(solver: Solver, local: LocalTournament, seat: Seat, number: int) -> None:
    player, tournament = seat.player, local.tournament
    local.robots_at_play.add((player, number))
    solver.warm(tournament.game)
    assert player.strength is not None, "a robot has its strength"
    deal = tournament.deals[number - 1]
    question = PlayRobot(
        tournament.game,
        MAX_S,
        deal=deal if isinstance(deal, int) else deal.deck,
        strength=player.strength,
        seed=f"{tournament.id} {number} {player.name}",
        about=about_round(tournament, player, number),
    )
    solver.ask(question, lambda answer: _take(local, seat, number, answer))


def _take(local: LocalTournament, seat: Seat, number: int, answer: Played | Failed) -> None:
    local.robots_at_play.discard((seat.player, number))
    if seat not in local.state.seats or not (seat.is_here or number in seat.unproven):
        return  # it was removed meanwhile
    try:
        if isinstance(answer, Failed):
            raise FileError(None, answer.reason)
        record = answer.record.encode()
        if number not in seat.unproven:
            local.add_record(seat, number, record)
        elif not local.seats.judge(seat, number, record):
            local.robot_trouble = NOT_PLAYED.with_parts(number=number, name=seat.player.label)
    except (StorageError, FileError) as error:
        words = UNCHECKED if number in seat.unproven else MISSING
        local.robot_trouble = words.with_parts(number=number, name=seat.player.label, reason=str(error))
