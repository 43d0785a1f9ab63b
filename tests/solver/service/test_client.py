"""The way to the solver's processes: answers, cancelling, deaths, and plain Python while kernels compile."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import psutil
import pytest

from game.play.deal import deal_number
from game.rules import find_variant
from game.solver.service import messages
from game.solver.service.client import FAILED, IDLE_S, STOPPED, SolverClient
from game.solver.service.process import GRACE_S, SolverProcess

RUSH, SPIDER = find_variant("rush"), find_variant("spider")
MAX_WAIT_S = 60
ANSWERING = (sys.executable, "-m", "tests.solver.service.answering")
DEAF = (*ANSWERING, "deaf")
SOLVE = messages.SolveRequest(RUSH, 5, deal_number(RUSH, 7).position)


def robot(strength: str, deal: int = 1, seed: object = "", seconds: float = 5) -> messages.RobotRequest:
    """A question that has the other side behave in some way (see `answering`)."""
    return messages.RobotRequest(RUSH, seconds, deal, strength, str(seed), {})


def saying(answer: bytes, how: str = "say") -> messages.RobotRequest:
    """A question that is answered by these bytes."""
    return robot(how, seed=answer.hex())


class Asker:
    """Asks a solver and waits for what it says."""

    def __init__(self, command: tuple[str, ...] = ANSWERING) -> None:
        self.came = threading.Event()
        self.woken = 0
        self.now_s = 0.0
        self.solver = SolverClient(self._wake, command, lambda: self.now_s)
        self.told: list[messages.SolverResponse] = []

    def _wake(self) -> None:
        self.woken += 1
        self.came.set()

    def ask(self, question: messages.SolverRequest[Any]) -> int:
        return self.solver.ask(question, self.told.append)

    def wait(self, is_enough: Callable[[], bool]) -> None:
        while not is_enough():
            assert self.came.wait(MAX_WAIT_S)
            self.came.clear()
            self.solver.deliver()

    def answers(self, count: int) -> list[messages.SolverResponse]:
        self.wait(lambda: len(self.told) >= count)
        return self.told

    def records(self, count: int) -> list[str]:
        return [answer.record for answer in self.answers(count) if isinstance(answer, messages.RobotResponse)]

    def warm(self) -> None:
        self.solver.warm(RUSH)
        self.wait(lambda: self.solver.is_warm(RUSH))

    def process(self, is_plain: bool = True) -> SolverProcess:
        return self.solver.processes[is_plain]

    def child(self) -> psutil.Process:
        """The real process that was started last."""
        return max(psutil.Process().children(), key=lambda process: process.create_time())


@pytest.fixture
def asker() -> Iterator[Asker]:
    asker = Asker()
    yield asker
    asker.solver.close()


def test_answers_are_handed_over_in_order_and_only_when_they_are_fetched(asker):
    assert asker.ask(SOLVE)
    home = RUSH.home(SOLVE.position)
    first, last = asker.answers(2)
    assert first == messages.SolveProgress(home, 1)
    assert last.nodes == 2
    assert not asker.solver.is_thinking


def test_a_call_for_processes_that_were_ended_keeps_no_later_one_away(asker):
    asker.ask(SOLVE)
    assert asker.came.wait(MAX_WAIT_S)
    asker.solver.close()
    asker.solver.deliver()
    asker.came.clear()
    asker.ask(SOLVE)
    assert isinstance(asker.answers(2)[1], messages.SolveResponse)


def test_a_cancelled_question_is_not_answered(asker):
    asker.solver.cancel(asker.ask(robot("play", 1)))
    asker.ask(robot("play", 2))
    assert asker.records(1) == ["play plain 2"]


def test_a_process_that_dies_is_asked_once_more_and_a_second_death_is_an_answer(asker, tmp_path):
    asker.ask(robot("die once", seed=tmp_path / "died"))
    assert asker.records(1) == ["die once plain 1"]
    asker.ask(robot("die"))
    assert asker.answers(2)[1] == messages.RequestFailed(STOPPED)
    asker.ask(robot("play"))
    assert asker.records(3)[-1] == "play plain 1"


def test_what_compiled_kernels_die_over_twice_is_answered_by_plain_python(asker):
    asker.warm()
    asker.ask(robot("die", seed="compiled"))
    assert asker.records(1) == ["die plain 1"]


def test_a_solver_that_cannot_be_started_says_so():
    asker = Asker(("/no/such/program",))
    asker.ask(SOLVE)
    assert asker.answers(1) == [messages.RequestFailed(FAILED)]


def test_plain_python_answers_until_the_kernels_are_compiled_and_what_it_has_not_answered_goes_to_them(asker):
    asker.ask(robot("play"))
    assert asker.records(1) == ["play plain 1"]
    asker.ask(robot("be silent", seed="plain"))
    asker.warm()
    assert asker.solver.is_warm(RUSH)
    assert not asker.solver.is_warm(SPIDER)
    assert asker.records(2)[-1] == "be silent compiled 1"
    asker.ask(robot("play"))
    assert asker.records(3)[-1] == "play compiled 1"


def test_a_process_that_says_nothing_for_too_long_is_ended_and_another_is_asked(asker, tmp_path):
    asker.ask(robot("be silent until", seed=tmp_path / "speak", seconds=5))
    asker.ask(robot("play"))
    asker.answers(1)  # the second: both have been read
    silent = asker.process()
    asker.now_s = 5 + GRACE_S - 1
    asker.solver.deliver()
    assert asker.process() is silent
    assert asker.solver.next_tick_s == pytest.approx(1, abs=0.01)
    (tmp_path / "speak").touch()
    asker.now_s += 2
    assert asker.solver.next_tick_s == pytest.approx(0, abs=0.01)
    asker.solver.deliver()
    assert asker.process() is not silent
    assert asker.records(2)[-1] == "be silent until plain 1"
    assert asker.solver.next_tick_s == pytest.approx(IDLE_S, abs=0.01)


def test_a_question_behind_others_is_not_late_before_its_turn(asker, tmp_path):
    for deal in (1, 2, 3):
        asker.ask(robot("be silent until", deal, seed=tmp_path / "speak", seconds=50))
    asker.ask(robot("play"))
    asker.answers(1)  # the last: all have been read
    process = asker.process()
    asker.now_s += 50 + GRACE_S - 1
    asker.solver.deliver()
    assert asker.process() is process


def test_a_hint_goes_before_what_may_wait(asker):
    asker.ask(SOLVE)
    asker.ask(robot("play"))
    assert [type(answer) for answer in asker.answers(3)] == [
        messages.RobotResponse,
        messages.SolveProgress,
        messages.SolveResponse,
    ]


def test_warming_twice_is_asked_once(asker):
    asker.solver.warm(RUSH)
    asker.solver.warm(RUSH)
    assert asker.process(is_plain=False).unwritten <= 1
    asker.wait(lambda: asker.solver.is_warm(RUSH))
    asker.solver.warm(RUSH)
    assert asker.solver.next_tick_s == pytest.approx(IDLE_S, abs=0.01)  # nothing is asked


# Processes only while they are needed ---------------------------------------------------------------
def test_there_is_no_process_before_the_first_question(asker):
    asker.solver.deliver()
    assert not asker.solver.processes
    assert asker.solver.next_tick_s is None


def test_processes_end_a_minute_after_the_last_answer_and_start_again_when_something_is_asked(asker):
    asker.warm()
    asker.now_s = 5.0
    asker.ask(robot("play"))
    assert asker.records(1) == ["play compiled 1"]
    child = asker.child()
    asker.now_s = 5.0 + IDLE_S - 1
    asker.solver.deliver()
    assert asker.solver.processes
    assert asker.solver.next_tick_s == pytest.approx(1, abs=0.01)
    asker.now_s += 1
    asker.solver.deliver()
    assert not asker.solver.processes
    assert not asker.solver.is_warm(RUSH)
    assert asker.solver.next_tick_s is None
    child.wait(MAX_WAIT_S)
    asker.ask(robot("play"))
    assert asker.records(2)[-1] == "play plain 1"


def test_a_process_that_is_still_asked_does_not_end(asker, tmp_path):
    asker.ask(robot("be silent until", seed=tmp_path / "speak", seconds=10 * IDLE_S))
    asker.now_s = 2 * IDLE_S
    asker.solver.deliver()
    process = asker.process()
    asker.solver.cancel(1)
    asker.now_s += IDLE_S - 1
    asker.solver.deliver()
    assert asker.process() is process  # a minute is counted from when it was cancelled
    asker.now_s += 1
    asker.solver.deliver()
    assert not asker.solver.processes


# Processes that do not listen ----------------------------------------------------------------------
MANY = 2000
"""Questions; a pipe holds some 145 of them."""


def in_time(work: Callable[[], object]) -> None:
    """Does something in a thread; fails when it does not come back."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(MAX_WAIT_S)
    assert not thread.is_alive()


