"""What `robots --ties` does: how often the leftmost choice of a tie loses where another wins.

For deals as the catalogue offers them, as they are offered fresh, and such as can only be won.
Knows the terminal and robots; how a tie is decided is in `game.robots.tie_figures`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import repeat
from random import Random
from typing import Any, NamedTuple

from rich import progress
from rich.console import Console
from rich.table import Table

from game.cli.printing import Printer
from game.cli.trials import figures_table
from game.play.deal import deal_number
from game.robots.figures import Bounds, share_bounds
from game.robots.playing import play
from game.robots.robot import Robot
from game.robots.tie_figures import TieVerdict, quick_verdicts, verdicts_of
from game.rules.rush import Rush
from game.solver.answer import Budget
from game.solver.klondike.offered import offered, winnable
from game.solver.klondike.promises import QUICK, THOROUGH

FIRST, BEYOND = 1 << 15, 10**9
"""Numbers that the catalogue does not tell about."""
GROUPS = ("catalogue", "fresh", "winnable")
QUICK_GAMES = 8
"""By each quick player, of each deal."""


class Group(NamedTuple):
    """The ties met in deals that were chosen in one way, at one draw."""

    deals: str
    draw: int
    played: int
    verdicts: Counter[TieVerdict]

    @property
    def ties(self) -> int:
        """How many ties were met."""
        return sum(self.verdicts.values())

    @property
    def leftmost_loses(self) -> Bounds:
        """In what share of the ties the leftmost loses and another wins."""
        return share_bounds(self.verdicts[TieVerdict.LEFTMOST_LOSES], max(1, self.ties))


def measure_ties(draws: Sequence[int], robot: Robot | None, count: int, seed: int, is_json: bool) -> None:
    """Plays `count` deals of each group, a game of a robot or several quick ones, and prints their ties."""
    console = Console(stderr=True)
    columns = (progress.TextColumn("{task.description}"), progress.BarColumn(), progress.MofNCompleteColumn())
    groups = []
    with progress.Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("dealing", total=len(GROUPS) * len(draws) * count)
        for draw in draws:
            for deals in GROUPS:
                bar.update(task, description=f"{deals}, draw {draw}")
                groups.append(_group(deals, Rush(draw=draw), robot, count, seed, partial(bar.advance, task)))
    if is_json:
        who = "quick" if robot is None else robot.strength
        print(json.dumps({"seed": seed, "players": who, "groups": [_as_json(group) for group in groups]}))
    else:
        Printer().print(_table(groups))


def _group(
    deals: str, rush: Rush, robot: Robot | None, count: int, seed: int, done: Callable[[], None]
) -> Group:
    verdicts: Counter[TieVerdict] = Counter()
    for number in _numbers(deals, rush, seed, count):
        if robot is None:
            verdicts.update(quick_verdicts(rush.draw, number, QUICK_GAMES, seed))
        else:
            game = play(robot, deal_number(rush, number), f"{seed} {number} {robot.strength}")
            verdicts.update(verdicts_of(game))
        done()
    return Group(deals, rush.draw, count, verdicts)


def _numbers(deals: str, rush: Rush, seed: int, count: int) -> list[int]:
    random = Random(f"{seed} ties")
    drawn: Iterator[int] = (random.randrange(FIRST, BEYOND) for _ in repeat(None))
    if deals == "winnable":
        return winnable(rush, drawn, count, Budget())
    tries = THOROUGH if deals == "catalogue" else QUICK
    return [each.number for each in offered(rush, drawn, count, Budget(), tries)]


def _as_json(group: Group) -> dict[str, Any]:
    return {
        "deals": group.deals,
        "draw": group.draw,
        "count": group.played,
        "ties": group.ties,
        "leftmost_loses": group.leftmost_loses._asdict(),
        "verdicts": {each.value: group.verdicts[each] for each in TieVerdict},
    }


def _table(groups: Sequence[Group]) -> Table:
    title = "Ties met in games, and how often the leftmost choice loses where another wins"
    headings = ("Draw", "Played", "Ties", "Loses", "Share", "95 %", "No win", "Open")
    table = figures_table("Deals", headings, title)
    for group in groups:
        share, verdicts = group.leftmost_loses, group.verdicts
        table.add_row(
            *(group.deals, str(group.draw), str(group.played), str(group.ties)),
            *(str(verdicts[TieVerdict.LEFTMOST_LOSES]), f"{share.value:.2%}"),
            f"{share.low:.1%}–{share.high:.1%}",
            *(str(verdicts[TieVerdict.NONE_FOUND]), str(verdicts[TieVerdict.OPEN])),
        )
    return table
