"""Tutorial of Three Shuffles and a Draw: the third deal, up to the draw and what it frees."""

from __future__ import annotations

from game.message import msg
from game.rules.three_shuffles import ThreeShuffles
from game.ui.games.three_shuffles.aces import Aces
from game.ui.games.three_shuffles.hand import FanHand, Lift
from game.ui.games.three_shuffles.notice import FanPlaces, MovesLeft
from game.ui.games.three_shuffles.view import ThreeShufflesView
from game.ui.screen import Context
from game.ui.table.assembly import played
from game.ui.table.guided import Guide, GuidedStep, Tutorial, TutorialMode
from game.ui.table.table import Table

POSITION = """\
pile f1 AC 2C 3C 4C 5C 6C 7C 8C 9C
pile f2 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD
pile f3 AH 2H 3H 4H 5H 6H 7H 8H 9H
pile f4 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
pile t1 KH QH
pile t2 TC KC
pile t3 KD JH
pile t4 JC QD
pile t5 TH QC
tally shuffles=2"""

GUIDED = Tutorial(
    POSITION,
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
                "No move is left. Twice in a game, Shuffle then deals the cards that are not home again. "
                "This is the third deal, in which one card may be drawn from under others: click 10♣."
            ),
            is_pointed=True,
        ),
        GuidedStep("t2>f1", msg("10♣ goes home, and sets the others free.")),
        GuidedStep("t5>f1", msg("J♣ follows.")),
    ),
    (msg("The other cards follow in the same way. A game has three deals, two shuffles and one draw."),),
)


def guided(context: Context) -> Table:
    """The table of the guided game, from its beginning."""
    rules = ThreeShuffles()
    view = ThreeShufflesView(rules)
    session = GUIDED.session(context, rules)
    table = Table(context, session.game, view, session)
    table.bars.subtitle = msg("tutorial")
    aces, lift, left = Aces(table, rules), Lift(table), MovesLeft(table, rules)
    hand = FanHand(table, rules, lift, aces, left)
    last = [lift, FanPlaces(table, view), Guide(table, session, GUIDED)]
    return played(table, TutorialMode(table, GUIDED), hand, last=last)
