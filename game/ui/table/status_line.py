"""The sentence in the status line: what may replace what, and what comes back.

Knows sentences and their weights; must not know where they come from, nor how they are drawn.
"""

from __future__ import annotations

from collections.abc import Callable

from game.ui.table.weight import Weight


class StatusLine:
    """One sentence at a time."""

    def __init__(
        self,
        put: Callable[[str], None],
        first: Callable[[], None] = lambda: None,
        heard: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`put` is called with each sentence that is to be seen from now on; `first` before anything is said.

        `heard` is called with all that is said, also where it is not to be seen because of what
        weighs more.
        """
        self._sentence = ""
        self._put_down, self._first, self._heard = put, first, heard
        self._weight = Weight.WORDS
        self._beneath: str | None = None  # the sentence that an aside covers

    @property
    def sentence(self) -> str:
        """What stands there."""
        self._first()
        return self._sentence

    def say(self, sentence: str, weight: Weight = Weight.WORDS) -> None:
        """Puts an answer to what the player did into the line, whatever stands there."""
        self._first()
        self._heard(sentence)
        self._place(sentence, weight)

    def _place(self, sentence: str, weight: Weight) -> None:
        self._weight = weight if sentence else Weight.WORDS
        self._beneath = None
        self._put(sentence)

    def say_unasked(self, sentence: str, weight: Weight = Weight.WORDS, aloud: bool = True) -> None:
        """Says what comes by itself or late, unless a sentence that weighs more stands there.

        What is not said `aloud` is seen and not heard: it will soon be told again, and better.
        """
        self._first()
        if aloud:
            self._heard(sentence)
        if weight >= self._weight:
            self._place(sentence, weight)

    def say_aside(self, sentence: str) -> None:
        """Says something until `end_aside`; what stood there comes back then."""
        self._first()
        self._heard(sentence)
        if self._beneath is None:
            self._beneath = self._sentence
        self._put(sentence)

    def cover(self) -> None:
        """Hides what is said of the cards until `end_aside`, because they are hidden too."""
        if self._weight is Weight.WORDS:
            self.say_aside("")

    def end_aside(self) -> None:
        """Brings back what an aside covers."""
        if self._beneath is not None:
            sentence, self._beneath = self._beneath, None
            self._put(sentence)

    def _put(self, sentence: str) -> None:
        self._sentence = sentence
        self._put_down(sentence)
