"""Every stack that can be merged, marked on the grid and on its bar, if the player wants that.

Knows the rules of merging and marks; must not know input.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import msg, msg_n, msg_p
from game.play.game import Action
from game.rules.one_three_back import DECK, OneThreeBack
from game.rules.position import Move, Position
from game.storage.files import StorageError
from game.ui.drawing.canvas import Picture
from game.ui.games.one_three_back.grid_scroll import GridScroll
from game.ui.games.one_three_back.hand import GridHand
from game.ui.table.part import Part
from game.ui.table.table import Table


class PossibleMoves(Part):
    """The merges that are possible now."""

    def __init__(self, table: Table, rules: OneThreeBack, scroll: GridScroll, hand: GridHand | None) -> None:
        """Without a `hand` nobody plays, and nobody is told."""
        self._table, self._rules, self._scroll, self._hand = table, rules, scroll, hand
        self._has_arrived = False

    @property
    def are_marked(self) -> bool:
        """Whether every stack that can be merged is marked."""
        return self._table.stage.settings.possible_moves

    @property
    def _merges(self) -> list[Move]:
        return self._rules.merges(self._table.game.position)

    def toggle(self) -> None:
        """Marks them, or no longer; kept for the next games."""
        table, profile = self._table, self._table.stage.profile
        profile.settings.possible_moves = not self.are_marked
        try:
            profile.save()
        except StorageError as error:
            table.say(msg("The choice cannot be kept: {error}.", error=str(error)))
        else:
            table.say(self.words() if self.are_marked else "")
        table.canvas.damage(table.bars.top)
        table.bars_changed()

    def key(self, key: int) -> None:
        """Takes a key that only a grid has a use for."""
        if key == pygame.K_v:
            self.toggle()
        else:
            self._scroll.key(key)

    # Words -----------------------------------------------------------------------------------------

    def words(self) -> str:
        """How many there are, or what to do instead."""
        stacks = len({move.source for move in self._merges})
        if stacks:
            return msg_n("{count} stack can be merged.", "{count} stacks can be merged.", stacks)
        left = self._table.game.position.piles[DECK]
        return msg("No merge now: deal the next card.") if left else msg("No merge is left.")

    def arranged(self) -> None:
        if not self._has_arrived and not self._table.status.sentence:
            self._tell_if_none()
        self._has_arrived = True

    def acted(self, action: Action, before: Position) -> None:
        self._tell_if_none()

    def _tell_if_none(self) -> None:
        is_played = self._hand is not None and not self._table.game.is_over
        if is_played and self.are_marked and not self._merges:
            self._table.status.say_unasked(self.words())

    def facts(self) -> Sequence[tuple[str, str]]:
        return [(msg_p("a count", "Moves"), str(len(self._merges)))] if self.are_marked else ()

    # Marks -----------------------------------------------------------------------------------------

    def before_drawing(self) -> None:
        picked = None if self._hand is None else self._hand.picked
        if picked is not None:
            self._scroll.light({pile - 1 for pile in picked.targets})
        else:
            self._scroll.light({pile - 1 for pile in self._marked})

    @property
    def _marked(self) -> list[int]:
        return sorted({move.source for move in self._merges}) if self.are_marked else []

    def under_hand(self) -> Sequence[Picture]:
        table = self._table
        picked = None if self._hand is None else self._hand.picked
        piles = self._marked if picked is None else sorted({picked.pile, *picked.targets})
        marks = []
        if picked is None:
            arrived = [pile for pile in piles if table.spread.is_at_rest(pile)]
            marks = [table.marks.target(table.spread.top_box(pile), False) for pile in arrived]
        return [*marks, *(badge for pile in piles for badge in table.spread.badges_of(pile))]
