"""Robots in the solver's process: a question becomes a record."""

import subprocess
import sys
from dataclasses import replace

from game.play.deal import deal_number
from game.play.record import read_record
from game.robots.robot import play
from game.robots.thinker import ROBOTS
from game.robots.worker import played
from game.rules.rush import Rush
from game.solver.service.messages import RequestFailed, RobotRequest, RobotResponse
from game.tournament.player import Player
from game.tournament.rounds import about_round, prove_round
from tests.tournament.rounds import EVENING

COG = Player("Cog", "robot regular")
QUESTION = RobotRequest(EVENING.game, 60, 7, "regular", "a", about_round(EVENING, COG, 1))


def test_the_record_is_a_round_of_the_tournament():
    (answer,) = played(QUESTION)
    assert isinstance(answer, RobotResponse)
    data = answer.record.encode()
    result = prove_round(data, EVENING, COG, 1)
    assert result.total == play(ROBOTS["regular"], deal_number(Rush(), 7), "a").total
    assert read_record(data).about["robot"] == "regular"


def test_an_unknown_strength_is_an_answer():
    assert [*played(replace(QUESTION, strength="strong"))] == [RequestFailed("no robot is called strong")]


def test_the_window_s_layers_do_not_load_the_solver_for_the_names_of_robots():
    told = "import sys, game.robots.cast; print('numba' in sys.modules)"
    printed = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "False"
