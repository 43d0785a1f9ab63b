"""Measures what is seen: contrast of piles and marks, distance of the suits' colours, size of letters."""

import math
import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import numpy
import pygame

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import FACE, RGB, TEXT, TEXT_PX
from game.ui.screen import Screen
from game.ui.table.table import Table as GameTable
from tests.ui.driver import Table
from tests.ui.driver.outside import DRAWN
from tests.ui.driver.seen_texts import contrast

MIN_MARK = 3.0
"""Contrast of what is no text: WCAG 2.2, success criterion 1.4.11."""


def mark_contrasts(table: Table, ground: RGB) -> dict[str, float]:
    """Contrast of an empty pile, of marks and of the cursor with their background, at a table."""
    box, marks = Box(40, 40, 90, 130), table.screen.marks
    pictures = {
        "mark": [marks.target(box, False)],
        "best": [marks.target(box, True)],
        "choice": [marks.selection(box)],
        "cursor": marks.cursor(box),
    }
    found = {}
    for what in (*pictures, *(() if ground == FACE else ("pile", "sign"))):  # no empty pile lies on a card
        surface = pygame.Surface((200, 220))
        surface.fill(ground)
        if what in pictures:
            surface.blits(pictures[what])
        else:
            marks.paint_empty(surface, box, ("icon", "suit_C") if what == "sign" else ("", ""))
        # A column of pixels crosses the line twice; of a suit's sign it is compared with its empty pile.
        line = pygame.surfarray.array3d(surface)[85]
        line, base = (line[60:-60], line[60]) if what == "sign" else (line, numpy.array(ground))
        told = contrast(line, numpy.broadcast_to(base, line.shape))
        found[what] = float(sorted(told)[-2])
    return found


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


MIN_DISTANCES = {"all": 27, "protan": 20, "deutan": 20, "tritan": 16.9, "grey": 9}


def suit_distance(eyes: str) -> float:
    """The least distance of two of the four colours, as such eyes see them."""
    colours = []
    for suit in "CDHS":
        face = (DRAWN.folder / "cards" / "four-colour" / f"7{suit}.svg").read_text()
        colours.append(pygame.Color(Counter(re.findall(r"#[0-9a-f]{6}", face)).most_common(1)[0][0])[:3])
    seen = [lab(colour, eyes) for colour in colours]
    return min(distance(one, other) for one, other in combinations(seen, 2))


class MeasuredPictures(Pictures):
    """Pictures that note how large each word is written."""

    def __init__(self) -> None:
        super().__init__(DRAWN)
        self.heights_px: dict[str, float] = {}

    def text(self, words: str, size: str = "body", colour: RGB = TEXT, bold: bool = False) -> pygame.Surface:
        for word in self.language.translate(words).split():
            height = TEXT_PX[size] * self.unit
            self.heights_px[word] = min(height, self.heights_px.get(word, height))
        return super().text(words, size, colour, bold)


class Scaled(NamedTuple):
    """Letters of a screen at 200 %: how large the smallest are, and which words of buttons are not shown."""

    percent: float
    smallest: str
    lost: set[str]


def at_200_per_cent(
    table: Table, way: Callable[[Table], object], size: tuple[int, int] = (900, 640)
) -> Scaled:
    """Looks at a screen of a window of 1280×800 at the usual scale, and in one of `size` at 200 %.

    Each word is compared with itself at the usual scale in the same window; where it is written more
    than once, its smallest letters count.
    """
    pictures = table.context.pictures = MeasuredPictures()
    table.stares = True
    way(table)
    table.frame()
    usual = _words_shown(table.app.screen)
    table.set_size(*size)
    table.frame()
    seen = []
    for scale in (100, 200):
        table.lay_out_again(scale=scale)
        pictures.heights_px.clear()
        table.lay_out_again()
        table.frame()
        seen.append({**pictures.heights_px})
    lost = usual - _words_shown(table.app.screen)
    shares = {word: seen[1][word] / seen[0][word] for word in seen[0] if word in seen[1] and len(word) > 1}
    smallest = min(shares, key=shares.__getitem__)
    # A table shows all its cards in the window, and in its bars signs with words that appear beneath them.
    is_table = isinstance(table.app.screen, GameTable)
    return Scaled(100 * shares[smallest], smallest, set() if is_table else lost)


def _words_shown(screen: Screen) -> set[str]:
    return {button.word for button in screen.pressables if getattr(button, "shows_word", True)}
