"""A monkey finds nothing that breaks in some hundred events; `--trials` has it play more evenings.

After each event no exception, the position is the record played back, the journal on disk has every
action, and at times the statistics are what counting anew gives. A failure shows every event before it.
"""

import pytest

from tests.monkey.evening import Evening

EVENTS = [120, pytest.param(600, marks=pytest.mark.thorough)]


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("events", EVENTS)
def test_whatever_a_monkey_does_the_table_is_its_record(tmp_path, events, trial):
    evening = Evening(tmp_path, f"{events} {trial}")
    for number in range(1, events + 1):
        evening.do(number)
        print(f"{number} {evening.monkey.last} → {type(evening.table.app.screen).__name__}")
    evening.close()
