"""What a game that was finished or left came to: the figures that statistics count.

Knows games; must not know any one of them, files, players or how figures are shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from game.play.game import Act, End, Game, Playable
from game.rules.variant import Outcome


class Result(NamedTuple):
    """What one game came to.

    `value` is what results are compared by: Rush's total, Spider's score, the stacks of
    1-3 Back (fewest is best), the cards home of Three Shuffles. It is None in a game that was
    left although only its end decides. `figures` are those of one game alone, by name.
    """

    outcome: Outcome
    is_won: bool
    value: int | None
    home: int
    elapsed_ms: int
    moves: int  # without what was taken back
    figures: Mapping[str, int] = MappingProxyType({})


def is_played(game: Game) -> bool:
    """Whether a game counts as played: it was ended, or at least one card was moved."""
    return game.is_over or any(not isinstance(entry.action, Act) for entry in game.entries)


def result_of(game: Game, ends: Sequence[Result] | None = None) -> Result:
    """What a game came to: the best of its ends, or else the table as it was left.

    A game has several ends where one may be taken back or played on from: a game of Spider
    that was won stays won. Whoever has followed the game gives its `ends`.
    """
    sign = -1 if game.variant.fewest_is_best else 1
    found = ends_of(game) if ends is None else ends
    if not found:
        return present_result(game)
    return max(found, key=lambda end: (end.is_won, sign * (end.value or 0)))


def ends_of(game: Game) -> list[Result]:
    """What the game came to when it was over: each time that was better than before."""
    if not game.variant.legal_after_the_end:
        return [present_result(game)] if game.is_over else []
    return [_result(game, end, is_over=True, bonus=0) for end in game.ends]


def present_result(game: Playable) -> Result:
    """What the game comes to as it stands now."""
    present = End(game.outcome, game.line(), game.moves(), game.elapsed_ms)
    return _result(game, present, game.is_over, game.time_bonus)


def _result(game: Playable, end: End, is_over: bool, bonus: int) -> Result:
    variant, position = game.variant, end.line[-1]
    value = variant.result(position) if is_over or variant.counts_when_left else None
    return Result(
        end.outcome,
        is_over and variant.is_success(position),
        None if value is None else value + bonus,
        variant.home(position),
        end.at_ms,
        len(end.moves),
        {
            **variant.figures(end.line, end.moves),
            **({} if variant.limit_ms is None else {"time_bonus": bonus}),
        },
    )
