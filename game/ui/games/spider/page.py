"""The rules page of Spider. Knows words only."""

from __future__ import annotations

from game.ui.table.page import EVERYWHERE, Page

PAGE = Page(
    "Assemble the eight suits, king to ace, each in one column, and remove them or leave them there.",
    (
        "Two packs. Columns are built down regardless of suit, but only cards of one suit in sequence "
        "move together. An empty column takes any card or run; a king goes nowhere else.",
        "When a column's face-up cards are gone, its next card turns up.",
        "The stock deals a row, one card on every column, five times at most, and never while a column "
        "is empty.",
        "A complete suit at the end of a column may be removed. It need not be, and it never comes back.",
        "Score: 10 for each card turned up, 15 for each column without face-down cards, 2 for each card on "
        "the next higher of its suit, 50 for each suit removed.",
        "Won when all eight suits are complete. Those still in the columns count as removed, and with four "
        "or more of them each after the third brings 2 more: 1000 is the most.",
    ),
    (
        ("Click the last card", "sends its longest run to the obvious place"),
        ("Click a card higher up", "sends exactly the cards from there on"),
        ("Drag", "moves exactly what is dragged"),
        ("Ctrl+click", "picks up; the next click drops"),
        ("Hold right on a column", "spreads its face-up cards"),
        ("Hold right on the suits", "which suits have all thirteen ranks face up"),
        ("Any button on the stock, D", "deals a row"),
        ("C", "removes a complete suit"),
        ("I, H", "gives a hint; again, its odds"),
        ("S", "the score and its parts"),
        ("L", "the list of problems"),
        ("Esc, P", "menu"),
        *EVERYWHERE,
    ),
    (
        "Where there is a choice, build in suit: only such runs move as one.",
        "Turn cards up where the fewest lie face down, and get an empty column early. Keep it empty as long "
        "as you can: every card you put there should bring one up, or set a run in order.",
        "Before you deal a row, sort the columns by suit as far as they go, and look for moves that only "
        "become impossible: the row will lie on them.",
        "Prefer moves that can still be undone by another move to those that bury a card. A high card on "
        "top of a column does less harm than a low one.",
    ),
)
