"""Workers of `certify`: processes of this machine, or a cluster of dask.distributed.

Both are known by their executor alone. What a lost worker was doing is given out again; must not know
what the work is.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import re
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import NamedTuple, TypeVar

from game.cli.command import WRONG_COMMAND, WRONG_INPUT, CommandError

Task = TypeVar("Task", bound=Hashable)
Result = TypeVar("Result")

MAX_LOSSES = 5


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
                    if lost[task] > MAX_LOSSES:
                        raise WorkersLostError(f"the workers got lost {MAX_LOSSES} times at {task}") from loss
                    again.append(task)
                else:
                    yield task, result
    finally:
        for future in out:
            future.cancel()


MAX_JOBS = 256
REACH_S = 10
"""Time in which a cluster has to answer, in seconds."""
SCHEDULER = re.compile(r"((tcp|tls|ws|wss)://)?([^\s/:\[\]]+|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}/?")
"""The address of a scheduler, as `tcp://HOST:8786`."""


class Team(NamedTuple):
    """An executor, how many pieces of work it is given at a time, and how losses of workers show."""

    executor: Executor
    at_once: int
    losses: tuple[type[BaseException], ...]


Workers = Callable[[], AbstractContextManager[Team]]
"""Calls a team together, a new one each time, for as long as a context lasts."""


def chosen_workers(chosen: argparse.Namespace) -> Workers:
    """The workers that the command line asks for: `--jobs` or `--scheduler`.

    Raises:
        CommandError: it asks for both, or for no sensible number.
    """
    jobs, address = chosen.jobs, chosen.scheduler
    if jobs is None:
        return partial(processes, cpus()) if address is None else partial(cluster, address)
    if address is not None:
        raise CommandError("a cluster has its own workers: --jobs is for this machine", WRONG_COMMAND)
    if not (jobs.isascii() and jobs.isdigit() and len(jobs) < 9 and 1 <= int(jobs) <= MAX_JOBS):
        why = f"“{jobs[:40]}” is not a number of processes from 1 to {MAX_JOBS}"
        raise CommandError(why, WRONG_COMMAND)
    return partial(processes, int(jobs))


def cpus() -> int:
    """Returns the number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


@contextmanager
def processes(jobs: int) -> Iterator[Team]:
    """That many processes of this machine, ended at once if the work is interrupted."""
    # Forking would copy whatever threads hold just now; kernels are compiled with threads about.
    context, others = multiprocessing.get_context("spawn"), multiprocessing.active_children()
    pool = ProcessPoolExecutor(jobs, context, initializer=_depend_on_the_parent)
    try:
        yield Team(pool, 2 * jobs, (CancelledError,))
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - set(others):
            child.terminate()
        raise
    pool.shutdown()


def _depend_on_the_parent() -> None:
    """Interrupts are the parent's to act on; and a worker ends when the parent is gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[Team]:
    """The cluster whose scheduler stands at `address`.

    Raises:
        CommandError: distributed is not installed, or no such scheduler or worker is there.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError as missing:
        why = "--scheduler needs the package distributed: pip install -e '.[cluster]'"
        raise CommandError(why, WRONG_INPUT) from missing
    if not SCHEDULER.fullmatch(address):  # a client that is made for it says so twenty seconds later
        raise CommandError(f"“{address[:80]}” is not the address of a scheduler", WRONG_COMMAND)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=REACH_S, set_as_default=False)
    except ValueError as wrong:
        raise CommandError(f"“{address[:80]}” is not the address of a scheduler", WRONG_COMMAND) from wrong
    except OSError as wrong:
        raise CommandError(f"no scheduler answers at {address[:80]}", WRONG_INPUT) from wrong
    with client:
        at_once = 2 * sum(client.ncores().values())
        if not at_once:
            raise CommandError(f"the cluster at {address[:80]} has no workers", WRONG_INPUT)
        # Not "pure": a piece that is given out again is computed again.
        executor = client.get_executor(pure=False)
        try:
            yield Team(executor, at_once, (CancelledError, KilledWorker))
        except WorkersLostError:
            raise
        except (ImportError, RuntimeError) as wrong:
            why = f"the cluster at {address[:80]} cannot run this program: its scheduler and its workers are"
            raise CommandError(
                f"{why} to be started in a copy of it, with PYTHONPATH=.", WRONG_INPUT
            ) from wrong
        finally:
            executor.shutdown(wait=False)
