"""Searches for garbage: what has lasted is left out while anybody plays, and not for ever."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from game.server.budgets import Places
from game.server.watch import ALONE_MS, MAX_CONNECTIONS, Garbage, Needed


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def searches() -> Iterator[None]:
    """Leaves the tests' own process as it was: what there is, is left out."""
    yield
    gc.freeze()


def knot() -> ref:
    """Something that only a search can find."""
    return ref(Knot())


def test_what_has_lasted_is_left_out_while_anybody_plays_and_searched_when_nobody_does():
    playing = [True]
    garbage = Garbage(lambda: playing[0], lambda: 0)
    left = knot()
    garbage.look()
    gc.collect()
    assert left() is not None
    playing[0] = False
    garbage.look()
    assert left() is None


def test_all_is_searched_when_many_have_come_whoever_plays():
    come = [7]
    garbage = Garbage(lambda: True, lambda: come[0])
    left = knot()
    garbage.look()
    come[0] += MAX_CONNECTIONS
    garbage.look()
    assert left() is not None
    come[0] += 1
    garbage.look()
    assert left() is None
    another = knot()
    garbage.look()
    assert another() is not None, "they are counted from the latest search"


def test_a_server_of_a_window_ends_without_its_file_or_after_half_an_hour_alone(tmp_path):
    file, moment = tmp_path / "hosted.json", [0]
    sockets = Places(1, 1, lambda: moment[0])
    file.touch()
    needed = Needed(file, sockets, lambda: moment[0])
    moment[0] = ALONE_MS - 1
    assert needed.look()
    socket = sockets.take("192.168.1.20", lambda: None)
    assert needed.look()
    moment[0] += ALONE_MS
    assert needed.look(), "somebody is there"
    socket.leave()
    moment[0] += ALONE_MS - 1
    assert needed.look()
    moment[0] += 1
    assert not needed.look()
    file.unlink()
    assert not Needed(file, sockets, lambda: moment[0]).look()
