"""A real cluster of dask.distributed: two worker processes, of which one is killed in the middle."""

import gc
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from distributed import LocalCluster

from game.rules import find_variant
from tests.commands import refusal
from tests.tools import unlucky
from tools.certify.deciding import Effort, certify
from tools.certify.verdicts import HARD, Verdicts, read
from tools.certify.workers import cluster

COUNT = 120
BRIEF, LONG = Effort(nodes=500), Effort(nodes=20_000)
RUSH = find_variant("rush", ["draw=1"])

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The scheduler of a cluster of two processes, each watched over by a nanny."""
    how = {"dashboard_address": None, "host": "127.0.0.1", "silence_logs": "CRITICAL"}
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **how) as running:
        yield running.scheduler_address


@pytest.fixture(scope="module")
def expected() -> bytes:
    """What one process makes of the same deals."""
    verdicts = Verdicts(RUSH, 0, COUNT)
    with ThreadPoolExecutor(1) as executor:
        list(certify(verdicts, executor, LONG, 1, brief=BRIEF))
    return bytes(verdicts.letters)


@pytest.fixture(autouse=True)
def _no_half_started_clients() -> Iterator[None]:
    """A client that found no scheduler is closed by the collector: here, where nothing is being started.

    In the middle of starting the next one it would wait for ever for the lock that its own thread holds.
    """
    yield
    gc.collect()


def kill_whoever_has_the_unlucky_deal(folder: str) -> int:
    until_s = time.monotonic() + unlucky.WAIT_S
    while time.monotonic() < until_s:
        for process, first, how_many in unlucky.started(folder):
            if unlucky.UNLUCKY in range(first, first + how_many):
                os.kill(process, signal.SIGKILL)
                return process
        time.sleep(0.01)
    raise AssertionError("nobody was given the unlucky deal")


@pytest.mark.skipif(os.name != "posix", reason="only there a process can be killed so")
def test_every_deal_is_decided_once_although_a_worker_is_killed(address, expected, tmp_path):
    verdicts, told = Verdicts(RUSH, 0, COUNT), Counter()
    with cluster(address) as (executor, at_once, losses), ThreadPoolExecutor(1) as beside:
        assert at_once == 4
        decide = partial(unlucky.decide, str(tmp_path))
        killing = beside.submit(kill_whoever_has_the_unlucky_deal, str(tmp_path))
        killing.add_done_callback(lambda _: (tmp_path / "killed").touch())
        for found in certify(verdicts, executor, LONG, at_once, losses, decide=decide, brief=BRIEF):
            told.update(found.first + at for at, letter in enumerate(found.letters) if letter != HARD)
        killed = killing.result()
    assert told == Counter(range(COUNT))
    assert bytes(verdicts.letters) == expected
    tries = {
        who for who, first, many in unlucky.started(str(tmp_path)) if first <= unlucky.UNLUCKY < first + many
    }
    assert killed in tries
    assert len(tries) >= 2, "another worker took over what the killed one was doing"


def test_the_command_line_takes_a_cluster(address, expected, tmp_path, run):
    path = tmp_path / "rush.certified"
    words = ["certify", "rush", 0, COUNT, "--draw", 1, "--scheduler", address, "--out", path]
    assert run(*words)[0] == 0
    letters = bytes(read(path.read_bytes())[0].letters)
    assert len(letters) == COUNT
    agreeing = [one == other for one, other in zip(letters, expected, strict=True) if other != ord("g")]
    assert all(agreeing)


def certify_at(nowhere, folder):
    return ["certify", "rush", "0", "5", "--scheduler", nowhere, "--out", str(folder / "x")]


def test_a_cluster_that_is_not_there_is_said_in_one_sentence(tmp_path, run, monkeypatch):
    monkeypatch.setattr("tools.certify.workers.REACH_S", 0.5)
    refusal(run(*certify_at("tcp://127.0.0.1:1", tmp_path)))


@pytest.mark.parametrize(
    "nowhere", ["nonsense", "", "tcp://", "nonsense://x", "nonsense://x:1", "tcp://a b:8786", "tcp://x:y"]
)
def test_no_client_is_made_for_what_is_no_address(nowhere, tmp_path, run, monkeypatch):
    made = []
    monkeypatch.setattr("distributed.Client", lambda *address, **_: made.append(address))
    refusal(run(*certify_at(nowhere, tmp_path)), 2)
    assert made == []


def test_without_the_package_it_is_said_what_to_install(tmp_path, run, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    assert "[cluster]" in refusal(run(*certify_at("tcp://127.0.0.1:1", tmp_path)))
