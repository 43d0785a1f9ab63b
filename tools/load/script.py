"""Scripts for the load: a few players play the round first, by what a player sees; a thousand follow them.

All who play a round have the same deck, so that what was legal for one is legal for everybody.
"""

from __future__ import annotations

import asyncio
import time
from random import Random

from game.browser.table import Languages, table
from game.online.messages import ActionDone, frame
from game.online.prediction import Prediction
from game.play.game import Action, ControlAction, Game
from game.play.proof import deal_of, deck_from_secret
from game.play.record import action_to_text
from game.rounds.referee import Ruling, judge, stored
from game.rules.position import STOCK
from game.tournament.tournament import GAME
from tools.asking import AskingClient

UNDO_SHARE, STOCK_SHARE = 0.05, 0.4
PAUSE_S = 0.06
"""After each action: a server ends a connection over which more than twenty a second come for long."""


class ScriptError(RuntimeError):
    """The server refused a legal action."""


async def script(
    address: str, tournament: str, round_number: int, key: str, count: int, random: Random
) -> list[str]:
    """So many legal actions in a round, which the server has done for the seat of a key.

    Raises:
        ScriptError: the server refuses one.
    """
    client, _ = await AskingClient.connect(address, tournament, key)
    try:
        prediction = Prediction(await client.begin(round_number))
        found: list[str] = []
        while len(found) < count:
            action = _chosen(prediction.game, random)
            asked = prediction.play(action, prediction.game.elapsed_ms)
            found.append(action_to_text(prediction.variant, action))
            done = await client.do(round_number, asked.number, found[-1])
            if not isinstance(done, ActionDone):
                raise ScriptError(f"{found[-1]} is refused: {done.code}")
            prediction.confirm(done)
            await asyncio.sleep(PAUSE_S)
        return found
    finally:
        await client.close()


def looking_ms(random: Random, count: int = 100, tries: int = 5) -> float:
    """Processor time of the table after an action, as who looks is told it: the least of several tries."""
    kept = stored(deal_of(GAME(draw=3, limit=300), deck_from_secret(bytes(32))), 0, ())
    language, steps = asyncio.run(Languages().of("de")), []
    for number in range(1, count + 1):
        action = action_to_text(kept.game.variant, _chosen(kept.game, random))
        ruling = judge(kept, number, action, number)
        assert isinstance(ruling, Ruling), "it is legal"
        steps.append((ruling.after, kept))
        kept = ruling.after
    took_ms = []
    for _ in range(tries):
        began_s = time.process_time()
        for after, before in steps:
            frame(table(1, after, before, language))
        took_ms.append(1000 * (time.process_time() - began_s) / count)
    return min(took_ms)


def _chosen(game: Game, random: Random) -> Action:
    """A legal action that does not solve the game."""
    if random.random() < UNDO_SHARE and game.undo_refusal() is None:
        return ControlAction.UNDO
    variant, position = game.variant, game.position
    moves = variant.legal_moves(position)
    others = [
        move
        for move in moves
        if move != STOCK and not variant.is_auto_finishing(variant.after_move(position, move))
    ]
    if not others or (STOCK in moves and random.random() < STOCK_SHARE):
        return STOCK
    return random.choice(others)
