"""The guided game of Solitaire Rush: an end of a game, from a turn of the hand to the last card home."""

from __future__ import annotations

from game.message import msg
from game.rules.rush import Rush
from game.ui.games.rush.view import RushView
from game.ui.screen import Context
from game.ui.table.assembly import played
from game.ui.table.guided import Guide, GuidedStep, Tutorial, TutorialMode
from game.ui.table.hand import CardController
from game.ui.table.table import Table

POSITION = """\
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
pile stock (JS) (TC) (8C) (9H) (8D) (TH)"""

GUIDED = Tutorial(
    POSITION,
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


def guided(context: Context) -> Table:
    """The table of the guided game, from its beginning."""
    rules = Rush()
    session = GUIDED.session(context, rules)
    table = Table(context, session.game, RushView(rules), session)
    table.bars.subtitle = msg("tutorial")
    occasion = TutorialMode(table, GUIDED)
    return played(table, occasion, CardController(table), last=[Guide(table, session, GUIDED)])
