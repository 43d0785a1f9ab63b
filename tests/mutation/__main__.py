"""`python -m tests.mutation [--count 100000] [--seed 1] [--format NAME]`: damages files and has them read.

Every damaged file is refused with the one error that is documented, in a sentence of one line, or read with
a meaning that can be proved; in a few seconds and with bounded memory. A failure is told with its seed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.mutation.damage import damaged
from tests.mutation.formats import Format, in_memory
from tests.mutation.on_disk import formats_on_disk

MAX_S = 10
MAX_BYTES = 1 << 30
"""What reading may take of memory, beside what the tests themselves have."""
MAX_SENTENCE = 400


class SlowError(Exception):
    """Reading took too long."""


def attempt(kind: Format, seed: str) -> str | None:
    """Damages a sample as the seed says and reads it; returns what is wrong with that, or None."""
    random = Random(seed)
    data = damaged(random.choice(kind.samples), random)
    if random.random() < 0.9:
        data = kind.mend(data)
    try:
        with _limited():
            kind.read(data)
    except kind.errors as error:
        return _sentence_refusal(str(error))
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        told = str(error).splitlines()
        place = f"{Path(where.filename).name}:{where.lineno}"
        return f"{type(error).__name__}: {told[0][:120] if told else ''} ({place})"
    return None


def _sentence_refusal(text: str) -> str | None:
    if "\n" in text:  # whoever shows it takes care of what else a terminal or a window would not bear
        return "its sentence has more than one line"
    if not 5 < len(text) <= MAX_SENTENCE:
        return f"its sentence has {len(text)} letters"
    return None


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    def late(_number: int, _frame: object) -> None:
        raise SlowError(f"it takes more than {MAX_S} s")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    left_s, _ = signal.setitimer(signal.ITIMER_REAL, MAX_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left_s)
        signal.signal(signal.SIGALRM, before)


def bound_memory() -> None:
    """Lets this process take only so much more memory than it has: what wants more fails."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        with open("/proc/self/statm") as figures:
            taken = int(figures.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + MAX_BYTES, taken + MAX_BYTES))


def main() -> int:
    """Damages as often as requested; returns the exit code."""
    parser = argparse.ArgumentParser(
        "python -m tests.mutation", description="damages files and has them read"
    )
    parser.add_argument("--count", type=int, default=100_000, help="of damaged files, all formats together")
    parser.add_argument("--seed", default="1", help="`1`, or `1:record:17` for one of them")
    parser.add_argument("--format", help="only formats whose name has this in it")
    chosen = parser.parse_args()
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="mutation-", dir=memory if os.access(memory, os.W_OK) else None))
    try:
        formats = [*in_memory(), *formats_on_disk(folder)]
        return run(formats, chosen.count, chosen.seed, chosen.format)
    finally:
        shutil.rmtree(folder)


def run(formats: list[Format], count: int, seed: str, only: str | None) -> int:
    """Damages and reads, in turns; reports each kind of failure once. Returns the exit code."""
    bound_memory()
    if seed.count(":") == 2:
        (kind,) = [format_ for format_ in formats if format_.name == seed.split(":")[1]]
        print(attempt(kind, seed) or "all is well")
        return 0
    formats = [format_ for format_ in formats if only is None or only in format_.name]
    started_s, failures, slowest = time.monotonic(), Counter[str](), Counter[str]()
    for number in range(count):
        kind = formats[number % len(formats)]
        name = f"{seed}:{kind.name}:{number}"
        begun_s = time.monotonic()
        wrong = attempt(kind, name)
        slowest[kind.name] = max(slowest[kind.name], round((time.monotonic() - begun_s) * 1000))
        if wrong is not None:
            failures[wrong] += 1
            if failures[wrong] == 1:
                print(f"--seed '{name}': {wrong}", flush=True)
    told = ", ".join(f"{name} {ms} ms" for name, ms in slowest.most_common(3))
    took_s = round(time.monotonic() - started_s)
    print(f"{count} damaged files of {len(formats)} formats, {took_s} s; slowest: {told}")
    for wrong, times in failures.most_common():
        print(f"{times:6} × {wrong}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
