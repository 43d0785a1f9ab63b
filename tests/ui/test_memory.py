"""Memory that is given back to the system: when all pictures are there, and where a C library can do that."""

import ctypes
from types import SimpleNamespace

import pytest

from game.ui.app import App
from game.ui.window import desktop
from game.ui.window.window import Window


def test_where_the_c_library_cannot_give_memory_back_nothing_happens(monkeypatch):
    asked: list[int] = []
    monkeypatch.setattr(desktop.sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(malloc_trim=asked.append))
    desktop.give_back()
    assert asked == [0]
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace())
    desktop.give_back()
    monkeypatch.setattr(desktop.sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "CDLL", lambda _: pytest.fail("there is no such library"))
    desktop.give_back()


def test_it_is_given_back_once_when_all_pictures_are_loaded(table, monkeypatch):
    table.start(48213)
    given: list[bool] = []
    monkeypatch.setattr(desktop, "give_back", lambda: given.append(table.context.pictures.load_next()))
    waits: list[int] = []

    def wait(*_: object) -> bool:
        waits.append(1)
        if len(waits) > 3:
            table.app.quit()
        return False

    monkeypatch.setattr(Window, "wait", wait)
    App.run(table.app)
    assert given == [False]
