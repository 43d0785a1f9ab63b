"""Options of a game, as fields of its frozen dataclass: their choices, and their text.

Knows nothing of any one game. An option is written `draw=3`; a yes-or-no option is a
boolean field, written `early=yes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, fields
from typing import Any, NamedTuple


class OptionError(ValueError):
    """An option that the game does not have, or a value it does not take."""


class Option(NamedTuple):
    """An option as the command line offers it."""

    name: str  # of the field, and in a record
    word: str  # on the command line, where it may have another
    values: str  # what may be given
    about: str
    is_yes_or_no: bool


def choice(default: int, *others: int, about: str = "") -> Any:
    """A dataclass field that takes one of the named numbers; the first is the default.

    `about` says for the command line what is chosen.
    """
    values = (default, *others)
    return _option(default, values, about, "|".join(map(str, sorted(values))))


def number(default: int, low: int, high: int, about: str = "", word: str = "", unit: str = "number") -> Any:
    """A dataclass field that takes a whole number of `unit` from `low` to `high`."""
    return _option(default, range(low, high + 1), about, unit.upper(), word)


def yes_or_no(default: bool, about: str = "") -> Any:
    """A dataclass field that takes yes or no."""
    return _option(default, (False, True), about, "yes|no")


def _option(default: int, choices: Any, about: str, values: str, word: str = "") -> Any:
    return field(
        default=default, metadata={"choices": choices, "about": about, "values": values, "word": word}
    )


def declared(variant: type) -> list[Option]:
    """The options of a game, in their order.

    >>> from game.rules import VARIANTS
    >>> declared(VARIANTS["spider"])[0][:4]
    ('suits', 'suits', '1|2|4', 'suits in the pack')
    """
    return [
        Option(
            each.name,
            each.metadata["word"] or each.name,
            each.metadata["values"],
            each.metadata["about"],
            _is_yes_or_no(each.metadata["choices"]),
        )
        for each in fields(variant)
    ]


def choices(variant: type, name: str) -> Any:
    """The values that option `name` of a variant takes, the default first unless it is a range."""
    return {each.name: each.metadata["choices"] for each in fields(variant)}[name]


def options_of(variant: Any) -> dict[str, int | str]:
    """The options of a variant by name: numbers, and "yes" or "no"."""
    values = {each.name: getattr(variant, each.name) for each in fields(variant)}
    return {
        name: ("yes" if value else "no") if isinstance(value, bool) else value
        for name, value in values.items()
    }


def options_to_text(variant: Any) -> str:
    """The options as they stand in a record: `draw=3 limit=300`, or nothing."""
    return " ".join(f"{name}={value}" for name, value in options_of(variant).items())


def options_from_texts(variant: type, words: Iterable[str]) -> dict[str, int | bool]:
    """Keyword arguments for `variant` from words such as `draw=3`.

    Raises:
        OptionError: a word is no option of this game, comes twice, or has a value it does not take.
    """
    known: Mapping[str, Any] = {each.name: each for each in fields(variant)}
    found: dict[str, int | bool] = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in known:
            raise OptionError(f"“{word[:40]}” is not an option of this game")
        if name in found:
            raise OptionError(f"the option {name} is given twice")
        found[name] = _value(name, text, known[name].metadata["choices"])
    return found


def _value(name: str, text: str, allowed: Any) -> int | bool:
    if _is_yes_or_no(allowed):
        if text in ("yes", "no"):
            return text == "yes"
        raise OptionError(f"{name} is yes or no, not “{text[:20]}”")
    is_number = text.isascii() and text.isdigit() and len(text) < 10 and str(int(text)) == text
    if is_number and int(text) in allowed:
        return int(text)
    if isinstance(allowed, range):
        wanted = f"a number from {allowed[0]} to {allowed[-1]}"
    else:
        wanted = " or ".join(str(value) for value in sorted(allowed))
    raise OptionError(f"{name} is {wanted}, not “{text[:20]}”")


def _is_yes_or_no(allowed: Any) -> bool:
    return isinstance(allowed, tuple) and isinstance(allowed[0], bool)
