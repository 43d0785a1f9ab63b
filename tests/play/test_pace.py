"""The pace of a person's round: what is told of it, and what a hand may do."""

from random import Random

from game.play.deal import deal_number
from game.play.game import ControlAction, Game
from game.play.played import is_no_hand, strokes, too_fast
from game.play.record import Record, read_record, record_text
from game.robots.robot import play
from game.robots.thinker import Regular
from game.rules.one_three_back import OneThreeBack
from game.rules.position import STOCK
from game.rules.rush import Rush
from game.rules.spider import Spider
from game.tournament.tournament import Remark, Tournament, closed, pace_remarks, round_tags
from tests.each import each
from tests.records import position
from tests.tournament.rounds import ANNA, EVENING, RUBY, started

LONG = Tournament("Long", Rush(draw=3, limit=300), (7, 6))
GAME = play(Regular(), LONG.deal(2), "f")
READY = position(
    *(
        *("stock (KS)", "t1 (KC) 9C 8C", "t2 KD 9D 8D", "t3 KH 9H 8H", "t4 QC QD QH", "t5 JC JD JH"),
        "t6 (TC) TD TH",
    ),
    home=(7, 7, 7, 12),
)


def text(times_ms: list[int]) -> bytes:
    """The game with other times, as far as they go."""
    game = Game(LONG.deal(2))
    for at_ms, entry in zip(times_ms, GAME.entries, strict=False):
        if not game.is_solved and not game.is_over:
            game.play(entry.action, at_ms)
    if not game.is_over and not game.is_solved:
        game.play(ControlAction.END, game.elapsed_ms + 700)
    closed(game)
    return record_text(game, {"started": started(2), **round_tags(LONG, ANNA, 2)}).encode()


def told(times_ms: list[int]) -> Record:
    """The same as a record."""
    return read_record(text(times_ms))


def thinking(seed: int) -> list[int]:
    """Times of somebody who looks, thinks and then does something, as quickly as a very quick person."""
    random, at_ms, found = Random(seed), 600, []
    for _ in GAME.entries:
        at_ms += round(1000 * random.lognormvariate(-0.9, 0.6))
        found.append(at_ms)
    return found


def test_there_are_enough_actions_to_tell():
    assert len(strokes(told(thinking(0)))) > 74


def test_74_actions_in_two_fifths_of_a_second_are_remarked():
    assert pace_remarks(told([at * 400 // 74 for at in range(74)])) == (Remark.FAST,)


@each("start_ms", [100, 5000])
def test_a_move_at_every_tenth_of_a_second_is_no_hand_s(start_ms):
    line = told([start_ms + 100 * at for at in range(len(GAME.entries))])
    assert too_fast(strokes(line)) is not None


@each("each_ms", [700, 1500])
def test_moves_that_follow_one_another_like_a_clock_are_remarked(each_ms):
    random = Random(2)
    jittered = [each_ms * (at + 1) + random.randrange(each_ms // 5) for at in range(len(GAME.entries))]
    assert pace_remarks(told(jittered)) == (Remark.EVEN,)


def test_taps_on_the_hand_may_be_drummed_but_not_like_a_clock():
    random = Random(3)
    game, clock = Game(EVENING.deal(1)), Game(EVENING.deal(1))
    at_ms = 500
    for number in range(40):
        at_ms += random.randrange(150, 190)
        game.play(STOCK, at_ms)
        clock.play(STOCK, 500 + 170 * number)
    assert pace_remarks(read_record(record_text(game, {}).encode())) == ()
    assert pace_remarks(read_record(record_text(clock, {}).encode())) == (Remark.EVEN,)


@each("seed", range(20))
def test_nothing_is_remarked_of_a_quick_person(seed):
    assert pace_remarks(told(thinking(seed))) == ()


def test_many_cards_that_one_click_sends_home_are_one_action():
    game = read_record(READY.encode()).replay()
    for number in range(3):
        game.play(STOCK, 1000 + 700 * number)
    for number in range(6):
        moves = game.variant.legal_moves(game.position)
        game.play(next(move for move in moves if move.target in range(2, 6)), 3300 + number)
    made = read_record(record_text(game, {}).encode())
    assert [stroke.at_ms for stroke in strokes(made)] == [1000, 1700, 2400, 3300]
    assert pace_remarks(made) == ()


def test_of_a_robot_nothing_is_remarked():
    made = told([at * 400 // 74 for at in range(74)])
    assert pace_remarks(Record(made.deal, round_tags(LONG, RUBY, 2), made.entries)) == ()


@each(("apart_ms", "is_no"), [(99, True), (100, False), (1000, False)])
def test_moves_that_no_hand_can_make_are_known_in_any_game(apart_ms, is_no):
    game = Game(deal_number(Spider(suits=1), 1))
    for at in range(1, 6):
        moves = [move for move in game.variant.legal_moves(game.position) if move != STOCK]
        game.play(moves[0], at * apart_ms)
    assert is_no_hand(game) is is_no


def test_a_key_held_down_is_a_hand():
    game = Game(deal_number(OneThreeBack(), 7))
    for at in range(52):
        game.play(STOCK, at * 33)
    assert not is_no_hand(game)
