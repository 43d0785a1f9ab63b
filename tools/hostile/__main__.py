"""The command `python -m tools.hostile`: attacks a server of this machine, bounded in count and time.

Prints what was sent and what came of it, and how an honest player fared meanwhile. Returns 1 when anything
was accepted or revealed, the player was disturbed, or the server's log has something to say.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import psutil
from rich.console import Console
from rich.table import Table

from game.online.bodies import NewTournament
from game.online.client import ask_http, join
from game.online.messages import TournamentInfo
from game.server.seats import new_key
from tools.hostile import attacks
from tools.hostile.attacks import Found, Target
from tools.hostile.honest import ROUNDS, Played, play
from tools.hostile.stranger import Addresses
from tools.load.servers import PROJECT, Nothing, lay_decks

MAX_MESSAGES, MAX_IDLE = 1_000_000, 15_000
SLOWEST_S = 2.0
"""No answer to the honest player may take longer."""
USUAL = re.compile(r"[\d-]+ [\d:,]+ (Version \S+ started|Round \d+ of|A seat is|Refused in the last minute)")
"""Beginnings of log lines that report what happens, and nothing that went wrong."""
CALM_S = 10
"""So long the player is watched before and after the attacks."""
REVEALED = 15
"""Letters of a deck, five cards in their order, that stand in no answer by chance."""


class Seen(NamedTuple):
    """An attack, and the server meanwhile."""

    name: str
    found: Found
    began_s: float
    ended_s: float
    memory_mb: int


class Server(NamedTuple):
    """The server that is attacked."""

    process: subprocess.Popen[bytes]
    log: Path
    database: Path
    address: str
    host_key: str


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A server with the limits that everybody has."""
    database, log = folder / "rounds.sqlite3", folder / "log"
    asyncio.run(lay_decks(f"sqlite:///{database}"))
    words = ["serve", "--host", "127.0.0.1", "--port", "0", "--folder", str(folder)]
    with log.open("wb") as written:
        process = subprocess.Popen(
            [sys.executable, "main.py", *words], cwd=PROJECT, stdout=subprocess.PIPE, stderr=written
        )
        try:
            assert process.stdout is not None
            address = process.stdout.readline().decode().split()[-1].rstrip("/")
            key = (folder / "host-key").read_text().strip()
            yield Server(process, log, database, address, key)
        finally:
            process.terminate()
            process.wait(20)


def main(arguments: list[str] | None = None) -> int:
    """Attacks, and reports the results."""
    parser = argparse.ArgumentParser(prog="python -m tools.hostile", description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000, help="mutated ones (100,000)")
    parser.add_argument("--idle", type=int, default=10_000, help="connections (10,000)")
    parser.add_argument("--floods", type=int, default=2400, help="messages of each costly kind (2,400)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    if not (0 < chosen.messages <= MAX_MESSAGES and 0 <= chosen.idle <= MAX_IDLE):
        parser.error(f"at most {MAX_MESSAGES} messages and {MAX_IDLE} connections")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="patience-hostile-") as name, serving(Path(name)) as server:
        wrong, seen, played = attack(server, chosen.messages, chosen.idle, chosen.floods, chosen.seed)
        show(seen, played)
    for line in wrong[:20]:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


