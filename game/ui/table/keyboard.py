"""The keyboard at the table: a cursor on the cards, a key for each thing a player does, and questions.

Digits and A are always questions; the other letters only while a screen reader or narration listens, when
Shift gives their usual meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from game.message import msg
from game.play.game import Action
from game.play.move_words import describe_pile
from game.rules.position import STOCK, Position
from game.rules.variant import PileKind
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.spoken import Role, WidgetDescription
from game.ui.table.hand import CardController
from game.ui.table.part import Part
from game.ui.table.playing import open_rules
from game.ui.table.table import Table

FARTHEST_ASIDE = 6
"""Maximum sideways distance for moving up and down, in card widths."""


class Spot(NamedTuple):
    """A place the cursor can be: a card in a pile, or an empty pile at index 0."""

    pile: int
    index: int  # type: ignore[assignment]  # hides tuple.index, which no spot needs


def next_spot(spots: Sequence[tuple[Spot, Box]], start: Spot, direction: tuple[int, int]) -> Spot | None:
    """The nearest spot in a direction, (−1, 0) being left and (0, −1) up; None at the edge.

    Up and down, spots straight ahead count as nearer than those aside. Sideways it is the next pile of the
    same row, however long or short.
    """
    here = dict(spots)[start]
    if direction[0]:
        pile = _pile_beside(spots, start.pile, direction)
        ahead = [(spot, box) for spot, box in spots if spot.pile == pile]
    else:
        # Piles of one row may differ by the thickness of a pile.
        least = {spot: min(here.height, box.height) / 2 for spot, box in spots}
        ahead = [
            (spot, box)
            for spot, box in spots
            if _way(here, box, direction)[0] >= least[spot]
            and _way(here, box, direction)[1] <= FARTHEST_ASIDE * here.width
        ]
    return min(ahead, key=lambda pair: _cost(here, pair[1], direction), default=(None, here))[0]


def _pile_beside(spots: Sequence[tuple[Spot, Box]], start: int, direction: tuple[int, int]) -> int | None:
    areas: dict[int, Box] = {}
    for spot, box in spots:
        areas[spot.pile] = areas[spot.pile].union(box) if spot.pile in areas else box
    here = areas[start]
    ahead = {pile: area for pile, area in areas.items() if _way(here, area, direction)[0] > here.width / 3}
    row = [
        pile
        for pile, area in ahead.items()
        if here.y < area.y + area.height and area.y < here.y + here.height
    ]
    return min(row or ahead, key=lambda pile: _cost(here, ahead[pile], direction), default=None)


def _way(here: Box, there: Box, direction: tuple[int, int]) -> tuple[float, float]:
    """Distance ahead and aside between two middles."""
    dx, dy = there.centre.x - here.centre.x, there.centre.y - here.centre.y
    return dx * direction[0] + dy * direction[1], abs(dx * direction[1]) + abs(dy * direction[0])


def _cost(here: Box, there: Box, direction: tuple[int, int]) -> float:
    ahead, aside = _way(here, there, direction)
    return 10 * ahead + aside if direction[0] else ahead + 3 * aside


ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
PICK_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
BACK_KEYS = (pygame.K_u, pygame.K_BACKSPACE)


class KeyboardInput(Part):
    """Plays a table by keys."""

    def __init__(self, table: Table, hand: CardController) -> None:
        self.table, self.hand = table, hand
        table.asked.cursor, table.asked.hide_cursor = lambda: self.spoken, self._hide
        table.asked.cursor_pile = lambda: None if self.spot is None else self.spot.pile
        self.spot: Spot | None = None
        """Where the cursor stands; None while it is hidden."""
        self.last_spot: Spot | None = None
        """Where it stood last."""
        self._told_hint: Spot | None = None  # of a hint, where Tab has led already

    def _hide(self) -> None:
        """The cursor goes, and comes back where it was."""
        if self.spot is not None:
            self.last_spot, self.spot = self.spot, None

    def draw_above(self) -> Sequence[Picture]:
        if self.spot is None:
            return ()
        table = self.table
        return table.area.in_view(table.marks.cursor(table.cards.place_of(*self.spot)))

    def on_action(self, action: Action, before: Position) -> None:
        # The cursor stays on its pile, on a card that can be chosen.
        if self.spot is not None:
            pile, index = self.spot
            heights = self.hand.cursor_heights(pile)
            self.spot = Spot(pile, min(heights, key=lambda height: abs(height - index)))

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        table = self.table
        if table.mode.shortcut(event.key, event.mod):
            return True
        if table.panel is not None:
            return False
        if event.key == pygame.K_F1:
            open_rules(table)
        else:
            table.is_stale = table.uses_keys = True
            self.key(event.key, event.mod)
        return True

    def key(self, key: int, modifiers: int) -> None:
        """Takes a key."""
        table, hand, mode = self.table, self.hand, self.table.mode
        if table.hurry():
            return
        table.cards.finish()
        is_back = key in BACK_KEYS or (key == pygame.K_z and modifiers & pygame.KMOD_CTRL)
        is_forward = key == pygame.K_r or (key == pygame.K_y and modifiers & pygame.KMOD_CTRL)
        if key in ARROWS:
            self.go(ARROWS[key])
            self._tell_spot()
        elif key == pygame.K_TAB:
            self._next_playable(-1 if modifiers & pygame.KMOD_SHIFT else 1)
        elif key in PICK_KEYS:
            self._pick_or_drop()
        elif key == pygame.K_ESCAPE and hand.picked is not None:
            hand.lay_back()
        elif key == pygame.K_ESCAPE:
            mode.escape()
        elif key == pygame.K_d:
            hand.move(STOCK)
        elif key == pygame.K_h:
            if not mode.home_key():
                self._send_home()
        elif is_forward or (is_back and modifiers & pygame.KMOD_SHIFT):
            mode.redo()
        elif is_back:
            mode.undo()
        elif key == pygame.K_p:
            mode.pause()
        elif key == pygame.K_t:
            table.figures.tell()
        else:
            mode.other_key(key, modifiers)

    def spots(self) -> list[tuple[Spot, Box]]:
        """Places of the cursor, with their visible cards."""
        table = self.table
        return [
            (Spot(pile, index), table.cards.visible_box(pile, index))
            for pile in range(len(table.game.position.piles))
            for index in self.hand.cursor_heights(pile)
        ]

    def go(self, direction: tuple[int, int]) -> None:
        """Goes where an arrow leads; a hidden cursor comes back."""
        if self.spot is None:
            last = self.last_spot or Spot(self.table.view.piles_of(PileKind.COLUMN)[0], 0)
            self.spot = self._top(last.pile)
            return
        height = self.hand.cursor_step(*self.spot, direction)
        if height is not None:
            self.spot = Spot(self.spot.pile, height)
            return
        spots = self.spots()
        found = next_spot(spots, self.spot, direction)
        if found is not None and direction[0]:
            # Sideways one goes from last card to last card.
            found = Spot(found.pile, max(spot.index for spot, _ in spots if spot.pile == found.pile))
        self.spot = found or self.spot

    def _next_playable(self, step: int) -> None:
        picked, before = self.hand.picked, self._told_hint
        places = self._playable() if picked is None else [self._top(pile) for pile in picked.targets]
        if not places:
            if picked is None:
                self.table.say(msg("No card can be played."))
            else:
                self.hand.tell_picked()  # that there is no place for it
            return
        self._told_hint = hint = self._hinted()
        if hint is not None and hint not in (before, self.spot):
            self.spot = hint
        elif self.spot in places:
            self.spot = places[(places.index(self.spot) + step) % len(places)]
        else:
            self.spot = places[0 if step > 0 else -1]
        self._tell_spot()

    def _hinted(self) -> Spot | None:
        """Where the hint that is shown begins, or where it leads once its cards are picked up."""
        move, position = self.table.asked.hinted(), self.table.game.position
        if move is None:
            return None
        if move == STOCK:
            stock = self.table.view.piles_of(PileKind.STOCK)
            return self._top(stock[0]) if stock else None
        if self.hand.picked is not None:
            return self._top(move.target)
        return Spot(move.source, len(position.piles[move.source]) - move.count)

    def _tell_spot(self) -> None:
        if self.spot is not None:
            table = self.table
            words = describe_pile(table.variant, table.game.position, *self.spot)
            table.status.say_unasked(words, heard=self.spot_heard)

    @property
    def spot_heard(self) -> str:
        """Description of the cursor's place for a listener."""
        table = self.table
        if self.spot is None or table.commentary.detail is None:
            return ""
        from game.play.heard_words import heard_spot  # few need it

        return heard_spot(table.variant, table.game.position, *self.spot, table.commentary.detail)

    @property
    def spoken(self) -> WidgetDescription | None:
        """The card under the cursor, as something that has the keyboard."""
        if self.spot is None or not (words := self.spot_heard):
            return None
        return WidgetDescription(words, role=Role.CARD, state=tuple(self.spot))

    def _playable(self) -> list[Spot]:
        """A stop for each column, at the most of its cards that can be played: Down finds fewer."""
        table, most = self.table, dict[object, Spot]()
        position, stock = table.game.position, table.view.piles_of(PileKind.STOCK)
        for move in table.variant.legal_moves(position):
            if move == STOCK:
                if stock:
                    most[stock[0]] = self._top(stock[0])
                continue
            spot = Spot(move.source, len(position.piles[move.source]) - move.count)
            stop = spot.pile if table.area.slots[spot.pile].fan == "down" else spot
            most[stop] = min(spot, most.get(stop, spot))
        return sorted(most.values())

    def _top(self, pile: int) -> Spot:
        return Spot(pile, max(0, len(self.table.game.position.piles[pile]) - 1))

    def _pick_or_drop(self) -> None:
        hand = self.hand
        if self.spot is None:
            self.go((1, 0))
            self._tell_spot()
            return
        pile, index = self.spot
        cards = self.table.game.position.piles[pile]
        if hand.picked is not None:
            if pile == hand.picked.pile and pile not in hand.picked.targets:
                hand.lay_back()
                self.spot = self._top(pile)
            elif hand.drop_on(pile):
                self.spot = self._top(pile)
        elif self.table.view.kind(pile) is PileKind.STOCK:
            hand.move(STOCK)
        elif cards:
            hand.pick(pile, len(cards) - index, is_held=False)

    def _send_home(self) -> None:
        """Sends home the picked card, the one under the cursor, or any that can go."""
        hand, picked = self.hand, self.hand.picked
        if picked is not None:
            height = len(self.table.game.position.piles[picked.pile]) - picked.count
            hand.send_home(picked.pile, height)
        elif self.spot is not None:
            hand.send_home(*self.spot)
        else:
            hand.send_any_home()


