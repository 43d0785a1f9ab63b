"""The folders of the player's files are those that the system's conventions name."""

import sys
from pathlib import Path

import platformdirs
import pytest

from game.storage.files import NAME, cache_folder, data_folder


@pytest.mark.skipif(sys.platform == "win32", reason="there the registry is asked")
@pytest.mark.parametrize("home", ["/home/somebody", "/home/some body/", "relative", "", None])
@pytest.mark.parametrize("given", ["/data", "/data/../data//", "relative", "~/data", " ", "", None])
@pytest.mark.parametrize("android", ["/data", None])
def test_the_folders_are_those_that_platformdirs_tells(monkeypatch, home, given, android):
    xdg = (("XDG_DATA_HOME", given), ("XDG_CACHE_HOME", given))
    for name, value in (("HOME", home), *xdg, ("ANDROID_DATA", android)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert data_folder() == Path(platformdirs.user_data_dir(NAME, appauthor=False))
    assert cache_folder() == Path(platformdirs.user_cache_dir(NAME, appauthor=False))
