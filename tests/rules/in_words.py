"""Rules asked in the notation: which moves are legal, why one is refused, what lies where after some."""

from game.rules.position import Position, pile_to_text
from game.rules.variant import Variant


def legal(position: Position, game: Variant) -> list[str]:
    return [game.move_to_text(move) for move in game.legal_moves(position)]


def refusal(position: Position, move: str, game: Variant) -> str | None:
    return game.refusal(position, game.move_from_text(move))


def play(position: Position, *moves: str, game: Variant) -> Position:
    for text in moves:
        position = game.apply(position, game.move_from_text(text))
    return position


def pile(position: Position, name: str, game: Variant) -> str:
    return pile_to_text(position.piles[game.pile_index(name)])
