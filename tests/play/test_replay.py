"""A record to be looked at: its steps, its words, its timeline, and the place one is at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.play.deal import deal_number
from game.play.game import ControlAction, Entry, Game
from game.play.record import Record, RecordError, action_from_text
from game.play.replay import MAX_PAUSE_MS, MIN_GAP_MS, RATES, SHUFFLE_MS, Playhead, Replay, Timeline
from game.rules import VARIANTS, find_variant, spider
from game.rules.position import STOCK
from game.rules.rush import RETURN
from game.rules.three_shuffles import DRAW, SHUFFLE
from game.rules.variant import Outcome
from tests.each import each
from tests.playouts import choices, numbers, play_out, played

RUSH = find_variant("rush")
games = st.builds(played, st.sampled_from([find_variant(name) for name in VARIANTS]), numbers, choices())


def record_of(game: Game) -> Record:
    return Record(game.deal, {}, tuple(game.entries))


def replay_of(name: str, *entries: tuple[int, str], number: int = 7, options: tuple[str, ...] = ()) -> Replay:
    variant = find_variant(name, options)
    timed = (Entry(at_ms, action_from_text(variant, word)) for at_ms, word in entries)
    return Replay(Record(deal_number(variant, number), {}, tuple(timed)))


# Steps --------------------------------------------------------------------------------------------
@given(st.sampled_from(list(VARIANTS)), numbers, choices())
def test_every_step_is_what_lay_on_the_table(name, number, chosen):
    seen = []
    for game in play_out(deal_number(find_variant(name), number), chosen):
        seen.append((game.position, game.elapsed_ms, game.score, game.outcome))
    replay = Replay(record_of(game))
    assert replay.last == len(game.entries)
    assert [replay.position(step) for step in range(replay.last + 1)] == [event[0] for event in seen]
    assert replay.times_ms.tolist() == [event[1] for event in seen]
    assert [replay.outcome_at(step) for step in range(replay.last + 1)] == [event[3] for event in seen]
    if game.score is not None:
        assert [replay.value(step) for step in range(replay.last + 1)] == [event[2] for event in seen]
    else:
        assert replay.value(replay.last) == game.variant.result(game.position)
    assert (replay.outcome, replay.total, replay.time_bonus) == (game.outcome, game.total, game.time_bonus)
    undone = [step for step, entry in enumerate(game.entries, start=1) if entry.action is ControlAction.UNDO]
    assert replay.undos == undone


@given(games, st.data())
def test_a_game_of_ones_own_is_played_up_to_any_step(game, data):
    replay = Replay(record_of(game))
    step = data.draw(st.integers(0, replay.last))
    mine = replay.game_until(step)
    assert mine.position == replay.position(step)
    assert mine.entries == game.entries[:step]
    assert len(game.entries) == replay.last  # the original is as it was


@given(games)
def test_every_step_has_words(game):
    replay = Replay(record_of(game))
    assert replay.words(0) == ""
    assert all(replay.words(step) for step in range(1, replay.last + 1))


def test_what_was_taken_back_shares_its_position_and_the_end_is_told_only_there() -> None:
    replay = replay_of("spider", (0, "stock"), (10, "undo"), (20, "redo"))
    assert replay.position(2) is replay.position(0)
    assert replay.position(3) is replay.position(1)
    assert [replay.words(step) for step in (2, 3)] == ["undoes the last move", "redoes a move"]

    replay = replay_of("rush", (0, "stock"), (5, "end"))
    assert [replay.outcome_at(step) for step in range(3)] == [Outcome.PLAYING, Outcome.PLAYING, Outcome.ENDED]
    assert replay.total == replay.time_bonus + replay.value(2)


def test_a_record_that_the_rules_refuse_is_no_replay() -> None:
    deal = deal_number(RUSH, 7)
    with pytest.raises(RecordError, match="line 7: “t1>f4” is refused"):
        Replay(Record(deal, {}, (Entry(0, STOCK), Entry(5, RUSH.move_from_text("t1>f4"))), (6, 7)))


def test_two_games_of_one_deal_are_told_from_others() -> None:
    one = replay_of("rush", (0, "stock"))
    assert one.is_of_same_deal(replay_of("rush"))
    assert not one.is_of_same_deal(replay_of("rush", number=8))
    assert not one.is_of_same_deal(replay_of("rush", options=("draw=1",)))
    assert not one.is_of_same_deal(replay_of("spider"))


# Words and landmarks --------------------------------------------------------------------------------
@each(
    ("name", "count", "landmarks", "words"),
    [
        ("rush", 9, [(9, RETURN)], "turns the waste over"),
        ("spider", 1, [(1, spider.ROW)], "deals a row"),
        ("one-three-back", 1, [], "deals "),
    ],
)
def test_a_return_and_a_row_are_landmarks_and_a_card_dealt_in_1_3_back_is_none(name, count, landmarks, words):
    replay = replay_of(name, *((0, "stock") for _ in range(count)))
    assert replay.landmarks == landmarks
    card = replay.position(1).piles[1][-1].sign if name == "one-three-back" else ""
    assert replay.words(count) == words + card
    assert name != "rush" or replay.words(1).startswith("turns 3 cards, last ")


def test_shuffles_and_the_draw_are_landmarks() -> None:
    replay = replay_of("three-shuffles", (0, "stock"), (0, "stock"), (0, "t1>t1:2"), options=("early=yes",))
    assert replay.landmarks == [(1, SHUFFLE), (2, SHUFFLE), (3, DRAW)]
    assert replay.words(1) == "gathers, shuffles and deals"
    assert replay.words(3) == f"draws {replay.position(3).piles[4][-1].sign}"


# The timeline -------------------------------------------------------------------------------------
@given(st.lists(games, min_size=1, max_size=2), st.sampled_from([None, MAX_PAUSE_MS]))
def test_a_timeline_shows_every_entry_once_in_order(played_games, longest):
    replays = [Replay(record_of(game)) for game in played_games]
    timeline = Timeline(replays, longest)
    assert timeline.last == sum(replay.last for replay in replays)
    assert timeline.steps(0) == (0,) * len(replays)
    assert timeline.steps(timeline.last) == tuple(replay.last for replay in replays)
    times = [timeline.time_of(index) for index in range(timeline.last + 1)]
    assert times == sorted(times)
    assert timeline.end_ms == times[-1]
    for index in range(timeline.last):
        before, after = timeline.steps(index), timeline.steps(index + 1)
        assert sum(after) - sum(before) == 1
        which = next(i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
        assert timeline.shown_ms(which, after[which]) == times[index + 1]


@given(games, st.sampled_from([None, MAX_PAUSE_MS]))
def test_no_step_is_shown_before_its_time_nor_too_soon_after_another(game, longest):
    replay = Replay(record_of(game))
    timeline = Timeline([replay], longest)
    for step in range(1, replay.last + 1):
        shown = timeline.shown_ms(0, step)
        assert shown >= timeline.shown_of(replay.times_ms[step])
        assert shown - timeline.shown_ms(0, step - 1) >= MIN_GAP_MS


@given(games, st.sampled_from([None, MAX_PAUSE_MS]), st.floats(0, 1))
def test_play_time_and_shown_time_lead_to_each_other(game, longest, share):
    timeline = Timeline([Replay(record_of(game))], longest)
    played_ms = round(share * game.elapsed_ms)
    shown_ms = timeline.shown_of(played_ms)
    most = 1 if longest is None else 1 + game.elapsed_ms / MAX_PAUSE_MS
    assert timeline.played_ms(shown_ms) == pytest.approx(played_ms, abs=most)
    assert timeline.played_ms(timeline.end_ms) == game.elapsed_ms


def test_pauses_are_left_out_where_all_think_and_what_happens_at_once_is_given_time_to_be_seen() -> None:
    replay = replay_of("rush", (1000, "stock"), (100_000, "stock"), (101_000, "stock"))
    as_played, shorter = Timeline([replay]), Timeline([replay], MAX_PAUSE_MS)
    assert [as_played.time_of(index) for index in range(4)] == [0, 1000, 100_000, 101_000]
    assert [shorter.time_of(index) for index in range(4)] == [0, 1000, 3000, 4000]
    assert shorter.played_ms(2000) == 50_500

    one = replay_of("rush", (1000, "stock"), (20_000, "stock"))
    timeline = Timeline([one, replay_of("rush", (10_000, "stock"))], MAX_PAUSE_MS)
    assert [timeline.time_of(index) for index in range(4)] == [0, 1000, 3000, 5000]
    assert [timeline.steps(index) for index in range(4)] == [(0, 0), (1, 0), (1, 1), (2, 1)]

    timeline = Timeline([replay_of("rush", (0, "stock"), (0, "stock"))])
    assert [timeline.time_of(index) for index in range(3)] == [0, MIN_GAP_MS, 2 * MIN_GAP_MS]
    assert timeline.index_at(0) == 0

    replay = replay_of("three-shuffles", (1000, "stock"), (1000, "stock"), options=("early=yes",))
    assert Timeline([replay]).end_ms == 1000 + SHUFFLE_MS


def test_a_game_of_nothing_has_a_timeline() -> None:
    timeline = Timeline([replay_of("rush")], MAX_PAUSE_MS)
    assert (timeline.end_ms, timeline.last, timeline.index_at(0), timeline.played_ms(0)) == (0, 0, 0, 0)
    playhead = Playhead(timeline)
    playhead.play()
    assert not playhead.is_playing


# The playhead -------------------------------------------------------------------------------------
@given(games, st.sampled_from(RATES), st.lists(st.floats(0, 5000), max_size=60))
def test_playing_shows_every_entry_and_stops_at_the_end(game, rate, steps):
    timeline = Timeline([Replay(record_of(game))])
    playhead = Playhead(timeline)
    playhead.rate = rate
    playhead.play()
    for passed_ms in steps:
        before = playhead.index
        playhead.advance(passed_ms)
        assert playhead.index >= before
        assert playhead.index == timeline.index_at(playhead.at_ms)
    playhead.advance(timeline.end_ms / rate + 1)
    assert playhead.is_at_end
    assert not playhead.is_playing


@given(games, st.data())
def test_steps_go_forward_and_back_within_the_game(game, data):
    playhead = Playhead(Timeline([Replay(record_of(game))]))
    last = playhead.timeline.last
    start, count = data.draw(st.integers(0, last)), data.draw(st.integers(-last - 3, last + 3))
    playhead.go_to_index(start)
    playhead.step(count)
    assert playhead.index == min(max(0, start + count), last)
    assert playhead.steps == (playhead.index,)


@given(games, st.floats(-0.5, 1.5))
def test_one_jumps_to_any_time(game, share):
    playhead = Playhead(Timeline([Replay(record_of(game))]))
    end_ms = playhead.timeline.end_ms
    playhead.seek(share * end_ms)
    assert 0 <= playhead.at_ms <= end_ms
    assert playhead.timeline.time_of(playhead.index) <= playhead.at_ms


@given(games, st.floats(0, 1))
def test_leaving_pauses_out_keeps_the_place(game, share):
    replay = Replay(record_of(game))
    playhead = Playhead(Timeline([replay]))
    playhead.seek(share * playhead.timeline.end_ms)
    index, played_ms = playhead.index, playhead.played_ms
    playhead.change_timeline(Timeline([replay], MAX_PAUSE_MS))
    assert (playhead.index, playhead.timeline.index_at(playhead.at_ms)) == (index, index)
    playhead.change_timeline(Timeline([replay]))
    assert playhead.index == index
    assert playhead.timeline.time_of(index) <= playhead.at_ms
    assert played_ms <= replay.elapsed_ms


def test_play_at_the_end_begins_anew_and_the_rate_stays_among_those_there_are() -> None:
    playhead = Playhead(Timeline([replay_of("rush", (1000, "stock"))]))
    playhead.go_to_index(1)
    playhead.play()
    assert (playhead.index, playhead.at_ms, playhead.is_playing) == (0, 0, True)

    playhead = Playhead(Timeline([replay_of("rush")]))
    rates = []
    for by in (1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1):
        playhead.faster(by)
        rates.append(playhead.rate)
    assert rates == [2, 4, 8, 16, 16, 8, 4, 2, 1, 0.5, 0.5]
