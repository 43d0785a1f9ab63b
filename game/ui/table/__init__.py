"""The table of any game: its parts, hands, bars, hints and finale. Must not know any one game."""
