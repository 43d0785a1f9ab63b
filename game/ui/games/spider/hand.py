"""Gestures at a table of Spider, its score in words, and what is seen while a button is held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import pygame

from game.cards import RANKS, SUIT_SIGNS, Card
from game.message import joined, msg, msg_n, msg_p
from game.play.game import Action
from game.rules.position import STOCK, Move, Position, face_down_count
from game.rules.spider import (
    CLEARED_POINTS,
    COLUMNS,
    MAX_FACE_DOWN,
    PAIR_POINTS,
    PLACES,
    STANDING_POINTS,
    STOCK_PILE,
    SUIT_CARDS,
    SUIT_POINTS,
    SUITS_OF_PACK,
    TURNED_POINTS,
    Spider,
)
from game.rules.variant import IllegalMove, Outcome
from game.ui.drawing.canvas import Picture, fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, HINT_S, QUIET, TEXT, panel_colour
from game.ui.forms.panel import PanelLine
from game.ui.forms.tree import Column, Ends, Text
from game.ui.games.spider.view import SpiderView
from game.ui.table.hand import CardController
from game.ui.table.part import Part
from game.ui.table.seen_and_heard import Places
from game.ui.table.table import Table


class MarkedSpaces(Part):
    """The spaces are marked when a row cannot be dealt because of them."""

    def __init__(self, table: Table) -> None:
        self._table, self._rules = table, cast(Spider, table.variant)
        self._left_s = 0.0

    def show(self) -> None:
        """Marks them."""
        self._left_s = HINT_S

    def on_action(self, action: Action, before: Position) -> None:
        self._left_s = 0.0

    @property
    def is_animating(self) -> bool:
        return self._left_s > 0

    def update(self, step_s: float) -> None:
        self._left_s = max(0.0, self._left_s - step_s)

    def draw_below(self) -> Sequence[Picture]:
        if not self._left_s:
            return ()
        table = self._table
        spaces = self._rules.spaces(table.game.position)
        return [table.marks.target(table.cards.top_box(space), is_best=True) for space in spaces]


class RemovedSuits(Places):
    """Redraws the places of complete suits when one is removed or returns."""

    def __init__(self, table: Table) -> None:
        self._table, self._view = table, cast(SpiderView, table.view)

    def after_change(self, before: Position) -> None:
        table, rules = self._table, self._view.variant
        if rules.suits_removed(before) != rules.suits_removed(table.game.position):
            table.canvas.damage(self._view.places_box(table.area.space, table.area.slots))


def is_removed_automatically(tags: Mapping[str, str]) -> bool:
    """Whether a game was begun so that its table removes complete suits."""
    key, _, value = Spider.table_option.partition("=")
    return tags.get(key) == value


class SuitRemoval(Part):
    """A suit that a move has completed is removed automatically, if the game was begun so."""

    def __init__(self, table: Table, hand: SpiderHand) -> None:
        self._table, self._rules, self._hand = table, hand.rules, hand
        self._is_wanted = is_removed_automatically(table.session.tags)
        self._is_due = False

    def on_action(self, action: Action, before: Position) -> None:
        # What is taken back stays: only a move of the player lets suits go by themselves.
        self._is_due = isinstance(action, Move) and self._removes_itself()

    def _removes_itself(self) -> bool:
        game = self._table.game
        if not self._is_wanted or game.outcome is Outcome.WON:
            return False
        return bool(self._rules.complete_suits(game.position))

    @property
    def is_animating(self) -> bool:
        return self._is_due and self._hand.picked is None

    def update(self, step_s: float) -> None:
        table = self._table
        if self._is_due and self._hand.picked is None and not table.cards.is_flying:
            self._is_due = False
            if self._removes_itself():
                table.act(self._rules.complete_suits(table.game.position)[0])


class SpiderHand(CardController):
    """Plays Spider."""

    once = msg("A double-click deals one row.")  # whatever is set: nobody means two

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.rules = cast(Spider, table.variant)
        self._peek, self._spaces = Peek(table), MarkedSpaces(table)
        self.beneath, self.above = (self._spaces, SuitRemoval(table, self)), (self._peek,)

    def move(self, move: Move) -> bool:
        done = super().move(move)
        if not done and move == STOCK and self.table.game.position.piles[STOCK_PILE]:
            self._spaces.show()
        return done

    def click(self, pile: int, index: int) -> None:
        if self.picked is not None:
            self.drop_on(pile)
        elif pile in COLUMNS and self._plays_at_once(pile):
            self._send(pile, index)
        elif pile in PLACES and index < 0:
            self.table.refuse(msg("A complete suit goes here when you click or drag it."))
        else:
            super().click(pile, index)
        # Two quick clicks are two clicks: the second is for the card that was uncovered.
        self.is_second_click = pile == STOCK_PILE

    @property
    def plays_by_click(self) -> bool:
        return not self.table.context.settings.two_clicks

    def double_click(self, pile: int, index: int) -> None:
        if pile == STOCK_PILE:
            super().double_click(pile, index)
        else:
            self.click(pile, index)

    def _send(self, pile: int, index: int) -> None:
        """Sends the longest run, or from a card higher up exactly that unit, to the obvious place."""
        table, rules = self.table, self.rules
        position = table.game.position
        cards = position.piles[pile]
        if index < 0:
            table.refuse(msg("This column is empty: any card or run may be moved here."))
            return
        count = None if index == len(cards) - 1 else len(cards) - index
        try:
            self.move(rules.obvious_move(position, pile, count))
        except IllegalMove as refused:
            table.refuse(str(refused))
            table.cards.shake(pile, count or max(1, rules.longest_run(position, pile)))

    def best_pile(self, piles: Sequence[int]) -> int | None:
        best, held, picked = super().best_pile(piles), self.table.cards.held_box(), self.picked
        if best is None or held is None or picked is None or best == picked.pile:
            return best
        # The columns stand close together: cards that are put back touch their neighbours.
        height = len(self.table.game.position.piles[picked.pile]) - picked.count
        start = self.table.cards.place_of(picked.pile, height).overlap(held)
        return best if max(zone.overlap(held) for zone in self.zones(best)) >= start else None

    def right_click(self, pile: int, index: int) -> None:
        if pile == STOCK_PILE:
            self.move(STOCK)
        elif pile in PLACES:
            self._peek.show_suits()
        elif index >= 0:
            self._peek.show_column(pile)

    def middle_click(self, pile: int, index: int) -> None:
        if pile == STOCK_PILE:
            self.move(STOCK)

    def right_release(self) -> None:
        self._peek.let_go()


SUIT_TITLES = (
    msg_p("a suit", "Clubs"),
    msg_p("a suit", "Diamonds"),
    msg_p("a suit", "Hearts"),
    msg_p("a suit", "Spades"),
)
MAX_MISSING = 4
"""Maximum number of missing ranks that are named; more are counted."""


def score_lines(variant: Spider, position: Position) -> list[PanelLine]:
    """The parts of the score and their sum."""
    parts = variant.score_parts(position)
    is_won = variant.outcome(position) is Outcome.WON
    turned = MAX_FACE_DOWN - face_down_count(position.piles[COLUMNS.start :])
    cleared = parts.cleared // CLEARED_POINTS
    suits = msg("Suits completed: {count} × {points}") if is_won else msg("Suits removed: {count} × {points}")
    lines = [
        PanelLine(
            msg("Cards turned over: {count} × {points}", count=turned, points=TURNED_POINTS),
            str(parts.turned),
        ),
        PanelLine(
            msg("Columns with nothing face down: {count} × {points}", count=cleared, points=CLEARED_POINTS),
            str(parts.cleared),
        ),
    ]
    if not is_won:
        pairs = parts.pairs // PAIR_POINTS
        words = msg(
            "Cards on the next higher of their suit: {count} × {points}", count=pairs, points=PAIR_POINTS
        )
        lines.append(PanelLine(words, str(parts.pairs)))
    suits = suits.with_parts(count=parts.suits // SUIT_POINTS, points=SUIT_POINTS)
    lines.append(PanelLine(suits, str(parts.suits)))
    if is_won and parts.standing:
        extra = parts.standing // STANDING_POINTS
        words = msg(
            "Suits left in the columns beyond the third: {count} × {points}",
            count=extra,
            points=STANDING_POINTS,
        )
        lines.append(PanelLine(words, str(parts.standing)))
    lines.append(PanelLine(msg_p("a figure", "Score"), str(variant.score(position)), GOLD, is_bold=True))
    return lines


def advice_after_winning(variant: Spider, position: Position) -> str:
    """Advice on what a winner may still reach."""
    if variant.is_best(position):
        return msg("That is the highest possible score.")
    words = msg("For {points} points leave all eight suits in the columns. You can undo moves.")
    return words.with_parts(points=variant.best_result)


def suit_lines(variant: Spider, position: Position) -> list[PanelLine]:
    """Whether all thirteen ranks of each suit are face up, or which are not."""
    complete = variant.suits_face_up(position)
    lines = []
    for suit in range(len(SUIT_SIGNS)):
        if "CDHS"[suit] not in SUITS_OF_PACK[variant.suits]:
            continue
        name = joined(" ", [SUIT_SIGNS[suit], SUIT_TITLES[suit]])
        if suit in complete:
            often = msg_n("all thirteen", "all thirteen, {count} times", complete[suit])
            lines.append(PanelLine(name, often, GOLD, is_bold=True))
        else:
            missing = _missing(position, suit)
            few = len(missing) <= MAX_MISSING
            # Translators: {ranks} as they stand on the cards: "A 4 J".
            words = msg("missing: {ranks}", ranks=" ".join(missing))
            if not few:
                words = msg("{count} of {all}", count=SUIT_CARDS - len(missing), all=SUIT_CARDS)
            lines.append(PanelLine(name, words, TEXT))
    return lines


def _missing(position: Position, suit: int) -> list[str]:
    seen = {
        card.rank
        for pile in position.piles[COLUMNS.start :]
        for card in pile
        if card.face_up and card.suit == suit
    }
    return [name.replace("T", "10") for rank, name in enumerate(RANKS, start=1) if rank not in seen]


CLICKED_NS = 300_000_000
"""A button that is let go sooner was clicked, and not held."""
PRESSES = (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN, pygame.WINDOWFOCUSLOST)


def spread_column(pictures: Pictures, cards: Sequence[Card], column: Box, room: Box, table: str) -> Picture:
    """Cards fanned downward so that rank and suit of each show, in several fans if one is too short.

    They cover their `column` and start where it does, as far as there is room.
    """
    width, height, margin = pictures.card_width, pictures.card_height, pictures.margin
    pad, seen = pictures.px(6), pictures.deck.index_size
    inner = room.y + room.height - column.y - height
    in_one = max(1, int(inner / (seen.down * height)) + 1)
    fans = -(-len(cards) // in_one)
    length = -(-len(cards) // fans)
    step = min(seen.comfortable_down * height, inner / max(1, length - 1))
    long = max(column.height, height + (length - 1) * step)
    whole = Box(0, 0, fans * (width + pad) + pad, long + 2 * pad)
    surface = pygame.Surface((round(whole.width), round(whole.height)), pygame.SRCALPHA)
    fill_rounded(surface, whole, panel_colour(table), pictures.px(8))
    outline(surface, whole, (*GOLD, 255), pictures.px(8), pictures.px(2))
    for index, card in enumerate(cards):
        fan, place = divmod(index, length)
        corner = pad + fan * (width + pad) - margin, round(pad + place * step) - margin
        surface.blit(pictures.card(card), corner)
    left = min(max(room.x - pad, column.x - pad), room.x + room.width + pad - whole.width)
    return surface, (round(left), round(column.y - pad))


def note(
    pictures: Pictures, title: str, lines: Sequence[PanelLine], beside: Box, room: Box, table: str
) -> Picture:
    """A few lines beside a box, inside the room."""
    px, pad = pictures.px, pictures.px(18)
    rows = [
        Ends(Text(line.words, "body", line.colour, line.is_bold), Text(line.value, "body", QUIET), 24)
        for line in lines
    ]
    tree = Column([Text(title, "body", GOLD, True), *rows], 6)
    width, height = tree.size(pictures, room.width)
    whole = Box(0, 0, width + 2 * pad, height + 2 * pad)
    surface = pygame.Surface((round(whole.width), round(whole.height)), pygame.SRCALPHA)
    fill_rounded(surface, whole, panel_colour(table), px(12))
    outline(surface, whole, pictures.line, px(12), px(1))
    tree.place(pictures, Box(pad, pad, width, height))
    tree.paint(surface, pictures, surface.get_rect())
    is_left = beside.centre.x > room.centre.x
    x = beside.x - whole.width - px(10) if is_left else beside.x + beside.width + px(10)
    x = min(max(room.x, x), room.x + room.width - whole.width)
    return surface, (round(x), round(room.y + px(10)))


class Peek(Part):
    """The picture that is seen while the other button is held, if any."""

    def __init__(self, table: Table) -> None:
        self._table, self._view = table, cast(SpiderView, table.view)
        self._picture: Picture | None = None
        self._since_ns = 0

    def show_suits(self) -> None:
        """Shows the suits that are face up in the columns."""
        table, space = self._table, self._table.area.space
        self._since_ns = table.context.now_ns()
        lines = suit_lines(self._view.variant, table.game.position)
        places, room = self._view.places_box(space, table.area.slots), self._view.inner(space)
        title, colour = msg("Face up in the columns"), table.context.table
        self._picture = note(space.pictures, title, lines, places, room, colour)
        table.is_stale = True

    def show_column(self, pile: int) -> None:
        """A column spread out."""
        table, space = self._table, self._table.area.space
        self._since_ns = table.context.now_ns()
        cards = [card for card in table.game.position.piles[pile] if card.face_up]
        column = table.cards.run_box(pile)
        room, colour = self._view.inner(space), table.context.table
        self._picture = spread_column(space.pictures, cards, column, room, colour)
        table.is_stale = True

    def let_go(self) -> None:
        """The button is let go: what was clicked and not held stays until the next press or key."""
        if self._table.context.now_ns() - self._since_ns > CLICKED_NS:
            self.close()

    def close(self) -> None:
        """Hides it."""
        if self._picture is not None:
            self._picture = None
            self._table.is_stale = True

    def on_layout(self) -> None:
        self._picture = None

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type in PRESSES:  # the release may have been lost
            self.close()
        return False

    def draw_above(self) -> Sequence[Picture]:
        return () if self._picture is None else (self._picture,)
