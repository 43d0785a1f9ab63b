"""Texts that come from outside, as they can be shown: names, paths, dates of files, reasons of errors.

Knows letters; must not know what any text is about.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path


def shown(text: str, most: int = 80) -> str:
    """Foreign text as it can be shown in a line: no control characters, and not without end."""
    text = "".join(letter if letter.isprintable() else "�" for letter in text)
    return text if len(text) <= most else text[: most - 1] + "…"


def date_shown(changed_s: float) -> str:
    """When a file was written, in local time; from seconds since the epoch."""
    return datetime.fromtimestamp(changed_s).strftime("%Y-%m-%d  %H:%M")


def place_shown(folder: Path) -> str:
    """The end of a folder's path, enough to find it: `Documents/Patience Arcade`."""
    return shown(os.sep.join(folder.parts[-2:]), 60)


def reason_shown(error: Exception) -> str:
    """Why a file does not hold, with its line."""
    return shown(str(error), 300).rstrip(".")
