"""Messages said in other languages: parts, plurals, contexts, numbers and days."""

import io
from gettext import GNUTranslations

import pytest

from game.cards import card
from game.language import Language, first_known
from game.message import DateText, DateTimeText, NumberText, joined, msg, msg_n, msg_p, number, verbatim
from game.storage.catalogues import compile_catalogue
from tests.each import each

POLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: pl\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "{card} from {source} onto {onto}"
msgstr "{source}: {card} na {onto}"

msgctxt "from where"
msgid "column {number}"
msgstr "z kolumny {number}"

msgid "{count} card."
msgid_plural "{count} cards."
msgstr[0] "{count} karta."
msgstr[1] "{count} karty."
msgstr[2] "{count} kart."

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} karta"
msgstr[1] "{count} karty"
msgstr[2] "{count} kart"
"""


@pytest.fixture
def polish() -> Language:
    return Language("pl", GNUTranslations(io.BytesIO(compile_catalogue(POLISH.encode(), "pl"))))


def test_parts_are_put_into_the_language_before_they_are_put_in_their_places(polish):
    source = msg_p("from where", "column {number}", number=3)
    sentence = msg("{card} from {source} onto {onto}", card=card("9S"), source=source, onto=card("TH"))
    assert sentence == "9♠ from column 3 onto 10♥"
    assert polish.translate(sentence.capitalised()) == "Z kolumny 3: 9♠ na 10♥"


@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 karta"), (2, "2 karty"), (5, "5 kart"), (22, "22 karty"), (0, "0 kart")]
)
def test_each_language_counts_in_its_own_way(polish, count, words):
    counted = msg_n("{count} card", "{count} cards", count)
    assert polish.translate(counted) == words
    assert polish.translate(joined(" · ", [counted, "#8"])) == f"{words} · #8"


def test_what_a_catalogue_lacks_is_said_in_english(polish: Language):
    assert polish.translate(msg("Nobody knows {name}", name="Anna")) == "Nobody knows Anna"


@each("wrong", ["{crad} w domu", "{card", "{card.sing}", "{}", "{0}", "{card!x}", "{card:d}"])
def test_what_a_catalogue_says_with_other_parts_is_said_in_english(wrong):
    text = f'{POLISH}\nmsgid "{{card}} goes home"\nmsgstr "{wrong}"\n'
    polish = Language("pl", GNUTranslations(io.BytesIO(compile_catalogue(text.encode(), "pl"))))
    assert polish.translate(msg("{card} goes home", card=card("9S"))) == "9♠ goes home"


def test_what_is_no_message_is_the_same_everywhere(polish: Language):
    texts = ["column 3", verbatim("{0} {x}"), ""]
    assert [polish.translate(text) for text in texts] == texts


def test_numbers_and_days_are_written_as_the_language_has_them(polish):
    days = DateText(2026, 11, 2), DateText(2026, 11, 2, has_year=True)
    facts = [polish.translate(msg("{fact}", fact=fact)) for fact in (NumberText(12345.5, digits=1), *days)]
    assert facts == ["12\u00a0345,5", "2 lis", "2 lis 2026"]


def test_a_moment_and_a_number_alone_are_written_as_the_language_has_them(polish):
    moment = msg("{moment}", moment=DateTimeText(2026, 11, 2, 7, 5))
    assert polish.translate(moment) == "2.11.2026  07:05"
    assert polish.translate(number(-12345)) == "−12\u00a0345"
    assert [moment, number(-12345)] == ["2026-11-02  07:05", "−12,345"]


def test_a_sentence_within_another_has_no_full_stop_in_any_language(polish):
    refused = msg_n("{count} card.", "{count} cards.", 2).opened()
    assert [refused, polish.translate(refused)] == ["2 cards", "2 karty"]
    assert polish.translate(msg("No: {reason}.", reason=refused.with_parts(more=1))) == "No: 2 karty."


def test_a_message_that_waits_for_its_parts_keeps_what_it_has(polish):
    waiting = msg_n("{count} card", "{count} cards", 3).capitalised()
    assert polish.translate(waiting.with_parts(more="x")) == "3 karty"


def test_an_error_keeps_the_message_that_it_was_raised_with(polish):
    counted = msg_n("{count} card", "{count} cards", 2)
    assert (
        polish.translate(str(OSError(counted)))
        == polish.translate(str(ValueError(str(OSError(counted)))))
        == "2 karty"
    )


def test_the_first_language_that_there_is_is_taken():
    assert [first_known(codes) for codes in (["pt", "pl"], ["C"], [""], [])] == ["pl", "en", "en", "en"]
