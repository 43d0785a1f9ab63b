"""The table of any game: its cards, bars, status line and panel, and the parts that make it a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, final

import pygame

from game.message import Message, joined
from game.play.game import Action, ControlAction, GameSnapshot
from game.rules.position import Move, Position, travels
from game.rules.variant import IllegalMove, PileKind
from game.session.session import Session
from game.ui.cards.card_layer import CardLayer
from game.ui.cards.marks import Marks
from game.ui.cards.sprite import Cascade
from game.ui.drawing.canvas import Canvas, Picture, tiled
from game.ui.drawing.theme import SPEEDS, units_down
from game.ui.forms.focus import Focus
from game.ui.forms.panel import Panel
from game.ui.screen import CONTINUES, Context, Pressable, Screen
from game.ui.spoken import ScreenDescription, WidgetDescription
from game.ui.table.bars import StatusBars, Weight
from game.ui.table.part import Mode, Part
from game.ui.table.points import Points
from game.ui.table.seen_and_heard import CardArea, Change, Commentary, Figures, TableSounds
from game.ui.table.view import View

MANY_CARDS = 6
"""More cards that turn over at once sound like a deal."""


class Asked:
    """What one part of a table is asked for, which sets it; a second part that would is refused."""

    cursor: Callable[[], WidgetDescription | None] = staticmethod(lambda: None)
    """Describes what the keyboard's cursor is on, for a listening player."""
    cursor_pile: Callable[[], int | None] = staticmethod(lambda: None)
    """Tells the pile that the cursor is on."""
    hide_cursor: Callable[[], None] = staticmethod(lambda: None)
    interrupt: Callable[[], None] = staticmethod(lambda: None)
    """Puts dragged cards back before another action."""
    begin_clock: Callable[[], None] = staticmethod(lambda: None)
    """Lets time pass if it waits for the first action."""
    animate: Callable[[Position, Action], bool] = staticmethod(lambda _before, _action: False)
    """Shows an action in a way of its own; returns whether it does."""
    strip_px: Callable[[], int] = staticmethod(lambda: 0)
    """Tells the height of the strip below the header, in design pixels."""
    is_autoplaying: Callable[[], bool] = staticmethod(lambda: False)
    """Tells whether the game plays itself out or is being celebrated."""
    holds_result: Callable[[], bool] = staticmethod(lambda: False)
    """Tells whether the result of a game that is over has to wait."""
    hinted: Callable[[], Move | None] = staticmethod(lambda: None)
    """Tells the move that a hint shows now."""
    deafen: Callable[..., None] = staticmethod(lambda _more_s=0.0: None)
    """Takes no presses for a while, `more_s` longer than usual: the game ends, or its result is there."""

    def __setattr__(self, name: str, answer: Callable[..., object]) -> None:
        if name in vars(self):
            raise AttributeError(f"two parts of a table set {name}")
        super().__setattr__(name, answer)


