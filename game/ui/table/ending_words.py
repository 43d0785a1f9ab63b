"""The end of a game in words: the best there is, whether this is it, why it does not count, its day.

Knows endings; must not know any one game, nor where an ending is written.
"""

from __future__ import annotations

from collections.abc import Callable

from game.message import msg, msg_n
from game.play.played import Kind
from game.session.daily import day_name
from game.session.recorder import DayEnding, Ending
from game.ui.drawing.theme import GOLD, QUIET
from game.ui.forms.panel import Line

APART = {
    Kind.REPLAYED: msg("You have played this deal before: counted apart."),
    Kind.LATE: msg("It was begun after its day: counted apart."),
    Kind.SHOWN: msg("You were shown how to go on: counted apart."),
    Kind.GIVEN: msg("The position was given: counted apart."),
    Kind.TAKEN_OVER: msg("It was not begun here: counted apart."),
    Kind.ROBOT: msg("A robot began it: counted apart."),
    Kind.TOURNAMENT: msg("It is a tournament’s: counted apart."),
}


def best_lines(ending: Ending, words: str, put: Callable[[int], str] = str) -> list[Line]:
    """What a result tells beside itself; `words` as "Best so far", `put` puts a result into words."""
    if ending.kind is not Kind.COUNTED:
        return [Line(APART.get(ending.kind, msg("Counted apart.")), "", QUIET)]
    result, before = ending.result.value or 0, ending.best_before
    if not ending.is_kept:
        return [Line(msg("This game is not saved, so it is not counted."), "", QUIET)]
    lines = [Line(words, put(result if ending.is_best or before is None else before))]
    if ending.is_best and result:
        lines.append(Line(msg("Your first result here.") if before is None else msg("A new best!"), "", GOLD))
    return lines


def day_line(day: DayEnding) -> Line:
    """What the end of a game means for its day."""
    name = day_name(day.day)
    if day.is_late:
        return Line(msg("Daily deal of {day}, played late", day=name), "", GOLD)
    if day.streak is None:
        return Line(msg("Daily deal of {day}, for practice", day=name), "", GOLD)
    words = msg_n(
        "Daily deal of {day}: the streak begins",
        "Daily deal of {day}: a streak of {count} days",
        day.streak,
        day=name,
    )
    return Line(words, "", GOLD)
