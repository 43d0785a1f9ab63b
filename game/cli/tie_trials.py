"""What `robots --ties` does: how often the leftmost choice of a tie loses where another wins.

For deals as the catalogue offers them, as they are offered fresh, and such as can only be won.
Knows the terminal and robots; how a tie is decided is in `game.robots.tie_figures`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from random import Random
from typing import Any, NamedTuple

from rich import progress
from rich.console import Console
from rich.table import Table

from game.cli.printing import Printer
from game.cli.trials import figures_table
from game.play.deal import deal_number
from game.robots.figures import Bounds, bunched_share_bounds, share_bounds
from game.robots.playing import play
from game.robots.robot import Robot
from game.robots.tie_figures import TieVerdict, quick_verdicts, verdict_within_reach, verdicts_of
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
    by_deal: Sequence[Counter[TieVerdict]]
    """What the ties of each deal came to. Of one deal they are not independent."""
    has_all: bool = True
    """Whether these are all ties that were met, and not one of a deal at most."""

    @property
    def verdicts(self) -> Counter[TieVerdict]:
        """What all ties came to."""
        return sum(self.by_deal, Counter())

    @property
    def ties(self) -> int:
        """How many ties were met."""
        return self.verdicts.total()

    @property
    def leftmost_loses(self) -> Bounds:
        """In what share of the ties the leftmost loses and another wins."""
        return bunched_share_bounds([(_losses(each), each.total()) for each in self.by_deal])

    @property
    def deals_with_a_loss(self) -> Bounds:
        """In what share of the deals there is such a tie."""
        return share_bounds(sum(_losses(each) > 0 for each in self.by_deal), len(self.by_deal))


def _losses(verdicts: Counter[TieVerdict]) -> int:
    return verdicts[TieVerdict.LEFTMOST_LOSES]


class Look(NamedTuple):
    """How ties are met."""

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

    def verdicts(self, rush: Rush, number: int) -> Iterable[TieVerdict]:
        """What the ties come to that are met in a deal."""
        if self.width is not None:
            return (verdict_within_reach(rush.draw, number, self.width, self.seed),)
        if self.robot is None:
            return quick_verdicts(rush.draw, number, QUICK_GAMES, self.seed)
        game = play(self.robot, deal_number(rush, number), f"{self.seed} {number} {self.robot.strength}")
        return verdicts_of(game)


def measure_ties(draws: Sequence[int], look: Look, count: int, is_json: bool) -> None:
    """Looks at `count` deals of each group, and prints what their ties come to."""
    console = Console(stderr=True)
    columns = (progress.TextColumn("{task.description}"), progress.BarColumn(), progress.MofNCompleteColumn())
    groups = []
    with progress.Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("dealing", total=len(GROUPS) * len(draws) * count)
        for draw in draws:
            for deals in GROUPS:
                bar.update(task, description=f"{deals}, draw {draw}")
                numbers = _numbers(deals, Rush(draw=draw), look.seed, count)
                by_deal = []
                for number in numbers:
                    by_deal.append(Counter(look.verdicts(Rush(draw=draw), number)))
                    bar.advance(task)
                groups.append(Group(deals, draw, by_deal, look.width is None))
    if is_json:
        told = [_as_json(group) for group in groups]
        print(json.dumps({"seed": look.seed, "players": look.name, "groups": told}))
    else:
        Printer().print(_table(groups))


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
        "count": len(group.by_deal),
        "deals_with_a_loss": group.deals_with_a_loss._asdict(),
        "ties": group.ties if group.has_all else None,
        "leftmost_loses": group.leftmost_loses._asdict() if group.has_all else None,
        "verdicts": {each.value: group.verdicts[each] for each in TieVerdict},
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


def _words(share: Bounds, places: int) -> tuple[str, str]:
    low, high = 100 * share.low, 100 * share.high
    return f"{100 * share.value:.{places}f}", f"{low:.{places}f}–{high:.{places}f}"
