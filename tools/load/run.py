"""One load from its beginning to its proof: workers, seats, scripts, players, kills, the database."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from game.online.client import join
from tools.bench.figures import percentile
from tools.load.player import Course, Player
from tools.load.proof import entries_of, faults
from tools.load.report import Report
from tools.load.script import script
from tools.load.servers import Process
from tools.load.watch import Watch, memory_kb, with_children

BATCH_SIZE = 12
"""So many join or come at a time."""
SCRIPTS = 8
ROUND = 1
SETTLES_S = 20
"""So long answers are waited for in the end."""


class Wanted(NamedTuple):
    """Parameters of a load."""

    players: int
    seconds: float
    rate: float
    """Actions of each player a second."""
    kill_every_s: float | None
    seed: int
    looks: bool = False


async def load(
    wanted: Wanted,
    workers: list[Process],
    folder: Path,
    database: str,
    database_process: int | None,
    say: Callable[[str], None],
) -> Report:
    """Lets players play, and compares what they know with the database when the workers have stopped."""
    random = Random(wanted.seed)
    tournament = await asyncio.to_thread(workers[0].made, 1)
    ports = [worker.port for worker in workers]
    course = Course(tournament, ROUND, ports, 1 / wanted.rate, random, wanted.looks)
    say(f"{wanted.players} players take their seats …")
    players = await _players(wanted, course, workers[0])
    before_kb = memory_kb(worker.pid for worker in workers)
    say("… and come …")
    await _few_at_once([player.come for player in players])
    kb = memory_kb(worker.pid for worker in workers)
    say(f"… and play for {wanted.seconds:g} s.")
    gc.collect()
    gc.freeze()
    watch = Watch(
        {
            "workers": lambda: [worker.pid for worker in workers],
            "database": lambda: [] if database_process is None else with_children(database_process),
            "generator": lambda: [os.getpid()],
        }
    )
    tally, kills = course.tally, 0
    course.is_on = True
    for player in players:
        player.act_from_now_on()
    async with _beside(_looking(watch)):
        if wanted.kill_every_s is None:
            await asyncio.sleep(wanted.seconds)
        else:
            kills = await _kill(workers, folder, database, wanted.seconds, wanted.kill_every_s, watch)
    course.is_on = False
    passed_s, used = watch.passed_s, watch.used_s()
    actions = len(tally.answered_s)
    await _settle(players)
    kb_then = memory_kb(worker.pid for worker in workers)
    for player in players:
        player.leave()
    for worker in workers:
        await asyncio.to_thread(worker.stop)
    kept = await entries_of(database, tournament)
    wrong = [*tally.faults, *faults(kept, {player.name: player.known for player in players})]
    if wanted.looks and tally.tables < actions:
        wrong.append(f"{tally.tables} tables were told after {actions} actions")
    wrong += [f"{player.name} awaits an answer still" for player in players if not player.is_settled]
    answered_ms = [1000 * seconds for seconds in tally.answered_s] or [0.0]
    away_ms = [1000 * seconds for seconds in tally.away_s] or [0.0]
    return Report(
        f"{wanted.players} players{' who look' if wanted.looks else ''}, "
        f"{wanted.rate:g} actions a second each, {len(workers)} "
        f"worker{'s' if len(workers) > 1 else ''}, {database.partition(':')[0]}, seed {wanted.seed}",
        passed_s,
        actions,
        percentile(answered_ms, 0.5),
        percentile(answered_ms, 0.95),
        percentile(answered_ms, 0.99),
        max(answered_ms),
        1000 * percentile(tally.late_s or [0.0], 0.99),
        used["workers"],
        used["database"],
        used["generator"],
        used["machine"],
        (max(kb, kb_then) - before_kb) / wanted.players,
        kb_then,
        dict(tally.refused),
        kills,
        tally.lost,
        percentile(away_ms, 0.5),
        max(away_ms),
        tally.in_doubt,
        tally.were_done,
        sum(len(entries) for entries in kept.values()),
        tuple(wrong),
    )


async def _players(wanted: Wanted, course: Course, worker: Process) -> list[Player]:
    """The players at their seats, each with a script that lasts."""
    random, count = course.random, int(1.3 * wanted.seconds * wanted.rate) + 12
    keys = [random.randbytes(32).hex() for _ in range(wanted.players + SCRIPTS)]
    names = [f"Player {number}" for number in range(1, len(keys) + 1)]
    seats, address = zip(names, keys, strict=True), worker.address

    def joining(name: str, key: str) -> Callable[[], object]:
        return lambda: asyncio.to_thread(join, address, course.tournament, name, key)

    await _few_at_once([joining(name, key) for name, key in seats])
    await asyncio.to_thread(worker.open, course.tournament, ROUND)
    scripts = await asyncio.gather(
        *[
            script(address, course.tournament, course.round, key, count, Random(key))
            for key in keys[wanted.players :]
        ]
    )
    chosen = [random.choice(scripts) for _ in range(wanted.players)]
    return [Player(course, *seat) for seat in zip(names, keys, chosen, strict=False)]


async def _few_at_once(works: Sequence[Callable[[], object]]) -> None:
    waiting = iter(works)

    async def one_after_another() -> None:
        for work in waiting:
            await work()  # type: ignore[misc]  # a coroutine

    await asyncio.gather(*[one_after_another() for _ in range(BATCH_SIZE)])


@asynccontextmanager
async def _beside(work: object) -> AsyncIterator[None]:
    task = asyncio.ensure_future(work)  # type: ignore[call-overload]  # a coroutine
    try:
        yield
    finally:
        task.cancel()


async def _looking(watch: Watch) -> None:
    while True:
        await asyncio.sleep(1)
        watch.look()


async def _kill(
    workers: list[Process], folder: Path, database: str, seconds: float, every_s: float, watch: Watch
) -> int:
    """Kills one worker after the other and starts it anew; returns how often."""
    loop = asyncio.get_running_loop()
    began, kills = loop.time(), 0
    due = began + every_s
    while due < began + seconds:
        await asyncio.sleep(max(0.0, due - loop.time()))
        which = kills % len(workers)
        watch.look()
        await asyncio.to_thread(workers[which].kill)
        again = (folder / f"worker{which}", database, workers[which].port)
        workers[which] = await asyncio.to_thread(Process, *again)
        kills += 1
        # Where a start takes long, its players come back before the next is killed.
        due = max(due + every_s, loop.time() + every_s / 2)
    await asyncio.sleep(max(0.0, began + seconds - loop.time()))
    return kills


async def _settle(players: Sequence[Player]) -> None:
    """Waits until everybody is back and answered."""
    loop = asyncio.get_running_loop()
    until = loop.time() + SETTLES_S
    while loop.time() < until and not all(player.is_settled for player in players):
        await asyncio.sleep(0.05)
