"""The measurements run, and say what they found, also where something cannot be measured."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from game.cli import main
from game.rules import VARIANTS
from game.storage.statistics import Statistics
from tools.bench.command import PARTS, PROJECT, compare, replay, solver
from tools.bench.figures import Figure, NotMeasurableError


@pytest.mark.parametrize(
    ("figure", "reached"),
    [
        (Figure("", 0.3, "s", goal=0.35), True),
        (Figure("", 0.36, "s", goal=0.35), False),
        (Figure("", 49_999, "actions/s", goal=50_000, at_least=True), False),
        (Figure("", 50_000, "actions/s", goal=50_000, at_least=True), True),
        (Figure("", 1, "ms"), None),
    ],
)
def test_a_goal_is_reached_from_its_side(figure, reached):
    assert figure.is_reached is reached


def test_an_unknown_part_is_a_wrong_command(capsys):
    assert main(["bench", "luck"]) == 2
    assert "luck" in capsys.readouterr().err


def test_replay_is_told_as_one_object(monkeypatch, capsys):
    monkeypatch.setattr(replay, "ENTRIES", 50)
    assert main(["bench", "replay", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["replay"]
    assert len(figures) == len(VARIANTS)
    assert all(figure["unit"] == "actions/s" and figure["value"] > 0 for figure in figures)


@pytest.mark.parametrize("as_json", [True, False])
def test_what_cannot_be_measured_is_said(monkeypatch, capsys, as_json):
    def measure() -> list[Figure]:
        raise NotMeasurableError("no display")

    monkeypatch.setitem(PARTS, "replay", measure)
    assert main(["bench", "replay", *(["--json"] if as_json else [])]) == 1
    assert "no display" in capsys.readouterr().out


def test_two_checkouts_are_measured_in_turn_and_compared_in_pairs(capsys):
    there, asked = Path("there"), []
    speeds = {PROJECT: iter([30.0, 20.0, 44.0]), there: iter([10.0, 10.0, 20.0])}

    def ask(folder: Path, part: str) -> list[dict[str, object]]:
        asked.append(folder)
        return [{"what": part, "value": next(speeds[folder]), "unit": "ms"}]

    assert compare(["replay"], there, 3, ask) == 0
    assert asked == [PROJECT, there, there, PROJECT, PROJECT, there]
    row = next(line for line in capsys.readouterr().out.splitlines() if "│ replay" in line)
    assert [cell.strip() for cell in row.strip("│").split("│")][2:] == ["30 ms", "10 ms", "2.20 (2.00–3.00)"]


def test_no_checkout_is_compared_that_is_not_there(tmp_path, capsys):
    assert main(["bench", "replay", "--beside", str(tmp_path)]) == 2
    assert "no copy of the project" in capsys.readouterr().err


def test_frames_are_drawn_and_counted(monkeypatch, tmp_path, capsys):
    from tools.bench import inside

    monkeypatch.setattr(inside, "data_folder", lambda: tmp_path)
    monkeypatch.setattr(inside, "WARM_UP", 2)
    inside.frames((640, 480), count=3)
    told = json.loads(capsys.readouterr().out.removeprefix("frames "))
    assert told["size"] == [640, 480]
    assert [len(costs) for costs in told["costs_ms"].values()] == [3, 3, 3, 3, 3]


def test_the_clock_that_is_watched_runs(tmp_path):
    from game.ui.app import App
    from game.ui.window.window import Window
    from tools.bench import inside

    app = App(Window((640, 480), "Patience"), tmp_path)
    table = inside.running_table(app)
    table.is_dealing = False
    app.go_to(table)
    app.frame(may_have_input=False)  # a window closed before this one may still tell that it was left
    app.frame(may_have_input=False)
    table.end_dealing()
    assert table.session.is_running
    app.window.close()


def test_a_solver_is_measured_in_a_child(monkeypatch):
    few = solver.Sample("Klondike draw 1", "rush", "draw=1", 3)
    monkeypatch.setattr(solver, "RUSH", (few,))
    soon = (solver.Soon(100, 1),)
    monkeypatch.setattr(solver, "OTHERS", (few._replace(title="the same", soon=soon),))
    monkeypatch.setattr(solver, "starts", list)
    figures = {figure.what: figure.value for figure in solver.measure()}
    assert figures.pop("Klondike draw 1, decided of 3 deals") == 3
    solved = figures.pop("the same, solved of 3 deals")
    assert solved in (0, 1, 2, 3)
    assert figures.pop("the same, first line within 100 s") == solved
    assert len(figures) == 8
    assert all(value > 0 for value in figures.values())


def test_starts_are_timed_until_the_first_answer():
    assert 0 < float(solver.first_line("ready", solver.HARD._replace(deals=0), {})) < 60


def test_statistics_of_many_games_are_looked_at(monkeypatch, tmp_path, capsys):
    from tools.bench import inside_statistics

    monkeypatch.setattr(inside_statistics, "data_folder", lambda: tmp_path / "many")
    monkeypatch.setattr(inside_statistics, "DIFFERENT", 4)
    monkeypatch.setattr(inside_statistics, "OPENINGS", 1)
    inside_statistics.open_screen(8)
    told = json.loads(capsys.readouterr().out.removeprefix("open "))
    assert told["open_ms"] > 0
    assert len(told["steps_ms"]) > 1
    with closing(Statistics(tmp_path / "many")) as statistics:
        assert len(statistics.games()) == 8
    monkeypatch.setattr(inside_statistics, "data_folder", lambda: tmp_path / "few")
    inside_statistics.rebuild(4)
    assert json.loads(capsys.readouterr().out.removeprefix("rebuild "))["game_ms"] > 0


@pytest.mark.parametrize("what", ["sessions", "tables"])
def test_a_soak_tells_what_has_grown(monkeypatch, tmp_path, capsys, what):
    from tools.bench import inside_soak

    monkeypatch.setattr(inside_soak, "data_folder", lambda: tmp_path)
    inside_soak.soak(what, 4, 8)
    told = json.loads(capsys.readouterr().out.removeprefix("soak "))
    assert told["first_mb"] > 0
    assert told["more_handles"] == 0
    with closing(Statistics(tmp_path)) as statistics:
        assert len(statistics.games()) == 8
