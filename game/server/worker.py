"""A helping process of the server: finds decks that keep their promises ahead of need, and plays for robots.

Knows the solver and the robots; must not know the database. It reads lines of JSON from standard input and
answers each by one, at the lowest priority, until its input ends: it never outlives the server.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from contextlib import suppress
from functools import partial
from typing import Any

from game.online.guess import entry_words
from game.play.commitment import SECRET_BYTES, deal_of
from game.tournament.tournament import GAME


def fresh_deck(draw: int) -> str:
    """A deck of 256 secret random bits that keeps both promises of a deal of Rush."""
    from game.solver.answer import Budget
    from game.solver.klondike.offered import sealed_decks

    secret_bits = iter(partial(secrets.token_bytes, SECRET_BYTES), b"")
    deck, _ = next(sealed_decks(GAME(draw=draw), secret_bits, Budget()))
    return deck


def robot_entries(draw: int, seconds: int, deck: str, strength: str, seed: str) -> list[str]:
    """What a robot does with a deck of which it sees what a player sees; the same seed, the same game."""
    from game.robots.robot import play
    from game.robots.thinker import ROBOTS

    game = GAME(draw=draw, limit=seconds)
    played = play(ROBOTS[strength], deal_of(game, deck), seed)
    return [entry_words(game, each) for each in played.entries]


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question."""
    if asked.pop("ask") == "deck":
        return {"deck": fresh_deck(**asked)}
    return {"entries": robot_entries(**asked)}


def main() -> None:
    """Answers until nothing more is asked."""
    with suppress(OSError, AttributeError):
        os.nice(19)
    with suppress(KeyboardInterrupt, BrokenPipeError):
        for line in sys.stdin:
            print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
