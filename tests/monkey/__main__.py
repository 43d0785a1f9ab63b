"""`python -m tests.monkey [--events 1000000] [--seed 1] [--until N]`: plays every screen at random.

After each event no exception, the position is the record played back, the journal on disk has every
action, and at times the statistics are what counting anew gives. A failure is told with the seed of its
evening and the number of the event: `--seed 1:3 --until 417` has the same again.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter, deque
from pathlib import Path

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

from tests.monkey.evening import Evening

EVENTS = 5000
"""So many events have an evening."""
MAX_S = 120
"""An event that takes longer ends the run, with what each thread was doing."""


def play(folder: Path, seed: str, events: int, seen: Counter[str], is_told: bool) -> str | None:
    """One evening; returns what went wrong and when, or None."""
    evening = Evening(folder, seed)
    before: deque[str] = deque(maxlen=8)
    number = 0
    try:
        for number in range(1, events + 1):
            faulthandler.dump_traceback_later(MAX_S, exit=True)
            evening.do(number)
            before.append(f"{number} {evening.monkey.last}")
            if is_told:
                print(f"{before[-1]} → {type(evening.table.app.screen).__name__}", flush=True)
        evening.close()
    except Exception as error:
        before.append(f"{number} {evening.monkey.last}")
        where = [frame for frame in traceback.extract_tb(error.__traceback__) if "/game/" in frame.filename]
        place = f"{Path(where[-1].filename).name}:{where[-1].lineno}" if where else "a law"
        told = str(error).splitlines()[:1]
        told_as = f"{type(error).__name__}: {' '.join(told)} ({place})"
        print(f"--seed {seed} --until {number}: {told_as}\n   " + "\n   ".join(before), flush=True)
        if is_told:
            traceback.print_exc()
        return told_as
    finally:
        faulthandler.cancel_dump_traceback_later()
        seen.update(evening.seen)
    return None


def main() -> int:
    """Plays as long as requested; returns the exit code."""
    parser = argparse.ArgumentParser("python -m tests.monkey", description="plays every screen at random")
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--seed", default="1", help="`1`, or `1:3` for its evening number 3 alone")
    parser.add_argument("--until", type=int, help="tells each event of that evening, up to this one")
    chosen = parser.parse_args()
    memory = Path("/dev/shm")
    root = Path(tempfile.mkdtemp(prefix="monkey-", dir=memory if os.access(memory, os.W_OK) else None))
    started_s, seen, failures, done = time.monotonic(), Counter[str](), Counter[str](), 0
    try:
        if ":" in chosen.seed:
            wrong = play(root, chosen.seed, chosen.until or EVENTS, seen, is_told=chosen.until is not None)
            return 0 if wrong is None else 1
        for evening in range(-(-chosen.events // EVENTS)):
            events = min(EVENTS, chosen.events - done)
            wrong = play(root, f"{chosen.seed}:{evening}", events, seen, is_told=False)
            failures.update([] if wrong is None else [wrong])
            done += events
    finally:
        shutil.rmtree(root)
    print(f"{done} events, {time.monotonic() - started_s:.0f} s; {dict(seen.most_common())}")
    for wrong, times in failures.most_common():
        print(f"{times:5} × {wrong}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
