"""The sentence in the status line: what may replace what, and what comes back.

Knows sentences and their weights; must not know where they come from, nor how they are drawn.
"""

from __future__ import annotations

from collections.abc import Callable

from game.ui.table.weight import Weight


class StatusLine:
    """One sentence at a time."""

    def __init__(self, put: Callable[[str], None]) -> None:
        """`put` is called with each sentence that is to be seen from now on."""
        self.sentence = ""
        self._put_down = put
        self._weight = Weight.WORDS
        self._beneath: str | None = None  # the sentence that an aside covers

    def say(self, sentence: str, weight: Weight = Weight.WORDS) -> None:
        """Puts an answer to what the player did into the line, whatever stands there."""
        self._weight = weight if sentence else Weight.WORDS
        self._beneath = None
        self._put(sentence)

    def say_unasked(self, sentence: str, weight: Weight = Weight.WORDS) -> None:
        """Says what comes by itself or late, unless a sentence that weighs more stands there."""
        if weight >= self._weight:
            self.say(sentence, weight)

    def say_aside(self, sentence: str) -> None:
        """Says something until `end_aside`; what stood there comes back then."""
        if self._beneath is None:
            self._beneath = self.sentence
        self._put(sentence)

    def end_aside(self) -> None:
        """Brings back what an aside covers."""
        if self._beneath is not None:
            sentence, self._beneath = self._beneath, None
            self._put(sentence)

    def _put(self, sentence: str) -> None:
        self.sentence = sentence
        self._put_down(sentence)
