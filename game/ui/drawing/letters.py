"""Writing in any alphabet: the program's own font, and the system's where it lacks a letter.

The system's fonts are looked for in a thread: there may be hundreds, and to read what letters each has takes
a second.
"""

from __future__ import annotations

import struct
import unicodedata
import warnings
from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import groupby
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple

import pygame

from game.storage.files import open_regular

PREFERRED = (
    *(
        "notosans",
        "segoeui",
        "arial",
        "tahoma",
        "nirmala",
        "leelawadee",
        "microsoftyahei",
        "msyahei",
        "yugoth",
    ),
    *(
        "malgun",
        "geeza",
        "pingfang",
        "hiragino",
        "applesd",
        "thonburi",
        "kohinoor",
        "dejavusans",
        "droidsans",
    ),
    *("wenquanyi", "freesans"),
)
"""Beginnings of the names of fonts that go with ours, by pygame's spelling."""
OUTLINES, BITMAPS = {b"glyf", b"CFF ", b"CFF2"}, {b"CBDT", b"sbix"}
"""Tables of a font that have its letters in any size, or in one alone."""


def system_font_files() -> list[Path]:
    """Returns the system's font files, those that go with ours first; may take a second."""

    def rank(name: str) -> tuple[bool, int, str]:
        places = (place for place, beginning in enumerate(PREFERRED) if name.startswith(beginning))
        return "mono" in name, next(places, len(PREFERRED)), name

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a system without a list of its fonts
        files = [pygame.font.match_font(name) for name in sorted(pygame.font.get_fonts(), key=rank)]
    return [Path(file) for file in files if file]


def letters_in(file: Path) -> list[range]:
    """Returns the codes of the letters of which a font has outlines; none if it cannot be read."""
    try:
        with open_regular(file, "rb") as font:
            head = font.read(16)
            font.seek(struct.unpack(">I", head[12:])[0] if head[:4] == b"ttcf" else 0)
            count = struct.unpack(">4xH6x", font.read(12))[0]
            tables = {tag: place for tag, *place in struct.iter_unpack(">4s4xII", font.read(16 * count))}
            if not OUTLINES & tables.keys() or BITMAPS & tables.keys():
                return []
            font.seek(tables[b"cmap"][0])
            return _mapped(font.read(tables[b"cmap"][1]))
    except (OSError, KeyError, IndexError, struct.error):
        return []


def _mapped(cmap: bytes) -> list[range]:
    """The codes in the largest map of a `cmap` table that begins at 0 and has Unicode's codes."""
    count = struct.unpack_from(">H", cmap, 2)[0]
    records = struct.iter_unpack(">HHI", cmap[4 : 4 + 8 * count])
    at = {struct.unpack_from(">H", cmap, place)[0]: place for system, _, place in records if system in (0, 3)}
    if 12 in at:
        groups = struct.unpack_from(">I", cmap, at[12] + 12)[0]
        rows = struct.iter_unpack(">III", cmap[at[12] + 16 : at[12] + 16 + 12 * groups])
        return [range(first, last + 1) for first, last, _ in rows]
    start = at[4]
    double = struct.unpack_from(">H", cmap, start + 6)[0]
    columns = (14, 16 + double, 16 + 2 * double, 16 + 3 * double)
    lasts, firsts, _, offsets = (struct.unpack_from(f">{double // 2}H", cmap, start + at) for at in columns)
    found = []
    for row, (first, last, offset) in enumerate(zip(firsts, lasts, offsets, strict=True)):
        if not offset:
            found.append(range(first, last + 1))
            continue
        glyphs = start + columns[3] + 2 * row + offset  # 0 is a letter that is missing after all
        codes = range(first, last + 1)
        at_codes = (cmap[glyphs + 2 * place : glyphs + 2 * place + 2] for place in range(len(codes)))
        found += [range(code, code + 1) for code, glyph in zip(codes, at_codes, strict=True) if any(glyph)]
    return found[:-1]  # the last segment is only an end


def _in_a_thread(work: Callable[[], None]) -> None:
    Thread(target=work, name="fonts", daemon=True).start()


class SystemFonts:
    """Tells in which font file a letter is, as soon as that is known."""

    def __init__(
        self,
        wake: Callable[[], None],
        files: Callable[[], Sequence[Path]] = system_font_files,
        start: Callable[[Callable[[], None]], None] = _in_a_thread,
    ) -> None:
        """`wake` is called when letters were found; `start` begins a search beside everything else."""
        self._wake, self._list_files, self._start = wake, files, start
        self._lock = Lock()
        self._found: dict[str, Path | None] = {}
        self._wanted: set[str] = set()
        self._is_searching = self._has_news = False

    def file_with(self, letter: str) -> Path | None:
        """Returns the file of a font with a letter; None if there is none, or it is still looked for."""
        if letter not in self._found:
            with self._lock:
                self._wanted.add(letter)
                begins, self._is_searching = not self._is_searching, True
            if begins:
                self._start(self._search)
        return self._found.get(letter)

    def take_news(self) -> bool:
        """Returns whether letters were found since the last call."""
        news, self._has_news = self._has_news, False
        return news

    def _search(self) -> None:
        has_found = False
        while True:
            with self._lock:
                wanted = sorted(self._wanted - self._found.keys())
                self._wanted.clear()
                self._is_searching = bool(wanted)
            if not wanted:
                break
            for letter in wanted:
                fonts = (file for file, known in self._fonts if any(ord(letter) in codes for codes in known))
                self._found[letter] = found = next(fonts, None)
                has_found |= found is not None
        if has_found:
            self._has_news = True
            self._wake()

    @cached_property
    def _fonts(self) -> list[tuple[Path, list[range]]]:
        return [(file, letters_in(file)) for file in self._list_files()]


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
        """Draws a line, in which the baseline lies at the same height whatever its letters are."""
        if self._is_own(text):
            drawn = self._own.render(text, antialias, colour)
            return drawn if drawn.get_height() == self.get_height() else self._in_line(text, drawn)
        line = pygame.Surface(self.size(text), pygame.SRCALPHA)
        x = 0
        for font, words in self._parts(text):
            part = font.render(words, antialias, colour)
            line.blit(part, (x, self.get_ascent() - font.get_ascent()))
            x += part.get_width()
        return line

    def _in_line(self, text: str, drawn: pygame.Surface) -> pygame.Surface:
        """Cuts off what a letter has above or below the line: SDL_ttf makes the whole text higher for it."""
        above = max(top for _, _, _, top, _ in filter(None, self._own.metrics(text))) - self.get_ascent()
        line = pygame.Surface((drawn.get_width(), self.get_height()), pygame.SRCALPHA)
        line.blit(drawn, (0, -max(0, above)))
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
