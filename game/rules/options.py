"""What a game declares: its options, the unit of its result, its landmarks, and the names of its piles.

An option is written `draw=3`; an option with two words is a boolean, written `early=yes` or `undo=free`. A
pile is never named in a sentence by its bare name: other languages have a case or an article there, so each
role that it has in a sentence is a phrase of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, ClassVar, NamedTuple, dataclass_transform

from game.message import Message, msg, msg_n, msg_p


class OptionError(ValueError):
    """An option that the game does not have, or a value it does not take."""


class OptionSpec(NamedTuple):
    """Declaration of one option of a game."""

    default: int
    choices: Any
    about: str
    values: str
    word: str  # its name on the command line; in a declaration nothing where that is its own
    words: tuple[str, str] = ("no", "yes")  # of a boolean: what False and True are called
    is_quiet: bool = False  # whether the default is never written
    nought: str = "none"  # what 0 is called
    needs: tuple[str, int] | None = None  # another option and the value that it has whenever this is set

    @property
    def is_boolean(self) -> bool:
        """Whether it is one of two words."""
        return isinstance(self.default, bool)


NONE = "none"
"""Name of 0 for a number that is optional."""


def choice(*others: int, default: int, about: str = "") -> Any:
    """Declares an option that takes one of the named numbers; `about` describes it on the command line."""
    values = (default, *others)
    return OptionSpec(default, values, about, "|".join(map(str, sorted(values))), "")


def number(
    low: int,
    high: int,
    *,
    default: int,
    about: str = "",
    word: str = "",
    unit: str = "number",
    may_be_none: bool = False,
) -> Any:
    """Declares an option for a whole number of `unit` from `low` to `high`; `may_be_none` adds none, as 0."""
    values = f"{unit.upper()}|{NONE}" if may_be_none else unit.upper()
    return OptionSpec(default, range(0 if may_be_none else low, high + 1), about, values, word)


def limited(*others: int, default: int, any_word: str, needs: tuple[str, int], about: str = "") -> Any:
    """Declares an option that takes a named number, or none and is then never written.

    It is set only where the option named in `needs` has the value there.
    """
    values = "|".join([any_word, *map(str, others)])
    return OptionSpec(
        default, (default, *others), about, values, "", is_quiet=True, nought=any_word, needs=needs
    )


def yes_or_no(*, default: bool, about: str = "") -> Any:
    """Declares an option that takes yes or no."""
    return OptionSpec(default, (False, True), about, "yes|no", "")


def one_of_two(off: str, on: str, *, default: bool, about: str = "") -> Any:
    """Declares an option that takes the word `off` or `on`; its default is never written."""
    return OptionSpec(default, (False, True), about, f"{off}|{on}", "", (off, on), is_quiet=True)


@dataclass_transform(frozen_default=True, field_specifiers=(choice, number, limited, yes_or_no, one_of_two))
class Options:
    """An immutable value made of the options that its class declares.

    It is no dataclass, because the methods of one are compiled anew at every start of the program.

    >>> class Patience(Options):
    ...     draw: int = choice(1, default=3)
    >>> Patience(draw=1), Patience(1) == Patience(draw=1), Patience().draw
    (Patience(draw=1), True, 3)
    """

    name: ClassVar[str]
    declared: ClassVar[Mapping[str, OptionSpec]] = {}
    """The options by name, in their order."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        specs = {name: spec for name, spec in vars(cls).items() if isinstance(spec, OptionSpec)}
        own = {name: spec._replace(word=spec.word or name) for name, spec in specs.items()}
        cls.declared = {**cls.declared, **own}
        for name, spec in own.items():
            setattr(cls, name, spec.default)

    def __init__(self, *values: int, **named: int) -> None:
        given = dict(zip(self.declared, values, strict=False))
        if len(values) > len(self.declared) or not named.keys() <= self.declared.keys() - given.keys():
            raise TypeError(f"{type(self).__name__} has the options {', '.join(self.declared) or 'none'}")
        vars(self).update({name: spec.default for name, spec in self.declared.items()} | given | named)

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


def choices(variant: type[Options], name: str) -> Any:
    """Returns the values of option `name`, the default first unless it is a range."""
    return variant.declared[name].choices


def options_of(variant: Options) -> dict[str, int | str]:
    """Returns the options of a variant by name, as numbers and words; quiet ones only if set."""
    known = variant.declared
    return {
        name: _written(value, known[name])
        for name, value in vars(variant).items()
        if value != known[name].default or not known[name].is_quiet
    }


