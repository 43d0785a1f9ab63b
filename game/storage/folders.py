"""The folders of this machine, to be gone through: what lies in one, usual places, and files used of late.

Knows folders, names and the profile's list; must not know what the files hold, nor screens.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from game.message import msg, msg_p
from game.storage.files import StorageError, system_reason
from game.storage.profile import Profile

MOST_ENTRIES = 2000
MOST_RECENT = 12
RECENT = "recent files"
"""Under this name the profile keeps them: paths, a line each, the newest first."""


class Entry(NamedTuple):
    """What lies in a folder: a file, or a folder."""

    path: Path
    is_folder: bool
    changed_s: float  # since the epoch
    size_bytes: int


def listing(folder: Path, ends: tuple[str, ...]) -> list[Entry]:
    """Folders by their names, then files whose names end so, newest first; hidden ones are left out.

    Raises:
        StorageError: the folder cannot be read.
    """
    found: list[Entry] = []
    try:
        with os.scandir(folder) as entries:
            for each in entries:
                if each.name.startswith(".") or len(found) >= MOST_ENTRIES:
                    continue
                entry = _entry(Path(each.path))
                if entry is not None and (entry.is_folder or each.name.endswith(ends)):
                    found.append(entry)
    except (OSError, ValueError) as error:
        words = getattr(error, "strerror", None)
        why = system_reason(words).capitalised() if words else msg("there is no such folder")
        raise StorageError(why) from error
    return sorted(found, key=_order)


def _order(entry: Entry) -> tuple[bool, float, str]:
    return not entry.is_folder, 0 if entry.is_folder else -entry.changed_s, entry.path.name.casefold()


def _entry(path: Path) -> Entry | None:
    """A folder or a regular file; None for what is neither, or is gone."""
    try:
        state = path.stat()
    except (OSError, ValueError):
        return None
    is_folder = stat.S_ISDIR(state.st_mode)
    if not is_folder and not stat.S_ISREG(state.st_mode):
        return None
    return Entry(path, is_folder, state.st_mtime, state.st_size)


def nearest_folder(path: Path) -> Path:
    """The folder itself, or the first above it that there is."""
    path = Path(os.path.abspath(path))
    return next((each for each in (path, *path.parents) if each.is_dir()), Path(path.anchor))


def places(saved_games: Path) -> dict[str, Path]:
    """The usual places that there are on this machine, by their words."""
    import platformdirs

    known = {
        msg("Saved games"): saved_games,
        msg_p("a folder", "Home"): Path.home(),
        msg("Documents"): Path(platformdirs.user_documents_dir()),
        msg("Downloads"): Path(platformdirs.user_downloads_dir()),
    }
    return {word: folder for word, folder in known.items() if folder.is_dir()}


def recent(profile: Profile, ends: tuple[str, ...]) -> list[Entry]:
    """The files opened or saved of late whose names end so, as far as they are still there; newest first."""
    paths = [Path(line) for line in profile.options.get(RECENT, "").splitlines() if line.endswith(ends)]
    found = [_entry(path) for path in paths]
    return [entry for entry in found if entry is not None and not entry.is_folder]


def remember(profile: Profile, path: Path) -> None:
    """Puts a file at the head of those used of late; the profile is not written yet.

    A name that is no text, or more than a line of it, is not remembered.
    """
    line = os.path.abspath(path)
    if not line.isprintable():
        return
    before = [each for each in profile.options.get(RECENT, "").splitlines() if each != line]
    profile.options[RECENT] = "\n".join([line, *before][:MOST_RECENT])
