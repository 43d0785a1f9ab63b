"""Reads cards in formats of other programs; docs/FORMATS.md has the order of piles and the source of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from game.cards import RANKS, SUITS, Card, NotationError, card
from game.codec import MessageError, parsed
from game.message import msg
from game.play.typed_cards import TypedCard, cards_in, check_game
from game.rules.position import PileKind
from game.rules.variant import Variant

MAX_BYTES = 1 << 16
DIGIT_SUITS = {"1": "C", "2": "D", "3": "H", "4": "S"}

Reader = Callable[[Variant, str], Iterator[TypedCard]]

_DIGITS = re.compile(r"(?:\s*\d){6,}\s*")
_BOARD = re.compile(r"^[ \t]*(?:(?:talon|foundations|freecells)\s*:|:|<\s*\w)", re.IGNORECASE | re.MULTILINE)
_BOARD_LINE = re.compile(r"\s*(talon|foundations|freecells)?\s*(:?)(.*)", re.IGNORECASE)
_HOME = re.compile(r"([CDHS])-(10|[0A2-9TJQK])", re.IGNORECASE)


def reader_of(text: str) -> Reader | None:
    """Returns what reads a text of another program, or None if it is none."""
    if text.lstrip().startswith("{"):
        return _json
    if _DIGITS.fullmatch(text):
        return _digits
    return _board if _BOARD.search(text) else None


def _piles(variant: Variant, kind: PileKind) -> list[str]:
    return [place.name for place in variant.piles if place.kind is kind]


def _home(variant: Variant, tops: Iterable[Card]) -> Iterator[TypedCard]:
    """Yields the cards on foundations of which the top ones are told."""
    names = _piles(variant, PileKind.FOUNDATION)
    for count, top in enumerate(sorted(tops)):
        place = top.suit if len(names) == len(SUITS) else count
        if place >= len(names):
            raise NotationError(msg("there are more than {count} foundations", count=len(names)))
        name = names[place]
        for rank in range(top.rank):
            yield TypedCard(name, card(RANKS[rank] + SUITS[top.suit]), is_down=False)


def _in_columns(variant: Variant, column: int) -> str:
    """Returns the name of a column, counted from 0."""
    names = _piles(variant, PileKind.COLUMN)
    if column >= len(names):
        raise NotationError(msg("there are more than {count} columns", count=len(names)))
    return names[column]


# Three digits a card -------------------------------------------------------------------------------


def _digits(_: Variant, text: str) -> Iterator[TypedCard]:
    """The code of Klondike-Solver and MinimalKlondike: rank 01 to 13, suit 1 to 4, in dealing order."""
    digits = "".join(text.split())
    for at in range(0, len(digits) - 2, 3):
        code, rank, suit = digits[at : at + 3], int(digits[at : at + 2]), DIGIT_SUITS.get(digits[at + 2])
        if suit is None or not 1 <= rank <= len(RANKS):
            raise NotationError(msg("“{text}” is not a card", text=code))
        yield TypedCard("", card(RANKS[rank - 1] + suit), is_down=False)


# Boards of PySolFC and the Freecell solvers -----------------------------------------------------------


def _board(variant: Variant, text: str) -> Iterator[TypedCard]:
    """Lines `Talon:`, the card turned first first; `Foundations:`; then a column each, `<7H>` face down."""
    column = 0
    for line in text.splitlines():
        found = _BOARD_LINE.fullmatch(line)
        assert found is not None, "it matches every line"
        word, colon, rest = (found[1] or "").lower(), found[2], found[3]
        if word == "talon":
            stock = _piles(variant, PileKind.STOCK)
            if not stock:
                raise NotationError(
                    msg("there is no pile “{pile}” in {game}", pile="Talon", game=variant.title)
                )
            yield from [placed._replace(is_down=True) for placed in cards_in(rest, stock[0])][::-1]
        elif word == "foundations":
            yield from _home(variant, _tops(rest))
        elif word == "freecells":
            if rest.strip(" \t-"):
                raise NotationError(
                    msg("there is no pile “{pile}” in {game}", pile="Freecells", game=variant.title)
                )
        elif colon or rest.strip():
            name = _in_columns(variant, column)
            column += 1
            yield from cards_in("" if rest.strip() == "-" else rest, name)


def _tops(text: str) -> list[Card]:
    """Returns the top cards that are told as `H-A C-0 D-10` or as cards."""
    tops = [
        card(rank.upper().replace("10", "T") + suit.upper())
        for suit, rank in _HOME.findall(text)
        if rank != "0"
    ]
    rest = _HOME.sub("", text).replace("-", " ")
    return tops + [placed.card for placed in cards_in(rest) if placed.card is not None]


# JSON ----------------------------------------------------------------------------------------------


def _json(variant: Variant, text: str) -> Iterator[TypedCard]:
    try:
        found = parsed(text, MAX_BYTES)
    except MessageError as wrong:
        raise NotationError(msg("this JSON cannot be read")) from wrong
    if "variant" in found:
        check_game(variant, str(found["variant"]))
        yield from _our_json(found)
    elif "tableau piles" in found:
        yield from _solvitaire(variant, found)
    else:
        raise NotationError(msg("there are no cards in this JSON"))


def _our_json(found: dict[str, Any]) -> Iterator[TypedCard]:
    """Yields the cards of the output of `main.py deal --json`, or of a replay's piles."""
    if deck := found.get("deck"):
        yield from cards_in(_text(deck))
        return
    piles = found.get("piles")
    for name, cards in piles.items() if isinstance(piles, dict) else ():
        yield from cards_in(_text(cards), name)


def _solvitaire(variant: Variant, found: dict[str, Any]) -> Iterator[TypedCard]:
    """Solvitaire's deals: the last card of a pile is its top, in a column the only one face up."""
    for name, kind in (("stock", PileKind.STOCK), ("waste", PileKind.WASTE)):
        cards = _texts(found.get(name, []))
        piles = _piles(variant, kind)
        if cards and not piles:
            raise NotationError(msg("there is no pile “{pile}” in {game}", pile=name, game=variant.title))
        for text in cards:
            for placed in cards_in(text, piles[0]):
                yield placed._replace(is_down=kind is PileKind.STOCK)
    home = [
        placed.card
        for text in _texts(found.get("foundations", []))
        for placed in cards_in(text)
        if placed.card
    ]
    tops = {top.suit: top for top in sorted(home)} if len(variant.pack()) == 52 else dict(enumerate(home))
    yield from _home(variant, tops.values())
    columns = found["tableau piles"]
    for index, column in enumerate(columns if isinstance(columns, list) else []):
        name = _in_columns(variant, index)
        laid = [placed for text in _texts(column) for placed in cards_in(text, name)]
        hides = bool(_piles(variant, PileKind.STOCK))  # with a stock, as in Klondike and Spider
        yield from (placed._replace(is_down=hides and placed is not laid[-1]) for placed in laid)


def _texts(found: object) -> list[str]:
    if not isinstance(found, list):
        raise NotationError(msg("this JSON cannot be read"))
    return [_text(placed) for placed in found]


def _text(found: object) -> str:
    if not isinstance(found, str):
        raise NotationError(msg("this JSON cannot be read"))
    return found
