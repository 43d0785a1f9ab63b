"""Where the window was last, and whether it was maximised or filled the screen, in a small file of its own.

Knows the file and what can be believed of it; must not know the screens that there are, nor how two
windows share the file. It is not part of the profile: a player who takes the profile to another
machine does not take its screens along.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from game.storage.profile_file import Content, read_content, write_merged

FARTHEST_PX = 1 << 15
"""X11 knows no coordinates beyond it, and no system a display."""
DENSEST = 8.0
_PART = "window"


class Shown(StrEnum):
    """How a window is shown."""

    WINDOW = "window"
    MAXIMISED = "maximised"
    FULL_SCREEN = "full screen"


class WindowPlace(NamedTuple):
    """A window's place on the desktop, in the desktop's own pixels, and how it is shown.

    `x` and `y` are where the window is put: the corner of its frame, or of its content where the system
    counts so. Place and size are those of the window when it is neither maximised nor full screen.
    """

    x: int
    y: int
    width: int
    height: int
    screen: tuple[int, int, int, int]
    """The bounds of the display it is on: x, y, width, height."""
    shown: Shown = Shown.WINDOW
    density: float = 1.0
    """The HiDPI factor of the display."""


def load_window_place(path: Path) -> WindowPlace | None:
    """The place in a file; None when there is none that can be believed."""
    part = read_content(path).content.get(_PART)
    names = ("x", "y", "width", "height", "screen", "shown", "density")
    if not isinstance(part, dict) or any(name not in part for name in names):
        return None
    x, y, width, height, screen, shown, density = (part[name] for name in names)
    if not _is_box([x, y, width, height]) or not _is_box(screen):
        return None
    if shown not in list(Shown) or type(density) not in (int, float) or not 1 <= density <= DENSEST:
        return None
    return WindowPlace(x, y, width, height, tuple(screen), Shown(shown), float(density))


def save_window_place(path: Path, place: WindowPlace) -> None:
    """Writes the place over what another window has written; whatever else is in the file stays.

    Raises:
        StorageError: it cannot be written; the file is as before.
    """
    write_merged(path, {}, {_PART: place._asdict()}, _cleaned)


def _cleaned(content: Content) -> Content:
    return content


def _is_box(numbers: Any) -> bool:
    """Whether these are the four numbers of a rectangle that may lie on a desktop."""
    if not isinstance(numbers, list) or len(numbers) != 4:
        return False
    return all(type(each) is int and abs(each) <= FARTHEST_PX for each in numbers) and min(numbers[2:]) > 0
