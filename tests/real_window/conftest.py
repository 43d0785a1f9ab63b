"""A screen for the run and a player for each test."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_window.player import SCREEN, SIZE, Player
from tests.real_window.x11 import virtual_screen


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """The name of a display of our own, larger than any window in it."""
    missing = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
    if missing:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"no {' and no '.join(missing)} here")
    with virtual_screen(*SCREEN) as display:
        yield display


@pytest.fixture
def player(screen: str, tmp_path: Path) -> Iterator[Player]:
    """A person with a new data folder."""
    person = Player(screen, tmp_path)
    person.has_had_window((160, 100), SIZE, SCREEN, "window")
    yield person
    person.leave()
