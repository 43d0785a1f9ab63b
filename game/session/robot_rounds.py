"""Robots of a tournament play in the background, each round once a person has begun it.

Knows the desk and the way to the solver's process; must not know how a robot plays or how
anything looks.
"""

from __future__ import annotations

from game.session.desk import Desk
from game.solver.messages import Failed, Played, PlayRobot
from game.solver.service import Solver
from game.storage.files import StorageError
from game.tournament.book import Seat
from game.tournament.lines import FileError
from game.tournament.rounds import about_round

MOST_S = 60.0
"""A robot that has not answered after this and some grace is asked once more."""


def let_robots_play(solver: Solver, desk: Desk) -> None:
    """Has the robots play what they have not yet of the rounds that a person here has begun."""
    desk.robot_trouble = None
    begun = _begun_by_persons(desk)
    for seat, first in desk.book.robots_due():
        for number in range(first, begun + 1):
            if not seat.is_taken(number) and (seat.player.key, number) not in desk.robots_at_play:
                _ask(solver, desk, seat, number)


def _begun_by_persons(desk: Desk) -> int:
    """The last round that a person here has begun, 0 before the first."""
    persons = [seat for seat in desk.book.seats if seat.is_here and not seat.player.is_robot]
    rounds = range(desk.tournament.rounds, 0, -1)
    return next((number for number in rounds if any(seat.is_taken(number) for seat in persons)), 0)


def _ask(solver: Solver, desk: Desk, seat: Seat, number: int) -> None:
    player, tournament = seat.player, desk.tournament
    desk.robots_at_play.add((player.key, number))
    solver.warm(tournament.game)
    assert player.strength is not None, "a robot has its strength"
    question = PlayRobot(
        tournament.game,
        MOST_S,
        deal=tournament.deals[number - 1],
        strength=player.strength,
        seed=f"{tournament.id} {number} {player.name}",
        about=about_round(tournament, player, number),
    )
    solver.ask(question, lambda answer: _take(desk, seat, number, answer))


def _take(desk: Desk, seat: Seat, number: int, answer: Played | Failed) -> None:
    desk.robots_at_play.discard((seat.player.key, number))
    try:
        if isinstance(answer, Failed):
            raise FileError(None, answer.reason)
        desk.add_record(seat, number, answer.record.encode())
    except (StorageError, FileError) as error:
        desk.robot_trouble = f"Round {number} of {seat.player.label} is missing: {error}."
