"""The end of a game of Rush in words: how its total comes about, and the last seconds as they are heard.

Knows Rush and its clock; must not know whether a game is practice or a round.
"""

from __future__ import annotations

from collections.abc import Callable

from game.message import msg, msg_n
from game.play.game import GameSnapshot
from game.rules.rush import Rush
from game.rules.variant import Outcome
from game.ui.drawing.theme import GOLD
from game.ui.forms.panel import Line
from game.ui.table.part import Part
from game.ui.table.table import Table

CARDS = 52
TICK_S = 10
WARNED_S = (30, 10)
"""With so many seconds left it is said that they are."""
ENDINGS = {
    Outcome.WON: msg("All 52 cards are home!"),
    Outcome.TIMEOUT: msg("The time is up"),
    Outcome.ENDED: msg("Game ended"),
}


def bonus_words(bonus: int) -> str:
    """What ending the game now would bring."""
    return (
        msg("Ending now adds a time bonus of about {bonus}.", bonus=bonus)
        if bonus
        else msg("Ending now adds no time bonus.")
    )


def score_lines(variant: Rush, game: GameSnapshot) -> list[Line]:
    """How the total comes about, for a result."""
    home = variant.home(game.position)
    unused_s = max(0, variant.limit_ms - game.elapsed_ms) // 1000
    return [
        Line(msg("Score"), str(game.score)),
        Line(
            # Translators: {seconds} are still on the clock; so many cards are home.
            msg_n(
                "Time bonus: {seconds} s × {count} card ÷ 52",
                "Time bonus: {seconds} s × {count} cards ÷ 52",
                home,
                seconds=unused_s,
            ),
            str(game.time_bonus),
        ),
        Line(msg("Total"), str(game.total), GOLD, is_bold=True),
        Line(msg("Cards home"), msg("{count} of {all}", count=home, all=CARDS)),
    ]


class LastSeconds(Part):
    """It is said that the time runs out, and each of the last ten seconds is heard."""

    def __init__(self, table: Table, limit_ms: int, tells_time: Callable[[], bool] = lambda: True) -> None:
        """`tells_time` tells whether the player wants to know the time at all."""
        self._table, self._limit_ms, self._tells_time = table, limit_ms, tells_time
        self._last_tick_s = TICK_S + 1
        self._last_s: int | None = None  # the whole seconds left when it was looked at last

    def awake(self) -> None:
        session = self._table.session
        left_s = (self._limit_ms - session.elapsed_ms) // 1000
        self._warn(left_s)
        if session.is_running and left_s < TICK_S and left_s != self._last_tick_s:
            self._last_tick_s = left_s
            self._table.sound("tick")

    def _warn(self, left_s: int) -> None:
        before, self._last_s = self._last_s, left_s
        for warned_s in WARNED_S:
            if before is not None and left_s <= warned_s < before and left_s and self._tells_time():
                self._table.status.say_unasked(msg_n("{count} second left", "{count} seconds left", left_s))
