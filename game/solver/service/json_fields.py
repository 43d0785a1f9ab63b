"""Validation of the fields of a line of JSON, each asked for by its name.

Knows JSON and bounds; must not know what a message is about.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

LONGEST_LINE = 4 << 20
"""Bytes; the record of a game is less than a quarter of that."""
MOST = 1 << 62

T = TypeVar("T")


class MessageError(ValueError):
    """A line is no message; the text says why."""

    def __init__(self, why: str, number: int | None = None) -> None:
        """`number` is the question's, when the line tells it."""
        super().__init__(why)
        self.number = number


class Fields:
    """The fields of a line, each asked for by its name and checked."""

    def __init__(self, fields: dict[str, object]) -> None:
        self.fields = fields

    @classmethod
    def of(cls, line: str | bytes) -> Fields:
        """The fields of a line of JSON."""
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):  # no JSON, no UTF-8, or deeper than anybody needs
            raise MessageError("that is no JSON") from None
        if not isinstance(fields, dict):
            raise MessageError("that is no message")
        return cls(fields)

    def any(self, name: str) -> object:
        """Whatever stands there, or None."""
        return self.fields.get(name)

    def whole(self, name: str, most: int = MOST) -> int:
        """A whole number from 0 on."""
        return _named(name, lambda: whole(self.any(name), most))

    def number(self, name: str, most: float) -> float:
        """A number from 0 on."""
        return _named(name, lambda: number(self.any(name), most))

    def text(self, name: str, longest: int = LONGEST_LINE) -> str:
        """A text that can be written to a file."""
        return _named(name, lambda: text(self.any(name), longest))

    def row(self, name: str) -> list[object]:
        """A list."""
        found = self.any(name)
        if not isinstance(found, list):
            raise MessageError(f"“{name}” is missing or no list")
        return found


def _named(name: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except MessageError as wrong:
        raise MessageError(f"“{name}” is missing or {wrong}") from None


def whole(found: object, most: int) -> int:
    """A whole number from 0 to `most`.

    Raises:
        MessageError: it is none.
    """
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= most:
        raise MessageError("no whole number in its bounds")
    return found


def number(found: object, most: float) -> float:
    """A number from 0 to `most`.

    Raises:
        MessageError: it is none.
    """
    if not isinstance(found, int | float) or isinstance(found, bool) or not 0 <= found <= most:
        raise MessageError("no number in its bounds")
    return found


def text(found: object, longest: int = LONGEST_LINE) -> str:
    """A text that can be written to a file.

    Raises:
        MessageError: it is none, or too long.
    """
    if not isinstance(found, str) or len(found) > longest:
        raise MessageError("no text, or too long a one")
    try:
        found.encode()
    except UnicodeEncodeError:
        raise MessageError("no text that can be written") from None
    return found
