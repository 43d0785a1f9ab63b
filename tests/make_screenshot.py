"""Makes the picture in the README: `python -m tests.make_screenshot docs/table.png`.

The program draws it itself, in a window in memory: a game of Rush some way on, with cards
in the hand and their places marked. The same program always makes the same picture.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

import pygame

from game.play.deal import deal_number
from game.play.game import Game
from game.play.record import record_text
from game.rules import find_variant
from game.rules.position import STOCK, Move
from game.rules.rush import COLUMNS, FOUNDATIONS, WASTE
from tests.ui.driver import Table

DEAL = 20
ACTIONS = 34
THINKING_MS = 2_300


def some_way_on() -> Game:
    """A game played simply: home, then what turns a card over, then from the waste, then the hand."""
    game = Game(deal_number(find_variant("rush"), DEAL))
    while len(game.entries) < ACTIONS:
        moves = [move for move in game.variant.legal_moves(game.position) if _worth(game, move) > 0]
        best = max(moves, key=lambda move: (_worth(game, move), -move.target))
        game.play(best, len(game.entries) * THINKING_MS)
    return game


def _worth(game: Game, move: Move) -> int:
    if move == STOCK:
        return 1
    if move.target in FOUNDATIONS:
        return 4
    left = game.position.piles[move.source][: -move.count]
    if move.source in COLUMNS and left and not left[-1].face_up:
        return 3
    return 2 if move.source == WASTE else 0


def longest_run(game: Game) -> tuple[str, str]:
    """The longest run that can be moved somewhere, as the table names it, and where to."""
    found = [move for move in game.variant.legal_moves(game.position) if move.source in COLUMNS]
    move = max(found, key=lambda move: move.count)
    names = [place.name for place in game.variant.piles]
    return f"{names[move.source]}:{move.count}", names[move.target]


def main(file: Path) -> None:
    """Writes the picture."""
    with TemporaryDirectory() as folder:
        table = Table(Path(folder))
        game = some_way_on()
        table.start(record_text(game, {}))
        card, target = longest_run(game)
        table.pick_up(card)
        table.carry(target)
        x, y = table.point(target)
        table.move_to((x - 90, y + 70))
        table.wait(0.4)
        pygame.image.save(table.window.surface, file)
        table.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
