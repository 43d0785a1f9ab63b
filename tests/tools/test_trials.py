"""The command `robots` and its subjects: robots of Rush, hints beside reference players, odds and ties."""

from __future__ import annotations

import json
from itertools import groupby, islice
from random import Random

import pytest

from game.cli import main
from game.play.deal import Deal, deal_number
from game.play.record import read_record
from game.robots.robot import play
from game.robots.thinker import Regular
from game.rules.one_three_back import DECK, OneThreeBack
from game.rules.position import STOCK, Move
from game.rules.rush import Rush, ties
from game.rules.spider import Spider
from game.rules.three_shuffles import ThreeShuffles
from game.solver.answer import Advice
from tests.commands import refusal
from tests.solver.klondike.naive import can_win, tied
from tools.trials.figures import bunched_share_bounds, share_bounds
from tools.trials.hints import REFERENCES, HintPolicy, Policy, SuitBeforeRank, play_by
from tools.trials.odds import OddsGame, Told, by_fifths, deals_of, played_on
from tools.trials.ties import TieVerdict, decided, ties_met


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    assert main(["robots", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_every_strength_plays_the_same_deals_and_every_game_is_kept_as_a_record(capsys, tmp_path):
    folder = tmp_path / "records"
    folder.mkdir()
    answer = told(capsys, "--games", "2", "--draw", "3", "--record-folder", str(folder))
    assert [robot["strength"] for robot in answer["robots"]] == ["beginner", "regular", "expert", "master"]
    records = [read_record(path.read_bytes()) for path in sorted(folder.iterdir())]
    assert len(records) == 8
    assert len({record.deal.number for record in records}) == 2
    assert all(record.replay().is_over and record.tags["robot"] for record in records)


def test_without_clock_and_on_any_deal_totals_are_not_told(capsys):
    answer = told(capsys, "--games", "1", "--draw", "3", "--any-deal", "--no-clock", "--strength", "expert")
    assert (answer["deals"], answer["clock"]) == ("any", False)
    assert answer["robots"][0]["mean_total"] is None
    with_clock = told(capsys, "--games", "1", "--draw", "1", "--strength", "regular")
    assert with_clock["robots"][0]["mean_total"]["low"] is None, "of one game there are no bounds"
    assert main(["robots", "--games", "1", "--draw", "1", "--strength", "regular"]) == 0
    printed = capsys.readouterr().out
    assert ("regular" in printed, "Draw 1" in printed) == (True, True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        *(("--games 0", "number of games"), ("--games x", "number of games"), ("--draw 2", "not a draw")),
        *(
            ("--seed -1", "seed"),
            ("--suits 2", "suits"),
            ("--samples 2", "--samples belongs to the other games"),
        ),
        ("--strength god", "no robot’s strength: beginner, regular, expert, master"),
        *(("--game bridge", "there is no game"), ("--game spider --draw 3", "--draw belongs to Rush")),
        *(("--game spider --no-clock", "--no-clock belongs to Rush"), ("--game spider --early", "early")),
        *(("--game spider --samples 0", "number of samples"), ("--game spider --suits 3", "suits")),
        ("--game spider --samples 2", "the hints of Spider need no samples"),
        *(("--odds --strength master", "--odds takes only"), ("--odds --ties", "--odds takes only")),
        *(("--odds --draw 2", "is not a draw"), ("--odds --games none", "number of games")),
        ("--odds --game spider --draw 3", "--draw and --any-deal belong to Rush"),
    ],
)
def test_wrong_words_get_one_sentence(run, words, sentence):
    assert sentence in refusal(run("robots", *words.split()), 2)


@pytest.mark.parametrize("name", ["file", "missing"])
def test_what_is_no_folder_is_said_before_anything_is_played(run, tmp_path, name):
    (tmp_path / "file").write_text("")
    told = refusal(run("robots", "--games", 1_000_000, "--record-folder", tmp_path / name))
    assert "cannot be written" in told
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_ties_are_measured_for_three_selections_of_deals_and_for_sealed_decks(run):
    code, out, _ = run("robots", "--ties", "--games", 6, "--draw", 1, "--seed", 3, "--json")
    told = json.loads(out)
    assert (code, told["players"]) == (0, "quick")
    assert [group["deals"] for group in told["groups"]] == ["catalogue", "fresh", "sealed", "winnable"]
    for group in told["groups"]:
        assert group["ties"] == sum(group["verdicts"].values())
    assert run("robots", "--ties", "--games", 6, "--draw", 1, "--seed", 3, "--json")[1] == out
    code, out, _ = run("robots", "--ties", "--games", 3, "--draw", 1, "--strength", "regular", "--json")
    assert (code, json.loads(out)["players"]) == (0, "regular")
    assert run("robots", "--ties", "--any-deal")[0] == 2


def test_the_share_of_deals_with_a_losing_tie_is_told_beside_the_share_of_ties(run):
    told = json.loads(run("robots", "--ties", "--games", 60, "--draw", 1, "--seed", 3, "--json")[1])
    for group in told["groups"]:
        losses, share = group["verdicts"]["the leftmost loses, another wins"], group["deals_with_a_loss"]
        assert group["count"] == 60
        assert share["value"] * 60 == pytest.approx(round(share["value"] * 60))
        assert (share["value"] > 0) == (losses > 0)
        assert share["value"] * 60 <= losses
    assert told["groups"][0]["leftmost_loses"]["value"] < 0.01, "as the page of Rush says"
    assert told["groups"][3]["deals_with_a_loss"]["value"] > 0


def test_ties_are_also_looked_for_among_positions_of_each_depth(run):
    words = ("robots", "--ties", "--games", 12, "--draw", 1, "--seed", 3, "--width", 20)
    told = json.loads(run(*words, "--json")[1])
    assert told["players"] == "20 positions of each depth"
    for group in told["groups"]:
        assert (group["ties"], group["leftmost_loses"]) == (None, None)
        assert group["deals_with_a_loss"]["high"] < 1
    assert run(*words, "--strength", "expert")[0] == 2
    assert run("robots", "--width", 20)[0] == 2


def test_deals_of_one_difficulty_are_played(run):
    code, out, _ = run(
        *("robots", "--games", 6, "--draw", 1, "--strength", "regular", "--difficulty", "easy", "--json")
    )
    told = json.loads(out)
    assert (code, told["difficulty"], told["robots"][0]["games"]) == (0, "easy", 6)
    assert told["robots"][0]["wins"] >= 1
    assert run("robots", "--difficulty", "impossible")[0] == 2
    assert run("robots", "--difficulty", "easy", "--any-deal")[0] == 2


def test_the_tables_of_figures_are_not_cut_in_80_columns(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for words in (
        ["--ties", "--strength", "beginner"],
        ["--ties", "--width", "9"],
        ["--strength", "beginner"],
    ):
        code, out, _ = run("robots", *words, "--games", 1, "--draw", 3)
        assert code == 0
        assert "…" not in out
        assert "inf" not in out


SPIDER = Spider()


class First(Policy):
    """Takes the first legal move, whatever it is."""

    name = "first"

    def plans(self, variant, position, random):
        return [[move] for move in variant.legal_moves(position)]


@pytest.mark.parametrize("variant", [ThreeShuffles(), OneThreeBack()])
def test_a_player_never_goes_back_to_a_table_that_it_has_met(variant):
    game = play_by(First(), deal_number(variant, 5), "a")
    tables = [position.piles for position in game.positions()]
    assert len(tables) == len(set(tables)) > 10


def test_the_merger_prefers_the_suit_and_deals_only_when_it_must():
    back, random = OneThreeBack(), Random(1)
    table = back.position_from_text("pile stock (2C)\npile t1 9C\npile t2 4D\npile t3 4H\npile t4 7C")
    assert [back.move_to_text(move) for (move,) in SuitBeforeRank().plans(back, table, random)] == [
        "t4>t1",
        "t3>t2",
    ]
    table = back.position_from_text("pile stock (2C)\npile t1 9C\npile t2 4D")
    assert [*SuitBeforeRank().plans(back, table, random)] == [[STOCK]]


def test_the_hints_of_spider_turn_up_more_than_half_of_an_easy_game():
    game = play_by(HintPolicy(), deal_number(Spider(1), 4), "a")
    unseen = [
        sum(not card.face_up for pile in position.piles for card in pile) for position in game.positions()
    ]
    assert unseen[-1] < unseen[0] / 2


class Planned(Policy):
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
        for player in (HintPolicy(samples=1), *REFERENCES["one-three-back"])
    )
    assert sum(by_hints) < sum(by_merger) / 3


@pytest.mark.parametrize("number", range(4))
def test_what_hints_are_not_asked_at_one_three_back_they_would_have_said(number):
    back, hints = OneThreeBack(), HintPolicy(samples=1)
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
    one, other = (play_by(HintPolicy(samples=1), deal, "b") for _ in range(2))
    assert one.entries == other.entries != []


def test_the_figures_of_a_game_played_by_hints_as_json(run, tmp_path):
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
def test_one_three_back_is_measured_beside_a_merger_and_beside_all_cards_known(games, head, run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = run("robots", "--game", "one-three-back", "--games", games, "--samples", 1)
    assert code == 0
    for words in (head, "hints", "suit before rank", "all cards known", "Perfect", "Stacks left"):
        assert words in out
    assert "…" not in out
    assert "inf" not in out
    hints, _, all_known = (row.split() for row in out.splitlines() if "–" in row.replace("95 %", ""))
    assert all_known[:3] == ["all", "cards", "known"]
    assert all_known[3] == hints[1] == str(games), "who knows all cards is no weaker"


@pytest.mark.parametrize("taps", [9, 12, 30])
def test_who_has_looked_through_the_hand_of_rush_is_advised_to_turn_it_for_a_card(taps):
    rush = Rush()
    position = deal_number(rush, 16008).position
    for _ in range(taps):
        position = rush.after_move(position, STOCK)
    game = play_by(HintPolicy(samples=10), Deal(rush, None, None, position), "a")
    moves = [entry.action for entry in game.entries]
    assert moves[0] == STOCK
    assert rush.move_to_text(next(move for move in moves if move != STOCK)) == "waste>t4"


@pytest.mark.parametrize("draw", [1, 3])
def test_by_hints_a_hand_of_rush_is_never_looked_through_for_nothing(draw):
    rush, taps = Rush(draw=draw, limit=86400), 24 // draw + 1
    for number in range(4):
        game = play_by(HintPolicy(samples=10), deal_number(rush, number), "a")
        assert game.is_over
        in_a_row = [len([*moves]) for move, moves in groupby(game.moves()) if move == STOCK]
        assert max(in_a_row) <= 2 * taps, "once to see it, once to the card that it is turned for"


TRUE = 0.04


def drawn(chance: Random) -> list[tuple[int, int]]:
    """Ties of deals: where the tip is wrong once in a deal, it mostly is wrong again."""
    found = []
    for _ in range(1000):
        tries = chance.randint(0, 20)
        share = 0.4 if chance.random() < TRUE / 0.4 else 0
        found.append((sum(chance.random() < share for _ in range(tries)), tries))
    return found


def test_the_interval_of_a_share_of_ties_takes_the_deal_as_its_unit():
    chance, holds, plainly = Random(5), 0, 0
    for _ in range(200):
        bunches = drawn(chance)
        bounds = bunched_share_bounds(bunches)
        plain = share_bounds(sum(bunch[0] for bunch in bunches), sum(bunch[1] for bunch in bunches))
        holds += bounds.low <= TRUE <= bounds.high
        plainly += plain.low <= TRUE <= plain.high
    assert holds >= 184  # 95 % of 200, and three standard deviations
    assert plainly < 140


def test_a_share_of_nothing_may_be_anything():
    assert bunched_share_bounds([(0, 0), (0, 0)]) == (0.0, 0.0, 1.0)


def test_without_a_hit_a_deal_counts_as_one_try():
    assert bunched_share_bounds([(0, 9)] * 50 + [(0, 0)] * 7) == share_bounds(0, 50)


RUSH = Rush(limit=86400)
AT = deal_number(RUSH, 1).position


def game(is_won, *odds):
    return OddsGame(tuple(Told(AT, Advice(STOCK, 1, 20, 0), odd) for odd in odds), is_won)


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


def test_odds_are_noted_along_games_that_begin_at_the_deal_or_where_a_weaker_player_has_come():
    games = [played_on(deal, 4) for deal in islice(deals_of(RUSH, 4), 6)]
    assert all(0 < hint.odds < 1 and hint.advice.samples >= 20 for game in games for hint in game.told)
    assert {played.is_won for played in games} == {True, False}
    assert len({hint.position.counters[1] for game in games for hint in game.told}) > 2


def test_odds_of_shuffles_are_noted_too():
    games = [played_on(deal, 4) for deal in islice(deals_of(ThreeShuffles(), 4), 6)]
    assert sum(len(game.told) for game in games) > 10


def test_the_command_prints_a_row_for_each_fifth_and_the_same_as_json(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
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
        *("0–20", "20–40", "40–60", "60–80", "80–100", "all"),
    ]


def test_a_tie_is_decided_as_by_brute_force():
    compared = dict.fromkeys(TieVerdict, 0)
    for number in range(260):
        chance = Random(number)
        rush = Rush(draw=chance.choice((1, 3)))
        position = tied(chance, rush, chance.randint(12, 22), hand=False)
        for tie in ties(rush, position):
            known = []
            for column in tie.columns:
                count = sum(card.face_up for card in position.piles[column])
                after = rush.apply(position, Move(column, tie.targets[0], count))
                known.append(can_win(rush, after, 250))
            if None in known:
                continue
            left, *others = known
            expected = TieVerdict.LEFTMOST_WINS if left else TieVerdict.NONE_FOUND
            if not left and any(others):
                expected = TieVerdict.LEFTMOST_LOSES
            assert decided(rush, position, tie) is expected
            compared[expected] += 1
    assert min(compared[verdict] for verdict in TieVerdict if verdict is not TieVerdict.OPEN) >= 1


def test_every_tie_of_a_game_is_met_once():
    seen = 0
    for number in range(60):
        game = play(Regular(), deal_number(Rush(draw=1), number), f"{number}")
        met = [_key(position, tie) for position, tie in ties_met(game)]
        every = [_key(position, tie) for position in game.positions() for tie in ties(game.variant, position)]
        assert len(met) == len(set(met))
        assert set(met) == set(every)
        seen += len(every) > len(met)
    assert seen >= 1


def _key(position, tie):
    heads = (next(card for card in position.piles[column] if card.face_up) for column in tie.columns)
    return (tie.columns, *(card.text for card in heads))
