"""The player's settings and last choices, in one small file.

Knows their names, choices and defaults; must not know how they are shown or used, nor how
two windows share the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from game.language import LANGUAGES, SYSTEM
from game.storage.profile_file import Content, Parts, read_content, write_merged

CHOICES: dict[str, tuple[Any, ...]] = {
    "speed": ("off", "fast", "normal", "slow"),
    "table": ("green", "blue", "slate"),
    "deck": ("standard", "large"),
    "back": ("lozenges", "scales", "star"),
    "language": (SYSTEM, *LANGUAGES),
    "scale": (80, 100, 125, 150, 200),
    "clock_begins": ("at once", "3-2-1", "first click"),
}

COUNTDOWN, FIRST_CLICK = "3-2-1", "first click"
SHOWN, AGAIN = "shown", "again"
"""Whether the first steps of a game were shown, or are to be shown once more."""


class Settings:
    """What the player has chosen for all games."""

    speed: str = "normal"
    table: str = "green"
    volume: int = 60  # per cent, 0 is silent
    muted: bool = False  # nothing is heard, whatever else is chosen
    card_sounds: bool = True
    warning_sounds: bool = True
    win_sounds: bool = True
    language: str = SYSTEM  # or the code of one
    deck: str = "standard"
    four_colours: bool = False
    back: str = "lozenges"
    scale: int = 100  # of texts and bars, per cent
    left_handed: bool = False
    practice_clock: bool = True
    clock_begins: str = "3-2-1"  # after a pause of a timed practice game
    reduced_motion: bool = False
    remove_suits: bool = False  # Spider removes completed suits by itself
    aces_home: bool = True  # Three Shuffles sends aces home by themselves
    more_rows: bool = False  # 1-3 Back shows more than three rows where they fit
    tells_winnable: bool = False  # practice tables say whether the game can still be won
    possible_moves: bool = False  # 1-3 Back marks every stack that can be merged

    def __init__(self, **chosen: str | int) -> None:
        """What is not `chosen` has its default."""
        vars(self).update(self.defaults() | chosen)

    @classmethod
    def defaults(cls) -> dict[str, str | int]:
        """Every setting by its name, as it is before anything was chosen."""
        return {name: getattr(cls, name) for name in cls.__annotations__}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


class Profile:
    """Settings, what was chosen last, and what a new player was shown."""

    def __init__(
        self, path: Path, settings: Settings | None = None, options: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """`options` are those last chosen, by game: "draw=3"."""
        self.path, self.settings, self.options = path, settings or Settings(), dict(options)
        self.first_steps: dict[str, str] = {}
        """By game: SHOWN or AGAIN; a game that is not there has shown none."""
        self._as_read: Parts = {}  # or as last written

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Profile):
            return NotImplemented
        return (self.path, self._parts()) == (other.path, other._parts())

    __hash__ = None  # type: ignore[assignment]

    def save(self) -> None:
        """Writes what was changed here since it was read; all else stays as another window has left it.

        Raises:
            StorageError: it cannot be written; the file on disk is as before.
        """
        parts = self._parts()
        write_merged(self.path, self._as_read, parts, _cleaned)
        self._as_read = parts

    def _parts(self) -> Parts:
        return {
            "settings": dict(vars(self.settings)),
            "options": dict(self.options),
            "first_steps": dict(self.first_steps),
        }


def load_profile(path: Path) -> Profile:
    """The profile in a file; whatever is missing or not to be believed has its default.

    The file is left as it is. What cannot be believed of it is kept aside when it is first written over.
    """
    profile = Profile(path)
    content = _cleaned(read_content(path).content)
    known = Settings.defaults()
    for name, value in content.get("settings", {}).items():
        if name in known:
            setattr(profile.settings, name, value)
    profile.options.update(content.get("options", {}))
    profile.first_steps.update(content.get("first_steps", {}))
    profile._as_read = profile._parts()
    return profile


def _cleaned(content: Content) -> Content:
    """The content without what is not to be believed; what is unknown stays."""
    defaults = Settings.defaults()
    believes: dict[str, Callable[[str, object], bool]] = {
        "settings": lambda name, value: name not in defaults or _is_good(name, defaults[name], value),
        "options": lambda _, value: type(value) is str,
        "first_steps": lambda _, value: value in (SHOWN, AGAIN),
    }
    cleaned = {name: part for name, part in content.items() if name not in believes}
    for name, is_believed in believes.items():
        part = content.get(name)
        if isinstance(part, dict):
            cleaned[name] = {key: value for key, value in part.items() if is_believed(key, value)}
    return cleaned


def _is_good(name: str, default: object, value: object) -> bool:
    if type(value) is not type(default):
        return False
    return value in CHOICES.get(name, (value,)) and not (name == "volume" and value not in range(101))
