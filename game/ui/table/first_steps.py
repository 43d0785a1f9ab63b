"""The first steps of a new player: at most three pointers on the table, each gone when it is followed.

Knows the steps of a game and who has seen them; must not know the rules. A timed game's clock
stands while pointers are followed; whoever does something else plays against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from game.message import msg
from game.play.game import Act, Action
from game.rules.position import Position
from game.storage.files import StorageError
from game.storage.profile import AGAIN, SHOWN
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.table.part import Part
from game.ui.table.playing import let_time_pass
from game.ui.table.table import Table

if TYPE_CHECKING:
    from game.ui.cards.callout import Callout
    from game.ui.table.view import FirstStep

IGNORED = 8
"""A pointer that is not followed goes after so many moves."""
EDGE_PX = 6
"""A callout stays so far from the edges of the room."""


class FirstSteps(Part):
    """The pointers at one table."""

    def __init__(self, table: Table, has_played: Callable[[], bool]) -> None:
        """`has_played` tells whether the player has results of this game; it may take a while."""
        self._table, self._has_played = table, has_played
        self._left: list[FirstStep] = []
        self._count = 0
        self._ignored: Counter[FirstStep] = Counter()  # how many actions were done while it was shown
        self._callout: Callout | None = None
        self.step_shown: FirstStep | None = None
        """The pointer that is shown now."""
        self._goes_own_way = False

    @property
    def _told(self) -> dict[str, str]:
        return self._table.stage.profile.first_steps

    def seen(self) -> None:
        name = self._table.variant.name
        if self._table.game.is_over or self._told.get(name) == SHOWN:
            return
        if self._told.get(name) != AGAIN and self._has_played():
            return
        self._left = list(self._table.view.first_steps())
        self._count = len(self._left)
        if self._left:
            self._choose()

    @property
    def holds_clock(self) -> bool:
        return self.step_shown is not None and self._table.is_timed and not self._goes_own_way

    def acted(self, action: Action, before: Position) -> None:
        shown = self.step_shown
        if shown is None or isinstance(action, Act):
            return
        self._ignored[shown] += 1
        self._left = [
            step
            for step in self._left
            if not step.is_followed(before, action) and self._ignored[step] < IGNORED
        ]
        if not shown.is_followed(before, action):
            self._goes_own_way = True
            let_time_pass(self._table)
        self._choose()

    def ended(self) -> None:
        if self.step_shown is not None:
            self._left = []
            self._choose()

    def _choose(self) -> None:
        position, was = self._table.game.position, self.step_shown
        self.step_shown = next((step for step in self._left if step.pile(position) is not None), None)
        if self.step_shown is None:
            self._finish()
        elif self.step_shown is not was:
            self._table.status.say_unasked(self.step_shown.sentence)
            self._table.is_stale = True
        if self.holds_clock:
            self._table.session.pause()

    def _finish(self) -> None:
        self._left = []
        profile = self._table.stage.profile
        profile.first_steps[self._table.variant.name] = SHOWN
        with suppress(StorageError):  # then they are shown once more
            profile.save()
        if not self._table.game.is_over:
            self._table.status.say_unasked(self._table.view.after_first_steps)
        self._table.is_stale = True
        let_time_pass(self._table)

    def over_cards(self) -> Sequence[Picture]:
        table, step = self._table, self.step_shown
        if step is None or table.is_dealing or table.game.is_over:
            return ()
        pile = step.pile(table.game.position)
        if pile is None:
            return ()
        number = self._count - len(self._left) + 1
        beneath = msg("{number} of {all}  ·  F1: the rules", number=number, all=self._count)
        target = table.spread.top_box(pile)
        cards = [self._pile_box(each) for each, cards in enumerate(table.game.position.piles) if cards]
        room = table.room.grown(-table.stage.pictures.px(EDGE_PX))
        if self._callout is None:
            from game.ui.cards.callout import Callout

            self._callout = Callout(table.stage.pictures)
        shown = self._callout.picture(step.sentence, beneath, target, room, cards, table.stage.settings.table)
        return [table.marks.target(target, is_best=False), shown]

    def _pile_box(self, pile: int) -> Box:
        spread = self._table.spread
        return spread.place_of(pile, 0).union(spread.top_box(pile))
