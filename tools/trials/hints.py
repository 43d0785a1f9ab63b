"""Subject `--game`: a game played by the hints alone, beside the reference players of that game.

Each chooses by the position's adviser (`solver.solve.advise`) or by a rule of thumb, looks at no unseen
card, and follows no plan that leads only to tables that it has met.
"""

from __future__ import annotations

import argparse
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, NamedTuple

from rich.table import Table

from game.cli.command import WRONG_COMMAND, CommandError, chosen_variant
from game.play.deal import Deal, deal_number
from game.play.game import ControlAction, Game
from game.rules.one_three_back import OneThreeBack
from game.rules.options import options_of, options_to_text
from game.rules.position import Move, Position
from game.rules.variant import Variant
from game.solver.answer import Advice, Budget, leads_on
from game.solver.solve import SOLVERS, advise
from game.solver.solve import solve as solved
from tools.trials.figures import Estimate, mean_bounds, share_bounds
from tools.trials.subject import (
    NUMBERED_BELOW,
    Bar,
    Subject,
    as_json,
    figures_table,
    games_words,
    interval_words,
    keep,
    share_words,
    whole,
)

MOVE_MS = 1000
"""Play time between two moves in the record; nobody waits for it."""


class Policy(ABC):
    """From what can be seen to the moves worth making; without a memory."""

    name: ClassVar[str]
    """As a table of figures has it."""

    @abstractmethod
    def plans(self, variant: Variant, position: Position, random: Random) -> Iterable[Sequence[Move]]:
        """Legal moves to be made before any is chosen again, the best first; none to stop instead."""


@dataclass(frozen=True)
class HintPolicy(Policy):
    """Does what the hints advise, after up to `samples` ways in which the unseen cards may lie."""

    name: ClassVar = "hints"
    samples: int | None = None
    """None for as many as the choice takes."""

    def plans(self, variant: Variant, position: Position, random: Random) -> Iterable[Sequence[Move]]:
        told: list[Advice] = []
        most = SAMPLES_THAT_CHOOSE.get(variant.name, self.samples)
        for better in advise(variant, position, random):
            # Where all is seen every list counts one sample, and the later ones were thought over longer.
            if told and most is not None and better[0].samples > max(most, told[0].samples):
                break
            told = better
        return [(advised.move, *advised.then) for advised in told]


class SuitBeforeRank(Policy):
    """A player of 1-3 Back who merges whenever it is possible: in suit before rank, three back before one."""

    name: ClassVar = "suit before rank"

    def plans(self, variant: Variant, position: Position, random: Random) -> Iterable[Sequence[Move]]:
        assert isinstance(variant, OneThreeBack)

        def preference(move: Move) -> tuple[bool, int]:
            source, target = position.piles[move.source][-1], position.piles[move.target][-1]
            return source.suit != target.suit, move.target - move.source

        merges = sorted(variant.merges(position), key=preference)
        return [[merge] for merge in merges or variant.legal_moves(position)]


REFERENCES: Mapping[str, tuple[Policy, ...]] = {"one-three-back": (SuitBeforeRank(),)}
"""The players that a game's hints are measured beside, by the game's name."""

SAMPLES_THAT_CHOOSE: Mapping[str, int] = {"spider": 0}
"""After how many samples a game's hints no longer change, but for the odds that are told."""


def play_by(player: Policy, deal: Deal, seed: str) -> Game:
    """A player's game as far as it goes; the same `seed` gives the same game.

    It is ended, where the game can be, or left when nothing is advised that leads to a new table.
    """
    game, random = Game(deal), Random(seed)
    met, at_ms = {deal.position.faces()}, 0
    planned: deque[Move] = deque()
    while not game.is_over:
        move = game.next_play_out()
        if move is None:
            at_ms += MOVE_MS
            if not leads_on(game.variant, game.position, planned, met):
                plans = player.plans(game.variant, game.position, random)
                leading = (plan for plan in plans if leads_on(game.variant, game.position, plan, met))
                planned = deque(next(leading, ()))
            move = planned.popleft() if planned else None
        if move is None:
            if game.end_refusal() is None:
                game.play(ControlAction.END, at_ms)
            return game
        game.play(move, at_ms)
        met.add(game.position.faces())
    return game


