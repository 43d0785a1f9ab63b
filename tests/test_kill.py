"""A program that is killed forgets nothing that it has said is done: some kills of `python -m tests.kill`."""

import os
import subprocess
import sys

import pytest

from tests.commands import ROOT

pytestmark = pytest.mark.thorough


@pytest.mark.timeout(180)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="programs to be killed are forked")
def test_nothing_that_was_done_is_forgotten_by_a_kill():
    command = [sys.executable, "-m", "tests.kill", "--count", "20", "--seed", "1"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
