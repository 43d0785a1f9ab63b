"""Draws the decks: 52 faces each, in an ordinary and a large print, with two suit colours and with four.

The pictures are plain SVG and use only what SDL's reader (nanosvg) draws: no text, clipping, masks, filters,
patterns or references. Letters are therefore outlines, taken from the font given (Cantarell ExtraBold, SIL
Open Font License).

A card is 250 x 350 units. It tells what it is in two ways, so that it can be read in any fan: at its left by
the rank and a suit below it, at its top by the rank and a suit in the other corner. That takes 55 and 60
units in the ordinary print, 74 and 89 in the large one. Everything is drawn upright for the upper half and
turned by 180 degrees for the lower half. The backs are drawn by `backs.py`.

    python -m tools.artwork.cards --font Cantarell-ExtraBold.otf
"""

import argparse
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from tools.artwork import ASSETS

# ------------------------------------------------------------------------------------------ measures, colours

WIDTH, HEIGHT = 250, 350
MIDDLE_X, MIDDLE_Y = 125, 175
CORNER_RADIUS = 11.25  # 4.5 % of the width, as the outlines of empty piles have it
FRAME_LEFT, FRAME_RIGHT, FRAME_TOP, FRAME_BOTTOM = 58, 192, 24, 326  # the picture of a court card

# Dark enough to be read on a face that a mark tints, those of four colours on a plain one, as tests measure.
INK = "#1d2433"
RED = "#b01a24"
BLUE = "#2971e4"
GREEN = "#3c6559"
FOUR_RED = (
    "#880c06"  # of four colours, which all eyes tell apart, those that see only grey by how light they are
)
FACE = "#fffefb"
EDGE = "#8d8a84"
GOLD = "#e2ac3a"
DARK_GOLD = "#b9831f"
LIGHT_GOLD = "#f5d78a"
STEEL = "#c4ccd8"
DARK_STEEL = "#98a4b5"
WOOD = "#8a5a35"
STEM = "#3f7d57"
LEAF = "#5a9c72"
LINEN_SHADE = "#d9d2c4"
LIPS = "#c43d44"

SUITS = "SHDC"
RANKS = "A23456789TJQK"


@dataclass(frozen=True)
class Palette:
    """A suit and the colours of its three court cards."""

    suit: str
    cloth: str
    dark_cloth: str
    second_cloth: str
    background: str
    halo: str
    hair: str
    light_hair: str
    skin: str
    dark_skin: str


PALETTES = {
    "S": Palette(
        suit="S",
        cloth="#2b3f73",
        dark_cloth="#1d2b52",
        second_cloth="#7fa3d6",
        background="#eef2f9",
        halo="#dbe4f3",
        hair="#2f2a33",
        light_hair="#544c5a",
        skin="#f3d3b6",
        dark_skin="#d8a684",
    ),
    "H": Palette(
        suit="H",
        cloth="#c9353c",
        dark_cloth="#96222b",
        second_cloth="#f0a39a",
        background="#fdf1ee",
        halo="#f9dfd9",
        hair="#b9722c",
        light_hair="#d3924a",
        skin="#f9dcc6",
        dark_skin="#e3b090",
    ),
    "D": Palette(
        suit="D",
        cloth="#d9682b",
        dark_cloth="#a3451a",
        second_cloth="#f4bf7a",
        background="#fdf4ea",
        halo="#fae5cd",
        hair="#53301d",
        light_hair="#7c4e30",
        skin="#dda87c",
        dark_skin="#b98157",
    ),
    "C": Palette(
        suit="C",
        cloth="#2a7059",
        dark_cloth="#1a4c3d",
        second_cloth="#8cc7ab",
        background="#eef6f1",
        halo="#d8ebe1",
        hair="#231c1c",
        light_hair="#4b3d3a",
        skin="#93603f",
        dark_skin="#6f4329",
    ),
}

# With four colours, blue belongs to diamonds, so that spades wear slate.
FOUR_COLOUR_PALETTES = PALETTES | {
    "S": replace(
        PALETTES["S"],
        cloth="#47475c",
        dark_cloth="#2a2b3a",
        second_cloth="#a6a7bd",
        background="#f2f2f6",
        halo="#e0e0ea",
    ),
    "D": replace(
        PALETTES["D"],
        cloth="#2f7cc4",
        dark_cloth="#1c5490",
        second_cloth="#9ac8ee",
        background="#eef5fc",
        halo="#d6e8f8",
    ),
}


@dataclass(frozen=True)
class Scheme:
    """The colours of a whole pack, by suit."""

    pips: dict[str, str]
    palettes: dict[str, Palette]


SCHEMES = {
    "two-colour": Scheme({"S": INK, "H": RED, "D": RED, "C": INK}, PALETTES),
    "four-colour": Scheme({"S": INK, "H": FOUR_RED, "D": BLUE, "C": GREEN}, FOUR_COLOUR_PALETTES),
}

# ----------------------------------------------------------------------------------------------- SVG elements


def element(tag: str, **attributes: float | str) -> str:
    """Returns an SVG element; underscores in attribute names become hyphens."""
    written = "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else f"{value:g}"}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{written}/>"


def shape(outline: str, fill: str, **attributes: float | str) -> str:
    """Returns a filled path."""
    return element("path", d=outline, fill=fill, **attributes)


def line(course: str, colour: str, width: float, cap: str = "round", **attributes: float | str) -> str:
    """Returns a stroked path."""
    return element(
        "path",
        d=course,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap=cap,
        stroke_linejoin="round",
        **attributes,
    )


def circle(x: float, y: float, radius: float, fill: str, **attributes: float | str) -> str:
    """Returns a circle."""
    return element("circle", cx=x, cy=y, r=radius, fill=fill, **attributes)


def ellipse(
    x: float, y: float, radius_x: float, radius_y: float, fill: str, **attributes: float | str
) -> str:
    """Returns an ellipse."""
    return element("ellipse", cx=x, cy=y, rx=radius_x, ry=radius_y, fill=fill, **attributes)


def rectangle(x: float, y: float, width: float, height: float, fill: str, **attributes: float | str) -> str:
    """Returns a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **attributes)


def group(transform: str, *content: str) -> str:
    """Returns the content moved, turned or scaled."""
    return f'<g transform="{transform}">{"".join(content)}</g>'


def upside_down(*content: str) -> str:
    """Returns the content as the other player would see it."""
    return group(f"rotate(180 {MIDDLE_X} {MIDDLE_Y})", *content)


def mirrored(*content: str) -> str:
    """Returns the content with left and right exchanged."""
    return group(f"translate({WIDTH} 0) scale(-1 1)", *content)


def both_sides(*content: str) -> str:
    """Returns content drawn around x = 0, and its mirror image."""
    return "".join(content) + group("scale(-1 1)", *content)


def document(*content: str) -> str:
    """Returns a whole card as an SVG file."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">'
        f"{''.join(content)}</svg>\n"
    )


# ------------------------------------------------------------------------------------------ suits and letters


def disc_outline(x: float, y: float, radius: float) -> str:
    """Returns a circle as path data, to be part of a larger outline."""
    arc = f"A{radius:g} {radius:g} 0 1 1"
    return f"M{x - radius:g} {y:g}{arc} {x + radius:g} {y:g}{arc} {x - radius:g} {y:g}Z"


