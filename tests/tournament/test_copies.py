"""Copies: the same game told by another, whatever was done to its times; and what honest players share."""

from random import Random

import pytest

from game.play.game import ControlAction, Entry, Game
from game.play.lines import FileError
from game.play.record import Record, read_record, record_text
from game.robots.robot import play
from game.robots.thinker import Beginner, Regular
from game.rules.position import STOCK, Move
from game.rules.rush import Rush
from game.tournament.pace import IN_A_ROW, MIN_MOVES, is_copy
from game.tournament.results_file import read_results, results_text
from game.tournament.rounds import round_tags
from game.tournament.state import TournamentState
from game.tournament.tournament import Tournament
from tests.tournament.rounds import ANNA, BEN, EVENING, RUBY, record, seat, started

LONG = Tournament("Long", Rush(draw=3, limit=300), (7, 6))
GAME = play(Regular(), LONG.deal(2), "a")


def told(entries: list[Entry]) -> Record:
    """A record of the round as far as the entries go on being legal."""
    game = Game(LONG.deal(2))
    for each in entries:
        if game.refusal(each.action, max(each.at_ms, game.elapsed_ms)) is None:
            game.play(each.action, max(each.at_ms, game.elapsed_ms))
    return read_record(record_text(game, {}).encode())


def moves(entries: list[Entry]) -> int:
    return sum(isinstance(each.action, Move) and each.action != STOCK for each in entries)


WHOLE = GAME.entries
SHORT = record(ANNA, 2, seed=5, count=12, tournament=LONG)


def test_the_game_is_long_enough_to_tell():
    assert moves(WHOLE) > IN_A_ROW


TIMES = {
    "shifted by 1 ms": lambda _, ms: ms + 1,
    "shifted": lambda _, ms: ms + 5000,
    "slower": lambda _, ms: ms * 11 // 10,
    "faster": lambda _, ms: ms // 2,
    "jittered": lambda at, ms: ms + 37 * at % 90,
    "even": lambda at, _: 900 * at,
    "the same": lambda _, ms: ms,
}


@pytest.mark.parametrize("way", TIMES)
def test_a_game_with_other_times_is_the_same_game(way):
    copied = [Entry(min(TIMES[way](at, each.at_ms), 299_999), each.action) for at, each in enumerate(WHOLE)]
    assert is_copy(told(WHOLE), told(copied))
    assert is_copy(told(copied), told(WHOLE))


@pytest.mark.parametrize(("count", "is_one"), [(MIN_MOVES - 1, False), (MIN_MOVES, True), (30, True)])
def test_a_game_of_some_length_that_is_the_same_to_its_end_is_a_copy(count, is_one):
    begun = WHOLE[: next(at for at, _ in enumerate(WHOLE) if moves(WHOLE[:at]) == count)]
    copied = [Entry(2 * each.at_ms, each.action) for each in begun]
    ends = [Entry(entries[-1].at_ms + 500, ControlAction.END) for entries in (begun, copied)]
    assert is_copy(told([*begun, ends[0]]), told([*copied, ends[1]])) == is_one


@pytest.mark.parametrize("way", ["shifted by 1 ms", "shifted", "jittered", "the same"])
def test_a_short_game_in_the_same_rhythm_is_the_same_game(way):
    entries = list(read_record(SHORT).entries)
    copied = [Entry(TIMES[way](at, each.at_ms), each.action) for at, each in enumerate(entries)]
    assert is_copy(told(entries), told(copied))


def exchanged(entries: list[Entry], count: int, seed: int) -> list[Entry]:
    """The game in another rhythm, so many pairs of neighbours exchanged that lead to the same."""
    random, found = Random(seed), list(entries)
    game = told(entries).replay()
    line, variant, used = game.line(), game.variant, set[int]()
    for at in random.sample(range(len(game.moves()) - 1), len(game.moves()) - 1):
        first, second = game.moves()[at : at + 2]
        if len(used) >= 2 * count or STOCK in (first, second) or {at, at + 1} & used:
            continue
        if variant.refusal(line[at], second) is not None:
            continue
        between = variant.apply(line[at], second)
        if variant.refusal(between, first) is None and variant.apply(between, first) == line[at + 2]:
            found[at], found[at + 1] = entries[at + 1], entries[at]
            used |= {at, at + 1}
    at_ms = 700
    for at, each in enumerate(found):
        at_ms += round(1000 * random.lognormvariate(-0.5, 0.6))
        found[at] = Entry(at_ms, each.action)
    assert len(used) == 2 * count
    return found


