"""Ties and what is promised of offered deals: as brute search decides them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from random import Random

import pytest

from game.cards import RANKS
from game.play.deal import Difficulty, deal_number
from game.play.proof import SECRET_BYTES, deal_of, deck_from_secret
from game.robots.thinker import scored_moves
from game.rules import find_variant
from game.rules.position import Move, Position
from game.rules.rush import COLUMNS, FOUNDATIONS, Rush, follows_leftmost_rule, ties
from game.rules.rush import WASTE as WASTE_PILE
from game.rules.variant import Outcome
from game.solver.answer import Budget, SolverError, Verdict
from game.solver.kernels.compiled import IS_COMPILED, numbers, row
from game.solver.klondike import rollouts
from game.solver.klondike.moves import GOES_HOME, HOW, NO_CARD, expand, new_room, settle
from game.solver.klondike.offered import THOROUGH, Pack, Tries, sealed_decks, tried
from game.solver.klondike.search import MAX_ACTIONS, PLACES, trace
from game.solver.klondike.solve import (
    FOUNDATION_OF_SUIT,
    PILES,
    LineBuilder,
    lay_out,
    number_of,
    piles_of_position,
    solve_by_the_tip,
)
from game.solver.klondike.solve import solve as solve_rush
from game.solver.klondike.state import COLUMNS as HOW_MANY
from game.solver.klondike.state import PROVING, STOCK_MASK, TIP, fill, look, new_table
from game.solver.klondike.ties import (
    EFFORTS,
    FAILED,
    KNOWN,
    LIMIT_MS,
    RIGHT,
    TIE_LINE,
    TIES,
    TOLD,
    losing_tie,
    try_out,
)
from game.solver.solve import solve
from tests.solver.klondike.naive import can_win, tied
from tools.certify.batch import deal_verdicts
from tools.certify.deciding import try_out as try_out_many
from tools.certify.verdicts import Found, Verdicts
from tools.trials.fresh import QUICK, offered

MAX_COUNT = 300
"""So many arrangements of a position are looked at; those with more are left out."""
Leaving = tuple[int, bool, int]
"""A card that leaves its original place, whether it goes home, and the king that moves into its space."""


def leaving_by_definition(variant: Rush, start: Position) -> tuple[set[Leaving], bool] | None:
    """What may leave its original place by the tip, however placed cards are carried about before.

    And whether the tip forbids anything; None when there are too many ways.
    """
    hidden = [sum(not card.face_up for card in start.piles[pile]) for pile in COLUMNS]
    tops = {pile: number_of(start.piles[pile][hidden[pile - 6]]) for pile in COLUMNS if start.piles[pile]}
    found, is_tied = set(), False
    seen, waiting = {start.piles}, [start]
    while waiting:
        position = waiting.pop()
        is_tied = is_tied or bool(ties(variant, position))
        for move in variant.legal_moves(position):
            if move.source < FOUNDATIONS.start:
                continue
            card = number_of(position.piles[move.source][-move.count])
            if tops.get(move.source) == card:
                if follows_leftmost_rule(variant, position, move):
                    found |= leaving(variant, position, move, card, hidden, tops)
                continue
            after = variant.after_move(position, move)
            if after.piles not in seen:
                seen.add(after.piles)
                waiting.append(after)
        if len(seen) > MAX_COUNT:
            return None
    return found, is_tied


def leaving(
    variant: Rush, position: Position, move: Move, card: int, hidden: list[int], tops: dict[int, int]
) -> set[Leaving]:
    """What a move of a top comes to; from a bottom only as a king's way into the only space."""
    goes_home = move.target in FOUNDATIONS
    if goes_home:
        return {(card, True, NO_CARD)}
    if hidden[move.source - 6]:
        return {(card, False, NO_CARD)}
    if not all(position.piles[pile] for pile in COLUMNS):
        return set()
    after = variant.after_move(position, move)
    return {
        (card, False, number_of(after.piles[king.source][-king.count]))
        for king in variant.legal_moves(after)
        if king.target == move.source and king.source in COLUMNS and hidden[king.source - 6]
        if tops[king.source] == number_of(after.piles[king.source][-king.count])
        if follows_leftmost_rule(variant, after, king)
    }


