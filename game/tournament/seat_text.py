"""The text about a seat: who sits there, and whether they play at this machine.

Knows the text; must not know where it is kept.
"""

from __future__ import annotations

from game.message import msg
from game.tournament.player import Player, PlayerError, player_from_text, player_to_text
from game.tournament.state import Seat

ELSEWHERE = "elsewhere"


def seat_text(player: Player, is_here: bool) -> bytes:
    """What is kept about a seat."""
    return (f"{player_to_text(player)}\n" + ("" if is_here else f"{ELSEWHERE}\n")).encode()


def seat_from_text(data: bytes) -> Seat:
    """The seat that a text tells of, nothing played yet.

    >>> seat_from_text(b"person Anna\\nelsewhere\\n").is_here
    False

    Raises:
        PlayerError: it tells of none.
    """
    try:
        lines = data.decode().split("\n")
    except UnicodeDecodeError:
        raise PlayerError.because(msg("the text is not UTF-8")) from None
    return Seat(player_from_text(lines[0]), is_here=ELSEWHERE not in lines[1:])
