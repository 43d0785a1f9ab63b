"""Hints at Rush and the odds they tell: by what is seen alone."""

from __future__ import annotations

import random
from itertools import islice, pairwise

import pytest

from game.play.deal import deal_number
from game.rules.position import STOCK, Move, Position
from game.rules.rush import (
    COLUMNS,
    FOUNDATIONS,
    STOCK_PILE,
    WASTE,
    Rush,
    follows_leftmost_rule,
    has_seen_hand,
    ties,
    unseen_cards,
    with_unseen,
)
from game.rules.variant import Outcome
from game.solver.answer import ENOUGH_FOR_ODDS, Advice, Budget, Verdict
from game.solver.klondike.choices import Choices
from game.solver.klondike.hint import FACE_DOWN, MIN_SAMPLES, WEIGHTS, InformationSet, _ranked, odds
from game.solver.klondike.hint import advise as advise_rush
from game.solver.klondike.search import LOST, UNDECIDED, WON
from game.solver.klondike.solve import piles_of_position
from game.solver.solve import advise, solve
from tests.solver.klondike.naive import tied, wandered

NEARLY = """pile f1 {clubs}
pile f2 {diamonds}
pile f3 {hearts}
pile f4 {spades}
{rest}
tally score=100 passes=1 clubs={n[0]} diamonds={n[1]} hearts={n[2]} spades={n[3]}"""


def home(rest: str, *heights: int) -> Position:
    """So many clubs, diamonds, hearts and spades home, and the rest as told."""
    suits = dict(zip(("clubs", "diamonds", "hearts", "spades"), "CDHS", strict=True))
    piles = {
        word: " ".join(rank + suit for rank in "A23456789TJQK"[:height])
        for (word, suit), height in zip(suits.items(), heights, strict=True)
    }
    return Rush().position_from_text(NEARLY.format(rest=rest, n=heights, **piles))


def relaid(position: Position, seed: int) -> Position:
    """The same to the eye: what the player has not seen lies in another order."""
    hidden = unseen_cards(position)
    random.Random(seed).shuffle(hidden)
    return with_unseen(position, hidden)


def first(position: Position, draw: int = 3, lists: int = 3) -> list[Advice]:
    """The last of the first lists of advice; empty where there is none."""
    found: list[Advice] = []
    for advice in islice(advise(Rush(draw=draw), position, random.Random(5)), lists):
        found = advice
    return found


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("steps", [0, 9, 40, 90])
def test_advice_does_not_depend_on_cards_that_the_player_has_not_seen(draw, steps):
    for number in range(6):
        position = wandered(Rush(draw=draw), number, steps)
        other = relaid(position, number)
        assert first(position, draw) == first(other, draw)


def test_the_ways_that_unseen_cards_may_lie_keep_all_that_was_seen():
    variant = Rush()
    position = wandered(variant, 4, 30)
    assert has_seen_hand(position) == (position.counters[1] > 0 or not position.piles[STOCK_PILE])
    information, told = InformationSet(variant, position), piles_of_position(variant, position)
    chance, found = random.Random(1), set()
    for _ in range(20):
        piles = information.sample_piles(chance)
        assert sorted(piles) == sorted(told)
        changed = [i for i, (one, other) in enumerate(zip(piles, told, strict=True)) if one != other]
        hidden = sum(not card.face_up for pile in position.piles for card in pile)
        assert len(changed) <= hidden
        found.add(tuple(piles))
    assert len(found) > 15


@pytest.mark.parametrize("draw", [1, 3])
def test_following_the_advice_is_legal_gets_on_and_never_goes_in_circles(draw):
    variant = Rush(draw=draw)
    won = 0
    for number in range(6):
        position, seen = deal_number(variant, number).position, set()
        while not variant.is_auto_finishing(position) and (advice := first(position, draw)):
            table = (position.piles[2:], position.piles[STOCK_PILE], min(position.counters[1], 1))
            assert table not in seen
            seen.add(table)
            position = variant.apply(position, advice[0].move)
        won += variant.is_auto_finishing(position)
    assert won >= 1


def test_every_move_is_advised_once_and_with_its_odds():
    for number in range(10):
        advice = first(deal_number(Rush(), number).position)
        assert len({advised.move for advised in advice}) == len(advice)
        assert all(0 <= advised.wins <= advised.samples in (3, MIN_SAMPLES + 2) for advised in advice)
        assert all(advised.mean <= 52 for advised in advice)


def test_an_ace_goes_home_before_anything_else():
    for number in range(40):
        position = deal_number(Rush(), number).position
        aces = [pile for pile in COLUMNS if position.piles[pile][-1].rank == 1]
        if aces:
            assert [advised.move.source for advised in first(position)] == aces[:1]


def test_a_column_that_stands_on_its_own_king_is_never_carried_to_a_space():
    position = home("pile stock (QS)\npile t1 (JS) KD\npile t2 KS QD", 13, 11, 13, 10)
    moves = [advised.move for advised in first(position)]
    assert moves
    assert all(move.source != COLUMNS[1] or position.piles[move.target] for move in moves)


