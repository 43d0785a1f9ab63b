"""A process that answers like the solver's own, in a way that tests can foresee.

How it behaves stands in the `about` of a robot's question; every other question it answers at once.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

from game.solver.answer import Verdict
from game.solver.service.messages import (
    Cancel,
    RobotRequest,
    RobotResponse,
    SolveProgress,
    SolveRequest,
    SolveResponse,
    SolverRequest,
    SolverResponse,
    WarmUpDone,
    answer_line,
    read_question,
)

HERE = "plain" if os.environ.get("PATIENCE_PLAIN") else "compiled"


def main() -> None:
    if "deaf" in sys.argv:
        time.sleep(3600)
    for line in sys.stdin:
        asked = read_question(line)
        if isinstance(asked, Cancel):
            continue
        number, question = asked
        assert isinstance(question, SolverRequest)
        for answer in answers(question):
            sys.stdout.write(answer_line(number, answer, question.variant))
            sys.stdout.flush()


def answers(question: SolverRequest[Any]) -> list[SolverResponse]:
    """What is said to a question."""
    match question:
        case SolveRequest():
            value = question.variant.home(question.position)
            return [SolveProgress(value, 1), SolveResponse(Verdict.GAVE_UP, value, (), 2)]
        case RobotRequest():
            return misbehaved(question)
        case _:
            return [WarmUpDone()]


def misbehaved(question: RobotRequest) -> list[SolverResponse]:
    """A robot's question, after what its strength says was done."""
    match question.strength:
        case "die" if question.seed in ("", HERE):
            os._exit(9)
        case "die once":
            if not os.path.exists(question.seed):
                Path(question.seed).touch()
                os._exit(9)
        case "be silent" if question.seed == HERE:
            return []
        case "be silent until" if not os.path.exists(question.seed):
            return []
        case "say":
            os.write(1, bytes.fromhex(question.seed))
            return []
        case "flood":
            flood = bytes.fromhex(question.seed)
            while True:
                os.write(1, flood)
    return [RobotResponse(f"{question.strength} {HERE} {question.deal}")]


if __name__ == "__main__":
    main()
