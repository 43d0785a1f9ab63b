"""Badges beside names: a colour and initials, different for every player of a tournament.

Two names may be cut to the same letters, or have none that can be drawn; their badges still differ.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import NamedTuple
from zlib import crc32

COLOURS = (
    *("#f4a6a0", "#f6c177", "#e8dc74", "#b5d96b", "#7fd6a0", "#6fd3cf"),
    *("#82c7f2", "#9fb0f5", "#c7a5f0", "#f0a3d8", "#d9c2a3", "#c3ccd1"),
)
"""Colours of badges, all light enough for dark letters."""


class Badge(NamedTuple):
    """An index of COLOURS, and one or two letters or a number."""

    colour: int
    letters: str


def initials(name: str) -> str:
    """Returns the first letters of a name's first and last word; one sign where letters have no case.

    >>> [initials(name) for name in ("Nguyễn Thảo", "anna", "🦊 Fox", "王小明", "देवी शर्मा")]
    ['NT', 'A', 'F', '王', 'दे']
    """
    words = [_first(word) for word in unicodedata.normalize("NFC", name).split()]
    letters = [sign for sign in words if sign[0].isalnum()] or words
    first, last = letters[0], letters[-1]
    is_cased = first.upper() != first.lower()
    return _capital(first) + _capital(last) if is_cased and len(letters) > 1 else _capital(first)


def badges(names: Iterable[str], can_draw: Callable[[str], bool] = lambda _: True) -> dict[str, Badge]:
    """Returns the badge of each name of a tournament, in whatever order the names come.

    A name keeps its badge when others join, unless theirs would be the same. Letters that cannot be drawn are
    replaced by numbers.

    >>> list(badges(["王小明", "שרה כהן", "Anna"], str.isascii).values())
    [Badge(colour=9, letters='A'), Badge(colour=4, letters='1'), Badge(colour=11, letters='2')]
    """
    found: dict[str, Badge] = {}
    taken: set[Badge] = set()
    letters: set[str] = set()
    numbers = (str(number) for number in count(1))
    for name in sorted(set(names)):
        found[name] = next(badge for badge in _wished(name, can_draw, letters, numbers) if badge not in taken)
        taken.add(found[name])
        letters.add(found[name].letters)
    return found


def _wished(
    name: str, can_draw: Callable[[str], bool], taken: set[str], numbers: Iterator[str]
) -> Iterator[Badge]:
    """Badges for a name, the best first, without end."""
    own = crc32(name.encode()) % len(COLOURS)
    for letters in dict.fromkeys((initials(name), unicodedata.normalize("NFC", name)[:2].strip())):
        if can_draw(letters):
            for step in range(len(COLOURS)):
                yield Badge((own + step) % len(COLOURS), letters)
    yield from (Badge(own, number) for number in numbers if number not in taken)


def _first(word: str) -> str:
    """The first letter of a word with its marks."""
    end = next(
        (place for place in range(1, len(word)) if unicodedata.category(word[place])[0] != "M"), len(word)
    )
    return word[:end]


def _capital(sign: str) -> str:
    return sign.upper() if len(sign.upper()) == len(sign) else sign
