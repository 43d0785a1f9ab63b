"""The table of any game: pick up, drag, drop, click, keyboard, marks, and what is said.

Asks the variant what is legal and shows what came of it; knows no rule of any game. A
game's own scene gives the layout, the bars and the panels, and may refine gestures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import pygame

from game.cards import Card
from game.play.game import Act, Action
from game.rules.position import STOCK, Move, Position, travels
from game.rules.variant import IllegalMove, Outcome, PileKind
from game.ui.bars import Bars
from game.ui.canvas import Canvas
from game.ui.cascade import Cascade
from game.ui.floats import Floats
from game.ui.gestures import Gesture, Gestured, Pointer
from game.ui.layout import Box, Point, Slot
from game.ui.marks import Marks
from game.ui.panel import Panel
from game.ui.scene import Scene, Stage
from game.ui.sitting import Sitting
from game.ui.spread import Picture, Spread
from game.ui.table_keys import KeyboardHand
from game.ui.theme import DEAL_GAP_S, PLAY_OUT_S, SPEEDS, unit_for
from game.ui.widgets import Button

DRAW_GAP_S = 0.07
"""Between the cards of one tap on the stock."""


@dataclass(frozen=True)
class Picked:
    """Cards chosen to be moved, in the hand or by a click, and where they may go."""

    pile: int
    count: int
    targets: Sequence[int]
    is_held: bool


class TableScene(Scene):
    """One game at the table."""

    tagline: ClassVar[str] = ""
    """One line that says what the game is."""
    tile_options: ClassVar[tuple[tuple[str, str], ...]] = ()
    """What can be chosen at the tile: a word for the player, and options as in a record."""

    def __init__(self, stage: Stage, sitting: Sitting, is_fresh: bool) -> None:
        """`is_fresh` when the cards are still to be dealt."""
        super().__init__(stage)
        self.sitting = sitting
        self.game = sitting.game
        self.variant = sitting.game.variant
        self.spread = Spread(stage.pictures, self.speed, may_tilt=not stage.settings.reduced_motion)
        self.marks = Marks(stage.pictures)
        self.floats = Floats(stage.pictures)
        self.pointer = Pointer()
        self.keyboard = KeyboardHand(self)
        self.picked: Picked | None = None
        self.panel: Panel | None = None
        self.slots: Sequence[Slot] = ()
        self.bars: Bars = self.make_bars()
        self._is_fresh = is_fresh
        self._is_dealing = is_fresh
        self._play_out_gap_s = PLAY_OUT_S[0]
        self._play_out_wait_s = PLAY_OUT_S[0]
        self._panel_picture: Picture | None = None
        self._bars_shown: tuple[object, ...] = ()
        self._cascade: Cascade | None = None
        if sitting.trouble is not None:
            self.bars.sentence, sitting.trouble = sitting.trouble, None
        self._result_is_due = self.game.is_over

    # What a game's scene gives -----------------------------------------------------------------

    def make_bars(self) -> Bars:
        """The bars of this game."""
        raise NotImplementedError

    def lay_out(self, room: Box) -> tuple[tuple[int, int], Sequence[Slot]]:
        """The size of a card and the slot of every pile, in a room of the window."""
        raise NotImplementedError

    def fill_bars(self) -> None:
        """Brings the texts of the bars up to date."""
        raise NotImplementedError

    def result_panel(self) -> Panel:
        """What is shown when the game is over."""
        raise NotImplementedError

    def pause_panel(self) -> Panel:
        """What is shown while the game is paused."""
        raise NotImplementedError

    def empty_symbol(self, pile: int) -> tuple[str, str]:
        """What an empty pile shows: ("icon", name), ("text", words), or ("", "")."""
        return "", ""

    def deal_order(self) -> list[Card]:
        """The cards in the order in which they are dealt."""
        raise NotImplementedError

    def stock_point(self) -> Point:
        """Where cards are dealt from."""
        raise NotImplementedError

    def best_before(self) -> None:
        """Called once when the game is over, before the result is shown."""

    def escape(self) -> None:
        """Esc with nothing picked up."""
        self.pause()

    def other_key(self, key: int, modifiers: int) -> None:
        """A key of this game alone."""

    # Layout ------------------------------------------------------------------------------------

    @property
    def speed(self) -> float:
        """The factor of all durations; 0 is no motion at all."""
        settings = self.stage.settings
        return 0.0 if settings.reduced_motion else SPEEDS[settings.speed]

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        pictures = self.stage.pictures
        held_width = pictures.card_width
        pictures.set_unit(unit_for(canvas.size))
        pictures.set_four_colours(self.stage.settings.four_colours)
        self.spread.canvas = canvas
        self.spread.speed = self.speed
        self.spread.may_tilt = not self.stage.settings.reduced_motion
        self.spread.mirrored = self.stage.settings.left_handed
        room = self.bars.lay_out(pictures, canvas.size)
        card, self.slots = self.lay_out(room)
        pictures.set_card_size(*card)
        if held_width:
            self.spread.scale_grip(card[0] / held_width)
        self._panel_picture = None
        self._end_cascade_on_resize()
        self.refresh_bars()
        self.is_stale = True
        if self._is_fresh:
            self._is_fresh = False
            self._deal()
        else:
            self.spread.arrange(self.game.position, self.slots, at_once=True)
        if not self._is_dealing and self.panel is None:
            self.sitting.start()

    def _end_cascade_on_resize(self) -> None:
        if self._cascade is not None:
            self._cascade = None
            self.panel = self.result_panel()

    def _deal(self) -> None:
        order = self.deal_order()
        self.spread.gather_at(self.stock_point(), tuple(order))
        delays = {card.identity: index * DEAL_GAP_S for index, card in enumerate(order)}
        self.spread.arrange(self.game.position, self.slots, delays)
        if self.spread.is_flying:
            self.sound("shuffle")

    def refresh_bars(self) -> None:
        """Brings the bars up to date, and has them drawn if anything in them has changed."""
        before = self._bars_shown
        self.fill_bars()
        self._bars_shown = self.bars.contents()
        if self._bars_shown != before:
            self.canvas.damage(self.bars.top)
            self.canvas.damage(self.bars.bottom)
            self.is_stale = True

    def sound(self, name: str) -> None:
        """Plays a sound of the table."""
        self.stage.sounds.play(name, self.stage.now_ns())

    # Acting --------------------------------------------------------------------------------------

    def act(self, action: Action) -> bool:
        """Does an action by the rules and shows it; says why when they refuse it."""
        before, score_before = self.game.position, self.game.score
        try:
            self.sitting.act(action)
        except IllegalMove as refused:
            self.say(str(refused))
            self.sound("refuse")
            return False
        self.say("")
        self._show(before, action)
        if self.game.score is not None and score_before is not None:
            self._float_points(self.game.score - score_before, action)
        self.refresh_bars()
        if self.sitting.trouble is not None:
            self.say(self.sitting.trouble)
            self.sitting.trouble = None
        if self.game.is_over:
            self._result_is_due = True
        return True

    def _show(self, before: Position, action: Action) -> None:
        found = travels(before, self.game.position)
        delays = {}
        if action == STOCK and len(found) <= 12:
            delays = {travel.card.identity: index * DRAW_GAP_S for index, travel in enumerate(found)}
        self.spread.arrange(self.game.position, self.slots, delays)
        if any(travel.turned for travel in found):
            self.sound("deal" if len(found) > 6 else "flip")
        elif found:
            self.sound("place")
        self.keyboard.stay_on_table()

    def _float_points(self, points: int, action: Action) -> None:
        if not points or not isinstance(action, Move):
            return
        pile = max(action.target, 0)
        self.floats.add(f"{points:+d}".replace("-", "−"), self.spread.top_box(pile), points > 0)

    def undo(self) -> None:
        """Takes the last move back."""
        self.drop_picked()
        self.spread.finish()
        self.act(Act.UNDO)

    def redo(self) -> None:
        """Brings back what was taken back."""
        self.drop_picked()
        self.spread.finish()
        self.act(Act.REDO)

    def move(self, move: Move) -> bool:
        """Tries a move with cards of the table; when refused, they shake and it is said why."""
        self.drop_picked()
        if self.act(move):
            return True
        if move.source >= 0:
            self.spread.shake(move.source, move.count)
        return False

    def say(self, sentence: str) -> None:
        """Puts a sentence into the status line."""
        if sentence != self.bars.sentence:
            self.bars.sentence = sentence
            self.canvas.damage(self.bars.bottom)
        self.is_stale = True

    def show_panel(self, panel: Panel | None) -> None:
        """Opens a panel, or closes the one there is; the clock stands while the cards are hidden."""
        hid = self.panel is not None and self.panel.hides_cards
        hides = panel is not None and panel.hides_cards
        self.drop_picked()
        self.panel, self._panel_picture = panel, None
        if hid != hides:
            self.spread.finish()
            self.canvas.damage()
        if hides:
            self._end_dealing()
            self.sitting.pause()
        elif hid:
            self.sitting.start()
        self.is_stale = True

    # Picking up and dropping -----------------------------------------------------------------------

    def pick(self, pile: int, count: int, is_held: bool) -> bool:
        """Picks cards up if the rules allow it; all legal targets are marked from now on."""
        if not self.variant.can_lift(self.game.position, pile, count):
            refusal = self.variant.lift_refusal(self.game.position, pile, count)
            self.say(refusal or "")
            self.sound("refuse")
            self.spread.shake(pile, count)
            return False
        targets = self.variant.targets(self.game.position, pile, count)
        self.picked = Picked(pile, count, targets, is_held)
        self.sound("pick")
        self.say("")
        return True

    def drop_picked(self) -> None:
        """Puts picked cards back where they were."""
        if self.picked is not None:
            self.picked = None
            self.spread.let_go()
            self.pointer.cancel()
            self.is_stale = True

    def drop_on(self, pile: int) -> bool:
        """Moves the picked cards to a pile, or to the foundation that is theirs; says why not."""
        picked = self.picked
        if picked is None:
            return False
        if pile == picked.pile:
            self.drop_picked()
            return False
        move = Move(picked.pile, self.aimed(picked, pile), picked.count)
        was_held = picked.is_held
        self.picked = None
        if self.act(move):
            return True
        self.spread.let_go()
        if not was_held:
            self.spread.shake(picked.pile, picked.count)
        return False

    def aimed(self, picked: Picked, pile: int) -> int:
        """The pile that is meant: a card dropped on any foundation goes to its own."""
        if pile not in picked.targets and self.kind(pile) is PileKind.FOUNDATION:
            return next((t for t in picked.targets if self.kind(t) is PileKind.FOUNDATION), pile)
        return pile

    def kind(self, pile: int) -> PileKind:
        """What a pile is."""
        return self.variant.piles[pile].kind

    def zones(self, pile: int) -> list[Box]:
        """Where cards may be let go to land on a pile."""
        if self.kind(pile) is PileKind.FOUNDATION:
            return [self.spread.top_box(p) for p in self.piles_of(PileKind.FOUNDATION)]
        return [self.spread.top_box(pile)]

    def piles_of(self, kind: PileKind) -> list[int]:
        """The piles of one kind."""
        return [pile for pile in range(len(self.variant.piles)) if self.kind(pile) is kind]

    def best_pile(self, piles: Sequence[int]) -> int | None:
        """Of these piles, the one that the held card overlaps most, or None."""
        held = self.spread.held_box()
        if held is None:
            return None
        shares = [(max(zone.overlap(held) for zone in self.zones(pile)), pile) for pile in piles]
        area, pile = max(shares, key=lambda share: share[0], default=(0.0, -1))
        return pile if area > 0 else None

    # Input ---------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        if self.panel is not None:
            self._panel_picture = None
            self.is_stale = True
            self.panel.handle(event)
            return
        if event.type == pygame.KEYDOWN:
            self.is_stale = True
            self.keyboard.key(event.key, event.mod)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self._press_right(event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self._hover(event.pos)
            self._gesture(self.pointer.move(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._gesture(self.pointer.release(event.pos))
        elif event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
            self.pause()

    def _press(self, at: tuple[float, float]) -> None:
        self.is_stale = True
        self.keyboard.hide()
        if self.hurry():
            return
        for button in self.bars.buttons:
            if button.box.contains(at):
                self._press_button(button)
                return
        self.spread.finish()
        self._gesture(self.pointer.press(at, self.stage.now_ns()))

    def _press_button(self, button: Button) -> None:
        refusal = button.refusal()
        if refusal is not None:
            self.say(refusal)
            self.sound("refuse")
        else:
            button.press()

    def _press_right(self, at: tuple[float, float]) -> None:
        self.keyboard.hide()
        if self.hurry() or self.pointer.is_dragging:
            return
        self.spread.finish()
        self.drop_picked()
        place = self.place_at(at)
        if place is not None:
            self.right_click(*place)

    def _hover(self, at: tuple[float, float]) -> None:
        for button in self.bars.buttons:
            is_hot = button.box.contains(at) and not self.pointer.is_dragging
            if is_hot != button.is_hot:
                button.is_hot = is_hot
                refusal = button.refusal()
                if refusal is not None:
                    self.say(refusal if is_hot else "")
                self.canvas.damage(button.box)
                self.is_stale = True

    def _gesture(self, done: Gestured | None) -> None:
        if done is None:
            return
        self.is_stale = True
        if done.gesture in (Gesture.MOVE, Gesture.DROP):
            self.spread.follow(done.at)
            if done.gesture is Gesture.DROP:
                self._drop()
            return
        place = self.place_at(done.pressed_at)
        match done.gesture:
            case Gesture.DOUBLE_CLICK if place is not None:
                self.double_click(*place)
            case Gesture.CLICK if place is not None:
                self.click(*place)
            case Gesture.CLICK:
                self.drop_picked()
            case Gesture.DRAG if place is not None:
                self._begin_drag(done, *place)

    def place_at(self, at: tuple[float, float]) -> tuple[int, int] | None:
        """The pile at a point and the height of the card there, −1 in an empty pile; or None."""
        for pile in range(len(self.slots)):
            index = self.spread.card_at(pile, at)
            if index is not None:
                return pile, index
        for pile in range(len(self.slots)):
            if not self.game.position.piles[pile] and self.spread.top_box(pile).contains(at):
                return pile, -1
        return None

    def _begin_drag(self, done: Gestured, pile: int, index: int) -> None:
        self.picked = None
        if index < 0:
            return
        count = len(self.game.position.piles[pile]) - index
        if self.kind(pile) is PileKind.STOCK or not self.pick(pile, count, is_held=True):
            return
        box = self.spread.place_of(pile, index)
        grip = (done.pressed_at[0] - box.x, done.pressed_at[1] - box.y)
        self.spread.hold(pile, count, done.at, grip)

    def _drop(self) -> None:
        picked = self.picked
        if picked is None:
            return
        target = self.best_pile(picked.targets)
        if target is None:
            others = [pile for pile in range(len(self.slots)) if pile != picked.pile]
            target = self.best_pile(others)
            home = self.best_pile([picked.pile])
            if target is None or home is not None:
                self.drop_picked()
                return
        self.drop_on(target)

    # Gestures a game may refine --------------------------------------------------------------------

    def click(self, pile: int, index: int) -> None:
        """A click on a card or an empty pile: drop what is picked there, else pick it, or the stock."""
        picked = self.picked
        if picked is not None and self.aimed(picked, pile) in picked.targets:
            self.drop_on(pile)
            self.pointer.forget_last_press()
            return
        if self.kind(pile) is PileKind.STOCK:
            self.move(STOCK)
            self.pointer.forget_last_press()
            return
        if picked is not None and (pile == picked.pile or index < 0):
            self.drop_on(pile)
            return
        sentence = ""
        if picked is not None:
            sentence = (
                self.variant.drop_refusal(self.game.position, Move(picked.pile, pile, picked.count)) or ""
            )
            self.drop_picked()
        if index >= 0:
            self.pick(pile, len(self.game.position.piles[pile]) - index, is_held=False)
        if sentence:
            self.say(sentence)

    def double_click(self, pile: int, index: int) -> None:
        """A double click: the stock is tapped again, an available card goes home."""
        if self.kind(pile) is PileKind.STOCK:
            self.click(pile, index)
        else:
            self.send_home(pile, index)

    def right_click(self, pile: int, index: int) -> None:
        """The other button: an available card goes home."""
        self.send_home(pile, index)

    def send_home(self, pile: int, index: int) -> None:
        """Sends the top card of a pile to its foundation if it has a place there; says so if not."""
        self.drop_picked()
        cards = self.game.position.piles[pile]
        if not cards or self.kind(pile) in (PileKind.STOCK, PileKind.FOUNDATION):
            return
        move = self.variant.send_home(self.game.position, pile)
        if index != len(cards) - 1:
            self.say("Only the last card of a column goes home.")
        elif move is None:
            self.say(f"{cards[-1].sign} has no place on a foundation yet.")
        else:
            self.act(move)
            return
        self.sound("refuse")
        self.spread.shake(pile, len(cards) - index)

    def hurry(self) -> bool:
        """Speeds up what plays by itself; returns whether the input was used up by that."""
        if self._is_dealing:
            self._end_dealing()
            return False
        if self._cascade is not None:
            self._end_cascade()
            return True
        if self.sitting.next_play_out() is not None:
            self._play_out_gap_s = self._play_out_wait_s = 0.0
            return True
        return False

    def pause_refusal(self) -> str | None:
        """Why the game cannot be paused now, or None."""
        return "The game is over." if self.game.is_over else None

    def pause(self) -> None:
        """Hides the cards and stops the clock."""
        if self.panel is None and self.pause_refusal() is None:
            self.show_panel(self.pause_panel())

    # Time ----------------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        if self.panel is not None and self.panel.hides_cards:
            return False
        return (
            not self.spread.is_settled
            or self.floats.is_moving
            or self._is_dealing
            or self._result_is_due
            or self._cascade is not None
            or self.sitting.next_play_out() is not None
        )

    def update(self, step_s: float) -> None:
        if self.panel is not None and self.panel.hides_cards:
            return
        self.spread.update(step_s)
        self.floats.update(step_s)
        if self._is_dealing and not self.spread.is_flying:
            self._end_dealing()
        if not self._is_dealing:
            self._play_out(step_s)
        if self._cascade is not None:
            self._cascade.update(step_s)
            if not self._cascade.is_moving:
                self._end_cascade()
        if self._result_is_due and not self.spread.is_flying:
            self._result_is_due = False
            self.finished()

    def _end_dealing(self) -> None:
        if self._is_dealing:
            self._is_dealing = False
            self.spread.finish()
            if self.panel is None or not self.panel.hides_cards:
                self.sitting.start()

    def _play_out(self, step_s: float) -> None:
        move = self.sitting.next_play_out()
        if move is None:
            return
        self._play_out_wait_s -= step_s / self.speed if self.speed else step_s + self._play_out_gap_s
        if self._play_out_wait_s <= 0:
            self._play_out_gap_s = max(
                PLAY_OUT_S[1] if self._play_out_gap_s else 0.0, self._play_out_gap_s * 0.9
            )
            self._play_out_wait_s = self._play_out_gap_s
            self.act(move)

    def finished(self) -> None:
        """The game is over and the last card lies: a cascade for a win, then the result."""
        self.best_before()
        if self.game.outcome is not Outcome.WON:
            self.show_panel(self.result_panel())
            return
        self.sound("win")
        if not self.speed:
            self.show_panel(self.result_panel())
            return
        homes = [(pile, self.spread.top_box(pile)) for pile in self.piles_of(PileKind.FOUNDATION)]
        heights = range(max(len(self.game.position.piles[pile]) for pile, _ in homes) - 1, -1, -1)
        cards = [
            (self.game.position.piles[pile][height], box)
            for height in heights
            for pile, box in homes
            if height < len(self.game.position.piles[pile])
        ]
        self._cascade = Cascade(self.stage.pictures, self.canvas, cards, self.speed)

    def _end_cascade(self) -> None:
        self._cascade = None
        self.canvas.damage()
        self.show_panel(self.result_panel())

    @property
    def wake_in_s(self) -> float | None:
        if not self.sitting.is_running:
            return None
        return (1000 - self.sitting.elapsed_ms % 1000) / 1000 + 0.001

    def awake(self) -> None:
        """Looks at the clock: writes it down, and ends the game when the time is up."""
        if self.sitting.is_running:
            self.sitting.write_clock()
            if self.sitting.end_if_time_is_up():
                self.drop_picked()
                self._result_is_due = True
        self.refresh_bars()

    def leave(self) -> None:
        self.sitting.leave()

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, alpha: float) -> None:
        self.stage.pictures.begin_frame()
        self.canvas.compose(self._paint, self._moving(alpha))
        if self._cascade is not None:
            self._cascade.stamp()
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures = self.stage.pictures
        felt = pictures.felt(self.canvas.size, self.stage.settings.table)
        surface.blit(felt, area, area)
        if self.panel is None or not self.panel.hides_cards:
            self.paint_cards(surface, area)
        self.bars.draw(surface, area, pictures)

    def paint_cards(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draws the places and the resting cards that touch `area`."""
        for pile in range(len(self.slots)):
            self._paint_slot(surface, area, pile)
            self.spread.paint_pile(surface, area, pile)

    def _paint_slot(self, surface: pygame.Surface, area: pygame.Rect, pile: int) -> None:
        pictures, slot = self.stage.pictures, self.slots[pile]
        box = Box(slot.x, slot.y, pictures.card_width, pictures.card_height)
        if area.colliderect(box.grown(pictures.margin)):
            self.marks.paint_empty(surface, box, self.empty_symbol(pile))

    def _moving(self, alpha: float) -> list[Picture]:
        if self.panel is not None and self.panel.hides_cards:
            return [self._panel()]
        shown: list[Picture] = list(self.spread.moving_pictures(alpha, held=False))
        if self.picked is not None:
            best = self.best_pile(self.picked.targets) if self.picked.is_held else None
            for pile in self.picked.targets:
                shown.append(self.marks.target(self.spread.top_box(pile), pile == best))
            if not self.picked.is_held:
                shown.append(self.marks.selection(self._picked_box()))
        shown += self.spread.moving_pictures(alpha, held=True)
        ring = self.keyboard.ring()
        if ring is not None:
            shown.append(self.marks.cursor(ring))
        shown += self.floats.pictures(alpha)
        if self.panel is not None:
            shown.append(self._panel())
        return shown

    def _picked_box(self) -> Box:
        assert self.picked is not None
        pile, count = self.picked.pile, self.picked.count
        first = self.spread.place_of(pile, len(self.game.position.piles[pile]) - count)
        return first.union(self.spread.top_box(pile))

    def _panel(self) -> Picture:
        assert self.panel is not None
        if self._panel_picture is None:
            self._panel_picture = self.panel.picture(self.stage.pictures, self.canvas.size)
        return self._panel_picture
