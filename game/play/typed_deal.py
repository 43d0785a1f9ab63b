"""Deals of typed cards: a list in dealing order, a picture of piles, or a format of another program.

Cards are yielded up to the first word that is wrong, so that a table can grow as its cards are typed; a
deal is made of them, or the first that is wrong, double or missing is named. docs/FORMATS.md has the order
of piles and the source of each format.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from game.cards import RANKS, SUIT_SIGNS, SUITS, Card, NotationError, card, number_copies
from game.codec import MessageError, parsed
from game.message import Message, msg, msg_n, verbatim
from game.play.deal import Deal, deal_position, unseen_tags
from game.play.lines import FileError, canonical
from game.rules import VARIANTS
from game.rules.position import PileKind, Position
from game.rules.variant import Variant

LIST = ""
"""Name of the pile of cards that stand in no pile: a list in dealing order."""
MAX_SHOWN = 20

_RANK, _SUIT = r"10|[A2-9TJQK]", rf"[{SUITS}{SUIT_SIGNS}]"
_CARD = rf"(?:{_RANK})[ \t]?{_SUIT}\ufe0f?|{_SUIT}\ufe0f?(?:{_RANK})"
_WORDS = re.compile(
    rf"""(?P<gap>[\s,;]+)
    |(?P<pile>(?:pile\s+)?(?P<name>stock|waste|[ft]\d\d?)(?![0-9a-z{SUIT_SIGNS}])\s*:?)
    |(?P<unseen>\(\?\?\)|<\?\?>|\?\?|\*\*|<>|\(\))
    |(?P<down>[(<]\s*(?P<covered>{_CARD})\s*[)>])
    |(?P<card>{_CARD})""".replace(r"[ \t]", r"\x20"),
    re.IGNORECASE | re.VERBOSE,
)
_WRONG = re.compile(r"[^\s,;]+")
_BEGINNING = re.compile(
    rf"(?:pile|(?:pile\s+)?(?:s(?:t(?:o(?:ck?)?)?)?|w(?:a(?:s(?:te?)?)?)?|[ft])|[(<]?(?:1|{_RANK}|{_SUIT})?|[?*(<]|[(<]\?\??)",
    re.IGNORECASE,
)
"""Text that may become a card or the name of a pile with the next letters."""
_RECORD = "patience 1"


class TypedCard(NamedTuple):
    """A card of a text and where it lies; `card` is None if nobody has seen it."""

    pile: str
    card: Card | None
    is_down: bool


class UnfinishedError(NotationError):
    """The text ends within a card or a name: more may be typed."""


def face(text: str) -> Card:
    """Returns the card, face up, that is written in any of the ways of players.

    >>> face("10♥"), face("hk"), face("a♠")
    (TH, KH, AS)
    """
    text = text.upper().replace("10", "T").replace("\ufe0f", "").replace(" ", "")
    for sign, suit in zip(SUIT_SIGNS, SUITS, strict=True):
        text = text.replace(sign, suit)
    return card(text if text[0] in RANKS else text[::-1])


def cards_in(text: str, pile: str = LIST) -> Iterator[TypedCard]:
    """Yields the cards of a text, those before the first name of a pile as in `pile`.

    Raises:
        NotationError: a word is neither a card nor the name of a pile.
    """
    at, has_list = 0, False
    while at < len(text):
        found = _WORDS.match(text, at)
        if found is None:
            word = _WRONG.match(text, at)
            assert word is not None, "a gap is read"
            kind = NotationError
            if word.end() == len(text) and _BEGINNING.fullmatch(word[0]):
                kind = UnfinishedError
            raise kind(_in_line(text, at, word[0]))
        at = found.end()
        if found["pile"]:
            if has_list:
                raise NotationError(_in_line(text, found.start(), found["pile"]))
            pile = found["name"].lower()
        elif not found["gap"]:
            has_list = pile == LIST
            if found["unseen"]:
                yield TypedCard(pile, None, is_down=True)
            else:
                yield TypedCard(pile, face(found["covered"] or found["card"]), bool(found["covered"]))


def _in_line(text: str, at: int, word: str) -> str:
    reason = msg("“{text}” is not a card", text=word[:MAX_SHOWN])
    if "\n" not in text.strip():
        return reason
    return msg("line {line}: {reason}", line=text.count("\n", 0, at) + 1, reason=reason)


def check_game(variant: Variant, name: str) -> None:
    """Raises NotationError if cards are said to be of another game; `name` is its name or title."""
    for other in VARIANTS.values():
        if name in (other.name, other.title) and other.name != variant.name:
            raise NotationError(msg("these are cards of {game}", game=other.title))


def listed_or_pictured(variant: Variant, text: str) -> Iterator[TypedCard]:
    """Yields the cards of a list in dealing order, or of a picture of piles.

    Raises:
        NotationError: a word is wrong, or the text is of another game; the cards before it were yielded.
    """
    if text.lstrip().startswith(_RECORD):
        raise NotationError(msg("this is the record of a game: open it as a file"))
    first, *rest = text.split("\n", 1)
    title = next((variant.title for variant in VARIANTS.values() if first.startswith(variant.title)), None)
    if title is not None:
        check_game(variant, title)
        text = "\n" + "".join(rest)  # what `main.py deal` prints begins with its game
    elif text.lstrip().lower().startswith("deck "):
        text = text.replace("deck ", "     ", 1)
    downs = {place.name for place in variant.piles if place.kind is PileKind.STOCK}
    for placed in cards_in(text):
        yield placed._replace(is_down=True) if placed.pile in downs else placed


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


def _pile(variant: Variant, kind: PileKind, called: str) -> str:
    """The name of a game's one pile of a kind, which other programs call something else."""
    piles = _piles(variant, kind)
    if not piles:
        raise _no_pile(variant, called)
    return piles[0]


