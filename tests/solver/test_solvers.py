"""The table of solvers: every game stands in it, and under each name stands that game's own."""

import pytest

from game.rules import VARIANTS
from game.solver.solve import SOLVERS

ROOMS = {
    "rush": "klondike",
    "spider": "spider",
    "one-three-back": "one_three_back",
    "three-shuffles": "three_shuffles",
}


def test_every_game_has_a_solver():
    assert {*SOLVERS} == {*VARIANTS}


@pytest.mark.parametrize("name", VARIANTS)
def test_each_stands_under_its_own_name(name):
    room = f"game.solver.{ROOMS[name]}"
    assert SOLVERS[name]().solve.__module__.startswith(room)
    assert SOLVERS[name]().advise.__module__.startswith(room)
