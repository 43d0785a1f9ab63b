"""Work distributed over an executor: everything comes back once, also when workers get lost."""

from collections import Counter
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor

import pytest

from game.solver.certify.distribute import MOST_LOSSES, WorkersLostError, distribute


class LostError(Exception):
    """A worker is gone."""


def tasks(count: int):
    left = iter(range(count))
    return lambda: next(left, None)


def test_every_task_comes_back_once_with_its_result():
    with ThreadPoolExecutor(3) as executor:
        results = list(distribute(lambda task: task * task, tasks(50), executor, at_once=6))
    assert sorted(results) == [(task, task * task) for task in range(50)]


def test_a_lost_task_is_given_out_again():
    tries: Counter[int] = Counter()

    def work(task: int) -> int:
        tries[task] += 1
        if task % 5 == 0 and tries[task] <= MOST_LOSSES:
            raise LostError
        return task

    with ThreadPoolExecutor(1) as executor:
        results = list(distribute(work, tasks(20), executor, at_once=3, losses=(LostError,)))
    assert sorted(results) == [(task, task) for task in range(20)]
    assert tries[5] == MOST_LOSSES + 1
    assert tries[6] == 1


def test_a_task_that_loses_every_worker_is_not_given_out_for_ever():
    def work(_: int) -> int:
        raise LostError

    with ThreadPoolExecutor(1) as executor, pytest.raises(WorkersLostError):
        list(distribute(work, tasks(3), executor, at_once=2, losses=(LostError,)))


def test_any_other_exception_is_the_callers():
    with ThreadPoolExecutor(1) as executor, pytest.raises(ZeroDivisionError):
        list(distribute(lambda task: 1 // task, tasks(3), executor, at_once=2, losses=(LostError,)))


def test_a_broken_executor_is_the_callers():
    class Broken(ThreadPoolExecutor):
        def submit(self, *what, **how) -> Future:
            raise BrokenExecutor

    with Broken(1) as executor, pytest.raises(BrokenExecutor):
        list(distribute(lambda task: task, tasks(3), executor, at_once=2))


def test_no_more_is_out_at_once_than_was_said():
    class Counting(ThreadPoolExecutor):
        out = most = 0

        def submit(self, *what, **how) -> Future:
            self.out += 1
            self.most = max(self.most, self.out)
            return super().submit(*what, **how)

    with Counting(2) as executor:
        for _ in distribute(lambda task: task, tasks(30), executor, at_once=4):
            executor.out -= 1
    assert executor.most == 4


def test_a_result_may_bring_more_to_do():
    todo = [3]

    def next_task():
        return todo.pop() if todo else None

    done = []
    with ThreadPoolExecutor(2) as executor:
        for task, _ in distribute(lambda task: task, next_task, executor, at_once=4):
            done.append(task)
            todo += [task - 1] * 2 if task else []
    assert Counter(done) == {3: 1, 2: 2, 1: 4, 0: 8}


def test_what_is_out_is_called_back_when_the_caller_stops():
    with ThreadPoolExecutor(1) as executor:
        results = distribute(lambda task: task, tasks(10_000), executor, at_once=8)
        next(results)
        results.close()  # without an end the pool would not shut down before all was done
