"""What is known of a game in one line: deal, options, time used, result so far.

Knows games and the words of their tiles; must not know screens.
"""

from __future__ import annotations

from game.play.game import Game
from game.play.phrases import minutes
from game.rules.options import options_to_text
from game.ui.games.tables import view_class


def facts(game: Game, elapsed_ms: int) -> str:
    """The line: `#48213  ·  Draw 3  ·  1:23 played  ·  score 120`."""
    return "  ·  ".join([*deal_facts(game), *play_facts(game, elapsed_ms)])


def deal_facts(game: Game) -> list[str]:
    """The deal's number and the chosen options."""
    options = set(options_to_text(game.variant).split())
    chosen = [
        word
        for word, text in view_class(game.variant.name).tile_options
        if text and options.issuperset(text.split())
    ]
    return ["given position" if game.deal.number is None else f"#{game.deal.number}", *chosen]


def play_facts(game: Game, elapsed_ms: int) -> list[str]:
    """The time used, and the result so far."""
    told = [f"{minutes(elapsed_ms / 1000)} played", game.result_words]
    if game.is_over:
        told.append("finished")
    return told
