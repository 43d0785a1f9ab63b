"""Subject `--odds`: the odds that hints tell, beside what becomes of the games, each played on to its end.

Games begin at the deal, or at Rush where a weaker robot has brought them, for a player who asks for a hint
may have played otherwise before.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from random import Random
from typing import Any, NamedTuple

from rich.table import Table

from game.cli.command import WRONG_COMMAND, CommandError, chosen_variant
from game.play.deal import Deal, deal_number
from game.robots.robot import play
from game.robots.thinker import Beginner, Regular
from game.rules.options import options_of, options_to_text
from game.rules.position import Move, Position
from game.rules.rush import Rush
from game.rules.variant import Variant
from game.solver.answer import Advice, Budget
from game.solver.solve import SOLVERS, advise
from tools.trials.figures import Estimate, bunched_share_bounds
from tools.trials.fresh import offered
from tools.trials.hints import SAMPLES_THAT_CHOOSE, Policy, play_by
from tools.trials.subject import Bar, Subject, as_json, figures_table, games_words, interval_words, whole

SAMPLES, ENOUGH = 30, 150
"""After how many samples a move is made; and where odds are noted. At the table there are up to 300."""
NOTED = 0.2
"""The share of hints whose odds are noted: some ten in a game of Rush."""
WEAKER = (Beginner, Regular)
FIRST, BEYOND = 1 << 15, 10**9
"""Numbers that the catalogue does not tell about."""
BATCH_SIZE = 50
DAY_S = 86400
FIFTHS = 5


class Told(NamedTuple):
    """Odds given for a position; neither 0 nor 1, which are no guess."""

    position: Position
    advice: Advice
    odds: float


class OddsGame(NamedTuple):
    """A game that was played on as the hints advise."""

    told: tuple[Told, ...]
    is_won: bool


class Fifth(NamedTuple):
    """Odds within a fifth of the scale, or all of it, and the share won."""

    games: int
    positions: int
    told: float
    won: Estimate
    """Its interval takes the game as its unit."""


class _Noting(Policy):
    """Does what the hints advise, and notes what they tell now and then."""

    name = "hints"

    def __init__(self, noting: Random) -> None:
        self._noting = noting
        self.told: list[Told] = []

    def plans(self, variant: Variant, position: Position, random: Random) -> Iterable[Sequence[Move]]:
        is_noted = self._noting.random() < NOTED
        most = ENOUGH if is_noted else SAMPLES_THAT_CHOOSE.get(variant.name, SAMPLES)
        told: list[Advice] = []
        for told in advise(variant, position, random):
            # Where all is seen every list counts one sample, and the later ones were thought over longer.
            if told[0].samples >= max(most, 2):
                break
        odds = told[0].told_odds if is_noted and told else None
        if odds is not None and 0 < odds < 1:
            self.told.append(Told(position, told[0], odds))
        return [(advised.move, *advised.then) for advised in told]


def without_a_clock(variant: Variant, draws: Sequence[int]) -> list[Variant]:
    """The rules to play by: of Rush those of each draw, and a day for a game."""
    return [Rush(draw=draw, limit=DAY_S) for draw in draws] if isinstance(variant, Rush) else [variant]


def deals_of(variant: Variant, seed: int, any_deal: bool = False) -> Iterator[Deal]:
    """Random deals without end; of Rush such as it offers, unless any are wanted."""
    random = Random(f"{seed} odds {variant.draw if isinstance(variant, Rush) else options_to_text(variant)}")
    numbers: Iterator[int] = (random.randrange(FIRST, BEYOND) for _ in repeat(None))
    while True:
        if not isinstance(variant, Rush) or any_deal:
            yield deal_number(variant, next(numbers))
        else:
            for deal in offered(variant, numbers, BATCH_SIZE, Budget()):
                yield deal_number(variant, deal.number)


def played_on(deal: Deal, seed: int) -> OddsGame:
    """A game that begins at the deal or later; the same `seed` gives the same."""
    chances = f"{seed} {deal.number}"
    noting = Random(f"{chances} odds")
    begun = _begun(deal, chances, noting)
    player = _Noting(noting)
    game = play_by(player, Deal(deal.variant, None, None, begun), chances)
    return OddsGame(tuple(player.told), game.variant.is_success(game.position))


def _begun(deal: Deal, seed: str, chance: Random) -> Position:
    """The deal, or what a weaker robot's game has come to at some moment before its end."""
    who, variant = chance.randrange(len(WEAKER) + 1), deal.variant
    if not isinstance(variant, Rush) or who == len(WEAKER):
        return deal.position
    line = play(WEAKER[who](), deal, seed).positions()
    return chance.choice([position for position in line if not variant.is_auto_finishing(position)])


