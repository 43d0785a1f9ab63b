"""The first minute of a new player: a question how to start, and at most three pointers on the table.

A timed game's clock stops while pointers are followed, but not for other actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import pygame

from game.message import msg
from game.play.deal import Difficulty
from game.play.game import Action, ControlAction, Game
from game.play.played import DAILY
from game.rules import find_variant
from game.rules.options import options_to_text
from game.rules.position import STOCK, Move, Position
from game.rules.variant import PileKind
from game.storage.files import StorageError
from game.storage.profile import AGAIN, SHOWN
from game.ui.cards.marks import Callout
from game.ui.drawing.canvas import Picture
from game.ui.drawing.theme import QUIET
from game.ui.forms.panel import Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.table.part import Part
from game.ui.table.playing import let_time_pass
from game.ui.table.table import Table

if TYPE_CHECKING:
    from game.ui.table.view import CoachMark

IGNORED = 2
"""Number of other moves after which a pointer disappears."""
EDGE_PX = 6
"""A callout stays so far from the edges of the room."""
LEARNS = Difficulty.EASY
"""The difficulty of who is new; the first win offers more."""


class FirstSteps(Part):
    """The question and the pointers at one table."""

    def __init__(self, table: Table, has_played: Callable[[], bool]) -> None:
        """`has_played` returns whether the player has results of this game; it may take a while."""
        self._table, self._has_played = table, has_played
        self._left: list[CoachMark] = []
        self._count = 0
        self._ignored: Counter[CoachMark] = Counter()  # how many actions were done while it was shown
        self.callout: Callout | None = None
        """What draws them, once one was drawn."""
        self.step_shown: CoachMark | None = None
        """The pointer that is shown now."""
        self.move: Move | None = None
        """The move that it points to."""
        self.question: Panel | None = None
        """What a new player is asked, while it is."""
        self._goes_own_way = self._is_seen = False
        self._asks = table.context.asks_newcomers and not {DAILY, "problem"} & set(table.session.tags)

    @property
    def _told(self) -> dict[str, str]:
        return self._table.context.profile.first_steps

    def on_first_frame(self) -> None:
        self._is_seen = True
        if not self._table.is_dealing:
            self._begin()

    def on_dealt(self) -> None:
        if self._is_seen:
            self._begin()

    def _begin(self) -> None:
        table, told = self._table, self._told.get(self._table.variant.name)
        if table.game.is_over or told == SHOWN or (told != AGAIN and self._has_played()):
            return
        if told is None and table.panel is None and self._asks:
            self._ask()
        else:
            self._point()

    # How to begin ---------------------------------------------------------------------------------

    def _ask(self) -> None:
        options = self._table.view.tile_options
        if options:
            word, _ = options[-1]
            # Translators: A button; {option} is as “1 suit” or “draw 1”, the easiest there is.
            easy = Button(msg("Easy: {option}", option=word), "play", lambda: self._sit_down(AGAIN))
        else:
            easy = Button(msg("Try it"), "play", lambda: self._know(AGAIN))
        buttons = [easy, Button(msg("I know it"), "close", lambda: self._know(SHOWN))]
        lines = [PanelLine(self._table.page.goal)]
        if self._table.context.navigation.has_tutorial(self._table.variant.name):
            # Translators: A button: it opens the guided game.
            buttons.insert(0, Button(msg("Learn it"), "hint", self._learn))
            words = msg("“{button}” is a tutorial, move by move.", button=msg("Learn it"))
            lines.append(PanelLine(words, "", QUIET))
        buttons[0].is_strong = True
        if self._table.view.easy_words:
            lines.append(PanelLine(self._table.view.easy_words, "", QUIET))
        self.question = Panel(msg("New here?"), lines, buttons, escape=len(buttons) - 1)
        self._table.status.clear()
        self._table.show_panel(self.question)
        self._table.session.pause()

    def on_panel(self, hid: bool) -> None:
        if self._table.panel is not self.question:
            self.question = None

    def _know(self, told: str) -> None:
        """The game goes on as it is, with pointers where they are to be shown `AGAIN`."""
        if self._is_easiest:
            self._choose_easiest()
        self._keep(told)
        self.question = None
        self._table.close_panel()
        if told == AGAIN:
            self._point()

    def _learn(self) -> None:
        """The guided game, over an easy one that waits for the player."""
        routes, name = self._table.context.navigation, self._table.variant.name
        self._sit_down(SHOWN)
        routes.tutorial(name)

    @property
    def _is_easiest(self) -> bool:
        """Whether the table has the easiest rules of its game."""
        known = self._table.view.tile_options
        chosen = options_to_text(self._table.variant).split()
        return not known or set(known[-1][1].split()) <= set(chosen)

    def _sit_down(self, told: str) -> None:
        """An easy deal by the easiest rules, which stay the player's choice until the first win."""
        table, name = self._table, self._table.variant.name
        context, options = table.context, table.view.tile_options
        if self._is_easiest and not table.view.easy_settings:
            self._know(told)
            return
        self._choose_easiest()
        for setting in table.view.easy_settings:
            setattr(context.settings, setting, True)
        self._keep(told)
        table.session.abandon()
        if self._is_easiest:
            tags = {key: value for key, value in table.session.tags.items() if key != "started"}
            session = context.sessions.begin(Game(table.game.deal), tags)
        else:
            session = context.next_deal(find_variant(name, options[-1][1].split() if options else ()))
        context.navigation.table(session, is_fresh=True)

    def _choose_easiest(self) -> None:
        """Chooses the options offered by a tile until the first win."""
        profile, name = self._table.context.profile, self._table.variant.name
        options = self._table.view.tile_options
        if options:
            profile.options[name] = options[-1][1]
            profile.set_difficulty(name, LEARNS)

    def _keep(self, told: str) -> None:
        """Notes what was shown."""
        profile = self._table.context.profile
        profile.first_steps[self._table.variant.name] = told
        with suppress(StorageError):  # then it is asked once more
            profile.save()

    # Pointers -------------------------------------------------------------------------------------

    def _point(self) -> None:
        self._left = list(self._table.view.first_steps)
        self._count = len(self._left)
        if self._left:
            self._choose()

    @property
    def holds_clock(self) -> bool:
        is_pointing = self.step_shown is not None and self._table.is_timed and not self._goes_own_way
        return is_pointing or self.question is not None

    def on_action(self, action: Action, before: Position) -> None:
        shown = self.step_shown
        if isinstance(action, ControlAction) or not self._left:
            return
        if shown is not None:
            self._ignored[shown] += 1
            self._goes_own_way = self._goes_own_way or not shown.is_followed(before, action)
        self._left = [
            step
            for step in self._left
            if not step.is_followed(before, action) and self._ignored[step] < IGNORED
        ]
        self._choose()

    def on_end(self) -> None:
        self._skip_all()

    def _skip_all(self) -> None:
        if self._left:
            self._left = []
            self._choose()

    def _choose(self) -> None:
        was, self.step_shown = self.step_shown, None
        for step in self._left:
            if (move := self._move_of(step, was)) is not None:
                self.step_shown, self.move = step, move
                break
        if not self._left:
            self._finish()
        elif self.step_shown is not None and self.step_shown is not was:
            self._table.status.say_unasked("", heard=self.sentence)  # it is read beside the card
        self._table.is_stale = True
        if self.holds_clock:
            self._table.session.pause()
        else:
            let_time_pass(self._table)

    def _move_of(self, step: CoachMark, was: CoachMark | None) -> Move | None:
        """Move of a step, as long as it is possible."""
        variant, position = self._table.variant, self._table.game.position
        if step is was and self.move is not None and variant.refusal(position, self.move) is None:
            return self.move
        return step.move(position)

    @property
    def sentence(self) -> str:
        """Sentence of the pointer, if one is shown."""
        if self.step_shown is None or self.move is None:
            return ""
        table = self._table
        if table.uses_keys:
            from game.play.heard_words import key_words  # few need it

            return key_words(table.variant, table.game.position, self.move)
        return self.step_shown.words(table.game.position, self.move)

    def _finish(self) -> None:
        self._keep(SHOWN)
        if not self._table.game.is_over:
            self._table.status.say_unasked(self._table.view.after_first_steps)

    # The callout ----------------------------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> bool:
        callout, step = self.callout, self.step_shown
        is_shown = step is not None and callout is not None and self._table.panel is None
        if not is_shown or event.type != pygame.MOUSEBUTTONDOWN:
            return False
        assert callout is not None
        if callout.skip.contains(event.pos):
            self._skip_all()
        elif callout.close.contains(event.pos):
            self._left = [left for left in self._left if left is not step]
            self._choose()
        return callout.box.contains(event.pos)

    def draw_above(self) -> Sequence[Picture]:
        table, step = self._table, self.step_shown
        position = table.game.position
        if step is None or table.is_dealing or table.game.is_over or (move := self.move) is None:
            return ()
        number = self._count - len(self._left) + 1
        beneath = msg("{number} of {all}  ·  F1: the rules", number=number, all=self._count)
        source, *goals = table.places_of(move)
        target = source if move == STOCK else table.spread.top_box(move.source)
        cards = [table.run_box(each) for each, cards in enumerate(position.piles) if cards]
        stocks = table.view.piles_of(PileKind.STOCK)
        playable = [
            table.places_of(legal)[0]
            for legal in table.variant.legal_moves(position)
            if legal != STOCK or stocks  # where a button shuffles there is none
        ]
        room = table.room.grown(-table.context.pictures.px(EDGE_PX))
        if self.callout is None:
            self.callout = Callout(table.context.pictures)
        shown = self.callout.picture(
            self.sentence,
            beneath,
            target,
            room,
            cards,
            table.context.table,
            free=[*playable, *goals],
            # Translators: Words in a small tip on the table: no more such tips.
            skip=msg("Skip tips"),
        )
        return [table.marks.target(spot, is_best=False) for spot in (target, *goals)] + [shown]
