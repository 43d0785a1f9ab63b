"""Whether two players' records of one round tell the same game, so that one copied the other.

Knows records and their moves; must not know who played. The figures were measured with robots
of all strengths; they and their reasons stand in docs/FORMATS.md.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from game.play.game import Entry, Game
from game.play.record import Record
from game.rules.position import STOCK, Move, Position
from game.rules.rush import FOUNDATIONS
from game.tournament.pace import by_hand

FEWEST_ACTIONS, RHYTHM_MS = 5, 200
"""So many actions alike, their times apart by a shift that varies by no more than this."""
FEWEST_MOVES = 20
"""So many moves of cards, and all alike, whatever the times."""
IN_A_ROW = 40
"""So many moves of cards alike in a row, whatever comes before and after."""
MANY_REACHED, SHARE_OF_SHORTER = 40, 2 / 3
FEW_REACHED, SHARE_OF_LONGER = 20, 3 / 4
"""So many positions that both games reach, and so much of all that the shorter or the longer one does."""


def is_copy(one: Record, other: Record) -> bool:
    """Whether nobody plays so alike by chance."""
    if _same_rhythm(_actions(one), _actions(other)):
        return True
    games = _played(one), _played(other)
    mine, theirs = map(_moves, games)
    if mine == theirs and len(mine) >= FEWEST_MOVES:
        return True
    return _longest_in_common(mine, theirs) >= IN_A_ROW or _reach_the_same(*map(_reached, games))


def _reach_the_same(mine: set[Hashable], theirs: set[Hashable]) -> bool:
    """Whether moves were only put in another order, some left out or some added."""
    shorter, longer = sorted((len(mine), len(theirs)))
    both = len(mine & theirs)
    return (both >= MANY_REACHED and both >= SHARE_OF_SHORTER * shorter) or (
        both >= FEW_REACHED and both >= SHARE_OF_LONGER * longer
    )


def _reached(game: Game) -> set[Hashable]:
    """How columns and foundations lay after each move of cards that stood, whichever column is where."""
    laid = zip(game.line()[1:], game.moves(), strict=True)
    return {_faces(position) for position, move in laid if move != STOCK}


def _faces(position: Position) -> Hashable:
    piles = position.faces()
    return *piles[FOUNDATIONS.start : FOUNDATIONS.stop], *sorted(piles[FOUNDATIONS.stop :])


def _actions(record: Record) -> list[Entry]:
    return [record.entries[index] for index in by_hand(record)]


def _same_rhythm(one: Sequence[Entry], other: Sequence[Entry]) -> bool:
    if len(one) < FEWEST_ACTIONS or [each.action for each in one] != [each.action for each in other]:
        return False
    shifts = [mine.at_ms - theirs.at_ms for mine, theirs in zip(one, other, strict=True)]
    return max(shifts) - min(shifts) <= RHYTHM_MS


def _moves(game: Game) -> list[Move]:
    """The moves of cards that stood, without taps on the hand and what was taken back."""
    return [move for move in game.moves() if move != STOCK]


def _played(record: Record) -> Game:
    """The game without its play-out."""
    game = Game(record.deal)
    for entry in _actions(record):
        game.play(entry.action, entry.at_ms)
    return game


def _longest_in_common(one: Sequence[Move], other: Sequence[Move]) -> int:
    """The length of the longest row of moves that both have.

    >>> _longest_in_common([Move(1, 2), Move(2, 3), Move(3, 4)], [Move(2, 3), Move(3, 4)])
    2
    """
    best, row = 0, [0] * (len(other) + 1)
    for mine in one:
        row = [0, *(row[at] + 1 if mine == theirs else 0 for at, theirs in enumerate(other))]
        best = max(best, *row)
    return best
