"""Raster cache on disk: pictures that take long to draw, kept from one start of the program to the next.

Knows files of pixels and what they were drawn with; must not know what they show. A file is believed
when its key, its size and its checksum are right, else the picture is drawn anew; a folder that cannot
be read or written is done without. The format stands in docs/FORMATS.md.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import pygame

from game.storage.drafts import draft_path, remove_orphans
from game.storage.files import StorageError, read_limited

FIRST_LINE = b"patience picture 1\n"
ENDING = ".pixels"
MOST_FILES = 24
MOST_BYTES = 8 << 20
"""Of one file; a larger picture is not kept."""
_HEAD = re.compile(
    FIRST_LINE + rb"(?P<key>[^\n]*)\n(?P<width>[0-9]{1,5}) (?P<height>[0-9]{1,5}) (?P<sum>[0-9]{1,10})\n"
)


class RasterCache:
    """Pictures in a folder, by a key of one line."""

    def __init__(self, folder: Path | None, drawn_with: Iterable[Path] = ()) -> None:
        """Without a folder nothing is kept. What is kept is void when a file below `drawn_with` changes."""
        self._folder, self._drawn_with = folder, drawn_with
        self._unwritten: list[tuple[str, pygame.Surface]] = []

    def get(self, key: str, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture called `key`, made when it is not there; its pixels never change."""
        if self._folder is None:
            return make()
        whole_key = f"{self._stamp} {key}"
        found = self._read(whole_key)
        if found is None:
            found = make()
            self._unwritten.append((whole_key, found))
        return found

    def write_next(self) -> bool:
        """Writes one picture that was made; False when there is none."""
        if not self._unwritten:
            return False
        with suppress(OSError, pygame.error):
            self._write(*self._unwritten.pop())
        return True

    @cached_property
    def _stamp(self) -> str:
        """What changes whenever the same key may be drawn otherwise."""
        told = [f"{pygame.version.ver} {pygame.get_sdl_version()}"]
        for folder in self._drawn_with:
            for path, state in _files(folder):
                told.append(f"{path} {state.st_size} {state.st_mtime_ns}")
        return f"{zlib.crc32(os.fsencode(' '.join(told))):08x}"

    def _path(self, key: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{zlib.crc32(key.encode()):08x}{ENDING}"

    def _read(self, key: str) -> pygame.Surface | None:
        try:
            data = read_limited(self._path(key), MOST_BYTES)
        except StorageError:
            return None
        head = _HEAD.match(data)
        if head is None or head["key"] != key.encode():
            return None
        size, pixels = (int(head["width"]), int(head["height"])), memoryview(data)[head.end() :]
        if len(pixels) != 4 * size[0] * size[1] or zlib.crc32(pixels) != int(head["sum"]):
            return None
        try:
            return pygame.image.frombuffer(pixels, size, "RGBA").convert_alpha()
        except (pygame.error, ValueError):
            return None

    def _write(self, key: str, picture: pygame.Surface) -> None:
        pixels = pygame.image.tobytes(picture, "RGBA")
        width, height = picture.get_size()
        data = FIRST_LINE + f"{key}\n{width} {height} {zlib.crc32(pixels)}\n".encode() + pixels
        if len(data) > MOST_BYTES:
            return
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = draft_path(path)
        try:
            draft.write_bytes(data)
            os.replace(draft, path)  # not waited for: what a power cut leaves of it has a wrong sum
        except OSError:
            draft.unlink(missing_ok=True)
            raise
        remove_orphans(path.parent)
        kept = sorted(path.parent.glob(f"*{ENDING}"), key=lambda each: each.stat().st_mtime_ns)
        for oldest in kept[:-MOST_FILES]:
            oldest.unlink(missing_ok=True)


def _files(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    """The files below a folder but for what Python compiles, in the order of their names."""
    with suppress(OSError):
        for entry in sorted(os.scandir(folder), key=lambda each: each.name):
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(Path(entry.path))
            else:
                yield entry.path, entry.stat()
