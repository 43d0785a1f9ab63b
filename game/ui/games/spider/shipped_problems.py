"""Spider's worked positions that come with the program.

Knows where they lie; how one is read stands in `play.problems`.
"""

from __future__ import annotations

from pathlib import Path

from game.message import msg
from game.play.deal import Deal
from game.play.problems import Problem, ProblemError, read_problems


def shipped_problems(assets: Path) -> list[Problem]:
    """The problems that come with the program.

    Raises:
        ProblemError: they cannot be read.
    """
    try:
        return read_problems((assets / "problems" / "spider.json").read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ProblemError(msg("the problems cannot be read: {error}", error=error)) from None


def problem_of(assets: Path, deal: Deal) -> Problem | None:
    """The problem that a deal is, or None."""
    if deal.deck is not None:
        return None
    try:
        problems = shipped_problems(assets)
    except ProblemError:
        return None
    return next((each for each in problems if each.deal.position == deal.position), None)