ALL_KNOWN = "all cards known"
ALL_KNOWN_NODES = 30_000_000
"""Positions that a solver may look at for a reference with all cards known."""


class Trial(NamedTuple):
    """Results of one player's games."""

    player: str
    games: int
    wins: int
    result: Estimate
    seconds: float
    """Of the processor, for each game."""

    @property
    def share(self) -> Estimate:
        """The share of games won."""
        return share_bounds(self.wins, self.games)


class Hints(Subject[Trial]):
    """A game other than Rush, played by its hints and by the players beside whom they are measured."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self._variant = variant = chosen_variant(chosen, chosen.game)
        _refuse_options_of_rush(chosen)
        if variant.name not in SOLVERS:
            raise CommandError(f"{variant.title} has no hints", WRONG_COMMAND)
        self._count, self._seed = whole(chosen.games, "games"), whole(chosen.seed, "seed")
        self._samples = None if chosen.samples is None else whole(chosen.samples, "samples")
        if self._samples is not None and variant.name in SAMPLES_THAT_CHOOSE:
            raise CommandError(f"the hints of {variant.title} need no samples", WRONG_COMMAND)
        self._folder = chosen.record_folder
        self._players = (HintPolicy(self._samples), *REFERENCES.get(variant.name, ()))
        self.total = self._count * (len(self._players) + variant.is_lower_better)

    def measure(self, bar: Bar) -> Sequence[Trial]:
        random = Random(self._seed)
        deals = [deal_number(self._variant, random.randrange(1, NUMBERED_BELOW)) for _ in range(self._count)]
        # What hints compile when they are first asked for is no part of a game.
        next(advise(self._variant, deals[0].position, Random(self._seed)), None)
        trials = []
        for player in self._players:
            bar.describe(player.name)
            trials.append(self._tried(player, deals, bar))
        if self._variant.is_lower_better:
            bar.describe(ALL_KNOWN)
            trials.append(_all_known(deals, bar))
        return trials

    def _tried(self, player: Policy, deals: Sequence[Deal], bar: Bar) -> Trial:
        games, begun_s = [], time.process_time()
        for deal in deals:
            game = play_by(player, deal, f"{self._seed} {deal.number} {player.name}")
            name = f"{game.variant.name}-{player.name.replace(' ', '-')}-{deal.number}"
            keep(self._folder, name, game, {"player": player.name.capitalize(), "robot": player.name})
            games.append(game)
            bar.advance()
        seconds = (time.process_time() - begun_s) / len(deals)
        wins = sum(_is_success(game) for game in games)
        results = [game.variant.line_value(game.position) for game in games]
        return Trial(player.name, len(games), wins, mean_bounds(results), seconds)

    def as_json(self, trials: Sequence[Trial]) -> dict[str, Any]:
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
        variant = self._variant
        head = {"game": variant.name, "options": options_of(variant), "seed": self._seed}
        return {**head, "samples": self._samples, "unit": variant.line_unit.full, "players": players}

    def printed(self, trials: Sequence[Trial]) -> Iterable[str | Table]:
        variant = self._variant
        options = f" {options_to_text(variant)}".rstrip()
        yield f"{variant.title}{options} by the hints alone, {games_words(self._count)}, any deals"
        success, unit = variant.success.capitalize(), variant.line_unit.full.capitalize()
        table = figures_table("Player", (success, "", "95 %", unit, "95 %", "CPU"))
        for trial in trials:
            result = trial.result
            table.add_row(
                *(trial.player, str(trial.wins), *share_words(trial.share)),
                *(f"{result.value:.2f}", interval_words(result, 1), f"{trial.seconds:.2f} s"),
            )
        yield table


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


def _is_success(game: Game) -> bool:
    return game.variant.is_success(game.position) or any(
        game.variant.is_success(end.line[-1]) for end in game.ends
    )


def _all_known(deals: Sequence[Deal], bar: Bar) -> Trial:
    """Returns the results that can be reached with all cards known; par, where that is proven."""
    results, begun_s = [], time.process_time()
    for deal in deals:
        results.append(solved(deal.variant, deal.position, Budget(nodes=ALL_KNOWN_NODES)).value)
        bar.advance()
    seconds = (time.process_time() - begun_s) / len(deals)
    return Trial(ALL_KNOWN, len(deals), results.count(1), mean_bounds(results), seconds)
