"""A player of any game who does what the hints advise, and the reference players beside whom it is measured.

Each chooses by the position's adviser (`solver.solve.advise`) or by a rule of thumb, looks at no unseen
card, and follows no plan that leads only to tables that it has met. Knows rules, games and hints; must
not know where unseen cards lie, nor how a hint is found.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from game.play.deal import Deal
from game.play.game import Act, Game
from game.rules.one_three_back import OneThreeBack
from game.rules.position import Move, Position
from game.rules.variant import Variant
from game.solver.advice import Advice, leads_on
from game.solver.solve import advise

MOVE_MS = 1000
"""Play time between two moves in the record; nobody waits for it."""


class Player(ABC):
    """From what can be seen to the moves worth making; without a memory."""

    name: ClassVar[str]
    """As a table of figures has it."""

    @abstractmethod
    def plans(self, variant: Variant, position: Position, random: Random) -> Iterable[Sequence[Move]]:
        """Legal moves to be made before any is chosen again, the best first; none to stop instead."""


@dataclass(frozen=True)
class ByHints(Player):
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
        return [(each.move, *each.then) for each in told]


class SuitBeforeRank(Player):
    """A player of 1-3 Back who merges whenever it is possible: in suit before rank, three back before one."""

    name: ClassVar = "suit before rank"

    def plans(self, variant: Variant, position: Position, random: Random) -> Iterable[Sequence[Move]]:
        assert isinstance(variant, OneThreeBack)

        def preference(move: Move) -> tuple[bool, int]:
            source, target = position.piles[move.source][-1], position.piles[move.target][-1]
            return source.suit != target.suit, move.target - move.source

        merges = sorted(variant.merges(position), key=preference)
        return [[each] for each in merges or variant.legal_moves(position)]


REFERENCES: Mapping[str, tuple[Player, ...]] = {"one-three-back": (SuitBeforeRank(),)}
"""The players that a game's hints are measured beside, by the game's name."""

SAMPLES_THAT_CHOOSE: Mapping[str, int] = {"spider": 0}
"""After how many samples a game's hints no longer change, but for the odds that are told."""


def play_by(player: Player, deal: Deal, seed: str) -> Game:
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
                leading = (each for each in plans if leads_on(game.variant, game.position, each, met))
                planned = deque(next(leading, ()))
            move = planned.popleft() if planned else None
        if move is None:
            if game.end_refusal() is None:
                game.play(Act.END, at_ms)
            return game
        game.play(move, at_ms)
        met.add(game.position.faces())
    return game
