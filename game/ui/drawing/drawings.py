"""Drawings as surfaces: decks to choose from, SVGs at an exact size, shadows, and the raster cache on disk
that keeps them.
"""

from __future__ import annotations

import io
import os
import re
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import pygame

from game.message import msg_p
from game.storage.files import StorageError, read_limited, remove_orphans, temp_path
from game.ui.drawing.layout import STANDARD_INDEX, IndexSize
from game.ui.drawing.theme import Felt


class Deck(NamedTuple):
    """A way to print the cards. Shares are of a card's height or width."""

    name: str
    folder: str
    """The beginning of the folders' names, which end with the colours."""
    index_size: IndexSize

    def face(self, card_name: str, four_colours: bool) -> str:
        """The file of a face, such as `TH`, within the folder of the program's files."""
        colours = "four-colour" if four_colours else "two-colour"
        return f"cards/{self.folder}{colours}/{card_name}.svg"


DECKS = {
    "standard": Deck(msg_p("deck", "Standard"), "", STANDARD_INDEX),
    "large": Deck(msg_p("deck", "Large print"), "large-", IndexSize(rank_down=0.2, across=0.3)),
}


class CardChoice(NamedTuple):
    """The player's choice of cards."""

    deck: str = "standard"
    four_colours: bool = False
    back: str = "lozenges"
    high_contrast: bool = False  # of cards and of everything else


BACKS = {
    "lozenges": msg_p("back of the cards", "Blue"),
    "scales": msg_p("back of the cards", "Red"),
    "star": msg_p("back of the cards", "Teal"),
    "weave": msg_p("back of the cards", "Green"),
    "rings": msg_p("back of the cards", "Purple"),
    "stripes": msg_p("back of the cards", "Black"),
}
"""Names of the backs."""


def back_file(name: str) -> str:
    """The file of a back within the folder of the program's files."""
    return f"cards/backs/{name}.svg"


SHARP_UNTIL_PX = 150
"""Drawings up to this width are made twice as large and scaled down; above it edges are smooth enough."""


class AssetError(Exception):
    """A file that belongs to the program is missing or damaged; the text is a sentence without its stop."""


