"""The command `python -m tools.load`: bounded in count and time, on this machine alone."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from random import Random

from game.server.serving import files_allowed, new_loop
from tools.load.postgres import MissingError, cluster, create_database
from tools.load.run import Wanted, load
from tools.load.script import looking_ms
from tools.load.servers import workers

SPARE_FILES = 100
GOAL_LOOKING_MS = 0.3
MAX_PLAYERS, MAX_SECONDS, MAX_RATE, MAX_WORKERS = 5000, 300, 15, 4


def main(arguments: list[str] | None = None) -> int:
    """Runs a load and tells what it came to.

    Returns 0 when every goal is reached, 1 when one is not, 2 when it cannot be run here.
    """
    chosen = _parser().parse_args(arguments)
    if chosen.cost_of_looking:
        cost_ms = looking_ms(Random(chosen.seed))
        print(f"{cost_ms:.2f} ms of processor time more for an action of who looks (goal: {GOAL_LOOKING_MS})")
        return 0 if cost_ms <= GOAL_LOOKING_MS else 1
    if files_allowed() < chosen.players + SPARE_FILES:
        print(f"So many connections are not allowed here: {files_allowed():,}.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(dir=chosen.folder, prefix="patience-load-") as name:
        folder = Path(name)
        try:
            with (
                _database(chosen.server, folder) as (database, process),
                workers(folder, database, chosen.workers) as running,
            ):
                asked = chosen.players, chosen.seconds, chosen.rate, chosen.kill_every, chosen.seed
                wanted = Wanted(*asked, looks=chosen.look)
                with asyncio.Runner(loop_factory=new_loop) as runner:
                    report = runner.run(load(wanted, running, folder, database, process, _say))
        except MissingError as why:
            print(why, file=sys.stderr)
            return 2
    print(json.dumps(asdict(report)) if chosen.json else "\n".join(report.lines()))
    return 0 if report.is_reached else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    add = parser.add_argument
    add("--players", type=_between(1, MAX_PLAYERS, int), default=1000)
    add("--seconds", type=_between(1, MAX_SECONDS, float), default=60)
    add("--rate", type=_between(0.1, MAX_RATE, float), default=1, help="actions a second of each (1)")
    add("--server", choices=("sqlite", "postgres"), default="sqlite", help="what the workers keep games in")
    add("--workers", type=_between(1, MAX_WORKERS, int), default=1, help="of PostgreSQL (1)")
    add("--kill-every", type=_between(1, MAX_SECONDS, float), help="seconds after which one is killed")
    add("--seed", type=int, default=1)
    add("--look", action="store_true", help="all are told the table, as players in browsers are")
    add("--cost-of-looking", action="store_true", help="what one table costs the server; nobody plays")
    add("--folder", help="where the database lies meanwhile (the machine's temporary folder)")
    add("--json", action="store_true")
    return parser


def _between(least: float, most: float, kind: type[int] | type[float]) -> Callable[[str], float]:
    def value(text: str) -> float:
        found = kind(text)
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"{text[:20]} does not lie between {least} and {most}")
        return found

    return value


@contextmanager
def _database(kind: str, folder: Path) -> Iterator[tuple[str, int | None]]:
    """The address of an empty database, and the number of its process."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'rounds.sqlite3'}", None
        return
    with cluster(is_durable=True) as (address, process):
        yield create_database(address, "rounds"), process


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
