"""Formats play times and lists for every text that a player reads."""

from __future__ import annotations

from collections.abc import Sequence

from game.message import Message, joined, msg, msg_p, verbatim

COMMA = ", "


def listed(names: Sequence[str]) -> Message:
    """Joins texts in a sentence: `Anna, Ben and Clara`."""
    if len(names) == 1:
        return verbatim(names[0])
    # Translators: a list of two; of a longer one {first} is all but the last, with commas between them.
    return msg("{first} and {last}", first=_all_but_last(names), last=names[-1])


def either(names: Sequence[str]) -> Message:
    """Joins alternatives in a sentence: `Anna, Ben or Clara`."""
    if len(names) == 1:
        return verbatim(names[0])
    # Translators: two alternatives; of more {first} is all but the last, with commas between them.
    return msg("{first} or {last}", first=_all_but_last(names), last=names[-1])


def _all_but_last(names: Sequence[str]) -> Message:
    return joined(COMMA, names[:-1])


def place_words(place: int) -> Message:
    """Names a place in an order.

    >>> [str(place_words(place)) for place in (1, 2, 3, 4, 11, 12, 21, 103)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '103rd']
    """
    if place == 1:
        return msg_p("a place", "1st")
    endings = {
        1: msg_p("a place", "{number}st"),
        2: msg_p("a place", "{number}nd"),
        3: msg_p("a place", "{number}rd"),
    }
    last = 0 if place % 100 in (11, 12, 13) else place % 10
    return endings.get(last, msg_p("a place", "{number}th")).with_parts(number=place)


def minutes(seconds: float) -> str:
    """Formats a play time in whole minutes and seconds, rounded down.

    >>> minutes(298.9), minutes(3725)
    ('4:58', '62:05')
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def hours(seconds: float) -> str:
    """Formats a play time, with hours if there are any.

    >>> hours(298.9), hours(3725)
    ('4:58', '1:02:05')
    """
    hour, rest = divmod(int(seconds), 3600)
    return f"{hour}:{rest // 60:02d}:{rest % 60:02d}" if hour else minutes(rest)


def tenths(elapsed_ms: int) -> str:
    """Formats a play time to the tenth of a second, rounded down.

    >>> tenths(252_399)
    '4:12.3'
    """
    return f"{minutes(elapsed_ms // 1000)}.{elapsed_ms // 100 % 10}"
