"""Every text and every index is told from what lies beneath it: measured on the frames that a player sees."""

from collections.abc import Callable, Iterator
from itertools import cycle, product

import numpy
import pygame
import pytest

from game.rules.rush import COLUMNS
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import ALL_FELTS, BLACK, FACE, FELTS, HIGH_CONTRAST
from game.ui.games.spider.hand import Peek
from tests.records import position
from tests.seen import MIN_DISTANCES, MIN_MARK, SEEN_BY, mark_contrasts, suit_distance
from tests.ui.driver import Table
from tests.ui.driver.outside import DRAWN
from tests.ui.driver.seen_texts import SeenText, TracedPictures, contrast, seen_texts
from tests.ui.screens import SCREENS, open_screen

MIN_COUNT = 4.5
"""For text of any size: WCAG 2.2, success criterion 1.4.3, which asks less of large text."""
MIN_HIGH = 7.0
"""In high contrast: success criterion 1.4.6."""
LOOKED_AT = [
    *("home with everything", "settings", "statistics", "open", "ready", "tournament, a round"),
    *("rules: rush", "half: three-shuffles", "half: spider", "pause: rush", "result: one-three-back"),
    "replay: spider",
]


# Texts ----------------------------------------------------------------------------------------------
def texts_of(table: Table, screen: str, is_hot: bool = False) -> Iterator[SeenText]:
    """What is written on a screen; all its buttons may be hot, as under the pointer."""
    pictures = TracedPictures(DRAWN)
    table.context.pictures = pictures
    table.stares = True
    open_screen(table, screen)

    def drawn() -> pygame.Surface:
        table.lay_out_again()
        screen = table.app.screen
        for button in screen.pressables:
            button.is_hot = button.is_hot or is_hot
        screen.canvas.damage()
        screen.draw(1.0)
        return table.drawn

    return seen_texts(pictures, drawn)


def told_badly(texts: Iterator[SeenText], least: float = MIN_COUNT) -> list[str]:
    found = list(texts)
    assert found
    return [f"{text.wording.words!r} {text.contrast:.2f}" for text in found if text.contrast < least]


def choose_table(table: Table, colour: str) -> None:
    settings = table.context.settings
    if colour == HIGH_CONTRAST:
        settings.contrast = "high"
    else:
        settings.table = colour


@pytest.mark.parametrize(
    ("screen", "colour"),
    [
        *product(LOOKED_AT, ("green", HIGH_CONTRAST)),
        *zip(LOOKED_AT, cycle(colour for colour in FELTS if colour != "green")),
    ],
)
def test_every_text_is_told_from_its_ground(table, screen, colour):
    """Green is the lightest table; buttons are lightest under the pointer, and the gold ones then darkest."""
    choose_table(table, colour)
    least, states = (MIN_HIGH, (False, True)) if colour == HIGH_CONTRAST else (MIN_COUNT, (True,))
    for is_hot in states:
        assert told_badly(texts_of(table, screen, is_hot), least) == [], is_hot


@pytest.mark.parametrize("screen", SCREENS)
def test_every_text_of_every_screen_is_told_from_its_ground(table, screen):
    table.context.settings.table = "green"
    assert told_badly(texts_of(table, screen)) == []


def test_what_is_written_is_found(table):
    """The measure itself: words in the colour of their ground are told badly, and black on white is not."""
    table.start()
    pictures = TracedPictures(DRAWN)
    pictures.set_unit(1.0)

    def drawn() -> pygame.Surface:
        surface = pygame.Surface((400, 100))
        surface.fill((255, 255, 255))
        surface.blit(pictures.text("Black", "large", (0, 0, 0)), (10, 10))
        surface.blit(pictures.text("Grey", "large", (140, 140, 140)), (200, 10))
        return surface

    black, grey = seen_texts(pictures, drawn)
    assert (black.wording.words, grey.wording.words) == ("Black", "Grey")
    assert black.contrast == pytest.approx(21, abs=1)
    assert 3 < grey.contrast < 4
    assert black.box.topleft == (10, 10)


# Indexes --------------------------------------------------------------------------------------------
TOPS = position("t1 9S", "t2 9C", "t3 TH", "t4 TD", "t5 8H", "t6 8D", "t7 TS")
"""Cards of all suits on which others go, and which go on others."""


def index_contrast(table: Table, box: Box) -> float:
    """The contrast of the rank in the corner of the card in a box, as it is seen."""
    width, height = box.width, box.height
    corner = pygame.Rect(box.x + 0.05 * width, box.y + 0.04 * height, 0.16 * width, 0.11 * height)
    pixels = pygame.surfarray.array3d(table.drawn.subsurface(corner)).reshape(-1, 3)
    colours, counts = numpy.unique(pixels, axis=0, return_counts=True)
    light = colours.sum(axis=1) > 450
    ground = colours[light][counts[light].argmax()]
    return float(contrast(pixels, numpy.broadcast_to(ground, pixels.shape)).max())


def pick_up(card: str, *targets: str) -> Callable[[Table], list[str]]:
    def way(table: Table) -> list[str]:
        table.pick_up(card)
        assert set(table.targets) >= {*targets}
        return [*targets]

    return way


def carry_to(card: str, target: str) -> Callable[[Table], list[str]]:
    """The target is the one that would be taken; the held card is kept out of its corner."""

    def way(table: Table) -> list[str]:
        table.pick_up(card)
        box = table.place(target)
        table.carry((box.x + 0.4 * box.width, box.y + 0.3 * box.height))
        return [target]

    return way


