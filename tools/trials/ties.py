"""Subject `--ties`: how often the leftmost choice of a tie loses where another wins, all cards known.

For deals as the catalogue offers them, as they are offered fresh, and such as can only be won; and for the
sealed decks of tournaments.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice, repeat
from random import Random
from typing import Any, NamedTuple

from rich.table import Table

from game.cli.command import WRONG_COMMAND, CommandError
from game.play.deal import Deal, deal_number
from game.play.game import Game
from game.play.proof import SECRET_BYTES, deal_of
from game.robots.robot import Robot, play
from game.rules.position import Move, Position
from game.rules.rush import Rush, Tie, face_down, ties
from game.solver.answer import Budget, Verdict
from game.solver.kernels.compiled import Numbers, numbers, row
from game.solver.klondike.moves import leave, new_room, normal_form
from game.solver.klondike.offered import THOROUGH, sealed_decks
from game.solver.klondike.rollouts import GAME
from game.solver.klondike.search import LOST, decide
from game.solver.klondike.solve import PILES, lay_out, number_of, solve
from game.solver.klondike.state import DealTable, fill, left_of, new_table
from game.solver.klondike.ties import (
    EFFORTS,
    FAILS,
    KNOWN,
    LEFT,
    NOBODY_WINS,
    TIE_LINE,
    TIES,
    TOLD,
    losing_tie,
    try_out,
)
from tools.certify.batch import deal_verdicts
from tools.trials.figures import Estimate, bunched_share_bounds, share_bounds
from tools.trials.fresh import BATCH_SIZE, NODES, QUICK, offered
from tools.trials.robots import rush_words
from tools.trials.subject import Bar, Subject, figures_table, whole

BRIEF_NODES, LONG_NODES = 3_000, 2_000_000
"""Positions to look at for each choice; and for one that seems to lose where another wins."""


class TieVerdict(Enum):
    """Verdict on the choices of a tie; any moves may follow."""

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
    for position in game.positions():
        for tie in ties(rush, position):
            heads = tuple(
                position.piles[column][face_down(position, column)].identity for column in tie.columns
            )
            if (tie.columns, heads) not in met:
                met.add((tie.columns, heads))
                yield position, tie


def verdicts_of(game: Game) -> list[TieVerdict]:
    """Returns the verdicts on the ties of a game, one for each."""
    rush = game.variant
    assert isinstance(rush, Rush)
    return [decided(rush, position, tie) for position, tie in ties_met(game)]


def decided(rush: Rush, position: Position, tie: Tie) -> TieVerdict:
    """Returns the verdict on the choices of a tie, with all cards known."""
    afters = []
    for column in tie.columns:
        count = len(position.piles[column]) - face_down(position, column)
        afters.append(rush.apply(position, Move(column, tie.targets[0], count)))
    leftmost, *others = (solve(rush, after, Budget(nodes=BRIEF_NODES)).verdict for after in afters)
    if leftmost is not Verdict.SOLVED and Verdict.SOLVED in others:
        leftmost = solve(rush, afters[0], Budget(nodes=LONG_NODES)).verdict
        if leftmost is not Verdict.SOLVED:
            is_lost = leftmost is Verdict.UNSOLVABLE
            return TieVerdict.LEFTMOST_LOSES if is_lost else TieVerdict.OPEN
    return TieVerdict.LEFTMOST_WINS if leftmost is Verdict.SOLVED else TieVerdict.NONE_FOUND


def _laid(deal: Deal) -> tuple[DealTable, Numbers, int]:
    """A deal's table for the kernels, its piles, and its first state."""
    assert deal.deck is not None
    assert isinstance(deal.variant, Rush)
    table, piles = new_table(), numbers(PILES)
    lay_out(row([number_of(card) for card in deal.deck]), 0, piles)
    return table, piles, int(fill(table, deal.variant.draw, piles))


