"""What a table shows and lets be heard: where its cards lie, the figures in its bars, sentences, sounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import pygame

from game.message import verbatim
from game.play.game import Action, GameSnapshot
from game.play.move_words import describe_event
from game.rules.position import STOCK, Move, Position, Travel
from game.ui.cards.card_layer import CardLayer
from game.ui.cards.marks import Marks
from game.ui.drawing.canvas import Picture, clipped
from game.ui.drawing.layout import Box, Slot
from game.ui.drawing.theme import RGB
from game.ui.screen import Context
from game.ui.table.bars import StatusLine
from game.ui.table.part import Part
from game.ui.table.points import Points, ScoredTable
from game.ui.table.view import Space, View

if TYPE_CHECKING:
    from game.play.heard_words import Detail


WAITS_IN_TURN = 12
"""Maximum number of cards from the stock that set out one after the other."""


class Places:
    """What a change does to the places of piles, in a game where they depend on the position."""

    scrolls = False
    """Whether the wheel moves the view."""

    def on_slots(self) -> None:
        """The slots are known and the cards have their size; no cards are placed yet."""

    def before_change(self) -> None:
        """The position has changed; its cards have not set out yet."""

    def delays_s(self, action: Action, found: Sequence[Travel]) -> Mapping[int, float]:
        """Returns delays before cards set out, by identity."""
        return {}

    def after_change(self, before: Position) -> None:
        """The cards are on their way to where the position has them."""

    def bring_into_view(self, *piles: int) -> None:
        """Has these piles seen at once, the last one for certain."""

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draws still things among the cards within `area`."""

    def paint_beside(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draws still things beside the cards that small pictures of the table leave out."""


class CardArea:
    """The room of the cards on one table."""

    def __init__(
        self, context: Context, game: GameSnapshot, view: View[Any], cards: CardLayer, marks: Marks
    ) -> None:
        self._context, self._game, self._view, self._cards, self._marks = context, game, view, cards, marks
        self.places = Places()
        self.slots: Sequence[Slot] = ()
        self.room = Box(0, 0, 0, 0)
        self.seen_box: Box | None = None
        """Cards on the table are seen only within it; None is everywhere."""
        self.seen_piles: Sequence[int] = range(len(game.variant.piles))
        """The piles that are to be seen."""

    @property
    def space(self) -> Space:
        """Space for the layout."""
        return Space(self.room, self._context.pictures, self._context.settings)

    def lay_out(self, room: Box) -> None:
        """Gives the cards their size and every pile its slot in a room."""
        self.room = room
        card, self.slots = self._view.lay_out(self.space, self._game.position)
        self._context.pictures.set_card_size(*card)
        self.places.on_slots()

    def send(self, action: Action, found: Sequence[Travel], wait_s: float) -> None:
        """Sends the cards that an action has `found` places for on their way, after `wait_s`."""
        delays: dict[int, float] = {travel.card.identity: wait_s for travel in found} if wait_s else {}
        delays.update(self.places.delays_s(action, found))
        if action == STOCK and len(found) <= WAITS_IN_TURN:
            gap_s = self._view.stock_gap_s
            delays = {travel.card.identity: index * gap_s for index, travel in enumerate(found)}
        self._cards.arrange(self._game.position, self.slots, delays)

    def boxes_of(self, move: Move) -> list[Box]:
        """Where a move's cards lie and where they go; only the stock, where that is used."""
        if move == STOCK:
            return [self._cards.top_box(self._view.stock_pile)]
        return [self._cards.run_box(move.source, move.count), self._cards.top_box(move.target)]

    def paint(self, surface: pygame.Surface, area: pygame.Rect, is_dealing: bool) -> None:
        """Draws all that lies still within `area`, as far as it is in view."""
        clip = surface.get_clip()
        surface.set_clip(clip if self.seen_box is None else clip.clip(self.seen_box))
        self.paint_cards(surface, area, is_dealing)
        surface.set_clip(clip)
        self.places.paint_beside(surface, area)

    def paint_cards(self, surface: pygame.Surface, area: pygame.Rect, is_dealing: bool = False) -> None:
        """Draws places, resting cards and still things among them within `area`."""
        # Of a heap that is being dealt the cards lie elsewhere than their pile.
        touched = self.seen_piles if is_dealing else self._cards.piles_at(area)
        for pile in self.seen_piles:
            if pile in touched:
                if not self._cards.covers_slot(pile, self.slots[pile]):
                    self._paint_slot(surface, area, pile, is_dealing)
                self._cards.paint_pile(surface, area, pile)
        self.places.paint(surface, area)

    def _paint_slot(self, surface: pygame.Surface, area: pygame.Rect, pile: int, is_dealing: bool) -> None:
        position = self._game.position
        box = self._view.empty_box(self.space, self.slots[pile], position, pile)
        if area.colliderect(box.grown(self._context.pictures.margin)):
            self._marks.paint_empty(surface, box, self._view.empty_symbol(position, pile, is_dealing))

    def in_view(self, pictures: list[Picture]) -> list[Picture]:
        """Clips pictures to `seen_box`."""
        return pictures if self.seen_box is None else clipped(pictures, self.seen_box)


class Change(NamedTuple):
    """An action and its effect; `move` as for `describe_event`."""

    action: Action
    move: Move | None
    before: Position
    after: Position


class Commentary:
    """Puts what happens in a game into words, each action once."""

    def __init__(
        self, context: Context, game: GameSnapshot, put: Callable[[str], None], counts: Callable[[], bool]
    ) -> None:
        """`put` shows a sentence; `counts` returns whether points may be told."""
        self._context, self._game, self._counts = context, game, counts
        self.status = StatusLine(put, self.tell, context.narrate)
        self._change: Change | None = None
        self._is_due = False  # whether that is still to be said
        self._piles: tuple[object, Sequence[tuple[str, Sequence[str]]]] = (None, ())

    def note(self, change: Change) -> None:
        """Notes the latest change to the game, which is said with the next frame or sentence."""
        self.tell()
        self._change, self._is_due = change, True

    def tell(self) -> None:
        """Describes the last action, unless that is done."""
        is_due, self._is_due = self._is_due, False
        if is_due and (words := self.words):
            heard = ""
            if self._change is not None and self.detail is not None:
                from game.play.heard_words import heard_event  # few need it

                heard = heard_event(self._game.variant, *self._change, self.detail, self._counts())
            self.status.say_unasked(words, heard=heard)

    @property
    def words(self) -> str:
        """Description of the last action, if any."""
        if self._change is None:
            return ""
        return describe_event(self._game.variant, *self._change, counts=self._counts())

    @property
    def detail(self) -> Detail | None:
        """Level of detail for a listening player; None if nobody listens."""
        if not self._context.is_heard:
            return None
        from game.play.heard_words import Detail  # few need it

        return Detail(self._context.settings.detail)

    @property
    def piles(self) -> Sequence[tuple[str, Sequence[str]]]:
        """The piles as lists, for who listens; the same ones as long as no card moves."""
        position = self._game.position
        if self.detail is not None and position is not self._piles[0]:
            from game.play.heard_words import piles_heard  # few need it

            self._piles = position, piles_heard(self._game.variant, position)
        return self._piles[1]


class TableSounds:
    """The sounds of one table."""

    def __init__(self, context: Context, speed: Callable[[], float]) -> None:
        """`speed` returns the factor of all durations."""
        self._context, self._speed = context, speed
        self.is_silent = False
        self._due: list[tuple[float, str]] = []  # seconds left, and the name

    def play(self, name: str, wait_s: float = 0.0) -> None:
        """Plays a sound, after a while if it is to wait."""
        if self.is_silent:
            return
        if wait_s and self._speed():
            self._due.append((wait_s * self._speed(), name))
        else:
            self._context.sounds.play(name, self._context.now_ns())

    @property
    def is_waiting(self) -> bool:
        """Whether a sound is still to come."""
        return bool(self._due)

    def update(self, step_s: float) -> None:
        """Advances by a fixed step."""
        if self._due:
            due = [(left_s - step_s, name) for left_s, name in self._due]
            self._due = [sound for sound in due if sound[0] > 0]
            for name in {name for left_s, name in due if left_s <= 0}:
                self.play(name)


class CountedTable(ScoredTable, Protocol):
    """Interface of the table that the figures need."""

    is_stale: bool
    parts: Sequence[Part]
    points: Points
    commentary: Commentary


def _second(elapsed_ms: int) -> tuple[int, int]:
    """Changes with every second that is begun, and with every second that is over."""
    return elapsed_ms // 1000, -elapsed_ms // 1000


class Figures:
    """What the bars of one table tell."""

    def __init__(self, table: CountedTable) -> None:
        self._table = table
        self._second = (0, 0)  # which the clock shows
        self._are_due = True

    def changed(self) -> None:
        """Marks the bars to be filled before the next frame."""
        self._are_due = self._table.is_stale = True

    def refill(self) -> None:
        """Brings the bars up to date if they are to be."""
        if self._are_due:
            self.fill()

    def fill(self) -> None:
        """Updates both bars."""
        table, self._are_due = self._table, False
        table.commentary.tell()
        facts = [fact for part in table.parts for fact in part.status_facts()]
        fields, counted = table.view.readings(table.game, table.context.settings)
        hidden = table.view.score_labels if table.hides_score else ()
        for box in table.bars.count([*facts, *counted], hidden):
            table.canvas.damage(box)
        self._show_time(table.elapsed_ms, fields)
        table.points.follow()

    def on_tick(self) -> None:
        """Follows the time that passes."""
        self._table.is_stale |= self._table.points.on_tick()
        if self._are_due:
            self.fill()
        elif _second(elapsed_ms := self._table.elapsed_ms) != self._second:
            self._show_time(elapsed_ms)

    def _show_time(self, elapsed_ms: int, fields: Sequence[tuple[str, RGB]] = ()) -> None:
        """Brings the clock, the first field if there is one, and the `fields` after it up to date."""
        table, bars = self._table, self._table.bars
        settings, self._second = table.context.settings, _second(elapsed_ms)
        clock = table.view.clock(table.game, elapsed_ms, settings)
        texts = [*([] if clock is None else [clock]), *fields]
        changed = [bars.tell(which, *field) for which, field in enumerate(texts)]
        for box in (*changed, bars.show_time(table.view.time_left(table.game, elapsed_ms, settings))):
            if box is not None:
                table.canvas.damage(pygame.Rect(box))  # whole pixels: nothing beside it is painted again

    def tell(self) -> None:
        """Says what the bars show: the time, which passes, and all that is counted."""
        words = self._table.bars.told
        self._table.commentary.status.say(words, aloud=False)
        self._table.context.narrate(words, passes=True)

    def put_sentence(self, words: str) -> None:
        """Shows a sentence in the status line."""
        sentence, table = verbatim(words).capitalised(), self._table
        if sentence != table.bars.sentence:
            table.bars.sentence = sentence
            if table.bars.bottom.height:
                table.canvas.damage(table.bars.bottom)
        table.is_stale = True

    def redraw(self, box: Box) -> None:
        """Marks a box of the bars to be redrawn."""
        self._table.canvas.damage(box)
        self._table.is_stale = True