def choose(card: str) -> Callable[[Table], list[str]]:
    def way(table: Table) -> list[str]:
        table.click(card)
        assert table.picked is not None
        return [card]

    return way


def hint(move: str) -> Callable[[Table], list[str]]:
    def way(table: Table) -> list[str]:
        table.key("i")
        table.oracle.say(advice=[[move, 7, 10, 50.0]])
        table.wait(0.6)
        assert table.hints.is_animating
        return move.split(">")

    return way


def all_plain(_table: Table) -> list[str]:
    return [f"t{number}" for number in range(1, 8)]


def refused(table: Table) -> list[str]:
    table.drag("t7", "t1").wait(0.05)
    return all_plain(table)[:6]


def cursor(table: Table) -> list[str]:
    table.key("down", "right")
    return all_plain(table)


STATES: dict[str, Callable[[Table], list[str]]] = {
    "at rest": all_plain,
    "legal target, red": pick_up("t1", "t3", "t4"),
    "legal target, black": pick_up("t5", "t1", "t2"),
    "best target, heart": carry_to("t1", "t3"),
    "best target, diamond": carry_to("t2", "t4"),
    "best target, spade": carry_to("t5", "t1"),
    "best target, club": carry_to("t6", "t2"),
    "selection, heart": choose("t5"),
    "selection, diamond": choose("t6"),
    "selection, spade": choose("t1"),
    "selection, club": choose("t2"),
    "hint, spade to heart": hint("t1>t3"),
    "hint, club to diamond": hint("t2>t4"),
    "hint, heart to spade": hint("t5>t1"),
    "hint, diamond to club": hint("t6>t2"),
    "refused": refused,
    "cursor": cursor,
}


@pytest.mark.parametrize("deck", ["standard", pytest.param("large", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("four_colours", [False, True], ids=["two", "four"])
@pytest.mark.parametrize("state", STATES)
def test_every_index_is_told_from_its_card(table, state, four_colours, deck):
    table.wants(four_colours=four_colours, deck=deck).start(TOPS)
    seen = STATES[state](table)
    found = {card: index_contrast(table, table.place(card)) for card in seen}
    assert min(found.values()) >= MIN_COUNT, found


@pytest.mark.parametrize("four_colours", [False, True], ids=["two", "four"])
def test_marks_that_lie_on_each_other_leave_an_index_legible(table, four_colours):
    """A stack of 1-3 Back that may be merged is marked, and a hint may point to it."""
    table.wants(four_colours=four_colours).start(TOPS)
    marks, layer = table.screen.marks, table.screen.cards
    for pile in COLUMNS:
        box = layer.top_box(pile)
        for mark, corner in (marks.target(box, False), marks.target(box, True)):
            table.drawn.blit(mark, corner)
        assert index_contrast(table, box) >= MIN_COUNT, pile


def test_an_index_in_the_spread_of_a_column_is_told(table):
    table.start(48213, game="spider").press("t1", button=3).frame()
    picture, (x, y) = table.part(Peek).draw_above()[0]
    assert picture.get_width() > 0
    pictures = table.context.pictures
    box = Box(x + pictures.px(6), y + pictures.px(6), pictures.card_width, pictures.card_height)
    assert index_contrast(table, box) >= MIN_COUNT


# Marks and suits ------------------------------------------------------------------------------------
@pytest.mark.parametrize("ground", [FACE, BLACK, *(felt.middle for felt in ALL_FELTS.values())])
def test_marks_cursor_and_empty_piles_are_told_from_card_and_table(table, ground):
    table.start(TOPS)
    found = mark_contrasts(table, ground)
    assert {what: ratio for what, ratio in found.items() if ratio < MIN_MARK} == {}


def test_in_high_contrast_each_card_and_button_has_an_edge_that_is_told_from_what_lies_beneath(table):
    table.wants(contrast="high").start(position("t1 9S 8H", "t2 9C 5D")).frame()
    button = table.button("Hint").box
    pixels = pygame.surfarray.array3d(table.drawn)
    for box, ground in ((table.place("t1"), FACE), (table.place("t2"), BLACK), (button, BLACK)):
        column = pixels[round(box.centre.x), round(box.y) - 4 : round(box.y) + 8]
        assert contrast(column, numpy.broadcast_to(numpy.array(ground), column.shape)).max() >= MIN_HIGH


@pytest.mark.parametrize("eyes", SEEN_BY)
def test_four_colours_are_told_apart_by_all_eyes(eyes):
    """Before, 6.3 (protan), 9.9 (tritan), 0.4 (grey); in grey they differ by how light they are."""
    assert suit_distance(eyes) >= MIN_DISTANCES[eyes]


# What lies behind a panel ---------------------------------------------------------------------------
def test_the_table_is_dimmed_behind_a_panel_and_no_card_shines_through_it(table):
    open_screen(table, "pause: spider")
    screen, surface = table.screen, table.drawn
    assert screen.panel is not None
    assert not screen.hides_cards
    panel, room = pygame.Rect(screen.panel.box), pygame.Rect(screen.area.room)
    inside = panel.inflate(-20, -20).clip(room)
    pixels = pygame.surfarray.array3d(surface)
    ground = [surface.get_at((x, inside.top)) for x in range(inside.left, inside.right)]
    assert len(set(map(tuple, ground))) == 1
    pixels[panel.left : panel.right, panel.top : panel.bottom] = 0
    beside = pixels[room.left : room.right, room.top : room.bottom]
    assert beside.max() <= 150, "a card's face is not brighter than that"
    table.press_button(screen.panel.buttons[screen.panel.escape].word).rest()
