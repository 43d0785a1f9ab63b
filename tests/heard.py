"""Prints how much a player hears in a table: `python -m tests.heard [--moves N] [--detail D]`.

A game is played by keys as its hints advise, every one of which is asked for; each key is a step. The table
has the words of a step, those of a hint, and how many hints repeated something.
"""

import argparse
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, NamedTuple

from game.rules import VARIANTS
from game.rules.position import STOCK, Move
from game.solver.service.client import SolverClient
from game.solver.service.messages import HintRequest, HintResponse
from game.solver.solve import advise
from game.storage.profile import CHOICES
from tests.ui.driver import Table

BETTER = 3
"""So many lists of advice come after one question, each better than the one before."""
SPIDERS = tuple(("spider", f"suits={count}") for count in (1, 2, 4))
GAMES = (*SPIDERS, *((name, "") for name in VARIANTS if name != "spider"))


class Adviser(SolverClient):
    """Answers hints at once, each question the same way every time; nothing else."""

    def __init__(self) -> None:
        super().__init__(lambda: None, ())

    def warm(self, _variant: object) -> None:
        """It thinks in plain Python."""

    def ask(self, question: Any, told: Callable[[Any], None]) -> int:
        if not isinstance(question, HintRequest):
            return 0
        for better in islice(advise(question.variant, question.position, Random(question.seed)), BETTER):
            told(HintResponse(tuple(better), is_last=False))
        told(HintResponse((), is_last=True))
        return 0


class Figures(NamedTuple):
    """The words of each step and of each hint, and the number of hints that repeated something."""

    steps: list[int]
    hints: list[int]
    twice: int = 0


class ByEar:
    """Somebody who presses keys and counts words."""

    def __init__(self, folder: Path, name: str, options: str, detail: str) -> None:
        self._table = table = Table(folder, (640, 480))
        table.context.settings.detail, table.context.settings.reduced_motion = detail, True
        table.context.solver, table.context.is_heard = Adviser(), True
        table.start(5, *options.split(), game=name)
        self._figures = Figures([], [])

    def _press(self, key: str, counts: list[int]) -> list[str]:
        """Presses a key; returns the lines that were heard until nothing moves, and counts their words."""
        heard = self._table.narrated
        del heard[:]
        self._table.key(key)
        self._table.settle()
        counts.append(sum(len(line.split()) for line in heard))
        return heard

    def play(self, count: int) -> Figures:
        """Plays that many moves, or until there is no hint."""
        for _ in range(count):
            lines = self._press("i", self._figures.hints)
            is_twice = len(set(lines)) < len(lines)
            self._figures = self._figures._replace(twice=self._figures.twice + is_twice)
            move = self._table.hints.move
            if move is None:
                break
            self._make(move)
        self._table.close()
        return self._figures

    def _make(self, move: Move) -> None:
        """Makes a move by Tab, Down and Space."""
        table, steps = self._table, self._figures.steps
        if move == STOCK:
            self._press("s" if table.game.variant.name == "three-shuffles" else "d", steps)
            return
        self._go(move.source, len(table.game.position.piles[move.source]) - move.count)
        self._press("space", steps)
        if move.source != move.target:
            self._go(move.target, None)
            self._press("space", steps)

    def _go(self, pile: int, height: int | None) -> None:
        for _ in range(80):
            spot = self._table.spot
            at = spot.index if spot is not None and spot.pile == pile else None
            if at is not None and height in (None, at):
                return
            is_above = at is not None and height is not None and at < height
            self._press("down" if is_above else "tab", self._figures.steps)


def main() -> None:
    """Prints the words of steps and hints, game by game."""
    parser = argparse.ArgumentParser(prog="python -m tests.heard", description=__doc__)
    parser.add_argument("--moves", type=int, default=60, help="how many moves are played (default: 60)")
    parser.add_argument("--detail", choices=CHOICES["detail"], default="medium")
    chosen = parser.parse_args()
    print("game                   steps  median  90 %   hints  median  told twice")
    for name, options in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            found = ByEar(Path(folder), name, options, chosen.detail).play(chosen.moves)
        ninety = quantiles(found.steps, n=10)[-1]
        counts = f"{len(found.steps):5}  {median(found.steps):6.0f}  {ninety:4.0f}   {len(found.hints):5}"
        print(f"{name + ' ' + options:22} {counts}  {median(found.hints):6.0f}  {found.twice:10}")


if __name__ == "__main__":
    main()
