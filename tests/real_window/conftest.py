"""A screen for the run and a player for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import need
from tests.real_window.player import SCREEN, SIZE, Player
from tests.real_window.x11 import virtual_screen


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """The name of a display of our own, larger than any window in it."""
    need("Xvfb", "xdotool")
    with virtual_screen(*SCREEN) as display:
        yield display


@pytest.fixture
def player(screen: str, tmp_path: Path) -> Iterator[Player]:
    """A person with a new data folder."""
    person = Player(screen, tmp_path)
    person.has_had_window((160, 100), SIZE, SCREEN, "window")
    yield person
    person.leave()
