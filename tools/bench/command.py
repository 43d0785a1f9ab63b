"""Benchmarks of the program on this machine: a table for people, or one JSON object.

Knows the parts and how figures are shown; each part stands in its module and measures
CPU time (launch: real time) in children of its own, so that nothing measured disturbs it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tools.bench import (
    frames,
    home,
    idle,
    launch,
    memory,
    pointer,
    replay,
    soak,
    solver,
    spider,
    statistics,
)
from tools.bench.figures import BenchError, Figure, NotMeasurableError

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
"""What measures each part, in the order in which they are shown."""


def bench(part: str | None, as_json: bool) -> int:
    """Measures one part, or all; returns 0, or 1 if a part could not be measured here.

    Raises:
        BenchError: there is no such part.
    """
    if part is not None and part not in PARTS:
        raise BenchError(f"“{part[:40]}” is no part of bench, which has {', '.join(PARTS)}")
    chosen = PARTS.keys() if part is None else (part,)
    return _tell_json(chosen) if as_json else _show_table(chosen)


def _tell_json(parts: Iterable[str]) -> int:
    told: dict[str, Any] = {}
    code = 0
    for part in parts:
        try:
            told[part] = [
                {
                    "what": each.what,
                    "value": each.value,
                    "unit": each.unit,
                    "goal": each.goal,
                    "reached": each.is_reached,
                }
                for each in PARTS[part]()
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
                for each in PARTS[part]():
                    goal = (
                        "" if each.goal is None else f"{'≥' if each.at_least else '≤'} {_number(each.goal)}"
                    )
                    mark = {True: "[green]✓", False: "[red]✗", None: ""}[each.is_reached]
                    table.add_row(part, each.what, f"{_number(each.value)} {each.unit}", goal, mark)
            except NotMeasurableError as missing:
                table.add_row(part, f"[red]not measured: {missing}", "", "", "")
                code = 1
        table.add_section()
    console.print(table)
    return code


def _number(value: float) -> str:
    """Three figures that matter: 0.0123, 1.23, 58.5, 61,234."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
