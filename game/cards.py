"""Playing cards: rank, suit, which copy of the pack, which side is up, their text, and shuffled packs.

Text is `TH` for the ten of hearts and `(TH)` when it lies face down. A deal number gives the same order for
ever: the generator is SplitMix64 (Steele, Lea and Flood, “Fast splittable pseudorandom number generators”,
OOPSLA 2014), the shuffle is Fisher–Yates from the end with rejection, so that every order is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from game.message import msg, msg_p

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SUIT_WORDS = (
    *(msg_p("a suit", "clubs"), msg_p("a suit", "diamonds")),
    *(msg_p("a suit", "hearts"), msg_p("a suit", "spades")),
)
SUIT_SIGNS = "♣♦♥♠"
RANK_WORDS = (
    *(msg_p("a rank", "ace"), msg_p("a rank", "two"), msg_p("a rank", "three"), msg_p("a rank", "four")),
    *(msg_p("a rank", "five"), msg_p("a rank", "six"), msg_p("a rank", "seven"), msg_p("a rank", "eight")),
    *(msg_p("a rank", "nine"), msg_p("a rank", "ten"), msg_p("a rank", "jack"), msg_p("a rank", "queen")),
    msg_p("a rank", "king"),
)
COPIES = 8  # Spider with one suit holds every spade eight times


class NotationError(ValueError):
    """A text is not a card, a pile or an action in our notation."""


class Card(int):
    """One physical card lying one way up; there is exactly one object for each.

    Its number is `2 × identity + face_up`, where `identity = 52 × copy + 13 × suit + rank − 1`,
    so that cards compare and hash as quickly as integers. `up` and `down` are the same
    card turned; `face` is the number without the copy (what a player can tell apart).

    >>> card("TH").rank, card("TH").is_red, card("(TH)").face_up, card("(TH)").up
    (10, True, False, TH)
    """

    identity: int
    rank: int
    suit: int
    copy: int
    face: int
    face_up: bool
    is_red: bool
    text: str
    up: Card
    down: Card

    def __repr__(self) -> str:
        return self.text

    @property
    def words(self) -> str:
        """Name of the card in a sentence: `the ten of hearts`."""
        return msg("the {rank} of {suit}", rank=RANK_WORDS[self.rank - 1], suit=SUIT_WORDS[self.suit])

    @property
    def sign(self) -> str:
        """The short form for a sentence: `10♥`."""
        rank = RANKS[self.rank - 1]
        return ("10" if rank == "T" else rank) + SUIT_SIGNS[self.suit]

    @property
    def lower(self) -> Card:
        """The next lower card of its suit, face up; there is none below an ace."""
        return _CARDS[self.up - 2]


def _all_cards() -> tuple[Card, ...]:
    made = []
    for number in range(2 * 52 * COPIES):
        card = Card(number)
        card.identity, card.face_up = number >> 1, bool(number & 1)
        card.copy, in_pack = divmod(card.identity, 52)
        card.suit, card.rank = in_pack // 13, in_pack % 13 + 1
        card.face = number % 104
        card.is_red = card.suit in (1, 2)
        name = RANKS[card.rank - 1] + SUITS[card.suit]
        card.text = name if card.face_up else f"({name})"
        made.append(card)
    for down, up in zip(made[::2], made[1::2], strict=True):
        down.up = up.up = up
        down.down = up.down = down
    return tuple(made)


_CARDS = _all_cards()
_FROM_TEXT = {made.text: made for made in _CARDS[:104]}


def card(text: str) -> Card:
    """The first copy of the card written as `text`; raises NotationError if `text` is not a card."""
    try:
        return _FROM_TEXT[text]
    except KeyError:
        raise NotationError(msg("“{text}” is not a card", text=text[:20])) from None


def standard_pack(suits: str = SUITS) -> tuple[Card, ...]:
    """Ace to king of each suit in `suits`, face down; a suit named again is its next copy.

    >>> standard_pack()[:2], standard_pack("SHSH")[26:28]
    (((AC), (2C)), ((AS), (2S)))
    """
    numbered = [(SUITS.index(suit), suits[:at].count(suit)) for at, suit in enumerate(suits)]
    firsts = [2 * (52 * copy + 13 * suit) for suit, copy in numbered]
    return tuple([card for first in firsts for card in _CARDS[first : first + 26 : 2]])


def number_copies(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The same faces, copies numbered in reading order; raises NotationError for a card's ninth copy."""
    seen = [0] * 52
    numbered = []
    for card in cards:
        face = card.face
        copy = seen[face >> 1]
        if copy == COPIES:
            raise NotationError(msg("{card} occurs more than {most} times", card=card.up.text, most=COPIES))
        numbered.append(_CARDS[copy * 104 + face])
        seen[face >> 1] = copy + 1
    return tuple(numbered)


NUMBERS = 1 << 64
_MASK = NUMBERS - 1
_SHUFFLE_STEP = 0xD1B54A32D192ED03
_GAMMA = 0x9E3779B97F4A7C15

# The generator mixes so many numbers at once, in one long integer: each in the lower half of 128 bits,
# where no product reaches its neighbour. One by one they took most of the time that a deal takes.
_AT_ONCE = 52
_ONES = sum(1 << 128 * index for index in range(_AT_ONCE))
_LOW = _MASK * _ONES
_STEPS = sum((_GAMMA * (index + 1) & _MASK) << 128 * index for index in range(_AT_ONCE))


def splitmix64(state: int) -> Iterator[int]:
    """Numbers of 64 bits, uniform, from `state`.

    >>> f"{next(splitmix64(0)):x}"
    'e220a8397b1dcdaf'
    """
    while True:
        mixed = ((state & _MASK) * _ONES + _STEPS) & _LOW
        mixed = ((mixed ^ (mixed >> 30)) & _LOW) * 0xBF58476D1CE4E5B9 & _LOW
        mixed = ((mixed ^ (mixed >> 27)) & _LOW) * 0x94D049BB133111EB & _LOW
        mixed ^= mixed >> 31
        for _ in range(_AT_ONCE):
            yield mixed & _MASK
            mixed >>= 128
        state += _AT_ONCE * _GAMMA


def shuffled(cards: Sequence[Card], state: int) -> tuple[Card, ...]:
    """The cards in the order that the generator's `state` gives them; index 0 is dealt first."""
    return shuffled_by(cards, splitmix64(state))


def shuffled_by(cards: Sequence[Card], numbers: Iterator[int]) -> tuple[Card, ...]:
    """The cards in the order that uniform numbers of 64 bits give them."""
    order = list(cards)
    always_fair = NUMBERS - len(order)  # numbers below it are taken by any count of choices
    for last, drawn in zip(range(len(order) - 1, 0, -1), numbers, strict=False):
        choices = last + 1
        while drawn >= always_fair and drawn >= NUMBERS - NUMBERS % choices:
            drawn = next(numbers)
        chosen = drawn % choices
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def reshuffle_state(number: int, shuffle: int) -> int:
    """The generator's state for the `shuffle`-th reshuffle (1, 2, …) of deal `number`."""
    return (number + shuffle * _SHUFFLE_STEP) & _MASK
