"""Fonts of the system, for letters that the program's own fonts lack.

They are looked for in a thread: a system may have hundreds, and to read what letters each has takes a second.
"""

from __future__ import annotations

import struct
import warnings
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock, Thread

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