def test_a_process_that_never_reads_holds_nobody_up():
    asker = Asker(DEAF)

    def play() -> None:
        for deal in range(MANY):
            number = asker.ask(SOLVE)
            asker.solver.deliver()
            if deal < MANY - 1:
                asker.solver.cancel(number)

    in_time(play)
    process = asker.process()
    assert process.unwritten < MANY / 2  # what was withdrawn does not pile up
    asker.now_s = SOLVE.seconds + GRACE_S + 1
    in_time(asker.solver.deliver)
    assert asker.process() is not process
    in_time(asker.solver.close)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_a_process_that_is_stopped_holds_nobody_up_and_is_replaced(asker):
    asker.ask(robot("play"))
    asker.answers(1)
    stopped = asker.child()
    os.kill(stopped.pid, signal.SIGSTOP)

    def play() -> None:
        for _ in range(MANY):
            asker.solver.cancel(asker.ask(SOLVE))
            asker.solver.deliver()
        asker.ask(robot("play", 2))

    in_time(play)
    assert asker.process().unwritten < MANY / 2
    asker.now_s = SOLVE.seconds + GRACE_S + 1
    in_time(asker.solver.deliver)
    assert asker.records(2)[-1] == "play plain 2"
    assert asker.child().pid != stopped.pid
    stopped.wait(MAX_WAIT_S)  # who is stopped is ended by SIGKILL alone


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_a_program_ends_while_its_solver_is_stopped():
    program = """
import os, signal, threading
from tests.solver.service.test_client import MANY, SOLVE, Asker, robot
asker = Asker()
asker.ask(robot("play"))
asker.answers(1)
child = asker.child()
os.kill(child.pid, signal.SIGSTOP)
for _ in range(MANY):
    asker.ask(SOLVE)
asker.solver.close()
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=MAX_WAIT_S, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")


# Processes that say what is no answer --------------------------------------------------------------
def line(**fields: object) -> bytes:
    return json.dumps(fields).encode() + b"\n"


NONSENSE = {
    "no JSON": b"{\n",
    "an unknown id": line(id=999_999, answer="played", record="x"),
    "no line end": b"x" * 5_000_000,
}


@pytest.mark.parametrize("nonsense", NONSENSE.values(), ids=NONSENSE.keys())
def test_nonsense_is_a_death(asker, nonsense):
    asker.ask(saying(nonsense))
    assert asker.answers(1) == [messages.RequestFailed(STOPPED)]
    asker.ask(robot("play"))
    assert asker.records(2) == ["play plain 1"]


@pytest.mark.parametrize("flood", [b"x", b"nonsense\n"])
def test_a_flood_is_a_death(asker, flood):
    asker.ask(saying(flood * 1000, how="flood"))
    assert asker.answers(1) == [messages.RequestFailed(STOPPED)]


def test_a_flood_of_whole_answers_is_a_death_and_wakes_nobody_again_and_again():
    progress = line(id=2, answer="searching", value=1, nodes=1) * 100
    others = psutil.Process().children()  # servers of other tests of this process
    flood = (sys.executable, "-c", f"import os\nos.read(0, 1)\nwhile True: os.write(1, {progress!r})")
    asker = Asker(flood)
    asker.ask(SOLVE)
    assert asker.came.wait(MAX_WAIT_S)
    for child in {*psutil.Process().children()} - {*others}:  # none if it is dead already
        child.wait(MAX_WAIT_S)
    assert asker.woken == 1
    in_time(asker.solver.close)


def test_what_was_not_asked_for_is_a_death():
    liar = (
        sys.executable,
        "-c",
        f"import os\nos.read(0, 1)\nos.write(1, {line(id=2, answer='advised', advice=[], is_last=True)!r})",
    )
    asker = Asker(liar)
    asker.ask(messages.WarmUpRequest(RUSH, 5))
    assert asker.answers(1) == [messages.RequestFailed(STOPPED)]
    asker.solver.close()
