"""One evening of the monkey: a new data folder, windows opened and closed on it, and what always holds.

Everything follows from the seed, so that an evening can be had again up to any event.
"""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path
from random import Random

from game.tournament.tournament import tournament_text
from tests.monkey.laws import Laws, check_statistics
from tests.monkey.things import Monkey
from tests.tournament.rounds import EVENING
from tests.ui.driver import Table

GOLDEN = Path(__file__).parents[1] / "golden"
STATISTICS_EVERY = 400


class Evening:
    """A folder, a window and the monkey before it."""

    def __init__(self, folder: Path, seed: str) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "drops").mkdir(parents=True)
        self._data, self._random = folder / "data", Random(seed)
        self._files = _files(folder / "drops", self._random)
        self._laws = Laws()
        self._passed_ns = 0
        self._open()

    def _open(self) -> None:
        """Starts the program after some time."""
        self.table = Table(self._data, (640, 480))
        self.table.stares = True
        table, begun_ns, begun = self.table, self.table.clock.now_ns, self.table.context.utc_now()
        table.clock.now_ns += self._passed_ns
        table.utc_now = lambda: begun + timedelta(microseconds=(table.clock.now_ns - begun_ns) // 1000)
        numbers = Random(self._random.random())
        table.random_number = lambda: numbers.choice((48213, numbers.randrange(1, 10**9)))
        self._begun_ns = begun_ns
        self.monkey = Monkey(table, self._random, self._files)
        table.app.go_home()
        table.frame()

    def do(self, number: int) -> None:
        """The so-manyth event, and the laws after it."""
        table = self.table
        if self._random.random() < 0.0005:
            self.monkey.last = "the program is closed"
            table.app.quit()
        else:
            self.monkey.do()
        if table.app.is_over:
            self._passed_ns = table.clock.now_ns - self._begun_ns
            table.close()
            self._open()
        self._laws.check(self.table)
        if number % STATISTICS_EVERY == 0:
            check_statistics(self._data)

    def close(self) -> None:
        """Closes the window."""
        self.table.close()


def _files(folder: Path, random: Random) -> list[Path]:
    """What may be dropped: games whole and near their end, damaged ones, tournaments, and what is no file."""
    made = []
    for path in sorted(GOLDEN.glob("*.patience")):
        lines = path.read_bytes().splitlines(keepends=True)
        for name, content in (
            (path.name, lines),
            (f"near-{path.name}", lines[: max(8, len(lines) - random.randrange(2, 12))]),
            (f"bad-{path.name}", [*lines[:-2], b"0 st\0ck\n"]),
        ):
            (folder / name).write_bytes(b"".join(content))
            made.append(folder / name)
    (folder / "a.tournament").write_text(tournament_text(EVENING))
    return [*made, folder / "a.tournament", folder, folder / "nothing.patience"]