def quick_verdicts(deal: Deal, games: int, seed: int) -> list[TieVerdict]:
    """Returns the verdicts on the different ties of a deal's quick games, `games` by each quick player.

    The seeds are not those by which deals are tried out before they are offered.
    """
    table, piles, _ = _laid(deal)
    room, told, stop = new_room(), numbers(TOLD), Budget().stop
    counts = row([games, games, games, 0, 0, 1, *EFFORTS])
    try_out(table, room, numbers(GAME), piles, (1 << 24) + 100_000 * seed, counts, stop, told)
    found = []
    for at in range(int(told[TIES])):
        state, right = int(told[KNOWN + 2 * at]), int(told[KNOWN + 2 * at + 1])
        verdict = TieVerdict.NONE_FOUND if right >> 8 == NOBODY_WINS else TieVerdict.LEFTMOST_WINS
        if right >> 8 == FAILS:
            after = normal_form(table, leave(table, state, left_of(table, state, right & 255), 0))
            is_lost = decide(table, room, after, LONG_NODES, stop) == LOST
            verdict = TieVerdict.LEFTMOST_LOSES if is_lost else TieVerdict.OPEN
        found.append(verdict)
    return found


def verdict_within_reach(deal: Deal, width: int, seed: int) -> TieVerdict:
    """The worst that is found of the ties of a deal where `width` positions of every depth are looked at.

    The seeds are not those by which deals are tried out before they are offered.
    """
    table, _, start = _laid(deal)
    room, stop, line = new_room(), Budget().stop, numbers(TIE_LINE)
    wanted = row([0, 0, 0, 0, width, 0, *EFFORTS])
    if not losing_tie(table, room, start, (1 << 24) + 100_000 * seed, wanted, stop, line):
        return TieVerdict.LEFTMOST_WINS
    is_lost = decide(table, room, line[LEFT], LONG_NODES, stop) == LOST
    return TieVerdict.LEFTMOST_LOSES if is_lost else TieVerdict.OPEN


FIRST, BEYOND = 1 << 15, 10**9
"""Numbers that the catalogue does not tell about."""
GROUPS = ("catalogue", "fresh", "sealed", "winnable")
QUICK_GAMES = 8
"""By each quick player, of each deal."""


class Group(NamedTuple):
    """The ties met in deals that were chosen in one way, at one draw."""

    deals: str
    draw: int
    by_deal: Sequence[Counter[TieVerdict]]
    """Counts of the verdicts on the ties of each deal. Of one deal they are not independent."""
    has_all: bool = True
    """Whether these are all ties that were met, and not one of a deal at most."""

    @property
    def verdicts(self) -> Counter[TieVerdict]:
        """Counts of the verdicts on all ties."""
        return sum(self.by_deal, Counter())

    @property
    def ties(self) -> int:
        """Number of ties met."""
        return self.verdicts.total()

    @property
    def leftmost_loses(self) -> Estimate:
        """In what share of the ties the leftmost loses and another wins."""
        return bunched_share_bounds([(_losses(ties), ties.total()) for ties in self.by_deal])

    @property
    def deals_with_a_loss(self) -> Estimate:
        """In what share of the deals there is such a tie."""
        return share_bounds(sum(_losses(ties) > 0 for ties in self.by_deal), len(self.by_deal))


def _losses(verdicts: Counter[TieVerdict]) -> int:
    return verdicts[TieVerdict.LEFTMOST_LOSES]


class Look(NamedTuple):
    """Method of finding ties."""

    robot: Robot | None = None
    """By a game of this robot; else by quick games."""
    width: int | None = None
    """Not by games, but among so many positions of each depth; then one tie of a deal is enough."""
    seed: int = 1

    @property
    def name(self) -> str:
        """Who meets them."""
        if self.width is not None:
            return f"{self.width} positions of each depth"
        return "quick" if self.robot is None else self.robot.strength

    def verdicts(self, deal: Deal, name: int) -> Iterable[TieVerdict]:
        """Returns the verdicts on the ties met in a deal; `name` tells its games from those of others."""
        if self.width is not None:
            return (verdict_within_reach(deal, self.width, self.seed),)
        if self.robot is None:
            return quick_verdicts(deal, QUICK_GAMES, self.seed)
        return verdicts_of(play(self.robot, deal, f"{self.seed} {name} {self.robot.strength}"))


