"""A robot plays a deal: it looks, thinks, moves, and all of it becomes a game with its times.

Knows robots and games; what a robot is told goes through its eyes, and nothing else does.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from game.play.deal import Deal
from game.play.game import Act, Game
from game.robots.robot import Robot
from game.robots.view import see
from game.rules.position import STOCK
from game.rules.rush import FOUNDATIONS, Rush

MOST_VISITS = 20
"""So often the same cards may lie in the columns and at home after a move: then a robot has gone round in
circles long enough, and ends the game."""


def play(robot: Robot, deal: Deal, seed: str) -> Game:
    """The finished game of a robot; the same `seed` gives the same game.

    Raises:
        TypeError: the deal is not one of Rush.
    """
    variant = deal.variant
    if not isinstance(variant, Rush):
        raise TypeError(f"robots do not play {variant.title}")
    game, now_ms = Game(deal), 0
    thoughts, hands = Random(f"{seed} thoughts"), Random(f"{seed} hands")
    visits: Counter[object] = Counter()
    while not game.is_over:
        goes_home = game.next_play_out()
        if goes_home is not None:
            game.play(goes_home, game.elapsed_ms)
            continue
        now_ms += robot.pace.think.drawn_ms(hands)
        for action in robot.plan(see(variant, game.position, now_ms), thoughts):
            now_ms += robot.pace.gesture_ms(action, hands)
            if now_ms >= variant.limit_ms:
                game.play(Act.END, variant.limit_ms)
            else:
                game.play(action, now_ms)
            if action != STOCK:
                visits[laid := game.position.piles[FOUNDATIONS.start :]] += 1
                if visits[laid] > MOST_VISITS and not game.is_over:
                    game.play(Act.END, now_ms)
            if game.is_over or game.is_frozen:
                break
    return game
