"""A monkey finds nothing that breaks in some hundred events (`python -m tests.monkey`, shortly)."""

import subprocess
import sys

import pytest

from tests.commands import ROOT

pytestmark = pytest.mark.slow


@pytest.mark.timeout(300)
@pytest.mark.parametrize("events", [150, pytest.param(2000, marks=pytest.mark.thorough)])
def test_whatever_a_monkey_does_the_table_is_its_record(events):
    command = [sys.executable, "-m", "tests.monkey", "--events", str(events), "--seed", "1"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
