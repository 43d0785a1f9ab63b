"""A line of text being edited: its caret, its selection, and what keys do to them.

Knows letters only; must not know pygame or how the line looks.
"""

from __future__ import annotations


class TextEdit:
    """Text with a caret; what lies between caret and `anchor` is selected.

    >>> line = TextEdit("game.patience")
    >>> line.select(0, 4)
    >>> line.insert("spider")
    >>> line.text, line.caret
    ('spider.patience', 6)
    """

    def __init__(self, text: str = "", most: int = 1000) -> None:
        """At most `most` letters long."""
        self.text = text[:most]
        self.caret = self.anchor = len(self.text)
        self._most = most

    @property
    def selection(self) -> tuple[int, int]:
        """Where the selected part begins and ends; the same twice when nothing is selected."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        """The selected part."""
        first, last = self.selection
        return self.text[first:last]

    def select(self, anchor: int, caret: int) -> None:
        """Selects what lies between two places."""
        self.anchor, self.caret = (max(0, min(len(self.text), place)) for place in (anchor, caret))

    def select_all(self) -> None:
        """Selects everything."""
        self.select(0, len(self.text))

    def select_word(self) -> None:
        """Selects the word at the caret, or what parts two words there."""
        first = last = self.caret
        kind = self.text[first : first + 1].isalnum() or self.text[first - 1 : first].isalnum()
        while first and self.text[first - 1].isalnum() == kind:
            first -= 1
        while last < len(self.text) and self.text[last].isalnum() == kind:
            last += 1
        self.select(first, last)

    def insert(self, text: str) -> None:
        """Puts text in the place of the selection, as much as there is room for; line ends are left out."""
        first, last = self.selection
        text = "".join(letter for letter in text if letter.isprintable())
        text = text[: self._most - len(self.text) + last - first]
        self.text = self.text[:first] + text + self.text[last:]
        self.caret = self.anchor = first + len(text)

    def delete(self, step: int, by_word: bool = False) -> None:
        """Deletes the selection, or what lies before (−1) or behind (1) the caret."""
        if self.caret == self.anchor:
            self.move(step, extends=True, by_word=by_word)
        self.insert("")

    def move(self, step: int, extends: bool = False, by_word: bool = False) -> None:
        """Moves the caret a letter or a word; a selection is left at its end, or extended."""
        if self.caret != self.anchor and not extends and not by_word:
            place = self.selection[0 if step < 0 else 1]
        elif by_word:
            place = self._word_end(step)
        else:
            place = self.caret + step
        self.select(self.anchor if extends else place, place)

    def move_to_end(self, step: int, extends: bool = False) -> None:
        """Moves the caret to the beginning (−1) or the end (1)."""
        place = 0 if step < 0 else len(self.text)
        self.select(self.anchor if extends else place, place)

    def _word_end(self, step: int) -> int:
        place, has_met_word = self.caret, False
        while 0 <= place + min(step, 0) < len(self.text):
            is_word = self.text[place + min(step, 0)].isalnum()
            if has_met_word and not is_word:
                break
            has_met_word = has_met_word or is_word
            place += step
        return place
