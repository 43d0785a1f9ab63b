"""Robots in a tournament: chosen in the form, playing while a person plays, in the table as robots."""

from __future__ import annotations

from shutil import copytree

from game.play.record import read_record
from game.robots.worker import played
from game.rounds.local import LocalReferee
from game.solver.service.messages import RobotRequest
from game.tournament.player import Player
from game.ui.tournament.new import NewTournamentScreen, at_this_machine
from tests.tournament.rounds import ANNA, EVENING, OLD, record
from tests.ui.driver import Table
from tests.ui.screens import begin
from tests.ui.test_tournament import (
    end_round,
    follow_the_wall,
    go_to_round,
    numbers,
    on_disk,
    press,
    show,
    start_round,
    step,
)

COG = Player("Cog", "robot regular")


def questions(table: Table) -> list[dict[str, object]]:
    """What robots were asked to play."""
    return [question for question in table.oracle.asked if question["ask"] == "robot"]


def answer(table: Table) -> None:
    """The robot that was asked last plays."""
    (told,) = played(
        [question for question in table.oracle.questions if isinstance(question, RobotRequest)][-1]
    )
    table.oracle.tell(told)
    table.frame()


def desk_of(table: Table) -> LocalReferee:
    return table.app.screen.referee


def test_robots_are_chosen_in_the_form_and_sit_down_as_robots(table):
    numbers(table, *range(1, 4))
    table.go_to(NewTournamentScreen(table.context))
    step(table, "Robots")
    step(table, "Robots")
    table.press_button("Master")
    press(table, "Start")
    seats = on_disk(table).state.seats
    assert [seat.player.kind for seat in seats] == ["person", "robot master", "robot master"]
    assert all(seat.player.label.endswith("(robot)") for seat in seats[1:])
    table.app.go_to(NewTournamentScreen(table.context))
    chosen = [button.word for button in table.widget("Strength").buttons if button.is_chosen()]
    assert (table.widget("Robots").words, chosen) == ("2", ["Master"])


def test_a_robot_plays_a_round_while_a_person_does_and_is_ranked(table):
    local = begin(table, ANNA, COG)
    show(table, local)
    assert not questions(table)
    press(table, "Round 1")
    start_round(table)
    (asked,) = questions(table)
    assert (asked["deal"], asked["strength"]) == (EVENING.deals[0], "regular")
    answer(table)
    assert local.state.seats[1].results[1].total > 0
    end_round(table, 5)
    press(table, "Continue")
    assert desk_of(table).state.complete_rounds == 1
    assert len(questions(table)) == 1
    kept = [read_record(path.read_bytes()) for path in (table.context.library.folder / "games").iterdir()]
    assert sorted(record.tags["player"] for record in kept) == ["Anna", "Cog"]  # both can be watched


def test_home_tells_of_a_persons_round_though_a_robot_has_finished_since(table):
    follow_the_wall(table)
    go_to_round(table, begin(table, ANNA, COG))
    start_round(table)
    answer(table)
    table.key("esc")
    press(table, "Leave")
    table.app.go_home()
    assert "a round’s clock is running" in table.app.screen.hero.line


def test_a_robot_plays_the_deck_of_an_earlier_version(table):
    copytree(OLD, table.folder, dirs_exist_ok=True)
    folder = next(
        tournament
        for tournament in table.context.tournament_store.tournaments()
        if b"noon" in tournament.text()
    )
    (folder.path / "02" / "player").write_bytes(b"robot regular Cog\n")
    (folder.path / "02" / "round-1.patience").unlink()
    local = at_this_machine(table.context, folder)
    show(table, local)
    assert len(questions(table)) == 2
    answer(table)
    record = read_record(local.state.seats[1].records[2])
    assert (record.deal.number, record.deal.deck) == (None, local.tournament.deal(2).deck)


def test_a_robot_that_fails_is_told_and_asked_again_when_one_comes_back(table):
    local = begin(table, ANNA, COG)
    go_to_round(table, local)
    start_round(table)
    end_round(table, 5)
    press(table, "Continue")
    table.oracle.say(error="the solver stopped")
    table.frame()
    assert table.sentence == "Round 1 of Cog (robot) is missing: the solver stopped."
    show(table, local)
    assert len(questions(table)) == 2
    answer(table)
    assert local.state.complete_rounds == 1
    assert not table.sentence, "nothing is missing any more"


def test_what_robots_have_missed_is_played_when_the_tournament_is_opened_again(table):
    local = begin(table, ANNA, COG)
    local.add_record(local.state.seats[0], 1, record(ANNA, 1))
    show(table, on_disk(table))
    table.frame()
    assert [question["deal"] for question in questions(table)] == [EVENING.deals[0]]
    answer(table)
    assert desk_of(table).state.complete_rounds == 1
