"""What a tournament is, on one page: how it is played, how it is counted, and what its files prove.

Knows words only; how a page is laid out stands in `pages.rules`.
"""

from __future__ import annotations

import pygame

from game.message import msg
from game.ui.pages.rules import RulesScene, paragraphs
from game.ui.scene import Stage
from game.ui.table.page import Page

PAGE = Page(
    msg("The same deals for everybody, each played once, against the clock: the most points win."),
    (
        msg(
            "A tournament has 1 to 10 rounds of Solitaire Rush. Each round is one deal that can be won, "
            "the same for all, and nobody sees it before playing it. Players at one machine take turns."
        ),
        msg(
            "The clock of a round starts when the cards are seen and does not stop: no pause, no hint, no "
            "redo, no second try. It goes on while the window is closed. Come back in time and play with "
            "what is left; later, the round is scored as it stood."
        ),
        msg(
            "The highest sum of totals wins. At the same sum the shorter time used stands before, then "
            "the more cards home; whom nothing tells apart shares the rank. A round not played counts "
            "nothing, and its whole time."
        ),
    ),
    (
        (msg("Enter"), msg("the next round, or the button that is marked")),
        (msg("Arrows, Tab"), msg("from button to button")),
        (msg("In a round: U"), msg("takes back what showed nothing new")),
        (msg("In a round: E"), msg("ends it, after a question")),
        (msg("In a round: Esc"), msg("leaves the table; the clock goes on")),
        (msg("F11"), msg("full screen")),
    ),
)
FILES = (
    msg(
        "Players elsewhere take part by files: Export the tournament and send it; they import it, "
        "play, and send back the file of their results, which you import."
    ),
    msg(
        "Importing plays every record back by the rules: deal, moves, times and points are proved. Rounds "
        "must follow one another at a pace that a hand can reach, and be nobody else’s game."
    ),
    msg(
        "It cannot prove that the clock was honest, that nobody had the deals solved first or looked at them "
        "(they stand in the tournament’s file), nor who held the mouse. Play with people you trust."
    ),
    msg(
        "While somebody here has a round to play, its deal opens nowhere else. A tournament that nobody will "
        "finish can be closed, and a file taken in by mistake removed: Remove, in the list."
    ),
    msg("Robots are called robots everywhere. Those of files are played again before they count."),
)


def tournament_help(stage: Stage) -> RulesScene:
    """The page, laid over the present scene."""

    def files(width: int) -> pygame.Surface:
        return paragraphs(stage.pictures, width, [(msg("Players elsewhere"), FILES)])

    return RulesScene(stage, msg("Tournaments"), PAGE, files)
