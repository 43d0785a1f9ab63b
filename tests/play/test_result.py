"""What a game came to: its value, whether it is won, its points by source."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from game.play.deal import deal_number, deal_position
from game.play.game import ControlAction, Game
from game.play.played import is_played, result_of, who_played
from game.play.record import action_from_text, read_record
from game.rules import VARIANTS, find_variant
from game.rules.rush import RushPoints
from game.rules.variant import Outcome
from tests.each import each
from tests.playouts import choices, numbers, played

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name: str) -> Game:
    return read_record((GOLDEN / f"{name}.patience").read_bytes()).replay()


def on_slots(name: str, text: str) -> Game:
    variant = find_variant(name)
    return Game(deal_position(variant, variant.position_from_text(text)))


def play(game: Game, *actions: str) -> None:
    for action in actions:
        game.play(action_from_text(game.variant, action), game.elapsed_ms)


@given(number=numbers, chosen=choices(150), draw=st.sampled_from([1, 3]))
def test_the_points_by_source_are_the_score(number, chosen, draw):
    game = played(find_variant("rush", [f"draw={draw}"]), number, chosen)
    figures = result_of(game).figures
    assert sum(figures[source] for source in RushPoints._fields) == game.score
    assert all(figures[source] >= 0 for source in ("foundations", "turned", "waste", "time_bonus"))
    assert all(figures[source] <= 0 for source in ("come_backs", "returns"))


def test_a_won_game_of_rush_by_source():
    game = golden("rush_draw_3_won")
    result = result_of(game)
    assert (result.is_won, result.value) == (True, game.total)
    assert result.figures["time_bonus"] == game.time_bonus > 0
    assert result.figures["foundations"] == 4 * (50 + 45 + 40 + 35 + 30 + 25 + 20 + 15 + 10 + 4 * 5)
    assert result.figures["turned"] == 21 * 10


def test_a_penalty_is_no_larger_than_what_there_was():
    game = Game(deal_number(find_variant("rush", ["draw=1"]), 48213))
    play(game, *["stock"] * 25)
    assert game.score == 0
    assert result_of(game).figures["returns"] == 0


def test_a_game_of_rush_that_was_left_has_no_result():
    result = result_of(golden("rush_unfinished"))
    assert (result.outcome, result.is_won, result.value) == (Outcome.PLAYING, False, None)
    assert result.figures["time_bonus"] == 0


def test_what_was_taken_back_is_no_move():
    game = golden("rush_undo_redo")
    assert result_of(game).moves == len(game.moves()) < len(game.entries)


def test_spider_tells_its_suits_and_counts_as_it_was_left_and_once_won_stays_won_with_its_best_score():
    left = golden("spider_suits_4_unfinished")
    assert result_of(left).value == left.score
    game = golden("spider_won_1000")
    won = result_of(game)
    assert (won.outcome, won.is_won, won.value, won.figures) == (Outcome.WON, True, 1000, {"suits": 8})
    play(game, "undo")
    assert not game.is_over
    assert result_of(game)[:3] == won[:3]


def test_one_stack_is_a_perfect_game_and_more_are_a_result_and_no_win():
    game = on_slots("one-three-back", "pile t1 9C\npile t2 4C")
    play(game, "t2>t1")
    assert result_of(game)[:3] == (Outcome.OVER, True, 1)
    over = golden("one_three_back_over")
    assert result_of(over)[:3] == (Outcome.OVER, False, over.variant.stacks(over.position))


def test_of_several_ends_the_best_counts():
    game = on_slots(
        "one-three-back", "pile t1 AC\npile t2 6D\npile t3 5H\npile t4 4C\npile t5 4D\npile t6 2D"
    )
    play(game, "t5>t2", "t4>t1", "t2>t1")
    assert result_of(game).value == 3
    play(game, "undo", "undo")
    assert result_of(game).value == 3


def test_an_end_is_timed_by_the_move_that_led_there():
    game = on_slots("one-three-back", "pile t1 9C\npile t2 4C")
    game.play(game.variant.move_from_text("t2>t1"), 700)
    game.play(ControlAction.UNDO, 900)
    assert [(end.at_ms, len(end.moves)) for end in game.ends] == [(700, 1)]
    game.play(ControlAction.SHOWN, 1200)
    game.play(game.variant.move_from_text("t2>t1"), 1500)
    assert [end.at_ms for end in game.ends] == [700], "it is no better than the first"


def test_three_shuffles_tells_the_deal():
    won = result_of(golden("three_shuffles_won"))
    assert (won.is_won, won.value) == (True, 52)
    assert won.figures["deal"] in (1, 2, 3)
    lost = result_of(golden("three_shuffles_lost"))
    assert (lost.outcome, lost.figures["deal"]) == (Outcome.LOST, 3)
    left = golden("three_shuffles_early_unfinished")
    assert result_of(left).value == left.score


@each("name", VARIANTS)
def test_an_untouched_deal_is_not_played_unless_it_was_ended(name):
    game = Game(deal_number(find_variant(name), 1))
    assert not is_played(game)
    play(game, "shown")
    assert not is_played(game)
    first = game.variant.move_to_text(game.variant.legal_moves(game.position)[0])
    play(game, "end" if name == "rush" else first)
    assert is_played(game)


@each(
    ("tags", "words"),
    [
        ({}, ""),
        ({"player": " Anna "}, "Anna"),
        ({"player": "Cog", "robot": "regular"}, "Cog (robot, regular)"),
        ({"robot": "master"}, "master robot"),
        ({"player": "Cog", "robot": ""}, "Cog (robot)"),
        ({"robot": ""}, "robot"),
    ],
)
def test_a_robot_is_always_called_one(tags, words):
    assert who_played(tags) == words
