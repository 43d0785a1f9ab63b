"""Draws the six backs of the cards: lozenges, scales, a star, a weave, rings and stripes, each on a colour.

Plain SVG for the same reader, and on the same card of 250 x 350 units, as the faces of `cards.py`. Every
back looks the same when the card is turned by 180 degrees.

    python -m tools.artwork.backs
"""

import argparse
import math
from collections.abc import Callable
from pathlib import Path

from tools.artwork import ASSETS
from tools.artwork.cards import (
    FACE,
    GOLD,
    HEIGHT,
    MIDDLE_X,
    MIDDLE_Y,
    WIDTH,
    blank_card,
    circle,
    document,
    line,
    pip,
    rectangle,
    shape,
    upside_down,
)

MARGIN = 12
"""Width of the white edge."""
BORDER = MARGIN + 6


def ground(first: str, second: str) -> str:
    """Returns the cloth within the white edge, fading from one colour to another."""
    gradient = (
        '<defs><linearGradient id="cloth" gradientUnits="userSpaceOnUse" '
        f'x1="0" y1="0" x2="{WIDTH}" y2="{HEIGHT}">'
        f'<stop offset="0" stop-color="{first}"/><stop offset="1" stop-color="{second}"/>'
        "</linearGradient></defs>"
    )
    cloth = rectangle(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN, "url(#cloth)", rx=5)
    return gradient + blank_card() + cloth


def border() -> str:
    """Returns the golden line inside the white edge."""
    return rectangle(
        BORDER, BORDER, WIDTH - 2 * BORDER, HEIGHT - 2 * BORDER, "none", rx=3, stroke=GOLD, stroke_width=2
    )


def medallion(dark: str, light: str, red: str) -> str:
    """Returns the four suits in a golden ring."""
    return (
        circle(MIDDLE_X, MIDDLE_Y, 47, dark)
        + circle(MIDDLE_X, MIDDLE_Y, 47, "none", stroke=GOLD, stroke_width=2.6)
        + circle(MIDDLE_X, MIDDLE_Y, 41, "none", stroke=light, stroke_width=1.2)
        + pip("S", MIDDLE_X, MIDDLE_Y - 18, 22, FACE)
        + pip("C", MIDDLE_X, MIDDLE_Y + 18, 22, FACE)
        + pip("H", MIDDLE_X + 18, MIDDLE_Y, 22, red)
        + pip("D", MIDDLE_X - 18, MIDDLE_Y, 22, red)
    )


def lozenges() -> str:
    """Returns the blue back: filled and hollow lozenges in turn, the four suits in a medallion."""
    light, dark = "#6f93cf", "#1b3063"
    columns, rows, edge = 8, 12, MARGIN + 12
    step_x, step_y = (WIDTH - 2 * edge) / columns, (HEIGHT - 2 * edge) / rows
    half_x, half_y = step_x * 0.4, step_y * 0.4
    drawn = ""
    for row in range(rows):
        for column in range(columns):
            x, y = edge + step_x * (column + 0.5), edge + step_y * (row + 0.5)
            outline = (
                f"M{x:.2f} {y - half_y:.2f}L{x + half_x:.2f} {y:.2f}"
                f"L{x:.2f} {y + half_y:.2f}L{x - half_x:.2f} {y:.2f}Z"
            )
            if (row + column) % 2 == 0:
                drawn += shape(outline, light, fill_opacity=0.55)
            else:
                drawn += shape(outline, "none", stroke=light, stroke_width=1.5, stroke_opacity=0.8)
    return ground("#27437f", dark) + drawn + border() + medallion(dark, light, "#f0b7a8")


def scales() -> str:
    """Returns the crimson back: rows of arcs like roof tiles, which meet in the middle."""
    light, dark = "#dfa09a", "#6d1a26"
    across, radius = 9, (WIDTH - 2 * BORDER - 6) / 9 / 2
    left, half = BORDER + 3, ""
    rows = math.ceil((MIDDLE_Y - BORDER) / radius)
    for row in range(rows):
        y = MIDDLE_Y - radius * row
        first = 0.5 if row % 2 else 0.0
        for column in range(across - (row % 2)):
            x = left + radius * (2 * (column + first) + 1)
            for share in (1.0, 0.62, 0.24):
                reach = radius * share
                if y - reach > BORDER + 2:
                    arc = f"M{x - reach:.2f} {y:.2f}A{reach:.2f} {reach:.2f} 0 0 1 {x + reach:.2f} {y:.2f}"
                    half += line(arc, light, 1.5, "butt", stroke_opacity=0.75)
    return ground("#97273a", dark) + half + upside_down(half) + border() + medallion(dark, light, "#f2c1b4")