# Outlines of the suits around the origin, 100 units high.
SUIT_OUTLINES = {
    "S": "M0-50C9-37 46-12 46 14C46 28 36 36 25 36C16 36 8 31 4 23C5 36 9 44 19 50"
    "H-19C-9 44-5 36-4 23C-8 31-16 36-25 36C-36 36-46 28-46 14C-46-12-9-37 0-50Z",
    "H": (
        "M0 47C-9 37-48 10-48-18C-48-36-36-46-23-46C-12-46-4-40 0-29"
        "C4-40 12-46 23-46C36-46 48-36 48-18C48 10 9 37 0 47Z"
    ),
    "D": "M0-50C9-33 24-13 39 0C24 13 9 33 0 50C-9 33-24 13-39 0C-24-13-9-33 0-50Z",
    "C": disc_outline(0, -26, 22.5)
    + disc_outline(-25.5, 11, 22.5)
    + disc_outline(25.5, 11, 22.5)
    + "M-14-14L14-14L20 12L5 20C6 35 10 44 19 50H-19C-10 44-6 35-5 20L-20 12Z",
}


def pip(suit: str, x: float, y: float, size: float, colour: str, *, inverted: bool = False) -> str:
    """Returns a suit symbol of the given height, its middle at (x, y)."""
    turn = " rotate(180)" if inverted else ""
    return group(f"translate({x:g} {y:g}) scale({size / 100:g}){turn}", shape(SUIT_OUTLINES[suit], colour))


class Lettering:
    """Turns short texts into outlines of a font."""

    def __init__(self, font_file: Path) -> None:
        font = TTFont(font_file, fontNumber=0)
        self._glyphs = font.getGlyphSet()
        self._character_map = font.getBestCmap()
        self._figure_height = self._bounds("7")[3]

    def _bounds(self, character: str) -> tuple[float, float, float, float]:
        pen = BoundsPen(self._glyphs)
        self._glyphs[self._character_map[ord(character)]].draw(pen)
        bounds: tuple[float, float, float, float] = pen.bounds
        return bounds

    def outline(
        self, text: str, x: float, top: float, height: float, max_width: float, tracking: float = 0
    ) -> str:
        """Returns path data of a text centred on x; one that is too wide is condensed.

        Args:
            text: the characters.
            x: the middle.
            top: the upper edge of the figures.
            height: the height of the figures.
            max_width: what the text may take.
            tracking: added between characters, as a share of the height.
        """
        starts = []
        left, right, start = math.inf, -math.inf, 0.0
        for character in text:
            bounds = self._bounds(character)
            starts.append(start)
            left = min(left, start + bounds[0])
            right = max(right, start + bounds[2])
            start += self._glyphs[self._character_map[ord(character)]].width + tracking * self._figure_height

        scale_y = height / self._figure_height
        scale_x = min(scale_y, max_width / (right - left))
        origin_x = x - (right - left) * scale_x / 2
        pen = SVGPathPen(self._glyphs, ntos=lambda number: f"{number:.2f}".rstrip("0").rstrip("."))
        for character, start in zip(text, starts, strict=True):
            move = (scale_x, 0, 0, -scale_y, origin_x + (start - left) * scale_x, top + height)
            self._glyphs[self._character_map[ord(character)]].draw(TransformPen(pen, move))
        commands: str = pen.getCommands()
        return commands


# ---------------------------------------------------------------------------------- what all faces have alike


def blank_card() -> str:
    """Returns the white card with its edge."""
    return rectangle(1, 1, WIDTH - 2, HEIGHT - 2, FACE, rx=CORNER_RADIUS, stroke=EDGE, stroke_width=1.6)


def indices(lettering: Lettering, rank: str, suit: str, colour: str) -> str:
    """Returns rank and suits in the corners."""
    text, width, tracking = ("10", 46, -0.05) if rank == "T" else (rank, 42, 0)
    corner = (
        shape(lettering.outline(text, x=31, top=14, height=44, max_width=width, tracking=tracking), colour)
        + pip(suit, 31, 77, 27, colour)
        + pip(suit, 219, 34, 39, colour)
    )
    return corner + upside_down(corner)


def large_indices(lettering: Lettering, rank: str, suit: str, colour: str) -> str:
    """Returns rank and suits in the corners, in large print: figures of 30 % of the card's width."""
    text, width, tracking = ("10", 66, -0.06) if rank == "T" else (rank, 60, 0)
    corner = (
        shape(lettering.outline(text, x=40, top=13, height=76, max_width=width, tracking=tracking), colour)
        + pip(suit, 40, 125, 52, colour)
        + pip(suit, 205, 51, 72, colour)
    )
    return corner + upside_down(corner)


# ------------------------------------------------------------------------------------------------- ace to ten

# Where the pips stand: column (-1, 0, 1) and row (0 top, 1 bottom).
PIP_PLACES: dict[str, list[tuple[int, float]]] = {
    "2": [(0, 0), (0, 1)],
    "3": [(0, 0), (0, 1 / 2), (0, 1)],
    "4": [(-1, 0), (1, 0), (-1, 1), (1, 1)],
    "5": [(-1, 0), (1, 0), (0, 1 / 2), (-1, 1), (1, 1)],
    "6": [(-1, 0), (1, 0), (-1, 1 / 2), (1, 1 / 2), (-1, 1), (1, 1)],
    "7": [(-1, 0), (1, 0), (0, 1 / 4), (-1, 1 / 2), (1, 1 / 2), (-1, 1), (1, 1)],
    "8": [(-1, 0), (1, 0), (0, 1 / 4), (-1, 1 / 2), (1, 1 / 2), (0, 3 / 4), (-1, 1), (1, 1)],
    "9": [(-1, 0), (1, 0), (-1, 1 / 3), (1, 1 / 3), (0, 1 / 2), (-1, 2 / 3), (1, 2 / 3), (-1, 1), (1, 1)],
    "T": [
        *[(-1, 0), (1, 0), (0, 1 / 6), (-1, 1 / 3), (1, 1 / 3)],
        *[(-1, 2 / 3), (1, 2 / 3), (0, 5 / 6), (-1, 1), (1, 1)],
    ],
}


def number_pips(rank: str, suit: str, colour: str) -> str:
    """Returns the pips of a two to ten."""
    column_distance, top, bottom, size = 43, 66, 284, 50
    return "".join(
        pip(
            suit,
            MIDDLE_X + column * column_distance,
            top + (bottom - top) * row,
            size,
            colour,
            inverted=row > 1 / 2,
        )
        for column, row in PIP_PLACES[rank]
    )


def ace(suit: str, colour: str) -> str:
    """Returns the picture of an ace."""
    return ornate_spade(colour) if suit == "S" else pip(suit, MIDDLE_X, MIDDLE_Y, 112, colour)