class Ties(Subject[Group]):
    """The ties met in deals that are chosen in four ways, at one draw or at both."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self._count, self._seed, self._draws, robots, difficulty = rush_words(chosen)
        if chosen.any_deal or chosen.no_clock or difficulty or chosen.record_folder:
            raise CommandError("--ties takes only games, draw, strength, width, seed, json", WRONG_COMMAND)
        robot, width = None if chosen.strength is None else robots[0], None
        if chosen.width is not None:
            if robot is not None:
                why = "--width is of no robot: it looks at positions, not at games"
                raise CommandError(why, WRONG_COMMAND)
            width = whole(chosen.width, "width")
        self._look = Look(robot, width, self._seed)
        self.total = len(GROUPS) * len(self._draws) * self._count

    def measure(self, bar: Bar) -> Sequence[Group]:
        groups = []
        for draw in self._draws:
            for deals in GROUPS:
                bar.describe(f"{deals}, draw {draw}")
                by_deal = []
                for name, deal in _deals(deals, Rush(draw=draw), self._seed, self._count):
                    by_deal.append(Counter(self._look.verdicts(deal, name)))
                    bar.advance()
                groups.append(Group(deals, draw, by_deal, self._look.width is None))
        return groups

    def as_json(self, trials: Sequence[Group]) -> dict[str, Any]:
        groups = [_as_json(group) for group in trials]
        return {"seed": self._seed, "players": self._look.name, "groups": groups}

    def printed(self, trials: Sequence[Group]) -> Iterable[Table]:
        return (_table(trials),)


def _deals(chosen: str, rush: Rush, seed: int, count: int) -> Iterator[tuple[int, Deal]]:
    """The deals chosen in one way, each with its number; sealed decks are numbered as they come."""
    if chosen == "sealed":
        secrets = map(Random(f"{seed} sealed").randbytes, repeat(SECRET_BYTES))
        for number, deck in enumerate(islice(sealed_decks(rush, secrets, Budget()), count)):
            yield number, deal_of(rush, deck)
    else:
        for number in _numbers(chosen, rush, seed, count):
            yield number, deal_number(rush, number)


def _numbers(deals: str, rush: Rush, seed: int, count: int) -> list[int]:
    random = Random(f"{seed} ties")
    drawn: Iterator[int] = (random.randrange(FIRST, BEYOND) for _ in repeat(None))
    if deals == "winnable":
        found: list[int] = []
        while len(found) < count:
            some = [*islice(drawn, BATCH_SIZE)]
            verdicts = deal_verdicts(rush.draw, some, Budget(nodes=NODES))
            found += [
                number for number, verdict in zip(some, verdicts, strict=True) if verdict is Verdict.SOLVED
            ]
        return found[:count]
    tries = THOROUGH if deals == "catalogue" else QUICK
    return [deal.number for deal in offered(rush, drawn, count, Budget(), tries)]


def _as_json(group: Group) -> dict[str, Any]:
    return {
        "deals": group.deals,
        "draw": group.draw,
        "count": len(group.by_deal),
        "deals_with_a_loss": group.deals_with_a_loss._asdict(),
        "ties": group.ties if group.has_all else None,
        "leftmost_loses": group.leftmost_loses._asdict() if group.has_all else None,
        "verdicts": {verdict.value: group.verdicts[verdict] for verdict in TieVerdict},
    }


def _table(groups: Sequence[Group]) -> Table:
    title = "Ties at which the leftmost loses and another wins, and deals that have one"
    headings = ("Draw", "Ties", "Lose %", "95 %", "Open", "Deals", "Have one %", "95 %")
    table = figures_table("Chosen", headings, title)
    for group in groups:
        count, open_ties = len(group.by_deal), group.verdicts[TieVerdict.OPEN]
        met = (str(group.ties), *_words(group.leftmost_loses, 2), str(open_ties))
        table.add_row(
            *(group.deals, str(group.draw), *(met if group.has_all else ("–", "–", "–", met[-1]))),
            *(str(count), *_words(group.deals_with_a_loss, 1)),
        )
    return table


def _words(share: Estimate, places: int) -> tuple[str, str]:
    low, high = 100 * share.low, 100 * share.high
    return f"{100 * share.value:.{places}f}", f"{low:.{places}f}–{high:.{places}f}"
