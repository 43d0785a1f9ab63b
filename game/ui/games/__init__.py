"""What a table looks and feels like in each game. A room a game; they must not know each other."""
