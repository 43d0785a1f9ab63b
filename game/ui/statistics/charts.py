"""Which charts tell a player how they play each game.

Knows the figures of the games; must not know how charts are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from game.play.played import PlayedGame
from game.play.summary import SMOOTHED_OVER, distribution, moving_mean, results
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


def charts(games: Sequence[PlayedGame]) -> list[Chart]:
    """The charts of games of one option set, the most important first; none before the first result."""
    values = results(games)
    if not values:
        return []
    unit = VARIANTS[games[0].variant].unit.full
    found: list[Chart] = [over_time("Results over time", unit, values), distribution_chart(unit, values)]
    ended = [game for game in games if game.result.value is not None]
    own = OWN_CHARTS.get(games[0].variant)
    return found + (own(ended) if own else [])


def over_time(title: str, unit: str, values: Sequence[float]) -> Curve:
    """A value for each game and their moving mean."""
    smooth = moving_mean(values)
    mean = f"mean of the last {SMOOTHED_OVER}"
    return Curve(title, "games, the latest at the right", unit, values, smooth, "each game", mean)


def distribution_chart(unit: str, values: Sequence[int]) -> Bars:
    """How many games came to which result."""
    bins = distribution(values)
    heights = [each.games for each in bins]
    if bins[0].low == bins[0].high:
        return Bars("Distribution", unit, "games", [str(each.low) for each in bins], heights)
    edges = [tick_text(each.low) for each in bins] + [tick_text(bins[-1].high + 1)]
    return Bars("Distribution", unit, "games", edges, heights, has_edges=True)


def _rush(games: Sequence[PlayedGame]) -> list[Chart]:
    figures = [game.result.figures for game in games]
    means = [sum(each.get(source, 0) for each in figures) / len(figures) for source in SOURCES]
    sources = Bars("Points by source", "source, mean of a game", "points", list(SOURCES.values()), means)
    shares = [
        100 * game.result.figures.get("time_bonus", 0) / game.result.value if game.result.value else 0.0
        for game in games
    ]
    return [sources, over_time("Time bonus in the total", "per cent", shares)]


def _spider(games: Sequence[PlayedGame]) -> list[Chart]:
    counts = Counter(game.result.figures.get("suits", 0) for game in games)
    labels = [str(suits) for suits in range(9)]
    return [Bars("Completed suits", "suits", "games", labels, [counts[suits] for suits in range(9)])]


def _one_three_back(games: Sequence[PlayedGame]) -> list[Chart]:
    above = [
        game.result.value - game.par
        for game in games
        if game.par is not None and game.result.value is not None
    ]
    if not above:
        return []
    most = min(MOST_ABOVE_PAR, max(1, *above))
    counts = Counter(min(most, max(0, each)) for each in above)
    labels = ["par", *(f"+{stacks}" for stacks in range(1, most + 1))]
    if max(above) > most:
        labels[-1] = "more"
    heights = [counts[stacks] for stacks in range(most + 1)]
    return [Bars("Against par", "stacks above the fewest that could be reached", "games", labels, heights)]


def _three_shuffles(games: Sequence[PlayedGame]) -> list[Chart]:
    counts = Counter(game.result.figures.get("deal", 0) if game.result.is_won else 0 for game in games)
    labels = ["first", "second", "third", "not won"]
    return [Bars("Won on which deal", "deal", "games", labels, [counts[1], counts[2], counts[3], counts[0]])]


OWN_CHARTS: Mapping[str, Callable[[Sequence[PlayedGame]], list[Chart]]] = {
    "rush": _rush,
    "spider": _spider,
    "one-three-back": _one_three_back,
    "three-shuffles": _three_shuffles,
}
"""What a game shows besides what all show, by its name; a game need not have any."""
