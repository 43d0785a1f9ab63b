"""JSON of typed messages: strict decoding by the types that a message declares, and encoding.

Input is complete or refused: every field is present, no other is, each has its type and is in bounds, and no
name comes twice. Only a field that was added later, which has a default, may be missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
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
MAX_DEPTH = 8
"""Maximum nesting depth of arrays and objects."""
MAX_SHOWN = 40
T = TypeVar("T")
Reads = Mapping[type, Callable[[Any], Any]]
"""Readers of values whose text or number means something only beside others, by their type."""
NO_READS: Reads = {}


class MessageError(ValueError):
    """The text is not a valid message."""


class IntRange(NamedTuple):
    """Bounds of a whole number, both included."""

    min: int
    max: int


class Range(NamedTuple):
    """Bounds of a number, both included."""

    min: float
    max: float


class TextLimit(NamedTuple):
    """Bounds of a text: its maximum length in characters, and a pattern that matches all of it."""

    max_length: int
    pattern: str = ""


class ArrayLimit(NamedTuple):
    """Maximum length of an array."""

    max_length: int


def encoded(message: Any) -> str:
    """Encodes a message, which is a dataclass, as JSON in one line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=vars)


def plain(value: Any, writes: Mapping[type, Callable[[Any], str]]) -> Any:
    """Converts a message to values of JSON; `writes` converts values of further types to text."""
    if (write := writes.get(type(value))) is not None:
        return write(value)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name), writes) for field in fields(value)}
    return [plain(part, writes) for part in value] if isinstance(value, tuple) else value


def parsed(text: str | bytes, max_bytes: int, has_fractions: bool = False) -> dict[str, Any]:
    """Parses the object in a JSON text; its numbers are whole unless it `has_fractions`.

    Raises:
        MessageError: the text is too large, too deep, not JSON, or another value.
    """
    size = len(text) if isinstance(text, bytes) else len(text.encode(errors="surrogatepass"))
    if size > max_bytes:
        raise MessageError(f"the message is larger than {max_bytes} bytes")
    if size > MAX_VALUES and _values(text) > MAX_VALUES:
        raise MessageError(f"the message has more than {MAX_VALUES} values")
    try:
        if isinstance(text, bytes):
            text = text.decode()  # `json` itself would take UTF-16 and UTF-32 too
        fraction = float if has_fractions else _refuse
        found = json.loads(text, object_pairs_hook=_once, parse_float=fraction, parse_constant=fraction)
    except MessageError:
        raise
    except (ValueError, RecursionError):  # no JSON, no UTF-8, a number too long, or too deep for the parser
        raise MessageError("that is no JSON") from None
    if not isinstance(found, dict):
        raise MessageError("a message is an object")
    if _is_deeper(found, MAX_DEPTH):
        raise MessageError(f"the message is deeper than {MAX_DEPTH}")
    return found


def decoded(kind: type[T], found: object, reads: Reads = NO_READS) -> T:
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
            values[name] = value_of(expected, found[name], reads)
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
    return frozenset(field.name for field in fields(kind) if field.default is not MISSING)  # type: ignore[arg-type]


def value_of(expected: Any, found: object, reads: Reads = NO_READS) -> Any:
    """Decodes a value of a declared type; raises MessageError if it is not one."""
    origin = get_origin(expected)
    if origin is Annotated:
        base, bounds = get_args(expected)
        return _bounded(base, bounds, found, reads)
    if origin in (Union, UnionType):
        return _one_of(get_args(expected), found, reads)
    if origin is Literal:
        if found not in get_args(expected) or isinstance(found, bool):
            raise MessageError(f"{_shown(found)} is none of {', '.join(map(str, get_args(expected)))}")
        return found
    if origin is tuple:
        kinds = get_args(expected)
        if not isinstance(found, list) or len(found) != len(kinds):
            raise MessageError(f"an array of {len(kinds)} is expected")
        return tuple(value_of(kind, part, reads) for kind, part in zip(kinds, found, strict=True))
    if expected is bool:
        if not isinstance(found, bool):
            raise MessageError("true or false is expected")
        return found
    if (read := reads.get(expected)) is not None:
        return read(found)
    if issubclass(expected, Enum):
        if not any(found == member.value for member in expected):
            raise MessageError(f"{_shown(found)} is none of {', '.join(member.value for member in expected)}")
        return expected(found)
    return decoded(expected, found, reads)


def _one_of(kinds: tuple[Any, ...], found: object, reads: Reads) -> Any:
    if found is None and NoneType in kinds:
        return None
    *others, last = (kind for kind in kinds if kind is not NoneType)
    for kind in others:
        try:
            return value_of(kind, found, reads)
        except MessageError:
            pass
    return value_of(last, found, reads)


def _bounded(base: Any, bounds: Any, found: object, reads: Reads) -> Any:
    if isinstance(bounds, IntRange | Range):
        return _number(bounds, found)
    if isinstance(bounds, TextLimit):
        if get_origin(base) is not dict:
            return _text(bounds, found)
        if not isinstance(found, dict):
            raise MessageError("an object is expected")
        return {_text(bounds, name): _text(bounds, text) for name, text in found.items()}
    if not isinstance(found, list) or len(found) > bounds.max_length:
        raise MessageError(f"an array of at most {bounds.max_length} is expected")
    return tuple(value_of(get_args(base)[0], value, reads) for value in found)


def _number(bounds: IntRange | Range, found: object) -> int | float:
    kinds, name = (int | float, "number") if isinstance(bounds, Range) else (int, "whole number")
    if isinstance(found, kinds) and not isinstance(found, bool) and bounds.min <= found <= bounds.max:
        return found
    raise MessageError(f"a {name} from {bounds.min} to {bounds.max} is expected")


def _text(bounds: TextLimit, found: object) -> str:
    if not isinstance(found, str) or len(found) > bounds.max_length:
        raise MessageError(f"a text of at most {bounds.max_length} letters is expected")
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


def _is_deeper(value: object, max_depth: int) -> bool:
    within = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return within is not None and (max_depth == 0 or any(_is_deeper(part, max_depth - 1) for part in within))


def _shown(value: object) -> str:
    return ascii(value)[:MAX_SHOWN].strip("'")
