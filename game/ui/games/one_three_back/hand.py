"""Pointer and keyboard on a grid: a stack is picked up whole, and merged if the target is clear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pygame

from game.cards import Card
from game.message import msg, msg_n, msg_p, verbatim
from game.play.game import Action
from game.rules.one_three_back import DECK, OneThreeBack
from game.rules.position import Move, Position
from game.storage.files import StorageError
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK
from game.ui.forms.widgets import Button
from game.ui.games.one_three_back.scroll import GridScroll
from game.ui.games.one_three_back.view import ACROSS
from game.ui.spoken import Role
from game.ui.table.hand import CardController
from game.ui.table.keyboard import PICK_KEYS, KeyboardInput, Spot
from game.ui.table.part import Part
from game.ui.table.table import Table

DECK_SPOT = Spot(0, 0)
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class GridKeyboard(KeyboardInput):
    """Plays a grid by keys, and brings the cursor into view."""

    def __init__(self, table: Table, hand: GridHand) -> None:
        super().__init__(table, hand)
        self._scroll, self._rules = hand.scroll, cast(OneThreeBack, table.variant)

    def key(self, key: int, modifiers: int) -> None:
        if key in ENTER:
            key = pygame.K_d  # Enter deals; Space picks up and drops
        before = self.spot
        super().key(key, modifiers)
        if self.spot is not None and (self.spot != before or key in PICK_KEYS):
            self._scroll.show_stack(self.spot.pile)

    @property
    def _last(self) -> int:
        return self._rules.stacks(self.table.game.position)

    def on_action(self, action: Action, before: Position) -> None:
        self.spot, self.last_spot = self._within(self.spot), self._within(self.last_spot)

    def _within(self, spot: Spot | None) -> Spot | None:
        """Limits a spot to the last stack."""
        return spot if spot is None or spot.pile <= self._last else self._top(self._last)

    def go(self, direction: tuple[int, int]) -> None:
        if self.spot is None:
            self.spot = self._within(self.last_spot) or self._top(self._last)
            self.spot = self._top(self.spot.pile)
        else:
            self.spot = self._top(self._next(self.spot.pile, direction, self._last))

    def _next(self, pile: int, direction: tuple[int, int], last: int) -> int:
        step = direction[0] + ACROSS * direction[1]
        is_deck_left = self.table.context.settings.left_handed
        if pile == DECK_SPOT.pile:
            if not direction[0] or not last:
                return pile
            if is_deck_left:
                return 1 if direction[0] > 0 else pile
            return last if direction[0] < 0 else pile
        found = pile + step
        if 1 <= found <= last:
            return found
        leaves_to_deck = found < 1 if is_deck_left else found > last
        return DECK_SPOT.pile if direction[0] and leaves_to_deck else pile


FIRST = msg("The first stack stays: stacks only go onto earlier ones.")
ONE_BACK_HIDDEN = msg("{card}, one back, is out of view: drag to the edge, or click the arrow.")
THREE_BACK_HIDDEN = msg("{card}, three back, is out of view: drag to the edge, or click the arrow.")
THREE = 3


class GridHand(CardController):
    """Plays 1-3 Back."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.scroll = cast(GridScroll, table.area.places)
        self.moves = PossibleMoves(table, self)
        self.beneath = self.moves, self.scroll

    def pile_at(self, at: tuple[float, float]) -> tuple[int, int] | None:
        place = super().pile_at(at)
        if not self.scroll.grid.view.contains(at):
            return place if self.table.cards.top_box(DECK).contains(at) else None
        # A stack is taken as a whole wherever it is pressed.
        return place if place is None or place[1] < 0 else (place[0], 0)

    def zones(self, pile: int) -> list[Box]:
        return [zone.within(self.scroll.grid.view) for zone in super().zones(pile)]

    def pick(self, pile: int, count: int, is_held: bool) -> bool:
        # A stack moves whole; its count is that of stacks.
        if not super().pick(pile, 1, is_held):
            return False
        tops = [cards[-1] for cards in self.table.game.position.piles[1:] if cards]
        if self.picked is not None and not self.picked.targets:
            self.table.say(_no_match(tops, pile))
        for target in self.hidden_targets:
            words = ONE_BACK_HIDDEN if pile - target == 1 else THREE_BACK_HIDDEN
            self.table.say(words.with_parts(card=tops[target - 1]))
        return True

    @property
    def hidden_targets(self) -> list[int]:
        """Where the picked stack may go, as far as it is out of view."""
        return [] if self.picked is None else self.scroll.hidden(self.picked.targets)

    def may_choose(self, targets: Sequence[int]) -> bool:
        return len(targets) < 2 and not self.scroll.hidden(targets)  # one back and three back differ

    def double_click(self, pile: int, index: int) -> None:
        if pile == DECK:
            super().double_click(pile, index)
        elif index >= 0:
            self._merge_if_clear(pile)

    def right_click(self, pile: int, index: int) -> None:
        if pile != DECK and index >= 0:
            self._merge_if_clear(pile)

    def _merge_if_clear(self, pile: int) -> None:
        self.put_back()
        if not self.pick(pile, 1, is_held=False) or self.picked is None:
            return
        targets = self.picked.targets
        if len(targets) == 1:
            self.drop_on(targets[0])
        elif targets:
            self.table.say(msg("It can go one back or three back: choose."))
        else:
            self.picked = None

    def draw_above(self) -> Sequence[Picture]:
        top_box, piles = self.table.cards.top_box, self.table.game.position.piles
        arrows = [(pile, top_box(pile), verbatim(piles[pile][-1].sign)) for pile in self.hidden_targets]
        return self.scroll.edges.arrows(arrows, self.scroll.grid.view)


