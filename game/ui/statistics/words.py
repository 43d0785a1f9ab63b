"""The figures of a player's games as words: what stands beside the charts.

Knows sums and the words of the games; must not know where they are written.
"""

from __future__ import annotations

from game.message import Message, joined, msg, msg_p, number, verbatim
from game.play.phrases import minutes
from game.play.played import Kind
from game.play.summary import summary_of
from game.play.totals import BONUS, Totals, weighted_sum
from game.rules import VARIANTS, find_variant
from game.rules.options import options_to_text
from game.rules.variant import Variant
from game.ui.games.tables import view_class

KINDS = {
    Kind.COUNTED: msg_p("kind of games", "Counted"),
    Kind.REPLAYED: msg_p("kind of games", "Deal known"),
    Kind.LATE: msg_p("kind of games", "Daily, late"),
    Kind.SHOWN: msg_p("kind of games", "Line shown"),
    Kind.GIVEN: msg_p("kind of games", "Given position"),
    Kind.TOURNAMENT: msg_p("kind of games", "Tournament"),
    Kind.TAKEN_OVER: msg_p("kind of games", "Begun elsewhere"),
}
"""What a player calls the kinds that are told apart."""


def options_words(variant: Variant) -> str:
    """The options of a game in words: `Draw 1`, `Draw 3, within 10:00`; "" where it has none."""
    chosen = set(options_to_text(variant).split())
    words: list[str] = [
        word
        for word, text in view_class(variant.name).tile_options
        if text and chosen.issuperset(text.split())
    ]
    if variant.limit_ms is not None and variant.limit_ms != type(variant)().limit_ms:
        words.append(msg("within {time}", time=minutes(variant.limit_ms / 1000)))
    return joined(", ", words)


def set_words(name: str, options: str) -> str:
    """The words for the options of a record."""
    return options_words(find_variant(name, options.split()))


def figures(totals: Totals) -> list[tuple[str, str]]:
    """Lines of words and value, in groups that are parted by an empty line."""
    told = summary_of(totals)
    variant = VARIANTS[totals.variant]
    share = "" if told.won_share is None else f"  ({100 * told.won_share:.0f} %)"
    lines: list[tuple[str, str]] = [
        (msg_p("number of games", "Played"), str(told.played)),
        (verbatim(variant.success).capitalised(), f"{told.won}{share}"),
        (msg_p("number of games", "Left unfinished"), str(told.left)),
        ("", ""),
        (msg("Streak now"), str(told.streak)),
        (msg("Longest streak"), str(told.longest_streak)),
        (msg("Longest without"), str(told.longest_drought)),
        ("", ""),
        (_best(variant), _whole(told.best)),
        (msg("Mean"), _rounded(told.mean)),
        (msg("Median"), _rounded(told.median)),
        (msg("Time of a game"), "–" if told.mean_s is None else minutes(told.mean_s)),
    ]
    return lines + _more(totals)


def _best(variant: type[Variant]) -> Message:
    if variant.fewest_is_best:
        # Translators: the best result where few are good; {things} are such as “stacks”, and may be left out.
        return variant.unit.fewest
    return msg_p("result", "Best")


def _more(totals: Totals) -> list[tuple[str, str]]:
    """What only some games have."""
    points = weighted_sum(totals.values)
    if BONUS in totals.figures and points:
        return [(msg("Time bonus"), f"{100 * totals.sum_of(BONUS) / points:.0f} %")]
    if totals.above_par:
        mean = weighted_sum(totals.above_par) / sum(totals.above_par.values())
        return [(msg("Mean above par"), _rounded(mean))]
    return []


def _whole(value: int | None) -> str:
    return "–" if value is None else number(value)


def _rounded(value: float | None) -> str:
    return "–" if value is None else number(value, digits=1)
