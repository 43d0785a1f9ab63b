"""Hints in practice on a page: of the game as it stands, from its own worker and from a server."""

import asyncio
import json
from itertools import count

from game.browser.practice import LocalPractice, question
from game.play.deal import deal_number
from game.play.game import Game
from game.rules import find_variant
from game.server.workers import MAX_HINTS, BackgroundWorker

BEGIN = {"kind": "practise", "game": "rush draw=3 limit=none", "deal": 7, "entries": [], "language": "en"}
HINT = '{"kind":"hint"}'


def practised() -> tuple[LocalPractice, dict]:
    """A game that has begun, by a clock that goes on whenever it is looked at; and its table."""
    local = LocalPractice(count(0, 100).__next__)
    return local, json.loads(local.hear(json.dumps(BEGIN))[-1])


def test_an_action_makes_a_hint_old():
    local, table = practised()
    local.hear(HINT)
    local.hear(json.dumps({"kind": "do", "round": 1, "number": 1, "action": table["moves"][0]}))
    assert local.think() is None


def test_a_game_that_is_over_has_no_hint():
    local, _ = practised()
    local.hear('{"kind":"do","round":1,"number":1,"action":"stock"}')
    local.hear('{"kind":"do","round":1,"number":2,"action":"end"}')
    (told,) = map(json.loads, local.hear(HINT))
    assert told == {"kind": "hint", "number": None, "move": None, "said": "The game is over."}


async def test_a_process_of_the_server_advises_and_few_wait_for_it():
    worker = BackgroundWorker()
    asked = question(Game(deal_number(find_variant("spider"), 7)))
    assert asked is not None
    waiting = [asyncio.create_task(worker.hint(asked)) for _ in range(MAX_HINTS)]
    await asyncio.sleep(0)
    assert await worker.hint(asked) is None, "too many ask at once"
    advice = next((answer for answer in await asyncio.gather(*waiting) if answer), None)
    while not advice:  # a busy machine was late
        advice = await worker.hint(asked)
        await asyncio.sleep(0.1)
    await worker.close()
    assert asked.variant.refusal(asked.position, advice[0].move) is None
