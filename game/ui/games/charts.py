"""Charts of statistics that one game alone has."""

from __future__ import annotations

from collections import Counter

from game.message import msg, msg_p
from game.play.summary import Totals
from game.rules.rush import SOURCES_OF_POINTS
from game.ui.drawing.charts import GAMES, Bars, Chart, over_time

MAX_ABOVE_PAR = 12
"""Distance from par from which games share a bar."""


def rush(totals: Totals) -> list[Chart]:
    """Points by source, and the time bonus where there is a clock."""
    means = [totals.sum_of(source) / totals.with_result for source in SOURCES_OF_POINTS]
    sources = Bars(
        msg("Points by source"),
        msg("average points a game, by source"),
        msg_p("unit of a chart", "points"),
        list(SOURCES_OF_POINTS.values()),
        means,
        is_named=True,
    )
    if not totals.bonus_shares.points:
        return [sources]  # without a clock there is no bonus
    return [sources, over_time(msg("Time bonus in the total"), msg("per cent"), totals.bonus_shares)]


def spider(totals: Totals) -> list[Chart]:
    """Games by completed suits."""
    counts = totals.figures.get("suits", Counter())
    labels = [str(suits) for suits in range(9)]
    heights = [counts[suits] for suits in range(9)]
    return [Bars(msg("Completed suits"), msg_p("unit of a chart", "suits"), GAMES, labels, heights)]


def one_three_back(totals: Totals) -> list[Chart]:
    """Games by stacks above par, as far as par is known."""
    above = totals.above_par
    if not above:
        return []
    last = min(MAX_ABOVE_PAR, max(1, *above))
    heights = [0] * (last + 1)
    for stacks, games in above.items():
        heights[min(last, max(0, stacks))] += games
    labels: list[str] = [msg("fewest possible"), *(f"+{stacks}" for stacks in range(1, last + 1))]
    if max(above) > last:
        labels[-1] = msg_p("stacks above par", "more")
    return [
        Bars(
            msg("How close to perfect"),
            msg("stacks above the minimum"),
            GAMES,
            labels,
            heights,
        )
    ]


def three_shuffles(totals: Totals) -> list[Chart]:
    """Wins by the deal that brought them."""
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
            msg("Deal of the win"),
            msg_p("unit of a chart", "deal"),
            GAMES,
            labels,
            [*won, totals.with_result - sum(won)],
        )
    ]