def leaving_by_the_kernel(variant: Rush, position: Position) -> set[Leaving] | None:
    """What the kernel lets leave; None where it sends cards of the hand home before."""
    table, room = new_table(), new_room()
    start = fill(table, variant.draw, row(piles_of_position(variant, position)))
    table[TIP] = PROVING
    view = look(table, start)
    root = settle(table, start, view.tops, view.originals, view.hand)
    if (root ^ start) & int(table[STOCK_MASK]):
        return None
    found = set()
    for index in range(expand(table, look(table, root), room, False)):
        how = int(room[HOW + index])
        card, king = how >> 8 & 255, how & 255
        if not (int(view.hand) >> card & 1 or (king != NO_CARD and int(view.hand) >> king & 1)):
            found.add((card, bool(how & GOES_HOME), king))
    return found


def test_what_the_kernel_lets_leave_is_what_the_definition_lets_leave():
    compared = in_ties = 0
    for number in range(120):
        random = Random(number)
        variant = Rush(draw=random.choice((1, 3)))
        position = tied(random, variant, random.randint(20, 40))
        kernels = leaving_by_the_kernel(variant, position)
        known = None if kernels is None else leaving_by_definition(variant, position)
        if known is None:
            continue
        definition, is_tied = known
        compared += 1
        in_ties += is_tied
        # A king at home that may come back to a space is told by the kernel as no king.
        idle = {
            kernel
            for kernel in kernels
            if not kernel[1] and kernel[2] == NO_CARD and kernel not in definition
        }
        assert kernels - idle == definition, number
        assert not idle or any(len(position.piles[pile]) == 13 for pile in FOUNDATIONS), number
    assert compared >= 80
    assert in_ties >= 25


LOST_BY_THE_TIP = (28, 134, 610, 737, 804, 826, 849, 964)
"""Positions that can be won, and cannot be won by the tip."""


@pytest.mark.parametrize("number", [*range(1, 25), *LOST_BY_THE_TIP])
def test_verdicts_by_the_tip_are_those_of_brute_force(number):
    random = Random(number)
    variant = Rush(draw=random.choice((1, 3)))
    position = tied(random, variant, random.randint(14, 26), hand=False)
    known = can_win(variant, position, 400, leftmost_only=True)
    if known is None:
        assert number not in LOST_BY_THE_TIP
        return
    answer = solve_by_the_tip(variant, position, Budget(nodes=20_000))
    assert answer.verdict is (Verdict.SOLVED if known else Verdict.UNSOLVABLE)
    if number in LOST_BY_THE_TIP:
        assert not known
        assert solve_rush(variant, position, Budget(nodes=20_000)).verdict is Verdict.SOLVED


@pytest.mark.parametrize("draw", [1, 3])
def test_every_move_of_a_line_follows_the_tip(draw):
    variant, solved = Rush(draw=draw), 0
    for number in range(12):
        position = deal_number(variant, number).position
        answer = solve_by_the_tip(variant, position, Budget(nodes=600))
        for move in answer.moves:
            assert follows_leftmost_rule(variant, position, move)
            position = variant.apply(position, move)
        if answer.verdict is Verdict.SOLVED:
            solved += 1
            assert variant.outcome(position) is Outcome.WON
    assert solved >= 4


BY_ANY_LINE_ONLY = {1: (62, 549), 3: (398, 549)}
"""Deals that can be won, and none of whose lines follows the tip."""


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
@pytest.mark.parametrize("draw", [1, 3])
def test_there_are_deals_that_can_be_won_but_not_by_the_tip(draw):
    numbers, budget = BY_ANY_LINE_ONLY[draw], Budget(nodes=300_000)
    assert deal_verdicts(draw, numbers, budget) == [Verdict.SOLVED] * len(numbers)
    assert deal_verdicts(draw, numbers, budget, leftmost_only=True) == [Verdict.UNSOLVABLE] * len(numbers)


def test_a_column_that_is_no_run_is_refused_in_one_sentence():
    text = Rush().position_to_text(deal_number(Rush(), 1).position)
    last = text.split(" ")[-1]
    before = text.split(" ")[-2]
    position = Rush().position_from_text(text.replace(f"{before} {last}", f"{before.strip('()')} {last}"))
    with pytest.raises(SolverError, match="no run"):
        solve_by_the_tip(Rush(), position, Budget(nodes=1))


LETTERS = "CSDH"