def _no_pile(variant: Variant, called: str) -> NotationError:
    return NotationError(msg("there is no pile “{pile}” in {game}", pile=called, game=variant.title))


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
            stock = _pile(variant, PileKind.STOCK, "Talon")
            yield from [placed._replace(is_down=True) for placed in cards_in(rest, stock)][::-1]
        elif word == "foundations":
            yield from _home(variant, _tops(rest))
        elif word == "freecells":
            if rest.strip(" \t-"):
                raise _no_pile(variant, "Freecells")
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
        for text in _texts(found.get(name, [])):
            for placed in cards_in(text, _pile(variant, kind, name)):
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


LIMIT_BYTES = 1 << 16

_COMMENT = re.compile(r"^[ \t]*#.*$", re.MULTILINE)


class TypedDeal(NamedTuple):
    """Deal parsed from a text: its table as far as that goes, and the deal or what is wrong with it."""

    position: Position
    """The piles as far as they are told; unseen cards lie face down."""
    told: int
    """Number of cards told."""
    fault: Message | None
    """The first card that is wrong, double or missing, in words; None with a deal."""
    deal: Deal | None
    tags: Mapping[str, str]
    """The places of its unseen cards, for the record."""


class _Lying(NamedTuple):
    """A card in its place, one way up; an unseen one stands for any of the missing."""

    pile: str
    card: Card
    is_unseen: bool


def text_of(data: bytes) -> str:
    """Returns the text of a file of cards.

    Raises:
        FileError: it is too large, or no UTF-8.
    """
    if len(data) > LIMIT_BYTES:
        raise FileError(None, msg("the file is larger than {count} bytes", count=LIMIT_BYTES))
    try:
        return canonical(data).decode().replace("\r", "\n")
    except UnicodeDecodeError:
        raise FileError(None, msg("the file is not UTF-8 text")) from None


def read_deal(variant: Variant, text: str, is_typed: bool = False) -> TypedDeal:
    """Reads a deal from a text in any known format; with `is_typed` its last word may be unfinished."""
    found, fault = _read(variant, text, is_typed)
    is_list = not found or found[0].pile == LIST
    if not is_list:
        order = [place.name for place in variant.piles]
        found.sort(key=lambda placed: order.index(placed.pile))
    missing = _missing(variant, found)
    lying = _filled(found, missing)
    left = missing[sum(lies.is_unseen for lies in lying) :]
    position = _dealt(variant, lying) if is_list else _pictured(variant, lying)
    unseen = unseen_tags(place for place, lies in enumerate(lying) if lies.is_unseen)
    deal = None
    if fault is None and (is_list or unseen or not variant.may_lack_cards):
        fault = _number_fault(found, missing, left)
    if fault is None:
        try:
            deal = _begun(variant, lying) if is_list else deal_position(variant, position)
        except NotationError as wrong:
            fault = verbatim(str(wrong))
    return TypedDeal(position, len(found), fault, deal, unseen)


