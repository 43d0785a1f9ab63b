"""The worked positions: read, filled in by their number, refused with a sentence, played like any game."""

import json
from collections import Counter
from pathlib import Path

import pytest

from game.cards import card, shuffled
from game.play.game import Game
from game.play.problems import Problem, ProblemError, read_problems
from game.play.proof import piles_by_name
from game.play.record import read_record, record_text
from game.rules.position import Position
from game.rules.spider import Spider
from game.rules.variant import IllegalMove
from tests.each import each

TEXT = (Path(__file__).parents[2] / "assets/problems/spider.json").read_text(encoding="utf-8")
GIVEN = json.loads(TEXT)["problems"]
PROBLEMS = read_problems(TEXT)

each_problem = pytest.mark.parametrize(
    ("problem", "given"), list(zip(PROBLEMS, GIVEN, strict=True)), ids=[problem.name for problem in PROBLEMS]
)


def is_drawn(told: str) -> bool:
    """Whether the manual does not tell which card lies there, or only its rank."""
    return told.endswith(("?", "?)"))


def piles(problem: Problem) -> dict[str, str]:
    return piles_by_name(problem.deal.variant, problem.deal.position)


@each_problem
def test_a_problem_is_a_whole_table(problem, given):
    position = problem.deal.position
    Spider().check_start(position)
    assert Counter(laid.up.text for pile in position.piles for laid in pile) == Counter(
        laid.up.text for laid in Spider().pack()
    )
    assert Spider().deals_left(position) == given["deals_left"]
    assert Spider().suits_removed(position) == len(given["removed_suits"])
    assert Spider().outcome(position) is None


@each_problem
def test_what_the_manual_shows_lies_where_it_shows_it(problem, given):
    assert (problem.number, problem.name) == (given["number"], given["name"])
    assert (problem.title, problem.question) == (given["title"], given["question"])
    for number, column in enumerate(given["columns"], 1):
        shown = piles(problem)[f"t{number}"].split()
        for word, told in zip(shown, column.split(), strict=True):
            assert word == told or (is_drawn(told) and word.startswith("(")), told
            assert told == "??" or word == told or word[1] == told[1]


@each_problem
def test_unknown_cards_are_the_rest_of_the_pack_shuffled_by_the_number(problem, given):
    rest = [laid.up.text for laid in Spider().pack()]
    for word in " ".join(given["columns"]).split():
        if not is_drawn(word):
            rest.remove(word.strip("()"))
    for suit in given["removed_suits"]:
        for rank in "A23456789TJQK":
            rest.remove(rank + suit)
    order = [laid.text for laid in shuffled([card(text) for text in rest], problem.number)]
    drawn = [
        (told, word.strip("()"))
        for number, column in enumerate(given["columns"], 1)
        for word, told in zip(piles(problem)[f"t{number}"].split(), column.split(), strict=True)
        if is_drawn(told)
    ]
    for told, found in drawn:
        if told != "??":
            assert found == next(text for text in order if text[0] == told[1])
            order.remove(found)
    stock = [word.strip("()") for word in piles(problem)["stock"].split()]
    assert [found for told, found in drawn if told == "??"] + stock == order


def under(column: str) -> str:
    """Of a column the last card that lies face down."""
    return next(word for word in reversed(column.split()) if word.startswith("("))


@each("seed", range(0, 200, 7))
def test_the_hidden_cards_that_the_manual_tells_lie_there_whatever_the_number(seed):
    entries = [{**given, "number": seed + place} for place, given in enumerate(GIVEN)]
    problems = read_problems(json.dumps({"problems": entries}))
    for problem in problems:
        Spider().check_start(problem.deal.position)
    assert under(piles(problems[1])["t3"]) == "(8D)"
    assert under(piles(problems[2])["t6"])[1] == "K"


def test_a_card_of_which_the_rank_is_known_is_not_always_the_same():
    turn_one_more = GIVEN[2]
    entries = [{**turn_one_more, "number": seed, "name": str(seed)} for seed in range(40)]
    problems = read_problems(json.dumps({"problems": entries}))
    kings = {under(piles(problem)["t6"]) for problem in problems}
    assert kings == {"(KD)", "(KH)", "(KS)"}, "both kings of clubs are to be seen"


def test_the_tables_are_for_ever_those_of_the_manual_and_the_number():
    assert piles(PROBLEMS[0])["t1"] == "(9H) (QD) (4H) (KC) (2D) 6D"
    assert piles(PROBLEMS[3])["stock"] == "(AC) (JD) (6H) (TD) (TD) (QS) (QD) (TS) (7C) (4D)"
    by_name = {problem.name: problem for problem in PROBLEMS}
    assert piles(by_name["clubs-and-hearts"])["f1"] == "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
    assert piles(by_name["clubs-and-hearts"])["f2"] == ""
    # The manual says of this one that complete sets of clubs and of hearts are showing.
    assert Spider().suits_face_up(by_name["turn-one-more"].deal.position) == {0: 1, 2: 1}


@each("problem", PROBLEMS)
def test_a_problem_is_saved_and_resumed_like_any_game(problem):
    game = Game(problem.deal)
    game.play(game.variant.legal_moves(game.position)[-1], 1200)
    resumed = read_record(record_text(game, {"problem": problem.name}, picture=True).encode())
    assert resumed.tags == {"problem": problem.name}
    assert resumed.deal.position == problem.deal.position
    assert resumed.replay().position == game.position


