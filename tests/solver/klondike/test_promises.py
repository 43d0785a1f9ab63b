"""Deals tried out: quick players that play as the robots do, ties that are decided, what is offered."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from random import Random

import pytest

from game.cards import RANKS
from game.play.deal import Difficulty, deal_number
from game.play.proof import SECRET_BYTES, deal_of, deck_from_secret
from game.robots.greedy import scored_moves
from game.robots.robot import observe
from game.rules import find_variant
from game.rules.position import Move, Position
from game.rules.rush import COLUMNS, FOUNDATIONS, Rush, ties
from game.rules.rush import WASTE as WASTE_PILE
from game.solver.answer import Budget, Verdict
from game.solver.kernels.compiled import IS_COMPILED, numbers, row
from game.solver.klondike.moves import DEEPEST, new_room
from game.solver.klondike.offered import QUICK, THOROUGH, Pack, Tries, offered, sealed_decks, tried
from game.solver.klondike.rollouts import (
    BEGINNER,
    CARDS,
    COUNT,
    DISTRACTED,
    GAME,
    GOES_ON,
    HAND,
    HIDDEN,
    HOMES,
    IS_WON,
    LEFT,
    MAX_LENGTH,
    PASSES,
    REGULAR,
    SIZE,
    SOURCE,
    TARGET,
    TIME,
    TO_HOME,
    WASTE,
    WORTH,
    lay,
    new_times,
    state_of,
    step,
)
from game.solver.klondike.solve import FOUNDATION_OF_SUIT, PILES, lay_out, number_of, piles_of_position
from game.solver.klondike.state import COLUMNS as HOW_MANY
from game.solver.klondike.state import fill, look, new_table
from game.solver.klondike.ties import EFFORTS, FAILED, KNOWN, LIMIT_MS, TIES, TOLD, try_out
from game.solver.solve import solve
from tools.certify.deciding import try_out as try_out_many
from tools.certify.verdicts import Found, Verdicts

LETTERS = "CSDH"


def dealt(variant: Rush, number: int) -> list[int]:
    """The piles of a deal, for the kernels."""
    piles = numbers(PILES)
    lay_out(row([number_of(each) for each in deal_number(variant, number).deck]), 0, piles)
    return piles


def position_of(variant: Rush, game: list[int]) -> Position:
    """The position of a game of kernels."""

    def words(cards: list[int], hidden: int = 0) -> str:
        texts = [RANKS[card >> 2] + LETTERS[card & 3] for card in cards]
        return " ".join([f"({each})" for each in texts[:hidden]] + texts[hidden:])

    hand = [int(each) for each in game[HAND : HAND + game[LEFT]]]
    lines = {"waste": words(hand[: game[WASTE]]), "stock": words(hand[game[WASTE] :][::-1], 24)}
    for suit in range(4):
        home = [4 * rank + suit for rank in range(game[HOMES + suit])]
        lines[f"f{FOUNDATION_OF_SUIT[suit] + 1}"] = words(home)
    for column in range(HOW_MANY):
        start = CARDS + column * MAX_LENGTH
        cards = [int(each) for each in game[start : start + game[SIZE + column]]]
        lines[f"t{column + 1}"] = words(cards, int(game[HIDDEN + column]))
    text = "\n".join(f"pile {name} {cards}" for name, cards in lines.items() if cards)
    return variant.position_from_text(text + f"\ntally passes={game[PASSES]}")


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("player", [BEGINNER, REGULAR, DISTRACTED])
def test_quick_players_choose_among_the_moves_that_the_robots_find_good(draw, player):
    variant, times, chosen = Rush(draw=draw), new_times(), 0
    for number in range(6):
        game = numbers(GAME)
        lay(game, dealt(variant, number), number)
        while game[TIME] < LIMIT_MS:
            before = position_of(variant, game)
            view = observe(variant, before, 0)
            good = scored_moves(view, view.guess())
            game[WORTH] = 0
            if step(game, times, player, draw) != GOES_ON:
                break
            if not game[WORTH]:
                assert player != REGULAR or not good
                continue
            chosen += 1
            source, target = int(game[SOURCE]), int(game[TARGET])
            pile = WASTE_PILE if source == HOW_MANY else COLUMNS[source]
            card = before.piles[pile][-1]
            to = FOUNDATIONS[card.suit] if target == TO_HOME else COLUMNS[target]
            move = Move(pile, to, int(game[COUNT]))
            assert move in [each for _, each in good]
            if player == REGULAR:
                assert (int(game[WORTH]), move) in [(w, m) for w, m in good if w == max(good)[0]]
            assert position_of(variant, game).piles == variant.apply(before, move).piles
    assert chosen > 100


def test_the_state_of_a_game_is_that_of_its_position():
    variant, table, own = Rush(), new_table(), new_table()
    for number in range(4):
        piles, game, times = dealt(variant, number), numbers(GAME), new_times()
        fill(table, 3, piles)
        lay(game, piles, number)
        while step(game, times, REGULAR, 3) == GOES_ON and game[TIME] < LIMIT_MS:
            position = position_of(variant, game)
            state = state_of(table, 3, game)
            start = fill(own, 3, row(piles_of_position(variant, position)))
            ours, theirs = look(table, state), look(own, start)
            assert (ours.hand, ours.turned) == (theirs.hand, theirs.turned)
            assert ours.tops & theirs.tops == ours.tops
            assert state & 0xFFFF == start & 0xFFFF


def told_of(variant: Rush, number: int, games: Tries) -> list[int]:
    table, told, piles = new_table(), numbers(TOLD), dealt(variant, number)
    fill(table, variant.draw, piles)
    stop, path = Budget().stop, numbers(DEEPEST + 2)
    try_out(table, new_room(), numbers(GAME), piles, 1, row([*games, 0, *EFFORTS]), stop, path, told)
    return [int(each) for each in told]


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
@pytest.mark.parametrize("draw", [1, 3])
def test_a_deal_fails_for_a_tie_at_which_the_leftmost_loses_and_another_wins(draw):
    variant, failed, kept = Rush(draw=draw), 0, 0
    numbers_of_deals = count()
    while failed < 2 or kept < 2:
        number = next(numbers_of_deals)
        told = told_of(variant, number, THOROUGH)
        verdicts = [told[KNOWN + 2 * at + 1] >> 8 for at in range(told[TIES])]
        assert told[FAILED] == (1 in verdicts)
        failed += told[FAILED]
        kept += not told[FAILED] and told[TIES] > 0


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
def test_the_ties_of_quick_games_are_ties_by_the_definition_and_decided_as_the_rules_play_them():
    variant, met, failing = Rush(), 0, 0
    for number in range(60):
        piles, game, times, table = dealt(variant, number), numbers(GAME), new_times(), new_table()
        fill(table, 3, piles)
        told = told_of(variant, number, Tries(0, 1, 0, 0))
        known = {told[KNOWN + 2 * at]: told[KNOWN + 2 * at + 1] for at in range(told[TIES])}
        lay(game, piles, 1 + 2000)
        while game[TIME] < LIMIT_MS:
            position = position_of(variant, game)
            found = ties(variant, position)
            state = int(state_of(table, 3, game))
            if state in known:
                met += 1
                assert found
                right = {number_of(run_head(position, each)) for tie in found for each in tie.columns[1:]}
                assert known[state] & 255 in right
                if known[state] >> 8 == 1:
                    failing += 1
                    tie = found[0]
                    left, other = (
                        variant.apply(position, Move(each, tie.targets[0], run_length(position, each)))
                        for each in tie.columns[:2]
                    )
                    assert solve(variant, other, Budget(nodes=100_000)).verdict is Verdict.SOLVED
                    assert solve(variant, left, Budget(nodes=60_000)).verdict is not Verdict.SOLVED
            if step(game, times, REGULAR, 3) in (IS_WON, 2):
                break
    assert met >= 3


def run_length(position: Position, column: int) -> int:
    return sum(each.face_up for each in position.piles[column])


def run_head(position: Position, column: int):
    return next(each for each in position.piles[column] if each.face_up)


# What is offered ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", [1, 3])
def test_offered_deals_can_be_won_by_the_tip_and_say_how_hard_they_are(draw):
    variant, random = Rush(draw=draw), Random(5)
    wanted = 8 if IS_COMPILED else 1
    drawn = (random.randrange(10**9) for _ in count())
    with Budget(seconds=60) as budget:
        found = offered(variant, drawn, wanted, budget)
    assert len(found) == wanted
    for number, difficulty in found:
        assert isinstance(difficulty, Difficulty)
        position = deal_number(variant, number).position
        assert solve(variant, position, Budget(nodes=2000), by_the_tip=True).verdict is Verdict.SOLVED


LOSES_AT_A_TIE = (345).to_bytes(32)
"""The bits of a deck that can be won by the tip, with a tie after three moves at which the leftmost loses."""


def test_a_deck_with_a_known_losing_tie_is_not_laid():
    variant, good = Rush(), (0).to_bytes(32)
    position = deal_of(variant, deck_from_secret(LOSES_AT_A_TIE)).position
    assert solve(variant, position, Budget(nodes=20_000), by_the_tip=True).verdict is Verdict.SOLVED
    for action in ("t6>f3", "t7>f4", "t7>t5"):
        position = variant.apply(position, variant.move_from_text(action))
    verdicts = [
        solve(variant, variant.apply(position, variant.move_from_text(f"{column}>t2")), Budget()).verdict
        for column in ("t6", "t7")
    ]
    assert verdicts == [Verdict.UNSOLVABLE, Verdict.SOLVED]
    assert next(iter(ties(variant, position))).columns == (COLUMNS[5], COLUMNS[6])
    (found,) = sealed_decks(variant, [LOSES_AT_A_TIE, good], Budget())
    assert found[0] == deck_from_secret(good)


@pytest.mark.parametrize("draw", [1, 3])
def test_a_sealed_deck_can_be_won_by_the_tip_and_no_sample_of_it_failed(draw):
    variant, random = Rush(draw=draw), Random(draw)
    deck, _ = next(sealed_decks(variant, iter(partial(random.randbytes, SECRET_BYTES), b""), Budget()))
    deal = deal_of(variant, deck)
    assert solve(variant, deal.position, Budget(nodes=20_000), by_the_tip=True).verdict is Verdict.SOLVED
    (found,) = tried(
        draw, [Pack([each.up for each in deal.deck], seed=99)], QUICK, Budget(20_000), is_known=True
    )
    assert found.is_solved


def numbered(beyond: int) -> list[Pack]:
    return [Pack.numbered(number) for number in range(beyond)]


def test_a_deal_always_comes_to_the_same():
    once, again = (
        tried(3, numbered(8), Tries(1, 1, 4, 1), Budget(nodes=300), is_known=False) for _ in range(2)
    )
    assert once == again
    assert {each.is_solved for each in once} == {True, False}


def test_nothing_is_offered_when_the_time_is_up():
    budget = Budget()
    budget.cancel()
    assert offered(Rush(), iter(range(100)), 5, budget) == []
    assert not any(each.is_solved for each in tried(3, numbered(4), QUICK, budget, is_known=True))


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
def test_what_is_solved_by_the_tip_is_tried_out_once():
    verdicts = Verdicts(find_variant("rush", ["draw=1"]), 0, 100, by_the_tip=True)
    verdicts.add(Found(10, b"s" * 70))
    verdicts.add(Found(10, b"1x"))
    with ThreadPoolExecutor(2) as executor:
        found = list(try_out_many(verdicts, executor, 4))
    assert sum(len(each.letters) for each in found) == 68
    assert set(verdicts.letters[10:80]) <= set(b"123x")
    assert verdicts.letters[:10] == b"." * 10
    assert verdicts.solved == 70