DIGITS = (
    *(pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_5),
    *(pygame.K_6, pygame.K_7, pygame.K_8, pygame.K_9, pygame.K_0),
)
KEYPAD = (
    *(pygame.K_KP1, pygame.K_KP2, pygame.K_KP3, pygame.K_KP4, pygame.K_KP5),
    *(pygame.K_KP6, pygame.K_KP7, pygame.K_KP8, pygame.K_KP9, pygame.K_KP0),
)
FIRST_DIGIT_CODE = pygame.KSCAN_1
"""Key codes of the digits: French keyboards type them with Shift."""
DIGIT_COUNT = 10
MORE = {pygame.KMOD_SHIFT: 10, pygame.KMOD_CTRL: 20, pygame.KMOD_ALT: 40}
"""Number of columns that a key held down adds to a digit; of two keys, both."""
COMMANDS = pygame.KMOD_CTRL | pygame.KMOD_ALT
KEYS_TOLD = msg(
    "Arrows move over the cards, Tab goes to cards that can be played, Space picks up and drops. F1 "
    "shows the rules and all keys."
)
"""Keys, read to a player who does not see the table."""


class Questions(Part):
    """Answers questions, and tells the table where a game begins."""

    def __init__(self, table: Table, keyboard: KeyboardInput) -> None:
        self._table, self._keyboard = table, keyboard
        self._is_due = False  # whether the table is still to be told
        self._letters: dict[int, Callable[[], str]] = {
            pygame.K_m: self._moves,
            pygame.K_w: lambda: table.commentary.words or msg("Nothing has changed yet."),
            pygame.K_f: self._more,
        }

    # The table as it is begun ----------------------------------------------------------------------

    def on_first_frame(self) -> None:
        self._is_due = not self._table.game.is_over
        self.on_tick()

    def on_tick(self) -> None:
        table, context = self._table, self._table.context
        if not self._is_due or not context.is_heard or table.is_dealing or table.panel is not None:
            return
        self._is_due = False
        if not context.program.has_told_keys:
            context.program.has_told_keys = True
            context.narrate(KEYS_TOLD)
        context.narrate(self._overview())

    def on_panel(self, hid: bool) -> None:
        table = self._table
        if table.panel is None and not self._is_due and (spot := self._keyboard.spot_heard):
            table.context.narrate(spot)  # one is back where one was

    # Questions ---------------------------------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> bool:
        table = self._table
        if event.type != pygame.KEYDOWN or table.panel is not None or event.mod & pygame.KMOD_META:
            return False
        number, is_command = _digit(event), bool(event.mod & COMMANDS)
        is_asked = table.is_asked_by_letters and not (is_command or event.mod & pygame.KMOD_SHIFT)
        letter = self._letters.get(event.key) if is_asked else None
        if number is not None:
            table.say(self._column(number + sum(more for held, more in MORE.items() if event.mod & held)))
        elif letter is not None:
            table.say(letter())
        elif event.key == pygame.K_a and not is_command:
            table.say(self._overview())
        else:
            return False
        table.is_stale = True
        return True

    @property
    def _position(self) -> Position:
        return self._table.game.position

    def _overview(self) -> str:
        from game.play.heard_words import overview  # few need it

        return overview(self._table.variant, self._position)

    def _moves(self) -> str:
        from game.play.heard_words import what_can_move

        return what_can_move(self._table.variant, self._position)

    def _more(self) -> str:
        """All of the card under the cursor."""
        spot = self._keyboard.spot or self._keyboard.last_spot
        if spot is None:
            return self._overview()
        return describe_pile(self._table.variant, self._position, *spot)

    def _column(self, number: int) -> str:
        """A column from its last card on."""
        columns = self._table.view.piles_of(PileKind.COLUMN)
        if number > len(columns):
            column = self._table.variant.pile_names.column.numbered(number)
            return msg("There is no {pile}.", pile=column.name)
        pile = columns[number - 1]
        height = max(0, len(self._position.piles[pile]) - 1)
        return describe_pile(self._table.variant, self._position, pile, height)


def _digit(event: pygame.event.Event) -> int | None:
    """Which digit a key is, from 1 to 10; None for any other key."""
    code = getattr(event, "scancode", 0)
    for keys in (DIGITS, KEYPAD):
        if event.key in keys:
            return keys.index(event.key) + 1
    return code - FIRST_DIGIT_CODE + 1 if 0 <= code - FIRST_DIGIT_CODE < DIGIT_COUNT else None
