"""*Learn it*: a tutorial of each game by the chosen rules, most of them the end of a game."""

from __future__ import annotations

import re

from game.cards import card
from game.message import msg, msg_n, msg_p
from game.rules.one_three_back import OneThreeBack
from game.rules.rush import Rush
from game.rules.spider import Spider
from game.rules.three_shuffles import ThreeShuffles
from game.ui.table.tutorial import GuidedStep, Tutorial

# Solitaire Rush ------------------------------------------------------------------------------------

RUSH_COLUMNS = """\
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
"""
STOCKS = {3: "pile stock (JS) (TC) (8C) (9H) (8D) (TH)", 1: "pile stock (8D) (8C) (JS) (TC) (TH) (9H)"}
"""The stock by the cards that are turned at a time, the top card last."""
FIRST_TURN = {
    3: msg("Click the stock: three cards turn over. You can play the last one."),
    1: msg("Click the stock: a card turns over, and you can play it."),
}
COLUMN_STEPS = (
    GuidedStep("waste>t1", msg("9♥ goes on 10♠: red on black, one lower."), tells_way=True),
    GuidedStep("t1>t2:2", msg("Drag 10♠ onto J♥; 9♥ comes along. The card below turns over: +10.")),
    GuidedStep("t3>t4", msg("9♣ goes on 10♦.")),
    GuidedStep(
        "t3>f3", msg("8♥ is the next heart: double-click it, or press H, to send it home."), is_pointed=True
    ),
    GuidedStep("t5>t3:2", msg("Column 3 is empty. Only a king may go there: move K♣.")),
    GuidedStep("t5>f4", msg("8♠ is face up now. Send it home.")),
    GuidedStep("t7>f4", msg("Now send 9♠ home.")),
    GuidedStep("stock", msg("No move turns a card over. Click the stock again."), is_pointed=True),
)
LAST_TURN = GuidedStep(
    "stock", msg("Click once more. Nothing is hidden then: the clock stops, and the cards go home.")
)
STOCK_STEPS = {
    3: (
        GuidedStep("waste>t3", msg("J♠ goes on Q♦ in column 3.")),
        GuidedStep(
            "stock",
            msg("The stock is empty: click to turn the waste over. Twice that is free; then it costs 20."),
            is_pointed=True,
        ),
        GuidedStep(
            "stock",
            msg("You used one card, so the threes have changed. Click the stock."),
            is_pointed=True,
        ),
        GuidedStep("waste>f1", msg("8♣ was hidden before. Send it home.")),
        GuidedStep("waste>f2", msg("Send 8♦ home, too.")),
        GuidedStep("t6>f2", msg("Now 9♦: the last face-down card turns over.")),
        GuidedStep("waste>t3", msg("10♥ goes on J♠.")),
        LAST_TURN,
    ),
    1: (
        GuidedStep("stock", msg("10♥ needs a black jack. Click the stock again."), is_pointed=True),
        GuidedStep("stock", msg("10♣ needs a red jack. Click the stock again."), is_pointed=True),
        GuidedStep("waste>t3", msg("J♠ goes on Q♦ in column 3.")),
        GuidedStep("stock", msg("Click the stock again."), is_pointed=True),
        GuidedStep("waste>f1", msg("Send 8♣ home.")),
        GuidedStep("stock", msg("Click the stock again."), is_pointed=True),
        GuidedStep("waste>f2", msg("Send 8♦ home.")),
        GuidedStep("t6>f2", msg("Now 9♦: the last face-down card turns over.")),
        GuidedStep(
            "stock",
            msg("The stock is empty: click to turn the waste over. With one card a turn it costs 100."),
            is_pointed=True,
        ),
        GuidedStep("stock", msg("Click the stock: 10♥ comes back."), is_pointed=True),
        GuidedStep("waste>t3", msg("10♥ goes on J♠.")),
        LAST_TURN,
    ),
}
OTHER_DRAW = {
    3: msg("Draw 1 turns single cards. Turning the waste over always costs 100."),
    1: msg("Draw 3 turns three cards, and only the last can be played. Two redeals are free."),
}


