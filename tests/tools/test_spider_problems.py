"""Answers to Spider's problems: found by the search, and what tempts refuted by it."""

from __future__ import annotations

import json
from random import Random

import pytest

from game.play.problems import read_problems
from game.rules.spider import Spider
from tools.spider_problems import FILE, answered, is_refuted

GIVEN = json.loads(FILE.read_text("utf-8"))["problems"]
PROBLEMS = read_problems(FILE.read_text("utf-8"))
REFUTED = [at for at, given in enumerate(GIVEN) if "refuted" in given]


def test_an_answer_is_found_by_the_search():
    chance, moves = Random(1), list[str]()
    for _ in range(8):
        moves = moves or answered(PROBLEMS[1], GIVEN[1], 4_000, chance)
    variant, line = Spider(), [PROBLEMS[1].deal.position]
    for text in moves:
        line.append(variant.apply(line[-1], variant.move_from_text(text)))
    assert PROBLEMS[1].goal.is_reached(variant, line)


@pytest.mark.parametrize("at", REFUTED, ids=lambda at: GIVEN[at]["name"])
def test_after_what_tempts_no_table_solves_the_problem(at):
    assert is_refuted(PROBLEMS[at], GIVEN[at], GIVEN[at]["refuted"], 40_000)
    first = GIVEN[at]["answer"].split()[0]
    assert not is_refuted(PROBLEMS[at], GIVEN[at], first, 40_000), "the search finds what there is"
