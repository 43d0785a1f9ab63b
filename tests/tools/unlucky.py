"""Decides deals while a worker can be killed; a module apart, because workers import it."""

import os
import time
from pathlib import Path

from tools.certify import deciding as deciding
from tools.certify.deciding import Deals, Decided, Effort

UNLUCKY = 40
"""Whoever is given this deal first waits to be killed."""
WAIT_S = 60


def started(folder: str) -> list[tuple[int, int, int]]:
    """Who started on which deals: process, first deal, how many; in no order."""
    found = []
    for path in Path(folder).iterdir():
        if path.suffix == ".started":
            process, first, how_many, _ = path.stem.split("-")
            found.append((int(process), int(first), int(how_many)))
    return found


def decide(folder: str, deals: Deals, effort: Effort) -> Decided:
    """As `tools.certify.deciding` does it, noting in `folder` who does it."""
    name = f"{os.getpid()}-{deals.first}-{deals.how_many}-{time.monotonic_ns()}.started"
    (Path(folder) / name).touch()
    until_s = time.monotonic() + WAIT_S
    if UNLUCKY in range(deals.first, deals.first + deals.how_many):
        while not (Path(folder) / "killed").exists() and time.monotonic() < until_s:
            time.sleep(0.01)
    return deciding.decide(deals, effort)