def ornate_spade(colour: str) -> str:
    """Returns the large ornamental spade that only its ace carries."""
    spade = SUIT_OUTLINES["S"]
    lobes = (
        "M0-50C9-37 46-12 46 14C46 28 36 36 25 36C16 36 8 31 0 20"
        "C-8 31-16 36-25 36C-36 36-46 28-46 14C-46-12-9-37 0-50Z"
    )
    inner_borders = (
        group("translate(0 .6) scale(.885)", line(lobes, GOLD, 1.1)),
        group("translate(0 .7) scale(.815)", line(lobes, FACE, 0.6, stroke_opacity=0.75)),
    )
    scrolls = both_sides(
        # the large scroll of the lobe, with its leaf
        line(
            "M1.5 21C7 25 14 27.5 21 27C30 26 34.5 18.5 32.5 11.5"
            "C30.5 5 22.5 3.5 19 8.5C16.3 12.7 19.2 17.8 23.4 16.7",
            FACE,
            1.5,
        ),
        circle(24.4, 15.2, 1.7, FACE),
        shape("M33.2 8C35 3 33.5-3 29-6.5C28.5-1 29.8 4 33.2 8Z", FACE),
        # the scroll of the shoulder, turning inwards
        line("M6.5 12.5C13.5 7 23 0 22.6-9C22.3-14.6 16-16.6 13-12.6C10.9-9.6 13-6.2 16-7.2", FACE, 1.4),
        circle(16.4, -8.6, 1.4, FACE),
        shape("M13.6 3.2C13.8-.4 11.8-3 8.8-4.2C8.9-.4 10.6 2.2 13.6 3.2Z", FACE),
        # the vine towards the point
        line("M19-17.5C13-20 7-25.5 4-32.5", FACE, 1.2),
        shape("M11.5-21.8C13.6-24.4 13.4-27 11.6-29.2C9.6-26.8 9.6-24.2 11.5-21.8Z", FACE),
        *(circle(x, y, radius, GOLD) for x, y, radius in ((28, 21.6, 1), (11.5, 20.6, 1.1), (26, -13, 1))),
    )
    medallion = (
        shape("M0-22C3-15 7.5-7.5 12 -3C7.5 1.5 3 9 0 16C-3 9-7.5 1.5-12-3C-7.5-7.5-3-15 0-22Z", FACE),
        shape(
            "M0-17.6C2.4-12 5.8-6.4 9.2-3C5.8.4 2.4 6 0 11.6C-2.4 6-5.8.4-9.2-3C-5.8-6.4-2.4-12 0-17.6Z",
            colour,
        ),
        group("translate(0 -3.4) scale(.135)", shape(spade, GOLD)),
        *(circle(0, y, radius, GOLD) for y, radius in ((-26, 1.7), (-30.6, 1.3), (-34.4, 0.9), (20.5, 1.9))),
    )
    stem = (
        line("M-5.2 41H5.2", GOLD, 1.3, "butt"),
        line("M-7.6 44H7.6", FACE, 0.7, "butt", stroke_opacity=0.8),
        shape("M0 28.5L2.1 33L0 37.5L-2.1 33Z", GOLD),
    )
    flourish = both_sides(
        line("M22 51.6C30 52.6 36 48 34.6 43.2C33.4 39.8 28.4 40.8 29.2 44.2", colour, 1.2),
        circle(30.6, 44.4, 1.2, colour),
        line("M21 54.4C33 57 44 52.4 49.5 42.5", colour, 0.9),
        shape("M49.5 42.5C46.4 43.4 44.6 45.6 44.2 48.8C47.2 47.8 49.2 45.6 49.5 42.5Z", colour),
        shape("M41.6 51.2C44.6 50.6 47.4 51.6 49.2 54C46.2 54.8 43.4 53.8 41.6 51.2Z", colour),
    )
    finish = shape("M0 53L2.6 56L0 59L-2.6 56Z", DARK_GOLD)
    parts = (
        shape(spade, colour),
        *inner_borders,
        scrolls,
        *medallion,
        *stem,
        group("translate(0 4) scale(.88 .92)", flourish),
        finish,
    )
    return group(f"translate({MIDDLE_X} {MIDDLE_Y - 5}) scale(1.6)", *parts)


# -------------------------------------------------------------------------------------------- court: the face


def features(palette: Palette, y: float, *, is_queen: bool = False) -> str:
    """Returns eyes, brows and nose, the eyes at height y."""
    drawn = ""
    for side in (-1, 1):
        x = MIDDLE_X + side * 8.6
        drawn += ellipse(x, y, 2.3, 2.7, INK)
        if is_queen:
            lashes = (
                f"M{x - side * 3.2:g} {y - 2.2:g}"
                f"Q{x + side * 0.8:g} {y - 5.2:g} {x + side * 4.6:g} {y - 0.6:g}"
            )
            brow = (
                f"M{x - side * 4.2:g} {y - 7.2:g}"
                f"Q{x + side * 0.2:g} {y - 10.2:g} {x + side * 5:g} {y - 6.6:g}"
            )
            drawn += line(lashes, INK, 1.3) + line(brow, palette.light_hair, 1.3)
            drawn += circle(MIDDLE_X + side * 12.5, y + 8.5, 3.8, "#e8806f", fill_opacity=0.35)
        else:
            drawn += line(
                f"M{x - 4.2:g} {y - 6:g}Q{x:g} {y - 8.2:g} {x + 4.2:g} {y - 6:g}", palette.hair, 1.8
            )
    return drawn + line(f"M125 {y + 1:g}L122.6 {y + 8.4:g}H126", palette.dark_skin, 1.5)


def shoulders(palette: Palette) -> str:
    """Returns the upper body of king and jack."""
    return shape("M50 180V160C54 141 78 133 103 128L147 128C172 133 196 141 200 160V180Z", palette.cloth)


# -------------------------------------------------------------------------- court: what they hold, at x = 176


def sword(palette: Palette) -> str:
    """Returns a broad sword, held upright."""
    return (
        shape("M172 132V52L176 42L180 52V132Z", STEEL)
        + shape("M176 132V42L180 52V132Z", DARK_STEEL)
        + shape(
            "M161 132C161 128 164 128 165 130H187C188 128 191 128 191 132"
            "C191 136 188 137 187 135H165C164 137 161 136 161 132Z",
            GOLD,
        )
        + line("M176 135V170", palette.dark_cloth, 5, "butt")
    )


def rapier(palette: Palette) -> str:
    """Returns a slender sword with a basket hilt."""
    return (
        shape("M174 130V50L176 38L178 50V130Z", STEEL)
        + shape("M176 130V38L178 50V130Z", DARK_STEEL)
        + line("M162 131H190", GOLD, 3.2)
        + line("M165 132C160 141 164 152 174 156", GOLD, 2.4)
        + circle(161, 131, 2.6, LIGHT_GOLD)
        + circle(191, 131, 2.6, LIGHT_GOLD)
        + line("M176 132V170", palette.dark_cloth, 4.4, "butt")
    )


def axe(palette: Palette) -> str:
    """Returns a long battle axe."""
    return (
        line("M176 44V182", WOOD, 4.4, "butt")
        + shape("M174 58C166 55 161 48 160 42C150 58 150 78 160 94C161 87 166 81 174 78Z", STEEL)
        + shape("M160 42C150 58 150 78 160 94C157 78 157 58 160 42Z", FACE)
        + shape("M178 60L189 55V81L178 76Z", DARK_STEEL)
        + rectangle(171.5, 56, 9, 24, GOLD, rx=2)
        + shape("M176 32L180 44H172Z", GOLD)
        + pip(palette.suit, 176, 68, 11, palette.dark_cloth)
    )


