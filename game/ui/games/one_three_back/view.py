"""Look of a table of 1-3 Back: a grid of stacks with the deck beside it, its words, rules and first steps."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import ClassVar, NamedTuple

import pygame

from game.cards import Card
from game.message import msg, msg_n, msg_p, verbatim
from game.play.deal import Deal
from game.play.game import GameSnapshot
from game.rules.one_three_back import DECK, STACKS, OneThreeBack
from game.rules.position import STOCK, Position
from game.solver.hint_words import OneThreeBackHintWords
from game.storage.profile import Settings
from game.ui.cards.sprite import CascadeStyle
from game.ui.drawing.layout import CARD_RATIO, MIN_CARD_PX, Box, Point, Slot
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import QUIET, TEXT
from game.ui.table.bars import Field
from game.ui.table.view import EVERYWHERE, BarValues, Layout, Only, Page, Space, View

COUNT_GAP_PX = 12
"""Between the deck and the number of cards left in it."""
LEAST_CARD_PX = 100
"""More rows than three are shown only while cards stay as wide as that."""
BAR_PX = 34
ACROSS = 3
ROWS = 3
MAX_ROWS = 18
"""All cards of a pack, each a stack of its own, fill no more."""
GAP = 0.11
"""Between two stacks, in card widths."""
ROW_GAP = 0.16
"""Between two rows at least: a stack of the whole pack rises into it."""
BAR_GAP = 0.16
DECK_RISES = 0.06
"""Additional height of a full deck, in card widths."""
SIDE = 0.2
"""Least free width at both sides of the whole, in card widths."""


class Grid(NamedTuple):
    """The places of one window; all lengths in pixels."""

    rows: int  # in view
    card_width: int
    card_height: int
    pitch_x: float
    pitch_y: int  # from row to row, whole so that rows keep their looks while they scroll
    view: Box  # what is to be seen of the grid, its gaps included
    track: Box  # of the scroll bar
    deck: Point

    def place(self, stack: int, offset_rows: float) -> Point:
        """Corner of a stack for a number of rows above the view."""
        row, column = divmod(stack, ACROSS)
        x = self.view.x + column * self.pitch_x + (self.pitch_x - self.card_width) / 2
        first_y = self.view.y + (self.pitch_y - self.card_height) // 2
        return Point(round(x), first_y + row * self.pitch_y - round(offset_rows * self.pitch_y))


def rows_that_fit(room: Box, bar_px: float, least_card_px: float) -> int:
    """Number of rows in a room with cards of a minimum width; at least three, and no more than fill it."""
    least = max(MIN_CARD_PX, ceil(least_card_px))
    if _width_by_width(room, bar_px) < least:
        return ROWS
    return min(MAX_ROWS, max(ROWS, int(room.height / (least * (CARD_RATIO + ROW_GAP)))))


def _width_by_width(room: Box, bar_px: float) -> float:
    return (room.width - bar_px) / (ACROSS * (1 + GAP) + 2 * BAR_GAP + 1 + 2 * SIDE)


def _card_width(room: Box, rows: int, bar_px: float) -> int:
    by_height = room.height / rows / (CARD_RATIO + ROW_GAP)
    return max(MIN_CARD_PX, int(min(by_height, _width_by_width(room, bar_px))))


def lay_out_grid(room: Box, rows: int, bar_px: float, deck_left: bool) -> Grid:
    """The grid in a room: as large as fits, the scroll bar and the deck beside it."""
    width = _card_width(room, rows, bar_px)
    height = round(width * CARD_RATIO)
    pitch_x = width * (1 + GAP)
    pitch_y = max(height, min(int(room.height / rows), round(height + 2 * GAP * width)))
    grid_width, bar_gap = ACROSS * pitch_x, width * BAR_GAP
    whole = grid_width + bar_gap + bar_px + bar_gap + width
    left = room.x + (room.width - whole) / 2
    top = round(room.y + (room.height - rows * pitch_y) / 2)
    if deck_left:
        deck_x, bar_x = left, left + width + bar_gap
        view_x = bar_x + bar_px + bar_gap
    else:
        view_x, bar_x = left, left + grid_width + bar_gap
        deck_x = bar_x + bar_px + bar_gap
    inset = (pitch_y - height) // 2
    return Grid(
        rows,
        width,
        height,
        pitch_x,
        pitch_y,
        Box(round(view_x), top, round(grid_width), rows * pitch_y),
        Box(round(bar_x), top + inset, round(bar_px), rows * pitch_y - 2 * inset),
        Point(round(deck_x), top + inset + round(DECK_RISES * width)),
    )


class OneThreeBackView(View[OneThreeBack]):
    """A table of 1-3 Back."""

    tagline: ClassVar = msg("Merge what matches, one back or three back.")
    tile_words: ClassVar = msg_n("{count} card", "{count} cards", 52)
    tile_cards: ClassVar = ("9S", "9H", "7S", "4H", "4C", "8S", "8H")
    hint_words_class: ClassVar = OneThreeBackHintWords
    tile_moves: ClassVar = (STOCK,) * 8
    # Translators: The answer is yes or no: whether one stack can be reached.
    winnable_words: ClassVar = msg("One stack")
    # Translators: A button: it shows the moves that lead to the fewest stacks.
    line_title: ClassVar = msg("Best solution")
    line_question: ClassVar = msg("Show the best solution?")
    score_labels: ClassVar = (msg_p("a figure", "Stacks"),)
    win_manner: ClassVar = CascadeStyle(gap_s=0.06, slowest=1.0, spread=6.0, rise=14.0, gravity=18.0)
    page: ClassVar = Page(
        (
            msg(
                "Deal all 52 cards and merge them into as few stacks as you can. One stack is a perfect game."
            ),
        ),
        (
            msg(
                "Every card dealt from the deck becomes a new stack at the end of the grid. Nothing forces "
                "you to deal, or to merge."
            ),
            msg(
                "A stack goes onto the stack one back or three back when their top cards match in suit or in "
                "rank. One back is its left neighbour, or the end of the row above; three back lies directly "
                "above it."
            ),
            msg(
                "A stack always moves whole, and only onto an earlier one. Its top card becomes the top card "
                "there; all later stacks move up one place."
            ),
            msg(
                "The game is over when the deck is empty and no merge is left. The fewer stacks, the better."
            ),
            msg("You can undo merges back to the last card dealt."),
        ),
        (
            (msg("Click the deck, Enter, D"), msg("deals a card")),
            (msg_p("keys and mouse", "Drag"), msg("merges a stack")),
            (msg("Double-click, right-click"), msg("merges where there is only one way")),
            Only("practice", (verbatim("I"), msg("gives a hint; again, its odds"))),
            (verbatim("V"), msg("marks all possible moves, or none")),
            (msg("Wheel, Page Up/Down, Home, End"), msg_p("what a key does", "scroll")),
            (msg("Arrows, Space"), msg("move the cursor; pick up and drop")),
            (msg("Esc, P"), msg_p("what a key does", "menu")),
            *EVERYWHERE,
        ),
        (
            msg(
                "Suit before rank: thirteen cards share a suit, only four a rank, so a match in rank keeps "
                "fewer options open."
            ),
            msg(
                "Before you merge, look at what will shift. All stacks behind the hole move one closer: a "
                "three back that is there now may be gone, and another may appear. Take A♣ 6♦ 5♥ 4♣ 4♦ 2♦, "
                "with the deck empty. Clubs first, 4♣ onto A♣, and 6♦ is no longer three back from 4♦."
            ),
            msg(
                "So the page of the original game merges the diamonds first, 4♦ onto 6♦, and is left with "
                "three stacks. But look further: after clubs first, 4♦ goes onto 4♣, 2♦ onto 4♦ and 6♦ onto "
                "2♦, which leaves two."
            ),
            msg(
                "Nothing forces you to merge: as long as the deck holds cards, a merge that can wait may be "
                "worth more later."
            ),
            msg("Three back keeps more options open than one back."),
        ),
    )

    # Bars ----------------------------------------------------------------------------------------

    def fields(self) -> Sequence[Field]:
        return [Field(msg_p("a figure", "Stacks"), "00")]

    def readings(self, game: GameSnapshot, settings: Settings) -> BarValues:
        return BarValues([(str(self.variant.stacks(game.position)), TEXT)], ())

    # Layout --------------------------------------------------------------------------------------

    def view_rows(self, space: Space) -> int:
        """Number of rows in view."""
        return self.most_rows(space) if space.settings.more_rows else ROWS

    def most_rows(self, space: Space) -> int:
        """Number of rows that a window has room for."""
        pictures = space.pictures
        return rows_that_fit(_beside_count(space), pictures.px(BAR_PX), LEAST_CARD_PX * pictures.unit)

    def grid(self, space: Space) -> Grid:
        """Places of the grid, its bar and the deck."""
        settings, bar_px = space.settings, space.pictures.px(BAR_PX)
        return lay_out_grid(_beside_count(space), self.view_rows(space), bar_px, settings.left_handed)

    def rows(self, position: Position) -> int:
        """Number of rows that the stacks fill."""
        return -(-self.variant.stacks(position) // ACROSS)

    def slots(self, grid: Grid, rows: int, offset_rows: float) -> list[Slot]:
        """Slots of the deck and all stacks for a number of rows above the view."""
        # What lies beyond the last row is never seen: it must not make the table look taller.
        last = rows * ACROSS - 1
        places = [grid.place(min(pile - 1, last), offset_rows) for pile in STACKS]
        return [Slot(*grid.deck), *(Slot(*place) for place in places)]

    def lay_out(self, space: Space, position: Position) -> Layout:
        grid = self.grid(space)
        rows = max(self.rows(position), self.view_rows(space))
        return Layout((grid.card_width, grid.card_height), self.slots(grid, rows, 0.0))

    def empty_symbol(self, position: Position, pile: int, is_dealing: bool) -> tuple[str, str]:
        return ("icon", "check") if pile == DECK else ("", "")

    def deal_order(self, deal: Deal, position: Position) -> list[Card]:
        return []

    # Words ---------------------------------------------------------------------------------------

    def line_words(self, value: int, is_win: bool) -> str:
        if is_win:
            # Translators: A title: moves that lead to a single stack.
            return msg("A solution to one stack")
        return msg_n(
            "The best solution found: {count} stack", "The best solution found: {count} stacks", value
        )

    def celebrated(self, game: GameSnapshot) -> list[int]:
        return [STACKS.start] if self.is_perfect(game) else []

    def is_perfect(self, game: GameSnapshot) -> bool:
        return game.is_over and self.variant.is_success(game.position)


def count_texts(pictures: Pictures, count: int) -> tuple[pygame.Surface, pygame.Surface]:
    """Number of cards left in the deck, and the words beneath it."""
    # Translators: it stands beneath the number.
    words = msg_n("card left", "cards left", count)
    return pictures.text(str(count), "large", TEXT, True), pictures.text(words, "small", QUIET)


def count_px(pictures: Pictures) -> int:
    """Their maximum width."""
    return max(text.get_width() for count in (52, 5, 2, 1) for text in count_texts(pictures, count))


def _beside_count(space: Space) -> Box:
    """The room without the place for the number of cards left, which stands on the far side of the deck."""
    aside = count_px(space.pictures) + space.pictures.px(COUNT_GAP_PX)
    x = space.room.x + (aside if space.settings.left_handed else 0)
    return space.room._replace(x=x, width=space.room.width - aside)
