"""`main.py robots`: its JSON, its records, and what it says to wrong words."""

import json

import pytest

from game.cli import main
from game.play.record import read_record
from tests.commands import commands


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    assert main(["robots", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_figures_as_json(capsys):
    answer = told(capsys, "--games", "3", "--strength", "beginner", "--seed", "4")
    assert (answer["deals"], answer["clock"], answer["seed"]) == ("winnable", True, 4)
    assert [(each["strength"], each["draw"], each["games"]) for each in answer["robots"]] == [
        ("beginner", 1, 3),
        ("beginner", 3, 3),
    ]
    for each in answer["robots"]:
        for name in ("win_share", "mean_total"):
            bounds = each[name]
            assert bounds["low"] <= bounds["value"] <= bounds["high"]


def test_every_strength_plays_the_same_deals_and_every_game_is_kept_as_a_record(capsys, tmp_path):
    folder = tmp_path / "records"
    folder.mkdir()
    answer = told(capsys, "--games", "2", "--draw", "3", "--record-folder", str(folder))
    assert [each["strength"] for each in answer["robots"]] == ["beginner", "regular", "expert", "master"]
    records = [read_record(path.read_bytes()) for path in sorted(folder.iterdir())]
    assert len(records) == 8
    assert len({record.deal.number for record in records}) == 2
    assert all(record.replay().is_over and record.about["robot"] for record in records)


def test_without_clock_and_on_any_deal_totals_are_not_told(capsys):
    answer = told(capsys, "--games", "1", "--draw", "3", "--any-deal", "--no-clock", "--strength", "expert")
    assert (answer["deals"], answer["clock"]) == ("any", False)
    assert answer["robots"][0]["mean_total"] is None


def test_one_game_has_a_mean_without_bounds(capsys):
    answer = told(capsys, "--games", "1", "--draw", "1", "--strength", "regular")
    assert answer["robots"][0]["mean_total"]["low"] is None


def test_the_table_for_people(capsys):
    assert main(["robots", "--games", "1", "--draw", "1", "--strength", "regular"]) == 0
    printed = capsys.readouterr().out
    assert "regular" in printed
    assert "Draw 1" in printed


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--games", "0"], "number of games"),
        (["--games", "x"], "number of games"),
        (["--draw", "2"], "not a draw"),
        (["--strength", "god"], "no robot’s strength: beginner, regular, expert, master"),
        (["--seed", "-1"], "seed"),
    ],
)
def test_wrong_words_get_one_sentence(capsys, words, sentence):
    assert main(["robots", *words]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("name", ["file", "missing"])
def test_what_is_no_folder_is_said_before_anything_is_played(capsys, tmp_path, name):
    (tmp_path / "file").write_text("")
    words = ["--games", "1000000", "--record-folder", str(tmp_path / name)]
    assert main(["robots", *words]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_ties_are_measured_for_three_selections_of_deals(capsys):
    run = commands(capsys)
    code, out, _ = run("robots", "--ties", "--games", 6, "--draw", 1, "--seed", 3, "--json")
    told = json.loads(out)
    assert (code, told["players"]) == (0, "quick")
    assert [group["deals"] for group in told["groups"]] == ["catalogue", "fresh", "winnable"]
    for group in told["groups"]:
        assert group["ties"] == sum(group["verdicts"].values())
    assert run("robots", "--ties", "--games", 6, "--draw", 1, "--seed", 3, "--json")[1] == out
    code, out, _ = run("robots", "--ties", "--games", 3, "--draw", 1, "--strength", "regular", "--json")
    assert (code, json.loads(out)["players"]) == (0, "regular")
    assert run("robots", "--ties", "--any-deal")[0] == 2


def test_the_share_of_deals_with_a_losing_tie_is_told_beside_the_share_of_ties(capsys):
    told = json.loads(
        commands(capsys)("robots", "--ties", "--games", 60, "--draw", 1, "--seed", 3, "--json")[1]
    )
    for group in told["groups"]:
        losses, share = group["verdicts"]["the leftmost loses, another wins"], group["deals_with_a_loss"]
        assert group["count"] == 60
        assert share["value"] * 60 == pytest.approx(round(share["value"] * 60))
        assert (share["value"] > 0) == (losses > 0)
        assert share["value"] * 60 <= losses
    assert told["groups"][2]["deals_with_a_loss"]["value"] > 0


def test_ties_are_also_looked_for_among_positions_of_each_depth(capsys):
    run = commands(capsys)
    words = ("robots", "--ties", "--games", 12, "--draw", 1, "--seed", 3, "--width", 20)
    told = json.loads(run(*words, "--json")[1])
    assert told["players"] == "20 positions of each depth"
    for group in told["groups"]:
        assert (group["ties"], group["leftmost_loses"]) == (None, None)
        assert group["deals_with_a_loss"]["high"] < 1
    assert run(*words, "--strength", "expert")[0] == 2
    assert run("robots", "--width", 20)[0] == 2


def test_deals_of_one_difficulty_are_played(capsys):
    run = commands(capsys)
    code, out, _ = run(
        *("robots", "--games", 6, "--draw", 1, "--strength", "regular", "--difficulty", "easy", "--json")
    )
    told = json.loads(out)
    assert (code, told["difficulty"], told["robots"][0]["games"]) == (0, "easy", 6)
    assert told["robots"][0]["wins"] >= 1
    assert run("robots", "--difficulty", "impossible")[0] == 2
    assert run("robots", "--difficulty", "easy", "--any-deal")[0] == 2


def test_the_tables_of_figures_are_not_cut_in_80_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    run = commands(capsys)
    for words in (
        ["--ties", "--strength", "beginner"],
        ["--ties", "--width", "9"],
        ["--strength", "beginner"],
    ):
        code, out, _ = run("robots", *words, "--games", 1, "--draw", 3)
        assert code == 0
        assert "…" not in out
        assert "inf" not in out
