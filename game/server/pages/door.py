"""The door to practice: four games with their options, and what an address of practice asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.language import Translator
from game.message import Message, msg, msg_n, msg_p
from game.play.phrases import minutes
from game.rules import VARIANTS, find_variant
from game.rules.options import OptionError, game_text
from game.session.daily import daily_rules

BESIDE = ("language", "game", "deal", "beat", "clock")
"""Query parameters an address may have besides the options of a game."""
MAX_DIGITS = 9


class Wish(NamedTuple):
    """Game and deal that an address asks for; without a game the door."""

    game: str = ""
    """The game with its options, as in a record."""
    title: str = ""
    deal: int | None = None
    beat: int | None = None
    wrong: Message | None = None
    """Why it cannot be had, as a sentence."""


class GameAtDoor(NamedTuple):
    """A game as the door offers it."""

    line: Message
    cards: str
    """Cards of its picture."""
    how: Message
    options: Sequence[tuple[str, str, Sequence[tuple[str, str]]]] = ()
    """Each option with its name, and its values with theirs; the first is chosen."""


AT_DOOR: Mapping[str, GameAtDoor] = {
    "rush": GameAtDoor(
        msg("Klondike for points, against the clock if you like."),
        "KH QS JD TC",
        msg(
            "Red goes on black and black on red, one lower; each suit goes home from its ace up. Tap the "
            "stock to turn cards. Points for every card, and for the time left."
        ),
        (
            ("draw", msg_p("an option", "Draw"), (("1", msg("Draw 1")), ("3", msg("Draw 3")))),
            ("limit", msg_p("an option", "Clock"), (("300", minutes(300)), ("none", msg("No clock")))),
        ),
    ),
    "spider": GameAtDoor(
        msg("Two decks on ten columns: eight suits, king to ace."),
        "KS QS JS TS",
        msg(
            "Build columns down, whatever the suit; only cards of one suit move together. Tap the stock to "
            "deal a row. Finished runs from king to ace leave the table."
        ),
        (
            (
                "suits",
                msg_p("an option", "Suits"),
                tuple((str(count), msg_n("{count} suit", "{count} suits", count)) for count in (1, 2, 4)),
            ),
        ),
    ),
    "one-three-back": GameAtDoor(
        msg("Merge what matches, one back or three back."),
        "7H 7C 4C",
        msg(
            "Tap the deck to deal a card. A stack goes onto the one before it, or three before it, if suit "
            "or rank match. Get as few stacks as you can."
        ),
    ),
    "three-shuffles": GameAtDoor(
        msg("La Belle Lucie: two reshuffles, one card drawn."),
        "QD JD TD",
        msg(
            "Top cards go on the next higher card of their suit, or home from the ace up. Shuffle twice when "
            "you are stuck; in the last deal, draw one buried card."
        ),
        (
            (
                "early",
                msg_p("a button", "Shuffle"),
                (("no", msg("Shuffle when stuck")), ("yes", msg("Shuffle any time"))),
            ),
        ),
    ),
}
"""The four games, by name."""


def read_wish(asked: Mapping[str, str]) -> Wish:
    """Reads what an address asks for.

    >>> read_wish({"draw": "1", "deal": "7", "beat": "640"})[:4]
    ('rush draw=1 limit=300', 'Solitaire Rush', 7, 640)
    >>> read_wish({"suits": "3", "game": "spider"}).wrong
    'suits is 1 or 2 or 4, not “3”'
    """
    options = [f"{name}={value}" for name, value in asked.items() if name not in BESIDE]
    if asked.get("clock") == "no":
        options.append("limit=none")
    if not options and not {"game", "deal", "clock"} & asked.keys():
        return Wish()
    try:
        variant = find_variant(asked.get("game", "rush"), options)
    except OptionError as wrong:
        reason = wrong.args[0]
        return Wish(wrong=reason if isinstance(reason, Message) else Message(str(reason)))
    numbers = [asked.get(name, "") for name in ("deal", "beat")]
    if any(text and not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS) for text in numbers):
        return Wish(wrong=msg("A deal number contains only digits."))
    deal, beat = (int(text) if text else None for text in numbers)
    return Wish(game_text(variant), variant.title, deal, beat)


def read_daily(asked: Mapping[str, str]) -> Wish:
    """Reads whose deal of the day an address asks for.

    >>> read_daily({"game": "spider", "x": "1"})[:2]
    ('spider suits=1', 'Spider')
    """
    name = asked.get("game", "rush")
    if name not in VARIANTS:
        return read_wish({"game": name})
    rules = daily_rules(name)
    return Wish(game_text(rules), rules.title)


def offered(language: Translator) -> list[dict[str, Any]]:
    """Returns the games of the door for its template, in a language."""
    say = language.translate
    return [
        {
            "name": name,
            "title": say(VARIANTS[name].short_title or VARIANTS[name].title),
            "line": say(game.line),
            "how": say(game.how),
            "cards": game.cards,
            "options": [
                (option, say(label), [(value, say(words)) for value, words in values])
                for option, label, values in game.options
            ],
        }
        for name, game in AT_DOOR.items()
    ]