def sceptre(palette: Palette) -> str:
    """Returns a golden staff with the suit in its ring."""
    return (
        line("M176 74V182", DARK_GOLD, 4.6, "butt")
        + line("M175.2 74V182", GOLD, 2.6, "butt")
        + circle(176, 58, 13.5, GOLD)
        + circle(176, 58, 10.6, FACE)
        + pip(palette.suit, 176, 58, 14.5, palette.cloth)
        + shape("M170 72H182L179.5 79H172.5Z", DARK_GOLD)
    )


def orb(palette: Palette) -> str:
    """Returns the orb with its cross, resting on the hand."""
    return (
        line("M176 88V106M170 95H182", DARK_GOLD, 3.4, "butt")
        + circle(176, 122, 17, GOLD)
        + shape("M176 105A17 17 0 0 1 176 139C184 131 184 113 176 105Z", DARK_GOLD, fill_opacity=0.35)
        + line("M159.6 118C170 122.5 182 122.5 192.4 118", palette.dark_cloth, 3)
        + line("M176 105V119", palette.dark_cloth, 3, "butt")
        + circle(170, 112.5, 2.6, LIGHT_GOLD)
    )


def flower(palette: Palette) -> str:
    """Returns a flower of six petals."""
    petals = "".join(
        circle(176 + 11 * math.cos(angle), 76 + 11 * math.sin(angle), 8, palette.second_cloth)
        for angle in (math.radians(60 * petal - 90) for petal in range(6))
    )
    return (
        flower_stem()
        + petals
        + circle(176, 76, 10.6, FACE)
        + pip(palette.suit, 176, 76.3, 13.5, palette.cloth)
    )


def tulip(palette: Palette) -> str:
    """Returns a tulip."""
    return (
        flower_stem()
        + shape(
            "M176 58C186 62 191 72 189 84C187 94 181 98 176 98C171 98 165 94 163 84C161 72 166 62 176 58Z",
            LIGHT_GOLD,
        )
        + shape(
            "M160 60C167 64 172 72 174 98C165 97 160 90 159.5 80C159.2 73 159.4 66 160 60Z", palette.cloth
        )
        + shape(
            "M192 60C185 64 180 72 178 98C187 97 192 90 192.5 80C192.8 73 192.6 66 192 60Z", palette.cloth
        )
    )


def flower_stem() -> str:
    """Returns stalk and leaf of the flowers."""
    return line("M178 182C172 150 173 120 176 92", STEM, 3) + shape(
        "M174 122C162 120 157 110 157 104C167 104 173 111 174 122Z", LEAF
    )


def fan(palette: Palette) -> str:
    """Returns an open fan."""
    hinge_x, hinge_y, radius = 172, 140, 50
    ends = [
        (hinge_x + radius * math.sin(math.radians(angle)), hinge_y - radius * math.cos(math.radians(angle)))
        for angle in range(-34, 35, 17)
    ]
    drawn = ""
    for index, ((x1, y1), (x2, y2)) in enumerate(itertools.pairwise(ends)):
        colour = palette.second_cloth if index % 2 else palette.cloth
        drawn += shape(
            f"M{hinge_x} {hinge_y}L{x1:.1f} {y1:.1f}"
            f"Q{(x1 + x2) / 2:.1f} {(y1 + y2) / 2 - 8:.1f} {x2:.1f} {y2:.1f}Z",
            colour,
        )
    drawn += "".join(line(f"M{hinge_x} {hinge_y}L{x:.1f} {y:.1f}", GOLD, 1.6) for x, y in ends)
    return (
        drawn
        + "".join(circle(x, y, 2.2, LIGHT_GOLD) for x, y in ends)
        + circle(hinge_x, hinge_y, 3, DARK_GOLD)
    )


def mirror(palette: Palette) -> str:
    """Returns a hand mirror."""
    return (
        line("M176 98V170", DARK_GOLD, 5, "butt")
        + line("M175.2 98V170", GOLD, 3, "butt")
        + ellipse(176, 76, 15, 20, GOLD)
        + ellipse(176, 76, 11.4, 16.4, palette.halo)
        + shape(
            "M168 84C168 74 172 66 180 62C183 64 185 67 186 70C178 74 174 82 173 90C170.6 89 169 87 168 84Z",
            FACE,
        )
        + circle(176, 53, 3.4, palette.cloth)
        + shape("M170 95H182L179 103H173Z", DARK_GOLD)
    )


def pike(palette: Palette) -> str:
    """Returns a pike with a pennant."""
    return (
        line("M176 80V182", WOOD, 4.2, "butt")
        + shape(
            "M176 36C180 48 184 56 184 64C184 71 180 75 176 82C172 75 168 71 168 64C168 56 172 48 176 36Z",
            STEEL,
        )
        + shape("M176 36C180 48 184 56 184 64C184 71 180 75 176 82Z", DARK_STEEL)
        + shape("M167 82H185L181 90H171Z", GOLD)
        + shape("M178 90L190 97L181 102L188 110L178 108Z", palette.second_cloth)
    )


def halberd(palette: Palette) -> str:
    """Returns a halberd."""
    return (
        line("M176 60V182", WOOD, 4.2, "butt")
        + shape("M176 30L180 58H172Z", STEEL)
        + shape("M176 30L180 58H176Z", DARK_STEEL)
        + shape("M174 60C168 58 164 54 162 48C155 60 155 74 162 86C164 80 168 77 174 75Z", STEEL)
        + shape("M178 62C184 62 188 60 191 55C190 68 186 74 178 75Z", DARK_STEEL)
        + rectangle(172, 57, 8, 21, GOLD, rx=2)
        + line("M172 84L164 96M174 84L169 99", palette.cloth, 2.6)
    )


def banner(palette: Palette) -> str:
    """Returns a hanging banner with the suit."""
    return (
        line("M176 40V182", WOOD, 4.2, "butt")
        + line("M160 50H192", GOLD, 3.4)
        + shape("M161.5 51H190.5V98L176 88L161.5 98Z", palette.cloth)
        + line("M164.5 52V92.5M187.5 52V92.5", palette.second_cloth, 1.4, "butt")
        + pip(palette.suit, 176, 69, 19, FACE)
        + circle(176, 38, 4, GOLD)
    )


def hand(palette: Palette, y: float) -> str:
    """Returns the cuff and the hand, which holds something at x = 176, y."""
    return (
        shape(f"M161 182L165 {y + 9:g}H187L191 182Z", palette.dark_cloth)
        + rectangle(163.5, y + 5, 25, 8, GOLD, rx=4)
        + rectangle(167, y - 8, 18, 15, palette.skin, rx=7)
        + line(f"M167.5 {y - 3:g}H177M167 {y + 1.5:g}H176.5", palette.dark_skin, 1.2)
    )


# ------------------------------------------------------------------------------------------------ court: king


def king(palette: Palette) -> str:
    """Returns a king from the belt up."""
    beards = {"S": pointed_beard, "H": round_beard, "D": waxed_moustache, "C": square_beard}
    crowns = {"S": high_crown, "H": closed_crown, "D": rayed_crown, "C": towered_crown}
    return (
        shoulders(palette)
        + ermine(palette)
        + shape(
            "M99 72C95 84 94 100 99 113C103 118 109 117 112 112H138"
            "C141 117 147 118 151 113C156 100 155 84 151 72Z",
            palette.hair,
        )
        + shape("M105 70H145V96C145 112 136 120 125 120C114 120 105 112 105 96Z", palette.skin)
        + features(palette, 89)
        + beards[palette.suit](palette)
        + crowns[palette.suit](palette)
        + crown_band(palette)
    )


