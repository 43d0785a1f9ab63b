"""What is played in the kill test: the four games, a round of a tournament, the deal of the day.

Knows actions and their times; must not know the window or how anything is killed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from game.play.game import Action, ControlAction, Entry, Game
from game.play.record import read_record
from game.rules.options import options_to_text

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = (
    *("rush_draw_1_won", "rush_draw_3_won", "rush_draw_3_ended", "rush_draw_1_timeout"),
    *("spider_suits_1_won", "spider_suits_2_won", "one_three_back_over"),
    *("three_shuffles_won", "three_shuffles_lost"),
)
"""Recorded games that are played to their end from a deal of a number."""
KINDS = PRACTICE, DAY, ROUND = "practice", "day", "round"


@dataclass(frozen=True)
class Script:
    """A game to start, and its actions."""

    kind: str
    name: str
    game: str = "rush"
    options: tuple[str, ...] = ()
    number: int = 0
    entries: tuple[Entry, ...] = ()
    seed: int = 0

    def next_action(self, game: Game) -> tuple[int, Action] | None:
        """When to do what next; None where the game has gone another way, or plays itself out."""
        count = len(game.entries)
        if self.kind != PRACTICE:
            return self._any(game, count)
        done = [entry.action for entry in game.entries[-3:]]
        if count >= len(self.entries) or done != [entry.action for entry in self.entries[:count][-3:]]:
            return None
        return self.entries[count].at_ms, self.entries[count].action

    def _any(self, game: Game, count: int) -> tuple[int, Action] | None:
        """A move determined by the position, so that a resumed game has the same; then the end."""
        if game.is_solved or game.next_play_out() is not None:
            return None
        moves = game.variant.legal_moves(game.position)
        random = Random(f"{self.seed} {count}")
        is_end = not moves or count >= 6 + self.seed % 20
        return game.elapsed_ms + random.randrange(1200), ControlAction.END if is_end else random.choice(moves)


def scripts(kind: str, seed: int) -> list[Script]:
    """All that is played of a kind, the seed deciding how rounds and days go."""
    if kind == PRACTICE:
        return [_recorded(name) for name in GAMES]
    return [Script(kind, f"{kind} {seed}", seed=seed)]


def _recorded(name: str) -> Script:
    record = read_record((GOLDEN / f"{name}.patience").read_bytes())
    variant, number = record.deal.variant, record.deal.number
    assert number is not None, "its deal has a number"
    entries = tuple(Entry(entry.at_ms, entry.action) for entry in record.entries)
    return Script(PRACTICE, name, variant.name, tuple(options_to_text(variant).split()), number, entries)
