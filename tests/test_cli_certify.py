"""The command `certify`: decides, goes on after an interruption, checks, and refuses in one sentence.

What its file ought to hold is worked out here, without a child and without a clock, so that a slow
machine delays one test and fails none. Nothing has a time limit but the tests themselves.
"""

import os
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from game.rules import find_variant
from game.solver.catalogue import read_catalogue
from tests.commands import is_one_sentence, process, refusal, running
from tools.certify.deciding import Effort
from tools.certify.deciding import certify as decided
from tools.certify.verdicts import UNSOLVABLE, Found, Verdicts, header, line, read

COUNT = 24
RUSH = find_variant("rush", ["draw=1"])

pytestmark = pytest.mark.thorough


def certify(path: Path, *more: object) -> tuple[object, ...]:
    return ("certify", "rush", 0, COUNT, "--draw", 1, "--jobs", 1, "--out", path, *more)


@pytest.fixture(scope="module")
def certified(tmp_path_factory) -> Path:
    """A file of verdicts on some deals, each decided."""
    path = tmp_path_factory.mktemp("certified") / "rush.certified"
    verdicts = Verdicts(RUSH, 0, COUNT)
    with ThreadPoolExecutor(1) as executor:
        found = list(decided(verdicts, executor, Effort(), at_once=2))
    path.write_bytes(header(verdicts) + b"".join(line(verdict) for verdict in found))
    return path


def letters(path: Path) -> bytes:
    return bytes(read(path.read_bytes())[0].letters)


def test_two_processes_decide_the_same(certified, tmp_path):
    path = tmp_path / "own.certified"
    answer = process("certify", "rush", 0, COUNT, "--draw", 1, "--jobs", 2, "--out", path)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.startswith(f"{path}: {COUNT} deals, ")
    assert letters(path) == letters(certified)


def wait_for_lines(child: subprocess.Popen[Any], path: Path) -> set[psutil.Process]:
    """Waits until some verdicts are written; returns the children of the child that writes them.

    A quick child may have ended when a slow test looks: what follows must hold then, too.
    """
    workers: set[psutil.Process] = set()
    while not (path.exists() and path.read_bytes().count(b"\n") > 5):
        assert child.poll() is None, "it has ended"
        workers |= set(psutil.Process(child.pid).children(recursive=True))
        time.sleep(0.001)
    return workers


def test_what_is_decided_costs_nothing_and_changes_nothing(run, certified):
    before = certified.read_bytes()
    code, printed, _ = run(*certify(certified))
    assert (code, certified.read_bytes()) == (0, before)
    assert "not yet decided" not in printed


@pytest.mark.parametrize("kept", [0, 20, 70, 200])
def test_a_file_that_was_cut_anywhere_is_gone_on_with(run, certified, tmp_path, kept):
    path = tmp_path / "cut.certified"
    path.write_bytes(certified.read_bytes()[:kept])
    assert run(*certify(path))[0] == 0
    assert letters(path) == letters(certified)
    whole_lines = certified.read_bytes()[:kept].rpartition(b"\n")[0]
    assert path.read_bytes().startswith(whole_lines)


def test_a_process_killed_in_the_middle_is_gone_on_with(run, certified, tmp_path):
    path = tmp_path / "killed.certified"
    with running(*certify(path), stdout=subprocess.PIPE) as child:
        workers = wait_for_lines(child, path)
        child.kill()
        assert workers
        psutil.wait_procs(workers)  # they do not outlive it
    before = path.read_bytes()
    assert run(*certify(path))[0] == 0
    assert letters(path) == letters(certified)
    assert path.read_bytes().startswith(before.rpartition(b"\n")[0])


