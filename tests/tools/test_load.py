"""A few players load a real server for a moment; what the load says is measured, compared and bounded."""

import json
from dataclasses import replace

import pytest

from tools.load.__main__ import main
from tools.load.proof import faults
from tools.load.report import Report

pytestmark = pytest.mark.timeout(120)

REPORT = Report(
    *("what", 10.0, 1000, 2.0, 5.0, 9.0, 20.0, 1.0, 2.0, 0.0, 1.0, 4.0, 50.0, 90_000),
    *({}, 0, 0, 0.0, 0.0, 0, 0, 1000, ()),
)


def told(capsys: pytest.CaptureFixture[str], *words: str):
    main([*words, "--json"])
    return json.loads(capsys.readouterr().out)


def test_players_act_are_answered_and_what_was_acknowledged_is_kept(capsys):
    found = told(capsys, "--players", "4", "--seconds", "1.5", "--rate", "4")
    assert found["faults"] == []
    assert found["actions"] >= 8
    assert found["entries"] > found["actions"]  # those of the players who made the scripts too
    assert 0 < found["p50"] <= found["p99"] <= found["longest"]
    assert found["refused"] == {}
    assert found["server_s"] > 0
    assert found["kb_a_player"] < 1000


def test_what_looking_costs_is_told(capsys):
    assert main(["--cost-of-looking"]) in (0, 1)  # by what else the machine does
    assert 0 < float(capsys.readouterr().out.split(" ms of processor time more")[0]) < 30


def test_players_come_back_after_a_worker_was_killed(capsys):
    found = told(capsys, "--players", "4", "--seconds", "4", "--rate", "5", "--kill-every", "1")
    assert found["faults"] == []
    assert found["kills"] >= 1
    assert found["lost"] >= 1
    assert found["away_longest"] > 0
    assert found["actions"] >= 4


def test_what_is_missing_or_another_is_found():
    known = {"Anna": ["210 stock", "900 t1>t2"], "Bert": []}
    assert faults({"Anna": [(1, "210 stock"), (2, "900 t1>t2")]}, known) == []
    assert faults({"Anna": [(1, "210 stock")]}, known) == ["Anna: 2 actions were acknowledged, 1 are kept"]
    (twice,) = faults({"Anna": [(1, "210 stock"), (2, "900 t1>t2"), (3, "900 t1>t2")]}, known)
    assert "3 are kept" in twice
    for other in ([(1, "210 stock"), (2, "901 t1>t2")], [(1, "210 stock"), (3, "900 t1>t2")]):
        assert faults({"Anna": other}, known) == ["Anna: other actions are kept than were acknowledged"]


@pytest.mark.parametrize(
    ("report", "is_reached", "is_limit_itself"),
    [
        (REPORT, True, False),
        (replace(REPORT, p50=10.1), False, False),
        (replace(REPORT, p99=100.1), False, False),
        (replace(REPORT, kb_a_player=100.1), False, False),
        (replace(REPORT, faults=("one is missing",)), False, False),
        (replace(REPORT, generator_s=9.5), True, True),
        (replace(REPORT, late_p99=25.0), True, True),
    ],
)
def test_goals_and_whose_limit_it_was(report, is_reached, is_limit_itself):
    assert (report.is_reached, report.is_limit_itself) == (is_reached, is_limit_itself)
    text = "\n".join(report.lines())
    assert ("was a limit itself" in text) == is_limit_itself
    assert ("none missing, none twice" in text) == (not report.faults)
    assert ("one is missing" in text) == bool(report.faults)


@pytest.mark.parametrize("words", [("--players", "5001"), ("--seconds", "301"), ("--rate", "many")])
def test_a_load_is_bounded(capsys, words):
    with pytest.raises(SystemExit):
        main([*words])
    assert words[1] in capsys.readouterr().err
