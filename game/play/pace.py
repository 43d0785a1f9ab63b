"""Human pace: actions too fast or too even are not a hand's.

The figures were measured with robots of all strengths (docs/FORMATS.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from game.play.game import ControlAction, Game, Playable
from game.play.record import Record
from game.rules.position import STOCK, Move
from game.rules.rush import FOUNDATIONS
from game.rules.variant import PileKind

FROM_THE_START, EACH_MS = 5, 100
"""From the fifth action on, the cards have been seen for so long times the number of actions."""
AT_ONCE_MS = 50
"""Interval within which cards going home may be sent by one click."""
EVEN_COUNT, EVEN_MOVES, EVEN_TAPS = 20, 0.15, 0.02
"""So many times apart in a row are even when they vary by less than this share of their mean: those of moves
of cards, which are looked for and aimed at, and those of all actions, among which fingers may drum."""


class Stretch(NamedTuple):
    """Consecutive actions, and the minimum time a hand needs for them."""

    actions: int
    tap_ms: int
    """Time for each tap on the stock, and any other action that moves no card."""
    move_ms: int


STRETCHES = (Stretch(20, 50, 120), Stretch(60, 80, 200))


class Stroke(NamedTuple):
    """An action of a hand, and its entry in the record."""

    entry: int
    at_ms: int
    is_tap: bool


def by_hand(record: Record) -> list[int]:
    """Entries made by the player's hand, without the play-out of a solved game and the time-out."""
    game, found = Game(record.deal), []
    for index, entry in enumerate(record.entries):
        is_timeout = entry.action is ControlAction.END and entry.at_ms == game.variant.limit_ms
        if not game.is_solved and not is_timeout:
            found.append(index)
        game.play(entry.action, entry.at_ms)
    return found


def strokes(record: Record) -> list[Stroke]:
    """Separate actions of a hand; of cards sent home together, only the first."""
    found: list[Stroke] = []
    last_home_ms: int | None = None
    for index in by_hand(record):
        at_ms, action = record.entries[index]
        goes_home = isinstance(action, Move) and action.target in FOUNDATIONS
        is_with_last = goes_home and last_home_ms is not None and at_ms - last_home_ms <= AT_ONCE_MS
        last_home_ms = at_ms if goes_home else None
        if not is_with_last:
            found.append(Stroke(index, at_ms, not isinstance(action, Move) or action == STOCK))
    return found


def too_fast(made: Sequence[Stroke]) -> int | None:
    """Returns the index of the first entry that comes too fast for a hand, or None."""
    for number, stroke in enumerate(made, 1):
        if number >= FROM_THE_START and stroke.at_ms < number * EACH_MS:
            return stroke.entry
        for count, tap_ms, move_ms in STRETCHES:
            row = made[number - count : number] if number >= count else ()
            if row and stroke.at_ms - row[0].at_ms < sum(
                tap_ms if other.is_tap else move_ms for other in row
            ):
                return stroke.entry
    return None


def is_no_hand(game: Playable) -> bool:
    """Whether cards were moved faster, from the start to some move, than any hand can in any game.

    Only moves that are made one by one count; cards sent home together, and keys held down for the stock,
    undo or redo, do not.
    """
    made, last_home_ms = 0, None
    for at_ms, action in game.entries:
        if not isinstance(action, Move) or action == STOCK:
            continue
        is_home = game.variant.piles[action.target].kind is PileKind.FOUNDATION
        is_with_last = is_home and last_home_ms is not None and at_ms - last_home_ms <= AT_ONCE_MS
        last_home_ms = at_ms if is_home else None
        made += not is_with_last
        if made >= FROM_THE_START and at_ms < made * EACH_MS:
            return True
    return False


def is_even(made: Sequence[Stroke]) -> bool:
    """Whether actions, or moves of cards, follow one another too evenly for a hand."""
    apart = [(after.at_ms - before.at_ms, after.is_tap) for before, after in pairwise(made)]
    moves_ms = [ms for ms, is_tap in apart if not is_tap]
    return _has_even_row([ms for ms, _ in apart], EVEN_TAPS) or _has_even_row(moves_ms, EVEN_MOVES)


def _has_even_row(times_ms: Sequence[int], share: float) -> bool:
    rows = (times_ms[at : at + EVEN_COUNT] for at in range(len(times_ms) - EVEN_COUNT + 1))
    return any(_varies_by(row) < share for row in rows)


def _varies_by(times_ms: Sequence[int]) -> float:
    """Standard deviation as a share of the mean."""
    mean_ms = sum(times_ms) / len(times_ms)
    variance = sum((time_ms - mean_ms) ** 2 for time_ms in times_ms) / len(times_ms)
    return float(variance**0.5 / mean_ms) if mean_ms else 0.0
