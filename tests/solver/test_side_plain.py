"""The kernels of 1-3 Back and Three Shuffles say the same in plain Python as compiled."""

from __future__ import annotations

from tests.commands import printed
from tests.solver.side_answers import answers


def test_plain_python_gives_the_same_answers() -> None:
    said = printed("-m", "tests.solver.side_answers", PATIENCE_PLAIN="1")
    assert said.splitlines() == ["plain", *answers()]
