"""What is known of a game in one line: deal, options, time used, result so far.

Knows games and the words of their tiles; must not know screens.
"""

from __future__ import annotations

from game.message import joined, msg, msg_p
from game.play.game import Game
from game.play.phrases import minutes
from game.rules.options import options_to_text
from game.ui.drawing.words import BETWEEN_FACTS
from game.ui.games.tables import view_class


def facts(game: Game, elapsed_ms: int) -> str:
    """The line: `#48213  ·  Draw 3  ·  1:23 played  ·  score 120`."""
    return joined(BETWEEN_FACTS, [*deal_facts(game), *play_facts(game, elapsed_ms)])


def deal_facts(game: Game) -> list[str]:
    """The deal's number and the chosen options."""
    options = set(options_to_text(game.variant).split())
    chosen = [
        word
        for word, text in view_class(game.variant.name).tile_options
        if text and options.issuperset(text.split())
    ]
    return [game.deal.words, *chosen]


def play_facts(game: Game, elapsed_ms: int) -> list[str]:
    """The time used, and the result so far."""
    # Translators: so long a game was played: “4:58 played”.
    told: list[str] = [msg("{time} played", time=minutes(elapsed_ms / 1000))]
    if not game.variant.fewest_is_best or game.variant.result(game.position):
        told.append(game.result_words)  # where few are best, none would mean a game that has not begun
    if game.is_over:
        told.append(msg_p("a game", "finished"))
    return told
