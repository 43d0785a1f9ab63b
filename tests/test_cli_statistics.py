"""`main.py statistics`: a table, JSON, CSV; and what cannot be read, written or counted."""

import csv
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from game.storage.profile import Players
from tests.commands import process, refusal
from tests.records import unnamed_golden

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of a player who has not played yet."""
    monkeypatch.setattr("game.cli.statistics.data_folder", lambda: tmp_path / "data")
    (tmp_path / "data" / "games").mkdir(parents=True)
    return tmp_path / "data"


@pytest.fixture
def keep(folder: Path) -> Callable[..., None]:
    """Keeps recorded games as if they had been played here, each under its name and a time."""

    def keep(*names: str) -> None:
        for name in names:
            record = unnamed_golden(name)
            (folder / "games" / f"{name}-20261121-070000.patience").write_bytes(record)

    return keep


def told_by(run: Callable[..., tuple[int, str, str]], *words: object) -> tuple[Any, str]:
    """What is told as JSON, and what beside it."""
    code, printed, beside = run("statistics", "--json", *words)
    assert code == 0
    return json.loads(printed), beside


@pytest.mark.usefixtures("folder")
def test_the_statistics_of_another_player_are_named(run, folder):
    Players(folder).add("Ben")
    assert run("statistics", "--player", "Ben")[0] == 0
    why = "Zoe: nobody plays here under that name (Ben)."
    assert run("statistics", "--player", "Zoe") == (1, "", f"patience: {why}\n")


def test_before_the_first_game_it_says_so(run):
    assert run("statistics") == (0, "No game was played yet.\n", "")


def test_the_table_has_every_game_and_option_set(run, keep):
    keep("rush_draw_3_won", "rush_draw_1_won", "rush_unfinished", "one_three_back_over", "spider_won_1000")
    code, printed, _ = run("statistics")
    assert code == 0
    games = ("Solitaire Rush, draw=3", "Solitaire Rush, draw=1", "1-3 Back", "Spider")
    for words in (*games, "custom position"):
        assert words in printed
    assert all(len(line) <= 80 for line in printed.splitlines())


def test_json_tells_each_set_apart(run, keep):
    keep("rush_draw_3_won", "rush_draw_3_ended", "spider_won_1000")
    told, _ = told_by(run)
    assert told["games"] == 3
    assert [
        (figures["variant"], figures["kind"], figures["played"], figures["won"]) for figures in told["sets"]
    ] == [
        ("rush", "counted", 2, 1),
        ("spider", "given", 1, 1),
    ]
    assert told["sets"][0]["options"] == {"draw": 3, "limit": 300}
    assert sum(count for _, _, count in told["sets"][0]["distribution"]) == 2


def test_what_is_there_is_told_while_many_games_are_still_to_be_counted(run, keep, monkeypatch):
    keep("rush_draw_3_won")
    told_by(run)
    keep("rush_draw_3_ended", "spider_won_1000")
    monkeypatch.setattr("game.cli.statistics.TIMEOUT_S", -1.0)
    told, beside = told_by(run)
    assert told["games"] == 1
    assert beside == (
        "patience: 2 games are not counted yet; the program goes on with them, or this command.\n"
    )
    monkeypatch.setattr("game.cli.statistics.TIMEOUT_S", 60.0)
    told, beside = told_by(run)
    assert (told["games"], beside) == (3, "")


def test_while_another_window_writes_what_is_there_is_told(run, folder, keep):
    keep("rush_draw_3_won")
    told_by(run)
    keep("rush_draw_3_ended")
    with closing(sqlite3.connect(folder / "statistics.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        told, beside = told_by(run)
    assert told["games"] == 1
    assert beside == "patience: not every game is counted yet: another window is writing them.\n"


def test_csv_has_a_line_for_each_game(run, keep, tmp_path):
    keep("rush_draw_3_won", "three_shuffles_won")
    assert run("statistics", "--csv", tmp_path / "games.csv")[0] == 0
    with (tmp_path / "games.csv").open(newline="", encoding="utf-8-sig") as file:
        rush, shuffles = csv.DictReader(file)
    sources = ("foundations", "turned", "waste", "come_backs", "returns", "time_bonus")
    assert int(rush["result"]) == sum(int(rush[source]) for source in sources)
    assert (shuffles["won"], shuffles["result"], shuffles["suits"]) == ("1", "52", "")
    assert shuffles["ended_on_deal"] in {"1", "2", "3"}


@pytest.mark.parametrize(("language", "separator"), [("de_DE.UTF-8", ";"), ("en_US.UTF-8", ","), ("C", ",")])
def test_the_csv_opens_in_the_spreadsheets_of_the_language(
    run, keep, tmp_path, monkeypatch, language, separator
):
    keep("rush_draw_3_won")
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.setenv("LC_ALL", language)
    assert run("statistics", "--csv", tmp_path / "games.csv")[0] == 0
    assert (tmp_path / "games.csv").read_bytes().startswith(f"\ufefforder{separator}started".encode())


def test_games_are_saved_to_a_file_and_added_once(run, keep, folder, tmp_path):
    keep("rush_draw_3_won", "three_shuffles_won")
    file = str(tmp_path / "all.zip")
    assert run("statistics", "--save", file)[0] == 0
    Players(folder).add("Ben")
    for words in ("2 games were added", "2 were here already"):
        told, beside = told_by(run, "--player", "Ben", "--add", file)
        assert beside.splitlines()[-1] == f"patience: {words}."
        assert told["games"] == 2
    (tmp_path / "all.zip").write_text("hello")
    why = f"the games of {file} cannot be added: it is not a zip file."
    assert run("statistics", "--add", file) == (1, "", f"patience: {why}\n")


def test_no_cell_of_the_csv_is_a_formula(run, folder, tmp_path):
    head, _, rest = (GOLDEN / "rush_draw_3_won.patience").read_text().partition("\n\n")
    lines = [line for line in head.split("\n") if not line.startswith("about")]
    told = "\n".join([*lines, "about started=%3DHYPERLINK(1)", "", rest])
    (folder / "games" / "a.patience").write_text(told)
    assert run("statistics", "--csv", tmp_path / "games.csv")[0] == 0
    assert ",'=HYPERLINK(1)," in (tmp_path / "games.csv").read_text()


def test_a_csv_that_cannot_be_written_is_told(run, keep, tmp_path):
    keep("rush_draw_3_won")
    complaint = refusal(run("statistics", "--csv", tmp_path))
    assert complaint.startswith(f"patience: {tmp_path} cannot be written: ")


def test_a_record_that_cannot_be_read_is_told_and_the_others_count(run, keep, folder):
    keep("rush_draw_3_won")
    (folder / "games" / "b.patience").write_text("patience 2\n")
    told, beside = told_by(run)
    assert beside == (
        "patience: b.patience is not counted: it was written by a newer version of the program.\n"
    )
    assert told["games"] == 1


def test_a_newer_database_is_told(run, keep, folder):
    keep("rush_draw_3_won")
    with closing(sqlite3.connect(folder / "statistics.sqlite3")) as database:
        database.execute("PRAGMA user_version = 1000")
    told = refusal(run("statistics", "--rebuild"))
    assert told.startswith("patience: the statistics cannot be told: they were written by a newer version")


def test_it_never_imports_pygame(tmp_path):
    (tmp_path / "poison").mkdir()
    (tmp_path / "poison" / "pygame.py").write_text("raise SystemExit(77)\n")
    where = {"PYTHONPATH": str(tmp_path / "poison"), "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    assert process("statistics", "--rebuild", **where).returncode == 0
