"""Processor time and memory of processes while a load goes on, those that are killed meanwhile too."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

import psutil


class Watch:
    """Groups of processes, polled; keeps what a process used before it ended."""

    def __init__(self, groups: Mapping[str, Callable[[], Iterable[int]]]) -> None:
        self._groups = groups
        self._used: dict[str, dict[int, float]] = defaultdict(dict)
        self.look()
        self._before = {name: self._sum(name) for name in groups}
        self._began, self._machine = time.monotonic(), _busy_s()

    def look(self) -> None:
        """Notes what each process has used so far."""
        for name, numbers in self._groups.items():
            for number in numbers():
                try:
                    used = psutil.Process(number).cpu_times()
                except psutil.Error:
                    continue
                self._used[name][number] = used.user + used.system

    def _sum(self, name: str) -> float:
        return sum(self._used[name].values())

    def used_s(self) -> dict[str, float]:
        """The processor time of each group since the beginning, and of all that the machine did."""
        self.look()
        found = {name: self._sum(name) - before for name, before in self._before.items()}
        return found | {"machine": _busy_s() - self._machine}

    @property
    def passed_s(self) -> float:
        """The time since the beginning."""
        return time.monotonic() - self._began


def memory_kb(numbers: Iterable[int]) -> int:
    """The memory of processes that is theirs or shared (RSS)."""
    return sum(psutil.Process(number).memory_info().rss for number in numbers) // 1024


def with_children(number: int) -> list[int]:
    """A process and those that it started, and they."""
    try:
        return [number, *(child.pid for child in psutil.Process(number).children(recursive=True))]
    except psutil.Error:
        return []


def _busy_s() -> float:
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - getattr(times, "iowait", 0) - getattr(times, "guest", 0))
