"""Notices on the table of Three Shuffles, and the animation of a shuffle: gathered, dealt again fan by fan.

The true position has changed before: an interruption only has to show it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import cast

import pygame

from game.cards import Card
from game.message import msg, msg_n
from game.play.game import Action
from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import FANS, ShufflesStatus, ThreeShuffles
from game.ui.cards.marks import HintPath
from game.ui.drawing.canvas import Picture, fill_rounded, outline
from game.ui.drawing.layout import Box, Slot
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import DEAL_GAP_S, GOLD, QUIET, RGB, TEXT
from game.ui.drawing.words import small_enough
from game.ui.forms.tree import Column, Text
from game.ui.games.three_shuffles.view import ThreeShufflesView
from game.ui.table.hand import At
from game.ui.table.keyboard import ARROWS
from game.ui.table.part import Part
from game.ui.table.seen_and_heard import Places
from game.ui.table.table import Table

GROUND = (0, 0, 0, 44)
GOLDEN = (*GOLD, 30)
HAS_DRAW = msg("You may draw one buried card: click it, or drag it up.")
STUCK = msg("No move left — but you may draw one buried card: click it, or drag it up.")


def notice(rules: ThreeShuffles, position: Position) -> tuple[list[tuple[str, RGB]], bool]:
    """Lines of text with their colours, and whether something is offered."""
    left, standing = rules.shuffles_left(position), rules.standing(position)
    if standing is ShufflesStatus.WON:
        return [(msg("All cards are home."), GOLD)], False
    if standing is ShufflesStatus.LOST:
        return [(standing.value, TEXT)], False
    if standing is ShufflesStatus.SHUFFLE_LEFT:
        return [(msg("No move left — shuffle ({count} left).", count=left), GOLD)], True
    if rules.has_draw(position):
        if not any(len(position.piles[fan]) > 1 for fan in FANS):
            return [(msg("You still have your draw, but no card is buried."), TEXT)], False
        return [(STUCK if standing is ShufflesStatus.DRAW_LEFT else HAS_DRAW, GOLD)], True
    if left:
        return [
            (msg_n("{count} shuffle left", "{count} shuffles left", left), TEXT),
            (msg("In the third deal you may draw one buried card"), QUIET),
        ], False
    return [(msg("No shuffles left"), TEXT), (msg("You have used your draw"), QUIET)], False


def paint_notice(
    surface: pygame.Surface, pictures: Pictures, box: Box, lines: list[tuple[str, RGB]], is_offer: bool
) -> None:
    """Draws a notice as large as fits, or not at all; a second line only in full size."""
    px = pictures.px
    inner = Box(box.x + px(14), box.y + px(6), box.width - 2 * px(14), box.height - 2 * px(6))

    def column(size: str) -> Column:
        words = enumerate(lines)
        return Column([Text(line, size, colour, colour == GOLD or not at) for at, (line, colour) in words])

    def height(size: str = "small") -> float:
        return column(size).size(pictures, inner.width)[1]

    while len(lines) > 1 and height() > inner.height:
        lines.pop()
    with small_enough(pictures, lambda: height() <= inner.height):
        if height() > inner.height:
            return
        fill_rounded(surface, box, GOLDEN if is_offer else GROUND, px(10))
        if is_offer:
            outline(surface, box, (*GOLD, 255), px(10), px(2))
        size = "body" if height("body") <= inner.height else "small"
        tree, high = column(size), height(size)
        tree.place(pictures, inner._replace(y=box.centre.y - high / 2, height=high))
        tree.paint(surface, pictures, surface.get_rect())


class MovesLeft(Part):
    """Marks every card that can move, and draws the path of the one pointed at, until a press."""

    def __init__(self, table: Table) -> None:
        self._table, self._rules = table, cast(ThreeShuffles, table.variant)
        self._moves: Sequence[Move] = ()
        self._at: At | None = None  # where the pointer is
        self._path = HintPath(table.context.pictures, table.marks)

    @property
    def count(self) -> int:
        """Number of moves shown."""
        return len(self._moves)

    def show(self) -> None:
        """Shows them, if it is they that the shuffle waits for."""
        table = self._table
        moves = self._rules.moves_left(table.game.position)
        if not moves or not self._rules.shuffles_left(table.game.position):
            return
        sentence = msg_n(
            "You still have a move, as marked. You can shuffle only when there is none.",
            "You still have {count} moves, as marked. You can shuffle only when there is none.",
            len(moves),
        )
        table.say(sentence)
        self._moves = moves
        table.is_stale = True

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._at = event.pos
            self._table.is_stale = self._table.is_stale or bool(self._moves)
        elif event.type == pygame.WINDOWLEAVE:
            self._at = None
        is_key = event.type == pygame.KEYDOWN and event.key not in (*ARROWS, pygame.K_TAB)
        if self._moves and (is_key or event.type == pygame.MOUSEBUTTONDOWN):
            self._moves = ()
            self._table.is_stale = True
        return False

    def on_layout(self) -> None:
        self._moves = ()

    @property
    def pointed_at(self) -> list[Move]:
        """The moves of the card on which the pointer or the cursor is."""
        if (pile := self._table.asked.cursor_pile()) is not None:
            return [move for move in self._moves if move.source == pile]
        at, top_box = self._at, self._table.cards.top_box
        return [move for move in self._moves if at is not None and top_box(move.source).contains(at)]

    def draw_below(self) -> Sequence[Picture]:
        table = self._table
        top_box = table.cards.top_box
        sources = dict.fromkeys(move.source for move in self._moves)
        shown = [table.marks.target(top_box(pile), is_best=False) for pile in sources]
        for move in self.pointed_at:
            self._path.show(top_box(move.source), top_box(move.target), grows=False)
            self._path.top_px = self._table.area.room.y
            shown += self._path.pictures()
        return shown


class FanPlaces(Places):
    """Brings the fans to their places whenever the position has changed."""

    def __init__(self, table: Table) -> None:
        self._table, self._view = table, cast(ThreeShufflesView, table.view)

    def before_change(self) -> None:
        table = self._table
        slots = self._view.lay_out(table.area.space, table.game.position).slots
        if slots != table.area.slots:
            table.area.slots = slots
            table.canvas.damage()
        else:
            table.canvas.damage(self._view.notice_box(table.area.space, table.game.position))

    def paint_beside(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        table = self._table
        box = self._view.notice_box(table.area.space, table.game.position)
        if area.colliderect(box):
            lines, is_offer = notice(self._view.variant, table.game.position)
            paint_notice(surface, table.context.pictures, box, lines, is_offer)


GATHER_GAP_S = 0.008
PAUSE_S = 0.3
"""Pause with the cards gathered, before they are dealt."""


class _Phase(Enum):
    GATHER = auto()
    PAUSE = auto()
    DEAL = auto()


class ShuffleAnimation(Part):
    """The shuffle being shown, if any."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._phase: _Phase | None = None
        self._pause_s = 0.0
        table.asked.animate = self._animate
        table.hurries.append(self._hurry)

    def _animate(self, before: Position, action: Action) -> bool:
        if action != STOCK or not self._table.speed:
            return False
        table = self._table
        gathered = [card for pile in FANS for card in before.piles[pile]]
        order = {card.identity: index for index, card in enumerate(self._deal_order())}
        deck = sorted((card.down for card in gathered), key=lambda card: -order[card.identity])
        empty: tuple[tuple[Card, ...], ...] = ((),) * (len(FANS) - 1)
        heap = Position((*before.piles[: FANS.start], *empty, tuple(deck)), before.counters)
        slots = (*table.area.slots[:-1], Slot(*table.view.stock_point(table.area.slots)))
        delays = {card.identity: index * GATHER_GAP_S for index, card in enumerate(gathered)}
        self._phase = _Phase.GATHER
        table.is_dealing = True
        table.canvas.damage()
        table.cards.arrange(heap, slots, delays)
        return True

    def _deal_order(self) -> list[Card]:
        return self._table.view.deal_order(self._table.game.deal, self._table.game.position)

    def update(self, step_s: float) -> None:
        table = self._table
        if self._phase is None or (self._phase is not _Phase.PAUSE and table.cards.is_flying):
            return
        if self._phase is _Phase.GATHER:
            self._phase, self._pause_s = _Phase.PAUSE, PAUSE_S * table.speed
            table.sounds.play("shuffle")
        elif self._phase is _Phase.PAUSE:
            self._pause_s -= step_s
            if self._pause_s <= 0:
                self._deal()
        else:
            self._phase = None
            table.end_dealing()

    def _deal(self) -> None:
        table = self._table
        self._phase = _Phase.DEAL
        delays = {card.identity: index * DEAL_GAP_S for index, card in enumerate(self._deal_order())}
        table.cards.arrange(table.game.position, table.area.slots, delays)
        table.sounds.play("deal")

    def _hurry(self) -> bool:
        """Shows the true position at once; returns whether there was anything to cut short."""
        if self._phase is None:
            return False
        self._phase = None
        self._table.cards.arrange(self._table.game.position, self._table.area.slots)
        self._table.cards.finish()
        self._table.end_dealing()
        return True

    def on_layout(self) -> None:
        self._hurry()

    def on_panel(self, hid: bool) -> None:
        self._hurry()

    def on_covered(self) -> None:
        self._hurry()
