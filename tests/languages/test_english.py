"""The player's English: one word for one thing, no word of the house, short sentences."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.languages.test_shipped_catalogues import of_source, several

PROJECT = Path(__file__).parents[2]
PAPERS = ("README.md", "docs/CLI.md")
"""What players read besides the program's own messages."""

NOUNS = {
    "Learn it": ("shows a game move by move", r"tutorial|guided game|lesson"),
    "Practice": ("a game for yourself, outside tournaments", r"training|exercise game"),
    "No clock": ("a game without a time limit", r"without the clock|no limit|unlimited|untimed"),
    "deal": ("the cards as they are dealt, and their number", r"layouts?\b"),
    "deck": ("all cards of a game", r"\bpacks?\b"),
    "empty column": (
        "a column without cards",
        r"\b(into|without|another) (a |the )?spaces?\b|\btwo spaces\b",
    ),
    "turn over": ("of a face-down card: to show its face", r"\bturn(s|ed|ing)? (\w+ )?up\b"),
    "home": ("on the foundations, where cards go", r"\bgoal piles?\b"),
    "draw": ("the buried card that Three Shuffles allows", r"\bhave a draw\b|draw is spent"),
    "medium": ("neither an easy deal nor a hard one", r"^fair$"),
    "abandoned": (
        "a game that was left and does not go on",
        r"(?-i:^left$)|games? that (was|were) left|left unfinished",
    ),
    "unfinished": ("a game that can be continued", r"(?-i:^started$)"),
    "statistics": ("counted results", r"counted separately|counts? apart"),
    "let in": ("what a host does with a player who waits", r"\bknock|\badmits? (players|nobody)|at the door"),
    "Decline": ("what a host does with a player who stays outside", r"sen[dt] away"),
    "Redeal": ("the waste turned over to be the stock again", r"next redeal|\breturn\b"),
    "checked": ("of a deal: known to be winnable", r"certified"),
    "Try again to save": ("a button of a result that is not on disk", r"press “?try again\b(?! to save)"),
    "double-tap": ("two taps on a card", r"tap twice|double tap it"),
    "permanently": ("of what is deleted: for ever", r"for ever\b"),
    "Skip": ("a button of a newcomer", r"^I know it$"),
}
"""The word for each thing, what the thing is, and what it is not called."""

GONE = (
    *(
        "nowhere to go",
        "no place on",
        "there is no place for",
        "spent",
        "further left",
        "ahead of the next best",
    ),
    *(
        "lacks",
        "standing after",
        "left standing",
        "hardly anyone",
        "builds? in suit \\(",
        "only a deal is left",
    ),
    *(
        "is not on disk",
        "is shown a solution",
        "called so",
        "have no room",
        "who is chosen",
        "somebody",
        "whoever",
    ),
    *("as the others see it", "for words and bars", "fingertip", "repeated clicks", "how much is said"),
    *(
        "least to most",
        "at the right",
        "first result here",
        "share: beat",
        "play late",
        "it plays\\.",
        "take it back",
    ),
    *(
        "ten minutes longer",
        "to another device\\.",
        "play here again",
        "come back on that device",
        "are gone of",
    ),
    *("one more part", "game of both", "best results go", "stays among"),
)
"""Phrases at which a native reader stops."""

WORDS = 25
"""Most words of a message that is read at a glance or heard, and of a sentence of a page."""
PAGES = (
    *(
        "game/server/pages/templates/",
        "game/server/pages/door.py",
        "game/ui/pages/text_page.py",
        "assets/problems/",
    ),
    *("game/ui/tournament/words.py", "game/ui/games/"),
)
"""Files with pages of rules, strategy and help, which are read sentence by sentence."""
PART = re.compile(r"\{\w+\}")
SENTENCE = re.compile(r"(?<=[.!?…]) +(?=[A-Z“\d])")


def texts() -> Iterator[tuple[str, bool]]:
    """Each message of the program in English, and whether it is a part of a page."""
    for message in of_source():
        if message.id:
            is_page = all(place.startswith(PAGES) for place, _ in message.locations)
            yield from ((PART.sub("9", text), is_page) for text in several(message.id))


@pytest.fixture(scope="module")
def said() -> list[tuple[str, bool]]:
    return list(texts())


def test_a_thing_has_one_word(said):
    whole = "\n\n".join(
        [*(text for text, _ in said), *((PROJECT / paper).read_text("utf-8") for paper in PAPERS)]
    )
    found = [
        (word, whole[max(0, at.start() - 100) : at.end() + 100])
        for word, (_, others) in NOUNS.items()
        for at in re.finditer(others, whole, re.IGNORECASE | re.MULTILINE)
    ]
    assert found == []


def test_no_phrase_is_back_at_which_readers_stopped(said):
    gone = re.compile(r"\b(" + "|".join(GONE) + r")\b", re.IGNORECASE)
    assert [text for text, _ in said if gone.search(text)] == []


def test_a_message_is_short(said):
    assert [text for text, is_page in said if not is_page and len(text.split()) > WORDS] == []


def test_a_sentence_of_a_page_is_short(said):
    sentences = [sentence for text, _ in said for sentence in SENTENCE.split(text)]
    assert [sentence for sentence in sentences if len(sentence.split()) > WORDS] == []