def star() -> str:
    """Returns the quiet back: one star of sixteen points on teal, and a dot in each corner."""
    light, dark = "#8fc0bd", "#0f3b42"

    def rays(points: int, outer: float, inner: float, turn: float, colour: str) -> str:
        course = []
        for index in range(2 * points):
            angle = math.pi * index / points + turn
            reach = outer if index % 2 == 0 else inner
            x, y = MIDDLE_X + reach * math.sin(angle), MIDDLE_Y - reach * math.cos(angle)
            course.append(f"{x:.2f} {y:.2f}")
        return shape("M" + "L".join(course) + "Z", colour)

    inset = BORDER + 16
    corners = [circle(x, y, 5, GOLD) for x in (inset, WIDTH - inset) for y in (inset, HEIGHT - inset)]
    inner_line = rectangle(
        BORDER + 7,
        BORDER + 7,
        WIDTH - 2 * (BORDER + 7),
        HEIGHT - 2 * (BORDER + 7),
        "none",
        rx=2,
        stroke=light,
        stroke_width=1.2,
        stroke_opacity=0.6,
    )
    return (
        ground("#1d5b63", dark)
        + border()
        + inner_line
        + "".join(corners)
        + circle(MIDDLE_X, MIDDLE_Y, 76, "none", stroke=light, stroke_width=1.4, stroke_opacity=0.7)
        + rays(8, 62, 22, math.pi / 8, light)
        + rays(8, 72, 24, 0.0, GOLD)
        + circle(MIDDLE_X, MIDDLE_Y, 17, dark)
        + pip("D", MIDDLE_X, MIDDLE_Y, 18, FACE)
    )


def weave() -> str:
    """Returns the green back: a basket of short strokes, three across and three down in turn."""
    light, dark = "#8fc79f", "#17402c"
    columns, rows, edge = 10, 14, MARGIN + 12
    step_x, step_y = (WIDTH - 2 * edge) / columns, (HEIGHT - 2 * edge) / rows
    drawn = ""
    for row in range(rows):
        for column in range(columns):
            x, y = edge + step_x * column, edge + step_y * row
            for share in (0.25, 0.5, 0.75):
                if (row + column) % 2 == 0:
                    level = y + step_y * share
                    course = f"M{x + 3:.2f} {level:.2f}L{x + step_x - 3:.2f} {level:.2f}"
                else:
                    across = x + step_x * share
                    course = f"M{across:.2f} {y + 3:.2f}L{across:.2f} {y + step_y - 3:.2f}"
                drawn += line(course, light, 2.2, "round", stroke_opacity=0.75)
    return ground("#25684a", dark) + drawn + border() + medallion(dark, light, "#f0b7a8")


def rings() -> str:
    """Returns the purple back: circles that overlap their neighbours by half."""
    light, dark = "#b9a3dd", "#2e1c4d"
    columns, rows, edge = 7, 10, BORDER + 4
    step_x, step_y = (WIDTH - 2 * edge) / (columns + 1), (HEIGHT - 2 * edge) / (rows + 1)
    drawn = ""
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            x, y = edge + step_x * column, edge + step_y * row
            drawn += circle(x, y, step_x * 0.98, "none", stroke=light, stroke_width=1.4, stroke_opacity=0.6)
            drawn += circle(x, y, 3, GOLD, fill_opacity=0.8)
    return ground("#573a87", dark) + drawn + border() + medallion(dark, light, "#f2c1b4")


def stripes() -> str:
    """Returns the black back: upright stripes, a golden one after every three."""
    light, dark = "#9aa3b2", "#14181f"
    count, edge = 28, BORDER + 8
    step, drawn = (WIDTH - 2 * edge) / count, ""
    for number in range(count + 1):
        x, is_golden = edge + step * number, number % 4 == 2
        course = f"M{x:.2f} {edge:.2f}L{x:.2f} {HEIGHT - edge:.2f}"
        drawn += line(course, GOLD if is_golden else light, 1.6, "butt", stroke_opacity=0.7)
    return ground("#2f3641", dark) + drawn + border() + medallion(dark, light, "#f0b7a8")


BACKS: dict[str, Callable[[], str]] = {
    "lozenges": lozenges,
    "scales": scales,
    "star": star,
    "weave": weave,
    "rings": rings,
    "stripes": stripes,
}


def main() -> None:
    """Runs the program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=ASSETS / "cards" / "backs", help="where they go")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, draw in BACKS.items():
        (arguments.out / f"{name}.svg").write_text(document(draw()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
