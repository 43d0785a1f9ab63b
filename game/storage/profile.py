"""Settings, last choices and window geometry, in small files that several windows share."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from game.language import LANGUAGES, SYSTEM
from game.message import msg
from game.play.deal import Difficulty
from game.storage.files import (
    StorageError,
    expect_regular,
    held,
    make_folder,
    make_new_folder,
    read_limited,
    replace_file,
    set_aside,
)

LIMIT_BYTES = 1 << 20
VERSION = 1
DAMAGED, NEWER = ".damaged", ".newer"

Content = dict[str, Any]
Parts = dict[str, dict[str, Any]]
T = TypeVar("T")


class ProfileContent(NamedTuple):
    """Readable content of the file, and the suffix, if any, for setting it aside before overwriting."""

    content: Content
    aside: str | None = None


def read_content(path: Path) -> ProfileContent:
    """Returns the object in the file; empty if there is none."""
    try:
        content = json.loads(read_limited(path, LIMIT_BYTES))
    except StorageError:
        return ProfileContent({}, DAMAGED if os.path.lexists(path) else None)
    except (ValueError, RecursionError):
        return ProfileContent({}, DAMAGED)
    if not isinstance(content, dict):
        return ProfileContent({}, DAMAGED)
    version = content.get("version")
    if type(version) is int and version > VERSION:
        return ProfileContent(content, NEWER)
    return ProfileContent(content, None if type(version) is int and version == VERSION else DAMAGED)


class PrivateFile:
    """A JSON file with a version, readable only by its owner; sets invalid content aside first."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._aside: str | None = None

    def read(self, take: Callable[[Content], T]) -> T | None:
        """Returns what `take` finds in the content; None if there is no valid file."""
        content, self._aside = read_content(self.path)
        try:
            return take(content) if content and self._aside is None else None
        except (ValueError, TypeError, KeyError, AttributeError):
            self._aside = DAMAGED
        return None

    def write(self, **content: Any) -> None:
        """Writes the content; raises StorageError if it cannot be written."""
        if self._aside is not None:
            set_aside(self.path, self.path.with_suffix(self._aside))
            self._aside = None
        text = json.dumps({"version": VERSION, **content}, indent=1) + "\n"
        replace_file(self.path, text.encode(), is_private=True)


def write_merged(path: Path, as_read: Parts, parts: Parts, cleaned: Callable[[Content], Content]) -> None:
    """Writes the `parts` that differ from what was `as_read` over the file's present content.

    `cleaned` drops invalid values. A file from which anything is dropped, or that a newer version wrote, is
    set aside first, and never in the place of another.

    Raises:
        StorageError: it cannot be written; the file is as before.
    """
    path = Path(os.path.realpath(path))  # a link stays one
    if path.is_dir():
        raise StorageError(msg("it is a folder"))
    expect_regular(path)
    with held(path.with_suffix(".lock")):
        found = read_content(path)
        aside, base = found.aside, cleaned(found.content)
        if aside is None and base != found.content:
            aside = DAMAGED
        data = _text({} if aside == NEWER else base, as_read, parts)
        if data is None:
            aside, data = aside or DAMAGED, _text({}, as_read, parts) or b"{}"
        if aside is None:
            replace_file(path, data)
            return
        kept = set_aside(path, path.with_suffix(aside))
        try:
            replace_file(path, data)
        except StorageError:
            with contextlib.suppress(OSError):
                os.replace(kept, path)
            raise


class SharedFile:
    """A file whose parts several windows change."""

    def __init__(self, path: Path, cleaned: Callable[[Content], Content]) -> None:
        """`cleaned` drops invalid values."""
        self.path, self._cleaned = path, cleaned
        self._as_read: Parts = {}  # or as last written

    def save(self) -> None:
        """Writes the changes made here; everything else stays as other windows left it.

        Raises:
            StorageError: it cannot be written; the file on disk is as before.
        """
        parts = self.parts()
        write_merged(self.path, self._as_read, parts, self._cleaned)
        self._as_read = parts

    def parts(self) -> Parts:
        """The parts as they are to be written."""
        return {}