@pytest.mark.parametrize("seed", range(10))
def test_neighbouring_moves_exchanged_and_another_rhythm_make_no_other_game(seed):
    other = told(exchanged(list(WHOLE), 9, seed))
    assert is_copy(told(WHOLE), other)
    assert is_copy(other, told(WHOLE))


@pytest.mark.parametrize("every", [12, 15])
def test_moves_there_and_back_between_those_of_another_hide_nothing(every):
    """A card that goes home and comes back, or a run that is laid elsewhere and back again."""
    game, at_ms = Game(LONG.deal(2)), 0
    for number, each in enumerate(WHOLE):
        if number % every == every - 1 and not game.is_frozen:
            for move in game.variant.legal_moves(game.position):
                after = game.variant.apply(game.position, move)
                back = next(
                    (
                        each
                        for each in game.variant.legal_moves(after)
                        if move != STOCK and game.variant.apply(after, each).piles == game.position.piles
                    ),
                    None,
                )
                if back is not None:
                    game.play(move, at_ms + 300)
                    game.play(back, at_ms + 600)
                    break
        at_ms += 1100
        if game.refusal(each.action, at_ms) is None:
            game.play(each.action, at_ms)
    assert is_copy(told(WHOLE), read_record(record_text(game, {}).encode()))


def test_a_copy_with_some_undo_or_another_end_is_one():
    first = next(at for at, each in enumerate(WHOLE) if at > 30 and each.action != STOCK)
    undone = [*WHOLE[: first + 1], Entry(WHOLE[first].at_ms, ControlAction.UNDO), *WHOLE[first:]]
    assert is_copy(told(WHOLE), told(undone))
    last = next(at for at, _ in enumerate(WHOLE) if moves(WHOLE[:at]) == IN_A_ROW)
    ended = [*WHOLE[:last], Entry(WHOLE[last].at_ms, ControlAction.END)]
    assert is_copy(told(WHOLE), told(ended))


def test_two_honest_players_may_play_a_short_game_alike():
    entries = list(read_record(SHORT).entries)
    assert len(entries) >= 5
    assert moves(entries) < MIN_MOVES
    other = [Entry(200 + 1100 * at, each.action) for at, each in enumerate(entries)]
    assert not is_copy(told(entries), told(other))


def test_two_who_do_nothing_or_only_turn_the_hand_are_no_copies():
    taps = [Entry(700 * at, STOCK) for at in range(1, 30)]
    other = [Entry(900 * at + at * at, STOCK) for at in range(1, 30)]
    assert not is_copy(told(taps), told(other))
    assert not is_copy(told([]), told([]))


@pytest.mark.parametrize("deal", range(3))
def test_players_of_different_habits_share_far_less(deal):
    first = play(Beginner(), EVENING.deal(deal + 1), "one")
    for other in (
        play(Beginner(), EVENING.deal(deal + 1), "two"),
        play(Regular(), EVENING.deal(deal + 1), "x"),
    ):
        one, two = (read_record(record_text(game, {}).encode()) for game in (first, other))
        assert not is_copy(one, two)


def as_round(player, shift_ms: int = 0) -> bytes:
    game = told([Entry(each.at_ms + shift_ms, each.action) for each in WHOLE]).replay()
    tags = round_tags(LONG, player, 2)
    return record_text(game, tags if player.is_robot else {"started": started(2), **tags}).encode()


@pytest.mark.parametrize("author", [ANNA, RUBY])
@pytest.mark.parametrize("shift_ms", [0, 1, -1, 400])
def test_a_copy_is_refused_and_its_author_named(author, shift_ms):
    there = TournamentState(
        LONG, [seat(author, record(author, 1, tournament=LONG), as_round(author), tournament=LONG)]
    )
    entry = read_results(results_text(LONG, BEN, {2: as_round(BEN, shift_ms)}), LONG)
    with pytest.raises(FileError, match="this is move for move what") as error:
        there.new_rounds(entry)
    assert author.label in error.value.reason
    assert error.value.line == entry.lines[2]


def test_robots_play_alike_as_they_do():
    there = TournamentState(
        LONG, [seat(ANNA, record(ANNA, 1, tournament=LONG), as_round(ANNA), tournament=LONG)]
    )
    entry = read_results(results_text(LONG, RUBY, {2: as_round(RUBY)}), LONG)
    assert list(there.new_rounds(entry)) == [2]
