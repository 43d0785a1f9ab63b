"""A window and a loudspeaker in memory, and the table in them."""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from tests.records import LAID
from tests.ui.driver import Table, tables


@pytest.fixture(scope="module", autouse=True)
def _quick_collections() -> None:
    """The program collects its garbage when a table is left; what the tests have loaded is frozen."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.fixture
def make_table(tmp_path: Path, _no_screen: None) -> Iterator[Callable[..., Table]]:
    """Opens windows; several of them on one folder are the same player's."""
    with tables(tmp_path) as make:
        yield make


@pytest.fixture
def table(make_table: Callable[..., Table]) -> Table:
    """A window of 1280×800 in which nothing is open yet."""
    return make_table()


@pytest.fixture
def laid(table: Table) -> Table:
    """A game of Rush that was laid out by hand."""
    return table.start(LAID)


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the player puts on the clipboard."""
    texts: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", texts.append)
    return texts
