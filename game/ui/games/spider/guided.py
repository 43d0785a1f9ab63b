"""The guided game of Spider: from the first card on another suit to the first suit that is removed."""

from __future__ import annotations

from game.message import msg
from game.rules.spider import Spider
from game.ui.games.spider.hand import MarkedSpaces, RemovedSuits, SpiderHand
from game.ui.games.spider.panels import Peek
from game.ui.games.spider.view import SpiderView
from game.ui.screen import Context
from game.ui.table.assembly import played
from game.ui.table.guided import Guide, GuidedStep, Tutorial, TutorialMode
from game.ui.table.table import Table

POSITION = """\
pile f1 KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH
pile f2 KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC
pile f3 KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD
pile f4 KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS
pile t1 (AH) (9D) 6S
pile t2 7D
pile t3 5S 4S
pile t4 (2H) (KC) (8H) KS QS JS TS 9S 8S 7S 6H
pile t5 (3S) KD
pile t6 (3H) (5C) (TC) JH
pile t7 (4H) (6C) (9C) 4D
pile t8 (5H) (AC) (JC) 8D
pile t9 (7H) (AD) (TD) (QC) TH
pile t10 (QH) (3D) (8C) (2D) (2C) 5D
pile stock (JD) (4C) (AS) (KH) (QD) (7C) (2S) (6D) (9H) (3C)"""

GUIDED = Tutorial(
    POSITION,
    (
        GuidedStep(
            "t4>t2",
            msg("6♥ goes on 7♦: any card goes on the next higher one. Drag it there, or click it."),
            is_pointed=True,
        ),
        GuidedStep(
            "t1>t4",
            msg(
                "6♠ goes on 7♠, its own suit. Such cards stay together as a run, and what lay beneath turns "
                "up."
            ),
        ),
        GuidedStep("t3>t4:2", msg("5♠ and 4♠ are a run of one suit, so they move as one, onto 6♠.")),
        GuidedStep("t5>t3", msg("Column 3 is a space now. Anything may go there; K♦ goes nowhere else.")),
        GuidedStep("t5>t4", msg("3♠ has turned up just in time: it continues the spades.")),
        GuidedStep(
            "t6>t5",
            msg("A row is dealt only when no column is empty. J♥ fills the space and turns a card up."),
        ),
        GuidedStep(
            "stock",
            msg("Nothing else helps: click the stock, and every column gets a card."),
            is_pointed=True,
        ),
        GuidedStep("t8>t4", msg("2♠ fell where it belongs. A♠ completes the suit.")),
        GuidedStep(
            "t4>f5:13",
            msg("King to ace of one suit: click the run, and it goes to its place."),
            is_pointed=True,
        ),
    ),
    (
        msg("Eight suits like that one win the game."),
        msg(
            "Turn face-down cards up, keep spaces, and build in suit "
            "wherever you can. The right button shows a whole column."
        ),
    ),
)


def guided(context: Context) -> Table:
    """The table of the guided game, from its beginning."""
    rules = Spider()
    view, session = SpiderView(rules), GUIDED.session(context, rules)
    table = Table(context, session.game, view, session)
    peek, spaces = Peek(table, view), MarkedSpaces(table, rules)
    table.bars.subtitle = msg("tutorial")
    hand = SpiderHand(table, rules, peek, spaces)
    guide = Guide(table, session, GUIDED)
    return played(
        table, TutorialMode(table, GUIDED), hand, last=[RemovedSuits(table, view), spaces, guide, peek]
    )
