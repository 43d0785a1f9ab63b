"""Where cards stand: fans that can be read, and every card inside the window at any size."""

from collections.abc import Iterator
from functools import reduce
from itertools import combinations, pairwise, takewhile
from random import Random

import pygame
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from game.rules.rush import COLUMNS, FOUNDATIONS, STOCK_PILE
from game.ui.drawing.drawings import DECKS
from game.ui.drawing.layout import (
    CARD_RATIO,
    FAN_DOWN,
    MIN_FAN_DOWN,
    STANDARD_INDEX,
    Box,
    IndexSize,
    Slot,
    card_size,
    cards_in_slot,
    columns_across,
    fan_offsets,
)
from tests.records import position
from tests.ui.driver import Table

SIZES = [(640, 480), (900, 640), (1280, 800), (1920, 1080), (3840, 2160)]
WORST = [False] * 6 + [True] * 13
"""The longest column there can be in Rush: on six cards face down a run from king to ace."""

columns = st.builds(lambda downs, ups: [False] * downs + [True] * ups, st.integers(0, 12), st.integers(1, 20))
heights = st.integers(34, 500)
rooms = st.floats(0, 3000)


INDEX_SIZES = [deck.index_size for deck in DECKS.values()]
index_sizes = st.sampled_from(INDEX_SIZES)
COMFORTABLE = STANDARD_INDEX.comfortable_down


def steps(
    face_ups: list[bool], card_height: float, room_px: float, seen: IndexSize = STANDARD_INDEX
) -> tuple[list[float], list[float]]:
    """How far each covered card is from the next one: those of face-down cards, of face-up cards."""
    offsets = fan_offsets(face_ups, card_height, room_px, seen)
    gaps = [after - before for before, after in pairwise(offsets)]
    downs = [gap for gap, is_up in zip(gaps, face_ups, strict=False) if not is_up]
    return downs, [gap for gap, is_up in zip(gaps, face_ups, strict=False) if is_up]


# Fans ----------------------------------------------------------------------------------------
@given(face_ups=columns, height=heights, room_px=rooms)
def test_a_fan_goes_down_card_by_card_equally_far_apart_and_fits_its_room(face_ups, height, room_px):
    offsets = fan_offsets(face_ups, height, room_px)
    assert len(offsets) == len(face_ups)
    assert offsets[0] == 0
    assert offsets == sorted(offsets)
    if room_px > height + 1:
        assert len(set(offsets)) == len(offsets)
    assert offsets[-1] + height <= max(room_px, height) + 1e-6

    for gaps in steps(face_ups, height, room_px):
        assert gaps == pytest.approx([gaps[0]] * len(gaps) if gaps else [])


@pytest.mark.parametrize("what", ["down", "rank_down"])
@given(face_ups=columns, height=heights, room_px=rooms, seen=index_sizes)
def test_rank_and_suit_or_at_least_the_rank_are_seen_while_there_is_room(
    what, face_ups, height, room_px, seen
):
    downs, ups, share = len(face_ups) - sum(face_ups), sum(face_ups) - 1, getattr(seen, what)
    assume(height * (1 + ups * share + downs * MIN_FAN_DOWN) <= room_px)
    assert all(gap >= share * height - 1e-6 for gap in steps(face_ups, height, room_px, seen)[1])


@given(face_ups=columns, height=heights)
def test_with_all_the_room_in_the_world_a_fan_is_comfortable(face_ups, height):
    downs, ups = steps(face_ups, height, 1e6)
    assert downs == pytest.approx([FAN_DOWN * height] * len(downs))
    assert ups == pytest.approx([COMFORTABLE * height] * len(ups))


@given(face_ups=columns, height=heights, room_px=rooms)
def test_cards_face_down_give_way_first(face_ups, height, room_px):
    downs, ups = steps(face_ups, height, room_px)
    assume(downs and ups)
    if min(ups) < COMFORTABLE * height - 1e-6:
        assert max(downs) <= MIN_FAN_DOWN * height + 1e-6


@given(face_ups=columns, height=heights, room_px=rooms, more_px=st.floats(0, 500))
def test_more_room_never_pushes_cards_together(face_ups, height, room_px, more_px):
    tight, wide = fan_offsets(face_ups, height, room_px), fan_offsets(face_ups, height, room_px + more_px)
    assert all(more >= less - 1e-6 for less, more in zip(tight, wide, strict=True))


# Slots ---------------------------------------------------------------------------------------
def test_an_empty_pile_has_no_cards_and_a_thick_one_shows_its_thickness():
    assert cards_in_slot(Slot(5, 5, "down", 300), [], 50, 70) == []
    assert cards_in_slot(Slot(5, 5, "right", shown=3), [], 50, 70) == []
    assert cards_in_slot(Slot(5, 5), [], 50, 70) == []

    points = cards_in_slot(Slot(0, 50), [False] * 24, 90, 126)
    assert [point.y for point in points[::8]] == [50, 49, 48]
    assert {point.x for point in points} == {0}


