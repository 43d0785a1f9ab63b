"""Writing in any alphabet: the program's own font, and the system's where it lacks a letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Container
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pygame

from game.ui.drawing.system_fonts import SystemFonts

SCRIPTS = {
    "ARABIC": "Arab",
    "BENGALI": "Beng",
    "DEVANAGARI": "Deva",
    "GUJARATI": "Gujr",
    "GURMUKHI": "Guru",
    "HEBREW": "Hebr",
    "KANNADA": "Knda",
    "KHMER": "Khmr",
    "LAO": "Laoo",
    "MALAYALAM": "Mlym",
    "MYANMAR": "Mymr",
    "NKO": "Nkoo",
    "ORIYA": "Orya",
    "SINHALA": "Sinh",
    "SYRIAC": "Syrc",
    "TAMIL": "Taml",
    "TELUGU": "Telu",
    "THAANA": "Thaa",
    "THAI": "Thai",
    "TIBETAN": "Tibt",
}
"""Alphabets whose letters change beside one another, or that are read from the right; by Unicode's names."""
UNKNOWN = "\ufffd"
"""Stands for what cannot be seen; no font is looked for."""
MIN_SHARE = 0.8
"""Of our size, for fonts with higher lines: they leave more room than their letters need."""
MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


class Run(NamedTuple):
    """Letters of one font and direction."""

    text: str
    file: Path | None  # None is the program's own font
    script: str
    is_from_right: bool


class Letters:
    """One size of writing, measured and drawn as by a `pygame.font.Font`."""

    def __init__(
        self,
        own: pygame.font.Font,
        codes: Container[int],
        pixels: int,
        bold: bool = False,
        system: SystemFonts | None = None,
    ) -> None:
        """`codes` are those of the letters that `own` has."""
        self._own, self._codes, self._pixels, self._bold, self._system = own, codes, pixels, bold, system
        self._fonts: dict[tuple[Path, str, bool], tuple[pygame.font.Font, bool]] = {}

    def get_height(self) -> int:
        """The height of a line in pixels."""
        return self._own.get_height()

    def get_ascent(self) -> int:
        """The height above the baseline in pixels."""
        return self._own.get_ascent()

    def can_draw(self, text: str) -> bool:
        """Whether a font has all letters of a text, as far as is known."""
        return all(self._has(letter) or self._file_with(letter) is not None for letter in text)

    def size(self, text: str) -> tuple[int, int]:
        """Width and height of a line in pixels."""
        if self._is_own(text):
            return self._own.size(text)
        return sum(font.size(words)[0] for font, words in self._parts(text)), self.get_height()

    def render(self, text: str, antialias: bool, colour: tuple[int, int, int]) -> pygame.Surface:
        """Draws a line."""
        if self._is_own(text):
            return self._own.render(text, antialias, colour)
        line = pygame.Surface(self.size(text), pygame.SRCALPHA)
        x = 0
        for font, words in self._parts(text):
            part = font.render(words, antialias, colour)
            line.blit(part, (x, self.get_ascent() - font.get_ascent()))
            x += part.get_width()
        return line

    def _parts(self, text: str) -> list[tuple[pygame.font.Font, str]]:
        return [self._font_of(run) for run in in_sight(self._runs(text))]

    def _is_own(self, text: str) -> bool:
        return text.isascii() or all(map(self._has, text))

    def _has(self, letter: str) -> bool:
        return ord(letter) in self._codes or letter == UNKNOWN

    def _file_with(self, letter: str) -> Path | None:
        return None if self._system is None else self._system.file_with(letter)

    def _runs(self, text: str) -> list[Run]:
        """Splits a line wherever font or direction change, in the order of reading."""
        letters: list[Run] = []
        for letter in text:
            if letters and unicodedata.category(letter)[0] == "M":
                letters[-1] = letters[-1]._replace(text=letters[-1].text + letter)
                continue
            file = None if self._has(letter) else self._file_with(letter)
            script = "" if file is None else SCRIPTS.get(unicodedata.name(letter, "").split(" ")[0], "")
            letters.append(Run(letter, file, script, unicodedata.bidirectional(letter) in ("R", "AL")))
        return [
            Run("".join(run.text for run in group), *kind)
            for kind, group in groupby(letters, lambda run: run[1:])
        ]

    def _font_of(self, run: Run) -> tuple[pygame.font.Font, str]:
        """The font of a run, and its text as that font is given it."""
        if run.file is None:
            return self._own, run.text[::-1] if run.is_from_right else run.text
        key = run.file, run.script, run.is_from_right
        if key not in self._fonts:
            self._fonts[key] = self._opened(*key)
        font, is_shaped = self._fonts[key]
        return font, run.text[::-1] if run.is_from_right and not is_shaped else run.text

    def _opened(self, file: Path, script: str, is_from_right: bool) -> tuple[pygame.font.Font, bool]:
        """A system font about as high as ours, and whether it places the letters of its script."""
        try:
            font = pygame.font.Font(file, self._pixels)
            share = max(MIN_SHARE, self.get_height() / font.get_height())
            if share < 1:
                font = pygame.font.Font(file, round(self._pixels * share))
        except (OSError, pygame.error):  # it was there when fonts were looked for
            return self._own, False
        font.set_bold(self._bold)
        with suppress(pygame.error):  # an SDL_ttf that shapes nothing
            if script:
                font.set_script(script)
            font.set_direction(pygame.DIRECTION_RTL if is_from_right else pygame.DIRECTION_LTR)
            return font, True
        return font, False


def in_sight(runs: list[Run]) -> list[Run]:
    """Returns runs from left to right, as they are seen in a line that is read from the left.

    What stands between two words that are read from the right belongs to them; figures keep their order.
    """
    seen: list[Run] = []
    while runs:
        end = 1
        if runs[0].is_from_right:
            for place, run in enumerate(runs):
                if any(unicodedata.bidirectional(letter) == "L" for letter in run.text):
                    break
                end = place + 1 if run.is_from_right else end
        seen += map(_turned, reversed(runs[:end])) if end > 1 else runs[:1]
        runs = runs[end:]
    return seen


def _turned(run: Run) -> Run:
    """Signs between words as they are seen among letters that are read from the right."""
    if run.is_from_right or any(letter.isdigit() for letter in run.text):
        return run
    return run._replace(text=run.text[::-1].translate(MIRRORED))