def dealt(variant: Rush, number: int) -> list[int]:
    """The piles of a deal, for the kernels."""
    piles = numbers(PILES)
    lay_out(row([number_of(card) for card in deal_number(variant, number).deck]), 0, piles)
    return piles


def position_of(variant: Rush, game: list[int]) -> Position:
    """The position of a game of kernels."""

    def words(cards: list[int], hidden: int = 0) -> str:
        texts = [RANKS[card >> 2] + LETTERS[card & 3] for card in cards]
        return " ".join([f"({text})" for text in texts[:hidden]] + texts[hidden:])

    hand = [int(number) for number in game[rollouts.STOCK : rollouts.STOCK + game[rollouts.LEFT]]]
    lines = {
        "waste": words(hand[: game[rollouts.WASTE]]),
        "stock": words(hand[game[rollouts.WASTE] :][::-1], 24),
    }
    for suit in range(4):
        home = [4 * rank + suit for rank in range(game[rollouts.HOMES + suit])]
        lines[f"f{FOUNDATION_OF_SUIT[suit] + 1}"] = words(home)
    for column in range(HOW_MANY):
        start = rollouts.CARDS + column * rollouts.MAX_LENGTH
        cards = [int(number) for number in game[start : start + game[rollouts.SIZE + column]]]
        lines[f"t{column + 1}"] = words(cards, int(game[rollouts.HIDDEN + column]))
    text = "\n".join(f"pile {name} {cards}" for name, cards in lines.items() if cards)
    return variant.position_from_text(text + f"\ntally passes={game[rollouts.PASSES]}")


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("player", [rollouts.BEGINNER, rollouts.REGULAR, rollouts.DISTRACTED])
def test_quick_players_choose_among_the_moves_that_the_robots_find_good(draw, player):
    variant, times, chosen = Rush(draw=draw), rollouts.new_times(), 0
    for number in range(6):
        game = numbers(rollouts.GAME)
        rollouts.lay(game, dealt(variant, number), number)
        while game[rollouts.TIME] < LIMIT_MS:
            before = position_of(variant, game)
            good = scored_moves(variant, before)
            game[rollouts.WORTH] = 0
            if rollouts.step(game, times, player, draw) != rollouts.GOES_ON:
                break
            if not game[rollouts.WORTH]:
                assert player != rollouts.REGULAR or not good
                continue
            chosen += 1
            source, target = int(game[rollouts.SOURCE]), int(game[rollouts.TARGET])
            pile = WASTE_PILE if source == HOW_MANY else COLUMNS[source]
            card = before.piles[pile][-1]
            to = FOUNDATIONS[card.suit] if target == rollouts.TO_HOME else COLUMNS[target]
            move = Move(pile, to, int(game[rollouts.COUNT]))
            assert move in [deal for _, deal in good]
            if player == rollouts.REGULAR:
                assert (int(game[rollouts.WORTH]), move) in [(w, m) for w, m in good if w == max(good)[0]]
            assert position_of(variant, game).piles == variant.apply(before, move).piles
    assert chosen > 100


def test_the_state_of_a_game_is_that_of_its_position():
    variant, table, own = Rush(), new_table(), new_table()
    for number in range(4):
        piles, game, times = dealt(variant, number), numbers(rollouts.GAME), rollouts.new_times()
        fill(table, 3, piles)
        rollouts.lay(game, piles, number)
        while (
            rollouts.step(game, times, rollouts.REGULAR, 3) == rollouts.GOES_ON
            and game[rollouts.TIME] < LIMIT_MS
        ):
            position = position_of(variant, game)
            state = rollouts.state_of(table, 3, game)
            start = fill(own, 3, row(piles_of_position(variant, position)))
            ours, theirs = look(table, state), look(own, start)
            assert (ours.hand, ours.turned) == (theirs.hand, theirs.turned)
            assert ours.tops & theirs.tops == ours.tops
            assert state & 0xFFFF == start & 0xFFFF