@contextmanager
def reading_asset(file: Path) -> Iterator[None]:
    """Says which file it is that cannot be read in between.

    Raises:
        AssetError: it is missing, unreadable, or not what it should be.
    """
    try:
        yield
    except (OSError, pygame.error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise AssetError(f"a file of the program cannot be read: {file}: {why}") from error


class Assets:
    """The files that belong to the program, all in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def drawing(self, name: str, width: int, height: int) -> pygame.Surface:
        """The SVG of a name within the folder, of exactly this size in pixels; the caller may paint on it.

        Raises:
            AssetError: it is missing, unreadable, or not what it should be.
        """
        file = self.folder / name
        with reading_asset(file):
            return load_svg(file.read_bytes(), width, height)


class Store:
    """Pictures by key, made when first asked for; the longest unused go when there is no room."""

    def __init__(self, room_pixels: int) -> None:
        self.room_pixels = room_pixels
        self.used_pixels = 0  # by all that are kept
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._pictures

    def find(self, key: Hashable) -> pygame.Surface | None:
        """The picture called `key`, if it is there."""
        found = self._pictures.get(key)
        if found is not None:
            self._pictures.move_to_end(key)
        return found

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture called `key`."""
        found = self._pictures.get(key)
        if found is not None:  # as `find`, without another call: every frame asks for dozens
            self._pictures.move_to_end(key)
            return found
        made = self._pictures[key] = make()
        self.used_pixels += _area(made)
        while self.used_pixels > self.room_pixels and len(self._pictures) > 1:
            self.used_pixels -= _area(self._pictures.popitem(last=False)[1])
        return made

    def reserve(self, pixels: int) -> None:
        """Reserves room for a number of pixels."""
        self.room_pixels = max(self.room_pixels, pixels)

    def clear(self) -> None:
        """Forgets everything."""
        self._pictures.clear()
        self.used_pixels = 0


def _area(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height()


def load_svg(data: bytes, width: int, height: int) -> pygame.Surface:
    """An SVG of exactly this size in pixels."""
    factor = 2 if width <= SHARP_UNTIL_PX else 1
    drawn = pygame.image.load_sized_svg(io.BytesIO(data), (width * factor, height * factor))
    exact = pygame.Surface((width, height), pygame.SRCALPHA)
    if factor > 1:
        drawn = pygame.transform.smoothscale(drawn, (width, height))
    # The reader keeps the drawing's proportions and may be a pixel off.
    exact.blit(drawn, ((width - drawn.get_width()) // 2, (height - drawn.get_height()) // 2))
    return exact.convert_alpha()


def shadow(size: tuple[int, int], margin: int, strength: int, drop_share: float) -> pygame.Surface:
    """A soft shadow of a rounded card, lit from above, `margin` larger on every side."""
    width, height = size
    picture = pygame.Surface((width + 2 * margin, height + 2 * margin), pygame.SRCALPHA)
    drop = round(margin * drop_share)
    body = pygame.Rect(margin, margin + drop, width, height)
    pygame.draw.rect(picture, (6, 14, 10, strength), body, border_radius=round(width * 0.045))
    return pygame.transform.gaussian_blur(picture, max(1, margin // 2))


def felt(size: tuple[int, int], colours: Felt) -> pygame.Surface:
    """The empty table: a calm colour fading to the edges. It has a palette, and so a byte a pixel."""
    middle, edge = colours.middle, colours.edge
    width, height = size
    steps = max(1, *(abs(a - b) for a, b in zip(middle, edge, strict=True)))
    drawn = pygame.Surface(size, 0, 8)
    drawn.set_palette(
        [
            tuple(round(b + (a - b) * (1 - step / steps)) for a, b in zip(middle, edge, strict=True))
            for step in range(steps + 1)
        ]
    )
    drawn.fill(steps)
    # One oval for each step of brightness: no band is more than one step from the next.
    for step in range(steps, 0, -1):
        reach = 1.5 * (step / steps) ** 0.62
        oval = pygame.Rect(0, 0, round(width * reach), round(height * reach * 1.15))
        oval.center = (width // 2, round(height * 0.45))
        pygame.draw.ellipse(drawn, step, oval)
    return drawn


FIRST_LINE = b"patience picture 1\n"
ENDING = ".pixels"
MAX_FILES = 24
MAX_BYTES = 8 << 20
"""Maximum size of a file; larger pictures are not cached."""
_HEAD = re.compile(
    FIRST_LINE + rb"(?P<key>[^\n]*)\n(?P<width>[0-9]{1,5}) (?P<height>[0-9]{1,5}) (?P<sum>[0-9]{1,10})\n"
)


class RasterCache:
    """Pictures in a folder, by a key of one line."""

    def __init__(self, folder: Path | None, drawn_with: Iterable[Path] = ()) -> None:
        """Without a folder nothing is cached; a change of a file below `drawn_with` empties the cache."""
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
        """Version of everything that a key's drawing depends on."""
        parts = [f"{pygame.version.ver} {pygame.get_sdl_version()}"]
        for folder in self._drawn_with:
            for path, state in _files(folder):
                parts.append(f"{path} {state.st_size} {state.st_mtime_ns}")
        return f"{zlib.crc32(os.fsencode(' '.join(parts))):08x}"

    def _path(self, key: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{zlib.crc32(key.encode()):08x}{ENDING}"

    def _read(self, key: str) -> pygame.Surface | None:
        try:
            data = read_limited(self._path(key), MAX_BYTES)
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
        if len(data) > MAX_BYTES:
            return
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = temp_path(path)
        try:
            draft.write_bytes(data)
            os.replace(draft, path)  # not waited for: what a power cut leaves of it has a wrong sum
        except OSError:
            draft.unlink(missing_ok=True)
            raise
        remove_orphans(path.parent)
        kept = sorted(path.parent.glob(f"*{ENDING}"), key=lambda file: file.stat().st_mtime_ns)
        for oldest in kept[:-MAX_FILES]:
            oldest.unlink(missing_ok=True)


def _files(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Files below a folder in order of name, without compiled Python."""
    with suppress(OSError):
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(Path(entry.path))
            else:
                yield entry.path, entry.stat()
