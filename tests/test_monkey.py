"""A monkey finds nothing that breaks in a thousand events (`python -m tests.monkey`, shortly)."""

import subprocess
import sys

import pytest

from tests.commands import ROOT

pytestmark = pytest.mark.thorough


@pytest.mark.timeout(300)
def test_whatever_a_monkey_does_the_table_is_its_record():
    command = [sys.executable, "-m", "tests.monkey", "--events", "1000", "--seed", "1"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
