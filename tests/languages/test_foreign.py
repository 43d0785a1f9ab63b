"""Texts that come from outside, within sentences in the player's language."""

from game.message import Message, msg
from game.ui.drawing.words import date_shown, reason_shown


def test_a_reason_stays_a_message_and_what_it_quotes_is_cleaned():
    wrong = msg("“{text}” is no move.", text="a\x1bb" + "c" * 400)
    reason = reason_shown(ValueError(wrong))
    assert isinstance(reason, Message)
    assert reason.template == wrong.template
    assert reason.startswith("“a�bccc")
    assert reason.endswith("…” is no move")


def test_a_reason_from_outside_is_cleaned_and_shortened():
    reason = reason_shown(OSError("disk\x00full." + "x" * 400))
    assert reason.startswith("disk�full.x")
    assert len(reason) == 300


def test_the_date_of_a_file_is_a_part_that_each_language_writes():
    assert list(date_shown(0.0).parts)