def ermine(palette: Palette) -> str:
    """Returns the robe's opening and its ermine collar."""
    tails = ((91, 141), (101, 150), (114, 156), (136, 156), (149, 150), (159, 141))
    return (
        shape("M104 182L110 150H140L146 182Z", palette.dark_cloth)
        + line("M110 150L104 182M140 150L146 182", GOLD, 2.4, "butt")
        + shape(
            "M80 135C95 131 108 128 113 121H137C142 128 155 131 170 135"
            "C169 155 148 165 125 165C102 165 81 155 80 135Z",
            "#fbfaf6",
        )
        + line("M80 135C81 155 102 165 125 165C148 165 169 155 170 135", LINEN_SHADE, 1.3)
        + "".join(
            shape(f"M{x} {y - 3.6:g}L{x + 2} {y + 1}Q{x} {y + 5} {x - 2} {y + 1}Z", INK) for x, y in tails
        )
    )


def moustache(palette: Palette) -> str:
    """Returns a moustache and the mouth below."""
    outline = (
        "M125 100.5C120 97.5 113 100 110 105C115 109 122 108 125 105.2"
        "C128 108 135 109 140 105C137 100 130 97.5 125 100.5Z"
    )
    return shape(outline, palette.light_hair) + line("M121.2 111.3Q125 113 128.8 111.3", "#8e2f2c", 2)


def pointed_beard(palette: Palette) -> str:
    """Returns a long beard that ends in a point."""
    return (
        shape(
            "M104 92C102 118 111 136 125 147C139 136 148 118 146 92"
            "C144 100 141 103 135 102C131 99.5 128 99 125 100.5"
            "C122 99 119 99.5 115 102C109 103 106 100 104 92Z",
            palette.hair,
        )
        + moustache(palette)
        + line("M117 120Q120 130 125 137M133 120Q130 130 125 137", palette.light_hair, 1.3)
    )


def round_beard(palette: Palette) -> str:
    """Returns a short round beard without a moustache: the king of hearts shaves his lip."""
    return (
        shape(
            "M104 90C101 118 110 135 125 135C140 135 149 118 146 90"
            "C144 99 140 103 135 103H115C110 103 106 99 104 90Z",
            palette.hair,
        )
        + ellipse(125, 105, 10.5, 6.4, palette.skin)
        + line("M120.2 106.2Q125 109.4 129.8 106.2", "#a8433f", 2)
        + line(
            "M112 117Q117 127 125 128.5Q133 127 138 117M118 115.5Q121 121 125 121.5Q129 121 132 115.5",
            palette.light_hair,
            1.3,
        )
    )


def waxed_moustache(palette: Palette) -> str:
    """Returns a moustache with curled ends and a small chin beard."""
    return (
        shape(
            "M117.5 112C119 125 122.5 134 125 139C127.5 134 131 125 132.5 112C129 116 121 116 117.5 112Z",
            palette.hair,
        )
        + line("M120.8 110.4Q125 112.2 129.2 110.4", "#8e2f2c", 2)
        + shape(
            "M125 101.5C119 97 110 99.5 106.5 107C104.5 111 100.5 110.5 100.8 106C97 110 99.5 116 105 115.5"
            "C112 115 119 110.5 125 106C131 110.5 138 115 145 115.5C150.5 116 153 110 149.2 106"
            "C149.5 110.5 145.5 111 143.5 107C140 99.5 131 97 125 101.5Z",
            palette.hair,
        )
        + line(
            "M108 110C113 108.5 118 105.5 122 103.5M142 110C137 108.5 132 105.5 128 103.5",
            palette.light_hair,
            1.2,
        )
    )


def square_beard(palette: Palette) -> str:
    """Returns a full beard, cut square and combed in waves."""
    return (
        shape(
            "M104 92C102 106 102 118 103 128C104 136 112 140 125 140"
            "C138 140 146 136 147 128C148 118 148 106 146 92"
            "C144 100 141 103 135 102C131 99.5 128 99 125 100.5C122 99 119 99.5 115 102"
            "C109 103 106 100 104 92Z",
            palette.hair,
        )
        + moustache(palette)
        + line(
            "M108 114Q112 118 110 124T112 134M118 119Q121 123 119 128T121 136M142 114Q138 118 140 124T138 134"
            "M132 119Q129 123 131 128T129 136",
            palette.light_hair,
            1.4,
        )
    )


def high_crown(palette: Palette) -> str:
    """Returns a crown of three high points over a cap of cloth."""
    return (
        shape(
            "M103 64C96 56 95 50 98 46C103 50 110 50 114 52L125 36"
            "L136 52C140 50 147 50 152 46C155 50 154 56 147 64Z",
            palette.cloth,
        )
        + shape("M100 72L94 45L110 57L125 38L140 57L156 45L150 72Z", GOLD)
        + shape("M125 38L140 57L156 45L150 72H125Z", DARK_GOLD, fill_opacity=0.28)
        + crown_pearls((94, 43), (125, 35), (156, 43))
    )


def closed_crown(palette: Palette) -> str:
    """Returns a crown closed by arches, with a globe on top."""
    return (
        shape("M101 70C93 50 108 41 125 44C142 41 157 50 149 70Z", palette.cloth)
        + shape("M125 44C142 41 157 50 149 70H125Z", palette.dark_cloth, fill_opacity=0.55)
        + line("M101 69C91 50 108 40 125 45C142 40 159 50 149 69", GOLD, 4.2)
        + line("M125 45V68", GOLD, 4.2, "butt")
        + shape("M107 69L110.5 57L114 69ZM136 69L139.5 57L143 69Z", LIGHT_GOLD)
        + circle(125, 40, 5, GOLD, stroke=DARK_GOLD, stroke_width=1)
        + line("M125 35V30M122.4 32.4H127.6", DARK_GOLD, 1.8)
    )


def rayed_crown(palette: Palette) -> str:
    """Returns a crown of five rays."""
    return (
        shape("M100 72L95 46L106 58L112 41L120 55L125 36L130 55L138 41L144 58L155 46L150 72Z", GOLD)
        + shape("M125 36L130 55L138 41L144 58L155 46L150 72H125Z", DARK_GOLD, fill_opacity=0.28)
        + "".join(
            shape(f"M{x - 2.6:g} 60L{x:g} 55.5L{x + 2.6:g} 60L{x:g} 64.5Z", palette.cloth)
            for x in (113, 125, 137)
        )
        + crown_pearls((95, 44), (112, 39), (125, 34), (138, 39), (155, 44))
    )


def towered_crown(palette: Palette) -> str:
    """Returns a crown of three leaves on a high circlet."""
    leaf = "M0 0C-3-3-8-2-8-7C-8-11-4-12-2.5-10C-5-14-3-18 0-18C3-18 5-14 2.5-10C4-12 8-11 8-7C8-2 3-3 0 0Z"
    return (
        shape("M100 72L97 54H153L150 72Z", GOLD)
        + shape("M125 54H153L150 72H125Z", DARK_GOLD, fill_opacity=0.28)
        + "".join(
            group(f"translate({x} 56) scale({scale})", shape(leaf, GOLD))
            for x, scale in ((103, 0.85), (125, 1.1), (147, 0.85))
        )
        + "".join(circle(x, 50.5, 2.4, LIGHT_GOLD, stroke=DARK_GOLD, stroke_width=1) for x in (114, 136))
        + "".join(circle(x, 60, 2.4, palette.cloth) for x in (108, 125, 142))
    )


