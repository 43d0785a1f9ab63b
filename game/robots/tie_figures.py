"""The ties that games of Rush meet, each decided with all cards known: is the leftmost right?

Knows games, ties and the solver; must not know who played, nor how deals are chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from game.play.game import Game
from game.rules.leftmost import Tie, face_down, ties
from game.rules.position import Move, Position
from game.rules.rush import Rush
from game.solver.answer import Budget, Verdict
from game.solver.kernels.compiled import numbers, row
from game.solver.klondike.batch import HALF, PILES, lay_out, shuffle
from game.solver.klondike.moves import DEEPEST, leave, new_room, settle
from game.solver.klondike.players import GAME
from game.solver.klondike.sample import EFFORTS, FAILS, KNOWN, NOBODY_WINS, TIES, TOLD, try_out
from game.solver.klondike.search import LOST, decide
from game.solver.klondike.solve import verdict_on
from game.solver.klondike.state import fill, look, new_table
from game.solver.klondike.tip import left_of
from game.solver.klondike.within_reach import LEFT, LINE, losing_tie

BRIEF_NODES, LONG_NODES = 3_000, 2_000_000
"""Positions to look at for each choice; and for one that seems to lose where another wins."""


class TieVerdict(Enum):
    """What the choices of a tie come to; any moves may follow."""

    LEFTMOST_WINS = "the leftmost wins"
    LEFTMOST_LOSES = "the leftmost loses, another wins"
    NONE_FOUND = "no choice is found to win"
    OPEN = "another wins, the leftmost was not decided"


def ties_met(game: Game) -> Iterator[tuple[Position, Tie]]:
    """The different ties of a game, each where it is first met.

    Two are the same if the same cards lie deepest in the runs of the same columns.
    """
    rush, met = game.variant, set()
    assert isinstance(rush, Rush)
    for position in game.line():
        for tie in ties(rush, position):
            heads = tuple(position.piles[each][face_down(position, each)].identity for each in tie.columns)
            if (tie.columns, heads) not in met:
                met.add((tie.columns, heads))
                yield position, tie


def verdicts_of(game: Game) -> list[TieVerdict]:
    """What the ties of a game come to, a verdict for each."""
    rush = game.variant
    assert isinstance(rush, Rush)
    return [decided(rush, position, tie) for position, tie in ties_met(game)]


def decided(rush: Rush, position: Position, tie: Tie) -> TieVerdict:
    """What the choices of a tie come to, all cards known."""
    afters = []
    for each in tie.columns:
        count = len(position.piles[each]) - face_down(position, each)
        afters.append(rush.apply(position, Move(each, tie.targets[0], count)))
    leftmost, *others = (verdict_on(rush, each, Budget(nodes=BRIEF_NODES)) for each in afters)
    if leftmost is not Verdict.SOLVED and Verdict.SOLVED in others:
        leftmost = verdict_on(rush, afters[0], Budget(nodes=LONG_NODES))
        if leftmost is not Verdict.SOLVED:
            is_lost = leftmost is Verdict.UNSOLVABLE
            return TieVerdict.LEFTMOST_LOSES if is_lost else TieVerdict.OPEN
    return TieVerdict.LEFTMOST_WINS if leftmost is Verdict.SOLVED else TieVerdict.NONE_FOUND


def quick_verdicts(draw: int, number: int, games: int, seed: int) -> list[TieVerdict]:
    """What the different ties of quick games of a deal come to, `games` by each of the quick players.

    The seeds are not those by which deals are tried out before they are offered.
    """
    table, room, told, stop = new_table(), new_room(), numbers(TOLD), Budget().stop
    deck, piles, path = numbers(52), numbers(PILES), numbers(DEEPEST + 2)
    shuffle(number >> 32, number & HALF, deck)
    lay_out(deck, 0, piles)
    fill(table, draw, piles)
    counts = row([games, games, games, 0, 0, 1, *EFFORTS])
    try_out(table, room, numbers(GAME), piles, (1 << 24) + 100_000 * seed, counts, stop, path, told)
    found = []
    for at in range(int(told[TIES])):
        state, right = int(told[KNOWN + 2 * at]), int(told[KNOWN + 2 * at + 1])
        verdict = TieVerdict.NONE_FOUND if right >> 8 == NOBODY_WINS else TieVerdict.LEFTMOST_WINS
        if right >> 8 == FAILS:
            after = leave(table, state, left_of(table, state, right & 255), 0)
            view = look(table, after)
            after = settle(table, after, view.tops, view.originals, view.hand)
            is_lost = decide(table, room, after, LONG_NODES, stop, path) == LOST
            verdict = TieVerdict.LEFTMOST_LOSES if is_lost else TieVerdict.OPEN
        found.append(verdict)
    return found


def verdict_within_reach(draw: int, number: int, width: int, seed: int) -> TieVerdict:
    """The worst that is found of the ties of a deal where `width` positions of every depth are looked at.

    The seeds are not those by which deals are tried out before they are offered.
    """
    table, room, stop = new_table(), new_room(), Budget().stop
    deck, piles, path, line = numbers(52), numbers(PILES), numbers(DEEPEST + 2), numbers(LINE)
    shuffle(number >> 32, number & HALF, deck)
    lay_out(deck, 0, piles)
    start = fill(table, draw, piles)
    chance = (1 << 24) + 100_000 * seed
    if not losing_tie(table, room, start, width, chance, *EFFORTS[:2], stop, path, line):
        return TieVerdict.LEFTMOST_WINS
    is_lost = decide(table, room, line[LEFT], LONG_NODES, stop, path) == LOST
    return TieVerdict.LEFTMOST_LOSES if is_lost else TieVerdict.OPEN
