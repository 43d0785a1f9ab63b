"""When Python searches for garbage, objects that hold each other: while anybody plays only among the newest.

Knows `gc`; must not know what the objects are. A game is a thousand of them and none of them is garbage, but
a search looks at all that the newest ones refer to: a thousand players waited for it a tenth of a second.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

LOOK_S = 0.5
MOST_CONNECTIONS = 5_000
"""Each leaves some ten kilobytes of garbage: when so many have come, all is searched, whoever plays."""


class Garbage:
    """What is left out of searches, and when it is not."""

    def __init__(self, is_anybody_playing: Callable[[], bool], connections: Callable[[], int]) -> None:
        """`connections` tells how many there have been."""
        self._is_anybody_playing, self._connections = is_anybody_playing, connections
        self._searched_at = connections()
        self._is_left_out = False

    def look(self) -> None:
        """Leaves out what there is while anybody plays; searches all of it when nobody does any more."""
        is_playing, connections = self._is_anybody_playing(), self._connections()
        is_much = connections - self._searched_at > MOST_CONNECTIONS
        if self._is_left_out and (is_much or not is_playing):
            gc.unfreeze()
            gc.collect()
            self._searched_at = connections
        if is_playing:
            gc.freeze()
        self._is_left_out = is_playing

    async def keep_looking(self) -> None:
        """Looks every half second, for ever."""
        while True:
            await asyncio.sleep(LOOK_S)
            self.look()
