"""Formatting of play times and of counted words, for every text that a player reads.

Knows words and numbers; must not know any game.
"""

from __future__ import annotations


def many(count: int, word: str) -> str:
    """A number with its word: `1 round`, `2 rounds`."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def listed(names: list[str] | tuple[str, ...]) -> str:
    """Names as one says them: `Anna, Ben and Clara`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def either(names: list[str] | tuple[str, ...]) -> str:
    """Alternatives as one says them: `Anna, Ben or Clara`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def minutes(seconds: float) -> str:
    """A play time in whole minutes and seconds, cut off.

    >>> minutes(298.9), minutes(3725)
    ('4:58', '62:05')
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def hours(seconds: float) -> str:
    """A play time with its hours, if there are any.

    >>> hours(298.9), hours(3725)
    ('4:58', '1:02:05')
    """
    hour, rest = divmod(int(seconds), 3600)
    return f"{hour}:{rest // 60:02d}:{rest % 60:02d}" if hour else minutes(rest)


def tenths(elapsed_ms: int) -> str:
    """A play time to the tenth of a second, cut off.

    >>> tenths(252_399)
    '4:12.3'
    """
    return f"{minutes(elapsed_ms // 1000)}.{elapsed_ms // 100 % 10}"
