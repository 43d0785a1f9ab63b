"""The rules page of Solitaire Rush. Knows words only."""

from __future__ import annotations

from game.message import msg, verbatim
from game.ui.table.page import EVERYWHERE, Page

PAGE = Page(
    msg("Bring all 52 cards home before the clock runs out, for as many points as you can."),
    (
        msg(
            "Columns are built down in alternating colours; any face-up run moves as one. Only a king, with "
            "all that lies on it, goes to an empty column. Foundations are built up in suit, ace first."
        ),
        msg(
            "Click the hand to turn three cards (or one, as you chose); click it empty to put the waste "
            "back. Draw 3: the third return and every later one costs 20 points. Draw 1: every return costs "
            "100."
        ),
        msg(
            "Home: ace 50, two 45, and so on by fives to nine 10; ten and court cards 5, once for each card. "
            "A card turned up in a column: 10. A waste card played: 10. A card taken back from home: −10. "
            "The score never falls below 0."
        ),
        msg("Time bonus: unused seconds × cards home ÷ 52. None when the time is up."),
        msg("A move that showed you a new card cannot be taken back. The clock is never set back."),
        msg(
            "Of two runs on as many face-down cards that could go to the same place, move the one {further}. "
            "Every deal offered can be won so."
        ),
        msg(
            "When nothing is hidden and at most one card is left in the waste, the clock stands and the "
            "cards play themselves out."
        ),
    ),
    (
        (msg("Drag, or click and click"), msg("moves a card or a run")),
        (msg("Double-click, right-click, H"), msg("sends a card home")),
        (msg("Click the hand, D"), msg("turns cards, or returns the waste")),
        (verbatim("I"), msg("gives a hint; again, its odds")),
        (verbatim("E"), msg("ends the game")),
        (msg("Esc, P"), msg("menu; hides the cards and stops the clock")),
        *EVERYWHERE,
    ),
    (
        msg(
            "Look through the hand once before anything else: what you have seen tells which columns are "
            "worth opening. With draw 3 the first two returns are free, with draw 1 only one made without "
            "any points."
        ),
        msg(
            "Open the column with more face-down cards first; they are what a game is lost by. Of two equal "
            "choices take the one {further}: whoever always does can still win, and of a hundred such "
            "choices not one, on average, can be won only the other way."
        ),
        msg(
            "Taking one card of the waste shifts the threes behind it: other cards come to the top on the "
            "next trip. Leave a card in the waste on purpose while its place in the row serves you."
        ),
        msg(
            "Keep in the columns what still holds others: a low card that is home cannot take the next one. "
            "Empty a column only for a king that brings something."
        ),
        msg(
            "A trip through the hand costs seconds, from the third return on also 20 points (draw 1: 100). "
            "Once it brings no card, end the game with E: every second left is worth cards home ÷ 52 points."
        ),
    ),
    where_mirrored=(msg("On this mirrored table the columns are counted from the right."),),
)
