"""Course of a game: its score over time, and its streaks of moves that earned points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.play.game import Action
from game.rules.position import Move, Position
from game.rules.variant import Variant

if TYPE_CHECKING:
    from game.play.replay import Replay

STREAK_MS = 4_000
"""A move that earns points so soon after another one continues its streak."""
SHOWN_FROM = 3
"""Shorter streaks are not shown."""


def _lengths(earned_ms: Sequence[int]) -> Iterator[int]:
    """Length of the streak with every move that earned points."""
    length, last_ms = 0, 0
    for at_ms in earned_ms:
        length = length + 1 if length and at_ms - last_ms <= STREAK_MS else 1
        last_ms = at_ms
        yield length


def longest_streak(earned_ms: Sequence[int]) -> int:
    """Length of the longest streak; 0 without any move that earned points.

    >>> longest_streak([1000, 4000, 8000, 12_001, 14_000])
    3
    """
    return max(_lengths(earned_ms), default=0)


def streak_at(earned_ms: Sequence[int], at_ms: int) -> int:
    """Length of the streak that is alive at a play time, 0 if none is.

    >>> [streak_at([1000, 4000, 8000], at_ms) for at_ms in (999, 1000, 7999, 8000, 12_000, 12_001)]
    [0, 1, 2, 3, 3, 0]
    """
    earned = earned_ms[: bisect_right(earned_ms, at_ms)]
    if not earned or at_ms - earned[-1] > STREAK_MS:
        return 0
    *_, length = _lengths(earned)
    return length


def earns(variant: Variant, before: Position, action: Action, after: Position) -> bool:
    """Whether an action is a move of the player's that earns points; what goes home by itself is none."""
    if not isinstance(action, Move) or variant.is_auto_finishing(before):
        return False
    return (variant.score(after) or 0) > (variant.score(before) or 0)


class Course:
    """Score of one game at every play time.

    >>> course = Course()
    >>> course.note(2000, 10); course.note(5000, 60)
    >>> course.score_at(1999), course.score_at(2000), course.score_at(9000)
    (0, 10, 60)
    """

    def __init__(self) -> None:
        """Begins at 0."""
        self._times_ms, self._scores = [0], [0]
        self.earned_ms: list[int] = []
        """Play times of the moves that earned points."""

    def note(self, at_ms: int, score: int, has_earned: bool = False) -> None:
        """Adds the score after an action; the latest comes last."""
        self._times_ms.append(at_ms)
        self._scores.append(score)
        if has_earned:
            self.earned_ms.append(at_ms)

    def score_at(self, at_ms: int) -> int:
        """Score at a play time."""
        return self._scores[bisect_right(self._times_ms, at_ms) - 1]


def course_of(replay: Replay) -> Course:
    """The course of a recorded game; once it is over, its total with any time bonus."""
    course, variant = Course(), replay.variant
    for step in range(1, replay.last + 1):
        action, before, after = replay.action(step), replay.position(step - 1), replay.position(step)
        assert action is not None
        course.note(replay.times_ms[step], replay.value(step), earns(variant, before, action, after))
    if replay.total is not None:
        course.note(replay.elapsed_ms, replay.total)
    return course


class Rival(NamedTuple):
    """Somebody to race with."""

    name: str
    score_at: Callable[[int], int]
    """Score at a play time."""


def ahead(own: int, rival: int) -> str:
    """Formats the lead over a rival, or the gap behind one: never by a colour alone.

    >>> ahead(620, 500), ahead(455, 500), ahead(500, 500)
    ('▲ 120', '▼ 45', '▲ 0')
    """
    return f"▲ {own - rival}" if own >= rival else f"▼ {rival - own}"
