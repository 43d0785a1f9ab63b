"""Hints in a browser: the advice that the window gives, about what the page's player sees."""

from __future__ import annotations

from collections.abc import Sequence

from game.browser.games import BROWSER_GAMES
from game.language import Translator
from game.message import Message, joined, msg
from game.online.messages import Hint
from game.play.game import Game
from game.solver.advice import Advice, leading
from game.solver.hint_words import NOTHING, UNKNOWN
from game.solver.service.messages import HintRequest
from game.solver.solve import SOLVERS, hint_words

LATE = msg("No hint was found in time. Ask again.")
OVER = msg("The game is over.")


def question(game: Game) -> HintRequest | None:
    """Returns what is asked of a game's adviser; None if nothing can be advised."""
    if game.is_over or game.is_solved or game.variant.name not in SOLVERS:
        return None
    seed = game.elapsed_ms + len(game.entries)  # the same game gets the same hint
    return HintRequest(game.variant, BROWSER_GAMES[game.variant.name].thinks_s, game.position, seed)


def hint(game: Game, advice: Sequence[Advice], language: Translator, why: Message = NOTHING) -> Hint:
    """Returns the best advice in words; without any, `why` there is none."""
    variant, position = game.variant, game.position
    number = None if game.is_over else len(game.entries) + 1
    been = {table.faces() for table in game.positions()}
    best = leading(variant, position, advice, been, {position.faces()})
    if not best:
        return Hint(number, None, language.translate(why if number else OVER))
    return Hint(number, variant.move_to_text(best[0].move), language.translate(_said(game, best)))


def _said(game: Game, advice: Sequence[Advice]) -> Message:
    """The move as who sees it marked is told it, what it gains, and its odds."""
    words, best, position = hint_words(game.variant), advice[0], game.position
    move = words.move_words(position, best.move, is_heard=True)
    if gain := words.gain_words(position, best.move):
        move = joined(": ", [move, gain])
    return msg("{move}. {more}", move=move, more=words.odds_words(position, best) or UNKNOWN)
