"""Speed of playing records back: from the bytes of a file to what they prove."""

from __future__ import annotations

import random
import time
from statistics import median

from game.play.deal import deal_number
from game.play.game import Action, ControlAction, Game
from game.play.proof import proof
from game.play.record import read_record, record_text
from game.rules import VARIANTS, find_variant
from game.rules.variant import Variant
from tools.bench.figures import Figure

ENTRIES = 10_000
ROUNDS = 7
GOAL_PER_S = 60_000
UNDO_SHARE = 0.1


def measure() -> list[Figure]:
    """Plays random games of every variant, and reads their records back several times."""
    return [
        Figure(
            f"{name}, {ENTRIES} entries", _rate(find_variant(name)), "actions/s", GOAL_PER_S, at_least=True
        )
        for name in VARIANTS
    ]


def _rate(variant: Variant) -> float:
    records = [record_text(game, {}).encode() for game in _games(variant)]
    seconds = []
    for _ in range(ROUNDS):
        started_s = time.process_time()
        told = [proof(read_record(data).replay()) for data in records]
        seconds.append(time.process_time() - started_s)
        assert sum(replayed["entries"] for replayed in told) == ENTRIES
    return ENTRIES / median(seconds)


def _games(variant: Variant) -> list[Game]:
    """Random games of so many entries together: a single one where a game can be so long."""
    chance = random.Random(1)
    games: list[Game] = []
    missing = ENTRIES
    while missing:
        game = Game(deal_number(variant, len(games)))
        while len(game.entries) < missing and not (game.is_over or game.is_solved):
            action = _any_action(game, chance)
            if action is None:
                break
            game.play(action, len(game.entries))
        games.append(game)
        missing -= len(game.entries)
    return games


def _any_action(game: Game, chance: random.Random) -> Action | None:
    if chance.random() < UNDO_SHARE and game.undo_refusal() is None:
        return ControlAction.UNDO
    moves = game.variant.legal_moves(game.position)
    return chance.choice(moves) if moves else None
