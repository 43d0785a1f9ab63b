"""Odds that hints tell beside what becomes of the games; and the command that prints them."""

import json
from itertools import islice

import pytest

from game.play.deal import deal_number
from game.robots.odds_figures import OddsGame, Told, by_fifths, deals_of, played_on
from game.rules.position import STOCK
from game.rules.rush import Rush
from game.rules.three_shuffles import ThreeShuffles
from game.solver.advice import Advice
from tests.commands import commands

RUSH = Rush(limit=86400)
AT = deal_number(RUSH, 1).position


def game(is_won, *odds):
    return OddsGame(tuple(Told(AT, Advice(STOCK, 1, 20, 0), each) for each in odds), is_won)


def test_what_was_told_stands_beside_what_was_won_by_fifths_of_the_scale():
    games = [game(True, 0.1, 0.7, 0.9), game(False, 0.1, 0.3), game(True, 0.7), game(False)]
    lowest, second, third, fourth, highest, whole_scale = by_fifths(games)
    assert (lowest.games, lowest.positions, lowest.told, lowest.won.value) == (2, 2, 0.1, 0.5)
    assert (second.positions, second.won.value, third) == (1, 0, None)
    assert (fourth.told, fourth.won.value, highest.positions) == (0.7, 1, 1)
    assert (whole_scale.games, whole_scale.positions) == (3, 6)
    assert whole_scale.told == pytest.approx(2.8 / 6)


def test_an_interval_takes_the_game_as_its_unit():
    few = by_fifths([game(True, *(0.5,) * 50), game(False, *(0.5,) * 50)] * 2)[-1].won
    many = by_fifths([game(True, 0.5), game(False, 0.5)] * 100)[-1].won
    assert few.value == many.value == 0.5
    assert few.high - few.low > 0.6 > 0.2 > many.high - many.low


def test_the_same_seed_gives_the_same_game_and_another_one_another():
    deals = [*islice(deals_of(RUSH, 4), 2)]
    assert [each.number for each in deals] == [each.number for each in islice(deals_of(RUSH, 4), 2)]
    assert next(deals_of(RUSH, 5)).number != deals[0].number
    assert played_on(deals[0], 4) == played_on(deals[0], 4)


def test_odds_are_noted_along_games_that_begin_at_the_deal_or_where_a_weaker_player_has_come():
    games = [played_on(deal, 4) for deal in islice(deals_of(RUSH, 4), 12)]
    assert all(0 < each.odds < 1 and each.advice.samples >= 20 for game in games for each in game.told)
    assert {each.is_won for each in games} == {True, False}
    assert len({each.position.tally[1] for game in games for each in game.told}) > 2


def test_odds_of_shuffles_are_noted_too():
    games = [played_on(deal, 4) for deal in islice(deals_of(ThreeShuffles(), 4), 6)]
    assert sum(len(game.told) for game in games) > 10


def test_the_command_prints_a_row_for_each_fifth_and_the_same_as_json(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    run = commands(capsys)
    words = ["robots", "--odds", "--games", 3, "--seed", 4, "--draw", 3]
    code, out, _ = run(*words, "--json")
    told = json.loads(out)
    [trial] = told["trials"]
    assert (code, told["seed"], told["games"], told["deals"]) == (0, 4, 3, "offered")
    assert (trial["game"], trial["options"]["draw"], len(trial["fifths"])) == ("rush", 3, 5)
    assert trial["positions"] == trial["all"]["positions"]
    assert trial["all"]["won"]["low"] <= trial["all"]["won"]["value"] <= trial["all"]["won"]["high"]
    code, out, _ = run(*words)
    assert code == 0
    assert "Solitaire Rush draw=3: odds that were told, 3 games" in out
    assert [line.split()[0] for line in out.splitlines() if "%" in line][1:] == [
        "0–20",
        "20–40",
        "40–60",
        "60–80",
        "80–100",
        "all",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--strength", "master"], "--odds takes only"),
        (["--ties"], "--odds takes only"),
        (["--draw", "2"], "is not a draw"),
        (["--game", "spider", "--draw", "3"], "--draw and --any-deal belong to Rush"),
        (["--games", "none"], "number of games"),
    ],
)
def test_wrong_words_get_one_sentence(capsys, words, sentence):
    code, out, error = commands(capsys)("robots", "--odds", *words)
    assert (code, out) == (2, "")
    assert sentence in error
    assert error.count("\n") == 1
