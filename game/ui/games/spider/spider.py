"""Spider at the table: its layout, what a click does, what is shown while a button is held, its end.

Knows Spider and the table; the rules themselves stand in `game.rules.spider`, the menu and
what it leads to in `spider_menu`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

import pygame

from game.cards import Card
from game.play.game import Action
from game.rules.position import STOCK, Move
from game.rules.spider import COLUMNS, HAND, PLACES, ROW_CARDS, Spider
from game.rules.spider_help import NO_MOVE, WON
from game.rules.variant import IllegalMove, Outcome
from game.session.session import Session
from game.ui.drawing.canvas import Canvas, Picture
from game.ui.drawing.layout import HEAP_SHARE, Box, Point, Slot, card_size, columns_across
from game.ui.drawing.theme import HINT_S
from game.ui.forms.widgets import Button
from game.ui.games.spider.adviser import SpiderAdviser
from game.ui.games.spider.page import PAGE
from game.ui.games.spider.panels import suit_lines
from game.ui.games.spider.peek import note, spread_column
from game.ui.games.spider.spider_menu import SpiderMenu
from game.ui.scene import Stage
from game.ui.table.bars import Bars, Field

ROWS = 4.2
"""Card heights that the room is divided into where it is wide."""
GAP_SHARE = 0.09
WIDEST_GAP = 0.3
PLACE_SHARE = 0.4
"""The most of a card's height that a place for a suit shows of the one before it."""