def _text(base: Content, as_read: Parts, parts: Parts) -> bytes | None:
    """Returns the merged content as text; None if it cannot be written and read again."""
    content: Content = {**base, "version": VERSION}
    for name, part in parts.items():
        content[name] = _merged(content.get(name), as_read.get(name, {}), part)
    try:
        data = (json.dumps(content, indent=1) + "\n").encode()
    except RecursionError:
        return None
    return None if len(data) > LIMIT_BYTES else data


def _merged(there: object, as_read: dict[str, Any], ours: dict[str, Any]) -> dict[str, Any]:
    """Merges a part with the changes made here since it was read."""
    if not isinstance(there, dict):
        return ours
    changed = {key: value for key, value in ours.items() if key not in as_read or as_read[key] != value}
    return {key: value for key, value in there.items() if key in ours or key not in as_read} | changed


HIGH = "high"
CHOICES: dict[str, tuple[Any, ...]] = {
    "speed": ("off", "fast", "normal", "slow"),
    "table": (
        *("green", "blue", "slate", "wine", "plum", "lagoon"),
        *(f"own {hue}" for hue in range(0, 360, 30)),  # degrees
    ),
    "deck": ("standard", "large"),
    "back": ("lozenges", "scales", "star", "weave", "rings", "stripes"),
    "language": (SYSTEM, *LANGUAGES),
    "scale": (80, 100, 125, 150, 200),
    "clock_begins": ("at once", "3-2-1", "first click"),
    "detail": ("short", "medium", "full"),
    "repeat_ms": (0, 300, 600),
    "contrast": (SYSTEM, "usual", HIGH),
}

COUNTDOWN, FIRST_CLICK = "3-2-1", "first click"
SHOWN, AGAIN = "shown", "again"
"""A new player of a game was asked how to begin; `AGAIN` is what older versions wrote."""


class SystemWishes(NamedTuple):
    """Accessibility settings of the system, for every program."""

    high_contrast: bool = False
    reduced_motion: bool = False


class Settings:
    """The player's choices for all games."""

    speed: str = "normal"
    table: str = "green"
    volume: int = 60  # per cent, 0 is silent
    muted: bool = False  # nothing is heard, whatever else is chosen
    card_sounds: bool = True
    warning_sounds: bool = True
    win_sounds: bool = True
    language: str = SYSTEM  # or the code of one
    detail: str = "medium"  # how much is told of a card to a player who listens
    deck: str = "standard"
    four_colours: bool = False
    back: str = "lozenges"
    scale: int = 100  # of texts and bars, per cent
    left_handed: bool = False
    practice_clock: bool = True
    race_line: bool = True  # Rush tells how far one is ahead of one's best game, or of others
    hide_score: bool = False  # until a game is over; who asks is told
    one_click: bool = True  # a click plays a card; otherwise it picks it up
    repeat_ms: int = 0  # within so many milliseconds another click does nothing
    stock_twice: bool = False  # each of two quick clicks on the stock counts
    pause_unfocused: bool = True  # practice pauses when the window loses the focus
    clock_begins: str = "3-2-1"  # after a pause of a timed practice game
    reduced_motion: bool = False
    system_motion: bool = True  # motion is reduced where the system asks for it, too
    contrast: str = SYSTEM  # of all that is drawn: as the system asks, or always the same
    large_buttons: bool = False  # none is smaller than 44 design pixels
    two_clicks: bool = False  # Spider's cards go by two clicks, one that picks up and one that drops
    remove_suits: bool = False  # Spider removes completed suits by itself
    aces_home: bool = True  # Three Shuffles sends aces home by themselves
    more_rows: bool = False  # 1-3 Back shows more than three rows where they fit
    goals: bool = True  # the home screen tells of days and goals
    tells_winnable: bool = False  # practice tables say whether the game can still be won
    possible_moves: bool = False  # 1-3 Back marks every stack that can be merged

    def __init__(self, **chosen: str | int) -> None:
        """Settings that are not `chosen` have their defaults."""
        vars(self).update(self.defaults() | chosen)

    @classmethod
    def defaults(cls) -> dict[str, str | int]:
        """Default of every setting by name."""
        return {name: getattr(cls, name) for name in cls.__annotations__}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


