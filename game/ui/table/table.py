"""The table of any game in a player's hands: pick up, drop, click, keys; what is marked, and what is said.

Asks the variant what is legal; knows no rule of any game. A game's own scene gives the
layout, the bars and the panels, and may refine gestures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.play.game import Action
from game.rules.position import STOCK, Move, Position
from game.rules.variant import PileKind
from game.session.session import Session
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.forms.widgets import Button
from game.ui.scene import Stage
from game.ui.table.gestures import At
from game.ui.table.pointer_hand import PointerHand
from game.ui.table.table_keys import KeyboardHand
from game.ui.table.table_play import TablePlay


@dataclass(frozen=True)
class Picked:
    """Cards chosen to be moved, in the hand or by a click, and where they may go."""

    pile: int
    count: int
    targets: Sequence[int]
    is_held: bool


class TableScene(TablePlay):
    """One game at the table, being played."""

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        """`is_fresh` when the cards are still to be dealt."""
        super().__init__(stage, session, is_fresh)
        self.pointer = PointerHand(self)
        self.keyboard = KeyboardHand(self)
        self.picked: Picked | None = None

    # What a game's scene gives --------------------------------------------------------------------

    def open_rules(self) -> None:
        """Shows the rules of the game."""

    def escape(self) -> None:
        """Esc with nothing picked up."""
        self.pause()

    def home_key(self) -> None:
        """The key that sends cards home."""
        self.keyboard.home()

    def other_key(self, key: int, modifiers: int) -> None:
        """A key of this game alone."""

    # Picking up and dropping ----------------------------------------------------------------------

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

    # Input ----------------------------------------------------------------------------------------

    @property
    def pressables(self) -> Sequence[Button]:
        return self.bars.buttons if self.panel is None else self.panel.buttons

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

    def button_refused(self, button: Button, refusal: str) -> None:
        """A disabled button of the bar was pressed."""
        self.say(refusal)
        self.sound("refuse")

    def _show(self, before: Position, action: Action) -> None:
        super()._show(before, action)
        self.keyboard.stay_on_table()

    # Gestures a game may refine -------------------------------------------------------------------

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

    def middle_click(self, pile: int, index: int) -> None:
        """The middle button."""

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

    # Drawing --------------------------------------------------------------------------------------

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
