"""A number field: a text field for a whole number.

Knows digits; must not know what the number is for.
"""

from __future__ import annotations

from collections.abc import Callable

from game.ui.drawing.pictures import Pictures
from game.ui.forms.text_field import TextField


class NumberField(TextField):
    """A field for digits alone; where anything else is typed, it stays as it is."""

    def __init__(
        self,
        digits: int,
        changed: Callable[[], None],
        refused: Callable[[str], None],
        *,
        no_digits: str,
        too_long: str,
    ) -> None:
        """At most `digits` long; `refused` hears one of two sentences when that is not kept to."""
        super().__init__("", changed, digits)
        self._digits, self._refused = digits, refused
        self._no_digits, self._too_long = no_digits, too_long

    def width(self, pictures: Pictures) -> int:
        return pictures.text_width("0" * self._digits) + pictures.px(32)

    def paste(self, text: str) -> None:
        # Numbers are copied from titles and lists: "#48 213" is as good as 48213.
        text = "".join(text.split()).removeprefix("#")
        if text:
            self.insert(text.replace(",", "").replace("’", ""))

    def insert(self, text: str) -> None:
        if text.isspace():
            return  # as in a number that is pasted
        if not (text.isascii() and text.isdigit()):
            self._refused(self._no_digits)
        elif len(self.text) - len(self.edit.selected) + len(text) > self._digits:
            self._refused(self._too_long)
        else:
            super().insert(text)
