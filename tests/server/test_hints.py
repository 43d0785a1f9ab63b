"""Hints in practice on a page: legal, of the game as it stands, from its own worker and from a server."""

import asyncio
import json
from itertools import count

from game.browser.practice import LocalPractice, question
from game.play.deal import deal_number
from game.play.game import Game
from game.rules import find_variant
from game.server.workers import MAX_HINTS, BackgroundWorker
from tests.commands import printed

GAMES = ["rush draw=3 limit=none", "spider suits=1", "one-three-back", "three-shuffles early=no"]
BEGIN = {"kind": "practise", "deal": 7, "entries": [], "language": "en"}
HINT = '{"kind":"hint"}'


def practised(game: str) -> tuple[LocalPractice, dict]:
    """A game that has begun, by a clock that goes on whenever it is looked at; and its table."""
    local = LocalPractice(count(0, 100).__next__)
    return local, json.loads(local.hear(json.dumps({**BEGIN, "game": game}))[-1])


PLAYED = """
import json, sys
from itertools import count
from game.browser.practice import LocalPractice
for game in sys.argv[1:]:
    local = LocalPractice(count(0, 2000).__next__)
    begin = {"kind": "practise", "game": game, "deal": 7, "entries": [], "language": "en"}
    table = json.loads(local.hear(json.dumps(begin))[-1])
    for number in (1, 2):
        assert local.hear('{"kind":"hint"}') == []
        hint = json.loads(next(told for told in iter(local.think, None) if told)[0])
        print(json.dumps([hint, table["moves"]]))
        act = {"kind": "do", "round": 1, "number": number, "action": hint["move"]}
        table = json.loads(local.hear(json.dumps(act))[-1])
"""


def test_a_hint_is_a_legal_move_in_words_and_is_followed_by_another():
    told = printed("-c", PLAYED, *GAMES, PATIENCE_PLAIN="1")  # as in a browser, nothing is compiled
    hints = [json.loads(line) for line in told.splitlines()]
    assert [hint["number"] for hint, _ in hints] == [1, 2] * len(GAMES)
    assert all(hint["move"] in moves for hint, moves in hints)
    assert all(". " in hint["said"] for hint, _ in hints)
    print([hint["said"] for hint, _ in hints])
    heard = [hint["said"] for hint, _ in hints if hint["move"] != "stock"]
    assert all(" from " in said for said in heard), "who sees no mark hears where it lies"


def test_an_action_makes_a_hint_old():
    local, table = practised(GAMES[0])
    local.hear(HINT)
    local.hear(json.dumps({"kind": "do", "round": 1, "number": 1, "action": table["moves"][0]}))
    assert local.think() is None


def test_a_game_that_is_over_has_no_hint():
    local, _ = practised(GAMES[0])
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
