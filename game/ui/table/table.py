"""The table of any game: its cards, bars, status line and panel, and the parts that make it a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, final

import pygame

from game.message import Message, joined, verbatim
from game.play.game import Action, ControlAction, GameSnapshot
from game.play.played import compared_by
from game.rules.position import STOCK, Move, Position, Travel, travels
from game.rules.variant import IllegalMove, PileKind
from game.session.session import Session
from game.ui.cards.card_layer import CardLayer
from game.ui.cards.marks import Marks
from game.ui.drawing.canvas import Canvas, Picture, clipped, tiled
from game.ui.drawing.layout import Box, Slot
from game.ui.drawing.theme import RGB, SPEEDS, units_down
from game.ui.forms.focus import Focus
from game.ui.forms.panel import Panel
from game.ui.forms.widgets import Widget
from game.ui.screen import CONTINUES, Context, Pressable, Screen
from game.ui.spoken import ScreenDescription, WidgetDescription
from game.ui.table.bars import StatusBars, StatusLine, Weight
from game.ui.table.part import Mode, Part, Parts
from game.ui.table.points import Points
from game.ui.table.view import SeenPage, Space, View

if TYPE_CHECKING:
    from game.play.heard_words import Detail


class Change(NamedTuple):
    """An action and its effect; `move` as for `describe_event`."""

    action: Action
    move: Move | None
    before: Position
    after: Position


def _second(elapsed_ms: int) -> tuple[int, int]:
    """Changes with every second that is begun, and with every second that is over."""
    return elapsed_ms // 1000, -elapsed_ms // 1000


WAITS_IN_TURN = 12
"""Maximum number of cards from the stock that set out one after the other."""
MANY_CARDS = 6
"""More cards that turn over at once sound like a deal."""


@final
class Table(Screen):
    """One game at the table."""

    def __init__(
        self, context: Context, game: GameSnapshot, view: View[Any], session: Session | None = None
    ) -> None:
        """A table that shows `game`; with a `session`, whose game it is, it is played there."""
        super().__init__(context)
        self.game, self.variant, self.view = game, game.variant, view
        self._session = session
        self.pace = 1.0
        """Slow-down of this table."""
        self.parts = Parts(())
        self.mode = Mode()
        self.cards = CardLayer(context.pictures, self.speed, may_tilt=not context.is_still)
        self.marks = Marks(context.pictures)
        self.points = Points(self)
        words = (view.deal_name(self.game.deal, context.pictures.assets.folder), view.options_words())
        self.bars = StatusBars(self.variant.title, joined(" · ", filter(None, words)), view.fields())
        self._second = (0, 0)  # which the clock shows
        self.status = StatusLine(self._put_sentence, self._say_done, context.narrate)
        self.change: Change | None = None
        """Latest change to the game."""
        self._is_change_due = False  # whether that is still to be said
        self.cursor: Callable[[], WidgetDescription | None] = lambda: None
        """Describes what the keyboard's cursor is on, for a listening player."""
        self._told: tuple[object, Sequence[tuple[str, Sequence[str]]]] = (None, ())
        self.hinted: Move | None = None
        """The move that a hint shows now."""
        self.panel: Panel | None = None
        self.bar_focus: Focus | None = None
        """Keyboard focus in the bar, where no cards are played by keys."""
        self.slots: Sequence[Slot] = ()
        self.room = Box(0, 0, 0, 0)
        self.seen_box: Box | None = None
        """Cards on the table are seen only within it; None is everywhere."""
        self.seen_piles: Sequence[int] = range(len(self.variant.piles))
        """The piles that are to be seen."""
        self.uses_keys = context.is_heard
        """Whether the player plays by keys now, and is told of keys."""
        self.is_silent = False
        self.is_dealing = False
        """Whether cards are being dealt, as the player watches."""
        self._due_sounds: list[tuple[float, str]] = []  # seconds left, and the name
        self._are_bars_due = True
        self._panel_picture: Picture | None = None
        self._was_drawn = self._was_seen = False

    # Layout --------------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """The session; only parts of a playable table use it."""
        assert self._session is not None
        return self._session

    @property
    def elapsed_ms(self) -> int:
        """Play time, as the clock of the table shows it."""
        return (self._session or self.game).elapsed_ms

    @property
    def is_played(self) -> bool:
        """Whether a game is played here, not only shown."""
        return self._session is not None

    @property
    def is_running(self) -> bool:
        """Whether play time passes here."""
        return self._session is not None and self._session.is_running

    @property
    def title(self) -> str:
        return self.mode.title

    @property
    def speed(self) -> float:
        """Resulting factor of all durations: settings × `pace`; 0 is no motion at all."""
        return 0.0 if self.context.is_still else SPEEDS[self.context.settings.speed] * self.pace

    @property
    def is_timed(self) -> bool:
        """Whether the game has a limit, so that a stopped clock hides its cards."""
        return self.variant.limit_ms is not None

    @property
    def hides_score(self) -> bool:
        """Whether the player does not want to see the score while this game is played."""
        session = self._session
        return self.context.settings.hide_score and session is not None and not session.game.is_over

    @property
    def space(self) -> Space:
        """Space for the layout."""
        return Space(self.room, self.context.pictures, self.context.settings)

    @property
    def spoken(self) -> ScreenDescription:
        if self.panel is not None:
            return self.panel.spoken
        focus = self.cursor() if self.bar_focus is None else self.bar_focus.spoken
        return ScreenDescription(self.title, (), focus, self._piles_told())

    def _piles_told(self) -> Sequence[tuple[str, Sequence[str]]]:
        """The piles as lists, for who listens; the same ones as long as no card moves."""
        position = self.game.position
        if self.detail is None or position is self._told[0]:
            return self._told[1]
        from game.play.heard_words import piles_heard  # few need it

        self._told = position, piles_heard(self.variant, position)
        return self._told[1]

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.parts.call(Part.before_layout)
        pictures, settings = self.context.pictures, self.context.settings
        held_width = pictures.card_width
        self.bars.is_large = self.context.is_large
        self._set_unit(canvas)
        self.cards.canvas = canvas
        self.cards.speed = self.speed
        self.cards.may_tilt = not self.context.is_still
        self.cards.mirrored = settings.left_handed
        self.lay_out(self.bars.lay_out(pictures, canvas.size))
        if held_width:
            self.cards.scale_grip(pictures.card_width / held_width)
        self.refresh_panel()
        self._fill_bars()
        if not self.is_dealing:
            self.cards.arrange(self.game.position, self.slots, at_once=True)
        self.parts.call(Part.on_layout)

    def _set_unit(self, canvas: Canvas) -> None:
        """The largest letters, up to the scale that was chosen, with which the bars fit."""
        context, pictures = self.context, self.context.pictures
        if canvas.size != canvas.window_size:  # the screen that this is a part of has said it
            pictures.set_unit(context.scaled_unit(canvas.window_size))
            return
        for unit in units_down(context.scaled_unit(canvas.size), context.unit_for(canvas.size)):
            pictures.set_unit(unit)
            if self.bars.fit(pictures, canvas.size[0]):
                return

    def lay_out(self, room: Box) -> None:
        """Gives the cards their size and every pile its slot in a room."""
        self.room = room
        card, self.slots = self.view.lay_out(self.space, self.game.position)
        self.context.pictures.set_card_size(*card)
        self.parts.call(Part.on_slots)

    # What is said, heard and counted ---------------------------------------------------------------

    def say(self, sentence: str, weight: Weight = Weight.WORDS, heard: str = "") -> None:
        """Shows an answer to the player in the status line, replacing any sentence.

        `heard` is its other wording for listeners.
        """
        self.status.say(sentence, weight, heard=heard)

    def tell_figures(self) -> None:
        """Says what the bars show: the time, which passes, and all that is counted."""
        self.status.say(self.bars.told, aloud=False)
        self.context.narrate(self.bars.told, passes=True)

    @property
    def detail(self) -> Detail | None:
        """Level of detail for a listening player; None if nobody listens."""
        if not self.context.is_heard:
            return None
        from game.play.heard_words import Detail  # few need it

        return Detail(self.context.settings.detail)

    @cached_property
    def names_suits(self) -> bool:  # type: ignore[override]
        return len({card.suit for card in self.variant.pack()}) > 1

    @property
    def is_asked_by_letters(self) -> bool:  # type: ignore[override]
        return self.context.is_heard and self.panel is None

    def decline(self, sentence: str) -> None:
        """Says why something cannot be, or what to do instead."""
        self.say(self.mode.correction(sentence))
        self.sound("refuse")
        self.context.program.rumble()

    def refuse(self, sentence: str) -> None:
        """Says why something cannot be, where no card is to blame; puts back what is dragged."""
        self.interrupt()
        self.decline(sentence)

    @property
    def pad_keys(self) -> Mapping[int, int]:  # type: ignore[override]
        return self.bars.pad_keys(self.mode.is_practice, bool(self.view.piles_of(PileKind.STOCK)))

    def redraw(self, box: Box) -> None:
        """Marks a box to be redrawn."""
        self.canvas.damage(box)
        self.is_stale = True

    def _say_done(self) -> None:
        """Describes the last action, unless that is done."""
        is_due, self._is_change_due = self._is_change_due, False
        if is_due and (words := self.change_words):
            heard = ""
            if self.change is not None and self.detail is not None:
                from game.play.heard_words import heard_event  # few need it

                heard = heard_event(self.variant, *self.change, self.detail, not self.hides_score)
            self.status.say_unasked(words, heard=heard)

    @property
    def change_words(self) -> str:
        """Description of the last action, if any."""
        from game.play.move_words import describe_event  # nothing is said before the first frame

        if self.change is None:
            return ""
        return describe_event(self.variant, *self.change, counts=not self.hides_score)

    def _put_sentence(self, words: str) -> None:
        sentence = verbatim(words).capitalised()
        if sentence != self.bars.sentence:
            self.bars.sentence = sentence
            if self.slots:
                self.canvas.damage(self.bars.bottom)
        self.is_stale = True

    def sound(self, name: str, wait_s: float = 0.0) -> None:
        """Plays a sound of the table, after a while if it is to wait."""
        if self.is_silent:
            return
        if wait_s and self.speed:
            self._due_sounds.append((wait_s * self.speed, name))
        else:
            self.context.sounds.play(name, self.context.now_ns())

    def bars_changed(self) -> None:
        """Marks the bars to be filled before the next frame."""
        self._are_bars_due = self.is_stale = True

    def _fill_bars(self) -> None:
        """Updates both bars."""
        self._are_bars_due = False
        self._say_done()
        facts = [fact for part in self.parts.having("status_facts") for fact in part.status_facts()]
        fields, counted = self.view.readings(self.game, self.context.settings)
        hidden = self.view.score_labels if self.hides_score else ()
        for box in self.bars.count([*facts, *counted], hidden):
            self.canvas.damage(box)
        self._show_time(fields)
        self.points.follow()

    def _show_time(self, fields: Sequence[tuple[str, RGB]] = ()) -> None:
        """Brings the clock, the first field if there is one, and the `fields` after it up to date."""
        elapsed_ms, settings, bars = self.elapsed_ms, self.context.settings, self.bars
        self._second = _second(elapsed_ms)
        clock = self.view.clock(self.game, elapsed_ms, settings)
        told = [*([] if clock is None else [clock]), *fields]
        changed = [bars.tell(which, *field) for which, field in enumerate(told)]
        for box in (*changed, bars.show_time(self.view.time_left(self.game, elapsed_ms, settings))):
            if box is not None:
                self.canvas.damage(box)

    # Acting ----------------------------------------------------------------------------------------

    def act(self, action: Action, wait_s: float = 0.0) -> bool:
        """Does an action by the rules and shows it after `wait_s`, or says why not; False if refused."""
        self.parts.call(Part.before_action)
        game = self.session.game
        before, was_over = game.position, game.is_over
        taken_back = game.last_move if action is ControlAction.UNDO else None
        try:
            self.session.act(action)
        except IllegalMove as refused:
            self.decline(str(refused))
            return False
        made = taken_back or game.last_move
        move, after = made[1] if made is not None else None, game.position
        self._say_done()
        self.change, self._is_change_due = Change(action, move, before, after), True
        self.points.note(before, after, action)
        self.show(before, action, wait_s)
        self.points.rise(before, after, action)
        self.bars_changed()
        self.parts.call(Part.on_action, action, before)
        if not was_over and game.is_over:
            self.ended()
        return True

    def ended(self) -> None:
        """The game has just come to its end."""
        self.bars_changed()
        self.parts.call(Part.on_end)

    def show(self, before: Position, action: Action, wait_s: float = 0.0) -> None:
        """Moves the cards from their places `before` an action to their present ones."""
        if not any(self.parts.call(Part.animate_change, before, action)):
            found = travels(before, self.game.position)
            self.cards.arrange(self.game.position, self.slots, self._delays_s(action, found, wait_s))
            if any(travel.turned for travel in found):
                self.sound("deal" if len(found) > MANY_CARDS else "flip", wait_s)
            elif found:
                self.sound(self.points.placing, wait_s)
        self.parts.call(Part.on_change, before, action)

    def _delays_s(self, action: Action, found: Sequence[Travel], wait_s: float) -> dict[int, float]:
        delays: dict[int, float] = {travel.card.identity: wait_s for travel in found} if wait_s else {}
        for part in self.parts.having("delays_s"):
            delays.update(part.delays_s(action, found) or {})
        if action == STOCK and len(found) <= WAITS_IN_TURN:
            gap_s = self.view.stock_gap_s
            delays = {travel.card.identity: index * gap_s for index, travel in enumerate(found)}
        return delays

    def press_button(self, button: Widget) -> None:
        """Presses a button of the bar, or says why that is not possible."""
        refusal = button.refusal()
        if refusal is None:
            button.press()
        elif not self.mode.means_otherwise(button):
            self.decline(refusal)

    @property
    def page(self) -> SeenPage:
        """Goal, rules, controls and strategy at this table."""
        return self.view.page.seen(self._options)

    @property
    def _options(self) -> frozenset[str]:
        """Options of the rules and of the table (see `Page.seen`)."""
        options = compared_by(self.variant, {} if self._session is None else self._session.tags).split()
        mirrored = ("mirrored",) if self.context.settings.left_handed else ()
        practice = ("practice",) if self.mode.is_practice else ()
        return frozenset((*options, *mirrored, *practice))

    def open_rules(self) -> None:
        """Shows the rules of the game at this table; the clock of a round goes on."""
        self.context.navigation.go("rules", self.variant, self._options)

    takes_right_button = True

    def let_go(self) -> None:
        self.interrupt()

    def interrupt(self) -> None:
        """Puts dragged cards back before another action."""
        self.parts.call(Part.cancel_drag)

    def hurry(self) -> bool:
        """Speeds up automatic play; returns whether that used the input."""
        return any(part.hurry() for part in self.parts.having("hurry"))

    def pointed(self) -> None:
        """The pointer is used."""
        self.uses_keys = False
        self.parts.call(Part.on_pointer)

    @property
    def is_autoplaying(self) -> bool:
        """Whether the game plays itself out or is being celebrated."""
        return any(part.is_autoplaying for part in self.parts.having("is_autoplaying"))

    def go_through(self, action: ControlAction, times: int = 1) -> None:
        """Takes back as many moves as belong together, or brings them back."""
        self.interrupt()
        self.say("")
        self.cards.finish()
        game = self.session.game
        refusal = game.undo_refusal if action is ControlAction.UNDO else game.redo_refusal
        for number in range(times):
            if (number and refusal() is not None) or not self.act(action):
                return

    def begin_dealing(self) -> None:
        """Begins the dealing, during which empty places may look otherwise."""
        self.is_dealing = True
        self.canvas.damage()

    def end_dealing(self) -> None:
        """Ends the dealing: the last card has landed."""
        self.is_dealing = False
        self.canvas.damage()
        self.parts.call(Part.on_dealt)

    # Panels ----------------------------------------------------------------------------------------

    @property
    def hides_cards(self) -> bool:
        """Whether a panel hides the cards."""
        return self.panel is not None and self.panel.hides_cards

    def show_panel(self, panel: Panel | None) -> None:
        """Opens a panel, or closes the one there is."""
        hid = self.hides_cards
        self.interrupt()
        self.panel = panel
        self.refresh_panel()
        self.parts.call(Part.on_panel, hid)
        if hid != self.hides_cards:
            (self.status.cover if self.hides_cards else self.status.end_aside)()
            self.cards.finish()
            self.canvas.damage()

    def close_panel(self) -> None:
        """Goes back to the cards."""
        self.show_panel(None)

    def refresh_panel(self) -> None:
        """Marks the panel, if any, to be redrawn."""
        self._panel_picture = None
        self.is_stale = True

    def on_covered(self) -> None:
        self.interrupt()
        self.parts.call(Part.on_covered)

    def on_close(self) -> None:
        self.parts.call(Part.on_close)
        if self._session is not None:
            is_open = bool(self._session.game.entries) and not self.game.is_over
            came_from = CONTINUES if is_open else self.variant.name
            self.context.program.came_from = came_from if self.uses_keys else ""
            self._session.leave()

    def file_refusal(self) -> Message | None:
        return self.mode.file_refusal()

    def can_close(self) -> bool:
        return self.mode.can_close()

    # Input and time --------------------------------------------------------------------------------

    @property
    def pressables(self) -> Sequence[Pressable]:
        return self.bars.buttons if self.panel is None else self.panel.buttons

    def handle(self, event: pygame.event.Event) -> None:
        # Who is drawn above the others is asked first.
        if any(part.on_event(event) for part in reversed(self.parts.having("on_event"))):
            return
        if self.panel is not None:
            self.refresh_panel()
            self.panel.handle(event)

    @property
    def is_animating(self) -> bool:
        if self.hides_cards:
            return False
        moves = not self.cards.is_settled or self.points.is_moving or bool(self._due_sounds)
        return (
            moves or self.is_dealing or any(part.is_animating for part in self.parts.having("is_animating"))
        )

    def update(self, step_s: float) -> None:
        if self.hides_cards:
            return
        self.cards.update(step_s)
        self.points.update(step_s)
        self.parts.call(Part.update, step_s)
        if self._due_sounds:
            due = [(left_s - step_s, name) for left_s, name in self._due_sounds]
            self._due_sounds = [sound for sound in due if sound[0] > 0]
            for name in {name for left_s, name in due if left_s <= 0}:
                self.sound(name)

    @property
    def next_tick_s(self) -> float | None:
        waits = [part.next_tick_s for part in self.parts.having("next_tick_s")]
        return min((wait for wait in waits if wait is not None), default=None)

    def on_tick(self) -> None:
        self.parts.call(Part.on_tick)
        if self._was_drawn and not self._was_seen:
            self._was_seen = True
            self.parts.call(Part.on_first_frame)
        self.is_stale |= self.points.on_tick()
        if self._are_bars_due:
            self._fill_bars()
        elif _second(self.elapsed_ms) != self._second:
            self._show_time()

    # Where things are ------------------------------------------------------------------------------

    def kind(self, pile: int) -> PileKind:
        """Kind of a pile."""
        return self.variant.piles[pile].kind

    def run_box(self, pile: int, count: int | None = None) -> Box:
        """Box of a pile's top `count` cards, or of all of them."""
        first = self.cards.place_of(pile, len(self.game.position.piles[pile]) - count if count else 0)
        return first.union(self.cards.top_box(pile))

    def places_of(self, move: Move) -> list[Box]:
        """Where a move's cards lie and where they go; only the stock, where that is used."""
        if move == STOCK:
            return [self.cards.top_box(self.view.stock_pile)]
        return [self.run_box(move.source, move.count), self.cards.top_box(move.target)]

    def bring_into_view(self, *piles: int) -> None:
        """Has these piles seen at once, the last one for certain."""
        self.parts.call(Part.bring_into_view, *piles)

    # Drawing ---------------------------------------------------------------------------------------

    def draw(self, alpha: float) -> None:
        if self._are_bars_due:
            self._fill_bars()
        self.parts.call(Part.before_drawing)
        self.context.pictures.begin_frame()
        self.canvas.compose(self._paint, self._moving(alpha))
        self.parts.call(Part.drawn)
        self.is_stale = False
        self._was_drawn = True

    def repaint(self) -> None:
        self.canvas.repaint(self._paint)

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures = self.context.pictures
        surface.blit(pictures.felt(self.canvas.size, self.context.table), area, area)
        if not self.hides_cards:
            clip = surface.get_clip()
            surface.set_clip(clip if self.seen_box is None else clip.clip(self.seen_box))
            self.paint_cards(surface, area)
            surface.set_clip(clip)
            self.parts.call(Part.paint_beside, surface, area)
        self.bars.draw(surface, area, pictures)

    def paint_cards(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draws places, resting cards and still things beside them within `area`."""
        # Of a heap that is being dealt the cards lie elsewhere than their pile.
        touched = self.seen_piles if self.is_dealing else self.cards.piles_at(area)
        for pile in self.seen_piles:
            if pile in touched:
                self._paint_slot(surface, area, pile)
                self.cards.paint_pile(surface, area, pile)
        self.parts.call(Part.paint, surface, area)

    def _paint_slot(self, surface: pygame.Surface, area: pygame.Rect, pile: int) -> None:
        if self.cards.covers_slot(pile, self.slots[pile]):
            return
        box = self.empty_box(pile)
        if area.colliderect(box.grown(self.context.pictures.margin)):
            symbol = self.view.empty_symbol(self.game.position, pile, self.is_dealing)
            self.marks.paint_empty(surface, box, symbol)

    def empty_box(self, pile: int) -> Box:
        """The outline that an empty pile shows."""
        return self.view.empty_box(self.space, self.slots[pile], self.game.position, pile)

    def _moving(self, alpha: float) -> list[Picture]:
        if self.hides_cards:
            return [self._panel()]
        under = [picture for part in self.parts.having("draw_below") for picture in part.draw_below()]
        shown = [
            *self.in_view([*self.cards.moving_pictures(alpha, held=False), *under]),
            *self.cards.moving_pictures(alpha, held=True),
            *(picture for part in self.parts.having("draw_above") for picture in part.draw_above()),
            *self.points.pictures(),
        ]
        if self.panel is None:
            return shown
        # The cards are dimmed behind a panel, so that nothing on them is taken for a part of it.
        return [*shown, *tiled(self.context.pictures.veil(self.panel.veil), self.room), self._panel()]

    def in_view(self, pictures: list[Picture]) -> list[Picture]:
        """Clips pictures to `seen_box`."""
        return pictures if self.seen_box is None else clipped(pictures, self.seen_box)

    def _panel(self) -> Picture:
        assert self.panel is not None
        if self._panel_picture is None:
            context, size = self.context, self.canvas.size
            unit = context.scaled_unit(size)
            self._panel_picture = self.panel.picture(context.pictures, size, context.table, unit)
        return self._panel_picture
