"""A monkey finds nothing that breaks in some hundred events (`python -m tests.monkey`, shortly)."""

from collections import Counter

import pytest

from tests.monkey.__main__ import play

EVENINGS = [
    ("1:0", 120),
    *(pytest.param(f"{seed}", 300, marks=pytest.mark.thorough) for seed in ("1:1", "2:0")),
]
"""`python -m tests.monkey --seed 1:0 --until 120` has the first again, and tells each event."""


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("seed", "events"), EVENINGS)
def test_whatever_a_monkey_does_the_table_is_its_record(tmp_path, seed, events):
    assert play(tmp_path, seed, events, Counter(), is_told=False) is None
