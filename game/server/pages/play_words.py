"""Words of the player's page, in the language of whoever opens it.

Knows messages and languages; must not know what is shown where.
"""

from __future__ import annotations

from typing import Any

from game.cards import RANK_WORDS, SUIT_WORDS
from game.language import LANGUAGES, Translator
from game.message import Message, msg, msg_n, msg_p
from game.online.bodies import RejectionBody
from game.play.pile_words import pile_name
from game.rounds.asking import BACK, LOST, UNREACHABLE, refusal_words
from game.rules.rush import Rush

REFUSALS = (
    *("unknown_key", "no_such_tournament", "no_such_round", "full", "link_needed", "door_full"),
    *("not_admitted", "sent_away", "removed", "banned", "erased", "deleted", "not_open", "no_deck"),
    *("not_begun", "not_started", "is_over", "time_is_up", "too_fast", "too_many", "too_long"),
    *("taken_over", "stopping", "failed", "illegal", "renamed", "name_refused", "name_taken"),
    *("joined_already", "playing_another"),
)
PART = {"name_refused": "{reason}", "playing_another": "{number}"}
TEXTS: dict[str, Message] = {
    "play": msg_p("a button", "Play"),
    "practice": msg_p("a page", "Practice"),
    "daily": msg("Deal of the day"),
    "your_name": msg("Your name"),
    "join": msg_p("a button", "Join"),
    "joining": msg("A name and one tap: nothing to install, no account."),
    "how": msg("How to play"),
    "rules": msg(
        "The same deck for all. Red goes on black and black on red, one lower; each suit goes home from its "
        "ace up. Tap a card, then its place, or drag it; tap twice to send it home."
    ),
    "in": msg("You are in, {name}."),
    "knocks": msg("You have knocked, {name}."),
    "wait": msg("The host sees your name and lets you in."),
    # Translators: {number} is that of a round; a countdown stands beside it.
    "starts_in": msg("Round {number}: all clocks start in"),
    "open": msg("Round {number} is open."),
    "opens": msg("Round {number} opens at {time}."),
    "host_opens": msg("Round {number} begins when the host says so."),
    "last_games": msg("The last games are being played."),
    "all_over": msg("All rounds are over."),
    "begin": msg("Start round {number}"),
    "ready": msg("Ready: it starts by itself."),
    "count": msg("Players at the table: {count}"),
    "robot": msg_p("a player", "robot"),
    "meanwhile": msg("Practise meanwhile"),
    "move": msg("Take this seat to another device"),
    "carry": msg(
        "Open this address there, or paste it into the program: “{tournaments}”, “{online}”. Anyone who "
        "has it has your seat: show it to nobody else.",
        tournaments=msg_p("a page", "Tournaments"),
        online=msg_p("a page", "Online"),
    ),
    "copy": msg_p("a button", "Copy"),
    "close": msg_p("a button", "Close"),
    "round": msg("Round {number} of {count}"),
    "deal": msg("Deal {deal}"),
    "day": Message("{day}"),
    "place": msg_p("among all players", "Place {place} of {count}"),
    "score": msg_p("a figure", "Score"),
    "time": msg_p("a figure", "Time"),
    "table": msg("The table"),
    "undo": msg_p("a button", "Undo"),
    "end": msg_p("a button", "End"),
    "menu": msg_p("a button", "Menu"),
    "ask_end": msg("End this game now?"),
    "go_on": msg("Keep playing"),
    "no_undo": msg("This cannot be undone."),
    "no_end": msg("The game cannot be ended now."),
    "won": msg("Won, with {time} left"),
    "all": msg("All 52 cards are home!"),
    "ended": msg("Game ended"),
    "timeout": msg("Time is up"),
    "home": msg("{count} of 52 cards home"),
    "again": msg("New game"),
    "share": msg("Share: beat {result}"),
    "pass_on": msg("The same deal for somebody else"),
    "beaten": msg("You beat {result}!"),
    "to_beat": msg("The result to beat was {result}."),
    "save": msg_p("a button", "Save the record"),
    "replays": msg("Replays of this round"),
    "standings": msg_p("heading", "Standings"),
    "proven": msg("✓ The deck is the one that was promised before the round."),
    "broken": msg("The deck is not the one that was promised before the round!"),
    "back_here": msg("Play here again"),
    "to_page": msg("To the tournament’s page"),
    "left_": msg_p("a setting", "Left-handed"),
    "four": msg("Four colours"),
    "one": msg("One tap moves a card"),
    "sounds": msg_p("a switch", "Sounds"),
    "language": msg_p("a setting", "Language"),
    "hidden": msg("{pile}, {count} face down"),
    "empty": msg("{pile}: empty"),
    "stock": msg("{pile}, {count} cards"),
    "card": msg("{rank} of {suit}"),
    "refuses": msg("The server refused: {code}."),
    "lost": LOST,
    "back": BACK,
    "unreachable": UNREACHABLE,
    "draw_1": msg("Draw 1"),
    "draw_3": msg("Draw 3"),
    "no_clock": msg("Without the clock"),
    "needs_script": msg("Playing needs JavaScript. Watching does not."),
}
SECONDS_TOLD = (60, 30, 10)


def play_words(language: Translator) -> dict[str, Any]:
    """All of them as the page's script has them; parts stay in braces."""
    say = language.translate
    rush = Rush()
    found: dict[str, Any] = {name: say(text) for name, text in TEXTS.items()}
    found["piles"] = {
        place.name: say(pile_name(rush, at).capitalised()) for at, place in enumerate(rush.piles)
    }
    found["ranks"] = {sign: say(word) for sign, word in zip("A23456789TJQK", RANK_WORDS, strict=True)}
    found["suits"] = {sign: say(word) for sign, word in zip("CDHS", SUIT_WORDS, strict=True)}
    found["refusals"] = {
        code: say(refusal_words(RejectionBody(code, (PART.get(code, "{name}"),)))) for code in REFUSALS
    }
    found["left"] = {
        str(count): say(msg_n("{count} second left", "{count} seconds left", count)) for count in SECONDS_TOLD
    }
    found["languages"] = LANGUAGES
    return found


def wanted_language(chosen: str | None, accepted: str) -> str:
    """The code of the language that was chosen, or else is wished for most of those that there are.

    >>> wanted_language(None, "pt-BR,pt;q=0.9,de-CH;q=0.8,en;q=0.1"), wanted_language("fr", "de")
    ('de', 'fr')
    >>> wanted_language("xx", "*;q=x")
    'en'
    """
    if chosen in LANGUAGES:
        return str(chosen)
    wishes = []
    for at, each in enumerate(accepted[:200].split(",")):
        code, _, weight = each.strip().partition(";q=")
        number = float(weight) if weight.replace(".", "", 1).isdecimal() else 1.0 if not weight else 0.0
        wishes.append((-number, at, code[:2].lower()))
    return next((code for _, _, code in sorted(wishes) if code in LANGUAGES), "en")
