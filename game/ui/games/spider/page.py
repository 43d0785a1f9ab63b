"""The rules page of Spider. Knows words only."""

from __future__ import annotations

from game.message import msg, verbatim
from game.ui.table.page import EVERYWHERE, Page

PAGE = Page(
    msg("Assemble the eight suits, king to ace, each in one column, and remove them or leave them there."),
    (
        msg(
            "Two packs. Columns are built down regardless of suit, but only cards of one suit in sequence "
            "move together. An empty column takes any card or run; a king goes nowhere else."
        ),
        msg("When a column's face-up cards are gone, its next card turns up."),
        msg(
            "The stock deals a row, one card on every column, five times at most, and never while a column "
            "is empty."
        ),
        msg(
            "A complete suit at the end of a column may be removed. It need not be, and it never comes back."
        ),
        msg(
            "Score: 10 for each card turned up, 15 for each column without face-down cards, 2 for each card "
            "on the next higher of its suit, 50 for each suit removed."
        ),
        msg(
            "Won when all eight suits are complete. Those still in the columns count as removed, and with "
            "four or more of them each after the third brings 2 more: 1000 is the most."
        ),
    ),
    (
        (msg("Click the last card"), msg("sends its longest run to the obvious place")),
        (msg("Click a card higher up"), msg("sends exactly the cards from there on")),
        (msg("Drag"), msg("moves exactly what is dragged")),
        (msg("Ctrl+click"), msg("picks up; the next click drops")),
        (msg("Hold right on a column"), msg("spreads its face-up cards")),
        (msg("Hold right on the suits"), msg("which suits have all thirteen ranks face up")),
        (msg("Any button on the stock, D"), msg("deals a row")),
        (verbatim("C"), msg("removes a complete suit")),
        (verbatim("I, H"), msg("gives a hint; again, its odds")),
        (verbatim("S"), msg("the score and its parts")),
        (verbatim("L"), msg("the list of problems")),
        (msg("Esc, P"), msg("menu")),
        *EVERYWHERE,
    ),
    (
        msg(
            "Where there is a choice, build in suit: only such runs move as one. Of other builds begin with "
            "the highest: lay the 10 on the jack before the 9 on the 10, for a 10 that bears a 9 of another "
            "suit no longer goes anywhere."
        ),
        msg(
            "Turn cards up where the fewest lie face down, and get an empty column early. Keep it empty as "
            "long as you can: every card you put there should bring one up, or set a run in order."
        ),
        msg(
            "Before you deal a row, sort the columns by suit as far as they go, and look for moves that only "
            "become impossible: the row will lie on them."
        ),
        msg(
            "Keep your choices open: sooner than another move a card that has two places to go. It can go on "
            "to the second later, and what it covers is free again. What buries a card for long can wait."
        ),
    ),
)
