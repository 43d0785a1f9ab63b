"""Options of a game: their choices, their values, and their text.

Knows nothing of any one game. An option is written `draw=3`; a yes-or-no option is a
boolean, written `early=yes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, ClassVar, NamedTuple, dataclass_transform

from game.message import msg


class OptionError(ValueError):
    """An option that the game does not have, or a value it does not take."""


class Option(NamedTuple):
    """An option as the command line offers it."""

    name: str  # as an attribute, and in a record
    word: str  # on the command line, where it may have another
    values: str  # what may be given
    about: str
    is_yes_or_no: bool


class Declared(NamedTuple):
    """What a game says of one of its options."""

    default: int
    choices: Any
    about: str
    values: str
    word: str


def choice(*others: int, default: int, about: str = "") -> Any:
    """An option that takes one of the named numbers.

    `about` says for the command line what is chosen.
    """
    values = (default, *others)
    return Declared(default, values, about, "|".join(map(str, sorted(values))), "")


def number(
    low: int, high: int, *, default: int, about: str = "", word: str = "", unit: str = "number"
) -> Any:
    """An option that takes a whole number of `unit` from `low` to `high`."""
    return Declared(default, range(low, high + 1), about, unit.upper(), word)


def yes_or_no(*, default: bool, about: str = "") -> Any:
    """An option that takes yes or no."""
    return Declared(default, (False, True), about, "yes|no", "")


@dataclass_transform(frozen_default=True, field_specifiers=(choice, number, yes_or_no))
class Options:
    """A value made of the options that its class declares; it never changes.

    It is no dataclass, because the methods of one are compiled anew at every start of the program.

    >>> class Patience(Options):
    ...     draw: int = choice(1, default=3)
    >>> Patience(draw=1), Patience(1) == Patience(draw=1), Patience().draw
    (Patience(draw=1), True, 3)
    """

    declared: ClassVar[Mapping[str, Declared]] = {}
    """By name, in their order."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {name: each for name, each in vars(cls).items() if isinstance(each, Declared)}
        cls.declared = {**cls.declared, **own}
        for name, each in own.items():
            setattr(cls, name, each.default)

    def __init__(self, *values: int, **named: int) -> None:
        given = dict(zip(self.declared, values, strict=False))
        if len(values) > len(self.declared) or not named.keys() <= self.declared.keys() - given.keys():
            raise TypeError(f"{type(self).__name__} has the options {', '.join(self.declared) or 'none'}")
        vars(self).update({name: each.default for name, each in self.declared.items()} | given | named)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} never changes")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} never changes")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in vars(self).items())})"


def declared(variant: type[Options]) -> list[Option]:
    """The options of a game, in their order.

    >>> from game.rules import VARIANTS
    >>> declared(VARIANTS["spider"])[0][:4]
    ('suits', 'suits', '1|2|4', 'suits in the pack')
    """
    return [
        Option(
            name,
            each.word or name,
            each.values,
            each.about,
            _is_yes_or_no(each.choices),
        )
        for name, each in variant.declared.items()
    ]


def choices(variant: type[Options], name: str) -> Any:
    """The values that option `name` of a variant takes, the default first unless it is a range."""
    return variant.declared[name].choices


def options_of(variant: Options) -> dict[str, int | str]:
    """The options of a variant by name: numbers, and "yes" or "no"."""
    return {
        name: ("yes" if value else "no") if isinstance(value, bool) else value
        for name, value in vars(variant).items()
    }


def options_to_text(variant: Options) -> str:
    """The options as they stand in a record: `draw=3 limit=300`, or nothing."""
    return " ".join(f"{name}={value}" for name, value in options_of(variant).items())


def options_from_texts(variant: type[Options], words: Iterable[str]) -> dict[str, int | bool]:
    """Keyword arguments for `variant` from words such as `draw=3`.

    Raises:
        OptionError: a word is no option of this game, comes twice, or has a value it does not take.
    """
    known = variant.declared
    found: dict[str, int | bool] = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in known:
            raise OptionError(msg("“{text}” is not an option of this game", text=word[:40]))
        if name in found:
            raise OptionError(msg("the option {name} is given twice", name=name))
        found[name] = _value(name, text, known[name].choices)
    return found


def _value(name: str, text: str, allowed: Any) -> int | bool:
    if _is_yes_or_no(allowed):
        if text in ("yes", "no"):
            return text == "yes"
        raise OptionError(msg("{name} is yes or no, not “{text}”", name=name, text=text[:20]))
    is_number = text.isascii() and text.isdigit() and len(text) < 10 and str(int(text)) == text
    if is_number and int(text) in allowed:
        return int(text)
    if isinstance(allowed, range):
        low, high, other = allowed[0], allowed[-1], text[:20]
        raise OptionError(
            msg(
                "{name} is a number from {low} to {high}, not “{text}”",
                name=name,
                low=low,
                high=high,
                text=other,
            )
        )
    first, *others = sorted(allowed)
    wanted = reduce(lambda before, each: msg("{first} or {last}", first=before, last=each), others, first)
    raise OptionError(msg("{name} is {wanted}, not “{text}”", name=name, wanted=wanted, text=text[:20]))


def _is_yes_or_no(allowed: Any) -> bool:
    return isinstance(allowed, tuple) and isinstance(allowed[0], bool)
