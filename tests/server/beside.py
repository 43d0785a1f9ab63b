"""What lasts beside a test: an event loop in a thread of its own, so that the test may wait for a window."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from threading import Thread
from typing import Any, TypeVar

Lasting = TypeVar("Lasting")


@contextmanager
def beside(
    context: AbstractAsyncContextManager[Lasting],
) -> Iterator[tuple[Lasting, Callable[[Callable[[], Any]], Any]]]:
    """What a context gives, and what does some work where it lasts and returns what comes of it."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def done(work: Callable[[], Any]) -> Any:
        found = work()
        return await found if inspect.isawaitable(found) else found

    def do(work: Callable[[], Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(done(work), loop).result(60)

    try:
        lasting: Lasting = do(context.__aenter__)
        try:
            yield lasting, do
        finally:
            do(lambda: context.__aexit__(None, None, None))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()