def crown_pearls(*places: tuple[float, float]) -> str:
    """Returns the balls on the points of a crown."""
    return "".join(circle(x, y, 4, LIGHT_GOLD, stroke=DARK_GOLD, stroke_width=1) for x, y in places)


def crown_band(palette: Palette) -> str:
    """Returns the jewelled rim on which every king's crown stands."""
    drawn = rectangle(98.5, 66, 53, 8.5, DARK_GOLD, rx=3)
    for x in (109, 125, 141):
        colour = palette.cloth if x == MIDDLE_X else FACE
        drawn += shape(f"M{x - 4.4:g} 70.2L{x} 67.2L{x + 4.4:g} 70.2L{x} 73.2Z", colour)
    return drawn


# ----------------------------------------------------------------------------------------------- court: queen


def queen(palette: Palette) -> str:
    """Returns a queen from the belt up."""
    hair = {"S": long_hair, "H": curls, "D": plaits, "C": full_hair}
    crowns = {"S": open_crown, "H": scalloped_crown, "D": halo_crown, "C": open_crown}
    behind, in_front = hair[palette.suit](palette)
    return (
        behind
        + gown(palette)
        + shape(
            "M105 84C105 68 114 62 125 62C136 62 145 68 145 84"
            "C145 104 136 116 125 116C114 116 105 104 105 84Z",
            palette.skin,
        )
        + features(palette, 88, is_queen=True)
        + shape(
            "M120 104.2C122.5 102.4 124 103 125 103.6"
            "C126 103 127.5 102.4 130 104.2C128 107.6 122 107.6 120 104.2Z",
            LIPS,
        )
        + in_front
        + circle(104.5, 101, 2.6, GOLD)
        + circle(145.5, 101, 2.6, GOLD)
        + crowns[palette.suit](palette)
    )


def gown(palette: Palette) -> str:
    """Returns dress, neck and necklace."""
    pearls = "".join(
        circle(
            MIDDLE_X + 36 * math.sin(pearl * 0.185),
            round(106 + 33 * math.cos(pearl * 0.185) - abs(pearl) * 0.6, 2),
            2.1,
            FACE,
            stroke="#cbbfae",
            stroke_width=0.6,
        )
        for pearl in range(-4, 5)
    )
    return (
        shape("M50 182V162C54 146 74 138 94 137L125 165L156 137C176 138 196 146 200 162V182Z", palette.cloth)
        + shape(
            "M117 104V124C108 129 98 133 93 138C98 157 112 165 125 165"
            "C138 165 152 157 157 138C152 133 142 129 133 124V104Z",
            palette.skin,
        )
        + shape("M117 116C121 121 129 121 133 116V112H117Z", palette.dark_skin, fill_opacity=0.7)
        + line("M92 137C97 157 112 166 125 166C138 166 153 157 158 137", GOLD, 3.2)
        + shape("M108 182L125 166L142 182Z", palette.dark_cloth)
        + pearls
        + pip(palette.suit, 125, 149.5, 11, palette.cloth)
    )


def parted_fringe(palette: Palette) -> str:
    """Returns hair that is parted in the middle and frames the face."""
    outline = "M103 92C101 70 110 60 125 60C140 60 149 70 147 92C144 82 136 76 125 70C114 76 106 82 103 92Z"
    strands = "M125 70C117 75 109 80 105.5 87M125 70C133 75 141 80 144.5 87"
    return shape(outline, palette.hair) + line(strands, palette.light_hair, 1.3)


def long_hair(palette: Palette) -> tuple[str, str]:
    """Returns long smooth hair: the part behind the body, and the part before the face."""
    behind = shape(
        "M94 84C92 60 106 52 125 52C144 52 158 60 156 84C156 100 167 112 168 130C169 143 160 150 150 148H100"
        "C90 150 81 143 82 130C83 112 94 100 94 84Z",
        palette.hair,
    ) + line("M99 100C98 114 90 122 91 138M151 100C152 114 160 122 159 138", palette.light_hair, 2)
    return behind, parted_fringe(palette)


def curls(palette: Palette) -> tuple[str, str]:
    """Returns hair that falls in large curls."""
    right_side = ((27, 74, 12), (31, 90, 11), (34, 106, 12), (36, 122, 12.5), (30, 137, 11.5))
    places = [(MIDDLE_X + side * dx, y, radius) for side in (-1, 1) for dx, y, radius in right_side]
    behind = ellipse(125, 82, 30, 30, palette.hair)
    behind += "".join(circle(x, y, radius, palette.hair) for x, y, radius in places)
    behind += "".join(
        line(
            f"M{x - 5.5:g} {y + 2:g}C{x - 4:g} {y - 6:g} {x + 6:g} {y - 5:g} {x + 5:g} {y + 2:g}",
            palette.light_hair,
            1.6,
        )
        for x, y, _ in places[1:5] + places[6:]
    )
    swept = (
        "M103 92C100 69 111 59 126 59C141 59 150 70 147 92"
        "C145 84 141 79 136 75C127 81 113 80 107 83C105 86 104 89 103 92Z"
    )
    return behind, shape(swept, palette.hair) + line("M136 75C128 80 115 79 108 82", palette.light_hair, 1.3)


def plaits(palette: Palette) -> tuple[str, str]:
    """Returns two plaits that lie over the shoulders."""
    behind = shape(
        "M95 92C92 62 106 52 125 52C144 52 158 62 155 92C154 104 150 112 146 116H104C100 112 96 104 95 92Z",
        palette.hair,
    )
    braids = ""
    for side in (-1, 1):
        for knot in range(5):
            x, y = MIDDLE_X + side * (27 + knot * 2.4), 105 + knot * 10.5
            braids += ellipse(x, y, 7.6 - knot * 0.3, 6.8, palette.hair)
            braids += line(
                f"M{x - 5 * side:g} {y - 3:g}Q{x:g} {y + 1:g} {x + 4 * side:g} {y - 2:g}",
                palette.light_hair,
                1.5,
            )
        x = MIDDLE_X + side * 38.6
        braids += rectangle(x - 5, 152.5, 10, 5, GOLD, rx=2) + shape(
            f"M{x - 4.6:g} 157H{x + 4.6:g}L{x:g} 167Z", palette.hair
        )
    return behind, parted_fringe(palette) + braids


def full_hair(palette: Palette) -> tuple[str, str]:
    """Returns a round crown of close curls."""
    ring = [math.radians(angle) for angle in range(-215, 36, 25)]
    behind = ellipse(125, 86, 37, 36, palette.hair)
    behind += "".join(
        circle(125 + 33 * math.cos(angle), 86 + 32 * math.sin(angle), 10.5, palette.hair) for angle in ring
    )
    for angle in ring[::2]:
        x, y = 125 + 33 * math.cos(angle), 86 + 32 * math.sin(angle)
        behind += line(
            f"M{x - 4:.1f} {y + 2:.1f}Q{x:.1f} {y - 6:.1f} {x + 4:.1f} {y + 2:.1f}", palette.light_hair, 1.6
        )
    hairline = (
        "M104 88C101 70 111 60 125 60C139 60 149 70 146 88"
        "C143 78 137 74 131 73Q125 75 119 73C113 74 107 78 104 88Z"
    )
    return behind, shape(hairline, palette.hair)