@pytest.mark.parametrize(("mirrored", "xs"), [(False, [0, 0, 0, 30, 60]), (True, [-60, -60, -60, -30, 0])])
def test_the_last_three_of_the_waste_lie_fanned(mirrored, xs):
    points = cards_in_slot(Slot(0, 9, "right", shown=3), [True] * 5, 100, 140, mirrored)
    assert points == [(x, 9) for x in xs]


# Rooms ---------------------------------------------------------------------------------------
@given(
    width=st.integers(400, 4000),
    height=st.integers(300, 2200),
    count=st.integers(5, 12),
    rows=st.floats(2.5, 5),
)
def test_cards_are_as_large_as_fits(width, height, count, rows):
    room = Box(10, 20, width, height)
    card_width, card_height = card_size(room, count, rows)
    assume(card_width > 24)
    assert card_height == round(card_width * CARD_RATIO)
    assert card_height * rows <= height + rows
    xs = columns_across(room, count, card_width)
    assert xs[0] >= room.x
    assert xs[-1] + card_width <= room.x + room.width
    assert all(after - before > card_width for before, after in pairwise(xs))
    wider = card_width + 2
    fits = wider * (count + (count + 1) * 0.16) <= width and wider * CARD_RATIO * rows <= height
    assert not fits, "there was room for larger cards"


# Boxes ---------------------------------------------------------------------------------------
boxes = st.builds(Box, st.integers(-50, 50), st.integers(-50, 50), st.integers(1, 60), st.integers(1, 60))


@given(one=boxes, other=boxes)
def test_two_boxes_overlap_by_the_pixels_they_share(one, other):
    def pixels(box: Box) -> set[tuple[int, int]]:
        rows = range(int(box.y), int(box.y + box.height))
        return {(x, y) for y in rows for x in range(int(box.x), int(box.x + box.width))}

    assert one.overlap(other) == other.overlap(one) == len(pixels(one) & pixels(other))
    both = one.union(other)
    assert pixels(one) | pixels(other) <= pixels(both)
    assert all(one.contains(point) for point in pixels(one))
    assert not one.contains((one.x + one.width, one.y))
    assert not one.contains((one.x, one.y + one.height))


# The table of Rush ---------------------------------------------------------------------------
LONG_COLUMN = position(
    "t7 (2C) (3C) (4C) (5C) (7C) (8C) KS QD JS TD 9S 8D 7S 6D 5S 4D 3S 2D AS",
    "t1 (6C) (9C) (TC) (JC) (QC) (KC) KH",
    "waste 2H 3H 4H 5H",
)


def boxes_of(table: Table, pile: int) -> list[Box]:
    cards = table.game.position.piles[pile]
    return [table.screen.cards.place_of(pile, index) for index in range(max(1, len(cards)))]