@final
class Table(Screen):
    """One game at the table."""

    def __init__(
        self, context: Context, game: GameSnapshot, view: View[Any], session: Session | None = None
    ) -> None:
        """A table that shows `game`; with a `session`, whose game it is, it is played there."""
        super().__init__(context)
        self.game, self.variant, self.view = game, game.variant, view
        self._session, self.is_played = session, session is not None
        """Whether a game is played here, not only shown."""
        self.pace = 1.0
        """Slow-down of this table."""
        self.parts: Sequence[Part] = ()
        self.mode = Mode()
        self.cards = CardLayer(context.pictures, self.speed, may_tilt=not context.is_still)
        self.marks = Marks(context.pictures)
        self.area = CardArea(context, game, view, self.cards, self.marks)
        self.points = Points(self)
        words = (view.deal_name(self.game.deal, context.pictures.assets.folder), view.options_words())
        self.bars = StatusBars(self.variant.title, joined(" · ", filter(None, words)), view.fields())
        self.figures = Figures(self)
        self.commentary = Commentary(
            context, game, self.figures.put_sentence, counts=lambda: not self.hides_score
        )
        self.status = self.commentary.status
        self.sounds = TableSounds(context, lambda: self.speed)
        self.panel: Panel | None = None
        self.bar_focus: Focus | None = None
        """Keyboard focus in the bar, where no cards are played by keys."""
        self.uses_keys = context.is_heard
        """Whether the player plays by keys now, and is told of keys."""
        self.is_dealing = False
        """Whether cards are being dealt, as the player watches."""
        self.cascade: Cascade | None = None
        """The cards that spring after a win, as long as they do."""
        self.asked = Asked()
        self.clock_holds: list[Callable[[], bool]] = []
        """Each tells whether play time waits, although the cards are seen."""
        self.hurries: list[Callable[[], bool]] = []
        """Each speeds up automatic play, and returns whether that used the input."""
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
    def hides_score(self) -> bool:
        """Whether the player does not want to see the score while this game is played."""
        session = self._session
        return self.context.settings.hide_score and session is not None and not session.game.is_over

    @property
    def spoken(self) -> ScreenDescription:
        if self.panel is not None:
            return self.panel.spoken
        focus = self.asked.cursor() if self.bar_focus is None else self.bar_focus.spoken
        return ScreenDescription(self.title, (), focus, self.commentary.piles)

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        canvas.damage()  # a part may have it laid out again
        context, pictures, cards = self.context, self.context.pictures, self.cards
        held_width = pictures.card_width
        self.bars.is_large, self.bars.strip_px = context.is_large, self.asked.strip_px()
        if canvas.size == canvas.window_size:
            units = units_down(context.scaled_unit(canvas.size), context.unit_for(canvas.size))
            self.bars.choose_unit(pictures, canvas.size[0], units)
        else:  # the screen that this is a part of has said it
            pictures.set_unit(context.scaled_unit(canvas.window_size))
        cards.canvas, cards.speed, cards.may_tilt = canvas, self.speed, not context.is_still
        cards.mirrored = context.settings.left_handed
        self.area.lay_out(self.bars.lay_out(pictures, canvas.size))
        if held_width:
            cards.scale_grip(pictures.card_width / held_width)
        self.refresh_panel()
        self.figures.fill()
        if not self.is_dealing:
            cards.arrange(self.game.position, self.area.slots, at_once=True)
        for part in self.parts:
            part.on_layout()

    # What is said, heard and counted ---------------------------------------------------------------

    def say(self, sentence: str, weight: Weight = Weight.WORDS, heard: str = "") -> None:
        """Shows an answer to the player in the status line, replacing any sentence.

        `heard` is its other wording for listeners.
        """
        self.status.say(sentence, weight, heard=heard)

    @cached_property
    def names_suits(self) -> bool:  # type: ignore[override]
        return len({card.suit for card in self.variant.pack()}) > 1

    @property
    def is_asked_by_letters(self) -> bool:  # type: ignore[override]
        return self.context.is_heard and self.panel is None

    def decline(self, sentence: str) -> None:
        """Says why something cannot be, or what to do instead."""
        self.say(self.mode.correction(sentence))
        self.sounds.play("refuse")
        self.context.program.rumble()

    def refuse(self, sentence: str) -> None:
        """Says why something cannot be, where no card is to blame; puts back what is dragged."""
        self.asked.interrupt()
        self.decline(sentence)

    @property
    def pad_keys(self) -> Mapping[int, int]:  # type: ignore[override]
        return self.bars.pad_keys(self.mode.is_practice, bool(self.view.piles_of(PileKind.STOCK)))

    # Acting ----------------------------------------------------------------------------------------

    def act(self, action: Action, wait_s: float = 0.0) -> bool:
        """Does an action by the rules and shows it after `wait_s`, or says why not; False if refused."""
        self.asked.begin_clock()
        game = self.session.game
        before, was_over = game.position, game.is_over
        taken_back = game.last_move if action is ControlAction.UNDO else None
        try:
            self.session.act(action)
        except IllegalMove as refused:
            self.decline(str(refused))
            return False
        made = taken_back or game.last_move
        after = game.position
        self.commentary.note(Change(action, None if made is None else made[1], before, after))
        self.points.note(before, after, action)
        self.show(before, action, wait_s)
        self.points.rise(before, after, action)
        self.figures.changed()
        for part in self.parts:
            part.on_action(action, before)
        if not was_over and game.is_over:
            self.ended()
        return True

    def ended(self) -> None:
        """The game has just come to its end."""
        self.figures.changed()
        for part in self.parts:
            part.on_end()

    def show(self, before: Position, action: Action, wait_s: float = 0.0) -> None:
        """Moves the cards from their places `before` an action to their present ones."""
        places = self.area.places
        places.before_change()
        if not self.asked.animate(before, action):
            found = travels(before, self.game.position)
            self.area.send(action, found, wait_s)
            if any(travel.turned for travel in found):
                self.sounds.play("deal" if len(found) > MANY_CARDS else "flip", wait_s)
            elif found:
                self.sounds.play(self.points.placing, wait_s)
        places.after_change(before)

    takes_right_button = True

    def let_go(self) -> None:
        self.asked.interrupt()

    def hurry(self) -> bool:
        """Speeds up automatic play; returns whether that used the input."""
        return any(hurry() for hurry in self.hurries)

    def pointed(self) -> None:
        """The pointer is used."""
        self.uses_keys = False
        self.asked.hide_cursor()

    def end_dealing(self) -> None:
        """Ends the dealing: the last card has landed."""
        self.is_dealing = False
        self.canvas.damage()
        for part in self.parts:
            part.on_layout()

    # Panels ----------------------------------------------------------------------------------------

    @property
    def hides_cards(self) -> bool:
        """Whether a panel hides the cards."""
        return self.panel is not None and self.panel.hides_cards

    def show_panel(self, panel: Panel | None) -> None:
        """Opens a panel, or closes the one there is."""
        hid, was_open = self.hides_cards, self.panel is not None
        self.asked.interrupt()
        self.panel = panel
        self.refresh_panel()
        for part in self.parts:
            part.on_panel(hid)
        if was_open != (panel is not None):
            (self.status.end_aside if was_open else self.status.cover)()
        if hid != self.hides_cards:
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
        self.asked.interrupt()
        for part in self.parts:
            part.on_covered()

    def on_close(self) -> None:
        for part in self.parts:
            part.on_close()
        if self._session is not None:
            is_over = self.game.is_over or self._session.is_given_up
            is_open = bool(self._session.game.entries) and not is_over
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
        if any(part.on_event(event) for part in reversed(self.parts)):
            return
        if self.panel is not None:
            self.refresh_panel()
            self.panel.handle(event)

    @property
    def is_animating(self) -> bool:
        if self.hides_cards:
            return False
        moves = not self.cards.is_settled or self.points.is_moving or self.sounds.is_waiting
        return moves or self.is_dealing or any(part.is_animating for part in self.parts)

    def update(self, step_s: float) -> None:
        if self.hides_cards:
            return
        self.cards.update(step_s)
        self.points.update(step_s)
        for part in self.parts:
            part.update(step_s)
        self.sounds.update(step_s)

    @property
    def next_tick_s(self) -> float | None:
        waits = [part.next_tick_s for part in self.parts]
        return min((wait for wait in waits if wait is not None), default=None)

    def on_tick(self) -> None:
        for part in self.parts:
            part.on_tick()
        if self._was_drawn and not self._was_seen:
            self._was_seen = True
            for part in self.parts:
                part.on_first_frame()
        self.figures.on_tick()

    # Drawing ---------------------------------------------------------------------------------------

    def draw(self, alpha: float) -> None:
        self.figures.refill()
        self.context.pictures.begin_frame()
        self.canvas.compose(self._paint, self._moving(alpha))
        if self.cascade is not None:
            self.cascade.stamp()
        self.is_stale = False
        self._was_drawn = True

    def repaint(self) -> None:
        self.canvas.repaint(self._paint)

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures = self.context.pictures
        surface.blit(pictures.felt(self.canvas.size, self.context.table), area, area)
        if not self.hides_cards and area.bottom > (top := self.bars.bottom_edge):
            surface.set_clip(area.clip((0, top, *self.canvas.size)))  # no shadow is above it
            self.area.paint(surface, area, self.is_dealing)
            surface.set_clip(area)
        self.bars.draw(surface, area, pictures)

    def _moving(self, alpha: float) -> list[Picture]:
        shown: list[Picture] = []
        if not self.hides_cards:
            under = [picture for part in self.parts for picture in part.draw_below()]
            shown = [
                *self.area.in_view([*self.cards.moving_pictures(alpha, held=False), *under]),
                *self.cards.moving_pictures(alpha, held=True),
                *(picture for part in self.parts for picture in part.draw_above()),
                *self.points.pictures(),
            ]
        if (panel := self.panel) is None:
            return shown
        context, size = self.context, self.canvas.size
        if self._panel_picture is None:
            unit = context.scaled_unit(size)
            self._panel_picture = panel.picture(context.pictures, size, context.table, unit)
        # The cards are dimmed behind a panel, so that nothing on them is taken for a part of it.
        veil = [] if self.hides_cards else tiled(context.pictures.veil(panel.veil), self.area.room)
        return [*shown, *veil, self._panel_picture]