def told_of(variant: Rush, number: int, games: Tries) -> list[int]:
    table, told, piles = new_table(), numbers(TOLD), dealt(variant, number)
    fill(table, variant.draw, piles)
    try_out(
        table, new_room(), numbers(rollouts.GAME), piles, 1, row([*games, 0, *EFFORTS]), Budget().stop, told
    )
    return [int(number) for number in told]


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
@pytest.mark.parametrize("draw", [1, 3])
def test_a_deal_fails_for_a_tie_at_which_the_leftmost_loses_and_another_wins(draw):
    variant, failed, kept = Rush(draw=draw), 0, 0
    numbers_of_deals = count()
    while failed < 2 or kept < 2:
        told = told_of(variant, next(numbers_of_deals), THOROUGH)
        assert told[FAILED] == (1 in [told[KNOWN + 2 * at + 1] >> 8 for at in range(told[TIES])])
        failed += told[FAILED]
        kept += not told[FAILED] and told[TIES] > 0


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
def test_the_ties_of_quick_games_are_ties_by_the_definition_and_decided_as_the_rules_play_them():
    variant, met, failing = Rush(), 0, 0
    for number in range(60):
        piles, game, times, table = (
            dealt(variant, number),
            numbers(rollouts.GAME),
            rollouts.new_times(),
            new_table(),
        )
        fill(table, 3, piles)
        told = told_of(variant, number, Tries(0, 1, 0, 0))
        known = {told[KNOWN + 2 * at]: told[KNOWN + 2 * at + 1] for at in range(told[TIES])}
        rollouts.lay(game, piles, 1 + 2000)
        while game[rollouts.TIME] < LIMIT_MS:
            position = position_of(variant, game)
            found = ties(variant, position)
            state = int(rollouts.state_of(table, 3, game))
            if state in known:
                met += 1
                assert found
                right = {number_of(run_head(position, column)) for tie in found for column in tie.columns[1:]}
                assert known[state] & 255 in right
                if known[state] >> 8 == 1:
                    failing += 1
                    tie = found[0]
                    left, other = (
                        variant.apply(position, Move(column, tie.targets[0], run_length(position, column)))
                        for column in tie.columns[:2]
                    )
                    assert solve(variant, other, Budget(nodes=100_000)).verdict is Verdict.SOLVED
                    assert solve(variant, left, Budget(nodes=60_000)).verdict is not Verdict.SOLVED
            if rollouts.step(game, times, rollouts.REGULAR, 3) in (rollouts.IS_WON, 2):
                break
    assert met >= 3


def run_length(position: Position, column: int) -> int:
    return sum(card.face_up for card in position.piles[column])


def run_head(position: Position, column: int):
    return next(card for card in position.piles[column] if card.face_up)


# What is offered ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("draw", [1, 3])
def test_offered_deals_can_be_won_by_the_tip_and_say_how_hard_they_are(draw):
    variant, random = Rush(draw=draw), Random(5)
    wanted = 4 if IS_COMPILED else 1
    drawn = (random.randrange(10**9) for _ in count())
    found = offered(variant, drawn, wanted, Budget())
    assert len(found) == wanted
    for number, difficulty in found:
        assert isinstance(difficulty, Difficulty)
        position = deal_number(variant, number).position
        assert solve(variant, position, Budget(nodes=2000), leftmost_only=True).verdict is Verdict.SOLVED


LOSES_AT_A_TIE = (345).to_bytes(32)
"""The bits of a deck that can be won by the tip, with a tie after three moves at which the leftmost loses."""


def test_a_deck_with_a_known_losing_tie_is_not_laid():
    variant, good = Rush(), (0).to_bytes(32)
    position = deal_of(variant, deck_from_secret(LOSES_AT_A_TIE)).position
    assert solve(variant, position, Budget(nodes=20_000), leftmost_only=True).verdict is Verdict.SOLVED
    for action in ("t6>f3", "t7>f4", "t7>t5"):
        position = variant.apply(position, variant.move_from_text(action))
    verdicts = [
        solve(variant, variant.apply(position, variant.move_from_text(f"{column}>t2")), Budget()).verdict
        for column in ("t6", "t7")
    ]
    assert verdicts == [Verdict.UNSOLVABLE, Verdict.SOLVED]
    assert next(iter(ties(variant, position))).columns == (COLUMNS[5], COLUMNS[6])
    (found,) = sealed_decks(variant, [LOSES_AT_A_TIE, good], Budget())
    assert found == deck_from_secret(good)


