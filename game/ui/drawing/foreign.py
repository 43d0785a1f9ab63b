"""Texts that come from outside, as they can be shown: names, paths, dates of files, reasons of errors.

Knows letters; must not know what any text is about.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Any

from game.message import Message, Moment, msg


def shown(text: str, most: int = 80) -> str:
    """Foreign text as it can be shown in a line: no control characters, and not without end."""
    text = "".join(letter if letter.isprintable() else "�" for letter in text)
    return text if len(text) <= most else text[: most - 1] + "…"


def date_shown(changed_s: float) -> Message:
    """When a file was written, in local time; from seconds since the epoch."""
    when = datetime.fromtimestamp(changed_s)
    moment = Moment(when.year, when.month, when.day, when.hour, when.minute)
    return Message("{moment}", {"moment": moment})


def size_shown(size_bytes: int) -> Message:
    """How large a file is."""
    # Translators: the size of a file.
    return msg("{size} KiB", size=size_bytes // 1024)


def place_shown(folder: Path) -> str:
    """The end of a folder's path, enough to find it: `Documents/Patience Arcade`."""
    return shown(os.sep.join(folder.parts[-2:]), 60)


def reason_shown(error: Exception) -> str:
    """Why a file does not hold, with its line; without a full stop."""
    reason = str(error)
    return _clean(reason).opened() if isinstance(reason, Message) else shown(reason, 300).rstrip(".")


def _clean(message: Message) -> Message:
    """The message with those of its parts cleaned that come from outside."""
    return message.with_parts(**{name: _clean_part(part) for name, part in message.parts.items()})


def _clean_part(part: Any) -> Any:
    if isinstance(part, Message):
        return _clean(part)
    return shown(part, 200) if isinstance(part, str) else part
