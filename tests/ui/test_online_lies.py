"""A server that means harm: whatever it says, the window goes on."""

from random import Random

import pytest

from game.online.messages import ActionDone, DoAction, RoundState, TournamentChanged, Welcome
from game.rounds.line import Connected
from tests.online.lies import lie
from tests.ui.online import Script, online_round, online_seat


def heard(table, line: Script, random: Random, count: int) -> None:
    """The window hears lies, and its player does this and that."""
    for number in range(count):
        for _ in range(random.randrange(4)):
            told = lie(random)
            if isinstance(told, ActionDone) and random.random() < 0.7:
                asked = [each for each in line.sent if isinstance(each, DoAction)]
                if asked:
                    told = ActionDone(1, asked[-1].number, told.at, told.shown, told.more, told.ending)
            if isinstance(told, RoundState) and random.random() < 0.5:
                told = line.position(*told.entries[:2])
            if isinstance(told, Welcome):
                line.tell(Connected(number, told))
            elif told.kind != "goodbye":  # the line hears it
                line.tell(told)
        table.skip(0.1)
        match random.randrange(4):
            case 0:
                table.key("enter")
            case 1:
                table.key("space")
            case 2:
                table.key("tab")


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(each, marks=pytest.mark.thorough) for each in range(2, 8))]
)
def test_the_table_goes_on_whatever_the_server_says(table, seed):
    heard(table, online_round(table), Random(seed), 25)


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(each, marks=pytest.mark.thorough) for each in range(2, 8))]
)
def test_the_tournament_goes_on_whatever_the_server_says(table, seed):
    heard(table, online_seat(table, "open", "waiting"), Random(seed), 25)


def test_another_tournament_takes_no_ones_place(table):
    line = online_seat(table, "open", "waiting")
    seat = table.app.screen.referee
    told, random = seat.tournament, Random(1)
    while True:
        other = lie(random)
        if isinstance(other, TournamentChanged) and len(other.tournament.rounds) != 2:
            break
    line.tell(other)
    table.skip(0.2)
    assert seat.tournament == told
