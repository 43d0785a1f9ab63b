"""What `robots --game` does with a game other than Rush: the hints alone play it, beside reference players.

Knows the terminal, files and players; how a hint is found is in `game.solver`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from game.cli.command import FINE, WRONG_COMMAND, CommandError, chosen_variant
from game.cli.printing import Printer
from game.cli.trials import (
    NUMBERED_BELOW,
    as_json,
    counter,
    figures_table,
    games_words,
    interval_words,
    keep,
    share_words,
    whole,
)
from game.play.deal import Deal, deal_number
from game.play.game import Game
from game.robots.by_hints import REFERENCES, SAMPLES_THAT_CHOOSE, ByHints, Player, play_by
from game.robots.figures import Bounds, mean_bounds, share_bounds
from game.rules.options import options_of, options_to_text
from game.rules.variant import Variant
from game.solver.answer import Budget
from game.solver.solve import advise, has_hints
from game.solver.solve import solve as solved

ALL_KNOWN = "all cards known"
ALL_KNOWN_NODES = 30_000_000
"""Positions that a solver may look at for a reference with all cards known."""


class Trial(NamedTuple):
    """What one player's games came to."""

    player: str
    games: int
    wins: int
    result: Bounds
    seconds: float
    """Of the processor, for each game."""

    @property
    def share(self) -> Bounds:
        """The share of games won."""
        return share_bounds(self.wins, self.games)


def try_hints(chosen: argparse.Namespace) -> int:
    """Runs the command.

    Raises:
        CommandError: an option is none or belongs to Rush, or a record cannot be written.
    """
    variant = chosen_variant(chosen, chosen.game)
    _refuse_options_of_rush(chosen)
    if not has_hints(variant.name):
        raise CommandError(f"{variant.title} has no hints", WRONG_COMMAND)
    count, seed, samples = whole(chosen.games, "games"), whole(chosen.seed, "seed"), None
    if chosen.samples is not None:
        samples = whole(chosen.samples, "samples")
        if variant.name in SAMPLES_THAT_CHOOSE:
            raise CommandError(f"the hints of {variant.title} need no samples", WRONG_COMMAND)
    random = Random(seed)
    deals = [deal_number(variant, random.randrange(1, NUMBERED_BELOW)) for _ in range(count)]
    players = (ByHints(samples), *REFERENCES.get(variant.name, ()))
    # What hints compile when they are first asked for is no part of a game.
    next(advise(variant, deals[0].position, Random(seed)), None)
    with counter(count * (len(players) + variant.fewest_is_best)) as (describe, advance):
        trials = []
        for player in players:
            describe(player.name)
            trials.append(_tried(player, deals, seed, chosen, advance))
        if variant.fewest_is_best:
            describe(ALL_KNOWN)
            trials.append(_all_known(deals, advance))
    if chosen.json:
        print(json.dumps(_as_json(variant, seed, samples, trials)))
    else:
        _print(variant, count, trials)
    return FINE


def _refuse_options_of_rush(chosen: argparse.Namespace) -> None:
    given = {
        "--draw": chosen.draw,
        "--strength": chosen.strength,
        "--difficulty": chosen.difficulty,
        "--any-deal": chosen.any_deal,
        "--no-clock": chosen.no_clock,
        "--ties": chosen.ties,
    }
    for word, value in given.items():
        if value:
            raise CommandError(f"{word} belongs to Rush", WRONG_COMMAND)


def _tried(
    player: Player, deals: Sequence[Deal], seed: int, chosen: argparse.Namespace, advance: Callable[[], None]
) -> Trial:
    games, begun_s = [], time.process_time()
    for deal in deals:
        game = play_by(player, deal, f"{seed} {deal.number} {player.name}")
        name = f"{game.variant.name}-{player.name.replace(' ', '-')}-{deal.number}"
        keep(chosen.record_folder, name, game, {"player": player.name.capitalize(), "robot": player.name})
        games.append(game)
        advance()
    seconds = (time.process_time() - begun_s) / len(deals)
    wins = sum(_is_success(game) for game in games)
    results = [game.variant.line_value(game.position) for game in games]
    return Trial(player.name, len(games), wins, mean_bounds(results), seconds)


def _is_success(game: Game) -> bool:
    return game.variant.is_success(game.position) or any(
        game.variant.is_success(end.line[-1]) for end in game.ends
    )


def _all_known(deals: Sequence[Deal], advance: Callable[[], None]) -> Trial:
    """What can be reached with all cards known; par, where that is proven."""
    results, begun_s = [], time.process_time()
    for deal in deals:
        results.append(solved(deal.variant, deal.position, Budget(nodes=ALL_KNOWN_NODES)).value)
        advance()
    seconds = (time.process_time() - begun_s) / len(deals)
    return Trial(ALL_KNOWN, len(deals), results.count(1), mean_bounds(results), seconds)


def _as_json(variant: Variant, seed: int, samples: int | None, trials: Sequence[Trial]) -> dict[str, Any]:
    players = [
        {
            "player": trial.player,
            "games": trial.games,
            "wins": trial.wins,
            "win_share": as_json(trial.share),
            "mean_result": as_json(trial.result),
            "processor_s": trial.seconds,
        }
        for trial in trials
    ]
    head = {"game": variant.name, "options": options_of(variant), "seed": seed, "samples": samples}
    return {**head, "unit": variant.line_unit.full, "players": players}


def _print(variant: Variant, count: int, trials: Sequence[Trial]) -> None:
    console = Printer()
    options = f" {options_to_text(variant)}".rstrip()
    console.print(f"{variant.title}{options} by the hints alone, {games_words(count)}, any deals")
    success, unit = variant.success.capitalize(), variant.line_unit.full.capitalize()
    table = figures_table("Player", (success, "", "95 %", unit, "95 %", "CPU"))
    for trial in trials:
        result = trial.result
        table.add_row(
            *(trial.player, str(trial.wins), *share_words(trial.share)),
            *(f"{result.value:.2f}", interval_words(result, 1), f"{trial.seconds:.2f} s"),
        )
    console.print(table)
