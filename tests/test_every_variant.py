"""The laws that hold for every registered game, with its options, on random playouts.

A newly registered game is tried without a word here: games and options come from the registry. Two
that the program does not know are among them, so that nothing below it knows its games by name.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cards import Card
from game.play.deal import deal_number
from game.play.game import ControlAction, Entry, Game
from game.play.proof import proof
from game.play.record import (
    RecordError,
    action_from_text,
    action_to_text,
    read_record,
    read_record_while_good,
    record_text,
)
from game.rules import VARIANTS, find_variant
from game.rules.options import choices as choices_of
from game.rules.options import options_to_text
from game.rules.position import STOCK, Move, Position, Travel, travels
from game.rules.variant import IllegalMove, Variant
from tests.foreign import FOREIGN, registered
from tests.playouts import choices, goes_home, numbers, play_out, played

NOT_WON_BY_CHANCE = ("rush", "spider")
ACTS = (*[ControlAction.UNDO, ControlAction.REDO] * 4, ControlAction.SHOWN, ControlAction.END)


def with_options(variant: type[Variant]) -> Iterator[Variant]:
    """A game with its defaults, and with each other value of one option at a time; of a range its ends."""
    yield variant()
    for name, option in variant.declared.items():
        values = choices_of(variant, name)
        some = [values[0], values[-1]] if isinstance(values, range) else values
        needs = dict([option.needs] if option.needs else [])
        yield from (variant(**needs, **{name: value}) for value in some if value != option.default)


EVERY = [game for variant in (*VARIANTS.values(), *FOREIGN) for game in with_options(variant)]

every_variant = pytest.mark.parametrize(
    "variant",
    [
        pytest.param(
            game,
            id=f"{game.name} {options_to_text(game)}".strip(),
            marks=[] if game == type(game)() else pytest.mark.thorough,
        )
        for game in EVERY
    ],
)
"""Of the quick tests are those with the options that a game has by itself."""


@pytest.fixture(scope="module", autouse=True)
def foreign() -> Iterator[None]:
    """The foreign games are registered."""
    with registered():
        yield


def law(most: int = 60, **more: st.SearchStrategy[object]) -> Callable[[Callable[..., None]], object]:
    """A test for every variant, on random deals with random choices for at most so many actions."""
    few = settings(max_examples=max(2, settings().max_examples // 6))

    def decorated(test: Callable[..., None]) -> object:
        return every_variant(few(given(number=numbers, chosen=choices(most), **more)(test)))

    return decorated


def every_move(variant: Variant, position: Position) -> Iterator[Move]:
    """Everything that could be asked for, sensible or not."""
    assert Move(-1, -1, 0) == STOCK, "the stock action is among them"
    piles = range(-1, len(variant.piles) + 1)
    most = max(len(pile) for pile in position.piles)
    yield from map(Move._make, product(piles, piles, range(most + 2)))


def everything(position: Position) -> tuple[object, ...]:
    """All there is to compare, copies too."""
    return position.piles, position.counters


# Options ------------------------------------------------------------------------------------
def test_several_option_sets_are_tried():
    assert len(EVERY) > len(VARIANTS)
    assert {type(game) for game in EVERY} == set(VARIANTS.values())


@every_variant
def test_options_read_back(variant):
    assert find_variant(variant.name, options_to_text(variant).split()) == variant


@pytest.mark.parametrize("name", [*VARIANTS, *(game.name for game in FOREIGN)])
def test_a_game_is_registered_by_its_own_name(name):
    assert VARIANTS[name].name == name
    assert VARIANTS[name].title


@every_variant
def test_a_game_keeps_nothing_but_its_options(variant):
    with pytest.raises(AttributeError):
        variant.something = 1
    assert vars(variant).keys() == variant.declared.keys()
    assert hash(variant) == hash(type(variant)(**vars(variant)))


# Cards and moves ----------------------------------------------------------------------------
@law()
def test_no_card_is_created_lost_or_doubled_and_legal_moves_are_sorted_and_unique(variant, number, chosen):
    pack = Counter(card.identity for card in variant.pack())
    for game in play_out(deal_number(variant, number), chosen):
        assert Counter(card.identity for pile in game.position.piles for card in pile) == pack
        found = variant.legal_moves(game.position)
        assert found == sorted(set(found))


def applies(variant: Variant, position: Position, move: Move) -> bool:
    try:
        variant.apply(position, move)
    except IllegalMove:
        return False
    return True


@every_variant
def test_no_move_is_legal_after_the_end_unless_the_game_says_so(variant):
    chance, ended = random.Random(7), 0
    for number in range(2 if variant.name in NOT_WON_BY_CHANCE else 6):
        position = deal_number(variant, number).position
        for _ in range(150):
            moves = variant.legal_moves(position)
            if variant.outcome(position) is not None:
                ended += 1
                assert not moves or "move" in variant.legal_after_the_end
            if not moves:
                break
            home = [move for move in moves if goes_home(variant, move)]
            position = variant.after_move(position, chance.choice(home or moves))
    assert ended or variant.name in NOT_WON_BY_CHANCE, "see the recorded games"


@pytest.mark.slow
@law()
def test_legal_moves_are_those_that_apply_and_no_other(variant, number, chosen):
    position = played(variant, number, chosen).position
    before = everything(position)
    applied = [move for move in every_move(variant, position) if applies(variant, position, move)]
    assert variant.legal_moves(position) == sorted(applied)
    assert everything(position) == before


@pytest.mark.slow
@law()
def test_a_refusal_is_a_sentence(variant, number, chosen):
    position = played(variant, number, chosen).position
    for refusal in {variant.refusal(position, move) for move in every_move(variant, position)} - {None}:
        assert refusal.endswith(".")
        assert refusal[0].isupper() or not refusal[0].isalpha()
        assert refusal.count(" ") >= 2


@law()
def test_what_can_be_lifted_and_where_it_can_be_dropped_are_the_legal_moves(variant, number, chosen):
    position = played(variant, number, chosen).position
    offered = [
        Move(pile, target, count)
        for pile in range(len(variant.piles))
        for count in range(1, len(position.piles[pile]) + 1)
        if variant.can_lift(position, pile, count)
        for target in variant.targets(position, pile, count)
    ]
    assert sorted(offered) == [move for move in variant.legal_moves(position) if move != STOCK]


@law()
def test_sending_home_is_a_legal_move_of_the_top_card(variant, number, chosen):
    position = played(variant, number, chosen).position
    for pile in range(len(variant.piles)):
        move = variant.send_home(position, pile)
        if move is not None:
            assert move.source == pile
            assert move in variant.legal_moves(position)
            assert variant.home(variant.apply(position, move)) > variant.home(position)


# What face-down cards tell --------------------------------------------------------------------
def offers(variant: Variant, position: Position) -> object:
    """All that the interface may show or do, and what it says where it refuses."""
    piles = range(len(position.piles))
    lifts = [
        (pile, count)
        for pile in piles
        for count in range(len(position.piles[pile]) + 2)
        if variant.can_lift(position, pile, count)
    ]
    legal = variant.legal_moves(position)
    return (
        lifts,
        [variant.targets(position, *lift) for lift in lifts],
        legal,
        [variant.undo_refusal(position, move) for move in legal],
        [variant.send_home(position, pile) for pile in piles],
        [variant.refusal(position, move) for move in every_move(variant, position)],
        (variant.score(position), variant.outcome(position), variant.is_auto_finishing(position)),
    )


@pytest.mark.slow
@law(data=st.data())
def test_face_down_cards_never_influence_what_is_offered(variant, number, chosen, data):
    position = played(variant, number, chosen).position
    hidden = [card for pile in position.piles for card in pile if not card.face_up]
    others = iter(data.draw(st.permutations(hidden)))
    piles = tuple(tuple(card if card.face_up else next(others) for card in pile) for pile in position.piles)
    assert offers(variant, Position(piles, position.counters)) == offers(variant, position)


# Undo and redo --------------------------------------------------------------------------------
def seen(game: Game) -> object:
    return everything(game.position), game.score, game.outcome


def is_allowed(game: Game, act: ControlAction) -> bool:
    """Whether an act is allowed; it is then done, and otherwise has to leave no trace."""
    before, entries = seen(game), len(game.entries)
    refusal = game.undo_refusal() if act is ControlAction.UNDO else game.redo_refusal()
    if refusal is None:
        game.play(act, game.elapsed_ms)
        assert len(game.entries) == entries + 1
        return True
    with pytest.raises(IllegalMove) as refused:
        game.play(act, game.elapsed_ms)
    assert str(refused.value) == refusal
    assert (seen(game), len(game.entries)) == (before, entries)
    return False


@law()
def test_undo_walks_back_to_the_deal_or_to_a_refusal_and_redo_to_the_end(variant, number, chosen):
    past = []
    for game in play_out(deal_number(variant, number), chosen, acts=(ControlAction.SHOWN,)):
        if not past or past[-1][0] != everything(game.position):
            past.append(seen(game))
    end = len(game.positions()) - 1
    assert [everything(position) for position in game.positions()] == [state[0] for state in past]
    while is_allowed(game, ControlAction.UNDO):
        assert seen(game) == past[len(game.positions()) - 1]
    if game.undo_refusal() == "There is nothing to undo.":
        assert everything(game.position) == everything(game.deal.position)
    while is_allowed(game, ControlAction.REDO):
        assert seen(game) == past[len(game.positions()) - 1]
    assert len(game.positions()) - 1 == end
    assert seen(game) == past[-1]


@law()
def test_a_new_move_leaves_nothing_to_bring_back(variant, number, chosen):
    for game in play_out(deal_number(variant, number), chosen, acts=(ControlAction.UNDO,)):
        if game.entries and game.entries[-1].action is not ControlAction.UNDO:
            assert game.redo_refusal() is not None


# Animation ------------------------------------------------------------------------------------
Lying = dict[tuple[int, int], Card]


def lying(position: Position) -> Lying:
    """Every card by its pile and its height in it."""
    return {
        (pile, height): card for pile, cards in enumerate(position.piles) for height, card in enumerate(cards)
    }


def travelled(before: Position, ways: list[Travel]) -> Lying:
    """Where the cards of `before` lie once all have gone their ways: first taken up, then put down."""
    table = lying(before)
    for way in ways:
        was = table.pop((way.source, way.source_index))
        assert was.identity == way.card.identity
        assert way.turned == (was is not way.card)
    for way in ways:
        assert (way.target, way.target_index) not in table
        table[way.target, way.target_index] = way.card
    return table


@law()
def test_what_travels_between_two_positions_makes_one_from_the_other(variant, number, chosen):
    positions = [game.position for game in play_out(deal_number(variant, number), chosen)]
    for before, after in [*pairwise(positions), (positions[0], positions[-1]), (positions[-1], positions[0])]:
        ways = travels(before, after)
        assert travelled(before, ways) == lying(after)
        assert len(ways) == len(lying(after).items() - lying(before).items()), "nothing travels in vain"
        assert ways == sorted(ways, key=lambda way: (way.target, way.target_index))


# Text -----------------------------------------------------------------------------------------
@law()
def test_positions_and_actions_read_back(variant, number, chosen):
    position = played(variant, number, chosen).position
    text = variant.position_to_text(position)
    assert variant.position_from_text(text) == position
    assert variant.position_to_text(variant.position_from_text(text)) == text
    for action in [*variant.legal_moves(position), *ControlAction]:
        assert action_from_text(variant, action_to_text(variant, action)) == action


# Records --------------------------------------------------------------------------------------
@law(picture=st.booleans())
def test_a_replayed_record_proves_what_the_live_game_proved(variant, number, chosen, picture):
    *_, game = play_out(deal_number(variant, number), chosen, ACTS)
    tags = {"player": "Anna = 50 % #1\n", "started": "2026-11-21T07:13:34Z"}
    record = read_record(record_text(game, tags, picture).encode())
    again = record.replay()
    assert proof(again) == proof(game)
    assert [everything(position) for position in again.positions()] == [
        everything(position) for position in game.positions()
    ]
    assert again.was_shown == game.was_shown
    assert record.tags == tags
    assert list(record.entries) == game.entries
    assert record_text(again, record.tags, picture) == record_text(game, tags, picture)


@law(most=30, data=st.data())
def test_a_record_cut_at_any_byte_is_the_beginning_of_the_game_or_refused(variant, number, chosen, data):
    *_, game = play_out(deal_number(variant, number), chosen, ACTS)
    written = record_text(game, {"player": "Zoë"}).encode()
    header = written.index(b"\n\n") + 2
    for cut in data.draw(st.lists(st.integers(0, len(written)), min_size=5, max_size=20)):
        part = written[:cut]
        if cut < header:
            with pytest.raises(RecordError) as refused:
                read_record(part)
            assert refused.value.line == max(1, part.count(b"\n") + 1)
        else:
            entries = part[header:].count(b"\n")
            record, error = read_record_while_good(part)
            assert error is None
            assert list(record.entries) == game.entries[:entries]
            assert record.replay().entries == game.entries[:entries]


@pytest.mark.thorough
@law(most=30)
def test_what_the_rules_refuse_is_refused_in_a_record_by_its_line(variant, number, chosen):
    game = played(variant, number, chosen)
    header = record_text(Game(game.deal), {}).count("\n")
    every = list(every_move(variant, game.position))
    for move in every[:: len(every) // 60 + 1]:
        is_writable = move == STOCK or (min(move) >= 0 and max(move[:2]) < len(variant.piles) and move.count)
        if not is_writable or game.refusal(move, game.elapsed_ms) is None:
            continue
        text = record_text(game, {}) + f"{game.elapsed_ms} {action_to_text(variant, move)}\n"
        with pytest.raises(RecordError) as refused:
            read_record(text.encode()).replay()
        assert refused.value.line == header + len(game.entries) + 1
        assert game.refusal(move, game.elapsed_ms) in refused.value.reason


# Time -----------------------------------------------------------------------------------------
@law(most=30)
def test_no_entry_is_before_another_or_later_than_the_limit(variant, number, chosen):
    game = played(variant, number, chosen)
    entries = list(game.entries)
    wrong = [game.elapsed_ms - 1, *([] if variant.limit_ms is None else [variant.limit_ms + 1])]
    for at_ms in wrong[game.elapsed_ms == 0 :]:
        for action in [*variant.legal_moves(game.position), *ControlAction]:
            with pytest.raises(IllegalMove):
                game.play(action, at_ms)
    assert game.entries == entries


@law(most=30)
def test_showing_a_winning_line_changes_nothing_on_the_table(variant, number, chosen):
    game = played(variant, number, chosen)
    before = seen(game)
    if game.refusal(ControlAction.SHOWN, game.elapsed_ms) is None:
        game.play(ControlAction.SHOWN, game.elapsed_ms)
        assert game.entries[-1] == Entry(game.elapsed_ms, ControlAction.SHOWN)
        assert game.was_shown
    assert seen(game) == before
