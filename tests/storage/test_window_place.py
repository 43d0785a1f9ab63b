"""The file that tells where the window was: what is believed of it, and what stays."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.storage.files import StorageError
from game.storage.profile import WindowGeometry, WindowMode, load_window_place, save_window_place

PLACE = WindowGeometry(-900, 60, 1109, 693, (-1280, 0, 1280, 800), WindowMode.FULL_SCREEN, 1.5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "window.json"


def written(path: Path) -> dict[str, Any]:
    save_window_place(path, PLACE)
    content: dict[str, Any] = json.loads(path.read_text())
    return content


@pytest.mark.parametrize("shown", WindowMode)
def test_a_place_is_read_as_it_was_written(path, shown):
    place = WindowGeometry(0, 5, 640, 480, (0, 0, 1280, 800), shown, 2.0)
    save_window_place(path, place)
    assert load_window_place(path) == place


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("x", value) for value in ("5", 1.5, True, None, 1 << 40)),
        *(("width", value) for value in (0, -640, 1 << 40)),
        *(
            ("screen", value)
            for value in ([], [0, 0, 1280], [0, 0, 0, 800], "0 0 1280 800", {}, [0, 0, "a", 1])
        ),
        *(("shown", value) for value in ("half", 1, None, [])),
        *(("density", value) for value in (0, 0.5, -1, 99, "2", True, float("nan"), float("inf"))),
    ],
)
def test_a_place_that_cannot_be_believed_is_none(path, name, value):
    content = written(path)
    content["window"][name] = value
    path.write_text(json.dumps(content))
    assert load_window_place(path) is None


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b'{"version": 1, "window": 3}', b"\xff", b"{}"])
def test_a_damaged_file_is_no_place_and_the_next_is_written(path, data):
    assert load_window_place(path) is None
    path.write_bytes(data)
    assert load_window_place(path) is None
    save_window_place(path, PLACE)
    assert load_window_place(path) == PLACE
    assert b"version" in data or path.with_suffix(".damaged").read_bytes() == data


def test_where_nothing_can_be_written_it_is_said(path):
    path.mkdir()
    with pytest.raises(StorageError):
        save_window_place(path, PLACE)
