"""Many connections are told something a few at a time, and actions are answered in between."""

import asyncio
import sys
from collections.abc import Awaitable, Callable

import pytest

from game.server.connections import BATCH_SIZE, Connection, ConnectionRegistry
from game.server.serving import new_loop
from game.server.standing import TtlCache
from tests.server.tables import SetClock


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


# What is made once and given to many -------------------------------------------------------------
async def asked(kept: TtlCache[int], make: Callable[[], Awaitable[int]]) -> asyncio.Future[int]:
    """What was asked for and is being made by now."""
    found = asyncio.ensure_future(kept.get("a", make))
    for _ in range(3):
        await asyncio.sleep(0)
    return found


async def test_what_many_ask_for_at_once_is_made_once_and_a_failure_is_tried_again():
    clock, count = SetClock(), 0

    async def make() -> int:
        nonlocal count
        count += 1
        await asyncio.sleep(0)
        if count == 2:
            raise OSError("it fails once")
        return count

    kept = TtlCache(2, 1000, clock)
    assert await asyncio.gather(*(kept.get("a", make) for _ in range(5))) == [1] * 5
    clock.go_on(1000)
    assert await kept.get("a", make) == 1
    clock.go_on(1)
    assert kept.has("a")
    with pytest.raises(OSError, match="once"):
        await kept.get("a", make)
    assert not kept.has("a"), "whoever asks next pays for it"
    assert await kept.get("a", make) == 3
    for name in "bc":
        await kept.get(name, make)
    assert count == 5
    await kept.get("a", make)
    assert count == 6, "the one that nobody asked for was forgotten"


async def test_what_takes_longer_than_it_stays_fresh_is_not_made_twice_at_once():
    clock, may_end, count = SetClock(), asyncio.Event(), 0

    async def make() -> int:
        nonlocal count
        count += 1
        await may_end.wait()
        return count

    kept = TtlCache(2, 1000, clock)
    first = await asked(kept, make)
    clock.go_on(1001)
    second = await asked(kept, make)
    may_end.set()
    assert (await first, await second, count) == (1, 1, 1)


async def test_what_was_forgotten_while_it_was_made_is_made_anew():
    made: list[asyncio.Event] = []

    async def make() -> int:
        made.append(asyncio.Event())
        number = len(made)
        await made[-1].wait()
        return number

    kept = TtlCache(2, None, SetClock())
    first = await asked(kept, make)
    kept.forget("a")
    second = await asked(kept, make)
    for event in made:
        event.set()
    assert (await first, await second) == (1, 2)
    assert await kept.get("a", make) == 2
    kept.forget_all()
    third = await asked(kept, make)
    made[-1].set()
    assert await third == 3