def test_a_lost_worker_is_replaced_and_every_deal_decided_once(certified, tmp_path):
    path = tmp_path / "lost.certified"
    with running(*certify(path), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        workers = wait_for_lines(child, path)
        for worker in workers:
            with suppress(psutil.NoSuchProcess):
                if "spawn_main" in " ".join(worker.cmdline()):
                    worker.kill()
        _, complaint = child.communicate()
    assert (child.returncode, complaint) == (0, b"")
    assert letters(path) == letters(certified)


def test_one_process_decides_the_same_and_a_terminal_sees_how_far_it_is(certified, tmp_path):
    path = tmp_path / "seen.certified"
    answer = process(*certify(path), TTY_COMPATIBLE="1", COLUMNS="120")
    assert answer.returncode == 0
    assert letters(path) == letters(certified)
    assert f"{COUNT}/{COUNT}" in answer.stderr
    assert " deals/s" in answer.stderr
    assert " solved, " in answer.stderr


@pytest.mark.skipif(os.name != "posix", reason="only there a signal is one")
def test_an_interrupted_run_says_how_to_go_on(tmp_path):
    path = tmp_path / "stopped.certified"
    # In the background of a shell the signal is ignored, and so it would be in a child.
    heeds = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    words = ("certify", "rush", 0, 100_000, "--out", path)
    with running(*words, stderr=subprocess.PIPE, text=True, preexec_fn=heeds) as child:
        wait_for_lines(child, path)
        child.send_signal(signal.SIGINT)
        _, complaint = child.communicate()
    assert child.returncode == 130
    assert is_one_sentence(complaint)
    assert "not yet decided; the same command goes on" in complaint


# --verify -----------------------------------------------------------------------------------------
def test_what_holds_is_verified(run, certified):
    code, printed, complaint = run("certify", "--verify", certified, "--all", "--jobs", 1)
    assert (code, complaint) == (0, "")
    assert printed.splitlines()[0].startswith(f"{certified}: every line holds; {COUNT} deals, ")
    assert f"every verdict was proved anew, {COUNT} deals of {COUNT} with success" in printed


def test_a_file_that_is_none_is_refused(run, tmp_path):
    path = tmp_path / "none"
    path.write_bytes(b"nonsense\n")
    for missing in (path, tmp_path, tmp_path / "missing"):
        refusal(run("certify", "--verify", missing))


# --catalogue, --retry -----------------------------------------------------------------------------
def test_only_with_retry_deals_that_were_given_up_are_looked_at_again(run, certified, tmp_path):
    path = tmp_path / "gave-up.certified"
    asked = Verdicts(RUSH, 0, COUNT)
    path.write_bytes(header(asked) + line(Found(0, b"ggg" + letters(certified)[3:])))
    assert run(*certify(path))[0] == 0
    assert letters(path)[:3] == b"ggg"
    assert run(*certify(path, "--retry"))[0] == 0
    assert letters(path) == letters(certified)


# What it refuses ----------------------------------------------------------------------------------
@pytest.mark.parametrize("more", [("--draw", 3), ("--time", 60)])
def test_a_file_of_other_deals_is_left_alone(run, certified, more):
    before = certified.read_bytes()
    assert "holds other deals: variant rush draw=1" in refusal(
        run("certify", "rush", 0, COUNT, *more, "--out", certified)
    )
    assert certified.read_bytes() == before


def test_a_file_of_another_kind_is_left_alone(run, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("my own words\n")
    assert "the first line is not “patience-certified 1”" in refusal(run(*certify(path)))
    assert path.read_text() == "my own words\n"


def test_two_runs_do_not_write_one_file(run, certified):
    from game.storage.journal import lock

    with certified.open("r+b") as file:
        assert lock(file)
        assert "another process is writing it" in refusal(run(*certify(certified)))


# By the tip ------------------------------------------------------------------------------------------
def test_deals_are_certified_by_the_tip_and_verified_so(run, tmp_path):
    path = tmp_path / "tip.certified"
    words = ("certify", "rush", 548, 2, "--draw", 1, "--jobs", 1, "--out", path)
    assert run(*words, "--leftmost")[0] == 0
    verdicts = read(path.read_bytes())[0]
    assert verdicts.leftmost_only
    assert verdicts.letters[1] == UNSOLVABLE, "549 can be won, but not by the tip"
    assert run("certify", "--verify", path, "--jobs", 1)[0] == 0
    assert "promise leftmost" in refusal(run(*words))
    refusal(run("certify", "spider", 0, 2, "--leftmost"), 2)


def test_what_cannot_be_won_is_confirmed_by_a_second_search(run, certified, tmp_path):
    code, out, errors = run("certify", "--verify", certified, "--independent", "--sample", 1, "--jobs", 1)
    assert (code, errors) == (0, "")
    assert "confirmed by a second search, 1 deals of 1 with success" in out
    wrong = tmp_path / "wrong.certified"
    verdicts = Verdicts(find_variant("rush", ["draw=1"]), 8, 1)
    wrong.write_bytes(header(verdicts) + line(Found(8, b"u")))
    code, _, errors = run("certify", "--verify", wrong, "--independent", "--jobs", 1)
    assert code == 1
    assert "deal 8 can be won, against what it says" in errors


def test_a_catalogue_by_the_tip_holds_what_was_tried_out(run, tmp_path):
    path, out = tmp_path / "tip.certified", tmp_path / "rush-draw-1.bits"
    words = ("certify", "rush", 0, 3, "--draw", 1, "--leftmost", "--jobs", 1, "--out", path)
    code, told, _ = run(*words, "--catalogue", out)
    assert code == 0
    assert "are offered" in told
    (tmp_path / "rush-draw-3.bits").write_bytes(out.read_bytes().replace(b"draw=1", b"draw=3"))
    verdicts, catalogue = read(path.read_bytes())[0], read_catalogue(tmp_path)
    offered = [index for index, letter in enumerate(verdicts.letters) if letter in b"123"]
    assert [catalogue.number_at(1, index) for index in range(catalogue.count(1))] == offered
    assert offered
    before = out.read_bytes()
    assert run(*words, "--catalogue", out)[0] == 0
    assert out.read_bytes() == before