class Profile(SharedFile):
    """Settings, last choices, and what a new player was shown."""

    def __init__(
        self, path: Path, settings: Settings | None = None, options: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """`options` are those last chosen, by game: "draw=3"."""
        super().__init__(path, _cleaned)
        self.settings, self.options = settings or Settings(), dict(options)
        self.first_steps: dict[str, str] = {}
        """By game, SHOWN or AGAIN; in a game that is not there a new player is asked how to begin."""

    def chosen_options(self, game: str, known: Sequence[str]) -> str:
        """Options of new games out of those known: the last chosen ones; for a new player the last of all."""
        kept = self.options.get(game, "")
        return kept if kept in known else (known or [""])[0 if game in self.first_steps else -1]

    def difficulty(self, game: str) -> Difficulty | None:
        """Difficulty of a game's deals, None for any."""
        word = self.options.get(f"{game} difficulty")
        return next((difficulty for difficulty in Difficulty if difficulty.value == word), None)

    def set_difficulty(self, game: str, difficulty: Difficulty | None) -> None:
        """Sets the difficulty of a game's deals, None for any."""
        self.options.pop(f"{game} difficulty", None)
        if difficulty is not None:
            self.options[f"{game} difficulty"] = difficulty.value

    def has_solved(self, problem: str) -> bool:
        """Whether a problem of Spider, by its name, was solved."""
        return self.options.get(f"spider problem {problem}") == "solved"

    def note_solved(self, problem: str) -> None:
        """Notes that a problem of Spider was solved."""
        self.options[f"spider problem {problem}"] = "solved"

    def limit(self, game: str) -> str:
        """The option for how long practice may take; nothing for the usual time."""
        return self.options.get(f"{game} limit", "")

    def parts(self) -> Parts:
        return {
            "settings": dict(vars(self.settings)),
            "options": dict(self.options),
            "first_steps": dict(self.first_steps),
        }


def load_profile(path: Path) -> Profile:
    """Reads the profile from a file; missing or invalid values have their defaults.

    The file is unchanged: it is set aside before invalid values are first overwritten.
    """
    profile = Profile(path)
    content = _cleaned(read_content(path).content)
    known = Settings.defaults()
    if content.get("settings"):
        profile.settings.one_click = False  # who has played before keeps the click that picks up
    for name, value in content.get("settings", {}).items():
        if name in known:
            setattr(profile.settings, name, value)
    profile.options.update(content.get("options", {}))
    profile.first_steps.update(content.get("first_steps", {}))
    profile._as_read = profile.parts()
    return profile


def _cleaned(content: Content) -> Content:
    """Removes invalid content; unknown content stays."""
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


FIRST = "1"
_NUMBER = re.compile(r"[1-9][0-9]{0,2}")
MAX_PLAYERS, MAX_LETTERS = 12, 24


class Players(SharedFile):
    """Players on this machine, and who played last; each has their own games, statistics and settings.

    The first has the data folder itself, the others have folders below it.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "players.json", _cleaned_players)
        self._folder = folder
        content = _cleaned_players(read_content(self.path).content)
        self.names: dict[str, str] = {FIRST: "", **content.get("players", {})}
        """By number; "" where the first has no name yet."""
        last = content.get("last", {}).get("player", FIRST)
        self.playing: str = last if last in self.names else FIRST
        self._as_read = self.parts() if content else {}

    @property
    def folder(self) -> Path:
        """Folder of the present player."""
        return self.folder_of(self.playing)

    def folder_of(self, number: str) -> Path:
        """Folder of a player."""
        return self._folder if number == FIRST else self._folder / "players" / number

    def add(self, name: str) -> str:
        """Adds a player with a folder that no other window gives away; returns the number.

        Raises:
            StorageError: it cannot be written; the players are as before.
        """
        known = {*self.names, *_cleaned_players(read_content(self.path).content).get("players", {})}
        make_folder(self._folder / "players")
        free = (str(number) for number in range(2, 1000) if str(number) not in known)
        number = next(name for name in free if make_new_folder(self.folder_of(name)))
        return self.rename(number, name)

    def rename(self, number: str, name: str) -> str:
        """Gives a player another name; returns the number.

        Raises:
            StorageError: it cannot be written; the players are as before.
        """
        before, self.names = self.names, {**self.names, number: name}
        try:
            self.save()
        except StorageError:
            self.names = before
            raise
        return number

    def parts(self) -> Parts:
        return {"players": dict(self.names), "last": {"player": self.playing}}


def _cleaned_players(content: Content) -> Content:
    """Removes invalid content; unknown content stays."""
    cleaned = dict(content)
    for part, is_good in (
        ("players", lambda key, value: _NUMBER.fullmatch(key) and len(value) <= 100 and value.isprintable()),
        ("last", lambda key, value: key != "player" or _NUMBER.fullmatch(value)),
    ):
        found = content.get(part)
        if isinstance(found, dict):
            cleaned[part] = {k: v for k, v in found.items() if type(v) is str and is_good(k, v)}
        elif part in content:
            del cleaned[part]
    return cleaned


FARTHEST_PX = 1 << 15
"""Maximum coordinate: X11 has none beyond it, and no system a display."""
DENSEST = 8.0
_PART = "window"


class WindowMode(StrEnum):
    """Mode of a window."""

    WINDOW = "window"
    MAXIMISED = "maximised"
    FULL_SCREEN = "full screen"


class WindowGeometry(NamedTuple):
    """A window's place on the desktop, in desktop pixels, and its mode.

    `x` and `y` are the position set: the corner of its frame, or of its content if the system counts so.
    Place and size are those of the window when it is neither maximised nor full screen.
    """

    x: int
    y: int
    width: int
    height: int
    screen: tuple[int, int, int, int]
    """Bounds of its display: x, y, width, height."""
    shown: WindowMode = WindowMode.WINDOW
    density: float = 1.0
    """HiDPI factor of the display."""


def load_window_place(path: Path) -> WindowGeometry | None:
    """Reads the geometry from a file; None if there is no valid one."""
    part = read_content(path).content.get(_PART)
    names = ("x", "y", "width", "height", "screen", "shown", "density")
    if not isinstance(part, dict) or any(name not in part for name in names):
        return None
    x, y, width, height, screen, shown, density = (part[name] for name in names)
    if not _is_box([x, y, width, height]) or not _is_box(screen):
        return None
    if shown not in list(WindowMode) or type(density) not in (int, float) or not 1 <= density <= DENSEST:
        return None
    return WindowGeometry(x, y, width, height, tuple(screen), WindowMode(shown), float(density))


def save_window_place(path: Path, place: WindowGeometry) -> None:
    """Writes the geometry, replacing another window's; the rest of the file stays.

    Raises:
        StorageError: it cannot be written; the file is as before.
    """
    write_merged(path, {}, {_PART: place._asdict()}, dict)


def _is_box(numbers: Any) -> bool:
    """Whether these are four numbers of a rectangle that may be on a desktop."""
    if not isinstance(numbers, list) or len(numbers) != 4:
        return False
    return (
        all(type(number) is int and abs(number) <= FARTHEST_PX for number in numbers) and min(numbers[2:]) > 0
    )
