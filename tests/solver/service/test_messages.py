"""Messages of the solver's process: each comes back from its line; what is no message is refused."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from game.codec import MessageError
from game.play.deal import deal_number
from game.play.proof import deck_from_secret
from game.rules import VARIANTS, find_variant
from game.rules.position import STOCK
from game.solver.answer import Advice, Verdict
from game.solver.service.messages import (
    Cancel,
    DeckRequest,
    DeckResponse,
    HintRequest,
    HintResponse,
    RequestFailed,
    RobotRequest,
    RobotResponse,
    SolveProgress,
    SolveRequest,
    SolveResponse,
    SolverRequest,
    SolverResponse,
    WarmUpDone,
    WarmUpRequest,
    answer_line,
    cancel_line,
    is_last,
    question_line,
    read_answer,
    read_question,
)

RUSH = find_variant("rush", ["draw=1"])
POSITION = deal_number(RUSH, 3).position
SOLVE = SolveRequest(RUSH, 9.5, POSITION)
ADVISE = HintRequest(RUSH, 6, POSITION, 41)
DECK = DeckRequest(RUSH, 60)
FOUND = DeckResponse(deck_from_secret(bytes(32)))
ROBOT = RobotRequest(RUSH, 60, 48213, "regular", "evening 1 Cog", {"player": "Cog"})
QUESTIONS: list[SolverRequest[Any]] = [
    WarmUpRequest(RUSH, 60),
    SOLVE,
    *(SolveRequest(game, 1, deal_number(game, 8).position) for game in map(find_variant, VARIANTS)),
    ADVISE,
    DECK,
    ROBOT,
    RobotRequest(RUSH, 60, deck_from_secret(bytes(32)), "regular", "evening 1 Cog", {"player": "Cog"}),
]
ANSWERS: list[tuple[SolverRequest[Any], SolverResponse]] = [
    (WarmUpRequest(RUSH, 60), WarmUpDone()),
    (SOLVE, RequestFailed("the solver stopped")),
    (SOLVE, SolveProgress(12, 50_000)),
    (SOLVE, SolveProgress(0, 81, (STOCK, STOCK))),
    (SOLVE, SolveResponse(Verdict.GAVE_UP, 0, (STOCK, STOCK), 81)),
    (ADVISE, HintResponse((Advice(STOCK, 3, 10, 20.5),), is_last=False)),
    (ADVISE, HintResponse((Advice(STOCK, 0, 0, 4, (STOCK, STOCK)),), is_last=False)),
    (ADVISE, HintResponse((), is_last=True)),
    (DECK, FOUND),
    (ROBOT, RobotResponse("patience 1\n…")),
]


def kind(message: object) -> str:
    return type(message).__name__


@pytest.mark.parametrize("question", QUESTIONS, ids=kind)
def test_a_question_comes_back_as_it_was(question):
    assert read_question(question_line(4, question)) == (4, question)
    assert read_question(cancel_line(Cancel(7))) == Cancel(7)


@pytest.mark.parametrize(("question", "answer"), ANSWERS, ids=kind)
def test_an_answer_comes_back_as_it_was(question, answer):
    line = answer_line(4, answer, question.variant)
    assert read_answer(line.encode(), {3: ROBOT, 4: question}) == (4, answer)
    assert line.count("\n") == 1


def test_only_the_last_answer_is_the_last():
    assert [is_last(answer) for _, answer in ANSWERS] == [
        not isinstance(answer, SolveProgress) and getattr(answer, "is_last", True) for _, answer in ANSWERS
    ]
    assert not is_last(SolveProgress(1, 1))


def test_a_reason_is_written_so_that_it_can_be_shown():
    line = answer_line(1, RequestFailed("first\nsecond" + "x" * 1000), None)
    _, answer = read_answer(line, {1: SOLVE})
    assert answer.reason.startswith("first second")
    assert len(answer.reason) == 300


def spoilt(line: str, **fields: object) -> str:
    return json.dumps({**json.loads(line), **fields})


def without(line: str, field: str) -> str:
    return json.dumps({name: value for name, value in json.loads(line).items() if name != field})


@pytest.mark.parametrize("question", QUESTIONS, ids=kind)
def test_a_question_without_one_of_its_fields_is_refused(question):
    line = question_line(4, question)
    for field in json.loads(line):
        try:
            _, refused = read_question(without(line, field))
        except MessageError:
            continue
        assert isinstance(refused, RequestFailed)


@pytest.mark.parametrize(("question", "answer"), ANSWERS, ids=kind)
def test_an_answer_with_a_field_missing_or_of_another_type_is_refused(question, answer):
    line = answer_line(4, answer, question.variant)
    for field in json.loads(line):
        of_another_type = [spoilt(line, **{field: {}}), spoilt(line, **{field: None})]
        may_be_missing = field == "moves" and isinstance(answer, SolveProgress)
        for wrong in (*of_another_type, *([] if may_be_missing else [without(line, field)])):
            with pytest.raises(MessageError):
                read_answer(wrong, {4: question})


GAVE_UP = SolveResponse(Verdict.GAVE_UP, RUSH.home(POSITION), (), 1)
WRONG_ANSWERS = [
    (DECK, FOUND, {"deck": "00" * 52}),
    (DECK, FOUND, {"salt": "5a"}),
    (DECK, FOUND, {"deck": "AC AC"}),
    (SOLVE, GAVE_UP, {"moves": ["t1>t1"]}),
    (SOLVE, GAVE_UP, {"moves": ["f1>t1"]}),
    (SOLVE, GAVE_UP, {"moves": ["somewhere"]}),
    (SOLVE, GAVE_UP, {"moves": "stock"}),
    (SOLVE, GAVE_UP, {"value": 52}),
    (SOLVE, GAVE_UP, {"verdict": "won"}),
    (SOLVE, GAVE_UP, {"nodes": -1}),
    (SOLVE, GAVE_UP, {"nodes": True}),
    (SOLVE, GAVE_UP, {"nodes": 10**30}),
    (SOLVE, GAVE_UP, {"id": 5}),
    (ADVISE, HintResponse((), is_last=True), {"advice": [["stock", 1, 2, 3.0, [], None]]}),
    (ADVISE, HintResponse((), is_last=True), {"advice": [["stock", 1, 2, 3.0, [], None, 7]]}),
    (ADVISE, HintResponse((), is_last=True), {"advice": [["stock", 1, 2, 3.0, [], None, "x" * 21]]}),
    (ADVISE, HintResponse((), is_last=True), {"advice": [["stock", 1, 2, 3.0, [], 1.5, ""]]}),
    (ADVISE, HintResponse((), is_last=True), {"advice": [["stock", 1, 2, 3.0, [], "all", ""]]}),
    (ADVISE, HintResponse((), is_last=True), {"advice": [["t1>t1", 1, 2, 3.0, [], None, ""]]}),
    (ADVISE, HintResponse((), is_last=True), {"advice": [["stock", 1, 2, 3.0, ["t1>t1"], None, ""]]}),
    (ADVISE, HintResponse((), is_last=True), {"advice": [["stock", 1, 2, 3.0, "stock", None, ""]]}),
    (ADVISE, HintResponse((), is_last=True), {"advice": [["stock", 3, 2, 3.0, [], None, ""]]}),
    (ADVISE, HintResponse((), is_last=True), {"advice": [["stock", 1, 2, float("nan"), [], None, ""]]}),
    (ADVISE, HintResponse((), is_last=True), {"advice": [["stock", 1, 2, 10**400, [], None, ""]]}),
    (ADVISE, HintResponse((), is_last=True), {"advice": ["stock"]}),
    (ROBOT, RobotResponse(""), {"record": "\ud800"}),
    (ROBOT, RobotResponse(""), {"answer": "ready"}),
    (ROBOT, RequestFailed(""), {"reason": "x" * 301}),
    (ROBOT, RequestFailed(""), {"reason": "a\nb"}),
]


@pytest.mark.parametrize(("question", "answer", "fields"), WRONG_ANSWERS)
def test_an_answer_that_cannot_be_right_is_refused(question, answer, fields):
    line = answer_line(4, answer, question.variant)
    read_answer(line, {4: question})
    with pytest.raises(MessageError):
        read_answer(spoilt(line, **fields), {4: question})


@pytest.mark.parametrize(
    ("question", "fields", "why"),
    [
        (SOLVE, {"game": "bridge"}, "bridge"),
        (SOLVE, {"options": "draw=7"}, "7"),
        (SOLVE, {"position": "pile t9 AC"}, "t9"),
        (SOLVE, {"position": "pile t1 XX"}, "XX"),
        (SOLVE, {"seconds": "long"}, "seconds"),
        (SOLVE, {"seconds": -1}, "seconds"),
        (SOLVE, {"seconds": float("inf")}, "seconds"),
        (SOLVE, {"ask": "dance"}, "dance"),
        (ROBOT, {"about": {"player": 7}}, "about"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_with_its_number(question, fields, why):
    number, failed = read_question(spoilt(question_line(4, question), **fields))
    assert number == 4
    assert why in failed.reason


NO_MESSAGES = [
    *("", "\n", "{", "[]", "7", "null", "[" * 100_000, '{"id": {}}', '{"cancel": "7"}'),
    f'{{"id": {"9" * 5000}}}',
]


@pytest.mark.parametrize("line", NO_MESSAGES)
def test_what_is_no_message_is_refused(line):
    with pytest.raises(MessageError):
        read_question(line)
    for sent in (line, line.encode(), b'{"id": "\xff\xfe"}\n'):
        with pytest.raises(MessageError):
            read_answer(sent, {})


# What docs/FORMATS.md shows --------------------------------------------------------------------------
FORMATS = (Path(__file__).parents[3] / "docs" / "FORMATS.md").read_text("utf-8")
SECTION = FORMATS.partition("# The solver's process\n")[2].partition("\n# ")[0]
SHOWN = re.findall(r"^(\{.*\})$", SECTION, re.MULTILINE)


def shown_questions() -> dict[int, SolverRequest[Any]]:
    found = [read_question(line) for line in SHOWN if '"ask"' in line]
    return dict(asked for asked in found if not isinstance(asked, Cancel))


def test_the_questions_that_are_shown_can_be_asked():
    asked = {type(question) for question in shown_questions().values()}
    assert asked == {WarmUpRequest, SolveRequest, HintRequest, DeckRequest, RobotRequest}
    assert Cancel(2) in [read_question(line) for line in SHOWN if '"cancel"' in line]


def test_the_answers_that_are_shown_can_be_given():
    questions = shown_questions()
    answers = [read_answer(line, questions) for line in SHOWN if '"answer"' in line]
    assert {type(answer) for _, answer in answers} == {type(answer) for _, answer in ANSWERS}


@pytest.mark.parametrize("line", SHOWN)
def test_what_is_shown_is_what_is_written(line):
    questions = shown_questions()
    if '"answer"' in line:
        number, answer = read_answer(line, questions)
        written = answer_line(number, answer, questions[number].variant)
    else:
        asked = read_question(line)
        written = cancel_line(asked) if isinstance(asked, Cancel) else question_line(*asked)
    assert json.loads(written) == json.loads(line)
