"""A player who does what the hints advise: legal, blind, the same again; and the command that measures it."""

import json
from itertools import groupby
from random import Random

import pytest

from game.play.deal import Deal, deal_number
from game.play.record import read_record
from game.robots.by_hints import REFERENCES, ByHints, Player, SuitBeforeRank, play_by
from game.rules.one_three_back import DECK, OneThreeBack
from game.rules.position import STOCK
from game.rules.rush import Rush
from game.rules.spider import Spider
from game.rules.three_shuffles import ThreeShuffles
from tests.commands import commands
from tests.solver.klondike.test_hint import relaid

SPIDER = Spider()


class First(Player):
    """Takes the first legal move, whatever it is."""

    name = "first"

    def plans(self, variant, position, random):
        return [[move] for move in variant.legal_moves(position)]


@pytest.mark.parametrize("variant", [ThreeShuffles(), OneThreeBack()])
def test_a_player_never_goes_back_to_a_table_that_it_has_met(variant):
    game = play_by(First(), deal_number(variant, 5), "a")
    tables = [position.piles for position in game.line()]
    assert len(tables) == len(set(tables)) > 10


def test_the_merger_prefers_the_suit_and_deals_only_when_it_must():
    back, random = OneThreeBack(), Random(1)
    table = back.position_from_text("pile stock (2C)\npile t1 9C\npile t2 4D\npile t3 4H\npile t4 7C")
    assert [back.move_to_text(each) for (each,) in SuitBeforeRank().plans(back, table, random)] == [
        "t4>t1",
        "t3>t2",
    ]
    table = back.position_from_text("pile stock (2C)\npile t1 9C\npile t2 4D")
    assert [*SuitBeforeRank().plans(back, table, random)] == [[STOCK]]


def test_the_hints_of_spider_turn_up_more_than_half_of_an_easy_game():
    game = play_by(ByHints(), deal_number(Spider(1), 4), "a")
    unseen = [sum(not card.face_up for pile in each.piles for card in pile) for each in game.line()]
    assert unseen[-1] < unseen[0] / 2


class Planned(Player):
    """Has one plan after the other, and then none."""

    name = "planned"

    def __init__(self, *plans):
        self.rest = [[SPIDER.move_from_text(text) for text in plan.split()] for plan in plans]

    def plans(self, variant, position, random):
        return [self.rest.pop(0)] if self.rest else []


@pytest.mark.parametrize(
    ("plans", "made"),
    [
        (["t1>t2 t3>t2"], "t1>t2 t3>t2"),
        (["t1>t2 t2>t1", "t3>t2"], "t1>t2 t3>t2"),
        (["t1>t2", "t2>t1"], "t1>t2"),
    ],
    ids=["followed", "given up where it leads back", "not begun where it leads back"],
)
def test_a_plan_is_followed_as_long_as_it_leads_to_new_tables(plans, made):
    columns = ["t1 TC 9H", "t2 TS", "t3 2C 8H", *(f"t{n} KC" for n in range(4, 11))]
    table = SPIDER.position_from_text("\n".join(f"pile {line}" for line in columns))
    game = play_by(Planned(*plans), Deal(SPIDER, None, None, table), "a")
    assert " ".join(SPIDER.move_to_text(entry.action) for entry in game.entries) == made


def test_hints_leave_fewer_stacks_than_the_merger():
    deals = [deal_number(OneThreeBack(), number) for number in range(3)]
    by_hints, by_merger = (
        [game.variant.result(game.position) for game in (play_by(player, deal, "a") for deal in deals)]
        for player in (ByHints(samples=1), *REFERENCES["one-three-back"])
    )
    assert sum(by_hints) < sum(by_merger) / 3


@pytest.mark.parametrize("number", range(4))
def test_what_hints_are_not_asked_at_one_three_back_they_would_have_said(number):
    back, hints = OneThreeBack(), ByHints(samples=1)
    position = deal_number(back, number).position
    while not back.merges(position):
        position = back.after_move(position, STOCK)
    for _ in range(9):
        position = back.after_move(position, STOCK)
        [told, *_] = hints.plans(back, position, Random(number))
        assert told == (STOCK,) * len(position.piles[DECK])
    for move in told:
        position = back.after_move(position, move)
    assert STOCK not in back.legal_moves(position)


