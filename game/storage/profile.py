"""The player's settings and last choices, in one small file.

Knows their names, choices and defaults; must not know how they are shown or used.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from game.storage.files import StorageError, read_limited, write_whole

_LIMIT_BYTES = 1 << 20
CHOICES: dict[str, tuple[Any, ...]] = {
    "speed": ("off", "fast", "normal", "slow"),
    "table": ("green", "blue", "slate"),
}


@dataclass
class Settings:
    """What the player has chosen for all games."""

    speed: str = "normal"
    table: str = "green"
    volume: int = 60  # per cent, 0 is silent
    four_colours: bool = False
    left_handed: bool = False
    practice_clock: bool = True
    reduced_motion: bool = False
    remove_suits: bool = False  # Spider removes completed suits by itself
    aces_home: bool = True  # Three Shuffles sends aces home by themselves
    more_rows: bool = False  # 1-3 Back shows more than three rows where they fit
    tells_winnable: bool = False  # practice tables say whether the game can still be won
    possible_moves: bool = False  # 1-3 Back marks every stack that can be merged


@dataclass
class Profile:
    """Settings, and what was chosen last."""

    path: Path
    settings: Settings = field(default_factory=Settings)
    options: dict[str, str] = field(default_factory=dict)  # last chosen, by game: "draw=3"

    def save(self) -> None:
        """Writes the profile.

        Raises:
            StorageError: it cannot be written; the file on disk is as before.
        """
        content = {
            "version": 1,
            "settings": asdict(self.settings),
            "options": self.options,
        }
        write_whole(self.path, (json.dumps(content, indent=1) + "\n").encode())


def load_profile(path: Path) -> Profile:
    """The profile in a file; whatever is missing or not to be believed has its default."""
    profile = Profile(path)
    try:
        content = json.loads(read_limited(path, _LIMIT_BYTES))
    except StorageError:
        return profile  # a first start: the defaults are a good place to begin
    except (ValueError, RecursionError):
        with contextlib.suppress(OSError):  # what can be read of it by eye is not written over
            path.replace(path.with_suffix(".damaged"))
        return profile
    told = _part(content, "settings")
    for each in fields(Settings):
        if _is_good(each.name, getattr(profile.settings, each.name), told.get(each.name)):
            setattr(profile.settings, each.name, told[each.name])
    profile.options = {name: text for name, text in _part(content, "options").items() if type(text) is str}
    return profile


def _part(content: object, name: str) -> dict[str, Any]:
    part = content.get(name) if isinstance(content, dict) else None
    return part if isinstance(part, dict) else {}


def _is_good(name: str, default: object, value: object) -> bool:
    if type(value) is not type(default):
        return False
    return value in CHOICES.get(name, (value,)) and not (name == "volume" and value not in range(101))
