"""The solver's process, spoken to in lines: every kind of question, cancelling, and what is wrong."""

import io
import os
import threading
from typing import Any

import pytest

from game.play.deal import deal_number
from game.play.game import Game
from game.play.proof import deal_of
from game.rules import find_variant
from game.solver import solve as solving
from game.solver.answer import Advice, Budget, Verdict
from game.solver.service import messages
from game.solver.service.worker import NONSENSE, Worker

BACK = find_variant("one-three-back")
RUSH = find_variant("rush", ["draw=1"])
SPIDER = find_variant("spider")
HOURS = 3600.0
"""Longer than anybody waits for a test."""
MAX_WAIT_S = 100


def said(lines: str) -> tuple[list[str], int]:
    """What the process says to some lines, the last of which is the end of its input; and how it ends."""
    written = io.StringIO()
    left: list[int] = []
    Worker(io.StringIO(lines), written, {}, left.append).run()
    (code,) = left
    return written.getvalue().splitlines(), code


def answers(
    *questions: messages.SolverRequest[Any] | messages.Cancel,
) -> list[tuple[int, messages.SolverResponse]]:
    """What the process answers to questions numbered from 1 on."""
    asked = {
        number: question
        for number, question in enumerate(questions, 1)
        if isinstance(question, messages.SolverRequest)
    }
    lines = [
        messages.cancel_line(question)
        if isinstance(question, messages.Cancel)
        else messages.question_line(asked, question)
        for asked, question in enumerate(questions, 1)
    ]
    written, code = said("".join(lines))
    assert code == 0
    return [messages.read_answer(line, asked) for line in written]


def asked_to_solve(number: int) -> messages.SolveRequest:
    return messages.SolveRequest(RUSH, 300, deal_number(RUSH, number).position)


def last(*questions: messages.SolverRequest[Any]) -> messages.SolverResponse:
    return answers(*questions)[-1][1]


def test_questions_are_answered_in_their_order_and_a_line_comes_back_that_wins():
    (first, answer), (second, _) = answers(asked_to_solve(3), asked_to_solve(4))
    assert (first, second) == (1, 2)
    assert (answer.verdict, answer.value) == (Verdict.SOLVED, 52)
    game = Game(deal_number(RUSH, 3))
    for move in answer.moves:
        game.play(move, 0)
    assert game.outcome.value == "won"


def test_a_question_that_was_cancelled_before_its_turn_gives_up():
    ((_, answer),) = answers(messages.Cancel(2), asked_to_solve(3))
    assert answer.verdict in (Verdict.GAVE_UP, Verdict.SOLVED)
    assert answer.nodes < 100_000


class Talk:
    """A worker in a thread, spoken to through pipes as the real process is."""

    def __init__(self) -> None:
        (inward, self._to), (self._from, outward) = os.pipe(), os.pipe()
        self.questions = os.fdopen(self._to, "w", encoding="utf-8")
        self.answers = os.fdopen(self._from, encoding="utf-8")
        reads, writes = os.fdopen(inward, encoding="utf-8"), os.fdopen(outward, "w", encoding="utf-8")
        self._worker = threading.Thread(target=Worker(reads, writes, {}, lambda _: None).run, daemon=True)
        self._worker.start()

    def say(self, line: str) -> None:
        self.questions.write(line)
        self.questions.flush()

    def end(self) -> None:
        self.questions.close()
        self._worker.join(MAX_WAIT_S)
        assert not self._worker.is_alive()


def test_cancelling_reaches_a_search_that_is_under_way():
    talk = Talk()
    hard = messages.SolveRequest(SPIDER, HOURS, deal_number(SPIDER, 12).position)
    talk.say(messages.question_line(1, hard))
    _, first = messages.read_answer(talk.answers.readline(), {1: hard})
    assert isinstance(first, messages.SolveProgress)  # so it has begun, and nobody knows how long it goes on
    talk.say(messages.cancel_line(messages.Cancel(1)))
    while isinstance(first, messages.SolveProgress):
        _, first = messages.read_answer(talk.answers.readline(), {1: hard})
    assert first.verdict is Verdict.GAVE_UP
    talk.end()


