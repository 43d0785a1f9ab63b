"""Messages: sentences and words for the player as values, a template and its parts.

A message is a `str`, the English one, so records, files and the command line stay in English. Where it is
shown, it is put into the player's language (see `game.language`) by its template, the key in the catalogues
(`msgid`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
SHORT = 3
"""Length of a month's short name."""
NO_PARTS: Mapping[str, Any] = {}


class NumberText(NamedTuple):
    """A number that is grouped in thousands, or has a fraction, as each language writes it.

    >>> str(NumberText(12345)), str(NumberText(-0.5, digits=1))
    ('12,345', '−0.5')
    """

    value: float
    digits: int = 0
    """Digits after the decimal point."""

    def __str__(self) -> str:
        return f"{self.value:,.{self.digits}f}".replace("-", "−")


class DateText(NamedTuple):
    """A day of the calendar, as each language writes it.

    >>> str(DateText(2026, 11, 2)), str(DateText(2026, 11, 2, has_year=True))
    ('2 Nov', '2 Nov 2026')
    >>> str(DateText(2026, 11, 2, is_in_full=True))
    '2 November'
    """

    year: int
    month: int
    """From 1 on."""
    day: int
    has_year: bool = False
    """Whether to show the year."""
    is_in_full: bool = False
    """Whether to write the month in full."""

    def __str__(self) -> str:
        month = MONTHS[self.month - 1]
        words = f"{self.day} {month if self.is_in_full else month[:SHORT]}"
        return f"{words} {self.year}" if self.has_year else words


class DateTimeText(NamedTuple):
    """A day and a time of it, to the minute, as each language writes them.

    >>> str(DateTimeText(2026, 11, 2, 7, 5))
    '2026-11-02  07:05'
    """

    year: int
    month: int
    """From 1 on."""
    day: int
    hour: int
    minute: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}-{self.day:02}  {self.hour:02}:{self.minute:02}"


class Message(str):
    """A text for the player in English, and what is needed to say it in another language.

    A part is a card, a pile's name or another message; a `NumberText`, a `DateText` or a `DateTimeText`; or
    a text that is the same in every language, such as a player's name.

    >>> from game.cards import card
    >>> refused = msg("{card} does not go onto {other}.", card=card("TH"), other=card("9C"))
    >>> refused, refused.template
    ('10♥ does not go onto 9♣.', '{card} does not go onto {other}.')
    >>> str(ValueError(refused)).template
    '{card} does not go onto {other}.'
    """

    __slots__ = ("context", "counted", "ends_open", "many", "parts", "starts_upper", "template")

    template: str
    """In English with a `{name}` for each part; empty braces are not used."""
    many: str
    """Plural template; empty if nothing is counted."""
    counted: int
    """The number, if it counts something."""
    context: str
    """Tells equal templates apart that other languages say differently (gettext's `msgctxt`)."""
    parts: Mapping[str, Any]
    starts_upper: bool
    """Whether its first letter is capitalised, whatever the template says."""
    ends_open: bool
    """Whether its full stop is removed, whatever the template says."""

    def __new__(
        cls,
        template: str,
        parts: Mapping[str, Any] = NO_PARTS,
        many: str = "",
        counted: int = 1,
        context: str = "",
        starts_upper: bool = False,
        ends_open: bool = False,
    ) -> Message:
        chosen = many if many and counted != 1 else template
        text = filled(chosen, {name: english(part) for name, part in parts.items()}) if parts else chosen
        if starts_upper:
            text = text[:1].upper() + text[1:]
        if ends_open:
            text = text.rstrip(".")
        made = super().__new__(cls, text)
        made.template, made.parts, made.many, made.counted = template, parts, many, counted
        made.context, made.starts_upper, made.ends_open = context, starts_upper, ends_open
        return made

    def __str__(self) -> str:
        return self  # an exception's text stays the message that it was raised with

    def _changed(self, **changes: Any) -> Message:
        return Message(**{name: getattr(self, name) for name in self.__slots__} | changes)

    def with_parts(self, **parts: Any) -> Message:
        """Returns the template with parts filled in: for one declared before they were known."""
        return self._changed(parts={**self.parts, **parts})

    def counting(self, count: int) -> Message:
        """Returns the template with a number of the counted thing."""
        return self._changed(parts={**self.parts, "count": count}, counted=count)

    def capitalised(self) -> Message:
        """Returns the message with a capital first letter, in every language."""
        return self._changed(starts_upper=True)

    def opened(self) -> Message:
        """Returns the message without a full stop, in every language, for use within a sentence."""
        return self._changed(ends_open=True)


def msg(template: str, /, **parts: Any) -> Message:
    """A message, or the template of one that gets its parts later.

    >>> msg("{count} of {all}", count=3, all=52)
    '3 of 52'
    """
    return Message(template, parts)


def msg_n(one: str, many: str, count: int, /, **parts: Any) -> Message:
    """A message that counts something; `{count}` is the number.

    >>> msg_n("{count} card", "{count} cards", 1), msg_n("{count} card", "{count} cards", 0)
    ('1 card', '0 cards')
    """
    return Message(one, {"count": count, **parts}, many, count)


def msg_p(context: str, template: str, /, **parts: Any) -> Message:
    """A message whose template means something else in other contexts.

    >>> msg_p("a button", "End")
    'End'
    """
    return Message(template, parts, context=context)


def joined(separator: str, texts: Iterable[str]) -> Message:
    """Joins messages with signs that are the same in every language.

    >>> joined(" · ", [msg("Spider"), "#8"])
    'Spider · #8'
    """
    parts = {f"part{number}": text for number, text in enumerate(texts)}
    return Message(separator.join(f"{{{name}}}" for name in parts), parts)


def labelled(label: str, value: Any) -> Message:
    """A labelled value; some languages have a space before the colon.

    >>> labelled(msg("Moves"), 8)
    'Moves: 8'
    """
    return msg("{label}: {value}", label=label, value=value)


def verbatim(text: str) -> Message:
    """A text that is the same in every language: a name, a path, what a player typed.

    >>> verbatim("{Anna}")
    '{Anna}'
    """
    return text if isinstance(text, Message) else Message("{text}", {"text": text})


def number(value: float, digits: int = 0) -> Message:
    """A number alone, grouped in thousands.

    >>> number(12345)
    '12,345'
    """
    return Message("{number}", {"number": NumberText(value, digits)})


def filled(template: str, parts: Mapping[str, str]) -> str:
    """Fills a template with a text for each name."""
    return template.format_map(parts)


def english(part: Any) -> str:
    """Formats a part for an English sentence: a card by its sign."""
    return getattr(part, "sign", None) or str(part)
