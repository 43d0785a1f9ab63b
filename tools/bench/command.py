"""Benchmarks of the program on this machine: a table for people, or one JSON object.

Knows the parts and how figures are shown; each part stands in its module and measures
CPU time (launch: real time) in children of its own, so that nothing measured disturbs it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from tools.bench import frames, home, idle, launch, memory, pointer, replay, soak, solver, spider, statistics
from tools.bench.figures import BenchError, Figure, NotMeasurableError
from tools.bench.program import MAIN, PROJECT

__all__ = ["PARTS", "BenchError", "bench"]

PARTS: Mapping[str, Callable[[], list[Figure]]] = {
    "launch": launch.measure,
    "memory": memory.measure,
    "idle": idle.measure,
    "frames": frames.measure,
    "pointer": pointer.measure,
    "home": home.measure,
    "spider": spider.measure,
    "replay": replay.measure,
    "statistics": statistics.measure,
    "soak": soak.measure,
    "solver": solver.measure,
}
"""Functions that measure each part, in the order in which they are shown."""


Asking = Callable[[Path, str], list[dict[str, Any]]]
"""Measures one part of the program in a folder, and returns its figures as `--json` tells them."""


def bench(part: str | None, as_json: bool, beside: Path | None = None, rounds: int = 5) -> int:
    """Measures one part, or all, or two checkouts in turn; returns 0, or 1 if a part could not be measured.

    Raises:
        BenchError: there is no such part, or no program in the folder `beside`.
    """
    if part is not None and part not in PARTS:
        raise BenchError(f"“{part[:40]}” is no part of bench, which has {', '.join(PARTS)}")
    chosen = PARTS.keys() if part is None else (part,)
    if beside is not None:
        if not (beside / MAIN).is_file():
            raise BenchError(f"no copy of the project is in {beside}")
        return compare(chosen, beside, rounds)
    return _tell_json(chosen) if as_json else _show_table(chosen)


def _tell_json(parts: Iterable[str]) -> int:
    told: dict[str, Any] = {}
    code = 0
    for part in parts:
        try:
            told[part] = [
                {
                    "what": measured.what,
                    "value": measured.value,
                    "unit": measured.unit,
                    "goal": measured.goal,
                    "reached": measured.is_reached,
                }
                for measured in PARTS[part]()
            ]
        except NotMeasurableError as missing:
            told[part] = {"error": str(missing)}
            code = 1
    print(json.dumps(told, ensure_ascii=False))
    return code


def _show_table(parts: Iterable[str]) -> int:
    from rich.table import Table

    from game.cli.statistics import Printer

    console = Printer()
    table = Table("part", "what", "measured", "goal", "", title="Patience Arcade on this machine")
    for column in (2, 3):
        table.columns[column].justify = "right"
    code = 0
    for part in parts:
        with console.status(f"measuring {part} …"):
            try:
                for figure in PARTS[part]():
                    goal = (
                        ""
                        if figure.goal is None
                        else f"{'≥' if figure.at_least else '≤'} {_number(figure.goal)}"
                    )
                    mark = {True: "[green]✓", False: "[red]✗", None: ""}[figure.is_reached]
                    table.add_row(part, figure.what, f"{_number(figure.value)} {figure.unit}", goal, mark)
            except NotMeasurableError as missing:
                table.add_row(part, f"[red]not measured: {missing}", "", "", "")
                code = 1
        table.add_section()
    console.print(table)
    return code


def _asked(folder: Path, part: str) -> list[dict[str, Any]]:
    command = [sys.executable, MAIN, "bench", part, "--json"]
    said = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE).stdout
    told = json.loads(said)[part] if said else {"error": f"{folder} has no such measurement"}
    if isinstance(told, dict):
        raise NotMeasurableError(told["error"])
    return list(told)


def compare(parts: Iterable[str], beside: Path, rounds: int, ask: Asking = _asked) -> int:
    """Measures this checkout and another in turn, A B B A …, and shows how each pair of figures compares."""
    from rich.table import Table

    from game.cli.statistics import Printer

    console, code = Printer(), 0
    table = Table("part", "what", "here", "there", "here ÷ there", title=f"Here, and in {beside}")
    table.columns[1].overflow = "fold"
    for part in parts:
        here: list[dict[str, tuple[float, str]]] = []
        there: list[dict[str, tuple[float, str]]] = []
        turns = [(PROJECT, here), (beside, there)]
        try:
            for number in range(rounds):
                with console.status(f"measuring {part}, {number + 1} of {rounds} …"):
                    for folder, found in turns[:: -1 if number % 2 else 1]:
                        told = ask(folder, part)
                        found.append({figure["what"]: (figure["value"], figure["unit"]) for figure in told})
        except NotMeasurableError as missing:
            table.add_row(part, f"[red]not measured: {missing}", "", "", "")
            code = 1
            continue
        for what, (_, unit) in here[0].items():
            if what in there[0]:
                pairs = [(mine[what][0], other[what][0]) for mine, other in zip(here, there, strict=True)]
                ratios = sorted(mine / other for mine, other in pairs if other)
                values = [f"{_number(median(side))} {unit}" for side in zip(*pairs, strict=True)]
                spread = f"{median(ratios):.2f} ({ratios[0]:.2f}–{ratios[-1]:.2f})" if ratios else ""
                table.add_row(part, what, *values, spread)
        table.add_section()
    console.print(table)
    return code


def _number(value: float) -> str:
    """Three figures that matter: 0.0123, 1.23, 58.5, 61,234."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
