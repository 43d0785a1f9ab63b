"""The first question to a new player of a game: whether to learn it, or just to play an easy one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from game.message import msg, msg_p
from game.play.deal import Difficulty
from game.play.game import Game
from game.play.played import DAILY
from game.rules import find_variant
from game.rules.options import options_to_text
from game.rules.variant import Variant
from game.storage.files import StorageError
from game.storage.profile import SHOWN
from game.ui.drawing.theme import QUIET
from game.ui.forms.panel import Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.table.part import Part
from game.ui.table.rules_page import seen_page
from game.ui.table.table import Table
from game.ui.table.tutorial import LEARN_IT

LEARNS = Difficulty.EASY
"""The difficulty of who is new; the first win offers more."""


class NewcomerQuestion(Part):
    """The question at one table, asked once; whoever comes to a table by its name is not asked."""

    def __init__(self, table: Table, has_played: Callable[[], bool]) -> None:
        """`has_played` returns whether the player has results of this game; it may take a while."""
        self._table, self._has_played = table, has_played
        self.question: Panel | None = None
        """The question, while it is asked."""
        self._is_seen = False
        table.clock_holds.append(lambda: self.question is not None)
        self._may_ask = table.context.program.asks_newcomers and not {DAILY, "problem"} & set(
            table.session.tags
        )

    def on_first_frame(self) -> None:
        self._is_seen = True
        self.on_layout()

    def on_layout(self) -> None:
        table = self._table
        if not (self._is_seen and self._may_ask) or table.is_dealing:
            return
        self._may_ask = False
        is_known = table.variant.name in table.context.profile.first_steps
        is_free = not (is_known or table.game.is_over or table.panel is not None)
        if is_free and not self._has_played():
            self._ask()

    def _ask(self) -> None:
        options = self._table.view.tile_options
        if options and not self._is_easiest:
            # Translators: A button; {option} is as “1 suit” or “draw 1”, the easiest there is.
            easy_word = msg("Easy: {option}", option=options[-1][0])
        else:
            easy_word = msg("Just play")
        buttons = [Button(easy_word, "play", self._sit_down)]
        if not self._is_as_easy_as_can_be:
            buttons.append(Button(msg_p("a button", "Skip"), "close", self._close))
        lines = [PanelLine(seen_page(self._table).goal)]
        if self._table.context.navigation.has_tutorial(self._table.variant.name):
            buttons.insert(0, Button(LEARN_IT, "hint", self._learn))
            words = msg("“{button}” shows you how, move by move.", button=LEARN_IT)
            lines.append(PanelLine(words, "", QUIET))
        buttons[0].is_strong = True
        if explained := self._table.view.easy_words(easy_word):
            lines.append(PanelLine(explained, "", QUIET))
        self.question = Panel(msg("New here?"), lines, buttons, escape=len(buttons) - 1)
        self._table.status.clear()
        self._table.show_panel(self.question)
        self._table.session.pause()

    def on_panel(self, hid: bool) -> None:
        if self._table.panel is not self.question:
            self.question = None

    def _close(self) -> None:
        """The game goes on as it is."""
        if self._is_easiest:
            self._choose_easiest()
        self._keep()
        self.question = None
        self._table.close_panel()

    def _learn(self) -> None:
        """*Learn it*, over an easy game that waits for the player."""
        navigation, table = self._table.context.navigation, self._table
        easiest = table.variant if self._is_easiest else self._easiest
        self._sit_down()
        navigation.go("tutorial", easiest)

    @property
    def _is_easiest(self) -> bool:
        """Whether the table has the easiest rules of its game."""
        known = self._table.view.tile_options
        chosen = options_to_text(self._table.variant).split()
        return not known or set(known[-1][1].split()) <= set(chosen)

    @property
    def _is_as_easy_as_can_be(self) -> bool:
        """Whether the game at hand is what a new player would be given."""
        return self._is_easiest and not self._table.view.easy_settings

    @property
    def _easiest(self) -> Variant:
        """The easiest rules of the game."""
        options = self._table.view.tile_options
        return find_variant(self._table.variant.name, options[-1][1].split() if options else ())

    def _sit_down(self) -> None:
        """An easy deal by the easiest rules, which stay the player's choice until the first win."""
        table, context = self._table, self._table.context
        if self._is_as_easy_as_can_be:
            self._close()
            return
        self._choose_easiest()
        for setting in table.view.easy_settings:
            setattr(context.settings, setting, True)
        self._keep()
        table.session.abandon()
        if self._is_easiest:
            tags = {key: value for key, value in table.session.tags.items() if key != "started"}
            session = context.sessions.begin(Game(table.game.deal), tags)
        else:
            session = context.next_deal(self._easiest)
        context.navigation.table(session, is_fresh=True)

    def _choose_easiest(self) -> None:
        """Chooses the options offered by a tile until the first win."""
        profile, name = self._table.context.profile, self._table.variant.name
        options = self._table.view.tile_options
        if options:
            profile.options[name] = options[-1][1]
            profile.set_difficulty(name, LEARNS)

    def _keep(self) -> None:
        """Notes that the question was asked."""
        profile = self._table.context.profile
        profile.first_steps[self._table.variant.name] = SHOWN
        with suppress(StorageError):  # then it is asked once more
            profile.save()