def test_the_same_chance_gives_the_same_game():
    deal = deal_number(ThreeShuffles(), 8)
    one, other = (play_by(ByHints(samples=1), deal, "b") for _ in range(2))
    assert one.entries == other.entries != []


def test_a_choice_is_the_same_where_the_table_looks_the_same():
    rush, hints = Rush(), ByHints(samples=3)
    position = deal_number(rush, 3).position
    other = relaid(position, 7)
    assert other != position
    assert hints.plans(rush, position, Random(1)) == hints.plans(rush, other, Random(1))


def test_the_figures_of_a_game_played_by_hints_as_json(capsys, tmp_path):
    run = commands(capsys)
    words = ["robots", "--game", "three-shuffles", "--games", 2, "--samples", 1, "--seed", 3]
    code, out, _ = run(*words, "--json", "--record-folder", tmp_path)
    told = json.loads(out)
    assert (code, told["game"], told["options"]) == (0, "three-shuffles", {"early": "no"})
    assert (told["seed"], told["samples"]) == (3, 1)
    [hints] = told["players"]
    assert (hints["player"], hints["games"], told["unit"]) == ("hints", 2, "cards home")
    assert hints["win_share"]["low"] <= hints["win_share"]["value"] <= hints["win_share"]["high"]
    games = [read_record(path.read_bytes()).replay() for path in tmp_path.iterdir()]
    assert sum(game.variant.home(game.position) for game in games) / 2 == hints["mean_result"]["value"]


@pytest.mark.parametrize(("games", "head"), [(1, "1 game, any"), (2, "2 games, any")])
def test_one_three_back_is_measured_beside_a_merger_and_beside_all_cards_known(
    games, head, capsys, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = commands(capsys)("robots", "--game", "one-three-back", "--games", games, "--samples", 1)
    assert code == 0
    for words in (head, "hints", "suit before rank", "all cards known", "Perfect", "Stacks left"):
        assert words in out
    assert "…" not in out
    assert "inf" not in out
    hints, _, all_known = (row.split() for row in out.splitlines() if "–" in row.replace("95 %", ""))
    assert all_known[:3] == ["all", "cards", "known"]
    assert all_known[3] == hints[1] == str(games), "who knows all cards is no weaker"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--game", "bridge"], "there is no game"),
        (["--game", "spider", "--draw", "3"], "--draw belongs to Rush"),
        (["--game", "spider", "--no-clock"], "--no-clock belongs to Rush"),
        (["--game", "spider", "--early"], "early"),
        (["--game", "spider", "--samples", "0"], "number of samples"),
        (["--game", "spider", "--samples", "2"], "the hints of Spider need no samples"),
        (["--game", "spider", "--suits", "3"], "suits"),
        (["--suits", "2"], "suits"),
        (["--samples", "2"], "--samples belongs to the other games"),
    ],
)
def test_wrong_words_get_one_sentence(capsys, words, sentence):
    code, out, error = commands(capsys)("robots", *words)
    assert (code, out) == (2, "")
    assert sentence in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("taps", [9, 12, 30])
def test_who_has_looked_through_the_hand_of_rush_is_advised_to_turn_it_for_a_card(taps):
    rush = Rush()
    position = deal_number(rush, 16008).position
    for _ in range(taps):
        position = rush.after_move(position, STOCK)
    game = play_by(ByHints(samples=10), Deal(rush, None, None, position), "a")
    moves = [entry.action for entry in game.entries]
    assert moves[0] == STOCK
    assert rush.move_to_text(next(move for move in moves if move != STOCK)) == "waste>t4"


@pytest.mark.parametrize("draw", [1, 3])
def test_by_hints_a_hand_of_rush_is_never_looked_through_for_nothing(draw):
    rush, taps = Rush(draw=draw, limit=86400), 24 // draw + 1
    for number in range(4):
        game = play_by(ByHints(samples=10), deal_number(rush, number), "a")
        assert game.is_over
        in_a_row = [len([*moves]) for move, moves in groupby(game.moves()) if move == STOCK]
        assert max(in_a_row) <= 2 * taps, "once to see it, once to the card that it is turned for"
