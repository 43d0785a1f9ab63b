"""A robot's game follows from its seed alone: in every process, compiled or plain, with every hash seed."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOLD = """
import sys
from game.play.deal import deal_number
from game.play.record import record_text
from game.robots.robot import play
from game.robots.thinker import ROBOTS
from game.rules.rush import Rush
for draw, number in ((3, 12), (1, 5)):
    game = play(ROBOTS[sys.argv[1]], deal_number(Rush(draw=draw, limit=60), number), "evening 1 Cog")
    sys.stdout.write(record_text(game, {}))
"""


def played(strength: str, **surroundings: str) -> str:
    """The digest of two games that a robot plays in a process of its own."""
    told = subprocess.run(
        [sys.executable, "-c", TOLD, strength],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, **surroundings},
        timeout=300,
    )
    return hashlib.sha256(told.stdout).hexdigest()


@pytest.mark.parametrize("strength", ["beginner", "regular", "expert"])
def test_the_same_seed_gives_the_same_record_everywhere(strength: str):
    ways = [{"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"}, {"PYTHONHASHSEED": "3", "PATIENCE_PLAIN": "1"}]
    assert len({played(strength, **way) for way in ways}) == 1


def test_the_strongest_too():
    """Compiled alone: in plain Python it thinks for minutes (compared by hand: the same)."""
    assert len({played("master", PYTHONHASHSEED=each) for each in "12"}) == 1