def rush(rules: Rush) -> Tutorial:
    """The end of a game by these rules, but for the number of passes."""
    draw = rules.draw
    first = GuidedStep("stock", FIRST_TURN[draw], is_pointed=True)
    ends = msg("No move left? Press E: the game ends at once.")
    clock = [msg("In a real game the clock runs. Each second left counts more, the more cards are home.")]
    once = msg_n(
        "In your game you may go through the stock {count} time.",
        "In your game you may go through the stock {count} times.",
        rules.passes,
    )
    passes = [once] if rules.passes else []
    return Tutorial(
        Rush(draw=draw, limit=rules.limit),
        RUSH_COLUMNS + STOCKS[draw],
        (first, *COLUMN_STEPS, *STOCK_STEPS[draw]),
        (*(clock if rules.limit else passes), ends, OTHER_DRAW[draw]),
    )


# Spider -------------------------------------------------------------------------------------------

SPIDER_POSITION = """\
pile f1 KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH
pile f2 KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC
pile f3 KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD
pile f4 KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS
pile t1 (AH) (9D) 6S
pile t2 7C
pile t3 5S 4S
pile t4 (2H) (KC) (8H) KS QS JS TS 9S 8S 7S 6H
pile t5 (3S) KD
pile t6 (3H) (5C) (TC) JH
pile t7 (4H) (6C) (9C) 4D
pile t8 (5H) (AC) (JC) 8D
pile t9 (7H) (AD) (TD) (QC) TH
pile t10 (QH) (3D) (8C) (2D) (2C) 5D
pile stock (JD) (4C) (AS) (KH) (QD) (7D) (2S) (6D) (9H) (3C)"""
IN_PACK = {4: "CDHS", 2: "SHHS", 1: "SSSS"}
"""The suits that stand for clubs, diamonds, hearts and spades, by the number of suits in the pack."""


def _in_pack(text: str, suits: int) -> str:
    """Cards of a pack with four suits as cards of one with `suits`."""
    return re.sub(
        r"\b[A2-9TJQK][CDHS]\b", lambda found: found[0].translate(str.maketrans("CDHS", IN_PACK[suits])), text
    )


def spider(rules: Spider) -> Tutorial:
    """A suit of Spider."""
    suits = rules.suits
    six, seven, king, jack = (card(_in_pack(text, suits)) for text in ("6H", "7C", "KD", "JH"))
    first = msg("{six} goes on {seven}: any card goes on the next higher one.", six=six, seven=seven)
    if suits == 1:
        onto = msg("6♠ goes on 7♠. Such cards make a run and move together. The card below turns over.")
    else:
        onto = msg("6♠ goes on 7♠, its own suit. Such cards make a run. The card below turns over.")
    steps = (
        GuidedStep("t4>t2", first, tells_way=True),
        GuidedStep("t1>t4", onto),
        GuidedStep("t3>t4:2", msg("5♠ and 4♠ are a run of one suit. Move both onto 6♠.")),
        GuidedStep("t5>t3", msg("Column 3 is empty: any card may go there. Move {king}.", king=king)),
        GuidedStep("t5>t4", msg("3♠ is face up now. Move it onto 4♠.")),
        GuidedStep(
            "t6>t5", msg("You deal a row only when no column is empty. Move {jack} to column 5.", jack=jack)
        ),
        GuidedStep(
            "stock", msg("No move helps now. Click the stock: every column gets a card."), is_pointed=True
        ),
        GuidedStep("t8>t4", msg("Move 2♠ onto 3♠. A♠ completes the run.")),
        GuidedStep("t4>f5:13", msg("King to ace in one suit: click the run to remove it."), is_pointed=True),
    )
    more = {
        1: msg("With two or four suits, only cards of one suit move together."),
        2: msg("With four suits it is harder to build in suit, and with one it is easier."),
        4: msg("With one or two suits it is easier to build in suit."),
    }
    afterwards = (
        msg("Remove eight runs to win."),
        msg("Turn cards over, keep a column empty, and build in suit where you can."),
        more[suits],
    )
    return Tutorial(rules, _in_pack(SPIDER_POSITION, suits), steps, afterwards)


