"""The examples of docs/FORMATS.md, read by what reads such files; verdicts and messages have tests apart."""

import json
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.play.record import read_record, record_text
from game.rounds.hosted import Hosted, HostedServer
from game.storage.crash import LOG, crash_report, read_reports, take_unreported_crash
from game.storage.files import CRASH_NOTE
from game.storage.library import Library
from game.storage.profile import (
    Players,
    Settings,
    WindowGeometry,
    WindowMode,
    load_profile,
    load_window_place,
    save_window_place,
)
from game.storage.statistics import Statistics
from game.storage.statistics_file import VERSION
from game.storage.statistics_rows import csv_text
from game.tournament.tournament import read_tournament
from tests.tournament.rounds import EVENING, SEALED_EVENING

PROJECT = Path(__file__).parents[1]
FORMATS = (PROJECT / "docs" / "FORMATS.md").read_text("utf-8")


def chapters() -> dict[str, str]:
    """The text of each chapter; what begins with # within a fence is no heading."""
    found, name, is_within = dict[str, str](), "", False
    for line in FORMATS.splitlines(keepends=True):
        is_within ^= line.startswith("```")
        if line.startswith("# ") and not is_within:
            name = line[2:].strip()
        found[name] = found.get(name, "") + line
    return found


CHAPTERS = chapters()


def shown(chapter: str, beginning: str) -> str:
    """The example of a chapter that begins so."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", CHAPTERS[chapter], re.MULTILINE | re.DOTALL)
    return next(block for block in blocks if block.startswith(beginning))


def test_every_link_leads_to_a_chapter():
    linked = set(re.findall(r"\]\(#([^)]+)\)", FORMATS))
    assert linked
    assert linked <= {re.sub(r"[^\w -]", "", name.lower()).replace(" ", "-") for name in CHAPTERS}


def test_the_record_is_what_is_written():
    example = shown("The record", "patience 1\nvariant rush")
    record = read_record(example.encode())
    assert record_text(record.replay(), record.tags, picture=True) == example


def test_a_record_may_begin_from_a_position():
    example = shown("The record", "patience 1\nvariant one-three-back")
    game = read_record(example.encode()).replay()
    assert game.outcome.value == "over"
    assert record_text(game, {}) == example


def test_the_journal_tells_how_long_was_played(tmp_path):
    (tmp_path / "current").mkdir()
    (tmp_path / "current" / "game.patience").write_text(shown("The journal", "patience 1"))
    (unfinished,) = Library(tmp_path).unfinished()
    assert (unfinished.damage, unfinished.elapsed_ms, len(unfinished.record.entries)) == (None, 61_500, 1)


def test_the_place_of_the_window_is_read_and_written(tmp_path):
    example = shown("The window's place", "{")
    path = tmp_path / "window.json"
    path.write_text(example)
    place = load_window_place(path)
    assert place == WindowGeometry(86, 53, 1109, 693, (0, 0, 1280, 800), WindowMode.MAXIMISED, 1.0)
    path.unlink()
    save_window_place(path, place)
    assert path.read_text() == example


def test_the_players_have_folders_of_their_own(tmp_path):
    example = shown("The players", "{")
    (tmp_path / "players.json").write_text(example)
    players = Players(tmp_path)
    assert (players.names, players.playing) == ({"1": "Anna", "2": "Ben"}, "2")
    assert [players.folder, players.folder_of("1")] == [tmp_path / "players" / "2", tmp_path]
    assert (Players(tmp_path).add("Clara"), players.add("Dora")) == ("3", "4")
    assert Players(tmp_path).names == {"1": "Anna", "2": "Ben", "3": "Clara", "4": "Dora"}
    (tmp_path / "players.json").write_text(example)
    Players(tmp_path).save()
    assert (tmp_path / "players.json").read_text() == example
    (tmp_path / "players.json").write_text(example.replace('"2": "Ben"', '"../2": "Ben"'))
    assert (Players(tmp_path).names, Players(tmp_path).folder) == ({"1": "Anna"}, tmp_path)


def test_the_profile_has_every_setting_at_its_default(tmp_path):
    example = shown("The profile", "{")
    (tmp_path / "profile.json").write_text(example)
    profile = load_profile(tmp_path / "profile.json")
    assert json.loads(example)["settings"] == vars(profile.settings) == Settings.defaults()
    assert profile.options == {"rush": "draw=3", "spider": "suits=4"}
    profile.save()
    assert (tmp_path / "profile.json").read_text() == example


@pytest.mark.parametrize("table", ["games", "forgotten", "days"])
def test_the_tables_of_the_statistics_have_these_columns(tmp_path, table):
    statistics = Statistics(tmp_path)
    assert statistics.games() == []
    statistics.close()
    with closing(sqlite3.connect(tmp_path / "statistics.sqlite3")) as database:
        columns = [(name, kind) for _, name, kind, *_ in database.execute(f"PRAGMA table_info({table})")]
        version = database.execute("PRAGMA user_version").fetchone()
    told = re.search(rf"^\| {table} \|.*\n\|---.*\n((?:\|.*\n)+)", CHAPTERS["The statistics"], re.MULTILINE)
    assert re.findall(r"^\| `(\w+)` \| (\w+) \|", told[1], re.MULTILINE) == columns
    assert version == (VERSION,)
    assert f"`user_version` is {VERSION}" in CHAPTERS["The statistics"]


def test_the_names_of_columns_of_the_csv():
    assert shown("The statistics", "order") == csv_text([])


def test_the_tournament():
    chapter = "Files of tournaments"
    assert read_tournament(shown(chapter, "patience tournament 1").encode()) == EVENING
    assert read_tournament(shown(chapter, "patience tournament 2").encode()) == SEALED_EVENING


def test_the_catalogue_that_ships_begins_so():
    example = shown("Files of certified deals", "patience-catalogue 3")
    assert (PROJECT / "assets" / "deals" / "rush-draw-3.bits").read_bytes().startswith(example.encode())


def test_a_crash_is_noted_and_logged_as_shown(tmp_path):
    (tmp_path / CRASH_NOTE).write_text(shown("Crashes", "{"))
    (tmp_path / LOG).write_text(shown("Crashes", "== "))
    record = tmp_path / json.loads(shown("Crashes", "{"))["record"]
    record.parent.mkdir()
    record.write_text("")
    assert take_unreported_crash(tmp_path) == (tmp_path / LOG, record)
    (report,) = read_reports(tmp_path)
    written = crash_report(AttributeError(), datetime(2026, 11, 21, 7, 13, 34, tzinfo=UTC), "current/x")
    assert report.splitlines()[0] == written.splitlines()[0]
    assert re.sub(r"[\d.]+", "1", report.splitlines()[1]).startswith(
        "Patience Arcade 1, Python 1, pygame-ce 1"
    )
    assert report.splitlines()[2].startswith("record current/")


def test_the_example_of_a_hosted_server_is_found_again(tmp_path):
    file = tmp_path / "server" / "hosted.json"
    file.parent.mkdir()
    file.write_text(shown("The table server of a host at the window", "{"))
    assert HostedServer(tmp_path).hosted == Hosted(8852, True, "5a0c1e6f9b7d4c3a8e2f1b0d6c5a4f3e")
    file.write_text(file.read_text().replace("5a0c1e6f9b7d4c3a8e2f1b0d6c5a4f3e", ""))
    assert HostedServer(tmp_path).hosted is None
