"""The table drawn as comments of a record, for the eyes of a person.

Knows how piles are written and how wide that is; must not know rules. What is drawn here
is never read back.
"""

from __future__ import annotations

from itertools import zip_longest

from game.play.game import Game
from game.play.phrases import minutes
from game.rules.position import Pile, pile_to_text
from game.rules.variant import PileKind

MOST_ABREAST = 12
"""Up to so many columns stand side by side as on the table; more of them are a line each."""
INDENT = "#   "


def picture_comments(game: Game) -> str:
    """The present table in comment lines: what it is, the piles at its edge, and the columns.

    >>> from game.play.deal import deal_number
    >>> from game.rules import find_variant
    >>> print(picture_comments(Game(deal_number(find_variant("rush"), 1))), end="")
    # Solitaire Rush, deal 1, after 0:00: score 0
    # Bottom card first; face-down cards in parentheses.
    #
    #   stock  24 cards, face down
    #   waste  –
    #
    #    t1    t2    t3    t4    t5    t6    t7
    #    7D   (9C)  (4D)  (8H)  (8D)  (5S)  (JD)
    #          6D   (9S)  (JC)  (5D)  (KD)  (3C)
    #                2D   (JH)  (5H)  (7H)  (4H)
    #                      2C   (AD)  (6S)  (KC)
    #                            KH   (TH)  (TS)
    #                                  JS   (TD)
    #                                        8S
    """
    kinds = [place.kind for place in game.variant.piles]
    named = [(place.name, pile) for place, pile in zip(game.variant.piles, game.position.piles, strict=True)]
    edge = [
        f"{name:<6} {_line(pile)}"
        for (name, pile), kind in zip(named, kinds, strict=True)
        if kind is not PileKind.COLUMN and (pile or kind is not PileKind.FOUNDATION)
    ]
    columns = [each for each, kind in zip(named, kinds, strict=True) if kind is PileKind.COLUMN]
    drawn = _side_by_side(columns) if len(columns) <= MOST_ABREAST else _one_below_the_other(columns)
    paragraphs = [edge, drawn]
    lines = [f"# {_headline(game)}", "# Bottom card first; face-down cards in parentheses."]
    for paragraph in paragraphs:
        if paragraph:
            lines += ["#", *(f"{INDENT}{line}".rstrip() for line in paragraph)]
    return "\n".join(lines) + "\n"


def _headline(game: Game) -> str:
    deal = str(game.deal.words) if game.deal.number is None else f"deal {game.deal.number}"
    return f"{game.variant.title}, {deal}, after {minutes(game.elapsed_ms / 1000)}: {game.result_words}"


def _line(pile: Pile) -> str:
    if not pile:
        return "–"
    if len(pile) > 1 and not any(card.face_up for card in pile):
        return f"{len(pile)} cards, face down"
    return pile_to_text(pile)


def _side_by_side(columns: list[tuple[str, Pile]]) -> list[str]:
    def cell(text: str) -> str:
        return f"{text:<6}" if text.startswith("(") else f" {text:<5}"

    head = "".join(f" {name:<5}" for name, _ in columns)
    rows = zip_longest(*([card.text for card in pile] for _, pile in columns), fillvalue="")
    return [head, *("".join(cell(text) for text in row) for row in rows)]


def _one_below_the_other(columns: list[tuple[str, Pile]]) -> list[str]:
    last = max((index for index, (_, pile) in enumerate(columns) if pile), default=-1)
    return [f"{name:<4} {_line(pile)}" for name, pile in columns[: last + 1]]
