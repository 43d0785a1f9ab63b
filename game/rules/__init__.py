"""The rules of every game, as pure functions; this is where the games are registered."""

from __future__ import annotations

from collections.abc import Iterable

from game.message import msg
from game.rules.one_three_back import OneThreeBack
from game.rules.options import OptionError, options_from_texts, options_to_text
from game.rules.rush import Rush
from game.rules.spider import Spider
from game.rules.three_shuffles import ThreeShuffles
from game.rules.variant import Variant

VARIANTS: dict[str, type[Variant]] = {
    variant.name: variant for variant in (Rush, Spider, OneThreeBack, ThreeShuffles)
}
"""Every game that can be played, by the name used in records and on the command line."""


def find_variant(name: str, options: Iterable[str] = ()) -> Variant:
    """Returns the game called `name` with options such as `draw=3`; missing options have their defaults.

    Raises:
        OptionError: there is no such game or option.
    """
    if name not in VARIANTS:
        raise OptionError(
            msg(
                "there is no game “{name}” (the games are: {names})",
                name=name[:40],
                names=", ".join(VARIANTS),
            )
        )
    variant = VARIANTS[name]
    return variant(**options_from_texts(variant, options))


def variant_with(variant: Variant, options: str) -> Variant:
    """Returns a game with some options changed, of which the last one of a name counts.

    Raises:
        OptionError: there is no such option.
    """
    words = dict(word.split("=") for word in f"{options_to_text(variant)} {options}".split())
    return find_variant(variant.name, [f"{name}={value}" for name, value in words.items()])
