"""An honest player who plays while a server is attacked, in a process of their own, and believes nothing."""

from __future__ import annotations

import asyncio
import time
from multiprocessing.connection import Connection
from typing import NamedTuple

from game.online.client import ServerRefused
from game.online.messages import ActionDone
from tools.asking import AskingClient

PERIOD_S = 0.1
ROUNDS, ROUND_S = 10, 400
"""So many rounds of so long."""


class Played(NamedTuple):
    """Result of the game."""

    waits: list[tuple[float, float]]
    """Of each action when it was sent, by the steady clock, and how many seconds its answer took."""
    wrong: list[str]
    """Faults that were seen, in words."""


def play(address: str, tournament: str, key: str, told_to_stop: Connection) -> None:
    """Plays until the pipe has a message, then reports the results."""
    played = asyncio.run(_play(address, tournament, key, told_to_stop))
    told_to_stop.send(played)


async def _play(address: str, tournament: str, key: str, pipe: Connection) -> Played:
    waits: list[tuple[float, float]] = []
    try:
        for number in range(1, ROUNDS + 1):
            wrong = await _round(address, tournament, key, number, pipe, waits)
            if wrong or pipe.poll():
                return Played(waits, wrong)
    except (OSError, ServerRefused) as error:
        return Played(waits, [f"the honest player was cut off: {error!r}"])
    return Played(waits, ["all rounds were played before the attacks were over"])


async def _round(
    address: str, tournament: str, key: str, number: int, pipe: Connection, waits: list[tuple[float, float]]
) -> list[str]:
    """One round, its actions compared with the stored ones; returns the faults in words."""
    client, _ = await AskingClient.connect(address, tournament, key)
    kept: list[str] = []
    await client.begin(number)
    pipe.send("begun")
    until_s = time.monotonic() + ROUND_S
    action = "stock"
    while action != "end":
        action = "end" if pipe.poll() or time.monotonic() > until_s else "stock"
        sent = time.monotonic()
        done = await client.do(number, len(kept) + 1, action)
        waits.append((sent, time.monotonic() - sent))
        if not isinstance(done, ActionDone) or done.number != len(kept) + 1:
            return [f"action {len(kept) + 1} was answered by {done}"]
        kept.append(f"{done.at} {action}")
        await asyncio.sleep(PERIOD_S)
    await client.close()
    client, _ = await AskingClient.connect(address, tournament, key)
    found = [*(await client.begin(number)).entries]
    await client.close()
    return [] if found == kept else [f"{len(kept)} actions were acknowledged, {len(found)} are there"]
