"""Texts as they can be shown: broken into lines, cut or written smaller to fit."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pygame

from game.message import DateTimeText, Message, msg, verbatim
from game.storage.files import printable
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import MIN_UNIT, RGB, units_down


def date_shown(changed_s: float) -> Message:
    """When a file was written, in local time; from seconds since the epoch."""
    when = datetime.fromtimestamp(changed_s)
    moment = DateTimeText(when.year, when.month, when.day, when.hour, when.minute)
    return Message("{moment}", {"moment": moment})


def size_shown(size_bytes: int) -> Message:
    """Formats the size of a file."""
    # Translators: the size of a file.
    return msg("{size} KiB", size=size_bytes // 1024)


def place_shown(folder: Path) -> str:
    """The end of a folder's path, enough to find it: `Documents/Patience Arcade`."""
    return printable(os.sep.join(folder.parts[-2:]), 60)


def reason_shown(error: Exception) -> str:
    """Why a file does not hold, with its line; without a full stop."""
    reason = str(error)
    return _clean(reason).opened() if isinstance(reason, Message) else printable(reason, 300).rstrip(".")


def _clean(message: Message) -> Message:
    """The message with those of its parts cleaned that come from outside."""
    return message.with_parts(**{name: _clean_part(part) for name, part in message.parts.items()})


def _clean_part(part: Any) -> Any:
    if isinstance(part, Message):
        return _clean(part)
    return printable(part, 200) if isinstance(part, str) else part


@contextmanager
def small_enough(pictures: Pictures, fits: Callable[[], bool], wanted: float | None = None) -> Iterator[None]:
    """Has all in between drawn in the largest unit, up to `wanted` or the present one, in which it fits."""
    present = pictures.unit
    try:
        for unit in units_down(present if wanted is None else wanted, MIN_UNIT):
            pictures.set_unit(unit)
            if fits():
                break
        yield
    finally:
        pictures.set_unit(present)


BETWEEN_FACTS = "  ·  "


def wrapped(
    words: str, pictures: Pictures, room_px: float, size: str = "body", bold: bool = False
) -> list[str]:
    """The words in lines that fit into `room_px`."""
    words = pictures.language.translate(words)
    lines: list[str] = []
    line = ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if line and pictures.text_width(longer, size, bold) > room_px:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def wrapped_anywhere(words: str, pictures: Pictures, room_px: float, size: str = "body") -> Iterator[str]:
    """Wraps text, breaking words longer than a line too, such as paths."""

    def width(text: str) -> int:
        return pictures.font(size).size(text)[0]

    for line in wrapped(words, pictures, room_px, size):
        rest = line
        while width(rest) > room_px and len(rest) > 1:
            beginnings = [rest[:count] for count in range(1, len(rest))]
            fits = max(1, bisect_right(beginnings, room_px, key=width))
            yield rest[:fits]
            rest = rest[fits:]
        yield rest


def shortened(words: str, pictures: Pictures, room_px: float, size: str = "body") -> str:
    """The words, or as many of them as fit into `room_px`, with an ellipsis."""
    words = pictures.language.translate(words)
    if pictures.text_width(words, size) <= room_px:
        return words
    while " " in words:
        words = words[: words.rindex(" ")]
        if pictures.text_width(words + " …", size) <= room_px:
            return words + " …"
    return ""


def text_within(
    words: str, pictures: Pictures, room_px: float, size: str, colour: RGB, bold: bool = False
) -> pygame.Surface:
    """The words as a picture, smaller where they would be too wide; cut only where they were too small."""

    def fits() -> bool:
        return pictures.text_width(words, size, bold) <= room_px

    if fits():
        return pictures.text(words, size, colour, bold)
    with small_enough(pictures, fits):
        return pictures.text(verbatim(fitting(words, pictures, room_px, size, bold)), size, colour, bold)


def fitting(words: str, pictures: Pictures, room_px: float, size: str, bold: bool = False) -> str:
    """The words, or as many of their letters as there is room for, with an ellipsis."""
    words = pictures.language.translate(words)
    font = pictures.font(size, bold)
    if font.size(words)[0] <= room_px:
        return words
    too_many = bisect_right(range(len(words)), room_px, key=lambda count: font.size(words[:count] + "…")[0])
    return words[: max(0, too_many - 1)] + "…"
