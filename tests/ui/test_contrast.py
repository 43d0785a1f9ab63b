"""Every text and every index is told from what lies beneath it: measured on the frames that a player sees."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

import numpy
import pygame
import pytest

from game.rules.rush import COLUMNS
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import ALL_FELTS, BLACK, FACE, FELTS, HIGH_CONTRAST
from game.ui.games.spider.panels import Peek
from tests.records import position
from tests.ui.driver import Table
from tests.ui.driver.outside import DRAWN
from tests.ui.driver.seen_texts import SeenText, TracedPictures, contrast, seen_texts
from tests.ui.screens import SCREENS

MIN_COUNT = 4.5
"""For text of any size: WCAG 2.2, success criterion 1.4.3, which asks less of large text."""
TABLES = (*FELTS, HIGH_CONTRAST)
MIN_HIGH = 7.0
"""In high contrast: success criterion 1.4.6."""
LOOKED_AT = [
    "home with everything",
    "settings",
    "statistics",
    "open",
    "ready",
    "tournament, a round",
    "rules: rush",
    "half: three-shuffles",
    "half: spider",
    "pause: rush",
    "result: one-three-back",
    "replay: spider",
]


# Texts ----------------------------------------------------------------------------------------------


def texts_of(table: Table, screen: str, is_hot: bool = False) -> Iterator[SeenText]:
    """What is written on a screen; all its buttons may be hot, as under the pointer."""
    pictures = TracedPictures(DRAWN)
    table.context.pictures = pictures
    SCREENS[screen](table)
    table.frame()

    def drawn() -> pygame.Surface:
        table.lay_out_again()
        screen = table.app.screen
        for button in screen.pressables:
            button.is_hot = button.is_hot or is_hot
        screen.canvas.damage()
        screen.draw(1.0)
        return table.window.surface

    return seen_texts(pictures, drawn)


def told_badly(texts: Iterator[SeenText], least: float = MIN_COUNT) -> list[str]:
    found = list(texts)
    assert found
    return [f"{each.wording.words!r} {each.contrast:.2f}" for each in found if each.contrast < least]


def choose_table(table: Table, colour: str) -> None:
    settings = table.context.settings
    if colour == HIGH_CONTRAST:
        settings.contrast = "high"
    else:
        settings.table = colour


@pytest.mark.thorough
@pytest.mark.parametrize(
    "colour", [pytest.param(each, marks=[] if each == "green" else pytest.mark.thorough) for each in TABLES]
)
@pytest.mark.parametrize("screen", LOOKED_AT)
def test_every_text_is_told_from_its_ground(table: Table, screen: str, colour: str):
    """Green is the lightest table; buttons are lightest under the pointer."""
    choose_table(table, colour)
    least = MIN_HIGH if colour == HIGH_CONTRAST else MIN_COUNT
    assert told_badly(texts_of(table, screen, is_hot=True), least) == []


@pytest.mark.thorough
@pytest.mark.parametrize("screen", SCREENS)
def test_every_text_of_every_screen_is_told_from_its_ground(table: Table, screen: str):
    table.context.settings.table = "green"
    assert told_badly(texts_of(table, screen)) == []


def test_what_is_written_is_found(table: Table):
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
    pixels = pygame.surfarray.array3d(table.window.surface.subsurface(corner)).reshape(-1, 3)
    colours, counts = numpy.unique(pixels, axis=0, return_counts=True)
    light = colours.sum(axis=1) > 450
    ground = colours[light][counts[light].argmax()]
    return float(contrast(pixels, numpy.broadcast_to(ground, pixels.shape)).max())


def pick_up_black(table: Table) -> list[str]:
    table.pick_up("t1")
    assert set(table.targets) >= {"t3", "t4"}
    return ["t3", "t4"]


def pick_up_red(table: Table) -> list[str]:
    table.pick_up("t5")
    assert set(table.targets) >= {"t1", "t2"}
    return ["t1", "t2"]


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
    table.drag("t7", "t1")
    table.wait(0.05)
    return all_plain(table)[:6]


def cursor(table: Table) -> list[str]:
    table.key("down", "right")
    return all_plain(table)


STATES: dict[str, Callable[[Table], list[str]]] = {
    "at rest": all_plain,
    "legal target, red": pick_up_black,
    "legal target, black": pick_up_red,
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
def test_every_index_is_told_from_its_card(table: Table, state: str, four_colours: bool, deck: str):
    table.context.settings.four_colours, table.context.settings.deck = four_colours, deck
    table.start(TOPS)
    seen = STATES[state](table)
    found = {card: index_contrast(table, table.place(card)) for card in seen}
    assert min(found.values()) >= MIN_COUNT, found


@pytest.mark.parametrize("four_colours", [False, True], ids=["two", "four"])
def test_marks_that_lie_on_each_other_leave_an_index_legible(table: Table, four_colours: bool):
    """A stack of 1-3 Back that may be merged is marked, and a hint may point to it."""
    table.context.settings.four_colours = four_colours
    table.start(TOPS)
    marks, spread = table.screen.marks, table.screen.spread
    for pile in COLUMNS:
        box = spread.top_box(pile)
        for mark, corner in (marks.target(box, False), marks.target(box, True)):
            table.window.surface.blit(mark, corner)
        assert index_contrast(table, box) >= MIN_COUNT, pile


def test_an_index_in_the_spread_of_a_column_is_told(table: Table):
    table.start(48213, game="spider")
    table.press("t1", button=3)
    table.frame()
    picture, (x, y) = table.part(Peek).draw_above()[0]
    assert picture.get_width() > 0
    pictures = table.context.pictures
    box = Box(x + pictures.px(6), y + pictures.px(6), pictures.card_width, pictures.card_height)
    assert index_contrast(table, box) >= MIN_COUNT


# Marks and suits ------------------------------------------------------------------------------------

MIN_MARK = 3.0
"""For what is no text: WCAG 2.2, success criterion 1.4.11."""


@pytest.mark.parametrize("ground", [FACE, BLACK, *(felt.middle for felt in ALL_FELTS.values())])
def test_marks_cursor_and_empty_piles_are_told_from_card_and_table(
    table: Table, ground: tuple[int, int, int]
):
    table.start(TOPS)
    box, marks = Box(40, 40, 90, 130), table.screen.marks
    pictures = [[marks.target(box, is_best)] for is_best in (False, True)]
    pictures += [[marks.selection(box)], marks.cursor(box)]
    for number in range(len(pictures) + (ground != FACE)):
        surface = pygame.Surface((200, 220))
        surface.fill(ground)
        if number < len(pictures):
            surface.blits(pictures[number])
        else:
            marks.paint_empty(surface, box, ("", ""))
        line = pygame.surfarray.array3d(surface)[85]  # a column of pixels: it crosses the line twice
        told = contrast(line, numpy.broadcast_to(numpy.array(ground), line.shape))
        assert (told >= MIN_MARK).sum() >= 2, number


def test_in_high_contrast_each_card_and_button_has_an_edge_that_is_told_from_what_lies_beneath(table: Table):
    table.context.settings.contrast = "high"
    table.start(position("t1 9S 8H", "t2 9C 5D"))
    table.frame()
    button = table.button("Hint").box
    pixels = pygame.surfarray.array3d(table.window.surface)
    for box, ground in ((table.place("t1"), FACE), (table.place("t2"), BLACK), (button, BLACK)):
        column = pixels[round(box.centre.x), round(box.y) - 4 : round(box.y) + 8]
        assert contrast(column, numpy.broadcast_to(numpy.array(ground), column.shape)).max() >= MIN_HIGH


SEEN_BY = {  # Machado, Oliveira and Fernandes (2009), severity 1
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "deutan": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritan": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
XYZ = ((0.4339, 0.3762, 0.1899), (0.2127, 0.7152, 0.0722), (0.0178, 0.1095, 0.8729))  # of D65 white


def lab(colour: tuple[int, ...], eyes: str) -> tuple[float, ...]:
    parts = [part / 255 for part in colour]
    light = numpy.array([p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts])
    seen = numpy.clip(numpy.array(SEEN_BY[eyes]) @ light, 0, 1)
    x, y, z = (p ** (1 / 3) if p > 0.008856 else 7.787 * p + 4 / 29 for p in numpy.array(XYZ) @ seen)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    more = 1 + 0.5 * (1 - math.sqrt(mean / (mean + 25**7)))
    c1, c2 = math.hypot(a1 * more, b1), math.hypot(a2 * more, b2)
    h1, h2 = math.atan2(b1, a1 * more), math.atan2(b2, a2 * more)
    turn = (h2 - h1 + math.pi) % math.tau - math.pi
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(turn / 2)
    light, c, h = (l1 + l2) / 2, (c1 + c2) / 2, h1 + turn / 2
    waves = ((-0.17, 1, 30), (0.24, 2, 0), (0.32, 3, -6), (-0.2, 4, 63))
    t = 1 + sum(share * math.cos(times * h - math.radians(off)) for share, times, off in waves)
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    around = math.exp(-(((math.degrees(h) % 360 - 275) / 25) ** 2))
    rt = -math.sin(math.radians(60 * around)) * 2 * math.sqrt(c**7 / (c**7 + 25**7))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * dc / sc * dh / sh)


EYES = [("all", 27), ("protan", 18), ("deutan", 18), ("tritan", 16.9), ("grey", 1.5)]


@pytest.mark.parametrize(("eyes", "least"), EYES)
def test_four_colours_are_told_apart_by_all_eyes(eyes: str, least: float):
    """Before, 6.3 (protan), 9.9 (tritan), 0.4 (grey): without any colour the signs must do."""
    colours = []
    for suit in "CDHS":
        face = (DRAWN.folder / "cards" / "four-colour" / f"7{suit}.svg").read_text()
        colours.append(pygame.Color(Counter(re.findall(r"#[0-9a-f]{6}", face)).most_common(1)[0][0])[:3])
    seen = [lab(colour, eyes) for colour in colours]
    assert min(distance(one, other) for one, other in combinations(seen, 2)) >= least


# What lies behind a panel ---------------------------------------------------------------------------


def test_the_table_is_dimmed_behind_a_panel_and_no_card_shines_through_it(table: Table):
    SCREENS["pause: spider"](table)
    table.frame()
    screen, surface = table.screen, table.window.surface
    assert screen.panel is not None
    assert not screen.hides_cards
    panel, room = pygame.Rect(screen.panel.box), pygame.Rect(screen.room)
    inside = panel.inflate(-20, -20).clip(room)
    pixels = pygame.surfarray.array3d(surface)
    ground = [surface.get_at((x, inside.top)) for x in range(inside.left, inside.right)]
    assert len(set(map(tuple, ground))) == 1
    pixels[panel.left : panel.right, panel.top : panel.bottom] = 0
    beside = pixels[room.left : room.right, room.top : room.bottom]
    assert beside.max() <= 150, "a card's face is not brighter than that"
    table.press_button(screen.panel.buttons[screen.panel.escape].word)
    table.settle()
    assert table.picture == table.fresh_picture
