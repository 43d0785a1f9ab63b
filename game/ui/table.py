"""The table of any game: pick up, drop, click, undo; what is marked, and what is said.

Asks the variant what is legal and shows what came of it; knows no rule of any game. A
game's own scene gives the layout, the bars and the panels, and may refine gestures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import pygame

from game.play.game import Act, Action
from game.rules.position import STOCK, Move, Position, Travel, travels
from game.rules.variant import IllegalMove, Outcome, PileKind
from game.ui.canvas import Canvas
from game.ui.finale import Finale
from game.ui.gestures import At
from game.ui.layout import Box
from game.ui.panel import Panel
from game.ui.pointer_hand import PointerHand
from game.ui.scene import Stage
from game.ui.sitting import Sitting
from game.ui.spread import Picture
from game.ui.table_keys import KeyboardHand
from game.ui.table_look import TableLook
from game.ui.theme import DEAL_GAP_S
from game.ui.widgets import Button


@dataclass(frozen=True)
class Picked:
    """Cards chosen to be moved, in the hand or by a click, and where they may go."""

    pile: int
    count: int
    targets: Sequence[int]
    is_held: bool


class TableScene(TableLook):
    """One game at the table, being played."""

    stock_gap_s: ClassVar[float] = 0.07
    """Between the cards of one tap on the stock."""

    def __init__(self, stage: Stage, sitting: Sitting, is_fresh: bool) -> None:
        """`is_fresh` when the cards are still to be dealt."""
        super().__init__(stage, sitting)
        self.pointer = PointerHand(self)
        self.keyboard = KeyboardHand(self)
        self.finale = Finale(self)
        self.picked: Picked | None = None
        self._is_fresh = is_fresh
        self._is_dealing = is_fresh

    # What a game's scene gives -------------------------------------------------------------------

    def result_panel(self) -> Panel:
        """What is shown when the game is over."""
        raise NotImplementedError

    def pause_panel(self) -> Panel:
        """What is shown while the game is paused."""
        raise NotImplementedError

    def open_rules(self) -> None:
        """Shows the rules of the game."""

    def covered(self) -> None:
        self.drop_picked()
        self.sitting.pause()

    def game_is_over(self) -> None:
        """Called once when the game is over, before the result is shown."""

    def celebrated(self) -> list[int]:
        """The piles whose cards spring when the game is over; none when there is nothing to celebrate."""
        return self.piles_of(PileKind.FOUNDATION) if self.game.outcome is Outcome.WON else []

    def escape(self) -> None:
        """Esc with nothing picked up."""
        self.pause()

    def home_key(self) -> None:
        """The key that sends cards home."""
        self.keyboard.home()

    def other_key(self, key: int, modifiers: int) -> None:
        """A key of this game alone."""

    # Dealing -------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.finale.resized()
        if self._is_fresh:
            self._is_fresh = False
            self._deal()
        else:
            self.spread.arrange(self.game.position, self.slots, at_once=True)
        if not self._is_dealing and self.panel is None:
            self.sitting.start()

    def _deal(self) -> None:
        order = self.deal_order()
        self.spread.gather_at(self.stock_point(), tuple(order))
        delays = {card.identity: index * DEAL_GAP_S for index, card in enumerate(order)}
        self.spread.arrange(self.game.position, self.slots, delays)
        if self.spread.is_flying:
            self.sound("shuffle")

    def _end_dealing(self) -> None:
        if self._is_dealing:
            self._is_dealing = False
            self.spread.finish()
            if self.panel is None or not self.panel.hides_cards:
                self.sitting.start()

    def sound(self, name: str) -> None:
        """Plays a sound of the table."""
        self.stage.sounds.play(name, self.stage.now_ns())

    # Acting --------------------------------------------------------------------------------------

    def act(self, action: Action) -> bool:
        """Does an action by the rules and shows it; says why when they refuse it."""
        before, score_before, was_over = self.game.position, self.game.score, self.game.is_over
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
        if self.game.is_over and not was_over:
            self.finale.announce()
        return True

    def _show(self, before: Position, action: Action) -> None:
        found = travels(before, self.game.position)
        self.spread.arrange(self.game.position, self.slots, self.delays_s(action, found))
        if any(travel.turned for travel in found):
            self.sound("deal" if len(found) > 6 else "flip")
        elif found:
            self.sound("place")
        self.keyboard.stay_on_table()

    def delays_s(self, action: Action, found: Sequence[Travel]) -> dict[int, float]:
        """How long cards wait before they set out after an action, by identity."""
        if action != STOCK or len(found) > 12:
            return {}
        return {travel.card.identity: index * self.stock_gap_s for index, travel in enumerate(found)}

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

    def show_panel(self, panel: Panel | None) -> None:
        """Opens a panel, or closes the one there is; the clock stands while the cards are hidden."""
        hid = self.hides_cards
        hides = panel is not None and panel.hides_cards
        self.drop_picked()
        self.panel = panel
        self.refresh_panel()
        if hid != hides:
            self.spread.finish()
            self.canvas.damage()
        if hides:
            self._end_dealing()
            self.sitting.pause()
        elif hid:
            self.sitting.start()
        self.is_stale = True

    def pause_refusal(self) -> str | None:
        """Why the game cannot be paused now, or None."""
        return "The game is over." if self.game.is_over else None

    def pause(self) -> None:
        """Hides the cards and stops the clock; a question that is open goes unanswered."""
        if not self.hides_cards and self.pause_refusal() is None:
            self.show_panel(self.pause_panel())

    def button_refused(self, button: Button, refusal: str) -> None:
        """A disabled button of the bar was pressed."""
        self.say(refusal)
        self.sound("refuse")

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

    def hold(self, pile: int, count: int, pointer: At, grip: At) -> None:
        """Takes what was picked up into the hand, held at `grip` from its corner."""
        self.spread.hold(pile, count, pointer, grip)

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

    def zones(self, pile: int) -> list[Box]:
        """Where cards may be let go to land on a pile."""
        if self.kind(pile) is PileKind.FOUNDATION:
            return [self.spread.top_box(p) for p in self.piles_of(PileKind.FOUNDATION)]
        return [self.spread.top_box(pile)]

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
        if event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
            self.pause()
        elif self.panel is not None:
            if event.type == pygame.MOUSEBUTTONDOWN and self.finale.is_result_fresh:
                return  # this press was still meant for the table
            self.refresh_panel()
            self.panel.handle(event)
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self.open_rules()
        elif event.type == pygame.KEYDOWN:
            self.is_stale = True
            self.keyboard.key(event.key, event.mod)
        else:
            self.pointer.handle(event)

    def hurry(self) -> bool:
        """Speeds up what plays by itself; returns whether the input was used up by that."""
        if self._is_dealing:
            self._end_dealing()
            return False
        return self.finale.hurry()

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

    def hover(self, at: At) -> None:
        """The pointer has come to a point."""

    def cursor_heights(self, pile: int) -> range:
        """The heights of a pile at which the keyboard's cursor may stand; 0 in an empty one."""
        cards = self.game.position.piles[pile]
        top = max(0, len(cards) - 1)
        first = top
        if self.kind(pile) is PileKind.COLUMN:
            first = next((index for index, card in enumerate(cards) if card.face_up), top)
        return range(first, top + 1)

    def cursor_step(self, pile: int, index: int, direction: tuple[int, int]) -> int | None:
        """The height to which an arrow leads within a pile; None when it leads as the eye does."""
        return None

    def right_release(self) -> None:
        """The other button is let go."""

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

    # Time ----------------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        if self.hides_cards:
            return False
        moves = not self.spread.is_settled or self.floats.is_moving
        return moves or self._is_dealing or self.finale.is_moving

    def update(self, step_s: float) -> None:
        if self.hides_cards:
            return
        self.spread.update(step_s)
        self.floats.update(step_s)
        if not self._is_dealing:
            self.finale.update(step_s)
        elif not self.spread.is_flying:
            self._end_dealing()

    @property
    def wake_in_s(self) -> float | None:
        if not self.sitting.is_running:
            return None
        return (1000 - self.sitting.elapsed_ms % 1000) / 1000 + 0.001

    def awake(self) -> None:
        """Looks at the clock, ends the game when the time is up, and tells of trouble with the disk."""
        if self.sitting.is_running:
            self.sitting.write_clock()
            if self.sitting.end_if_time_is_up():
                self.drop_picked()
                self.finale.announce()
        if self.sitting.trouble is not None:
            self.say(self.sitting.trouble)
            self.sitting.trouble = None
        self.refresh_bars()

    def leave(self) -> None:
        self.finale.left()
        self.sitting.leave()

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, alpha: float) -> None:
        super().draw(alpha)
        self.finale.stamp()

    def marked(self) -> list[Picture]:
        picked = self.picked
        if picked is None:
            return []
        best = self.best_pile(picked.targets) if picked.is_held else None
        marks = [self.marks.target(self.spread.top_box(pile), pile == best) for pile in picked.targets]
        if not picked.is_held:
            first = self.spread.place_of(
                picked.pile, len(self.game.position.piles[picked.pile]) - picked.count
            )
            marks.append(self.marks.selection(first.union(self.spread.top_box(picked.pile))))
        return marks

    def ringed(self) -> list[Picture]:
        ring = self.keyboard.ring()
        return [] if ring is None else [self.marks.cursor(ring)]
