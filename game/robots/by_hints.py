"""A player of any game who does what the hints advise, and the reference players beside whom it is measured.

Each chooses by the position's adviser (`solver.solve.advise`) or by a rule of thumb, looks at no unseen
card, and never goes back to a table that it has met. Knows rules, games and hints; must not know
where unseen cards lie, nor how a hint is found.
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
from game.rules.building import face_down_count
from game.rules.one_three_back import DECK, OneThreeBack
from game.rules.position import STOCK, Move, Position
from game.rules.spider import HAND, Spider
from game.rules.variant import Variant
from game.solver.advice import Advice
from game.solver.answer import Budget, Verdict
from game.solver.solve import advise, solve

MOVE_MS = 1000
"""Play time between two moves in the record; nobody waits for it."""
SEEN_NODES = 300_000
"""Positions looked at for a win where nothing is unseen."""


class Player(ABC):
    """From what can be seen to the moves worth making; without a memory."""

    name: ClassVar[str]
    """As a table of figures has it."""

    @abstractmethod
    def choices(self, variant: Variant, position: Position, random: Random) -> Iterable[Move]:
        """Legal moves, the best first; none where the player would rather stop."""

    def plan(self, variant: Variant, position: Position, random: Random) -> Sequence[Move]:
        """Moves that are all made before any is chosen again; none where the next one is to be chosen."""
        return ()


@dataclass(frozen=True)
class ByHints(Player):
    """Does what the hints advise, after up to `samples` ways in which the unseen cards may lie."""

    name: ClassVar = "hints"
    samples: int | None = None
    """None for as many as a hint takes."""

    def choices(self, variant: Variant, position: Position, random: Random) -> Iterable[Move]:
        told: list[Advice] = []
        for better in advise(variant, position, random):
            # Where all is seen every list counts one sample, and the later ones were thought over longer.
            if told and self.samples is not None and better[0].samples > self.samples:
                break
            told = better
        return [each.move for each in told]

    def plan(self, variant: Variant, position: Position, random: Random) -> Sequence[Move]:
        """At 1-3 Back the whole deck: to deal always stands first there, and is not asked for each time."""
        return [STOCK] * len(position.piles[DECK]) if isinstance(variant, OneThreeBack) else ()


class SuitBeforeRank(Player):
    """A player of 1-3 Back who merges whenever it is possible: in suit before rank, three back before one."""

    name: ClassVar = "suit before rank"

    def choices(self, variant: Variant, position: Position, random: Random) -> Iterable[Move]:
        assert isinstance(variant, OneThreeBack)

        def preference(move: Move) -> tuple[bool, int]:
            source, target = position.piles[move.source][-1], position.piles[move.target][-1]
            return source.suit != target.suit, move.target - move.source

        merges = sorted(variant.merges(position), key=preference)
        return merges or [move for move in variant.legal_moves(position) if move == STOCK]


@dataclass(frozen=True)
class BestPlan(Player):
    """A player of Spider who follows the plan that leaves the best tableau before a new card is seen."""

    name: ClassVar = "best plan"
    tables: int = 20_000
    """Looked at for each plan."""

    def choices(self, variant: Variant, position: Position, random: Random) -> Iterable[Move]:
        return ()

    def plan(self, variant: Variant, position: Position, random: Random) -> Sequence[Move]:
        from game.solver.spider.turn_ups import best_plan  # loads numba

        assert isinstance(variant, Spider)
        if position.piles[HAND] or face_down_count(position.piles):
            return best_plan(variant, position, self.tables)
        answer = solve(variant, position, Budget(nodes=SEEN_NODES))
        return answer.moves if answer.verdict is Verdict.SOLVED else ()


REFERENCES: Mapping[str, tuple[Player, ...]] = {
    "one-three-back": (SuitBeforeRank(),),
    "spider": (BestPlan(),),
}
"""The players that a game's hints are measured beside, by the game's name."""


def play_by(player: Player, deal: Deal, seed: str) -> Game:
    """A player's game as far as it goes; the same `seed` gives the same game.

    It is ended, where the game can be, or left when nothing is advised that leads to a new table.
    """
    game, random = Game(deal), Random(seed)
    variant, met, at_ms = deal.variant, {deal.position.piles}, 0
    planned: deque[Move] = deque()
    while not game.is_over:
        move = game.next_play_out()
        if move is None:
            at_ms += MOVE_MS
            planned = planned or deque(player.plan(variant, game.position, random))
            choices: Iterable[Move] = (
                [planned.popleft()] if planned else player.choices(variant, game.position, random)
            )
            move = next((each for each in choices if _piles_after(game, each) not in met), None)
        if move is None:
            if game.end_refusal() is None:
                game.play(Act.END, at_ms)
            return game
        game.play(move, at_ms)
        met.add(game.position.piles)
    return game


def _piles_after(game: Game, move: Move) -> object:
    return game.variant.after_move(game.position, move).piles
