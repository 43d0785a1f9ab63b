"""From a deal number to the order of the pack, for ever the same.

Knows cards, nothing of games. The generator is SplitMix64 (Steele, Lea and Flood,
“Fast splittable pseudorandom number generators”, OOPSLA 2014); the shuffle is
Fisher–Yates from the end with rejection, so that every order is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.cards import Card

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
