"""What the pages of the settings, and choices that have no other home, are called.

Knows words only; must not know what a setting changes.
"""

from __future__ import annotations

from game.message import msg_p

TABLE = msg_p("page of the settings", "Table")
PLAY = msg_p("page of the settings", "Play")
CARDS = msg_p("page of the settings", "Cards")
SOUND = msg_p("page of the settings", "Sound")
MOTION = msg_p("page of the settings", "Motion")
LANGUAGE = msg_p("page of the settings", "Language")
GENERAL = (TABLE, PLAY, CARDS, SOUND, MOTION, LANGUAGE)
"""The pages for all games; the others are a game's each."""
SPEEDS = {
    "off": msg_p("speed of cards", "Instant"),
    "fast": msg_p("speed of cards", "Fast"),
    "normal": msg_p("speed of cards", "Normal"),
    "slow": msg_p("speed of cards", "Slow"),
}
CLOCK_BEGINNINGS = {
    "at once": msg_p("when the clock starts", "At once"),
    # Translators: the clock starts after a countdown.
    "3-2-1": msg_p("when the clock starts", "3-2-1"),
    "first click": msg_p("when the clock starts", "First click"),
}
