"""How fast records are played back: from the bytes of a file to what they prove."""

from __future__ import annotations

import random
import time
from statistics import median

from game.bench.figures import Figure
from game.play.deal import deal_number
from game.play.game import Act, Action, Game
from game.play.proof import proof
from game.play.record import read_record, record_text
from game.rules import VARIANTS, find_variant
from game.rules.variant import Variant

ENTRIES = 10_000
ROUNDS = 7
GOAL_PER_S = 50_000
UNDO_SHARE = 0.1


def measure() -> list[Figure]:
    """Plays a long random game of every variant, and reads its record back several times."""
    return [
        Figure(
            f"{name}, {ENTRIES} entries", _rate(find_variant(name)), "actions/s", GOAL_PER_S, at_least=True
        )
        for name in VARIANTS
    ]


def _rate(variant: Variant) -> float:
    data = record_text(_long_game(variant), {}).encode()
    seconds = []
    for _ in range(ROUNDS):
        started_s = time.process_time()
        told = proof(read_record(data).replay())
        seconds.append(time.process_time() - started_s)
        assert told["entries"] == ENTRIES
    return ENTRIES / median(seconds)


def _long_game(variant: Variant) -> Game:
    """A random game of so many entries; another deal is tried when one ends before."""
    chance = random.Random(1)
    number = 0
    while True:
        game = Game(deal_number(variant, number))
        while len(game.entries) < ENTRIES and not (game.is_over or game.is_frozen):
            action = _any_action(game, chance)
            if action is None:
                break
            game.play(action, len(game.entries))
        if len(game.entries) == ENTRIES:
            return game
        number += 1


def _any_action(game: Game, chance: random.Random) -> Action | None:
    if chance.random() < UNDO_SHARE and game.undo_refusal() is None:
        return Act.UNDO
    moves = game.variant.legal_moves(game.position)
    return chance.choice(moves) if moves else None
