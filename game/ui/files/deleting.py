"""Deleting a game of a list: the question, and the move into the trash folder.

Knows the form and its buttons; must not know any one game, nor how a file is moved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.message import msg
from game.storage.files import StorageError
from game.ui.drawing.foreign import place_shown, reason_shown
from game.ui.files.found_games import FoundGame
from game.ui.forms.form import FormScene
from game.ui.forms.widgets import Button, Widget


class Deleting:
    """Asks before a game is deleted; meanwhile a form has other buttons."""

    def __init__(
        self, form: FormScene, chosen: Callable[[], FoundGame | None], gone: Callable[[FoundGame], None]
    ) -> None:
        """`chosen` tells which game is meant, `gone` hears that it is deleted."""
        self._form, self._chosen, self._gone = form, chosen, gone
        self._asked: FoundGame | None = None
        self._buttons: Sequence[Widget] = ()  # those that stand there when nothing is asked

    def buttons(self, games: Sequence[FoundGame]) -> list[Button]:
        """What asks, where there are games."""
        return [Button(msg("Delete"), "delete", self.ask)] if games else []

    def ask(self) -> None:
        """Asks whether the chosen game is to be deleted."""
        game = self._chosen()
        if game is None:
            self._form.refuse(msg("Choose a game of the list first."))
            return
        self._asked, self._buttons = game, self._form.panel.buttons
        keep = Button(msg("Keep"), "back", self._keep, is_strong=True)
        self._form.put_buttons([keep, Button(msg("Delete"), "delete", self._delete)])
        self._form.go_to(keep)
        self._form.say(msg("Delete “{game}”? It goes into the trash folder.", game=game.row.name))

    def _keep(self) -> None:
        self.keep()

    def keep(self) -> bool:
        """Deletes nothing; returns whether that was asked."""
        if self._asked is None:
            return False
        self._asked = None
        self._form.put_buttons(self._buttons)
        self._form.say("")
        return True

    def _delete(self) -> None:
        game = self._asked
        assert game is not None
        self.keep()
        try:
            place = game.delete()
        except StorageError as error:
            self._form.refuse(msg("It cannot be deleted: {reason}.", reason=reason_shown(error)))
            return
        self._gone(game)
        self._form.say(msg("It lies in the trash folder now: {folder}.", folder=place_shown(place.parent)))
