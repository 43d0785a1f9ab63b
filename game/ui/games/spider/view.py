"""Look of a table of Spider: columns, the places of the suits and the stock beside them, its rules page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from game.cards import Card
from game.message import Message, msg, msg_n, msg_p, verbatim
from game.play.deal import Deal
from game.play.game import GameSnapshot, Playable
from game.rules.position import STOCK, Position
from game.rules.spider import COLUMNS, PLACES, ROW_CARDS, STOCK_PILE, Spider
from game.rules.variant import Outcome
from game.solver.spider.words import SpiderHintWords
from game.storage.profile import Settings
from game.ui.cards.sprite import CascadeStyle
from game.ui.drawing.layout import HEAP_SHARE, Box, Slot, card_size, columns_across, spread_of
from game.ui.drawing.theme import TEXT
from game.ui.games.spider.hints import NO_MOVE, NO_MOVE_AT_ALL, WON, problem_of
from game.ui.table.bars import Field
from game.ui.table.view import (
    CURSOR_KEYS,
    EVERYWHERE,
    BarValues,
    Layout,
    Only,
    Page,
    Space,
    View,
)

RULES = Spider()


PAGE = Page(
    (
        Only(
            Spider.table_option,
            msg("Build eight runs of one suit, from king to ace. Finished runs leave the table."),
        ),
        msg(
            "Build eight runs of one suit, from king to ace. Remove each when it is finished, or leave it in "
            "its column."
        ),
    ),
    (
        Only("-suits=1", msg("Two decks, dealt on ten columns.")),
        Only("suits=2", msg("Only spades and hearts are in them, four of each card.")),
        Only("suits=1", msg("Two decks of spades only, dealt on ten columns.")),
        Only(
            "-suits=1",
            msg(
                "Build columns down regardless of suit, but only cards of one suit in sequence move together."
            ),
        ),
        Only("suits=1", msg("Build columns down; cards in sequence move together.")),
        msg("An empty column takes any card or run; a king goes nowhere else."),
        msg("When no face-up card is left in a column, its next card turns over."),
        msg(
            "The stock deals a row, one card on every column, five times at most, and never while a column "
            "is empty."
        ),
        Only(
            Spider.table_option,
            msg("A complete suit at the end of a column leaves the table automatically."),
        ),
        Only(
            f"-{Spider.table_option}",
            msg(
                "You may remove a complete suit at the end of a column; it never comes back. Or leave "
                "it: it can still hold other cards of its suit while you sort the rest."
            ),
        ),
        msg(
            "You score 10 for each card turned over and 15 for each column without face-down cards. Each "
            "card on the next higher of its suit scores 2, each suit removed 50."
        ),
        Only(Spider.table_option, msg("You win when all eight suits are complete. The most is 990 points.")),
        Only(
            f"-{Spider.table_option}",
            msg(
                "You win when all eight suits are complete. Suits still in the columns count as removed, "
                "and each beyond the third adds 2: the most is 1000."
            ),
        ),
    ),
    (
        (msg("Click the last card"), msg("moves its longest run where it fits best")),
        (msg("Click a card higher up"), msg("moves exactly the cards from there on")),
        (msg_p("keys and mouse", "Drag"), msg("moves exactly what is dragged")),
        (msg("Right-click a column"), msg("spreads its face-up cards while held, or until the next press")),
        (
            msg("Hold the right button on the finished suits"),
            msg("shows which suits have all thirteen cards face up"),
        ),
        (msg("Click the stock with any button, D"), msg("deals a row")),
        Only(f"-{Spider.table_option}", (verbatim("C"), msg("removes a complete suit"))),
        Only("practice", (verbatim("I, H"), msg("gives a hint; again, its odds"))),
        (verbatim("S"), msg("the score and its parts")),
        (verbatim("L"), msg("the list of problems")),
        (msg("Esc, P"), msg_p("what a key does", "menu")),
        *CURSOR_KEYS,
        *EVERYWHERE,
    ),
    (
        Only(
            "-suits=1",
            msg(
                "Where there is a choice, build in suit: only such runs move as one. Otherwise begin "
                "with the highest: put the 10 on the jack before the 9 on the 10. A 10 with a 9 of "
                "another suit on it can no longer move."
            ),
        ),
        msg(
            "Turn cards over where the fewest are face down, and get an empty column early. Keep it "
            "empty as long as you can: every card you put there should turn one over or put a run in "
            "order."
        ),
        Only(
            "-suits=1",
            msg(
                "Before you deal a row, sort the columns by suit as far as possible. Look for moves that "
                "the row would cover."
            ),
        ),
        Only(
            "suits=1",
            msg(
                "Before you deal a row, put the columns in order as far as possible. Look for moves that "
                "the row would cover."
            ),
        ),
        msg(
            "Keep your options open: if a card has two places to go, move it before another. It can move "
            "on to the second later, and what it covers is free again. Anything that buries a card for "
            "long can wait."
        ),
    ),
)


ROWS = 4.2
"""Number of card heights in a wide room."""
HIGH_ROWS = 8
"""Number of card heights from which on a room is a high one."""
ACROSS = ROW_CARDS + 1
GAP_SHARE = 0.09
WIDEST_GAP = 0.3
PLACE_SHARE = 0.4
"""The most of a card's height that a place for a suit shows of the one before it."""


