"""Fault-tolerant distribution of work over an executor: what a lost worker was doing is given out again.

Knows `concurrent.futures` alone, an interface that process pools and clusters share; must not
know what the work is.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from typing import TypeVar

Task = TypeVar("Task", bound=Hashable)
Result = TypeVar("Result")

MOST_LOSSES = 5


class WorkersLostError(RuntimeError):
    """The workers of one task got lost again and again."""


def distribute(
    work: Callable[[Task], Result],
    next_task: Callable[[], Task | None],
    executor: Executor,
    at_once: int,
    losses: tuple[type[BaseException], ...] = (CancelledError,),
) -> Iterator[tuple[Task, Result]]:
    """Each task with its result, in the order of their completion.

    `next_task` is asked while fewer than `at_once` tasks are out, and may answer None and have
    another one after the next result. A task whose result is an exception of `losses` is given out again.

    Raises:
        WorkersLostError: that did not help.
        BrokenExecutor: the executor takes no more work; nothing of what is out will come.
    """
    out: dict[Future[Result], Task] = {}
    again: deque[Task] = deque()
    lost: Counter[Task] = Counter()
    try:
        while True:
            while len(out) < at_once:
                task = again.popleft() if again else next_task()
                if task is None:
                    break
                out[executor.submit(work, task)] = task
            if not out:
                return
            for future in wait(out, return_when=FIRST_COMPLETED).done:
                task = out.pop(future)
                try:
                    result = future.result()
                except losses as loss:
                    lost[task] += 1
                    if lost[task] > MOST_LOSSES:
                        raise WorkersLostError(
                            f"the workers got lost {MOST_LOSSES} times at {task}"
                        ) from loss
                    again.append(task)
                else:
                    yield task, result
    finally:
        for future in out:
            future.cancel()
