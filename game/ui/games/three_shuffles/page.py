"""The rules page of Three Shuffles and a Draw. Knows words only."""

from __future__ import annotations

from game.message import msg
from game.ui.table.page import EVERYWHERE, Page

PAGE = Page(
    msg("Bring all 52 cards home in three deals, with one card drawn from under others in the last."),
    (
        msg(
            "The pack is dealt face up in eighteen fans, three cards to each, one to the last. Only the top "
            "card of a fan is available, and cards move one at a time."
        ),
        msg(
            "Fans are built down in suit: the 10♠ goes on the J♠. Foundations are built up in suit, ace "
            "first. Cards that are home stay there. Aces go home by themselves, unless the settings say "
            "otherwise."
        ),
        msg("An emptied fan stays empty: nothing is played there, not even a king."),
        msg(
            "When no move is left, the cards on the table are shuffled and dealt again in fans of three. "
            "There are two shuffles, so three deals in all. Any move counts, useful or not. With “Shuffle "
            "any time” the shuffles need not wait."
        ),
        msg(
            "In the third deal you have one draw: lift any buried card to the top of its fan. You need not "
            "be stuck to use it."
        ),
        msg(
            "Everything can be taken back except a shuffle. The game is lost when no move, no shuffle and no "
            "draw is left."
        ),
    ),
    (
        (msg("Drag, or click and click"), msg("moves the top card of a fan")),
        (msg("Double-click, right-click, H"), msg("sends a card home")),
        (msg("Shuffle button, S or D"), msg("shuffles; before its time it shows the moves that are left")),
        (msg("Click or drag a buried card"), msg("draws it, in the third deal")),
        (msg("Left, Right and Enter"), msg("reach and draw a buried card, in the third deal")),
        (msg("Esc, P"), msg("menu")),
        *EVERYWHERE,
    ),
    (
        msg(
            "A card that can go home always may: the one card that could be laid on it is home already, and "
            "what lies beneath comes free."
        ),
        msg(
            "A card that you build on stays covered until what lies on it goes home, so build only for what "
            "comes free. To move the last card of a fan frees nothing and covers another. A king moves only "
            "home: what he lies on waits for that, or for a shuffle."
        ),
        msg(
            "What counts when you shuffle is how many cards are home: those bury none any more. Only where "
            "all fans would hold three, a card kept back can be worth more: one or two cards over lie in a "
            "short fan of their own."
        ),
        msg("Save the draw until you see what it opens: best a card that goes home and lets others follow."),
    ),
    where_mirrored=(msg("On this mirrored table the fans of a row are counted from the right."),),
)
