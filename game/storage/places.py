"""Where the player's files live. Knows the system's conventions; must not know what the files hold."""

from __future__ import annotations

from pathlib import Path

NAME = "Patience Arcade"


def data_folder() -> Path:
    """The folder for games and profile, as the system wants it; it need not exist yet."""
    import platformdirs

    return Path(platformdirs.user_data_dir(NAME, appauthor=False))


def saved_games_folder() -> Path:
    """The folder for games that the player saves as files, among their documents; it need not exist yet."""
    import platformdirs

    return Path(platformdirs.user_documents_dir()) / NAME
