"""The catalogues that ship: whole, with the same parts as the English texts, in letters that the font has."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

import pygame
import pytest
from babel.messages.catalog import Catalog, Message

from game.language import ENGLISH, LANGUAGES
from game.ui.window.services import ASSETS
from tools.catalogues import missing, read, templates

CODES = [code for code in LANGUAGES if code != ENGLISH]
PLACE = re.compile(r"\{(\w+)\}")
ENDS = (".", "!", "?", "…", ":")
GLOSSARY = ("stock", "waste", "foundation", "column", "run", "deal")
"""The card players' words that the head of a catalogue gives in its language."""

NOT_SO_HERE = {
    "de": r"[”«»]|\w …",
    "fr": r"[“”„]|« | [»:;?!]|\w\s…",
    "es": r"[«»„]|\w …",
    "it": r"[«»„]|\w …",
    "pl": r"[“«»]|\w …",
}
"""Quotation marks and spaces that the head of a catalogue does not allow."""


@cache
def of_source() -> Catalog:
    """All templates of the source."""
    return templates()


@pytest.fixture(scope="module")
def wanted() -> Catalog:
    return of_source()


@pytest.fixture(scope="module", params=CODES)
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def catalogue(code: str) -> Catalog:
    return read(code)


def several(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return () if text is None else (text,) if isinstance(text, str) else tuple(text)


def messages(catalogue: Catalog) -> Iterator[tuple[Message, tuple[str, ...], tuple[str, ...]]]:
    """Each entry with its English templates and its translations."""
    for message in catalogue:
        if message.id:
            yield message, several(message.id), several(message.string)


def test_every_text_is_there(code, wanted):
    assert missing(code, wanted) == []


def test_a_word_alone_has_a_context_that_tells_what_it_is(wanted):
    alone = [message.id for message in wanted if re.fullmatch(r"[^\s{}]+", several(message.id)[0])]
    assert [word for word in alone if word in wanted] == ["Rush", "Spider"], "but for names"


def test_nothing_is_there_that_nobody_says(catalogue, wanted):
    entries = [message for message, *_ in messages(catalogue)]
    assert [message.id for message in entries if wanted.get(message.id, message.context) is None] == []


def test_each_translation_has_the_parts_of_its_template(catalogue):
    wrong = []
    for message, english, said in messages(catalogue):
        parts = set(PLACE.findall(english[-1]))
        # A form for one may do without the number, as the English one may.
        spare = {"count"} if message.pluralizable else set()
        wrong += [
            text
            for text in said
            if set(PLACE.findall(text)) - parts or parts - spare - set(PLACE.findall(text))
        ]
    assert wrong == []


def test_there_is_a_form_for_every_way_to_count(catalogue):
    counted = [message for message in catalogue if message.pluralizable]
    assert [message.id for message in counted if len(several(message.string)) != catalogue.num_plurals] == []


def test_a_translation_begins_and_ends_as_its_template(catalogue):
    wrong = []
    for message, english, said in messages(catalogue):
        for text in said:
            is_stopped = [
                text_end.endswith(ENDS) and message.context != "a place" for text_end in (english[0], text)
            ]
            if text.strip() != text or is_stopped[0] != is_stopped[1]:
                wrong.append(text)
    assert wrong == []


def test_quotation_marks_and_spaces_are_those_of_the_language(code, catalogue):
    said = [text for *_, texts in messages(catalogue) for text in texts]
    allowed = re.compile(r"[“„«]\s?(\{word\}|deck|pile|round|end) …")  # a line of a record
    assert [text for text in said if re.search(NOT_SO_HERE[code], allowed.sub("", text))] == []


def test_the_font_has_every_letter(catalogue):
    pygame.font.init()
    font = pygame.font.Font(ASSETS / "fonts" / "regular.ttf", 20)
    letters = "".join(
        sorted({letter for *_, said in messages(catalogue) for text in said for letter in text})
    )
    signs = "♣♦♥♠"  # drawn by themselves
    assert [
        letter
        for letter, found in zip(letters, font.metrics(letters), strict=True)
        if found is None and letter not in signs
    ] == []


def test_its_head_says_what_card_players_call_things(catalogue):
    head = catalogue.header_comment
    assert [word for word in GLOSSARY if not re.search(rf"^# +{word}\b.*: \S", head, re.MULTILINE)] == []
