"""Languages: messages in the player's language, by a gettext catalogue; the templates are English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from game.message import DateText, DateTimeText, Message, NumberText, english, filled

if TYPE_CHECKING:
    from gettext import NullTranslations

ENGLISH = "en"
LANGUAGE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
SYSTEM = "system"
"""The choice of the language that the system has."""
LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "pl": "Polski",
}
"""The codes of the languages (ISO 639-1) that there are, each with its name in itself."""


class Translator(Protocol):
    """Translates messages."""

    code: str

    def translate(self, text: str) -> str:
        """The text in this language; what is no message is the same in all of them."""


class English:
    """The language in which all is written."""

    code = ENGLISH

    def translate(self, text: str) -> str:
        """The text as it is."""
        return text


class Language:
    """A language with a catalogue."""

    def __init__(self, code: str, catalogue: NullTranslations) -> None:
        self.code = code
        self._catalogue = catalogue

    def translate(self, text: str) -> str:
        """The text in this language; in English where the catalogue lacks it or has other parts in it."""
        if not isinstance(text, Message):
            return text
        said = self.template(text)
        if text.parts:
            try:
                said = filled(said, {name: self._part(part) for name, part in text.parts.items()})
            except (KeyError, ValueError, AttributeError):  # a catalogue is a file, which may say anything
                return str.__str__(text)
        if text.ends_open:
            said = said.rstrip(".")
        return said[:1].upper() + said[1:] if text.starts_upper else said

    def template(self, message: Message) -> str:
        """The catalogue's template for a message."""
        found, context = self._catalogue, message.context
        if message.many:
            if context:
                return found.npgettext(context, message.template, message.many, message.counted)
            return found.ngettext(message.template, message.many, message.counted)
        if context:
            return found.pgettext(context, message.template)
        return found.gettext(message.template) if message.template else ""

    def _part(self, part: Any) -> str:
        if isinstance(part, Message):
            return self.translate(part)
        if isinstance(part, NumberText):
            return self._number(part)
        if isinstance(part, DateText):
            return self._day(part)
        if isinstance(part, DateTimeText):
            return self._moment(part)
        return english(part)

    def _number(self, number: NumberText) -> str:
        from babel.numbers import format_decimal

        pattern = f"#,##0.{'0' * number.digits}" if number.digits else "#,##0"
        return format_decimal(number.value, format=pattern, locale=self.code).replace("-", "−")

    def _day(self, day: DateText) -> str:
        from datetime import date

        from babel.dates import format_skeleton

        skeleton = f"{'y' if day.has_year else ''}{'MMMM' if day.is_in_full else 'MMM'}d"
        return format_skeleton(skeleton, date(day.year, day.month, day.day), locale=self.code)

    def _moment(self, moment: DateTimeText) -> str:
        from datetime import datetime

        from babel.dates import format_skeleton

        when = datetime(*moment)
        day, time = (format_skeleton(skeleton, when, locale=self.code) for skeleton in ("yMd", "Hm"))
        return f"{day}  {time}"


def column_separator(code: str) -> str:
    """Returns what a language's spreadsheets expect between columns: `;` where decimals have a comma.

    >>> column_separator("en"), column_separator("de")
    (',', ';')
    """
    if code == ENGLISH:
        return ","
    from babel.numbers import get_decimal_symbol

    return ";" if get_decimal_symbol(code) == "," else ","


def languages_of(environ: Mapping[str, str]) -> list[str]:
    """Returns the languages that an environment asks for, the best first.

    >>> languages_of({"LANG": "de_DE.UTF-8"}), languages_of({"LANGUAGE": "fr:en", "LANG": "C"})
    (['de'], ['fr', 'en'])
    """
    said = next(filter(None, map(environ.get, LANGUAGE_VARIABLES)), "")
    return [code[:2] for code in said.split(":") if code]


def first_known(codes: list[str]) -> str:
    """The first of the system's languages that there is; English where there is none.

    >>> first_known(["pt", "de", "en"]), first_known(["C."])
    ('de', 'en')
    """
    return next((code for code in codes if code in LANGUAGES), ENGLISH)