class SpiderScene(SpiderMenu):
    """A game of Spider."""

    tagline: ClassVar[str] = "Two packs on ten columns: eight suits, king to ace."
    tile_options: ClassVar = (("4 suits", "suits=4"), ("2 suits", "suits=2"), ("1 suit", "suits=1"))
    tile_moves: ClassVar = (STOCK, STOCK)
    page: ClassVar = PAGE
    stock_gap_s: ClassVar[float] = 0.04

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        super().__init__(stage, session, is_fresh)
        self._room = Box(0, 0, 0, 0)
        self._place_step = 0.0
        self._held_picture: Picture | None = None  # what is seen while the other button is held
        self._spaces_left_s = 0.0  # how long the spaces stay marked
        self._removal_is_due = False

    def make_adviser(self) -> SpiderAdviser:
        return SpiderAdviser(self)

    @property
    def spider(self) -> Spider:
        """The game with its options."""
        return cast(Spider, self.variant)

    @property
    def title(self) -> str:
        deals = self.spider.deals_left(self.game.position)
        return f"Spider — {deals} {'deal' if deals == 1 else 'deals'} left"

    # Bars ----------------------------------------------------------------------------------------

    def make_bars(self) -> Bars:
        self._score = Field("Score", "0000")
        buttons = [
            Button("Undo", "undo", self.undo, self.game.undo_refusal),
            Button("Redo", "redo", self.redo, self.game.redo_refusal),
            Button("Help", "hint", self.home_key, self.hint_refusal),
            Button("Menu", "menu", self.open_menu),
        ]
        suits = f"{self.spider.suits} suit{'s' if self.spider.suits > 1 else ''}"
        return Bars("Spider", f"{self.deal_name} · {suits}", [self._score], buttons)

    def fill_bars(self) -> None:
        self._score.text = str(self.game.score)
        self.bars.facts = [("Deals left", str(self.spider.deals_left(self.game.position)))]

    # Layout --------------------------------------------------------------------------------------

    def lay_out(self, room: Box) -> tuple[tuple[int, int], Sequence[Slot]]:
        px = self.stage.pictures.px
        self._room = Box(room.x + px(6), room.y + px(10), room.width - 2 * px(6), room.height - px(16))
        inner = self._room
        across = ROW_CARDS + 1
        width, height = card_size(inner, across, ROWS, GAP_SHARE)
        xs = columns_across(inner, across, width, WIDEST_GAP)
        # Beside the columns: the places above, the stock below, nearest to the hand that plays.
        aside = xs.pop(0 if self.stage.settings.left_handed else -1)
        stock_height = height * (1 + 4 * HEAP_SHARE)
        free = inner.height - stock_height - height - px(12)
        self._place_step = max(4.0, min(PLACE_SHARE * height, free / (len(PLACES) - 1)))
        return (width, height), (
            Slot(aside, inner.y + inner.height - height, "heaps", shown=ROW_CARDS),
            *(Slot(aside, round(inner.y + number * self._place_step)) for number in range(len(PLACES))),
            *(Slot(x, inner.y, "down", inner.height) for x in xs),
        )

    def resize(self, canvas: Canvas) -> None:
        self._held_picture = None
        super().resize(canvas)

    def empty_box(self, pile: int) -> Box:
        box = super().empty_box(pile)
        if pile not in PLACES:
            return box
        # Of the empty places only strips are drawn, below the last suit that was removed.
        gap = self.stage.pictures.px(4)
        below = self.stage.pictures.card_height - self._place_step + gap if pile > PLACES.start else 0.0
        if self.spider.next_place(self.game.position) == PLACES.start:
            below = 0.0
        return box._replace(y=round(box.y + below), height=round(max(3.0, self._place_step - gap)))

    def empty_symbol(self, pile: int) -> tuple[str, str]:
        if pile == HAND:
            return "text", "0"
        return ("text", "K–A") if pile == self.spider.next_place(self.game.position) else ("", "")

    def stock_point(self) -> Point:
        return Point(self.slots[HAND].x, self.slots[HAND].y)

    def deal_order(self) -> list[Card]:
        deal, columns = self.game.deal, self.game.position.piles[COLUMNS.start :]
        if deal.deck is not None:
            return list(deal.deck[: sum(map(len, columns))])
        longest = max(map(len, columns))
        return [column[row] for row in range(longest) for column in columns if row < len(column)]

    # Acting --------------------------------------------------------------------------------------

    def act(self, action: Action) -> bool:
        removed = self.spider.suits_removed(self.game.position)
        if not super().act(action):
            return False
        self._spaces_left_s = 0.0
        position = self.game.position
        if self.spider.suits_removed(position) != removed:
            self.canvas.damage(self._places_box())
        # What is taken back stays: only a move of the player lets suits go by themselves.
        self._removal_is_due = isinstance(action, Move) and self._removes_itself()
        return True

    def _removes_itself(self) -> bool:
        is_won = self.game.outcome is Outcome.WON
        return (
            self.stage.settings.remove_suits
            and not is_won
            and bool(self.spider.complete_suits(self.game.position))
        )

    def move(self, move: Move) -> bool:
        done = super().move(move)
        if not done and move == STOCK and self.game.position.piles[HAND]:
            self._spaces_left_s = HINT_S
        return done

    def standstill(self) -> str | None:
        return None if self.spider.legal_moves(self.game.position) else NO_MOVE

    def hint_refusal(self) -> str | None:
        return WON if self.game.is_over else super().hint_refusal()

    def home_key(self) -> None:
        self.ask_hint()

    # Gestures ------------------------------------------------------------------------------------

    def click(self, pile: int, index: int) -> None:
        # Two quick clicks are two clicks: the second is for the card that was uncovered.
        self.pointer.forget_last_press()
        if self.picked is not None:
            self.drop_on(pile)
        elif pile in COLUMNS and not pygame.key.get_mods() & pygame.KMOD_CTRL:
            self._send(pile, index)
        elif pile in PLACES and index < 0:
            self.refuse("A complete suit is removed to here, when it is clicked or dragged.")
        else:
            super().click(pile, index)

    def _send(self, pile: int, index: int) -> None:
        """Sends the longest run, or from a card higher up exactly that unit, to the obvious place."""
        cards = self.game.position.piles[pile]
        if index < 0:
            self.refuse("This column is empty: any card or run may be moved here.")
            return
        count = None if index == len(cards) - 1 else len(cards) - index
        try:
            self.move(self.spider.obvious_move(self.game.position, pile, count))
        except IllegalMove as refused:
            self.refuse(str(refused))
            self.spread.shake(pile, count or max(1, self.spider.longest_run(self.game.position, pile)))

    def double_click(self, pile: int, index: int) -> None:
        self.click(pile, index)

    def zones(self, pile: int) -> list[Box]:
        boxes = super().zones(pile)
        if pile not in COLUMNS:
            return boxes
        # A card let go where it would come to lie, below the last one, is meant for the column.
        return [boxes[0]._replace(height=boxes[0].height * 1.3)]

    def best_pile(self, piles: Sequence[int]) -> int | None:
        best, held, picked = super().best_pile(piles), self.spread.held_box(), self.picked
        if best is None or held is None or picked is None or best == picked.pile:
            return best
        # The columns stand close together: cards that are put back touch their neighbours.
        start = self.spread.place_of(
            picked.pile, len(self.game.position.piles[picked.pile]) - picked.count
        ).overlap(held)
        return best if max(zone.overlap(held) for zone in self.zones(best)) >= start else None

    def right_click(self, pile: int, index: int) -> None:
        pictures, table = self.stage.pictures, self.stage.settings.table
        if pile == HAND:
            self.move(STOCK)
        elif pile in PLACES:
            self._held_picture = note(
                pictures,
                "Face up in the columns",
                suit_lines(self.spider, self.game.position),
                self._places_box(),
                self._room,
                table,
            )
        elif index >= 0:
            cards = [each for each in self.game.position.piles[pile] if each.face_up]
            self._held_picture = spread_column(pictures, cards, self.slots[pile].x, self._room, table)
        self.is_stale = True

    def middle_click(self, pile: int, index: int) -> None:
        if pile == HAND:
            self.move(STOCK)

    def right_release(self) -> None:
        if self._held_picture is not None:
            self._held_picture = None
            self.is_stale = True

    def _places_box(self) -> Box:
        first, last = super().empty_box(PLACES.start), super().empty_box(PLACES[-1])
        return first.union(last).grown(self.stage.pictures.margin)

    def handle(self, event: pygame.event.Event) -> None:
        presses = (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN, pygame.WINDOWFOCUSLOST)
        if event.type in presses:  # the release may have been lost
            self.right_release()
        super().handle(event)

    # Time and drawing ------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        removes = self._removal_is_due and self.picked is None
        waits = removes or self._spaces_left_s > 0
        return super().is_moving or (waits and not self.hides_cards)

    def update(self, step_s: float) -> None:
        super().update(step_s)
        if self.hides_cards:
            return
        self._spaces_left_s = max(0.0, self._spaces_left_s - step_s)
        if self._removal_is_due and self.picked is None and not self.spread.is_flying:
            self._removal_is_due = False
            if self._removes_itself():
                self.act(self.spider.complete_suits(self.game.position)[0])

    def marked(self) -> list[Picture]:
        marks = super().marked()
        if self._spaces_left_s > 0:
            spaces = self.spider.spaces(self.game.position)
            marks += [self.marks.target(self.spread.top_box(space), is_best=True) for space in spaces]
        return marks

    def ringed(self) -> list[Picture]:
        rings = super().ringed()
        return rings if self._held_picture is None else [*rings, self._held_picture]
