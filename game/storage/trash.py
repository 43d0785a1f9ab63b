"""The trash folder beside a folder of games: what a player deletes is moved there, and nothing of it is lost.

Knows files and their folders; must not know what a game is, nor who asked the player.
"""

from __future__ import annotations

from pathlib import Path

from game.storage.files import set_aside
from game.storage.journal import Journal

TRASH = "trash"


def to_trash(path: Path, folder: Path) -> Path:
    """Moves a file into the trash folder within `folder`; returns where it is now.

    Raises:
        StorageError: it stays where it is.
    """
    return set_aside(path, folder / TRASH / path.name)


def journal_to_trash(path: Path, folder: Path) -> Path:
    """The same of an unfinished game.

    Raises:
        StorageError: it stays where it is; another window plays it.
    """
    Journal(path).close()
    return to_trash(path, folder)
