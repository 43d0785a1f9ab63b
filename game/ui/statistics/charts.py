"""Which charts tell a player how they play each game.

Knows what games add up to; must not know how charts are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import ceil

from game.message import msg, msg_p
from game.play.summary import SMOOTHED_OVER, Series, Totals, distribution, moving_mean
from game.rules import VARIANTS
from game.ui.statistics.chart import Bars, Chart, Curve, tick_text

MAX_ABOVE_PAR = 12
"""Games that are still further from par share a bar."""
GAMES = msg_p("unit of a chart", "games")
SOURCES = {
    "foundations": msg_p("source of points", "Home"),
    "turned": msg_p("source of points", "Turned"),
    "waste": msg_p("source of points", "Waste"),
    "come_backs": msg_p("source of points", "Back"),
    "returns": msg_p("source of points", "Returns"),
    "time_bonus": msg_p("source of points", "Time"),
}


def charts(totals: Totals) -> list[Chart]:
    """The charts of games of one option set, the most important first; none before the first result."""
    if not totals.values:
        return []
    unit = VARIANTS[totals.variant].unit.full
    found: list[Chart] = [
        over_time(msg("Results over time"), unit, totals.results),
        distribution_chart(unit, totals.values),
    ]
    own = OWN_CHARTS.get(totals.variant)
    return found + (own(totals) if own else [])


def over_time(title: str, unit: str, series: Series) -> Curve:
    """A value for each game and their moving mean; of very many games how far they reach, and the mean."""
    across, values = msg("games, the latest at the right"), series.means
    if series.games_a_point == 1:
        mean = msg("average of the last {count}", count=SMOOTHED_OVER)
        return Curve(title, across, unit, values, moving_mean(values), msg("each game"), mean)
    spans = [(point.low, point.high) for point in series.points]
    over = ceil(SMOOTHED_OVER / series.games_a_point)
    smooth, mean = (
        moving_mean(values, over),
        msg("average of the last {count}", count=over * series.games_a_point),
    )
    return Curve(title, across, unit, values, smooth, msg("least to most"), mean, series.games_a_point, spans)


def distribution_chart(unit: str, values: Mapping[int, int]) -> Bars:
    """How many games came to which result."""
    bins = distribution(values)
    heights = [each.games for each in bins]
    if bins[0].low == bins[0].high:
        return Bars(msg("Distribution"), unit, GAMES, [tick_text(each.low) for each in bins], heights)
    edges = [tick_text(each.low) for each in bins] + [tick_text(bins[-1].high + 1)]
    return Bars(msg("Distribution"), unit, GAMES, edges, heights, has_edges=True)


def _rush(totals: Totals) -> list[Chart]:
    means = [totals.sum_of(source) / totals.with_result for source in SOURCES]
    sources = Bars(
        msg("Points by source"),
        msg("source, average of a game"),
        msg_p("unit of a chart", "points"),
        list(SOURCES.values()),
        means,
        is_named=True,
    )
    return [sources, over_time(msg("Time bonus in the total"), msg("per cent"), totals.bonus_shares)]


def _spider(totals: Totals) -> list[Chart]:
    counts = totals.figures.get("suits", Counter())
    labels = [str(suits) for suits in range(9)]
    heights = [counts[suits] for suits in range(9)]
    return [Bars(msg("Completed suits"), msg_p("unit of a chart", "suits"), GAMES, labels, heights)]


def _one_three_back(totals: Totals) -> list[Chart]:
    above = totals.above_par
    if not above:
        return []
    most = min(MAX_ABOVE_PAR, max(1, *above))
    heights = [0] * (most + 1)
    for stacks, games in above.items():
        heights[min(most, max(0, stacks))] += games
    labels: list[str] = [msg("fewest possible"), *(f"+{stacks}" for stacks in range(1, most + 1))]
    if max(above) > most:
        labels[-1] = msg_p("stacks above par", "more")
    return [
        Bars(
            msg("Against the fewest possible"),
            msg("stacks above the fewest that could be reached"),
            GAMES,
            labels,
            heights,
        )
    ]


def _three_shuffles(totals: Totals) -> list[Chart]:
    counts = totals.won_figures.get("deal", Counter())
    won = [counts[deal] for deal in (1, 2, 3)]
    labels = [
        msg_p("deal", "first"),
        msg_p("deal", "second"),
        msg_p("deal", "third"),
        msg_p("deal", "not won"),
    ]
    return [
        Bars(
            msg("Won on which deal"),
            msg_p("unit of a chart", "deal"),
            GAMES,
            labels,
            [*won, totals.with_result - sum(won)],
        )
    ]


OWN_CHARTS: Mapping[str, Callable[[Totals], list[Chart]]] = {
    "rush": _rush,
    "spider": _spider,
    "one-three-back": _one_three_back,
    "three-shuffles": _three_shuffles,
}
"""What a game shows besides what all show, by its name; a game need not have any."""
