"""What a worker counts of itself: actions and how soon they were answered, refusals by their codes.

Knows counts, and the text in which Prometheus reads them; must not know what is counted, nor who asks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping

BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""An action is counted at each bound within which it was answered."""


class Figures:
    """Counts since the start."""

    def __init__(self) -> None:
        self.refusals: Counter[str] = Counter()
        """By their codes."""
        self.actions = 0
        """Those that were answered, refused ones too."""
        self._within = [0] * (len(BOUNDS_S) + 1)
        self._seconds = 0.0

    def answered(self, seconds: float) -> None:
        """Counts an action that was answered after so long."""
        self.actions += 1
        self._seconds += seconds
        self._within[bisect_left(BOUNDS_S, seconds)] += 1

    def refused(self, code: str) -> None:
        """Counts a refusal."""
        self.refusals[code] += 1

    def latency(self) -> list[str]:
        """How soon actions were answered, as a histogram.

        >>> figures = Figures()
        >>> figures.answered(0.02)
        >>> figures.latency()[2:5]
        ['patience_action_seconds_bucket{le="0.005"} 0', 'patience_action_seconds_bucket{le="0.01"} 0', \
'patience_action_seconds_bucket{le="0.025"} 1']
        """
        name, total = "patience_action_seconds", 0
        lines = head(name, "histogram", "From the arrival of an action to its answer.")
        for bound, count in zip((*map(str, BOUNDS_S), "+Inf"), self._within, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self._seconds:.6f}", f"{name}_count {total}"]


def head(name: str, kind: str, what: str) -> list[str]:
    """How a figure is announced (https://prometheus.io/docs/instrumenting/exposition_formats/)."""
    return [f"# HELP {name} {what}", f"# TYPE {name} {kind}"]


def figure(name: str, kind: str, what: str, value: float) -> list[str]:
    """A figure that is one number."""
    return [*head(name, kind, what), f"{name} {value:g}"]


def by_label(name: str, kind: str, what: str, label: str, values: Mapping[str, int]) -> list[str]:
    """A figure for each value of a label, in their order.

    >>> by_label("decks", "gauge", "Ready.", "draw", {"1": 6})
    ['# HELP decks Ready.', '# TYPE decks gauge', 'decks{draw="1"} 6']
    """
    return [
        *head(name, kind, what),
        *(f'{name}{{{label}="{each}"}} {values[each]}' for each in sorted(values)),
    ]


def text_of(figures: Iterable[Iterable[str]]) -> str:
    """All of them, as they are sent."""
    return "".join(f"{line}\n" for each in figures for line in each)
