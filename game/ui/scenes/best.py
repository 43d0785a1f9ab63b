"""The best result of a game and its options, as a table keeps it and its result tells it.

Knows the profile and which games stand apart; must not know any one game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.play.played import Kind, kind_told
from game.storage.files import StorageError
from game.ui.panel import Line
from game.ui.theme import GOLD, QUIET

if TYPE_CHECKING:
    from game.ui.scenes.practice import PracticeTable

APART = {
    Kind.REPLAYED: "You have played this deal before: counted apart.",
    Kind.SHOWN: "A winning line was shown: counted apart.",
    Kind.GIVEN: "The position was given: counted apart.",
}


class Best:
    """Compares the result of a table with the best there was before it."""

    def __init__(self, table: PracticeTable, words: str, form: str = "{}", is_fewest: bool = False) -> None:
        """`words` and `form` say how a best result is told, such as "Best so far" and "{} of 52"."""
        self._table, self._words, self._form, self._is_fewest = table, words, form, is_fewest
        self._is_noted = False
        self._before: int | None = None

    @property
    def _kind(self) -> Kind:
        return kind_told(self._table.game, self._table.session.about)

    def note(self, result: int) -> None:
        """Keeps a result in the profile when it counts, and is better.

        A finished game that was opened from a file, and only looked at, does not count.
        """
        table = self._table
        if self._kind is not Kind.COUNTED:
            return
        profile, key = table.stage.profile, table.result_key
        if not self._is_noted:  # an end may be taken back, and the game end once more
            self._is_noted, self._before = True, profile.bests.get(key)
        if not table.session.is_played:
            return
        profile.note_result(key, result, self._is_fewest)
        try:
            profile.save()
        except StorageError as error:
            table.say(f"The result cannot be kept: {error}.")

    def lines(self, result: int) -> list[Line]:
        """What the result tells: the best there is, whether this is it, or why it does not count."""
        if self._kind is not Kind.COUNTED:
            return [Line(APART.get(self._kind, "Counted apart."), "", QUIET)]
        before = self._before
        is_best = before is None or (result < before if self._is_fewest else result > before)
        lines = [Line(self._words, self._form.format(result if is_best else before))]
        if is_best and result:
            lines.append(Line("Your first result here." if before is None else "A new best!", "", GOLD))
        return lines
