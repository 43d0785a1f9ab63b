"""The solver's process, spoken to in lines: every kind of question, cancelling, and what is wrong."""

import io
import json
from typing import Any

import pytest

from game.play.deal import deal_number
from game.play.game import Game
from game.rules import find_variant
from game.solver.worker import Worker

BACK = find_variant("one-three-back")
RUSH = find_variant("rush", ["draw=1"])


def answers(*questions: dict[str, Any]) -> list[dict[str, Any]]:
    """What the process says to some lines, the last of which is the end of its input."""
    said = io.StringIO()
    left: list[int] = []
    Worker(io.StringIO("".join(json.dumps(each) + "\n" for each in questions)), said, left.append).run()
    assert left == [0]
    return [json.loads(line) for line in said.getvalue().splitlines()]


def about(number: int, ask: str, **more: Any) -> dict[str, Any]:
    return {"id": number, "ask": ask, "game": "rush", "options": "draw=1", "seconds": 300, **more}


def text(number: int) -> str:
    return RUSH.position_to_text(deal_number(RUSH, number).position)


def test_a_line_comes_back_that_wins():
    (answer,) = answers(about(4, "solve", position=text(3)))
    assert (answer["id"], answer["verdict"], answer["value"], answer["is_last"]) == (4, "solved", 52, True)
    game = Game(deal_number(RUSH, 3))
    for move in answer["moves"]:
        game.play(RUSH.move_from_text(move), 0)
    assert game.outcome.value == "won"


def test_questions_are_answered_in_their_order():
    told = answers(about(1, "solve", position=text(3)), about(2, "solve", position=text(4)))
    assert [each["id"] for each in told] == [1, 2]


def test_a_question_that_was_cancelled_before_its_turn_gives_up():
    told = answers({"cancel": 1}, about(1, "solve", position=text(3)))
    assert told[-1]["verdict"] in ("gave up", "solved")
    assert told[-1]["nodes"] < 100_000


def test_deals_are_given_that_can_be_won():
    (answer,) = answers(about(1, "deals", first=1, beyond=10**9, seed=5, count=3))
    assert len(answer["deals"]) == 3
    for number in answer["deals"]:
        (proof,) = answers(about(2, "solve", position=text(number)))
        assert proof["verdict"] == "solved"


def test_the_next_deal_that_can_be_won_is_found_in_order():
    (answer,) = answers(about(1, "deals", first=1, beyond=50, count=50))
    assert answer["deals"] == sorted(answer["deals"])
    assert set(answer["deals"]) < set(range(1, 50))


def test_advice_ends_with_its_last_word():
    position = BACK.position_to_text(deal_number(BACK, 3).position)
    question = {**about(1, "advise", position=position, seed=1), "game": "one-three-back", "options": ""}
    told = answers(question)
    assert told[-1]["is_last"]
    assert told[-1]["advice"][0][0] == "stock"


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"position": "pile t1 AC AC"}, "missing"),
        ({"position": "pile t1 XX"}, "XX"),
        ({"options": "draw=7"}, "7"),
        ({"position": "pile t9 AC"}, "t9"),
    ],
)
def test_what_cannot_be_read_is_an_answer(wrong: dict[str, Any], reason: str):
    (answer,) = answers({**about(1, "solve", position=text(3)), **wrong})
    assert reason in answer["error"]
    assert answer["is_last"]
