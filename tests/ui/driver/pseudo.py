"""A language for tests: every letter that can has an accent, every text is 40 % longer.

Knows messages; must not know screens. What is drawn without an accent was not put into the player's
language; what an ellipsis ends was cut.
"""

import re
from typing import Any

from game.language import Language
from game.message import Message, english

PLAIN = "ACDEGHIJKLNORSTUWYZacdeghijklnorstuwyz"
ACCENTED = "ÅÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽåçðéĝĥîĵķļñöŕšţûŵýž"
_ACCENTS = str.maketrans(PLAIN, ACCENTED)
_PLACE = re.compile(r"(\{\w+\})")
_LETTERS = re.compile(f"[{PLAIN}]+")
_VOWEL = re.compile("([åéîöûýÅÉÎÖÛÝ])")
CATALOGUE: Any = None


class PseudoLanguage(Language):
    """Says what any catalogue would be asked for, and notes what is drawn without having been asked for."""

    def __init__(self) -> None:
        super().__init__("en", CATALOGUE)
        self.code = "pseudo"
        self.verbatim: set[str] = set()
        """The words that are the same in every language."""
        self.untranslated: set[str] = set()
        self.cut: set[str] = set()

    def translate(self, text: str) -> str:
        if isinstance(text, Message):
            return super().translate(text)
        plain = {word for word in _LETTERS.findall(text) if not self._is_verbatim(word)}
        if plain:
            self.untranslated.add(text)
        if len(text) > 1 and text.endswith("…"):
            self.cut.add(text)
        return text

    def template(self, message: Message) -> str:
        template = message.many if message.many and message.counted != 1 else message.template
        return "".join(
            part if _PLACE.fullmatch(part) else _VOWEL.sub(r"\1\1", part.translate(_ACCENTS))
            for part in _PLACE.split(template)
        )

    def _part(self, part: Any) -> str:
        said = super()._part(part) if isinstance(part, Message) else english(part)
        if not isinstance(part, Message):
            self.verbatim.update(_LETTERS.findall(said))
        return said

    def _is_verbatim(self, word: str) -> bool:
        return any(word in known for known in self.verbatim)
