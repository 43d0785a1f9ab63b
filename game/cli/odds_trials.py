"""What `robots --odds` does: beside the odds that hints tell, how often the games are won from there.

Knows the terminal and games that are played on; how odds are found is in `game.solver`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from rich.table import Table

from game.cli.command import FINE, WRONG_COMMAND, CommandError, chosen_variant
from game.cli.printing import Printer
from game.cli.trials import as_json, counter, figures_table, games_words, interval_words, whole
from game.robots.odds_figures import (
    FIFTHS,
    Fifth,
    OddsGame,
    by_fifths,
    deals_of,
    played_on,
    without_a_clock,
)
from game.rules.options import options_of, options_to_text
from game.rules.variant import Variant
from game.solver.solve import has_hints

DRAWS = {None: (1, 3), "1": (1,), "3": (3,)}


class Trial(NamedTuple):
    """What was told in a game's games, and what became of them."""

    variant: Variant
    positions: int
    fifths: list[Fifth | None]
    """And at last all of them together."""


def try_odds(chosen: argparse.Namespace) -> int:
    """Runs the command.

    Raises:
        CommandError: an option is none, or does not belong to it.
    """
    variants = _variants(chosen)
    count, seed = whole(chosen.games, "games"), whole(chosen.seed, "seed")
    trials = []
    with counter(count * len(variants)) as (describe, advance):
        for variant in variants:
            describe(f"{variant.title} {options_to_text(variant)}")
            games: list[OddsGame] = []
            for deal in islice(deals_of(variant, seed, chosen.any_deal), count):
                games.append(played_on(deal, seed))
                advance()
            trials.append(Trial(variant, sum(len(game.told) for game in games), by_fifths(games)))
    if chosen.json:
        told = {"seed": seed, "games": count, "deals": "any" if chosen.any_deal else "offered"}
        print(json.dumps({**told, "trials": [_as_json(trial) for trial in trials]}))
    else:
        for trial in trials:
            Printer().print(_table(trial, count))
    return FINE


def _variants(chosen: argparse.Namespace) -> Sequence[Variant]:
    others = (chosen.strength, chosen.difficulty, chosen.ties, chosen.no_clock, chosen.samples)
    if any(others) or chosen.record_folder:
        raise CommandError("--odds takes only a game with its options, games, seed and --json", WRONG_COMMAND)
    variant = chosen_variant(chosen, chosen.game)
    if not has_hints(variant.name):
        raise CommandError(f"{variant.title} has no hints", WRONG_COMMAND)
    if chosen.draw not in DRAWS:
        raise CommandError(f"“{chosen.draw[:40]}” is not a draw: 1 or 3", WRONG_COMMAND)
    found = without_a_clock(variant, DRAWS[chosen.draw])
    if found == [variant] and (chosen.draw or chosen.any_deal):
        raise CommandError("--draw and --any-deal belong to Rush", WRONG_COMMAND)
    return found


def _as_json(trial: Trial) -> dict[str, Any]:
    *fifths, whole_scale = [None if each is None else _fifth_as_json(each) for each in trial.fifths]
    head = {"game": trial.variant.name, "options": options_of(trial.variant), "positions": trial.positions}
    return {**head, "fifths": fifths, "all": whole_scale}


def _fifth_as_json(fifth: Fifth) -> dict[str, Any]:
    return {**fifth._asdict(), "won": as_json(fifth.won)}


def _table(trial: Trial, count: int) -> Table:
    variant = trial.variant
    options = [f"{name}={value}" for name, value in options_of(variant).items() if name != "limit"]
    title = f"{' '.join((variant.title, *options))}: odds that were told, {games_words(count)}"
    table = figures_table("Odds", ("Positions", "Games", "Told", "Won", "95 %"), title)
    spans = [f"{100 * each // FIFTHS}–{100 * (each + 1) // FIFTHS} %" for each in range(FIFTHS)]
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