def _no_match(tops: Sequence[Card], pile: int) -> str:
    """Why a stack goes nowhere; `tops` are the cards on all stacks."""
    if pile == 1:
        return FIRST
    card, one_back = tops[pile - 1], tops[pile - 2]
    if pile > THREE:
        three_back = tops[pile - 1 - THREE]
        return msg("{card} does not match {one} or {other}.", card=card, one=one_back, other=three_back)
    return msg("{card} does not match {other}.", card=card, other=one_back)


class PossibleMoves(Part):
    """The merges that are possible now."""

    def __init__(self, table: Table, hand: GridHand | None = None) -> None:
        """Without a `hand` nobody plays, and nobody is told."""
        self._table, self._hand = table, hand
        self.rules, self._scroll = cast(OneThreeBack, table.variant), cast(GridScroll, table.area.places)
        self._has_arrived = False

    @property
    def are_marked(self) -> bool:
        """Whether every stack that can be merged is marked."""
        return self._table.context.settings.possible_moves

    @property
    def _merges(self) -> list[Move]:
        return self.rules.merges(self._table.game.position)

    def toggle(self) -> None:
        """Marks them, or no longer; kept for the next games."""
        table, profile = self._table, self._table.context.profile
        profile.settings.possible_moves = not self.are_marked
        try:
            profile.save()
        except StorageError as error:
            table.say(msg("The choice cannot be saved: {error}.", error=str(error)))
        else:
            table.say(self.words() if self.are_marked else "")
        table.canvas.damage(table.bars.top)
        table.figures.changed()

    def buttons(self) -> Sequence[Button]:
        """The button that marks them."""
        words, is_chosen = msg_p("a button", "Moves"), lambda: self.are_marked
        return [Button(words, "eye", self.toggle, is_chosen=is_chosen, role=Role.CHECK)]

    # Words -----------------------------------------------------------------------------------------

    def words(self) -> str:
        """Number of possible moves, or what to do instead."""
        stacks = len({move.source for move in self._merges})
        if stacks:
            return msg_n("{count} stack can be merged.", "{count} stacks can be merged.", stacks)
        left = self._table.game.position.piles[DECK]
        return msg("No merge now: deal the next card.") if left else msg("No merge is left.")

    def on_layout(self) -> None:
        if not self._has_arrived and not self._table.status.sentence:
            self._tell_if_none()
        self._has_arrived = True

    def on_action(self, action: Action, before: Position) -> None:
        self._tell_if_none()

    def _tell_if_none(self) -> None:
        is_played = self._hand is not None and not self._table.game.is_over
        if is_played and self.are_marked and not self._merges:
            self._table.status.say_unasked(self.words())

    def status_facts(self) -> Sequence[tuple[str, str]]:
        return [(msg_p("a count", "Moves"), str(len(self._merges)))] if self.are_marked else ()

    # Marks -----------------------------------------------------------------------------------------

    def draw_below(self) -> Sequence[Picture]:
        table = self._table
        picked = None if self._hand is None else self._hand.picked
        marked = {move.source for move in self._merges} if self.are_marked else set()
        piles = sorted(marked if picked is None else {picked.pile, *picked.targets})
        self._scroll.light({pile - 1 for pile in (piles if picked is None else picked.targets)})
        marks = []
        if picked is None:
            arrived = [pile for pile in piles if table.cards.is_at_rest(pile)]
            marks = [table.marks.target(table.cards.top_box(pile), False) for pile in arrived]
            marks += [self._ways_back(pile) for pile in arrived]
        return [*marks, *(badge for pile in piles for badge in table.cards.badges_of(pile))]

    def _ways_back(self, pile: int) -> Picture:
        """Whether a marked stack goes one back, three back or both: ‹1 ‹3, on its card."""
        ways = sorted(move.source - move.target for move in self._merges if move.source == pile)
        words = verbatim(" ".join(f"‹{way}" for way in ways))
        pictures, box = self._table.context.pictures, self._table.cards.top_box(pile)
        picture = pictures.made(("ways back", words), lambda: _badge(pictures, words))
        return picture, (round(box.centre.x - picture.get_width() / 2), round(box.y + pictures.px(4)))


def _badge(pictures: Pictures, words: str) -> pygame.Surface:
    """Words on gold, as large as they need."""
    text, pad = pictures.text(words, "small", INK, True), pictures.px(6)
    badge = pygame.Surface((text.get_width() + 2 * pad, text.get_height() + pad // 2), pygame.SRCALPHA)
    pygame.draw.rect(badge, GOLD, badge.get_rect(), border_radius=badge.get_height() // 2)
    badge.blit(text, (pad, pad // 4))
    return badge
