"""Whether an end of Spider can be won, by the rules alone: every possible position is searched."""

from __future__ import annotations

from random import Random

from game.rules.position import Move, Position
from game.rules.spider import COLUMNS, PLACES, Spider
from game.rules.variant import Outcome
from tests.spider_endings import suit


def ending(letters: str, rows: int, seed: int, columns: int = 10) -> Position:
    """The suits of `letters` strewn over some columns, and over rows of the stock; all others removed."""
    chance, spider = Random(seed), Spider()
    others = list("CDHSCDHS")
    for letter in letters:
        others.remove(letter)
    cards = " ".join(suit(letter) for letter in letters).split(" ")
    chance.shuffle(cards)
    lines = [f"pile f{n} {suit(letter)}" for n, letter in enumerate(others, 1)]
    stock, cards = cards[: 10 * rows], cards[10 * rows :]
    if stock:
        lines.append("pile stock " + " ".join(f"({text})" for text in stock))
    piles: list[list[str]] = [[] for _ in range(columns)]
    for n, text in enumerate(cards):
        hidden = n < columns and n + columns < len(cards) and chance.random() < 0.5
        piles[n % columns].append(f"({text})" if hidden else text)
    lines += [f"pile t{n} {' '.join(pile)}" for n, pile in enumerate(piles, 1) if pile]
    return spider.position_from_text("\n".join(lines))


def can_be_won(position: Position, most: int) -> bool | None:
    """Whether any line wins; None when more than `most` positions come into question."""
    spider = Spider()
    known, to_do = {_seen_as(position)}, [position]
    while to_do:
        position = to_do.pop()
        if spider.outcome(position) is Outcome.WON:
            return True
        # The last is looked at first: moves that build in suit lead to a win sooner.
        for move in sorted(spider.legal_moves(position), key=lambda move: _builds(position, move)):
            after = spider.apply(position, move)
            if _seen_as(after) not in known:
                known.add(_seen_as(after))
                to_do.append(after)
        if len(known) > most:
            return None
    return False


def _builds(position: Position, move: Move) -> bool:
    """Whether a run comes onto a card of its suit, or home."""
    ground, cards = position.piles[move.target], position.piles[move.source]
    return move.target in PLACES or (
        bool(ground) and ground[-1].suit == cards[-1].suit and cards[: -move.count][-1:] != ground[-1:]
    )


def _seen_as(position: Position) -> tuple[tuple[int, ...], ...]:
    """With the stock empty, tables that differ in the order of their columns are alike."""
    piles = position.faces()
    columns = piles[COLUMNS.start :]
    return (*piles[: COLUMNS.start], *(columns if piles[0] else sorted(columns)))