# 1-3 Back -----------------------------------------------------------------------------------------

GRID = """\
pile t1 4H
pile t2 JC
pile stock (QD) (5D) (QH) (QC) (8D) (4S) (KD) (8C)"""
GRID_STEPS = (
    GuidedStep("stock", msg("Click the deck: it deals a card to the end of the grid."), is_pointed=True),
    GuidedStep("t3>t2", msg("8♣ and J♣ are both clubs. 8♣ may go one back."), tells_way=True),
    GuidedStep("stock", msg("Nothing else matches. Deal the next card."), is_pointed=True),
    GuidedStep("stock", msg("K♦ matches nothing yet. Deal again."), is_pointed=True),
    GuidedStep("t4>t1", msg("4♠ lies below 4♥: that is three back. Both are fours, so merge them.")),
    GuidedStep("stock", msg("Deal again."), is_pointed=True),
    GuidedStep("t4>t3", msg("8♦ and K♦ are both diamonds: one back.")),
    GuidedStep("t3>t2", msg("A merge can lead to another: 8♦ now follows 8♣. Move it one back.")),
    GuidedStep("stock", msg("Deal again."), is_pointed=True),
    GuidedStep("stock", msg("Deal again."), is_pointed=True),
    GuidedStep("stock", msg("Q♥ could go onto Q♣ now. Wait, and deal first."), is_pointed=True),
    GuidedStep(
        "t5>t2",
        msg("5♦ goes three back, onto 8♦. Do this first: after the queens it would lie below 4♠."),
    ),
    GuidedStep("t4>t3", msg("Q♥ can still go onto Q♣.")),
    GuidedStep("stock", msg("Deal the last card."), is_pointed=True),
    GuidedStep("t4>t3", msg("Q♦ goes onto Q♥, another queen.")),
    GuidedStep("t3>t2", msg("Q♦ and 5♦ are both diamonds: one back again.")),
)


def one_three_back(rules: OneThreeBack) -> Tutorial:
    """The end of a game of 1-3 Back."""
    left = msg("Two stacks are left. One stack is a perfect game, and nearly every deal has a way to it.")
    return Tutorial(rules, GRID, GRID_STEPS, (left, msg("V marks the stacks that can be merged.")))


# Three Shuffles and a Draw ------------------------------------------------------------------------

FANS = """\
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
FAN_STEPS = (
    GuidedStep(
        "t4>f2", msg("Every suit goes home from its ace up. Q♦ is next: double-click it."), is_pointed=True
    ),
    GuidedStep(
        "t3>t1",
        msg("Only the top card of a fan moves, onto the next higher of its suit: J♥ onto Q♥."),
        tells_way=True,
    ),
    GuidedStep("t3>f2", msg("Send K♦ home. An empty fan stays empty.")),
    GuidedStep("t4>t5", msg("J♣ goes on Q♣.")),
    GuidedStep(
        "t2>t2:2",
        msg("No move is left. In this last deal you may draw one buried card: click 10♣."),
        is_pointed=True,
    ),
    GuidedStep("t2>f1", msg("Send 10♣ home.")),
    GuidedStep("t5>f1", msg("Now send J♣ home.")),
)


def three_shuffles(rules: ThreeShuffles) -> Tutorial:
    """The third deal of a game."""
    button = msg_p("a button", "Shuffle")
    if rules.early:
        shuffles = msg("“{button}” deals the cards anew twice in a game, whenever you like.", button=button)
    else:
        shuffles = msg("No move left? “{button}” deals the cards anew, twice in a game.", button=button)
    return Tutorial(rules, FANS, FAN_STEPS, (shuffles, msg("In the last deal you may draw one buried card.")))
