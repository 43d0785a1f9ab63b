"""JSON of typed messages: strict decoding by the types that a message declares, and encoding.

Input is complete or refused: every field is present, no other is, each has its type and is in bounds, and no
name comes twice. Only a field that was added later, which has a default, may be missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from dataclasses import MISSING, fields
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NoReturn,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

MAX_VALUES = 1_000_000
"""Maximum number of values in a text: each takes some 70 bytes of memory."""
DEEPEST = 8
"""Maximum nesting depth of arrays and objects."""
MAX_SHOWN = 40
T = TypeVar("T")


class MessageError(ValueError):
    """The text is not a valid message."""


class IntRange(NamedTuple):
    """Bounds of a whole number, both included."""

    least: int
    most: int


class TextLimit(NamedTuple):
    """Bounds of a text: its maximum length in characters, and a pattern that matches all of it."""

    longest: int
    pattern: str = ""


class ArrayLimit(NamedTuple):
    """Maximum length of an array."""

    longest: int


def encoded(message: Any) -> str:
    """Encodes a message, which is a dataclass, as JSON in one line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=vars)


def parsed(text: str | bytes, most_bytes: int) -> dict[str, Any]:
    """Parses the object in a JSON text.

    Raises:
        MessageError: the text is too large, too deep, not JSON, or another value.
    """
    size = len(text) if isinstance(text, bytes) else len(text.encode(errors="surrogatepass"))
    if size > most_bytes:
        raise MessageError(f"the message is larger than {most_bytes} bytes")
    if size > MAX_VALUES and _values(text) > MAX_VALUES:
        raise MessageError(f"the message has more than {MAX_VALUES} values")
    try:
        if isinstance(text, bytes):
            text = text.decode()  # `json` itself would take UTF-16 and UTF-32 too
        found = json.loads(text, object_pairs_hook=_once, parse_float=_refuse, parse_constant=_refuse)
    except MessageError:
        raise
    except (ValueError, RecursionError):  # no JSON, no UTF-8, a number too long, or too deep for the parser
        raise MessageError("that is no JSON") from None
    if not isinstance(found, dict):
        raise MessageError("a message is an object")
    if _is_deeper(found, DEEPEST):
        raise MessageError(f"the message is deeper than {DEEPEST}")
    return found


def decoded(kind: type[T], found: object) -> T:
    """Decodes an object strictly into a message of a type.

    Raises:
        MessageError: a field is missing, unknown, of another type, or out of bounds.
    """
    if not isinstance(found, dict):
        raise MessageError("an object is expected")
    types = _types(kind)  # type: ignore[arg-type]  # every type can be a key
    for name in found:
        if name not in types:
            raise MessageError(f"there is no field “{_shown(name)}”")
    values = {}
    for name, expected in types.items():
        if name not in found:
            if name in _added(kind):  # type: ignore[arg-type]  # every type can be a key
                continue
            raise MessageError(f"the field “{name}” is missing")
        try:
            values[name] = _value(expected, found[name])
        except MessageError as wrong:
            raise MessageError(f"“{name}”: {wrong}") from None
    return kind(**values)


@cache
def _types(kind: Hashable) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}  # type: ignore[arg-type]  # a dataclass


@cache
def _added(kind: Hashable) -> frozenset[str]:
    """Fields that older programs do not know."""
    return frozenset(each.name for each in fields(kind) if each.default is not MISSING)  # type: ignore[arg-type]


def _value(expected: Any, found: object) -> Any:
    origin = get_origin(expected)
    if origin is Annotated:
        base, bounds = get_args(expected)
        return _bounded(base, bounds, found)
    if origin in (Union, UnionType):
        (inner,) = (kind for kind in get_args(expected) if kind is not NoneType)
        return None if found is None else _value(inner, found)
    if origin is Literal:
        if found not in get_args(expected) or isinstance(found, bool):
            raise MessageError(f"{_shown(found)} is none of {', '.join(map(str, get_args(expected)))}")
        return found
    if expected is bool:
        if not isinstance(found, bool):
            raise MessageError("true or false is expected")
        return found
    return decoded(expected, found)


def _bounded(base: Any, bounds: Any, found: object) -> Any:
    if isinstance(bounds, IntRange):
        if not isinstance(found, int) or isinstance(found, bool) or not bounds.least <= found <= bounds.most:
            raise MessageError(f"a whole number from {bounds.least} to {bounds.most} is expected")
        return found
    if isinstance(bounds, TextLimit):
        return _text(bounds, found)
    if not isinstance(found, list) or len(found) > bounds.longest:
        raise MessageError(f"an array of at most {bounds.longest} is expected")
    return tuple(_value(get_args(base)[0], value) for value in found)


def _text(bounds: TextLimit, found: object) -> str:
    if not isinstance(found, str) or len(found) > bounds.longest:
        raise MessageError(f"a text of at most {bounds.longest} letters is expected")
    if bounds.pattern and not re.fullmatch(bounds.pattern, found, re.ASCII):
        raise MessageError(f"{_shown(found)} has not the form that is expected")
    try:
        found.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        raise MessageError("the text cannot be written") from None
    return found


def _values(text: str | bytes) -> int:
    """At least as many as the values of a JSON text."""
    if isinstance(text, bytes):
        return text.count(b",") + text.count(b"[") + text.count(b"{")
    return text.count(",") + text.count("[") + text.count("{")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise MessageError("a field comes twice")
    return found


def _refuse(number: str) -> NoReturn:
    raise MessageError(f"{_shown(number)} is no whole number")


def _is_deeper(value: object, most: int) -> bool:
    within = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return within is not None and (most == 0 or any(_is_deeper(part, most - 1) for part in within))


def _shown(value: object) -> str:
    return ascii(value)[:MAX_SHOWN].strip("'")
