"""The raster cache: the same pixels at the next start, and whatever is wrong with a file is drawn anew."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.ui.drawing import drawings
from game.ui.drawing.drawings import MAX_FILES, RasterCache
from game.ui.home.home import HomeScreen

SIZE = (7, 5)


@pytest.fixture(autouse=True)
def _window() -> Iterator[None]:
    pygame.display.init()
    opened = pygame.Window("", (64, 64))
    opened.get_surface()
    yield
    opened.destroy()


class Painter:
    """Draws something that no other drawing equals, and counts how often."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self) -> pygame.Surface:
        self.drawn += 1
        picture = pygame.Surface(SIZE, pygame.SRCALPHA)
        for x in range(SIZE[0]):
            picture.set_at((x, x % SIZE[1]), (20 * x, 30, 40 + self.drawn, 50 * (x % 5)))
        return picture


def seen(picture: pygame.Surface) -> tuple[tuple[int, int], bytes]:
    return picture.get_size(), pygame.image.tobytes(picture, "RGBA")


def kept(folder: Path, key: str = "a table", *drawn_with: Path) -> tuple[tuple[int, int], bytes]:
    """A picture that was drawn and written."""
    cache = RasterCache(folder, drawn_with)
    picture = cache.get(key, Painter())
    assert cache.write_next()
    assert not cache.write_next()
    return seen(picture)


def is_drawn_anew(folder: Path, key: str = "a table", *drawn_with: Path) -> bool:
    painter = Painter()
    RasterCache(folder, drawn_with).get(key, painter)
    return painter.drawn == 1


def test_the_next_start_has_the_same_pixels_without_drawing(tmp_path):
    before = kept(tmp_path)
    painter = Painter()
    cache = RasterCache(tmp_path)
    assert seen(cache.get("a table", painter)) == before
    assert painter.drawn == 0
    assert not cache.write_next()


def test_another_key_is_another_picture(tmp_path, monkeypatch):
    monkeypatch.setattr(drawings.zlib, "crc32", lambda _: 7)  # all under one name
    kept(tmp_path)
    assert is_drawn_anew(tmp_path, "another table")
    assert not is_drawn_anew(tmp_path)


@pytest.mark.parametrize("how", ["changed", "new", "gone", "in a folder"])
def test_what_is_drawn_with_other_files_is_drawn_anew(tmp_path, how):
    program = tmp_path / "program"
    (program / "room").mkdir(parents=True)
    one, other = program / "one.svg", program / "room" / "other.py"
    one.write_text("1")
    other.write_text("2")
    kept(tmp_path / "kept", "a table", program)
    assert not is_drawn_anew(tmp_path / "kept", "a table", program)
    changes: dict[str, Callable[[], object]] = {
        "changed": lambda: one.write_text("3 4"),
        "new": lambda: (program / "new.svg").write_text("5"),
        "gone": one.unlink,
        "in a folder": lambda: os.utime(other, ns=(1, 1)),
    }
    changes[how]()
    assert is_drawn_anew(tmp_path / "kept", "a table", program)


def test_a_file_that_is_damaged_anywhere_is_drawn_anew(tmp_path):
    kept(tmp_path)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for at in range(len(whole)):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x11]) + whole[at + 1 :]):
            file.write_bytes(damaged)
            assert is_drawn_anew(tmp_path), at
    file.write_bytes(whole + b"x")
    assert is_drawn_anew(tmp_path)
    file.write_bytes(whole)
    assert not is_drawn_anew(tmp_path)


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path):
    (tmp_path / "file").touch()
    cache = RasterCache(tmp_path / "file" / "pictures")
    cache.get("a table", Painter())
    assert cache.write_next()
    assert not cache.write_next()
    assert is_drawn_anew(tmp_path / "file" / "pictures")
    before = kept(tmp_path / "kept")
    (file,) = (tmp_path / "kept").iterdir()
    file.unlink()
    file.mkdir()  # in the place of a file
    assert is_drawn_anew(tmp_path / "kept")
    cache = RasterCache(tmp_path / "kept")
    assert seen(cache.get("a table", Painter())) == before
    assert cache.write_next()
    assert [path.name for path in (tmp_path / "kept").iterdir()] == [file.name]


def test_no_more_and_no_larger_files_are_kept_than_may_be_and_the_newest_stay(tmp_path, monkeypatch):
    for number in range(MAX_FILES + 3):
        kept(tmp_path, f"table {number}")
        for path in tmp_path.iterdir():  # each a second older than the next
            os.utime(path, ns=(0, path.stat().st_mtime_ns - 10**9))
    assert len([*tmp_path.iterdir()]) == MAX_FILES
    assert is_drawn_anew(tmp_path, "table 0")
    assert not is_drawn_anew(tmp_path, f"table {MAX_FILES + 2}")
    monkeypatch.setattr(drawings, "MAX_BYTES", 150)
    assert is_drawn_anew(tmp_path / "of large ones")
    cache = RasterCache(tmp_path / "of large ones")
    cache.get("a table", Painter())
    assert cache.write_next()
    assert not [*(tmp_path / "of large ones").glob("*")]


def test_the_home_screen_looks_the_same_with_pictures_of_the_last_start(table, tmp_path):
    pictures = table.context.pictures

    def picture() -> bytes:
        pictures.small_tables.clear()
        pictures.raster_cache = RasterCache(tmp_path / "kept")
        table.app.go_home()
        assert isinstance(table.app.screen, HomeScreen)
        table.frame().catch_up()
        while pictures.raster_cache.write_next():
            pass
        return table.picture

    try:
        drawn = picture()
        files = sorted((tmp_path / "kept").iterdir())
        stamps = [file.stat().st_mtime_ns for file in files]
        assert len(files) == 4, "the tiles; what is offered first is drawn when all stands"
        assert picture() == drawn
        assert [file.stat().st_mtime_ns for file in files] == stamps  # read, not written
    finally:
        pictures.raster_cache = RasterCache(None)
        pictures.small_tables.clear()