def _written(value: int, option: OptionSpec) -> int | str:
    if isinstance(value, bool):
        return option.words[value]
    return value or option.nought


def options_to_text(variant: Options) -> str:
    """Returns the options as a record has them: `draw=3 limit=300`, or nothing."""
    return " ".join(f"{name}={value}" for name, value in options_of(variant).items())


def game_text(variant: Options) -> str:
    """Returns a game and its options in a line: `rush draw=3 limit=300`."""
    return f"{variant.name} {options_to_text(variant)}".rstrip()


def options_from_texts(variant: type[Options], words: Iterable[str]) -> dict[str, int | bool]:
    """Returns keyword arguments for `variant` from words such as `draw=3`.

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
        found[name] = _value(name, text, known[name])
    for name, value in found.items():
        if value and (needs := known[name].needs) is not None:
            other, wanted = needs
            if found.get(other, known[other].default) != wanted:
                needed = f"{other}={wanted or known[other].nought}"
                raise OptionError(msg("{name} can be chosen only with {option}", name=name, option=needed))
    return found


def _value(name: str, text: str, option: OptionSpec) -> int | bool:
    allowed = option.choices
    if option.is_boolean:
        if text in option.words:
            return text == option.words[True]
        no, yes = option.words
        if not option.is_quiet:
            raise OptionError(msg("{name} is yes or no, not “{text}”", name=name, text=text[:20]))
        raise OptionError(_wrong(name, msg("{first} or {last}", first=no, last=yes), text))
    if text == option.nought and 0 in allowed:
        return 0
    is_number = text.isascii() and text.isdigit() and len(text) < 10 and str(int(text)) == text
    if is_number and int(text) in allowed and text != "0":
        return int(text)
    if isinstance(allowed, range):
        refused = msg("{name} is a number from {low} to {high}, not “{text}”")
        if 0 in allowed:
            refused = msg("{name} is none or a number from {low} to {high}, not “{text}”")
        low = allowed[0] or 1
        raise OptionError(refused.with_parts(name=name, low=low, high=allowed[-1], text=text[:20]))
    first, *others = (value or option.nought for value in sorted(allowed))
    wanted = reduce(lambda before, after: msg("{first} or {last}", first=before, last=after), others, first)
    raise OptionError(_wrong(name, wanted, text))


def _wrong(name: str, wanted: object, text: str) -> Message:
    return msg("{name} is {wanted}, not “{text}”", name=name, wanted=wanted, text=text[:20])


NOTHING = Message("")


class Unit(NamedTuple):
    """Unit of a game's result; `counts` are messages that count, see `msg_n`.

    >>> unit = STACKS_LEFT
    >>> unit.counted(9), unit.counted_in_full(1), unit.full
    ('9 stacks', '1 stack left', 'stacks left')
    """

    many: Message
    """The plural: `stacks`."""
    full: Message
    """The plural with its state: `stacks left`."""
    counts: Message
    counts_in_full: Message
    fewest: Message = msg_p("the best result", "Fewest")
    """Name of the lowest result if the fewest is best: `Fewest stacks`."""

    def counted(self, count: int) -> Message:
        """The unit with a number: `1 stack`, `9 stacks`."""
        return self.counts.counting(count)

    def counted_in_full(self, count: int) -> Message:
        """The unit with a number and its state: `1 stack left`."""
        return self.counts_in_full.counting(count)


POINTS = Unit(
    many=msg_p("a unit", "points"),
    full=msg_p("a unit", "points"),
    counts=msg_n("{count} point", "{count} points", 0),
    counts_in_full=msg_n("{count} point", "{count} points", 0),
)
CARDS_HOME = Unit(
    many=msg_p("a unit", "cards"),
    full=msg("cards home"),
    counts=msg_n("{count} card", "{count} cards", 0),
    counts_in_full=msg_n("{count} card home", "{count} cards home", 0),
)
STACKS_LEFT = Unit(
    many=msg_p("a unit", "stacks"),
    full=msg("stacks left"),
    counts=msg_n("{count} stack", "{count} stacks", 0),
    counts_in_full=msg_n("{count} stack left", "{count} stacks left", 0),
    fewest=msg("Fewest stacks"),
)


class PilePhrases(NamedTuple):
    """A pile's name, and its phrases for its roles in a sentence, each empty if no move leads to it.

    `{number}` counts the piles of its kind from 1 on.
    """

    name: Message
    """`column 3`, alone or at the beginning."""
    source: Message
    """Origin of cards: `from column 3`."""
    within: Message = NOTHING
    """Location of a card: `in column 3`."""
    space: Message = NOTHING
    """Destination that is empty: `to the empty column 3`."""
    top: Message = NOTHING
    """Destination of a card lifted to the top: `to the top of column 3`."""

    def numbered(self, number: int) -> PilePhrases:
        """Returns the words of the pile with a number."""
        return PilePhrases(*(phrase.with_parts(number=number) for phrase in self))


STOCK_WORDS = PilePhrases(msg("the stock"), msg("from the stock"))
DECK_WORDS = PilePhrases(msg("the deck"), msg("from the deck"))
WASTE_WORDS = PilePhrases(
    *(msg("the waste"), msg("from the waste"), msg("in the waste")),
    *(msg("to the empty waste"), msg("to the top of the waste")),
)
FOUNDATION_WORDS = (
    PilePhrases(msg("the foundation of clubs"), msg("from the foundation of clubs")),
    PilePhrases(msg("the foundation of diamonds"), msg("from the foundation of diamonds")),
    PilePhrases(msg("the foundation of hearts"), msg("from the foundation of hearts")),
    PilePhrases(msg("the foundation of spades"), msg("from the foundation of spades")),
)
"""One for each suit."""
PLACE_WORDS = PilePhrases(msg("place {number}"), msg("from place {number}"))
CELL_WORDS = PilePhrases(
    *(msg("cell {number}"), msg("from cell {number}"), msg("in cell {number}")),
    space=msg("to the empty cell {number}"),
)
COLUMN_WORDS = PilePhrases(
    *(msg("column {number}"), msg("from column {number}"), msg("in column {number}")),
    *(msg("to the empty column {number}"), msg("to the top of column {number}")),
)
FAN_WORDS = PilePhrases(
    *(msg("fan {number}"), msg("from fan {number}"), msg("in fan {number}")),
    top=msg("to the top of fan {number}"),
)
STACK_WORDS = PilePhrases(msg("stack {number}"), msg("from stack {number}"), msg("in stack {number}"))


class PileNames(NamedTuple):
    """Names of a game's piles."""

    stock: PilePhrases = STOCK_WORDS
    waste: PilePhrases = WASTE_WORDS
    foundations: tuple[PilePhrases, ...] = FOUNDATION_WORDS
    """Foundations in order, repeated if there are more."""
    column: PilePhrases = COLUMN_WORDS
    cell: PilePhrases = CELL_WORDS
    is_spread: bool = True
    """Whether more of a column can be seen than its last card."""