def open_crown(palette: Palette) -> str:
    """Returns a light crown of four points."""
    return (
        shape("M104 66L99 47L110 55L115 40L125 51L135 40L140 55L151 47L146 66Q125 57 104 66Z", GOLD)
        + shape("M125 51L135 40L140 55L151 47L146 66Q136 61.4 125 61.2Z", DARK_GOLD, fill_opacity=0.28)
        + "".join(
            circle(x, y, 3, FACE, stroke=DARK_GOLD, stroke_width=1)
            for x, y in ((99, 45), (115, 38), (135, 38), (151, 45))
        )
        + circle(125, 50, 3.6, palette.cloth, stroke=DARK_GOLD, stroke_width=1)
        + crown_rim()
    )


def scalloped_crown(palette: Palette) -> str:
    """Returns a crown of rounded leaves."""
    return (
        shape(
            "M104 66L101 50C101 44 109 44 110 51C110 41 119 38 120.5 47"
            "C120 34 130 34 129.5 47C131 38 140 41 140 51"
            "C141 44 149 44 149 50L146 66Q125 57 104 66Z",
            GOLD,
        )
        + shape(
            "M125 37.5C128 37.5 130 41 129.5 47C131 38 140 41 140 51"
            "C141 44 149 44 149 50L146 66Q136 61.4 125 61.2Z",
            DARK_GOLD,
            fill_opacity=0.28,
        )
        + pip("H", 125, 50.5, 9, palette.cloth)
        + "".join(circle(x, y, 2, FACE) for x, y in ((105.6, 51), (115, 48), (135, 48), (144.4, 51)))
        + crown_rim()
    )


def halo_crown(palette: Palette) -> str:
    """Returns a high crown shaped like a rising sun."""
    return (
        shape("M101 68C97 48 108 34 125 34C142 34 153 48 149 68Q125 57 101 68Z", GOLD)
        + shape("M125 34C142 34 153 48 149 68Q137 62 125 61.5Z", DARK_GOLD, fill_opacity=0.28)
        + line("M107 60C105 48 113 41 125 41C137 41 145 48 143 60", palette.cloth, 3)
        + pip("D", 125, 51.5, 13, palette.cloth)
        + "".join(circle(x, y, 2.2, FACE) for x, y in ((112.5, 53.5), (137.5, 53.5)))
        + "".join(
            circle(x, y, 2.6, LIGHT_GOLD, stroke=DARK_GOLD, stroke_width=0.8)
            for x, y in ((101, 50), (110, 38.5), (125, 33.5), (140, 38.5), (149, 50))
        )
        + crown_rim()
    )


def crown_rim() -> str:
    """Returns the lower edge of every queen's crown."""
    return line("M104 66.5Q125 57.5 146 66.5", DARK_GOLD, 3.2)


# ------------------------------------------------------------------------------------------------ court: jack


def jack(palette: Palette) -> str:
    """Returns a jack from the belt up."""
    hats = {"S": beret, "H": pointed_hat, "D": broad_hat, "C": chaperon}
    return (
        doublet(palette)
        + shape(
            "M98 76C96 92 95 106 99 116C103 121 111 120 114 116H136"
            "C139 120 147 121 151 116C155 106 154 92 152 76Z",
            palette.hair,
        )
        + collar(palette)
        + shape("M106 76H144V92C144 106 135 116 125 116C115 116 106 106 106 92Z", palette.skin)
        + features(palette, 90)
        + line("M120.5 105.2Q125 107.6 129.5 105.2", "#b4483f", 2)
        + shape(
            "M104 92C102 84 102 78 104 72H146C148 78 148 84 146 92"
            "C143 88 143 84 142 80H108C107 84 107 88 104 92Z",
            palette.hair,
        )
        + hats[palette.suit](palette)
    )


def doublet(palette: Palette) -> str:
    """Returns the jacket; its sleeves are slashed in one of two ways."""
    drawn = shoulders(palette)
    for slash in range(3):
        x, top = 66 + slash * 11, 150 - slash * 5
        for sleeve_x in (x, WIDTH - x):
            if palette.suit in "SC":
                drawn += line(f"M{sleeve_x} {top}V182", palette.second_cloth, 3.4, "butt")
            else:
                drawn += ellipse(sleeve_x, top + 6, 2.6, 6, palette.second_cloth)
                drawn += ellipse(sleeve_x, top + 22, 2.6, 6, palette.second_cloth)
    drawn += shape("M97 129L102 182H148L153 129Z", palette.dark_cloth)
    return (
        drawn
        + line("M125 150V182", GOLD, 2)
        + circle(125, 158, 2.7, LIGHT_GOLD)
        + circle(125, 168, 2.7, LIGHT_GOLD)
    )


def collar(palette: Palette) -> str:
    """Returns neck and shirt collar."""
    return (
        shape("M117 104V126H133V104Z", palette.dark_skin)
        + shape("M117 112C121 119 129 119 133 112V130H117Z", palette.dark_skin)
        + shape("M117 121L98 127L106 146L125 140L144 146L152 127L133 121L125 132Z", FACE)
        + line("M98 127L106 146L125 140L144 146L152 127", LINEN_SHADE, 1.2)
    )


def badge(palette: Palette, x: float, y: float) -> str:
    """Returns the golden badge on a jack's hat."""
    return circle(x, y, 6.5, LIGHT_GOLD, stroke=DARK_GOLD, stroke_width=1.2) + pip(
        palette.suit, x, y, 7.5, palette.cloth
    )


def beret(palette: Palette) -> str:
    """Returns a beret with a short feather."""
    return (
        shape("M102 64C92 56 91 42 99 29C108 38 111 50 109 62Z", palette.second_cloth)
        + line("M105 62C101 52 99.5 42 99.5 34", FACE, 1.6)
        + shape("M98 70C92 56 104 44 124 43C146 42 160 52 157 64C156 68 154 70 152 71Z", palette.cloth)
        + shape(
            "M128 43C148 43 160 53 157 64C156 68 154 70 152 71H136C146 64 142 50 128 43Z", palette.dark_cloth
        )
        + rectangle(97, 67, 56, 9, GOLD, rx=4.5)
        + badge(palette, 107, 66)
    )


def pointed_hat(palette: Palette) -> str:
    """Returns a hat with a turned-up brim that runs to a point, and a long feather."""
    return (
        shape("M99 68C99 50 112 41 127 43C140 45 149 55 151 68Z", palette.cloth)
        + shape("M127 43C140 45 149 55 151 68H134C139 60 136 49 127 43Z", palette.dark_cloth)
        + shape(
            "M88 60C96 66 108 68 125 67C139 66.5 148 66 157 69"
            "C157 75 150 78 140 77.5C122 76.5 103 79 93 74C88 71 86 66 88 60Z",
            palette.dark_cloth,
        )
        + line("M89 62C98 69 110 70 125 69.5C140 69 148 68.5 156 71", GOLD, 1.8)
        + shape("M142 68C140 54 146 38 160 30C164 44 160 60 147 69Z", palette.second_cloth)
        + line("M144.5 68C145 56 150 44 158 35", FACE, 1.6)
        + badge(palette, 142, 68)
    )