class SpiderView(View[Spider]):
    """A table of Spider."""

    tagline: ClassVar = msg("Two decks on ten columns: eight suits, king to ace.")
    tile_cards: ClassVar = ("TS", "9S", "8S", "7S", "6S", "5S", "4S")
    hint_words_class: ClassVar = SpiderHintWords
    tile_options: ClassVar = (
        (msg("4 suits"), "suits=4"),
        (msg("2 suits"), "suits=2"),
        (msg("1 suit"), "suits=1"),
    )
    other_options: ClassVar = (
        # Translators: how Spider is played; it follows “4 suits, ”.
        (msg("suits removed automatically"), Spider.table_option),
    )
    easy_settings: ClassVar = ("remove_suits",)
    # Translators: Spider as in the program of 1992: who plays removes suits.
    other_rules: ClassVar = msg("1992 rules")
    tile_moves: ClassVar = (STOCK, STOCK)
    score_labels: ClassVar = (msg_p("a figure", "Score"),)
    win_manner: ClassVar = CascadeStyle(gap_s=0.03, slowest=4.0, spread=5.0, rise=9.0, gravity=14.0)
    page: ClassVar[Page] = PAGE
    stock_gap_s: ClassVar = 0.04

    def deal_name(self, deal: Deal, assets: Path) -> str:
        problem = problem_of(assets, deal)
        return super().deal_name(deal, assets) if problem is None else problem.title

    # Bars ----------------------------------------------------------------------------------------

    def easy_words(self, button: str) -> str:
        return msg(
            "“{button}” removes complete suits automatically. By the “{rules}” you remove them, or leave "
            "them.",
            button=button,
            rules=self.other_rules,
        )

    def fields(self) -> Sequence[Field]:
        return [Field(msg_p("a figure", "Score"), "0000")]

    def options_words(self) -> str:
        return msg_n("{count} suit", "{count} suits", self.variant.suits)

    def readings(self, game: GameSnapshot, settings: Settings) -> BarValues:
        deals = str(self.variant.deals_left(game.position))
        return BarValues([(str(game.score), TEXT)], [(msg("Deals left"), deals)])

    # Layout --------------------------------------------------------------------------------------

    @staticmethod
    def inner(space: Space) -> Box:
        """The room without its edges."""
        px, room = space.pictures.px, space.room
        return Box(room.x + px(6), room.y + px(10), room.width - 2 * px(6), room.height - px(16))

    def _place_step(self, space: Space, height: int) -> float:
        """From one place of a suit to the next, in pixels, with cards of a height."""
        stock_height = height * (1 + 4 * HEAP_SHARE)
        free = self.inner(space).height - stock_height - height - space.pictures.px(12)
        return max(4.0, min(PLACE_SHARE * height, free / (len(PLACES) - 1)))

    def _is_high(self, space: Space) -> bool:
        """Whether places and stock stand above the columns: beside them they would make all cards smaller."""
        inner = self.inner(space)
        return inner.height > HIGH_ROWS * card_size(inner, ACROSS, ROWS, GAP_SHARE)[1]

    def _lay_out_high(self, space: Space) -> Layout:
        inner = self.inner(space)
        width, height = card_size(inner, ROW_CARDS, ROWS, GAP_SHARE)
        xs = columns_across(inner, ROW_CARDS, width, WIDEST_GAP)
        y = round(inner.y + 4 * HEAP_SHARE * height)  # the stock is as much higher
        below = y + height + space.pictures.px(20)
        room_px = inner.y + inner.height - below
        hand = 0 if space.settings.left_handed else -1
        slots = (
            Slot(xs[hand], y, "heaps", shown=ROW_CARDS),
            *(Slot(x, y) for x in (xs[-len(PLACES) :] if hand == 0 else xs)[: len(PLACES)]),
            *(Slot(x, below, "down", room_px, spread=spread_of(room_px, height)) for x in xs),
        )
        return Layout((width, height), slots)

    def lay_out(self, space: Space, position: Position) -> Layout:
        if self._is_high(space):
            return self._lay_out_high(space)
        inner = self.inner(space)
        width, height = card_size(inner, ACROSS, ROWS, GAP_SHARE)
        xs = columns_across(inner, ACROSS, width, WIDEST_GAP)
        # Beside the columns: the places above, the stock below, nearest to the hand that plays.
        aside = xs.pop(0 if space.settings.left_handed else -1)
        step = self._place_step(space, height)
        slots = (
            Slot(aside, inner.y + inner.height - height, "heaps", shown=ROW_CARDS),
            *(Slot(aside, round(inner.y + number * step)) for number in range(len(PLACES))),
            *(Slot(x, inner.y, "down", inner.height, spread=spread_of(inner.height, height)) for x in xs),
        )
        return Layout((width, height), slots)

    def empty_box(self, space: Space, slot: Slot, position: Position, pile: int) -> Box:
        box = super().empty_box(space, slot, position, pile)
        if pile not in PLACES or self._is_high(space):
            return box
        # Of the empty places only strips are drawn, below the last suit that was removed.
        height = space.pictures.card_height
        gap, step = space.pictures.px(4), self._place_step(space, height)
        is_first = pile == PLACES.start or self.variant.next_place(position) == PLACES.start
        below = 0.0 if is_first else height - step + gap
        return box._replace(y=round(box.y + below), height=round(max(3.0, step - gap)))

    def places_box(self, space: Space, slots: Sequence[Slot]) -> Box:
        """Area of the removed suits."""
        width, height = space.pictures.card_width, space.pictures.card_height
        first, last = slots[PLACES.start], slots[PLACES[-1]]
        whole = Box(first.x, first.y, width, height).union(Box(last.x, last.y, width, height))
        return whole.grown(space.pictures.margin)

    def empty_symbol(self, position: Position, pile: int, is_dealing: bool) -> tuple[str, str]:
        if pile == STOCK_PILE:
            return "", ""
        return ("text", verbatim("K–A")) if pile == self.variant.next_place(position) else ("", "")

    def deal_order(self, deal: Deal, position: Position) -> list[Card]:
        if deal.deck is not None:
            return list(deal.deck[: sum(map(len, position.piles[COLUMNS.start :]))])
        return super().deal_order(deal, position)

    # Words ---------------------------------------------------------------------------------------

    def standstill(self, game: Playable) -> Message | None:
        if self.variant.legal_moves(game.position):
            return None
        return NO_MOVE if game.undo_refusal() is None else NO_MOVE_AT_ALL

    def hint_refusal(self, game: Playable) -> Message | None:
        return WON if game.is_over else super().hint_refusal(game)

    def celebrated(self, game: GameSnapshot) -> list[int]:
        if game.outcome is not Outcome.WON:
            return []
        return [pile for pile in (*PLACES, *COLUMNS) if game.position.piles[pile]]

    def is_perfect(self, game: GameSnapshot) -> bool:
        return game.outcome is Outcome.WON and self.variant.is_best(game.position)
