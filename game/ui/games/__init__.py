"""Look and feel of each game's table, one room per game; they must not know each other."""
