"""Robots in a tournament: chosen in the form, playing while a person plays, in the table as robots."""

from __future__ import annotations

import pytest

from game.play.proof import deck_text
from game.play.record import read_record
from game.robots.worker import played
from game.rounds.local import LocalTournament
from game.rounds.local_referee import NOT_PLAYED
from game.solver.service.messages import RobotRequest, RobotResponse
from game.tournament.player import Player
from game.tournament.results_file import results_text
from game.tournament.rounds import round_tags
from game.ui.tournament.new import NewTournamentScreen
from tests.tournament.rounds import ANNA, EVENING, SEALED_EVENING, record
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
    table_of,
)

COG = Player("Cog", "robot regular")


def questions(table: Table) -> list[dict[str, object]]:
    """What robots were asked to play."""
    return [each for each in table.oracle.asked if each["ask"] == "robot"]


def answer(table: Table) -> None:
    """The robot that was asked last plays."""
    (told,) = played([each for each in table.oracle.questions if isinstance(each, RobotRequest)][-1])
    table.oracle.tell(told)
    table.frame()


def desk_of(table: Table) -> LocalTournament:
    return table.app.screen.referee.local


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
    chosen = [each.word for each in table.widget("Strength").buttons if each.is_chosen()]
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
    assert local.state.seat_of(COG).results[1].total > 0
    end_round(table, 5)
    press(table, "Continue")
    assert desk_of(table).state.complete_rounds == 1
    assert len(questions(table)) == 1
    kept = [read_record(path.read_bytes()) for path in (table.context.library.folder / "games").iterdir()]
    assert sorted(record.tags["player"] for record in kept) == ["Anna", "Cog"]  # both can be watched


def test_a_robot_plays_a_deck_without_a_number(table):
    follow_the_wall(table)
    local = begin(table, ANNA, COG, tournament=SEALED_EVENING)
    go_to_round(table, local)
    start_round(table)
    (asked,) = questions(table)
    assert asked["deal"] == deck_text(SEALED_EVENING.deal(1).deck or ())
    answer(table)
    record = read_record(local.state.seat_of(COG).records[1])
    assert (record.deal.number, record.deal.deck) == (None, SEALED_EVENING.deal(1).deck)
    table.key("esc")
    press(table, "Leave")
    table.app.go_home()
    assert "clock of a round is running" in table.app.screen.hero.line, "though a robot has finished since"


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


def test_what_robots_have_missed_is_played_when_the_tournament_is_opened_again(table):
    local = begin(table, ANNA, COG)
    local.add_record(local.state.seats[0], 1, record(ANNA, 1))
    table.context.navigation.last_tournament()
    table.frame()
    assert [each["deal"] for each in questions(table)] == [EVENING.deals[0]]
    answer(table)
    assert desk_of(table).state.complete_rounds == 1


def robot_record(player: Player, number: int) -> bytes:
    """What a robot plays in a round, as everywhere."""
    question = RobotRequest(
        EVENING.game,
        60.0,
        deal=EVENING.deals[number - 1],
        strength=player.strength or "",
        seed=f"{EVENING.id} {number} {player.name}",
        about=round_tags(EVENING, player, number),
    )
    (told,) = played(question)
    assert isinstance(told, RobotResponse)
    return told.record.encode()


def begin_with_a_robot_of_a_file(table: Table) -> LocalTournament:
    local = begin(table, ANNA)
    local.take_results(results_text(EVENING, COG, {1: robot_record(COG, 1)}))
    return local


def test_a_robot_of_a_file_counts_once_it_was_played_again(table):
    local = begin_with_a_robot_of_a_file(table)
    cog = local.state.seat_of(COG)
    assert cog is not None
    assert (cog.results, [*cog.unproven]) == ({}, [1])
    screen = show(table, local)
    (asked,) = questions(table)
    assert (asked["deal"], asked["strength"]) == (EVENING.deals[0], "regular")
    assert [row[1:3] for row in table_of(table)] == [("Anna", "–"), ("Cog (robot)", "–")]
    table.oracle.say(error="the solver stopped")
    table.frame()
    assert table.sentence == "Round 1 of Cog (robot) could not be checked: the solver stopped."
    local = on_disk(table)
    screen, cog = show(table, local), local.state.seat_of(COG)
    assert len(questions(table)) == 2, "it is asked for again"
    answer(table)
    assert (cog.results[1].total > 0, cog.unproven) == (True, {})
    assert screen is table.app.screen
    again = on_disk(table).state.seat_of(COG)
    assert again is not None
    assert (again.results, again.unproven) == (cog.results, {})


@pytest.mark.parametrize("forged", [COG, Player("Cog", "robot master")])
def test_a_person_s_game_does_not_pass_as_a_robot(table, forged):
    local = begin(table, ANNA)
    local.take_results(results_text(EVENING, forged, {1: record(forged, 1, 5, 60, tags={"started": ""})}))
    show(table, local)
    table.oracle.tell(RobotResponse(robot_record(COG, 1).decode()))
    table.frame()
    assert table.sentence == NOT_PLAYED.with_parts(number=1, name="Cog (robot)")
    seat = on_disk(table).state.seat_of(forged)
    assert seat is not None
    assert 1 not in seat.results
    assert 1 not in seat.unproven
    assert list((table.folder / "tournaments").rglob("removed/02-round-1-1.patience"))


def test_a_robot_s_record_that_was_changed_on_disk_is_proved_anew(table):
    local = begin_with_a_robot_of_a_file(table)
    show(table, local)
    answer(table)
    (path,) = (table.folder / "tournaments").rglob("02/round-1.patience")
    path.write_bytes(record(COG, 1, 5, 60))
    local = on_disk(table)
    cog = local.state.seat_of(COG)
    assert cog is not None
    assert (cog.results, [*cog.unproven]) == ({}, [1])
    show(table, local)
    local.seats.remove(local.state.seats[1])
    answer(table)
    assert [seat.player for seat in on_disk(table).state.seats] == [ANNA], "one that was removed is forgotten"
