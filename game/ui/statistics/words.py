"""The figures of a player's games as words: what stands beside the charts.

Knows summaries and the words of the games; must not know where they are written.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.play.phrases import minutes
from game.play.played import Kind, PlayedGame
from game.play.summary import results, summary
from game.rules import VARIANTS, find_variant
from game.rules.options import options_to_text
from game.rules.variant import Variant
from game.ui.games.tables import view_class

KINDS = {
    Kind.COUNTED: "Counted",
    Kind.REPLAYED: "Deal known",
    Kind.SHOWN: "Line shown",
    Kind.GIVEN: "Given position",
    Kind.TOURNAMENT: "Tournament",
    Kind.TAKEN_OVER: "Begun elsewhere",
}
"""What a player calls the kinds that are told apart."""


def options_words(variant: Variant) -> str:
    """The options of a game in words: `Draw 1`, `Draw 3, within 10:00`; "" where it has none."""
    chosen = set(options_to_text(variant).split())
    words = [
        word
        for word, text in view_class(variant.name).tile_options
        if text and chosen.issuperset(text.split())
    ]
    if variant.limit_ms is not None and variant.limit_ms != type(variant)().limit_ms:
        words.append(f"within {minutes(variant.limit_ms / 1000)}")
    return ", ".join(words)


def set_words(name: str, options: str) -> str:
    """The words for the options of a record."""
    return options_words(find_variant(name, options.split()))


def figures(games: Sequence[PlayedGame]) -> list[tuple[str, str]]:
    """Lines of words and value, in groups that are parted by an empty line."""
    told = summary(games)
    variant = VARIANTS[games[0].variant]
    share = "" if told.won_share is None else f"  ({100 * told.won_share:.0f} %)"
    lines = [
        ("Played", str(told.played)),
        (variant.success.capitalize(), f"{told.won}{share}"),
        ("Left unfinished", str(told.left)),
        ("", ""),
        ("Streak now", str(told.streak)),
        ("Longest streak", str(told.longest_streak)),
        ("Longest without", str(told.longest_drought)),
        ("", ""),
        (f"Fewest {variant.unit.many}" if variant.fewest_is_best else "Best", _whole(told.best)),
        ("Mean", _rounded(told.mean)),
        ("Median", _rounded(told.median)),
        ("Time of a game", "–" if told.mean_s is None else minutes(told.mean_s)),
    ]
    return lines + _more(games)


def _more(games: Sequence[PlayedGame]) -> list[tuple[str, str]]:
    """What only some games have."""
    bonus = [game.result.figures["time_bonus"] for game in games if "time_bonus" in game.result.figures]
    totals = sum(results(games))
    if bonus and totals:
        return [("Time bonus", f"{100 * sum(bonus) / totals:.0f} %")]
    above = [
        game.result.value - game.par
        for game in games
        if game.par is not None and game.result.value is not None
    ]
    if above:
        return [("Mean above par", _rounded(sum(above) / len(above)))]
    return []


def _whole(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"


def _rounded(value: float | None) -> str:
    return "–" if value is None else f"{value:,.1f}"