def by_fifths(games: Sequence[OddsGame]) -> list[Fifth | None]:
    """Odds in each fifth of the scale, None if empty; the last is the whole scale."""
    spans = [(fifth / FIFTHS, (fifth + 1) / FIFTHS) for fifth in range(FIFTHS)]
    return [_fifth(games, low, high) for low, high in (*spans, (0.0, 1.0))]


def _fifth(games: Sequence[OddsGame], low: float, high: float) -> Fifth | None:
    odds = [[advised.odds for advised in game.told if low <= advised.odds < high] for game in games]
    met = [(some, game.is_won) for some, game in zip(odds, games, strict=True) if some]
    if not met:
        return None
    told = [shown for some, _ in met for shown in some]
    won = bunched_share_bounds([(is_won * len(some), len(some)) for some, is_won in met])
    return Fifth(len(met), len(told), sum(told) / len(told), won)


DRAWS = {None: (1, 3), "1": (1,), "3": (3,)}


class OddsTrial(NamedTuple):
    """Odds given in a game's games, and their results."""

    variant: Variant
    positions: int
    fifths: list[Fifth | None]
    """And at last all of them together."""


class Odds(Subject[OddsTrial]):
    """The odds that hints tell, of one game or of Rush at each draw."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self._variants = _variants(chosen)
        self._count, self._seed = whole(chosen.games, "games"), whole(chosen.seed, "seed")
        self._any_deal = chosen.any_deal
        self.total = self._count * len(self._variants)

    def measure(self, bar: Bar) -> Sequence[OddsTrial]:
        trials = []
        for variant in self._variants:
            bar.describe(f"{variant.title} {options_to_text(variant)}")
            games: list[OddsGame] = []
            for deal in islice(deals_of(variant, self._seed, self._any_deal), self._count):
                games.append(played_on(deal, self._seed))
                bar.advance()
            trials.append(OddsTrial(variant, sum(len(game.told) for game in games), by_fifths(games)))
        return trials

    def as_json(self, trials: Sequence[OddsTrial]) -> dict[str, Any]:
        told = {"seed": self._seed, "games": self._count, "deals": "any" if self._any_deal else "offered"}
        return {**told, "trials": [_as_json(trial) for trial in trials]}

    def printed(self, trials: Sequence[OddsTrial]) -> Iterable[Table]:
        return (_table(trial, self._count) for trial in trials)


def _variants(chosen: argparse.Namespace) -> Sequence[Variant]:
    others = (chosen.strength, chosen.difficulty, chosen.ties, chosen.no_clock, chosen.samples)
    if any(others) or chosen.record_folder:
        raise CommandError("--odds takes only a game with its options, games, seed and --json", WRONG_COMMAND)
    variant = chosen_variant(chosen, chosen.game)
    if variant.name not in SOLVERS:
        raise CommandError(f"{variant.title} has no hints", WRONG_COMMAND)
    if chosen.draw not in DRAWS:
        raise CommandError(f"“{chosen.draw[:40]}” is not a draw: 1 or 3", WRONG_COMMAND)
    found = without_a_clock(variant, DRAWS[chosen.draw])
    if found == [variant] and (chosen.draw or chosen.any_deal):
        raise CommandError("--draw and --any-deal belong to Rush", WRONG_COMMAND)
    return found


def _as_json(trial: OddsTrial) -> dict[str, Any]:
    *fifths, whole_scale = [None if fifth is None else _fifth_as_json(fifth) for fifth in trial.fifths]
    head = {"game": trial.variant.name, "options": options_of(trial.variant), "positions": trial.positions}
    return {**head, "fifths": fifths, "all": whole_scale}


def _fifth_as_json(fifth: Fifth) -> dict[str, Any]:
    return {**fifth._asdict(), "won": as_json(fifth.won)}


def _table(trial: OddsTrial, count: int) -> Table:
    variant = trial.variant
    options = [f"{name}={value}" for name, value in options_of(variant).items() if name != "limit"]
    title = f"{' '.join((variant.title, *options))}: odds that were told, {games_words(count)}"
    table = figures_table("Odds", ("Positions", "Games", "Told", "Won", "95 %"), title)
    spans = [f"{100 * fifth // FIFTHS}–{100 * (fifth + 1) // FIFTHS} %" for fifth in range(FIFTHS)]
    for span, fifth in zip((*spans, "all"), trial.fifths, strict=True):
        if fifth is None:
            table.add_row(span, "0", *("–",) * 4)
            continue
        share = fifth.won
        won = share._replace(low=100 * share.low, high=100 * share.high)
        table.add_row(
            *(span, str(fifth.positions), str(fifth.games), f"{fifth.told:.1%}"),
            *(f"{share.value:.1%}", interval_words(won, 1)),
        )
    return table
