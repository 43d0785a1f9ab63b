"""Waiting for the decks of a new tournament, where not enough are laid by yet.

Knows what is wanted and what comes after it; must not know how decks are found.
"""

from __future__ import annotations

from collections.abc import Callable

from game.message import msg, msg_p, verbatim
from game.rounds.decks import Wanted
from game.storage.files import StorageError
from game.tournament.tournament import Tournament, TournamentError
from game.ui.drawing.foreign import shown
from game.ui.drawing.theme import QUIET, WARNING
from game.ui.forms.form import FormScene
from game.ui.forms.widgets import Button
from game.ui.scene import Stage
from game.ui.tournament.begin import decks_taken, why_not

LOOK_S = 0.25


class LookingScene(FormScene):
    """Tells how many decks there are, and goes on by itself."""

    def __init__(self, stage: Stage, wanted: Wanted, then: Callable[[Tournament], None]) -> None:
        super().__init__(stage, verbatim(shown(wanted.name, 40)))
        self._wanted, self._then = wanted, then
        self.panel.buttons = [Button(msg_p("a button", "Back"), "back", self.close)]
        self._told = self._progress
        self.panel.sentence, self.panel.sentence_colour = self._told, QUIET

    @property
    def _progress(self) -> str:
        _, game, rounds, difficulty = self._wanted
        found = min(rounds, self.stage.decks.ready(game, difficulty))
        return msg("Looking for decks: {count} of {all} found", count=found, all=rounds)

    @property
    def wake_in_s(self) -> float | None:
        return LOOK_S

    def awake(self) -> None:
        super().awake()
        try:
            tournament = decks_taken(self.stage, self._wanted)
            if tournament is not None:
                self.stage.back()
                self._then(tournament)
                return
        except (StorageError, TournamentError) as error:
            self.say(why_not(error))
            return
        trouble, words = self.stage.decks.trouble, self._progress
        if trouble is not None:
            words = msg("No decks can be found: {reason}.", reason=trouble)
            self.panel.sentence_colour = WARNING
        if words != self._told:  # what else was said meanwhile stays
            self._told = self.panel.sentence = words
            self.redraw()