def line_of(problem: Problem, moves: str) -> list[Position]:
    """The positions of moves from the problem's on."""
    variant, line = problem.deal.variant, [problem.deal.position]
    for text in moves.split():
        line.append(variant.apply(line[-1], variant.move_from_text(text)))
    return line


@each("given", [given for given in GIVEN if "answer" in given])
def test_an_answer_solves_its_problem_with_its_last_move_and_not_before(given):
    problem = PROBLEMS[given["number"] - 1]
    line = line_of(problem, given["answer"])
    solved = [problem.goal.is_reached(Spider(), line[: count + 1]) for count in range(len(line))]
    assert solved == [False] * (len(line) - 1) + [True]


def test_what_a_goal_forbids_is_seen_on_the_whole_way():
    jacks = PROBLEMS[6]
    line = line_of(jacks, GIVEN[6]["answer"])
    assert jacks.goal.is_reached(Spider(), line)
    emptied = line[0]._replace(piles=(*line[0].piles[:9], (), *line[0].piles[10:]))
    assert not jacks.goal.is_reached(Spider(), [line[0], emptied, *line[1:]])
    dealt = line[-1]._replace(piles=(line[-1].piles[0][10:], *line[-1].piles[1:]))
    assert not jacks.goal.is_reached(Spider(), [*line, dealt])
    assert not jacks.goal._replace(avoids="turning", turned_up=1).is_reached(Spider(), line)


def test_the_next_problem_s_way_fails_where_the_jacks_are_not_swapped():
    with pytest.raises(IllegalMove, match="10♦ and J♠ are of different suits"):
        line_of(PROBLEMS[5], GIVEN[6]["answer"])


def changed(**values: object) -> str:
    """The text of one problem, the opening, with some fields changed; None leaves a field out."""
    entry = {**GIVEN[0], **values}
    return json.dumps({"problems": [{key: value for key, value in entry.items() if value is not None}]})


def columns(at: int, column: str) -> list[str]:
    """The columns of the opening with one changed."""
    return [column if place == at else given for place, given in enumerate(GIVEN[0]["columns"], 1)]


@each(
    ("text", "reason"),
    [
        ("", "the problems are not JSON"),
        ("[" * 100_000, "the problems are not JSON"),
        ("[]", "the list “problems” is missing"),
        ('{"problems": 3}', "the list “problems” is missing"),
        ('{"problems": ["KS"]}', "problem 1 of the list: it has no “number”"),
        (changed(number=None), "it has no “number”"),
        (changed(number=True), "its “number” is not a whole number from 0"),
        (changed(number=2**64), "its “number” is not a whole number from 0"),
        (changed(number="1"), "its “number” is not a whole number from 0"),
        (changed(title=""), "its “title” is not a text"),
        (changed(question=3), "its “question” is not a text"),
        (changed(goal=None), "it has no “goal”"),
        (changed(goal=[]), "its “goal” is not an object"),
        (changed(goal={"luck": 1}), "its “goal” is not known"),
        (changed(goal={"short": "2"}), "its “short” is not a whole number from 0"),
        (changed(answer="t7>t4"), "its “answer” does not solve it"),
        (changed(answer="t7>t6"), "3♣ goes on a four"),
        (changed(tempting=None), "it has no “tempting”"),
        (changed(deals_left=6), "its “deals_left” is not a whole number from 0 to 5"),
        (changed(deals_left=4), "10 cards are missing, but by the text 0 suits are removed"),
        (changed(removed_suits=["S"]), "0 cards are missing, but by the text 1 suits are removed"),
        (changed(removed_suits="S"), "its “removed_suits” is not a list of texts"),
        (json.dumps({"problems": [{**GIVEN[3], "removed_suits": ["X"]}]}), "“X” is not a suit"),
        (changed(columns=["KS"]), "it has 1 columns instead of 10"),
        (changed(columns=[1] * 10), "its “columns” is not a list of texts"),
        (changed(columns=columns(1, "?? ?? ?? ?? ?? 1D")), "“1D” is not a card, or it occurs too often"),
        (changed(columns=columns(1, "?? ?? ?? ?? TD TD")), "“TD” is not a card, or it occurs too often"),
        (changed(columns=columns(1, "?? ?? ?? ?? ?? ((6D")), "“((6D” is not a card"),
        (changed(columns=columns(1, "?? ?? ?? ?? (X?) 6D")), "“X?” is not a card"),
        (changed(columns=columns(1, "?? ?? ?? ?? K? 6D")), "“K?” is not a card"),
        (
            changed(columns=columns(1, "(T?) (T?) (T?) (T?) (T?) TH")),
            "“(T?)”: all cards of this rank are elsewhere",
        ),
        (changed(columns=columns(1, "?? ?? ?? ?? ?? ??")), "face-up card must lie on the face-down ones"),
        (changed(columns=columns(1, "6D ?? ?? ?? ?? 5D")), "face-up card must lie on the face-down ones"),
    ],
)
def test_bad_data_is_refused_with_a_sentence(text, reason):
    with pytest.raises(ProblemError) as refused:
        read_problems(text)
    assert reason in str(refused.value)


@each("field", ["name", "number"])
def test_a_number_or_a_name_is_used_once(field):
    with pytest.raises(ProblemError, match="problem 2 of the list: another problem has its number or name"):
        read_problems(json.dumps({"problems": [GIVEN[0], {**GIVEN[1], field: GIVEN[0][field]}]}))