def attack(
    server: Server, messages: int, idle: int, floods: int, seed: int
) -> tuple[list[str], list[Seen], Played]:
    """All attacks one after the other; what should not have been, what was seen, and how the player fared."""
    target, honest_key = _set_up(server)
    here, there = multiprocessing.Pipe()
    beside = multiprocessing.get_context("spawn").Process(
        target=play, args=(server.address, target.played, honest_key, there), daemon=True
    )
    beside.start()
    assert here.poll(60), "the honest player cannot begin"
    here.recv()
    calm = min(CALM_S, messages // 100)
    seen = [_seen("nothing", _nothing, target, calm, Random(seed), Addresses(), server)]
    addresses, random = Addresses(), Random(seed)
    for name, act, count in (
        ("mutated messages", attacks.mutated_frames, messages // 4),
        ("mutated requests", attacks.mutated_requests, messages - messages // 4),
        ("guessed keys", attacks.guessed_keys, max(40, messages // 100)),
        ("another's actions", attacks.anothers_actions, max(40, messages // 100)),
        ("flood of good messages", attacks.flood, max(800, messages // 2)),
        *((f"flood of “{kind}”", attacks.costly(kind), floods) for kind in attacks.COSTLY),
        *((f"flood of “GET /{path}”", attacks.requested(path), floods) for path in attacks.PAGES),
        ("two at one address", attacks.one_house, idle),
        ("oversized", attacks.oversized, max(7, messages // 500)),
        ("one address", attacks.crowd, min(idle, 1000)),
        ("silent and half open", attacks.idle, idle),
    ):
        if not count:
            continue
        print(f"{name} …", file=sys.stderr, flush=True)
        seen.append(_seen(name, act, target, count, random, addresses, server))
    seen.append(_seen("nothing, after it", _nothing, target, calm, random, addresses, server))
    here.send("stop")
    played = Played([], ["the honest player never came back"])
    while here.poll(60):
        told = here.recv()
        if isinstance(told, Played):
            played = told
            break
    beside.join(10)
    return _wrong(server, seen, played), seen, played


def _set_up(server: Server) -> tuple[Target, str]:
    """A tournament that is played and one that waits; the keys of the honest player and of somebody else."""
    ids = []
    for name in ("Played", "Waiting"):
        wanted = NewTournament(name, 3, 600, ROUNDS, None, None, None, (), False)
        ids.append(ask_http(server.address, "/tournaments", TournamentInfo, wanted, server.host_key).id)
    honest, other = new_key(), new_key()
    join(server.address, ids[0], "Anna", honest)
    join(server.address, ids[1], "Mallory", other)
    for number in range(1, ROUNDS + 1):
        path = f"/tournaments/{ids[0]}/rounds/{number}/open?beside=yes"
        ask_http(server.address, path, TournamentInfo, Nothing(), server.host_key)
    return Target(int(server.address.rpartition(":")[2]), ids[0], ids[1], other), honest


async def _nothing(_: Target, seconds: int, *__: object) -> Found:
    await asyncio.sleep(seconds)
    return Found()


def _seen(
    name: str,
    act: attacks.Attack,
    target: Target,
    count: int,
    random: Random,
    addresses: Addresses,
    server: Server,
) -> Seen:
    began = time.monotonic()
    found = asyncio.run(act(target, count, random, addresses))
    memory = psutil.Process(server.process.pid).memory_info().rss >> 20
    return Seen(name, found, began, time.monotonic(), memory)


def _wrong(server: Server, seen: list[Seen], played: Played) -> list[str]:
    """Returns the faults found, as text."""
    found = [f"{attack.name}: {what}" for attack in seen for what in attack.found.accepted]
    with closing(sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)) as database:
        secrets = database.execute("SELECT salt, deck FROM decks").fetchall()
        away = database.execute("SELECT ended - began FROM absences").fetchall()
    found += [f"{ms} ms were given back, and the server was there" for (ms,) in away]
    pieces = {salt.encode() for salt, _ in secrets}
    for _, deck in secrets:
        pieces |= {deck[at : at + REVEALED].encode() for at in range(21, len(deck) - REVEALED, 3)}
    for attack in seen:
        text = b"\n".join(attack.found.texts)
        found += [f"{attack.name}: {piece.decode()} was revealed" for piece in pieces if piece in text][:3]
    found += played.wrong
    slowest = max((wait for _, wait in played.waits), default=SLOWEST_S)
    if slowest >= SLOWEST_S:
        found.append(f"the honest player waited {slowest:.1f} s")
    log = server.log.read_text("utf-8", errors="replace")
    return found + [f"the log: {line}" for line in log.splitlines() if line.strip() and not USUAL.match(line)]


def show(seen: list[Seen], played: Played) -> None:
    """Prints the table."""
    table = Table(
        "attack",
        "sent",
        "accepted",
        "seconds",
        "honest player, ms: median",
        "99 %",
        "longest",
        "server MB",
        "answers",
    )
    for row in seen:
        waits = sorted(wait * 1000 for at, wait in played.waits if row.began_s <= at < row.ended_s) or [0.0]
        marks = [waits[len(waits) // 2], waits[int(len(waits) * 0.99)], waits[-1]]
        answers = ", ".join(f"{name} {count:,}" for name, count in row.found.answered.most_common(6))
        table.add_row(
            row.name,
            f"{row.found.sent:,}",
            str(len(row.found.accepted)),
            f"{row.ended_s - row.began_s:.0f}",
            *(f"{mark:.1f}" for mark in marks),
            str(row.memory_mb),
            answers,
        )
    Console(width=170).print(table)


if __name__ == "__main__":
    sys.exit(main())