@pytest.mark.parametrize("is_left", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_cards_grow_with_the_window_lie_apart_and_can_be_told_in_the_longest_column(
    make_table, size, is_left
):
    table = make_table(size=size).wants(left_handed=is_left)
    table.start(LONG_COLUMN)
    bars, (width, _), pictures = table.screen.bars, table.screen.canvas.size, table.context.pictures
    assert 0.13 <= pictures.card_width / table.screen.canvas.size[1] <= 0.2
    room = Box(0, bars.top.height, width, bars.bottom.y - bars.top.height)
    areas = [reduce(Box.union, boxes_of(table, pile)) for pile in range(13)]
    assert all(area.within(room) == area for area in areas)
    assert not any(one.overlap(other) for one, other in combinations(areas, 2))
    cards = table.game.position.piles[COLUMNS[6]]
    assert [card.face_up for card in cards] == WORST
    for index in range(6, 18):  # the rank takes 4 to 17 % of a card's height: two thirds of it are enough
        strip = table.screen.cards.visible_box(COLUMNS[6], index)
        assert strip.height >= 0.125 * pictures.card_height, cards[index]


def test_a_deal_fills_more_than_half_of_a_high_window_and_no_card_moves_because_of_it(make_table):
    table = make_table(size=(640, 1000)).start(48213).settle()
    last = table.place("t7")
    assert last.y + last.height > 500
    before = table.places(COLUMNS.start + 6)
    table.start(
        position("t7 (2C) (3C) (4C) (5C) (6C) (7C) KS", "t1 QH", "t2 JS", "t3 TH", "t4 9S", "t5 8H")
    ).settle()
    table.drag("t1", "t7").drag("t2", "t7").drag("t3", "t7").drag("t4", "t7").drag("t5", "t7").settle()
    assert [card[:2] for card in table.places(COLUMNS.start + 6)[:7]] == [card[:2] for card in before]


def test_left_handed_is_the_mirror_image(make_table):
    right, left = make_table(), make_table()
    left.context.settings.left_handed = True
    right.start(LONG_COLUMN)
    left.start(LONG_COLUMN)
    for pile in (STOCK_PILE, *FOUNDATIONS, *COLUMNS):
        for box, mirrored in zip(boxes_of(right, pile), boxes_of(left, pile), strict=True):
            assert mirrored.y == box.y
            assert mirrored.x + mirrored.width + box.x == pytest.approx(1280, abs=2)


# Overlapped cards, in games played at random ---------------------------------------------------
PLAYED_MOVES = 60
LOOKED_AT_EVERY = 12
INDEX_BOTTOM = 90.5 / 350
"""Where the suit below the rank ends in the ordinary print, as a share of a card's height; in the large one
the rank and the suit beside it end at 89 / 350 (see tools/artwork/cards.py)."""
INDEX_RIGHT = {"standard": 55 / 250, "large": 74 / 250}


def played_at_random(table: Table, seed: int) -> Iterator[None]:
    """Plays some moves at random, and shows the table now and then."""
    chance, game = Random(seed), table.game
    for number in range(PLAYED_MOVES):
        moves = game.variant.legal_moves(game.position)
        if not moves:
            break
        game.play(chance.choice(moves), number)
        if number % LOOKED_AT_EVERY == LOOKED_AT_EVERY - 1:
            table.lay_out_again()
            yield


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["rush", "spider"])
def test_covered_cards_show_rank_and_suit_where_the_table_has_room(make_table, game, size, deck):
    table = make_table(size=size).wants(deck=deck)
    table.start(13, game=game, dealt=False)
    looked_at = 0
    for _ in played_at_random(table, seed=7):
        layer, height = table.screen.cards, table.context.pictures.card_height
        for pile, slot in enumerate(table.screen.area.slots):
            cards = table.game.position.piles[pile]
            ups, downs = [card.face_up for card in cards[:-1]], [not card.face_up for card in cards[:-1]]
            needed = height * (1 + sum(ups) * DECKS[deck].index_size.down + sum(downs) * MIN_FAN_DOWN)
            if slot.fan != "down" or needed > slot.room_px:
                continue
            for index, is_up in enumerate(ups):
                if is_up:
                    strip = layer.visible_box(pile, index).height
                    assert strip >= INDEX_BOTTOM * height, (cards[index], pile)
                    looked_at += 1
    assert looked_at > 5


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_fans_show_rank_and_suit_where_their_row_has_room(make_table, size, deck):
    table = make_table(size=size).wants(deck=deck)
    table.start(13, game="three-shuffles", dealt=False)
    looked_at = 0
    for _ in played_at_random(table, seed=7):
        layer, width = table.screen.cards, table.context.pictures.card_width
        for pile, slot in enumerate(table.screen.area.slots):
            cards = table.game.position.piles[pile]
            needed = width * (1 + (len(cards) - 1) * DECKS[deck].index_size.across)
            if slot.fan == "across" and needed <= slot.room_px:
                for index in range(len(cards) - 1):
                    assert layer.visible_box(pile, index).width >= INDEX_RIGHT[deck] * width
                    looked_at += 1
    assert looked_at > 20


@pytest.mark.parametrize("deck", DECKS)
def test_the_waste_shows_rank_and_suit_of_all_three_cards(make_table, deck):
    table = make_table().wants(deck=deck)
    table.start(position("waste 2H 3H 4H 5H"))
    width = table.context.pictures.card_width
    for index in (1, 2):
        assert table.screen.cards.visible_box(1, index).width >= INDEX_RIGHT[deck] * width


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_rank_of_the_large_print_takes_a_fifth_of_the_width_and_more(make_table, size):
    """What is drawn, not what is said of it: dark pixels at the left of a card's upper half."""
    table = make_table(size=size).wants(deck="large")
    table.start(position("t1 7S"))
    seen = table.drawn.subsurface(pygame.Rect(table.screen.cards.top_box(COLUMNS[0])))
    width, height = seen.get_size()
    inside, rows = range(round(0.03 * width), round(0.28 * width)), range(round(0.02 * height), height // 2)
    dark = [y for y in rows if any(sum(seen.get_at((x, y))[:3]) < 250 for x in inside)]
    rank = list(takewhile(lambda pair: pair[1] - pair[0] == 1, pairwise(dark)))
    assert (len(rank) + 1) / width >= 0.22


@pytest.mark.parametrize(
    ("is_left_handed", "side", "other"), [(False, "left", "right"), (True, "right", "left")]
)
def test_left_on_the_rules_page_is_left_on_the_screen(table, is_left_handed, side, other):
    table.wants(left_handed=is_left_handed).start(7).key("f1")
    told = " ".join(table.app.screen.spoken_lines)
    assert f"take the {side} one:" in told
    assert f"the {other} one" not in told
    assert ("counted from the right" in told) == is_left_handed
