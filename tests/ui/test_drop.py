"""What happens once for a drop, and not at all for a second of the clock; its time is for `bench`."""

import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import game
from tests.records import LAID
from tests.ui.driver import Table

PACKAGE = str(Path(game.__file__).parent)


class Calls:
    """Counts the calls into the program while it is entered."""

    def __init__(self) -> None:
        self.found: Counter[tuple[str, str]] = Counter()

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            self.found[frame.f_code.co_filename, frame.f_code.co_name] += 1

    def __enter__(self) -> "Calls":
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def of(self, name: str) -> int:
        return sum(count for (_, function), count in self.found.items() if function == name)


@pytest.fixture
def held(table: Table) -> Table:
    """A card in the hand, over the column where it may go."""
    table.start(LAID).pick_up("t6").carry("t2")
    return table


def test_the_bars_are_filled_once_for_a_drop_and_the_frame_that_shows_it(held):
    held.release()
    with Calls() as calls:
        held.frame()
    assert held.written == ["t6>t2"]
    assert calls.of("readings") == 1


def test_a_second_of_the_clock_asks_for_nothing_but_its_digits(table):
    table.start(LAID).settle().wait(1)
    table.clock.pass_s(1)
    with Calls() as calls:
        table.app.frame()
    assert calls.of("readings") == calls.of("paint_pile") == calls.of("held") == calls.of("refusal") == 0
    assert calls.of("clock") == 1