class Landmark(NamedTuple):
    """An event worth finding again in a replay."""

    name: Message
    done: Message = NOTHING
    """The stock action that is this landmark in words, if they say more than the cards turned."""
    said: Message = NOTHING
    """The sentence at the table when it has happened; `{cards}` are those turned up."""
    deals_anew: bool = False
    """Whether the whole table changes, so that the player wants to look at it."""


SUIT_COMPLETE = Landmark(msg("a suit is complete"))
NOT_HOME_YET = msg("{card} cannot go home yet: {lower} first.")
NOT_FOR_SUIT = (
    msg("That foundation is not for clubs."),
    msg("That foundation is not for diamonds."),
    msg("That foundation is not for hearts."),
    msg("That foundation is not for spades."),
)
"""Refusals by suit of the card."""
ON_RANK = (
    NOTHING,
    *(msg("on an ace"), msg("on a two"), msg("on a three"), msg("on a four")),
    *(msg("on a five"), msg("on a six"), msg("on a seven"), msg("on an eight")),
    *(msg("on a nine"), msg("on a ten"), msg("on a jack"), msg("on a queen")),
    msg("on a king"),
)
"""Phrases for any card of a rank, ace to king from 1 on, as the card that another goes on."""
IN_RANK = (
    NOTHING,
    *(msg("in an ace"), msg("in a two"), msg("in a three"), msg("in a four")),
    *(msg("in a five"), msg("in a six"), msg("in a seven"), msg("in an eight")),
    *(msg("in a nine"), msg("in a ten"), msg("in a jack"), msg("in a queen")),
    msg("in a king"),
)
"""The same ranks as the end of a column."""
