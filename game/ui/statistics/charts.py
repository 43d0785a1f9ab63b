"""Which charts tell a player how they play each game.

Knows what games add up to; must not know how charts are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import ceil

from game.play.summary import SMOOTHED_OVER, distribution, moving_mean
from game.play.totals import Series, Totals
from game.rules import VARIANTS
from game.ui.statistics.axes import tick_text
from game.ui.statistics.chart import Bars, Chart, Curve

MOST_ABOVE_PAR = 12
"""Games that are still further from par share a bar."""
SOURCES = {
    "foundations": "Home",
    "turned": "Turned",
    "waste": "Waste",
    "come_backs": "Back",
    "returns": "Returns",
    "time_bonus": "Time",
}


def charts(totals: Totals) -> list[Chart]:
    """The charts of games of one option set, the most important first; none before the first result."""
    if not totals.values:
        return []
    unit = VARIANTS[totals.variant].unit.full
    found: list[Chart] = [
        over_time("Results over time", unit, totals.results),
        distribution_chart(unit, totals.values),
    ]
    own = OWN_CHARTS.get(totals.variant)
    return found + (own(totals) if own else [])


def over_time(title: str, unit: str, series: Series) -> Curve:
    """A value for each game and their moving mean; of very many games how far they reach, and the mean."""
    across, values = "games, the latest at the right", series.means
    if series.games_a_point == 1:
        mean = f"mean of the last {SMOOTHED_OVER}"
        return Curve(title, across, unit, values, moving_mean(values), "each game", mean)
    spans = [(point.low, point.high) for point in series.points]
    over = ceil(SMOOTHED_OVER / series.games_a_point)
    smooth, mean = moving_mean(values, over), f"mean of the last {over * series.games_a_point}"
    return Curve(title, across, unit, values, smooth, "least to most", mean, series.games_a_point, spans)


def distribution_chart(unit: str, values: Mapping[int, int]) -> Bars:
    """How many games came to which result."""
    bins = distribution(values)
    heights = [each.games for each in bins]
    if bins[0].low == bins[0].high:
        return Bars("Distribution", unit, "games", [str(each.low) for each in bins], heights)
    edges = [tick_text(each.low) for each in bins] + [tick_text(bins[-1].high + 1)]
    return Bars("Distribution", unit, "games", edges, heights, has_edges=True)


def _rush(totals: Totals) -> list[Chart]:
    means = [totals.sum_of(source) / totals.with_result for source in SOURCES]
    sources = Bars("Points by source", "source, mean of a game", "points", list(SOURCES.values()), means)
    return [sources, over_time("Time bonus in the total", "per cent", totals.bonus_shares)]


def _spider(totals: Totals) -> list[Chart]:
    counts = totals.figures.get("suits", Counter())
    labels = [str(suits) for suits in range(9)]
    heights = [counts[suits] for suits in range(9)]
    return [Bars("Completed suits", "suits", "games", labels, heights)]


def _one_three_back(totals: Totals) -> list[Chart]:
    above = totals.above_par
    if not above:
        return []
    most = min(MOST_ABOVE_PAR, max(1, *above))
    heights = [0] * (most + 1)
    for stacks, games in above.items():
        heights[min(most, max(0, stacks))] += games
    labels = ["par", *(f"+{stacks}" for stacks in range(1, most + 1))]
    if max(above) > most:
        labels[-1] = "more"
    return [Bars("Against par", "stacks above the fewest that could be reached", "games", labels, heights)]


def _three_shuffles(totals: Totals) -> list[Chart]:
    counts = totals.won_figures.get("deal", Counter())
    won = [counts[deal] for deal in (1, 2, 3)]
    labels = ["first", "second", "third", "not won"]
    return [Bars("Won on which deal", "deal", "games", labels, [*won, totals.with_result - sum(won)])]


OWN_CHARTS: Mapping[str, Callable[[Totals], list[Chart]]] = {
    "rush": _rush,
    "spider": _spider,
    "one-three-back": _one_three_back,
    "three-shuffles": _three_shuffles,
}
"""What a game shows besides what all show, by its name; a game need not have any."""
