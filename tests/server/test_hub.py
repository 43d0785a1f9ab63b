"""Many connections are told something a few at a time, and actions are answered in between."""

import asyncio
import sys

import pytest

from game.server.connections import BATCH_SIZE, Connection, ConnectionRegistry
from game.server.serving import new_loop


class Heard(Connection):
    """A connection that notes what it is told."""

    def __init__(self, told: list[str]) -> None:
        super().__init__()
        self._told = told

    def tell_text(self, text: str) -> None:
        self._told.append(text)


async def test_whoever_is_told_much_lets_others_be_answered_in_between():
    told: list[str] = []
    texts = [(Heard(told), str(number)) for number in range(2 * BATCH_SIZE + 1)]
    telling = asyncio.create_task(ConnectionRegistry().tell_each(texts))
    await asyncio.sleep(0)
    assert told == [text for _, text in texts[:BATCH_SIZE]]
    await telling
    assert told == [text for _, text in texts]


@pytest.mark.parametrize("path_exists", [True, False])
def test_a_server_runs_with_and_without_the_quick_loop(monkeypatch, path_exists):
    if path_exists:
        pytest.importorskip("uvloop")
    else:
        monkeypatch.setitem(sys.modules, "uvloop", None)
    loop = new_loop()
    try:
        assert type(loop).__module__.startswith("uvloop" if path_exists else "asyncio")
        assert loop.run_until_complete(asyncio.sleep(0, "ran")) == "ran"
    finally:
        loop.close()