def _read(variant: Variant, text: str, is_typed: bool) -> tuple[list[TypedCard], Message | None]:
    """Returns the cards before the first that is wrong or double, and what is wrong with it."""
    found: list[TypedCard] = []
    right = Counter(card.up.text for card in variant.pack())
    seen: Counter[str] = Counter()
    try:
        text = _COMMENT.sub("", text)
        for placed in (reader_of(text) or listed_or_pictured)(variant, text):
            if placed.pile != LIST or (found and found[0].pile != LIST):
                variant.pile_index(placed.pile)
            if placed.card is not None:
                name = placed.card.text
                seen[name] += 1
                if seen[name] > right[name]:
                    parts = {"card": placed.card, "count": seen[name], "right": right[name]}
                    raise NotationError(msg("{card} occurs {count} times instead of {right}", **parts))
            found.append(placed)
    except UnfinishedError as wrong:
        return found, None if is_typed else verbatim(str(wrong))
    except NotationError as wrong:
        return found, verbatim(str(wrong))
    return found, None


def _missing(variant: Variant, found: Sequence[TypedCard]) -> list[Card]:
    """Returns the cards of the pack that were not told, in its order."""
    seen = Counter(placed.card.text for placed in found if placed.card is not None)
    missing = []
    for one in variant.pack():
        if seen[one.up.text]:
            seen[one.up.text] -= 1
        else:
            missing.append(one.up)
    return missing


def _filled(found: Sequence[TypedCard], missing: Sequence[Card]) -> list[_Lying]:
    """Puts the missing cards where cards are unseen, as far as they go, and numbers all."""
    fill, lying = iter(missing), []
    for placed in found:
        card = placed.card or next(fill, None)
        if card is not None:
            lying.append(_Lying(placed.pile, card.down if placed.is_down else card, placed.card is None))
    numbered = number_copies([lies.card for lies in lying])
    return [lies._replace(card=card) for lies, card in zip(lying, numbered, strict=True)]


def _number_fault(
    found: Sequence[TypedCard], missing: Sequence[Card], left: Sequence[Card]
) -> Message | None:
    unseen = sum(placed.card is None for placed in found)
    if unseen and unseen != len(missing):
        return msg("missing cards: {count}; written as ??: {unseen}", count=len(missing), unseen=unseen)
    if not left:
        return None
    if len(left) == 1:
        return msg("{card} is missing", card=left[0])
    return msg_n(
        "{card} and {count} more card are missing",
        "{card} and {count} more cards are missing",
        len(left) - 1,
        card=left[0],
    )


def _dealt(variant: Variant, lying: Sequence[_Lying]) -> Position:
    """Deals the beginning of a deck as its whole is dealt."""
    whole = number_copies([card.down for card in variant.pack()])
    places = {card.identity: place for place, card in enumerate(whole)}
    dealt = variant.deal(whole)

    def laid(card: Card) -> Card:
        own = lying[places[card.identity]]
        return own.card.up if card.face_up and not own.is_unseen else own.card.down

    piles = [[card for card in pile if places[card.identity] < len(lying)] for pile in dealt.piles]
    return dealt._replace(piles=tuple(tuple(map(laid, pile)) for pile in piles))


def _pictured(variant: Variant, lying: Sequence[_Lying]) -> Position:
    piles = tuple(tuple(lies.card for lies in lying if lies.pile == place.name) for place in variant.piles)
    return Position(piles, variant.opening_counters(piles))


def _begun(variant: Variant, lying: Sequence[_Lying]) -> Deal:
    """Returns the deal of a whole deck; raises NotationError if a card that lies face up is unseen."""
    deck = tuple(lies.card.down for lies in lying)
    position = variant.deal(deck)
    face_up = {card.identity for pile in position.piles for card in pile if card.face_up}
    for number, lies in enumerate(lying, 1):
        if lies.is_unseen and lies.card.identity in face_up:
            raise NotationError(msg("card {number} lies face up: it must be named", number=number))
    return Deal(variant, None, deck, position)