def broad_hat(palette: Palette) -> str:
    """Returns a hat with a broad brim and a plume lying on it."""
    return (
        shape("M105 68C103 50 110 43 125 43C140 43 147 50 145 68Z", palette.cloth)
        + shape("M128 43C141 44 147 51 145 68H133C137 60 135 50 128 43Z", palette.dark_cloth)
        + ellipse(125, 70, 38, 8, palette.dark_cloth)
        + shape("M88 68C100 63 150 63 162 68C150 71.5 100 71.5 88 68Z", palette.cloth)
        + shape("M104.8 60C112 64 138 64 145.2 60V66C138 69.5 112 69.5 104.8 66Z", GOLD)
        + shape(
            "M108 63C98 62 88 54 89 42C96 38 104 41 108 47C112 44 118 46 118 51C118 58 113 63 108 63Z",
            palette.second_cloth,
        )
        + line("M108 62C104 55 99 49 92 44", FACE, 1.6)
        + badge(palette, 109, 63)
    )


def chaperon(palette: Palette) -> str:
    """Returns a rolled hood with a tail of cloth falling to the shoulder."""
    return (
        shape(
            "M146 66C158 74 163 96 158 122C157 128 149 128 149 122C151 104 150 88 141 74Z", palette.dark_cloth
        )
        + shape("M103 64C100 48 112 39 124 42C134 36 150 44 148 62Z", palette.cloth)
        + shape("M124 42C134 36 150 44 148 62H132C137 54 133 45 124 42Z", palette.dark_cloth)
        + rectangle(96, 60, 58, 16, palette.second_cloth, rx=8)
        + line(
            "M108 61L102 75M120 60.5L114 75.5M132 60.5L126 75.5M144 61L138 75.5", palette.cloth, 2.2, "butt"
        )
        + badge(palette, 146, 68)
    )


# -------------------------------------------------------------------------------------- court: the whole card

Drawing = Callable[[Palette], str]

FIGURES: dict[str, Drawing] = {"K": king, "Q": queen, "J": jack}
HELD: dict[str, tuple[Drawing, float]] = {  # what is held, and the height of the hand
    "KS": (sword, 150),
    "KH": (sceptre, 146),
    "KD": (axe, 148),
    "KC": (orb, 146),
    "QS": (mirror, 148),
    "QH": (flower, 148),
    "QD": (fan, 148),
    "QC": (tulip, 148),
    "JS": (pike, 148),
    "JH": (halberd, 148),
    "JD": (rapier, 150),
    "JC": (banner, 148),
}
LOOKING_LEFT = "HC"


def court(palette: Palette, rank: str, colour: str) -> str:
    """Returns the framed, double-headed picture of a court card.

    Nothing can be clipped, so figures end at y <= 182 and a sash hides the seam; what leaves the frame at the
    sides is covered by a ring of the card's colour.
    """
    held, hand_y = HELD[rank + palette.suit]
    figure = (
        circle(125, 92, 58, palette.halo) + FIGURES[rank](palette) + held(palette) + hand(palette, hand_y)
    )
    if palette.suit in LOOKING_LEFT:
        figure = mirrored(figure)
    frame = frame_outline(9)
    width, height = FRAME_RIGHT - FRAME_LEFT, FRAME_BOTTOM - FRAME_TOP
    return (
        rectangle(FRAME_LEFT, FRAME_TOP, width, height, palette.background)
        + figure
        + upside_down(figure)
        + sash(palette, colour)
        + shape("M30 18H220V332H30Z" + frame, FACE, fill_rule="evenodd")
        + line(frame, palette.dark_cloth, 1.8)
    )


def frame_outline(radius: float) -> str:
    """Returns the rounded frame around the picture as path data."""
    arc = f"A{radius:g} {radius:g} 0 0 1"
    left, right, top, bottom = FRAME_LEFT, FRAME_RIGHT, FRAME_TOP, FRAME_BOTTOM
    return (
        f"M{left + radius:g} {top}H{right - radius:g}{arc} {right} {top + radius:g}V{bottom - radius:g}"
        f"{arc} {right - radius:g} {bottom}H{left + radius:g}"
        f"{arc} {left} {bottom - radius:g}V{top + radius:g}"
        f"{arc} {left + radius:g} {top}Z"
    )


def sash(palette: Palette, colour: str) -> str:
    """Returns the belt between the two halves of a court card."""
    width = FRAME_RIGHT - FRAME_LEFT
    drawn = (
        rectangle(FRAME_LEFT, MIDDLE_Y - 8, width, 16, palette.dark_cloth)
        + rectangle(FRAME_LEFT, MIDDLE_Y - 8, width, 2.4, GOLD)
        + rectangle(FRAME_LEFT, MIDDLE_Y + 5.6, width, 2.4, GOLD)
    )
    for step in (-3, -2, -1, 1, 2, 3):
        x = MIDDLE_X + step * 19
        stone = f"M{x - 5} {MIDDLE_Y}L{x} {MIDDLE_Y - 3.4:g}L{x + 5} {MIDDLE_Y}L{x} {MIDDLE_Y + 3.4:g}Z"
        drawn += shape(stone, palette.second_cloth)
    return (
        drawn
        + circle(MIDDLE_X, MIDDLE_Y, 12.5, GOLD)
        + circle(MIDDLE_X, MIDDLE_Y, 10.2, FACE)
        + pip(palette.suit, MIDDLE_X, MIDDLE_Y, 12.5, colour)
    )


# ----------------------------------------------------------------------------------------------------- faces


def face(lettering: Lettering, scheme: Scheme, rank: str, suit: str) -> str:
    """Returns the file of one face in ordinary print."""
    colour = scheme.pips[suit]
    if rank in FIGURES:
        picture = court(scheme.palettes[suit], rank, colour)
    elif rank == "A":
        picture = ace(suit, colour)
    else:
        picture = number_pips(rank, suit, colour)
    return document(blank_card(), picture, indices(lettering, rank, suit, colour))


def large_face(lettering: Lettering, scheme: Scheme, rank: str, suit: str) -> str:
    """Returns the file of one face in large print: one suit in the middle, or a smaller court picture."""
    colour = scheme.pips[suit]
    if rank in FIGURES:
        shrunk = f"translate({MIDDLE_X} {MIDDLE_Y}) scale(.68) translate({-MIDDLE_X} {-MIDDLE_Y})"
        picture = group(shrunk, court(scheme.palettes[suit], rank, colour))
    else:
        picture = pip(suit, MIDDLE_X, MIDDLE_Y, 84, colour)
    return document(blank_card(), picture, large_indices(lettering, rank, suit, colour))


PRINTS = {"": face, "large-": large_face}


def main() -> None:
    """Runs the program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--font", type=Path, required=True, help="Cantarell ExtraBold, OTF or TTF")
    parser.add_argument("--out", type=Path, default=ASSETS / "cards", help="where the four folders go")
    arguments = parser.parse_args()
    lettering = Lettering(arguments.font)
    for (print_name, draw), (colours, scheme) in itertools.product(PRINTS.items(), SCHEMES.items()):
        folder = arguments.out / f"{print_name}{colours}"
        folder.mkdir(parents=True, exist_ok=True)
        for suit, rank in itertools.product(SUITS, RANKS):
            drawing = draw(lettering, scheme, rank, suit)
            (folder / f"{rank}{suit}.svg").write_text(drawing, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
