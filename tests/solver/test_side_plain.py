"""The kernels of 1-3 Back and Three Shuffles say the same in plain Python as compiled."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.solver.side_answers import answers


def test_plain_python_gives_the_same_answers() -> None:
    surroundings = {**os.environ, "PATIENCE_PLAIN": "1"}
    command = [sys.executable, "-m", "tests.solver.side_answers"]
    said = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == ["plain", *answers()]
