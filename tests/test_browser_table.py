"""A game as a page is told it, without a server: what a player sees and nothing else."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.browser.table import because, layout, table
from game.language import English
from game.online.messages import frame
from game.play.deal import Deal, deal_number
from game.play.proof import deal_of, deck_from_secret
from game.rounds.referee import Ruling, StoredGame, judge, stored
from game.rules import find_variant
from game.rules.rush import Rush
from tests.records import golden

RUSH = Rush(draw=3, limit=300)


GAMES = [
    RUSH,
    *(find_variant("spider", [f"suits={suits}"]) for suits in (1, 4)),
    find_variant("one-three-back"),
    *(find_variant("three-shuffles", [f"early={early}"]) for early in ("no", "yes")),
]


def played(deal: Deal, actions: list[str]) -> list[StoredGame]:
    """How a deal stands at first and after each action."""
    found = [stored(deal, 0, ())]
    for number, action in enumerate(actions, 1):
        ruling = judge(found[-1], number, action, 100 * number)
        found.append(ruling.after)
    return found


@pytest.mark.parametrize(
    ("name", "is_best"),
    [
        *(("rush_draw_3_won", False), ("spider_won_1000", True), ("spider_suits_1_won", False)),
        *(("three_shuffles_won", True), ("three_shuffles_lost", False), ("one_three_back_over", False)),
    ],
)
def test_a_page_is_told_that_there_is_nothing_to_beat(name, is_best):
    kept = StoredGame(golden(name).replay(), 0, {}, None)
    assert table(1, kept, None, English()).is_best is is_best


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_every_pile_has_a_place_of_its_own_on_the_board(rules):
    board = layout(rules, English())
    for shape in ("tall", "wide", "low"):
        places = [getattr(pile, shape)[:2] for pile in board.piles]
        across, down = getattr(board, shape).across, getattr(board, shape).down
        assert len({*places}) == len(places)
        assert all(0 <= x <= across - 100 and 0 <= y < down for x, y in places)


def told(games: list[StoredGame]) -> str:
    """All that a player is told who has looked from the beginning and tapped everything."""
    tables = [table(1, games[0], None, English())]
    tables += [table(1, kept, before, English()) for before, kept in pairwise(games)]
    piles = games[0].game.variant.piles
    lifts = [(place.name, count) for place in piles for count in (1, 2, 20)]
    whys = [because(games[-1], *lift, to, English()) for lift in lifts for to in (None, "t1", "f2")]
    return "\n".join([*map(frame, tables), *whys])


@pytest.mark.parametrize("variant", GAMES, ids=str)
@given(number=st.integers(0, 10**9), steps=st.integers(0, 90), seed=st.integers(0, 2**32))
def test_of_two_decks_that_agree_on_the_cards_seen_the_same_is_told(variant, number, steps, seed):
    deal, random, actions = deal_number(variant, number), Random(seed), []
    kept = stored(deal, 0, ())
    for _ in range(steps):
        shown = table(1, kept, None, English())
        wanted = [*shown.home, *shown.home, *shown.moves, *(["undo"] if shown.undo else [])]
        if not wanted:
            break
        actions.append(random.choice(wanted))
        ruling = judge(kept, len(actions), actions[-1], 100 * len(actions))
        assert isinstance(ruling, Ruling), "what is told as legal is legal"
        kept = ruling.after
    is_hidden = [card.up not in kept.seen for card in deal.deck]
    hidden = [card for card, is_so in zip(deal.deck, is_hidden, strict=True) if is_so]
    random.shuffle(hidden)
    others = iter(hidden)
    deck = tuple(next(others) if is_so else card for card, is_so in zip(deal.deck, is_hidden, strict=True))
    later = number if "stock" in actions else number + 1  # by which cards are shuffled, where they are
    other = Deal(variant, deal.number, deck, variant.deal(deck, later))
    assert told(played(other, actions)) == told(played(deal, actions))


def test_a_table_has_every_legal_move_and_nothing_of_a_card_that_lies_face_down():
    kept = played(deal_of(RUSH, deck_from_secret(bytes(32))), ["stock", "stock"])[-1]
    found = table(1, kept, None, English())
    assert found.moves == tuple(map(RUSH.move_to_text, RUSH.legal_moves(kept.game.position)))
    assert found.piles[0] == "stock 18"
    assert [pile.count("?") for pile in found.piles[6:]] == [0, 2, 4, 6, 8, 10, 12]
    assert because(kept, "stock", 1, "t1", English()) == "Click the stock to turn its cards."
