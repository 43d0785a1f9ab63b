"""The tutorials of Rush, Spider and Three Shuffles: the end of a game each, played move by move."""

from __future__ import annotations

from game.message import msg, msg_p
from game.rules.rush import Rush
from game.rules.spider import Spider
from game.rules.three_shuffles import ThreeShuffles
from game.ui.games.spider.hand import MarkedSpaces, Peek, RemovedSuits, SpiderHand
from game.ui.games.spider.view import SpiderView
from game.ui.games.three_shuffles.hand import Aces, FanHand, Lift
from game.ui.games.three_shuffles.notice import FanPlaces, MovesLeft
from game.ui.games.three_shuffles.view import ThreeShufflesView
from game.ui.screen import Context
from game.ui.table.assembly import played
from game.ui.table.demonstration import Guide, GuidedStep, Tutorial, TutorialMode
from game.ui.table.hand import CardController
from game.ui.table.table import Table
from game.ui.table.view import View

RUSH = Tutorial(
    """\
pile f1 AC 2C 3C 4C 5C 6C 7C
pile f2 AD 2D 3D 4D 5D 6D 7D
pile f3 AH 2H 3H 4H 5H 6H 7H
pile f4 AS 2S 3S 4S 5S 6S 7S
pile t1 (QS) TS
pile t2 KD QC JH
pile t3 (8H) 9C
pile t4 KS QH JC TD
pile t5 (8S) KC QD
pile t6 (JD) 9D
pile t7 (KH) 9S
pile stock (JS) (TC) (8C) (9H) (8D) (TH)""",
    (
        GuidedStep(
            "stock",
            msg("Click the stock: it turns three cards, and the last of them can be played."),
            is_pointed=True,
        ),
        GuidedStep(
            "waste>t1",
            msg("Drag 9♥ onto 10♠: columns go down in alternating colours. Or click it, and then its place."),
            is_pointed=True,
        ),
        GuidedStep(
            "t1>t2:2", msg("10♠ and 9♥ move together onto J♥. What lies beneath turns up, for 10 points.")
        ),
        GuidedStep("t3>t4", msg("9♣ goes on 10♦, and column 3 has one face-down card fewer.")),
        GuidedStep(
            "t3>f3",
            msg("8♥ is the next of its suit: double-click it, or press H on it, to send it home."),
            is_pointed=True,
        ),
        GuidedStep(
            "t5>t3:2", msg("Column 3 is empty. Only a king goes there, with everything on it: move K♣.")
        ),
        GuidedStep("t5>f4", msg("8♠ has turned up. Send it home.")),
        GuidedStep("t7>f4", msg("And 9♠ after it.")),
        GuidedStep("stock", msg("Nothing else turns a card up. Click the stock again."), is_pointed=True),
        GuidedStep("waste>t3", msg("J♠ goes on Q♦ in column 3.")),
        GuidedStep(
            "stock",
            msg(
                "The stock is empty: click to turn the waste over. With three cards a turn that is free "
                "twice, and then costs 20 points."
            ),
            is_pointed=True,
        ),
        GuidedStep("stock", msg("One card was played, so the threes have shifted. Turn them and see.")),
        GuidedStep("waste>f1", msg("8♣, hidden before, can go home now.")),
        GuidedStep("waste>f2", msg("And so can 8♦ under it.")),
        GuidedStep("t6>f2", msg("9♦ too: the last face-down card turns up.")),
        GuidedStep("waste>t3", msg("10♥ goes on J♠.")),
        GuidedStep(
            "stock",
            msg(
                "Turn the last card. When nothing is hidden and at most one card is in the waste, the "
                "clock stops and the cards go home by themselves."
            ),
        ),
    ),
    (
        msg(
            "In a real game the clock runs: five minutes, and the more cards are home, the more every "
            "second left is worth."
        ),
        msg("When nothing more can be done, E ends the game at once."),
    ),
)

SPIDER = Tutorial(
    """\
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
pile stock (JD) (4C) (AS) (KH) (QD) (7C) (2S) (6D) (9H) (3C)""",
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

THREE_SHUFFLES = Tutorial(
    """\
pile f1 AC 2C 3C 4C 5C 6C 7C 8C 9C
pile f2 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD
pile f3 AH 2H 3H 4H 5H 6H 7H 8H 9H
pile f4 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
pile t1 KH QH
pile t2 TC KC
pile t3 KD JH
pile t4 JC QD
pile t5 TH QC
tally shuffles=2""",
    (
        GuidedStep(
            "t4>f2",
            msg("Every suit goes home from its ace up. Q♦ is next: double-click it."),
            is_pointed=True,
        ),
        GuidedStep(
            "t3>t1",
            msg("Only the top card of a fan moves, and only onto the next higher of its suit: J♥ onto Q♥."),
        ),
        GuidedStep("t3>f2", msg("K♦ is free: send it home. An empty fan stays empty, even for a king.")),
        GuidedStep("t4>t5", msg("J♣ goes on Q♣.")),
        GuidedStep(
            "t2>t2:2",
            msg(
                "No move is left. Twice in a game, “{button}” then deals the cards that are not home again. "
                "This is the third deal, in which one card may be drawn from under others: click 10♣.",
                button=msg_p("a button", "Shuffle"),
            ),
            is_pointed=True,
        ),
        GuidedStep("t2>f1", msg("10♣ goes home, and sets the others free.")),
        GuidedStep("t5>f1", msg("J♣ follows.")),
    ),
    (msg("The other cards follow in the same way. A game has three deals, two shuffles and one draw."),),
)


def rush(context: Context, view: View[Rush]) -> Table:
    """The end of a game of Rush."""
    session = RUSH.session(context, view.variant)
    table = Table(context, session.game, view, session)
    hand, guide = CardController(table), Guide(table, session, RUSH)
    return played(table, TutorialMode(table, RUSH), hand, last=[guide])


def spider(context: Context) -> Table:
    """A suit of Spider."""
    rules = Spider()
    view, session = SpiderView(rules), SPIDER.session(context, rules)
    table = Table(context, session.game, view, session)
    peek, spaces = Peek(table, view), MarkedSpaces(table, rules)
    hand = SpiderHand(table, rules, peek, spaces)
    last = [RemovedSuits(table, view), spaces, Guide(table, session, SPIDER), peek]
    return played(table, TutorialMode(table, SPIDER), hand, last=last)


def three_shuffles(context: Context) -> Table:
    """The third deal of Three Shuffles."""
    rules = ThreeShuffles()
    view = ThreeShufflesView(rules)
    session = THREE_SHUFFLES.session(context, rules)
    table = Table(context, session.game, view, session)
    aces, lift, left = Aces(table, rules), Lift(table), MovesLeft(table, rules)
    hand = FanHand(table, rules, lift, aces, left)
    last = [lift, FanPlaces(table, view), Guide(table, session, THREE_SHUFFLES)]
    return played(table, TutorialMode(table, THREE_SHUFFLES), hand, last=last)
