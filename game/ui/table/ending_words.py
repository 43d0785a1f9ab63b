"""The end of a game in words: the best there is, whether this is it, why it does not count, its day.

Knows endings; must not know any one game, nor where an ending is written.
"""

from __future__ import annotations

from game.play.played import Kind
from game.session.ending import DayEnding, Ending
from game.tournament.daily import day_name
from game.ui.drawing.theme import GOLD, QUIET
from game.ui.forms.panel import Line

APART = {
    Kind.REPLAYED: "You have played this deal before: counted apart.",
    Kind.LATE: "It was begun after its day: counted apart.",
    Kind.SHOWN: "You were shown how to go on: counted apart.",
    Kind.GIVEN: "The position was given: counted apart.",
    Kind.TAKEN_OVER: "It was not begun here: counted apart.",
    Kind.ROBOT: "A robot began it: counted apart.",
    Kind.TOURNAMENT: "It is a tournament’s: counted apart.",
}


def best_lines(ending: Ending, words: str, form: str = "{}") -> list[Line]:
    """What a result tells beside itself; `words` and `form` as "Best so far" and "{} of 52"."""
    if ending.kind is not Kind.COUNTED:
        return [Line(APART.get(ending.kind, "Counted apart."), "", QUIET)]
    result, before = ending.result.value or 0, ending.best_before
    if not ending.is_kept:
        return [Line("This game is not saved, so it is not counted.", "", QUIET)]
    lines = [Line(words, form.format(result if ending.is_best or before is None else before))]
    if ending.is_best and result:
        lines.append(Line("Your first result here." if before is None else "A new best!", "", GOLD))
    return lines


def day_line(day: DayEnding) -> Line:
    """What the end of a game means for its day."""
    name = day_name(day.day)
    if day.is_late:
        return Line(f"Daily deal of {name}, played late", "", GOLD)
    if day.streak is None:
        return Line(f"Daily deal of {name}, for practice", "", GOLD)
    words = "the streak begins" if day.streak == 1 else f"a streak of {day.streak} days"
    return Line(f"Daily deal of {name}: {words}", "", GOLD)