def test_a_deck_is_found_that_keeps_its_promises_and_another_each_time():
    found = [answer for _, answer in answers(*2 * [messages.DeckRequest(RUSH, 300)])]
    assert all(isinstance(answer, messages.DeckResponse) for answer in found)
    assert len({answer.deck for answer in found}) == 2
    proof = last(messages.SolveRequest(RUSH, 300, deal_of(RUSH, found[0].deck).position))
    assert proof.verdict is Verdict.SOLVED


def test_a_deck_of_a_game_that_deals_anything_is_not_looked_for():
    assert isinstance(last(messages.DeckRequest(BACK, 300)), messages.RequestFailed)


def test_advice_ends_with_its_last_word():
    answer = last(messages.HintRequest(BACK, 300, deal_number(BACK, 3).position, 1))
    assert answer.is_last
    assert BACK.move_to_text(answer.advice[0].move) == "stock"


def test_advice_that_has_nothing_to_say_at_first_is_no_failure(monkeypatch):
    position = deal_number(RUSH, 3).position
    [move, *_] = RUSH.legal_moves(position)
    told: list[list[Advice]] = [[], [Advice(move, 1, 1, 52.0)]]
    monkeypatch.setattr("game.solver.service.worker.advise", lambda *_: iter(told))
    answer = last(messages.HintRequest(RUSH, 300, position, 1))
    assert answer == messages.HintResponse(tuple(told[-1]), is_last=True)


class Spent(Budget):
    """A budget whose time is up at once."""

    def __enter__(self) -> Budget:
        self.cancel()
        return self


@pytest.mark.parametrize(("first", "told"), [(10, 20), (25, 25), (0, 0)])
def test_samples_go_on_beyond_their_time_until_there_are_enough_to_tell_odds_by(first, told, monkeypatch):
    position = deal_number(RUSH, 3).position
    [move, *_] = RUSH.legal_moves(position)
    lists = [[Advice(move, 0, samples, 40.0)] for samples in range(first, 300)]
    monkeypatch.setattr("game.solver.service.worker.advise", lambda *_: iter(lists))
    monkeypatch.setattr("game.solver.service.worker.Budget", Spent)
    answer = last(messages.HintRequest(RUSH, 6, position, 1))
    assert [advised.samples for advised in answer.advice] == [told]


def test_what_cannot_be_read_or_solved_is_an_answer():
    line = messages.question_line(1, asked_to_solve(3)).replace("draw=1", "draw=7")
    (written,), _ = said(line)
    _, answer = messages.read_answer(written, {1: asked_to_solve(3)})
    assert "7" in answer.reason
    two_aces = RUSH.position_from_text("pile t1 AC AC")
    assert "missing" in last(messages.SolveRequest(RUSH, 300, two_aces)).reason


@pytest.mark.parametrize("line", ["{\n", "[]\n", "{}\n", "\n"])
def test_what_is_no_question_ends_the_process(line):
    assert said(line + messages.question_line(2, asked_to_solve(3))) == ([], NONSENSE)


def test_a_solver_that_cannot_be_imported_is_an_error_and_the_next_question_is_answered(monkeypatch):
    def broken() -> solving.GameSolver:
        import game.solver.misspelt  # noqa: F401

        raise AssertionError

    monkeypatch.setitem(solving.SOLVERS, "rush", broken)
    told = answers(asked_to_solve(3), messages.SolveRequest(BACK, 300, deal_number(BACK, 3).position))
    assert "misspelt" in told[0][1].reason
    assert isinstance(told[-1][1], messages.SolveResponse)


def test_a_game_without_a_solver_has_none(monkeypatch):
    monkeypatch.delitem(solving.SOLVERS, "rush")
    assert last(messages.WarmUpRequest(RUSH, 60)) == messages.RequestFailed("this game has no solver")