@pytest.mark.parametrize("draw", [1, 3])
def test_a_sealed_deck_can_be_won_by_the_tip_and_no_sample_of_it_failed(draw):
    variant, random = Rush(draw=draw), Random(draw)
    deck = next(sealed_decks(variant, iter(partial(random.randbytes, SECRET_BYTES), b""), Budget()))
    deal = deal_of(variant, deck)
    assert solve(variant, deal.position, Budget(nodes=20_000), leftmost_only=True).verdict is Verdict.SOLVED
    (found,) = tried(
        draw, [Pack([card.up for card in deal.deck], seed=99)], QUICK, Budget(20_000), is_known=True
    )
    assert found.is_solved


def numbered(beyond: int) -> list[Pack]:
    return [Pack.numbered(number) for number in range(beyond)]


def test_a_deal_always_comes_to_the_same():
    once, again = (
        tried(3, numbered(8), Tries(1, 1, 4, 1, 3), Budget(nodes=300), is_known=False) for _ in range(2)
    )
    assert once == again
    assert {verdict.is_solved for verdict in once} == {True, False}


def test_nothing_is_offered_when_the_time_is_up():
    budget = Budget()
    budget.cancel()
    assert offered(Rush(), iter(range(100)), 5, budget) == []
    assert not any(verdict.is_solved for verdict in tried(3, numbered(4), QUICK, budget, is_known=True))


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
def test_what_is_solved_by_the_tip_is_tried_out_once():
    verdicts = Verdicts(find_variant("rush", ["draw=1"]), 0, 100, leftmost_only=True)
    verdicts.add(Found(10, b"s" * 70))
    verdicts.add(Found(10, b"1x"))
    with ThreadPoolExecutor(2) as executor:
        found = list(try_out_many(verdicts, executor, 4))
    assert sum(len(verdict.letters) for verdict in found) == 68
    assert set(verdicts.letters[10:80]) <= set(b"123x")
    assert verdicts.letters[:10] == b"." * 10
    assert verdicts.solved == 70


SEED = 7


def losing_tie_of(draw: int, number: int, width: int) -> tuple[Position, Position] | None:
    """The table after the leftmost move of a tie that is found, and after the one that is better."""
    rush, table, room, line = Rush(draw=draw), new_table(), new_room(), numbers(TIE_LINE)
    position = deal_number(rush, number).position
    start = fill(table, draw, row(piles_of_position(rush, position)))
    wanted = row([0, 0, 0, 0, width, 0, *EFFORTS])
    if not losing_tie(table, room, start, SEED, wanted, Budget().stop, line):
        return None
    states = [int(number) for number in line[: list(line).index(-1)]]
    actions = numbers(MAX_ACTIONS)
    told = trace(table, room, start, row([*states, int(line[RIGHT]), -1]), actions, False)
    builder, found = LineBuilder(rush, position), None
    for action in actions[: int(told)]:
        (builder.place if action >= PLACES else builder.go_home)(int(action) % PLACES)
    for move in builder.moves:
        if not follows_leftmost_rule(rush, position, move):
            tie = next(tie for tie in ties(rush, position) if move.source in tie.columns[1:])
            leftmost = Move(tie.columns[0], move.target, run_length(position, tie.columns[0]))
            found = rush.apply(position, leftmost), rush.apply(position, move)
        position = rush.apply(position, move)
    return found


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
@pytest.mark.parametrize(("draw", "number"), [(3, 17012), (3, 14905), (1, 7374), (1, 11840)])
def test_a_deal_with_a_known_tie_that_the_leftmost_loses_is_found(draw, number):
    tables = losing_tie_of(draw, number, 1000)
    assert tables is not None
    verdicts = [solve_rush(Rush(draw=draw), table, Budget()).verdict for table in tables]
    assert verdicts == [Verdict.UNSOLVABLE, Verdict.SOLVED]


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
@pytest.mark.parametrize("draw", [1, 3])
def test_the_ties_found_are_ties_by_the_rules_and_decided_as_they_are_played(draw):
    rush, found = Rush(draw=draw), 0
    for number in range(80):
        tables = losing_tie_of(draw, number, 200)
        if tables is None:
            continue
        found += 1
        left, other = tables
        assert solve_rush(rush, other, Budget(nodes=100_000)).verdict is Verdict.SOLVED
        assert solve_rush(rush, left, Budget(nodes=EFFORTS[1])).verdict is not Verdict.SOLVED
    assert found >= 4