def test_where_only_the_hand_is_left_to_turn_it_is_turned_once():
    columns = "pile t1 (KC) QC\npile t2 (KD) (JD) QD\npile t3 (KH) (JH) QH\npile t4 (KS) (JS) QS"
    position = home(f"pile stock (JC)\n{columns}", 10, 10, 10, 10)
    unseen = position._replace(counters=(100, 0, *position.counters[2:]))
    assert [advised.move for advised in first(unseen)] == [STOCK]
    assert [advised.move for advised in first(Rush().apply(unseen, STOCK))] == [Move(WASTE, FOUNDATIONS[0])]


def test_where_nothing_helps_there_is_no_advice():
    columns = "pile t1 (KC) (JC) QC\npile t2 (KD) (JD) QD\npile t3 (KH) (JH) QH\npile t4 (KS) (JS) QS"
    assert first(home(columns, 10, 10, 10, 10)) == []


def test_a_game_that_is_seen_whole_is_won_by_following_the_advice():
    variant = Rush()
    position = home(
        "pile stock (KS) (JH) (QS) (KD) (JD)\npile waste KH\npile t1 (QD) KC\npile t2 QC\npile t3 QH",
        11,
        10,
        10,
        11,
    )
    while not variant.is_auto_finishing(position):
        advice = first(position)
        assert advice[0].wins == advice[0].samples == advice[0].told_odds == 1
        position = variant.apply(position, advice[0].move)
    assert variant.outcome(position) in (None, Outcome.WON)


def test_nothing_is_advised_in_a_game_that_plays_itself_out():
    assert first(home("pile t1 KS\npile t2 KH", 13, 13, 12, 12)) == []


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("steps", [20, 90])
def test_choices_are_worth_what_the_solver_says_of_the_position_that_their_moves_lead_to(draw, steps):
    variant, compared = Rush(draw=draw), 0
    for number in range(12):
        position = wandered(variant, number, steps)
        piles = piles_of_position(variant, position)
        choices = Choices(variant, position, piles, turned_only=False)
        states = [choice.state for choice in choices.found]
        verdicts = choices.weigh(piles, 2000, Budget().stop, states)
        for choice, verdict in zip(choices.found, verdicts, strict=False):
            after = position
            for move in choice.moves:
                after = variant.apply(after, move)
            with Budget(nodes=20_000) as budget:
                answer = solve(variant, after, budget).verdict
            if verdict != UNDECIDED and answer is not Verdict.GAVE_UP:
                assert verdict == (WON if answer is Verdict.SOLVED else LOST)
                compared += 1
    assert compared >= 5


def test_in_the_first_pass_only_the_waste_offers_a_card():
    variant = Rush()
    for number in range(20):
        position = wandered(variant, number, 12)
        if has_seen_hand(position):
            continue
        for advised in first(position):
            assert advised.move == STOCK or advised.move.source != WASTE or advised.move.count == 1
            assert variant.is_legal(position, advised.move)


# Waiting for the hand ------------------------------------------------------------------------------
TEMPTED = [
    home(rest, *heights)._replace(counters=(100, 0, *heights))
    for heights, rest in (
        (
            (8, 9, 9, 8),
            "pile stock (JS) (TS) (QD) (JD) (KD) (JH) (9C) (KS) (KH) (QH) (QC) (KC) (TD)\n"
            "pile waste TH\npile t1 TC\npile t2 (QS) (9S) JC",
        ),
        (
            (8, 10, 10, 8),
            "pile stock (KH) (9S) (JH)\npile waste JC\npile t1 (QS) (JS) QH\npile t2 (KS) (9C) QD\n"
            "pile t3 (TS) (JD) TC\npile t4 (KD) (KC) QC",
        ),
        (
            (8, 11, 11, 9),
            "pile stock (JC) (QD) (TC)\npile waste 9C\npile t1 (KD) (KS) QC\npile t2 (KH) (QH) QS\n"
            "pile t3 KC\npile t4 (TS) JS",
        ),
    )
]
"""Tables whose hand was not seen yet, and whose best card wins in about 85 of 100 samples that can be won."""


def shares(position: Position) -> list[tuple[int, int, bool]]:
    """Sample by sample: wins of the best card, wins there are, and whether the hand stands first."""
    lists = list(islice(advise(Rush(), position, random.Random(5)), 60))
    assert all(STOCK in [advised.move for advised in advice] for advice in lists)
    return [
        (
            max(advised.wins for advised in advice if advised.move != STOCK),
            next(advised.wins for advised in advice if advised.move == STOCK),
            advice[0].move == STOCK,
        )
        for advice in lists
    ]


def test_the_hand_is_turned_first_where_the_best_card_wins_less_than_85_of_100_that_can_be_won():
    found = [share for position in TEMPTED for share in shares(position)]
    for best, most, waits in found:
        assert waits == (100 * best < 85 * most), (best, most)
    below = [best / most for best, most, waits in found if waits]
    others = [best / most for best, most, waits in found if not waits and most]
    assert max(below) > 0.849, "the samples come close to the bound from below"
    assert min(others) == 0.85, "and reach it"


