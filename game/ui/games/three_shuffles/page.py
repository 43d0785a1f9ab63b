"""The rules page of Three Shuffles and a Draw. Knows words only."""

from __future__ import annotations

from game.ui.table.page import EVERYWHERE, Page

PAGE = Page(
    "Bring all 52 cards home in three deals, with one card drawn from under others in the last.",
    (
        "The pack is dealt face up in eighteen fans, three cards to each, one to the last. Only the top card "
        "of a fan is available, and cards move one at a time.",
        "Fans are built down in suit: the 10♠ goes on the J♠. Foundations are built up in suit, ace first. "
        "Cards that are home stay there. Aces go home by themselves, unless the settings say otherwise.",
        "An emptied fan stays empty: nothing is played there, not even a king.",
        "When no move is left, the cards on the table are shuffled and dealt again in fans of three. There "
        "are two shuffles, so three deals in all. Any move counts, useful or not. With “Shuffle any time” "
        "the shuffles need not wait.",
        "In the third deal you have one draw: lift any buried card to the top of its fan. You need not "
        "be stuck to use it.",
        "Everything can be taken back except a shuffle. The game is lost when no move, no shuffle and no "
        "draw is left.",
    ),
    (
        ("Drag, or click and click", "moves the top card of a fan"),
        ("Double-click, right-click, H", "sends a card home"),
        ("Shuffle button, S or D", "shuffles; before its time it shows the moves that are left"),
        ("Click or drag a buried card", "draws it, in the third deal"),
        ("Left, Right and Enter", "reach and draw a buried card, in the third deal"),
        ("Esc, P", "menu"),
        *EVERYWHERE,
    ),
    (
        "A card that can go home always may: nothing needs it on the fans.",
        "Within a deal all cards lie open: before you build, look what the card beneath sets free, and never "
        "move the last card of a fan without a reason, for the fan is lost.",
        "What counts when you shuffle is how many cards are home: fewer cards make shorter fans, and more "
        "of the low ones lie free.",
        "Save the draw until you see what it opens: best a card that goes home and lets others follow.",
    ),
)
