"""The race line of Rush: ahead of one's best game or behind it, and lanes in a round."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest

from game.play.game import Game
from game.play.record import read_record
from game.rounds.port import Turn
from game.rules.position import STOCK, Move
from game.tournament.player import Player
from game.ui.table.last_minute import STRIP_PX, Race
from game.ui.tournament.round import round_table
from tests.make_pictures import EVENING, PLAYERS, have_played
from tests.records import golden
from tests.rounds.test_online import AT_MOST_S, sit, until
from tests.server.tables import running
from tests.ui.driver import Table
from tests.ui.screens import begin
from tests.ui.test_ending import ready
from tests.ui.test_replay import open_replay


@pytest.mark.parametrize("is_seen", [True, False])
def test_in_practice_a_strip_shows_the_score_beside_that_of_the_best_game_at_the_same_second(table, is_seen):
    table.start(ready()).skip(1)
    assert not table.screen.bars.strip.height, "there is nobody to race with"
    assert table.key("g").sentence == "There is nobody to race with yet."
    table.skip(30).double_click("t1").skip(6).key("e", "tab", "enter").settle()
    best_s = table.game.entries[0].at_ms / 1000
    table.context.program.has_been_seen = is_seen
    strip_px = table.start(7, dealt=False).screen.bars.strip.height
    assert strip_px == STRIP_PX, "no card makes room for it later"
    table.start(7).skip(10)
    race = table.part(Race)
    assert table.screen.bars.strip.height == STRIP_PX
    assert [(lane.name, lane.lead) for lane in race.lanes] == [("You", "▲ 0"), ("Your best game", "")]
    table.skip(best_s - table.screen.elapsed_ms / 1000 + 1)
    assert [(lane.score, lane.lead) for lane in race.lanes] == [(50, ""), (0, "▼ 50")]
    told = "1. Your best game: 50, 2. You: 0"
    assert table.key("g").sentence == told
    table.lay_out_again(race_line=False).skip(1)
    assert (table.screen.bars.strip.height, race.draw_above()) == (0, ())
    assert table.key("g").sentence == told, "who asks is told"


def test_who_listens_hears_of_the_race_when_asked_and_sees_no_line(table):
    table.context.is_heard = True
    table.start(7).skip(2)
    assert not table.screen.bars.strip.height
    assert table.key("g").sentence == "There is nobody to race with yet."


@pytest.fixture
def lanes(table: Table) -> Race:
    """A round that four have played before."""
    referee = begin(table, *map(Player, (*PLAYERS, "Me")), tournament=EVENING)
    for seat in referee.state.seats[:-1]:
        have_played(referee, seat, 1, "beginner")
    referee.begin(next(turn for turn in referee.due() if turn.number == 1))
    table.go_to(round_table(table.context, referee))
    return table.part(Race)


def test_in_a_round_up_to_four_lanes_stand_in_the_order_of_the_scores_at_this_second(table, lanes):
    table.frame(2)
    assert table.screen.bars.strip.height == STRIP_PX
    assert [lane.place for lane in lanes.lanes] == [1, 1, 1, 1, 1]
    now = table.utc_now()
    table.utc_now = lambda: now + timedelta(seconds=60)
    table.frame()
    assert lanes.is_animating, "they change places"
    table.skip(1)
    scores = [lane.score for lane in lanes.lanes]
    assert scores == sorted(scores, reverse=True)
    assert [lane.name for lane in lanes.lanes][-1] == "You"
    pictures = lanes.draw_above()
    assert len(pictures) == 4
    assert [x for _, (x, _) in pictures] == [0, 320, 640, 960]
    assert table.key("g").sentence.startswith("1. ")
    table.lay_out_again(race_line=False)
    assert (table.screen.bars.strip.height, lanes.draw_above()) == (0, ())


async def test_in_a_round_over_a_network_the_lanes_follow_the_live_standings(table, tmp_path):
    async with running(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as server:
        tournament = await server.made()
        seats = []
        for name in ("Anna", "Ben"):
            seats.append(await asyncio.to_thread(sit, tmp_path / name, server.address, tournament, name))
            await server.admit(tournament)
        for seat in seats:
            await until(seat, seat.due)
            seat.begin(Turn(seat.player, 1))
            await until(seat, lambda seat=seat: seat.session is not None)
        anna, ben = seats
        table.go_to(round_table(table.context, anna))
        race, strip = table.part(Race), table.screen.bars.strip

        async def told(is_seen: Callable[[], bool]) -> list[str]:
            """Has the server tell how it stands; returns the runners once that is seen in the window."""
            server.clock.go_on(5000)  # standings are made anew
            await server.service.announcements.tell_standings(tournament)
            async with asyncio.timeout(AT_MOST_S):
                while race.is_animating or not is_seen():
                    table.skip(0.2)
                    await asyncio.sleep(0.005)
            return [lane.name for lane in race.lanes]

        assert await told(lambda: len(race.draw_above()) == 2) == ["You", "Ben"]
        before = table.skip(0.2).look(strip)
        while not ben.session.game.score:
            server.clock.go_on(700)
            ben.session.act(best(ben.session.game, ben.session.prediction.waits))
            await until(ben, lambda: not ben.session.waits)
        assert await told(lambda: table.look(strip) != before) == ["Ben", "You"]
        assert table.key("g").sentence == f"1. Ben: {ben.session.game.score}, 2. You: 0"
        for seat in seats:
            seat.close()


def best(game: Game, waits: Callable[[Move], bool]) -> Move:
    """What scores most of what may be done now, or the stock."""
    variant, position = game.variant, game.position
    moves = [move for move in variant.legal_moves(position) if not waits(move)]
    worth = {move: variant.score(variant.after_move(position, move)) or 0 for move in moves}
    return max(moves, key=lambda move: (worth[move], move == STOCK))


def test_lanes_change_at_once_where_motion_is_reduced(table, lanes):
    table.lay_out_again(reduced_motion=True)
    now = table.utc_now()
    table.utc_now = lambda: now + timedelta(seconds=60)
    table.frame()
    assert not lanes.is_animating


def test_a_table_that_gets_its_strip_late_is_painted_anew_as_a_whole(table):
    table.start(7)
    vars(table.screen.asked)["strip_px"] = lambda: STRIP_PX
    table.screen.resize(table.screen.canvas)
    table.frame().look_true()


def test_a_replay_races_the_best_game_unless_it_is_that_game_or_one_of_a_round(table):
    table.start(ready()).skip(30).double_click("t1").skip(6).key("e", "tab", "enter").settle()
    table.go_home()
    (kept,) = table.context.library.archive_folder.iterdir()
    best = read_record(kept.read_bytes())
    watched = open_replay(table, best).tables[0].table
    assert not watched.bars.strip.height, "nobody races with himself"
    other = open_replay(table, golden("rush_draw_3_won")).tables[0].table
    assert other.bars.strip.height == STRIP_PX
    race = next(part for part in other.parts if isinstance(part, Race))
    table.frame()
    assert [(lane.name, lane.lead) for lane in race.lanes] == [("This game", "▲ 0"), ("Your best game", "")]
    assert race.draw_above()
    table.key("end").settle()
    assert {lane.name: lane.score for lane in race.lanes} == {
        "This game": other.game.score,
        "Your best game": best.replay().total,
    }
