"""Folders where the player's files live, and the program's own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "Patience Arcade"
CRASH_NOTE = "crash.json"
"""File in the data folder that notes a crash (see `crash`)."""
HOSTED = Path("server", "hosted.json")
"""File below the data folder that tells that a tournament is hosted on this machine."""
FAULTS = "faults.log"
"""File in the data folder for the system's own report of a crash."""
ONLINE_SEATS = "online-seats.json"
"""File in the data folder with the seats at table servers (see `online_seats`)."""


def data_folder() -> Path:
    """The folder for games and profile, as the system wants it; it need not exist yet.

    On XDG systems its two places are checked without `platformdirs`, which gives the same more slowly.
    """
    found = _xdg_folder("XDG_DATA_HOME", ".local/share")
    if found is not None:
        return found
    import platformdirs

    return Path(platformdirs.user_data_dir(NAME, appauthor=False))


def cache_folder() -> Path:
    """Folder for what can be made again at any time; it need not exist yet."""
    found = _xdg_folder("XDG_CACHE_HOME", ".cache")
    if found is not None:
        return found
    import platformdirs

    return Path(platformdirs.user_cache_dir(NAME, appauthor=False))


def _xdg_folder(variable: str, below_home: str) -> Path | None:
    if sys.platform in ("linux", "emscripten") and "ANDROID_DATA" not in os.environ:
        given, home = os.environ.get(variable, ""), os.environ.get("HOME", "")
        if os.path.isabs(given):
            return Path(given) / NAME
        if os.path.isabs(home):
            return Path(home) / below_home / NAME
    return None


def saved_games_folder() -> Path:
    """Folder for games that the player saves, among their documents; it need not exist yet."""
    import platformdirs

    return Path(platformdirs.user_documents_dir()) / NAME


def assets_folder() -> Path:
    """Folder of the program's assets: in the installed package, else beside it.

    `importlib.resources` would find the former too, in 24 ms of processor time.
    """
    package = Path(__file__).resolve().parents[1]
    installed = package / "assets"
    return installed if installed.is_dir() else package.parent / "assets"
