"""The judge of Spider: its file, and that it reckons the same however it is run."""

import os
import subprocess
import sys

import pytest

from game.solver.answer import SolverError
from game.solver.spider.judge import LEARNED, NET, file_of, judge_bytes, net_for, read_judge

PROMISED = """
from game.play.deal import deal_number
from game.rules.spider import Spider
from game.solver.spider.plans import choice, to_follow, looked_further, work_for
from game.solver.spider.judge import net_for
found = choice(Spider(), deal_number(Spider(), 5).position, 12)
net, work = net_for(4), work_for(2)
further = looked_further(to_follow(found.best, found.shorter)[:2], found.unseen, net, 2, work)
print([(way.moves, way.worth) for way in [*found.best, *found.shorter, *further]])
"""


@pytest.mark.thorough
def test_compiled_and_plain_it_promises_the_same():
    told = {}
    for plain in ("0", "1"):
        surroundings = {**os.environ, "PATIENCE_PLAIN": plain}
        command = [sys.executable, "-c", PROMISED]
        run = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True)
        told[plain] = run.stdout
    assert told["0"] == told["1"] != ""


@pytest.mark.parametrize("suits", LEARNED)
def test_a_judge_comes_with_the_program_and_tells_how_it_was_learned(suits):
    header = file_of(suits).read_bytes().split(b"\n\n")[0].decode()
    assert header.splitlines()[:2] == ["patience-judge 1", f"suits {suits}"]
    assert "learned by python -m tools.spider_judge" in header
    assert len(net_for(suits)) == NET


def test_what_is_written_can_be_read():
    net = [at / 1024 for at in range(NET)]
    assert read_judge(judge_bytes(net, 2, "by hand"), 2) == tuple(net)


@pytest.mark.parametrize("place", [0, 20, -1])
def test_a_damaged_judge_is_refused(place):
    data = bytearray(judge_bytes([0.5] * NET, 4, "by hand"))
    data[place] ^= 1
    with pytest.raises(SolverError):
        read_judge(bytes(data), 4)


def test_a_judge_of_other_suits_is_refused():
    with pytest.raises(SolverError):
        read_judge(judge_bytes([0.5] * NET, 4, "by hand"), 2)
    with pytest.raises(SolverError):
        read_judge(judge_bytes([0.5] * NET, 4, "by hand")[:-4], 4)
