"""The way to the solver's process: answers, cancelling, deaths, and plain Python while kernels compile."""

import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from game.play.deal import deal_number
from game.rules import find_variant
from game.solver.service import FAILED, GRACE_S, STOPPED, Solver

RUSH, SPIDER = find_variant("rush"), find_variant("spider")
LONGEST_WAIT_S = 60


class Asker:
    """Asks a solver and waits for what it says."""

    def __init__(self, command: tuple[str, ...] = (sys.executable, "-m", "tests.solver.answering")) -> None:
        self._came = threading.Event()
        self.now_s = 0.0
        self.solver = Solver(self._came.set, command, lambda: self.now_s)
        self.told: list[dict[str, object]] = []

    def ask(self, ask: str, **more: object) -> int:
        return self.solver.ask(ask, RUSH, self.told.append, **more)

    def wait(self, is_enough: Callable[[], bool]) -> None:
        while not is_enough():
            assert self._came.wait(LONGEST_WAIT_S)
            self._came.clear()
            self.solver.deliver()

    def answers(self, count: int) -> list[dict[str, object]]:
        self.wait(lambda: len(self.told) >= count)
        return self.told


@pytest.fixture
def asker() -> Iterator[Asker]:
    asker = Asker()
    yield asker
    asker.solver.close()


def test_answers_are_handed_over_in_order_and_only_when_they_are_fetched(asker):
    position = deal_number(RUSH, 7).position
    number = asker.ask("speak", position=position)
    first, last = asker.answers(2)
    assert number
    assert first["id"] == last["id"]
    assert not first["is_last"]
    assert last["is_last"]
    assert RUSH.position_from_text(str(last["position"])) == position
    assert not asker.solver.is_thinking


def test_a_cancelled_question_is_not_answered(asker):
    asker.solver.cancel(asker.ask("speak", about="the first"))
    asker.ask("speak", about="the second")
    assert [told["about"] for told in asker.answers(2)] == ["the second"] * 2


def test_a_process_that_dies_is_asked_once_more(asker, tmp_path):
    asker.ask("die once", file=str(tmp_path / "died"))
    assert asker.answers(2)[-1]["is_last"]


def test_a_process_that_dies_twice_is_an_answer(asker):
    asker.ask("die")
    assert asker.answers(1)[0]["error"] == STOPPED
    asker.ask("speak")
    assert asker.answers(3)[-1]["is_last"]


def test_nonsense_is_a_death(asker):
    asker.ask("speak nonsense")
    assert asker.answers(1)[0]["error"] == STOPPED


def test_a_solver_that_cannot_be_started_says_so():
    asker = Asker(("/no/such/program",))
    asker.ask("speak")
    assert asker.told[0]["error"] == FAILED


def test_plain_python_answers_until_the_kernels_are_compiled(asker):
    asker.ask("speak")
    assert asker.answers(2)[-1]["by"] == "plain"
    warm: list[str] = []
    asker.solver.warm(RUSH, lambda: warm.append("now"))
    asker.wait(lambda: bool(warm))
    assert asker.solver.is_warm(RUSH)
    assert not asker.solver.is_warm(SPIDER)
    asker.ask("speak")
    assert asker.answers(4)[-1]["by"] == "compiled"


def test_what_plain_python_has_not_answered_goes_to_the_compiled_kernels(asker):
    asker.ask("be silent")
    next(iter(asker.solver._asked.values())).question["ask"] = "speak"  # what it is asked the second time
    warm: list[str] = []
    asker.solver.warm(RUSH, lambda: warm.append("now"))
    asker.wait(lambda: bool(warm))
    assert asker.answers(2)[-1]["by"] == "compiled"


def test_a_process_that_says_nothing_for_too_long_is_ended_and_another_is_asked(asker):
    asker.ask("be silent", seconds=5)
    asked = next(iter(asker.solver._asked.values()))
    asker.now_s = 5 + GRACE_S - 1
    asker.solver.deliver()
    assert asked.tries == 1
    asked.question["ask"] = "speak"  # what it is asked the second time
    asker.now_s += 2
    asker.solver.deliver()
    assert asker.answers(2)[-1]["is_last"]


def test_a_hint_goes_before_what_may_wait(asker):
    slow = asker.ask("solve")
    hint = asker.ask("advise")
    assert [told["ask"] for told in asker.answers(4)] == ["advise", "advise", "solve", "solve"]
    asker.solver.cancel(slow)
    asker.solver.cancel(hint)


def test_warming_twice_is_said_at_once(asker):
    warm: list[str] = []
    asker.solver.warm(RUSH, lambda: warm.append("now"))
    asker.wait(lambda: bool(warm))
    asker.solver.warm(RUSH, lambda: warm.append("again"))
    assert warm == ["now", "again"]
