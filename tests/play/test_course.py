"""The course of a recorded game: its score at a time, and its streaks."""

from game.play.replay import Replay, course_of, longest_streak, streak_at
from tests.records import golden


def test_a_won_game_ends_with_its_total_and_what_goes_home_by_itself_is_no_streak():
    replay = Replay(golden("rush_draw_3_won"))
    course = course_of(replay)
    assert course.score_at(0) == 0
    assert course.score_at(replay.elapsed_ms - 1) == replay.value(
        max(step for step in range(replay.last + 1) if replay.times_ms[step] < replay.elapsed_ms)
    )
    assert course.score_at(replay.elapsed_ms) == replay.total == replay.value(replay.last) + replay.time_bonus
    solved = next(
        step for step in range(replay.last + 1) if replay.variant.is_auto_finishing(replay.position(step))
    )
    assert len(course.earned_ms) <= solved < replay.last
    assert all(at_ms <= replay.times_ms[solved] for at_ms in course.earned_ms)
    assert longest_streak(course.earned_ms) == max(
        streak_at(course.earned_ms, at_ms) for at_ms in course.earned_ms
    )