@pytest.mark.parametrize("position", TEMPTED)
def test_the_bound_of_waiting_is_85_in_100_to_a_millionth(position):
    information = InformationSet(Rush(), position)
    choices = Choices(Rush(), information.position, information.laid_in_order(), turned_only=True)
    others = [0] * (len(choices.found) - 1)
    for best, waits in ((849_999, True), (850_000, False)):
        advice = _ranked(choices, choices.found, [best, *others, 1_000_000], 1_000_000, waits=True)
        assert (advice[0].move == STOCK) == waits
        assert [advised.wins for advised in advice if advised.move == STOCK] == [1_000_000]
    seen = _ranked(choices, choices.found, [1, *others, 1_000_000], 1_000_000, waits=False)
    assert STOCK not in [advised.move for advised in seen], (
        "the hand was seen: it is not turned for its own sake"
    )


def test_at_a_tie_only_the_leftmost_is_advised():
    rush = Rush()
    met = shown = 0
    for seed in range(60):
        chance = random.Random(seed)
        position = tied(chance, rush, chance.randint(20, 40))
        for advised in first(position, lists=1):
            assert follows_leftmost_rule(rush, position, advised.move), seed
            shown += 1
        met += bool(ties(rush, position))
    assert met >= 15
    assert shown >= 40


def test_what_will_never_be_missed_gives_way_to_the_leftmost_of_a_tie():
    # The two of spades could go home at once; the two of clubs, further left, ties with it.
    rush = Rush()
    piles = (
        *("t1 (KC) 2C", "t3 (KD) 2S", "t5 (QC) 3H", "t6 KS QH JS TH 9S 8H 7S 6H 5S 4H"),
        *("t7 KH QS JH TS 9H 8S 7H 6S 5H 4S", "f3 AH 2H", "f4 AS"),
        "stock (AC) (3C) (4C) (5C) (6C) (7C) (8C) (9C) (TC) (JC) (3S) (AD) (2D) (3D) (4D) (5D) (6D) (7D) "
        "(8D) (9D) (TD) (JD) (QD)",
    )
    text = "\n".join(f"pile {pile}" for pile in piles)
    position = rush.position_from_text(text + "\ntally hearts=2 spades=1")
    assert not follows_leftmost_rule(rush, position, rush.move_from_text("t3>f4"))
    advised = next(advise(rush, position, random.Random(5)))
    assert [rush.move_to_text(hint.move) for hint in advised] == ["t1>t5"]


@pytest.mark.parametrize("draw", [1, 3])
def test_what_is_to_follow_a_move_is_legal_ends_with_something_done_and_shows_nothing_on_the_way(draw):
    rush, turned = Rush(draw=draw), 0
    for number in range(24):
        position = wandered(rush, number, 60 + 5 * number)
        for move, _, _, _, then, *_ in first(position, draw):
            at = position
            for number_of_step, step in enumerate((move, *then)):
                assert rush.refusal(at, step) is None
                is_last = number_of_step == len(then)
                assert is_last or rush.undo_refusal(at, step) is None
                assert not is_last or step != STOCK or not has_seen_hand(at)
                at = rush.after_move(at, step)
            turned += move == STOCK and len(then) > 0
    assert turned > 1


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("hidden", [0, 5, FACE_DOWN])
@pytest.mark.parametrize("samples", [20, 300])
def test_odds_rise_with_the_samples_that_are_won_and_are_never_certain(draw, hidden, samples):
    told = [odds(WEIGHTS[draw], hidden, wins, samples) for wins in range(samples + 1)]
    assert all(0 < one < other < 1 for one, other in pairwise(told))


@pytest.mark.parametrize("draw", [1, 3])
def test_odds_claim_less_than_who_sees_everything_wins_while_much_is_hidden(draw):
    assert all(odds(WEIGHTS[draw], FACE_DOWN, wins, 100) < wins / 100 for wins in range(55, 100))


@pytest.mark.parametrize("draw", [1, 3])
def test_of_fewer_than_twenty_samples_no_odds_are_told_however_sure_the_move_is(draw):
    rush, told = Rush(draw=draw), 0
    for number in range(12):
        position = deal_number(rush, number).position
        for advice in islice(advise_rush(rush, position, random.Random(5)), 24):
            for advised in advice:
                assert (advised.told_odds is None) == (advised.samples < ENOUGH_FOR_ODDS == 20)
                told += advised.told_odds is not None
    assert told > 20


def test_odds_do_not_depend_on_cards_that_the_player_has_not_seen():
    rush = Rush()
    position = deal_number(rush, 3).position
    [one], [other] = (
        [*islice(advise_rush(rush, table, random.Random(5)), 24, 25)]
        for table in (position, relaid(position, 7))
    )
    assert (
        [advised.told_odds for advised in one]
        == [advised.told_odds for advised in other]
        != [None] * len(one)
    )
