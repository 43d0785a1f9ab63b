"""A monkey finds nothing that breaks in some hundred events (`python -m tests.monkey`, shortly)."""

from collections import Counter

import pytest

from tests.monkey.__main__ import play

SEEDS = ["1:0", "1:1", "1:2", *(pytest.param(f"2:{each}", marks=pytest.mark.thorough) for each in range(8))]
"""`python -m tests.monkey --seed 1:0 --until 300` has one of them again, and tells each event."""


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_a_monkey_does_the_table_is_its_record(tmp_path, seed):
    assert play(tmp_path, seed, 300, Counter(), is_told=False) is None
